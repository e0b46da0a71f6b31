#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/dynamics/simulation.h"

/// Heaps of irregular grains in a box, for the benchmark of the engine.
namespace scree::bench {

/// Grains as they lie or move in a box that is open at the top, which every run begins with. Grains
/// are about a metre wide and weigh about half a kilogram.
struct Heap {
    std::vector<engine::NewGrain> grains;
    double width = 0.0;  ///< of the box, whose lower left corner is the origin
    double dt = 0.0;     ///< s, the largest time step that the contacts of these grains allow
};

/// The range of the number of corners of the grains of a heap.
struct Corners {
    int fewest = 6;
    int most = 8;
};

inline constexpr geometry::Vec2 upright{0.0, -9.81};
/// Gravity turned by 30 degrees, as in a box that stands on its lower right corner.
inline constexpr geometry::Vec2 tilted{9.81 * 0.5, -9.81 * 0.8660254037844386};

/// Everything is of this material: a grain of area 1 weighs 1 kg.
const engine::Material& material();
std::vector<engine::Wall> walls_of(double width);

/// A heap of grains that are laid as discs would be, about twice as wide as high, so that it
/// settles soon.
Heap laid_heap(std::size_t count, Corners corners);

/// A run that begins with the heap. `gravity` is for the whole run.
class Run {
public:
    Run(const Heap& heap, geometry::Vec2 gravity, std::uint32_t threads);

    engine::Simulation& simulation() { return simulation_; }
    void advance(std::size_t steps);
    double mean_speed() const;
    double fastest() const;
    /// The heap as it lies now.
    Heap heap() const;

private:
    Heap start_;
    engine::Simulation simulation_;
};

/// The heap after it has come to rest, pressed by a greater gravity at first so that it takes less
/// time; each of the two gravities acts for `most_steps` at most. Prints its progress on stderr.
Heap settled(const Heap& heap, std::size_t most_steps);

/// A heap made of copies side by side in one wide box.
Heap tiled(const Heap& heap, std::size_t copies);

/// A run of the same heap with Box2D, in single precision, which is its default: the same outlines,
/// masses and friction, no restitution, no sleep. It is there only where Box2D is installed.
class Box2dRun {
public:
    Box2dRun(const Heap& heap, geometry::Vec2 gravity, double dt);
    ~Box2dRun();
    Box2dRun(const Box2dRun&) = delete;
    Box2dRun& operator=(const Box2dRun&) = delete;

    void advance(std::size_t steps);
    double mean_speed() const;
    double pairs_per_grain() const;

private:
    struct World;
    std::unique_ptr<World> world_;
    double dt_;
};

}  // namespace scree::bench
