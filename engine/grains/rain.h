#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/generator.h"
#include "engine/grains/group.h"
#include "engine/grains/shape_index.h"
#include "engine/grains/surface.h"

namespace scree::engine {

/// What a rain must remember to go on to the same bits: plain numbers for a checkpoint. Shapes and
/// sizes come from the group and the seed again.
struct RainState {
    std::uint64_t released = 0;  ///< grains
    std::uint64_t batches = 0;   ///< that were due so far
    Generator::State generator{};
};

/// A group of grains that drop one after the other (PlaceRain). The run asks after each step:
///
///     if (rain.due(simulation.time()))
///         for (const NewGrain& grain : rain.release(simulation.time(), walls, grains))
///             simulation.add_grain(grain);
///
/// Each grain starts at a random place in the range, in a random orientation, the height `y` above
/// the surface there: that of walls and of grains that rest on them. Where grains that are still
/// in flight are in its way, it starts above them; so the rate is kept, until the range is full up
/// to the top. Then grains wait. They come in batches of a few, because every batch costs a new
/// search for pairs. Of several rains each must see the grains of the one before.
class Rain {
public:
    /// `domain` is the height of the domain: no grain starts above it, and where there is no wall
    /// its bottom is the surface. The time step `dt` (s) says how seldom batches must come. Throws
    /// std::invalid_argument with the first of find_errors, or when the range is too narrow for the
    /// largest grain. Not for domains that are periodic in y, and the range must lie within one
    /// that is periodic in x.
    Rain(const GrainGroup& group, std::uint64_t seed, const Interval& domain, double dt,
         const Period& period = {});

    /// Cheap: ask in every step.
    bool due(double time) const;

    /// The grains to add now. Depends on the state, the time and the poses alone. Walls and grains:
    /// as they are now, in the order of their ids.
    std::vector<NewGrain> release(double time, std::span<const PlacedShape> walls,
                                  std::span<const PlacedShape> grains);

    std::size_t count() const { return grains_.size(); }
    bool finished() const { return released_ == grains_.size(); }
    /// Grains that should have come by now, and found no room.
    std::size_t waiting() const;
    /// All grains in their order, those that are out too; not placed. For the time step.
    std::span<const NewGrain> grains() const { return grains_; }

    RainState state() const { return {released_, batches_, generator_.state()}; }
    /// Throws std::invalid_argument for a state that is none of this rain's.
    void restore(const RainState& state);

private:
    /// Grains that should have come after this many batches.
    std::uint64_t due_after(std::uint64_t batches) const;
    void check_period() const;
    bool find_room(NewGrain& grain, const Surface& surface, const ShapeIndex& index);

    PlaceRain place_;
    Interval domain_;
    Period period_;
    std::vector<NewGrain> grains_;
    double batch_ = 1.0;       ///< grains: not a whole number, so that the rate is kept
    std::size_t columns_ = 1;  ///< of the surface
    std::uint64_t released_ = 0;
    std::uint64_t batches_ = 0;
    Generator generator_;
};

}  // namespace scree::engine
