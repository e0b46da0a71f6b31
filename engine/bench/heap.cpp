#include "engine/bench/heap.h"

#include <array>
#include <cmath>
#include <numbers>

#include "engine/bench/discs.h"
#include "engine/dynamics/time_step.h"
#include "engine/grains/irregular_polygon.h"
#include "engine/grains/wall_shapes.h"

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Vec2;

/// A grain of area 1 weighs 1 kg.
const Material gravel{"gravel", 1.0, 1e6, 0.5, 0.5, 0.0};

/// The radii of the discs that grains are put into, which are about a metre across.
constexpr double smallest_radius = 0.4;
constexpr double largest_radius = 0.6;
constexpr double fraction = 0.84;
/// The radius of the disc with the area of a grain over that of the disc that the grain is put
/// into; most grains then fit into theirs.
constexpr double share_of_radius = 0.95;

constexpr double wall_thickness = 4.0;
constexpr Vec2 gravity{6.94, -6.94};  // m/s2: down to the right, as on a corner

ConvexPolygon outline(std::uint32_t corners, double radius, Generator& generator) {
    std::vector<Vec2> vertices = irregular_polygon(corners, 1.0, generator);
    const double wanted = std::numbers::pi * radius * radius;
    const double scale = std::sqrt(wanted / ConvexPolygon(vertices).area());
    for (Vec2& vertex : vertices) vertex = scale * vertex;
    return ConvexPolygon(vertices);
}

}  // namespace

std::vector<Wall> box_walls(double side) {
    const double t = wall_thickness;
    std::vector<Wall> walls;
    const auto add = [&](Vec2 low, Vec2 high) {
        const std::array corners{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}};
        walls.push_back({polygon_wall(corners, {}), 0});
    };
    add({-t, -t}, {side + t, 0.0});
    add({-t, side}, {side + t, side + t});
    add({-t, 0.0}, {0.0, side});
    add({side, 0.0}, {side + t, side});
    return walls;
}

BenchHeap bench_heap(std::size_t count, std::uint32_t corners) {
    Generator generator(1, "heap");
    std::vector<double> radii;
    for (std::size_t k = 0; k < count; ++k)
        radii.push_back(generator.uniform(smallest_radius, largest_radius));
    MovingDiscs discs(std::move(radii), fraction, 1);
    constexpr std::size_t rounds = 100;
    discs.rearrange(rounds);

    BenchHeap heap;
    heap.side = discs.side();
    std::vector<GrainKind> kinds;
    for (std::size_t k = 0; k < count; ++k) {
        const double radius = share_of_radius * discs.radius(k);
        heap.grains.push_back({outline(corners, radius, generator),
                               0,
                               discs.centre(k),
                               generator.uniform(0.0, 6.28),
                               {},
                               0.0});
        kinds.push_back(kind_of(heap.grains.back(), {gravel}));
    }
    const std::vector<std::uint16_t> walls{0};
    heap.dt = automatic_time_step({kinds, walls, ContactTable({gravel})}).dt;
    return heap;
}

std::unique_ptr<Simulation> bench_run(const BenchHeap& heap, std::uint32_t workers) {
    Settings settings;
    settings.dt = heap.dt;
    settings.gravity = gravity;
    settings.threads = workers;
    Model model{{gravel}, ContactTable({gravel}), box_walls(heap.side)};
    auto simulation = std::make_unique<Simulation>(std::move(model), settings);
    for (const NewGrain& grain : heap.grains) simulation->add_grain(grain);
    return simulation;
}

}  // namespace scree::engine
