#include "engine/forecast/restitution.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <span>
#include <variant>

namespace scree::engine {
namespace {

/// How deep the bodies press into each other without damping, as a share of their size. The
/// restitution hardly depends on it.
constexpr double depth_of_impact = 1e-3;

/// After so many automatic steps a contact that is not over does not rebound any more.
constexpr int most_steps = 2000;

/// The integrator remembers the force for a few steps after it has ended.
constexpr int steps_to_forget = 20;

/// The part of an outline that is turned towards the other body: a point of it, and the direction
/// out of the body there.
struct Front {
    Vec2 point;
    Vec2 out;
};

/// The longest edge, at the point that is nearest to the centroid.
Front face_of(const geometry::ConvexPolygon& polygon) {
    Front front;
    double longest = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 from = polygon.vertex(i);
        const Vec2 edge = polygon.vertex((i + 1) % polygon.size()) - from;
        if (length(edge) <= longest) continue;
        longest = length(edge);
        const double share = std::clamp(-dot(from, edge) / dot(edge, edge), 0.0, 1.0);
        front = {from + share * edge, -turned_left(edge) / longest};
    }
    return front;
}

/// The corner that is furthest from the centroid.
Front corner_of(const geometry::ConvexPolygon& polygon) {
    Front front;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        if (length(polygon.vertex(i)) > length(front.point)) front.point = polygon.vertex(i);
    front.out = front.point / length(front.point);
    return front;
}

Front front_of(const geometry::Shape& shape, bool corner) {
    if (const auto* disc = std::get_if<geometry::Disc>(&shape))
        return {{0.0, -disc->radius()}, {0.0, -1.0}};
    const auto& polygon = std::get<geometry::ConvexPolygon>(shape);
    return corner ? corner_of(polygon) : face_of(polygon);
}

/// Turns a grain so that its front points along `out`, with the point of it at `at`.
void turn(NewGrain& grain, const Front& front, Vec2 out, Vec2 at) {
    grain.angle = std::atan2(cross(front.out, out), dot(front.out, out));
    grain.position = at - rotate(geometry::Rotation::by(grain.angle), front.point);
    grain.velocity = {};
    grain.spin = 0.0;
}

bool is_round(const NewGrain& grain) { return std::holds_alternative<geometry::Disc>(grain.shape); }

/// Lets the first grain fall on the second one, or on a floor if there is none. Returns how fast
/// they part over how fast they met, at the point where they met.
double restitution_of(const Model& model, const Settings& settings, double automatic_dt,
                      NewGrain first, std::optional<NewGrain> second, bool corner) {
    const double size = 2.0 * std::sqrt(geometry::area(first.shape) / std::numbers::pi);
    // The stiffest contact of a run swings with about 0.2 over the automatic time step.
    const double speed = depth_of_impact * size * 0.2 / automatic_dt;
    const int last =
        static_cast<int>(std::min(1e6, most_steps * std::max(1.0, automatic_dt / settings.dt)));
    turn(first, front_of(first.shape, corner), {0.0, -1.0}, {0.0, 1.5 * speed * settings.dt});
    first.velocity = {0.0, -speed};
    Simulation simulation(model, settings);
    simulation.add_grain(first);
    if (second) {
        turn(*second, front_of(second->shape, false), {0.0, 1.0}, {});
        simulation.add_grain(*second);
    }
    const auto parting = [&] {
        const auto at = [&](std::size_t grain, Vec2 centre) {
            return simulation.velocity(grain).y - simulation.spin(grain) * centre.x;
        };
        return at(0, first.position) - (second ? at(1, second->position) : 0.0);
    };
    const auto touching = [&] { return !simulation.contacts().empty() && simulation.touches(0); };
    int step = 0;
    for (; step < last && !touching(); ++step) simulation.step();
    for (; step < last && touching(); ++step) simulation.step();
    for (step = 0; step < steps_to_forget; ++step) simulation.step();
    return std::max(0.0, parting() / speed);
}

/// The grain of middle size of a group.
NewGrain middle_of(std::span<const NewGrain> grains) {
    std::vector<std::size_t> order(grains.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2),
                             {}, [&](std::size_t k) { return geometry::area(grains[k].shape); });
    return grains[order[order.size() / 2]];
}

/// A group of grains, and one of them.
struct Sample {
    std::string name;
    NewGrain grain;
};

/// The first group of each material.
std::vector<Sample> samples_of(const Scene& scene, const RunSetup& setup) {
    std::vector<Sample> samples;
    for (std::size_t g = 0; g < scene.grains.size(); ++g) {
        const auto grains = setup.grains_of(g);
        if (grains.empty()) continue;
        const auto same = [&](const Sample& sample) {
            return sample.grain.material == grains[0].material;
        };
        if (std::ranges::none_of(samples, same))
            samples.push_back({scene.grains[g].name, middle_of(grains)});
    }
    return samples;
}

/// The materials of the scene without friction and cohesion.
ContactTable smooth_contacts(const Scene& scene) {
    ContactTable table = scene.contacts;
    for (std::size_t a = 0; a < scene.materials.size(); ++a)
        for (std::size_t b = 0; b < scene.materials.size(); ++b) {
            ContactParameters parameters = table.at(a, b);
            parameters.friction = 0.0;
            parameters.cohesion = 0.0;
            table.set(a, b, parameters);
        }
    return table;
}

/// A floor whose top is y = 0, much larger than the grain.
Wall floor_under(const NewGrain& grain, std::uint16_t material) {
    const double side = 10.0 * geometry::radius(grain.shape);
    const std::vector<Vec2> corners{{-side, -side}, {side, -side}, {side, side}, {-side, side}};
    Wall wall;
    wall.material = material;
    wall.pieces.push_back({geometry::ConvexPolygon(corners), {0.0, -side}, 0.0});
    return wall;
}

}  // namespace

std::vector<ContactRestitution> restitutions(const Scene& scene, const RunSetup& setup) {
    Settings settings = setup.settings;
    settings.gravity = {};
    settings.period = {};
    settings.cell = {};
    settings.threads = 1;
    settings.broad_phase = {};
    Model model;
    model.materials = scene.materials;
    model.contacts = smooth_contacts(scene);
    std::vector<ContactRestitution> all;
    const auto add = [&](const Sample& first, const std::string& other,
                         const std::optional<NewGrain>& second) {
        const bool round = is_round(first.grain) || (second && is_round(*second));
        const auto value = [&](bool corner) {
            return restitution_of(model, settings, setup.step.automatic, first.grain, second,
                                  corner);
        };
        all.push_back({first.name, other, round ? "round" : "face on face", value(false)});
        if (!round) all.push_back({first.name, other, "corner on face", value(true)});
    };
    const std::vector<Sample> samples = samples_of(scene, setup);
    for (std::size_t a = 0; a < samples.size(); ++a)
        for (std::size_t b = a; b < samples.size(); ++b)
            add(samples[a], samples[b].name, samples[b].grain);
    std::vector<std::uint16_t> walls;
    for (const SceneWall& wall : scene.walls) {
        if (std::ranges::find(walls, wall.wall.material) != walls.end()) continue;
        walls.push_back(wall.wall.material);
        for (const Sample& sample : samples) {
            model.walls = {floor_under(sample.grain, wall.wall.material)};
            add(sample, wall.name, {});
        }
    }
    return all;
}

}  // namespace scree::engine
