#include "engine/scene/build_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "engine/scene/build_motion.h"
#include "engine/scene/keys.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

using geometry::turned_left;

/// The direction across which a wall is thinnest: that of a side of its first piece, which is all
/// of the wall without its teeth, or across the line from its first piece to its last.
Vec2 across_of(const Wall& wall) {
    std::vector<Vec2> directions;
    const WallPiece& first = wall.pieces.front();
    if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&first.shape)) {
        const geometry::Rotation turned = geometry::Rotation::by(first.angle);
        for (std::size_t k = 0; k < polygon->size(); ++k)
            directions.push_back(
                rotate(turned, polygon->vertex((k + 1) % polygon->size()) - polygon->vertex(k)));
    }
    directions.push_back(wall.pieces.back().position - first.position);
    Vec2 across{0.0, 1.0};
    double thinnest = std::numeric_limits<double>::infinity();
    for (const Vec2 direction : directions) {
        if (!(length(direction) > 0.0)) continue;
        const Vec2 normal = turned_left(direction) / length(direction);
        const double thickness = reach_of(wall, normal) + reach_of(wall, -normal);
        // Of sides that differ by rounding only, the first counts.
        if (!(thickness < thinnest * (1.0 - 1e-12))) continue;
        thinnest = thickness;
        across = normal;
    }
    return across;
}

/// What the wall has of the domain along a direction; all of it if that is not an axis. A wall that
/// closes on itself, but for gaps between its pieces, has the whole period.
double length_along(const Wall& wall, Vec2 along, const DomainSpec& domain) {
    double high = reach_of(wall, along);
    double low = -reach_of(wall, -along);
    constexpr double rounding = 1e-9;
    constexpr double closed = 0.9;
    const Vec2 period = domain.period().size;
    for (const auto& [on_axis, axis, length] :
         {std::tuple{along.x, domain.x, period.x}, std::tuple{along.y, domain.y, period.y}}) {
        if (std::abs(std::abs(on_axis) - 1.0) > rounding) continue;
        if (length > 0.0 && high - low > closed * length) return length;
        high = std::min(high, on_axis > 0.0 ? axis.high : -axis.low);
        low = std::max(low, on_axis > 0.0 ? axis.low : -axis.high);
    }
    return std::max(high - low, 0.0);
}

WallFace bare_face_of(std::size_t number, const TomlTable& scene, const Scene& built) {
    const Wall& wall = built.walls[number].wall;
    WallFace face;
    face.wall = number;
    const TomlTable& shape = table(*list(scene, "walls")[number].as<TomlTable>(), "shape");
    if (text(shape, "kind") == "ring" || text(shape, "kind") == "disc") {
        face.centre = vector(shape, "center");
        face.radius = scree::engine::number(shape, "radius");
        return face;
    }
    if (wall.motion.is_loaded()) {
        const WallLoad& load = wall.motion.load;
        face.normal = face.along = load.along;
        face.length = load.between ? load.gap : load.length;
        if (load.between) {
            face.grows = true;
            face.first = (*load.between)[0];
            face.second = (*load.between)[1];
            face.across = load.across;
        }
        return face;
    }
    face.normal = across_of(wall);
    const Vec2 middle{0.5 * (built.domain.x.low + built.domain.x.high),
                      0.5 * (built.domain.y.low + built.domain.y.high)};
    if (dot(middle - middle_of(wall), face.normal) < 0.0) face.normal = -face.normal;
    face.length = length_along(wall, turned_left(face.normal), built.domain);
    return face;
}

WallFace face_of(std::size_t number, const TomlTable& scene, const Scene& built) {
    WallFace face = bare_face_of(number, scene, built);
    const Wall& wall = built.walls[number].wall;
    face.reach = reach_of(wall, face.normal) - dot(wall.motion.about, face.normal);
    return face;
}

std::size_t wall_of(const Scene& built, const std::string& name) {
    const auto found = std::ranges::find(built.walls, name, &SceneWall::name);
    return static_cast<std::size_t>(found - built.walls.begin());
}

std::size_t material_of(const Scene& built, const std::string& name) {
    const auto found = std::ranges::find(built.materials, name, &Material::name);
    return static_cast<std::size_t>(found - built.materials.begin());
}

/// The face of `wall`, with what the scene says of it.
WallFace given_face(const TomlTable& measure, const TomlTable& scene, const Scene& built) {
    WallFace face = face_of(wall_of(built, text(measure, "wall")), scene, built);
    if (const auto normal = optional_vector(measure, "normal")) {
        face.normal = *normal / length(*normal);
        face.radius = 0.0;
        face.grows = false;
        face.length =
            length_along(built.walls[face.wall].wall, turned_left(face.normal), built.domain);
    }
    if (has(measure, "length")) {
        face.length = number(measure, "length");
        face.grows = false;
    }
    return face;
}

/// Adds the faces of two walls that look at each other. The first is the one whose normal counts.
void add_faces_between(MeasureOptions& options, const TomlTable& measure, const TomlTable& scene,
                       const Scene& built) {
    const TomlList& names = list(measure, "between");
    for (const Node& name : names)
        options.faces.push_back(face_of(wall_of(built, *name.as<std::string>()), scene, built));
    const Vec2 normal = options.faces[0].normal;
    const Wall& first = built.walls[options.faces[0].wall].wall;
    const Wall& second = built.walls[options.faces[1].wall].wall;
    options.gap = -reach_of(second, -normal) - reach_of(first, normal);
}

}  // namespace

MeasureSpec build_measure(const TomlTable& measure, const TomlTable& scene, const Scene& built) {
    MeasureSpec result;
    result.name = text(measure, "name");
    result.kind = kind_of<MeasureKind>(text(measure, "kind")).value();
    const auto extent = [&](const char* axis, Interval domain) {
        if (has(measure, axis)) return interval(measure, axis);
        return is_everywhere(result.kind) ? Interval{-HUGE_VAL, HUGE_VAL} : domain;
    };
    result.x = extent("x", built.domain.x);
    result.y = extent("y", built.domain.y);
    if (has(measure, "slices"))
        result.slicing.slices = static_cast<std::size_t>(integer(measure, "slices"));
    if (has(measure, "along")) {
        result.slicing.along_x = text(measure, "along") == "x";
        result.options.along_r = text(measure, "along") == "r";
    }
    if (has(measure, "center")) result.options.centre = vector(measure, "center");
    for (const char* key : {"r", "initial"})
        if (has(measure, key)) {
            const auto [low, high] = interval(measure, key);
            result.options.inner = low;
            result.options.outer = high;
        }
    if (has(measure, "line")) {
        const std::vector<Vec2> ends = vectors(measure, "line");
        result.options.line = {ends[0], ends[1]};
    }
    if (has(measure, "bins"))
        result.options.bins = static_cast<std::size_t>(integer(measure, "bins"));
    if (has(measure, "reach")) result.options.reach = number(measure, "reach");
    if (has(measure, "width")) result.options.width = number(measure, "width");
    if (has(measure, "cell")) result.options.cell = number(measure, "cell");
    if (has(measure, "split")) result.options.split = number(measure, "split");
    if (has(measure, "since")) result.options.since = number(measure, "since");
    if (has(measure, "materials")) {
        const TomlList& names = list(measure, "materials");
        result.options.materials = {{material_of(built, *names[0].as<std::string>()),
                                     material_of(built, *names[1].as<std::string>())}};
    }
    result.from = optional_number(measure, "from");
    result.until = optional_number(measure, "until");
    if (has(measure, "stage")) {
        const TomlList& stages = list(scene, "stage");
        for (std::size_t k = 0; k < stages.size(); ++k)
            if (*name_of(stages[k]) == text(measure, "stage")) result.stage = k;
    }
    if (has(measure, "between")) add_faces_between(result.options, measure, scene, built);
    if (has(measure, "wall")) result.options.faces = {given_face(measure, scene, built)};
    return result;
}

}  // namespace scree::engine
