#include "tests/bench/heap.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "engine/dynamics/time_step.h"
#include "tests/engine/small_world.h"

namespace scree::bench {

using engine::NewGrain;
using engine::Random;
using engine::Simulation;
using geometry::ConvexPolygon;
using geometry::Vec2;

namespace {

constexpr double smallest_radius = 0.35;
constexpr double largest_radius = 0.5;
constexpr double wall_thickness = 4.0;
constexpr double wall_height = 400.0;

/// The outline of a grain: corners about evenly on a circle, then scaled to the area of a disc with
/// 0.9 times the radius, which is about that of a heptagon. So the size does not depend on the
/// number of corners.
ConvexPolygon grain_outline(Random& random, Corners corners, double radius) {
    const int count =
        corners.fewest + static_cast<int>((corners.most - corners.fewest + 1) * random());
    std::vector<Vec2> vertices;
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * std::numbers::pi * (i + 0.5 * (random() - 0.5)) / count;
        vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    const double wanted = std::numbers::pi * 0.81 * radius * radius;
    const double scale = std::sqrt(wanted / ConvexPolygon(vertices).area());
    for (Vec2& vertex : vertices) vertex = scale * vertex;
    return ConvexPolygon(vertices);
}

/// Lays discs in a box, each where it comes to lie lowest.
class Skyline {
public:
    explicit Skyline(double width) : tops_(static_cast<std::size_t>(width / slot)) {}

    Vec2 lay(double radius) {
        const auto reach = static_cast<std::size_t>((radius + largest_radius * 1.2) / slot) + 1;
        const auto margin = static_cast<std::size_t>(radius / slot) + 1;
        Vec2 lowest{0.0, std::numeric_limits<double>::infinity()};
        for (std::size_t at = margin; at + margin < tops_.size(); ++at) {
            const Vec2 place{static_cast<double>(at) * slot,
                             resting_height(at, at - std::min(at, reach), at + reach, radius)};
            if (place.y < lowest.y) lowest = place;
        }
        const auto middle = static_cast<std::size_t>(std::lround(lowest.x / slot));
        for (std::size_t at = middle - margin + 1; at < middle + margin; ++at)
            tops_[at] = {lowest, radius};
        return lowest;
    }

private:
    static constexpr double slot = 0.05;  // m
    struct Disc {
        Vec2 centre;
        double radius = 0.0;
    };

    double resting_height(std::size_t at, std::size_t first, std::size_t last,
                          double radius) const {
        double height = radius;
        for (std::size_t k = first; k < std::min(last, tops_.size()); ++k) {
            const double dx = static_cast<double>(at) * slot - tops_[k].centre.x;
            const double sum = radius + tops_[k].radius;
            const double square = sum * sum - dx * dx;
            if (tops_[k].radius > 0.0 && square > 0.0)
                height = std::max(height, tops_[k].centre.y + std::sqrt(square));
        }
        return height;
    }

    std::vector<Disc> tops_;  ///< the disc laid last in every slot
};

double automatic_step(const Heap& heap) {
    const std::vector<engine::Material> materials{material()};
    std::vector<engine::GrainKind> kinds;
    for (const NewGrain& grain : heap.grains) kinds.push_back(engine::kind_of(grain, materials));
    const std::vector<std::uint16_t> walls{0};
    return engine::automatic_time_step({kinds, walls, engine::ContactTable(materials)}).dt;
}

engine::Settings settings_of(const Heap& heap, Vec2 gravity, std::uint32_t threads) {
    engine::Settings settings;
    settings.dt = heap.dt;
    settings.gravity = gravity;
    settings.threads = threads;
    return settings;
}

Heap stopped(Heap heap) {
    for (NewGrain& grain : heap.grains) {
        grain.velocity = {};
        grain.spin = 0.0;
    }
    return heap;
}

struct Speeds {
    double mean;
    double fastest;
};

/// The heap after a run under this gravity, until the mean and the fastest speed of grains are
/// below those given, in m/s.
Heap relaxed(const Heap& heap, Vec2 gravity, Speeds enough, std::size_t most_steps) {
    constexpr std::size_t between_looks = 500;
    // A small heap is not worth a second worker that may have to share its core.
    const std::uint32_t threads = heap.grains.size() > 2000 ? 2 : 1;
    auto run = std::make_unique<Run>(heap, gravity, threads);
    double before = 0.0;
    for (std::size_t steps = 0; steps < most_steps; steps += between_looks) {
        run->advance(between_looks);
        const Speeds now{run->mean_speed(), run->fastest()};
        std::fprintf(stderr, "\r%zu grains settle: step %zu, mean %.4f m/s, fastest %.3f m/s   ",
                     heap.grains.size(), steps, now.mean, now.fastest);
        if (now.mean < enough.mean && now.fastest < enough.fastest) break;
        // The heap as a whole swings, and contacts hardly damp that, so it is stopped after each
        // peak.
        if (now.mean < before) {
            run = std::make_unique<Run>(stopped(run->heap()), gravity, threads);
            before = 0.0;
        } else {
            before = now.mean;
        }
    }
    std::fprintf(stderr, "\n");
    return run->heap();
}

}  // namespace

const engine::Material& material() {
    static const engine::Material gravel = engine::plain(1e5, 0.5, 0.5);
    return gravel;
}

std::vector<engine::Wall> walls_of(double width) {
    const double half = 0.5 * wall_thickness;
    const auto side = engine::rectangle(wall_thickness, wall_height);
    std::vector<engine::Wall> walls;
    walls.push_back(engine::standing(
        engine::rectangle(width + 2.0 * wall_thickness, wall_thickness), {0.5 * width, -half}));
    walls.push_back(engine::standing(side, {-half, 0.5 * wall_height}));
    walls.push_back(engine::standing(side, {width + half, 0.5 * wall_height}));
    return walls;
}

Heap laid_heap(std::size_t count, Corners corners) {
    Random random(11);
    Heap heap;
    heap.width = std::round(std::sqrt(2.0 * static_cast<double>(count))) *
                 (smallest_radius + largest_radius);
    Skyline skyline(heap.width);
    for (std::size_t k = 0; k < count; ++k) {
        const double radius = smallest_radius + (largest_radius - smallest_radius) * random();
        NewGrain grain{grain_outline(random, corners, radius), 0, {}, 6.28 * random(), {}, 0.0};
        grain.position = skyline.lay(geometry::radius(grain.shape));
        heap.grains.push_back(grain);
    }
    heap.dt = automatic_step(heap);
    return heap;
}

Run::Run(const Heap& heap, Vec2 gravity, std::uint32_t threads)
    : start_(heap),
      simulation_(engine::world(material(), walls_of(heap.width)),
                  settings_of(heap, gravity, threads)) {
    for (const NewGrain& grain : heap.grains) simulation_.add_grain(grain);
}

void Run::advance(std::size_t steps) { simulation_.step(steps); }

double Run::mean_speed() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < simulation_.grain_count(); ++i)
        sum += length(simulation_.velocity(i));
    return sum / static_cast<double>(simulation_.grain_count());
}

double Run::fastest() const {
    double most = 0.0;
    for (std::size_t i = 0; i < simulation_.grain_count(); ++i)
        most = std::max(most, length(simulation_.velocity(i)));
    return most;
}

Heap Run::heap() const {
    Heap now = start_;
    for (std::size_t i = 0; i < now.grains.size(); ++i) {
        now.grains[i].position = simulation_.position(i);
        now.grains[i].angle = simulation_.angle(i);
        now.grains[i].velocity = simulation_.velocity(i);
        now.grains[i].spin = simulation_.spin(i);
    }
    return now;
}

Heap settled(const Heap& heap, std::size_t most_steps) {
    // Runs that begin without friction springs do not become slower than this. At the speed of the
    // fastest grain it takes thousands of steps to cross a skin.
    const Heap pressed = relaxed(heap, 4.0 * upright, {0.2, 2.0}, most_steps);
    return relaxed(pressed, upright, {0.04, 0.4}, most_steps);
}

Heap tiled(const Heap& heap, std::size_t copies) {
    Heap wide = heap;
    wide.grains.clear();
    wide.width = heap.width * static_cast<double>(copies);
    for (std::size_t copy = 0; copy < copies; ++copy) {
        for (NewGrain grain : heap.grains) {
            grain.position.x += heap.width * static_cast<double>(copy);
            wide.grains.push_back(grain);
        }
    }
    return wide;
}

}  // namespace scree::bench
