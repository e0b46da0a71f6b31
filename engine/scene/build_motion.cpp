#include "engine/scene/build_motion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/scene/build.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

std::uint32_t wall_of(std::span<const SceneWall> walls, const std::string& name) {
    const auto found = std::ranges::find(walls, name, &SceneWall::name);
    return static_cast<std::uint32_t>(found - walls.begin());
}

/// Lets a pressure act on the distance of two walls across the load.
void act_between(WallLoad& load, std::uint32_t one, std::uint32_t other,
                 std::span<const SceneWall> walls) {
    load.between = {one, other};
    load.across = geometry::turned_left(load.along);
    const Wall& first = walls[one].wall;
    const Wall& second = walls[other].wall;
    if (dot(middle_of(second) - middle_of(first), load.across) < 0.0) load.across = -load.across;
    load.gap = -reach_of(second, -load.across) - reach_of(first, load.across);
}

WallLoad build_load(const TomlTable& motion, const Wall& wall, std::span<const SceneWall> walls,
                    const DomainSpec& domain) {
    WallLoad load;
    const Vec2 along = vector(motion, "along");
    load.along = along / length(along);
    load.is_pressure = has(motion, "pressure");
    load.value = number(motion, load.is_pressure ? "pressure" : "force");
    if (has(motion, "between")) {
        const TomlList& names = list(motion, "between");
        act_between(load, wall_of(walls, *names[0].as<std::string>()),
                    wall_of(walls, *names[1].as<std::string>()), walls);
    } else if (const Node* given = motion.find("length"); given && given->as<double>()) {
        load.length = *given->as<double>();
    } else if (load.is_pressure) {
        load.length = period_across(load.along, domain).value_or(0.0);
    } else {
        // Only what is estimated from the grains under the wall needs the length.
        const Vec2 across = geometry::turned_left(load.along);
        load.length = reach_of(wall, across) + reach_of(wall, -across);
    }
    load.torque = optional_number(motion, "torque");
    if (has(motion, "travel")) {
        const Interval travel = interval(motion, "travel");
        load.low = travel.low;
        load.high = travel.high;
    } else {
        // A wall that has gone through the whole domain has found nothing that holds it.
        load.furthest = std::abs(load.along.x) * (domain.x.high - domain.x.low) +
                        std::abs(load.along.y) * (domain.y.high - domain.y.low);
    }
    load.weight = value_of<bool>(motion, "weight");
    const auto given = [&](std::string_view key) -> std::optional<double> {
        const auto* number = value(motion, key).as<double>();
        return number == nullptr ? std::nullopt : std::optional(*number);
    };
    load.mass = given("mass");
    load.damping = given("damping");
    const auto* damping = value(motion, "damping").as<std::string>();
    load.matched_damping = damping != nullptr && *damping == "matched";
    load.rise = given("ramp");
    load.max_speed = optional_number(motion, "max_speed");
    return load;
}

WallMotion build_motion(const TomlTable& motion, Vec2 middle, const Wall& wall,
                        std::span<const SceneWall> walls, const DomainSpec& domain) {
    using Kind = WallMotion::Kind;
    WallMotion result;
    result.about = optional_vector(motion, "about").value_or(middle);
    const std::string& kind = text(motion, "kind");
    if (kind == "oscillate") {
        result.kind = Kind::oscillate;
        result.amplitude = vector(motion, "amplitude");
        result.angular_amplitude = number(motion, "angular_amplitude");
        result.frequency = number(motion, "frequency");
        result.phase = number(motion, "phase");
        return result;
    }
    if (kind == "table") {
        result.kind = Kind::table;
        result.table = build_wall_table(motion);
        return result;
    }
    result.velocity = vector(motion, "velocity");
    result.spin = number(motion, "spin");
    if (kind == "load") {
        result.kind = Kind::load;
        result.load = build_load(motion, wall, walls, domain);
    } else if (kind == "ramp") {
        result.kind = Kind::ramp;
        result.rise = number(motion, "rise");
    } else if (result.velocity != Vec2{} || result.spin != 0.0) {
        result.kind = Kind::constant;
    }
    return result;
}

}  // namespace

double reach_of(const Wall& wall, Vec2 direction) {
    double furthest = -HUGE_VAL;
    for (const WallPiece& piece : wall.pieces) {
        const geometry::Transform pose{piece.position, geometry::Rotation::by(piece.angle)};
        const double at = dot(piece.position, direction);
        if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&piece.shape)) {
            for (std::size_t k = 0; k < polygon->size(); ++k)
                furthest = std::max(furthest,
                                    at + dot(rotate(pose.rotation, polygon->vertex(k)), direction));
        } else {
            furthest = std::max(furthest, at + geometry::radius(piece.shape));
        }
    }
    return furthest;
}

Vec2 middle_of(const Wall& wall) {
    Vec2 sum;
    for (const WallPiece& piece : wall.pieces) sum += piece.position;
    return sum / static_cast<double>(wall.pieces.size());
}

Vec2 middle_of(const TomlTable& shape, const WallPieces& pieces) {
    if (text(shape, "kind") == "grains") return 0.5 * (vector(shape, "from") + vector(shape, "to"));
    return has(shape, "center") ? vector(shape, "center") : pieces.front().position;
}

WallTable build_wall_table(const TomlTable& motion) {
    const bool of_velocities = has(motion, "velocities") || has(motion, "spins");
    const char* way = of_velocities ? "velocities" : "positions";
    const char* turn = of_velocities ? "spins" : "angles";
    const std::vector<double> times = numbers(motion, "times");
    const std::vector<Vec2> ways = has(motion, way) ? vectors(motion, way) : std::vector<Vec2>();
    const std::vector<double> turns =
        has(motion, turn) ? numbers(motion, turn) : std::vector<double>();
    std::vector<WallTable::Row> rows;
    for (std::size_t k = 0; k < times.size(); ++k)
        rows.push_back(
            {times[k], ways.empty() ? Vec2{} : ways.at(k), turns.empty() ? 0.0 : turns.at(k)});
    return {rows,
            {.of_velocities = of_velocities, .smooth = text(motion, "interpolation") == "smooth"}};
}

std::optional<double> period_across(Vec2 along, const DomainSpec& domain) {
    if (along.x == 0.0 && domain.periodic_x) return domain.x.high - domain.x.low;
    if (along.y == 0.0 && domain.periodic_y) return domain.y.high - domain.y.low;
    return {};
}

std::vector<WallMotion> build_motions(const TomlTable& scene, std::span<const SceneWall> walls,
                                      const DomainSpec& domain) {
    std::vector<WallMotion> motions;
    const TomlList& given = list(scene, "walls");
    for (std::size_t w = 0; w < walls.size(); ++w) {
        const auto& wall = *given[w].as<TomlTable>();
        motions.push_back(build_motion(table(wall, "motion"),
                                       middle_of(table(wall, "shape"), walls[w].wall.pieces),
                                       walls[w].wall, walls, domain));
    }
    return motions;
}

WallMotion ramped(const WallMotion& from, const WallMotion& to, double duration) {
    if (from.velocity == to.velocity && from.spin == to.spin) return from;
    WallMotion motion = from;
    const std::array<WallTable::Row, 2> rows = {
        {{0.0, from.velocity, from.spin}, {duration, to.velocity, to.spin}}};
    motion.table = WallTable(rows, {.of_velocities = true, .smooth = false});
    if (!motion.is_loaded()) motion.kind = WallMotion::Kind::table;
    return motion;
}

}  // namespace scree::engine
