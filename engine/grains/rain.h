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
    std::uint64_t batches = 0;   ///< those that were due so far
    Generator::State generator{};
};

/// A group of grains that drop one after the other (PlaceRain). The run asks after each step:
///
///     if (rain.due(simulation.time()))
///         for (const NewGrain& grain : rain.release(simulation.time(), walls, grains))
///             simulation.add_grain(grain);
///
/// Each grain starts at a random place in the range, in a random orientation, the height `y` above
/// the surface there, which is that of walls and of grains that rest on them. Where grains that are
/// still in flight are in its way, it starts above them; so the rate is kept, until the range is
/// full up to the top. Then grains wait. They come in batches of a few, because every batch costs a
/// new search for pairs. If there are several rains, each must be given the grains that the ones
/// before it have released.
class Rain {
public:
    /// `domain` is the height of the domain: no grain starts above it, and where there is no wall
    /// its bottom is the surface. The time step `dt` (s) says how seldom batches must come. Throws
    /// std::invalid_argument with the first of find_errors, or when the range is too narrow for the
    /// largest grain. A domain must not be periodic in y; if it is periodic in x, the range must
    /// lie within it.
    Rain(const GrainGroup& group, std::uint64_t seed, const Interval& domain, double dt,
         const Period& period = {});

    /// Whether a batch is due. This is cheap enough to ask in every step.
    bool due(double time) const;

    /// Returns the grains to add now. They depend on nothing but the state, the time and the poses.
    /// The walls and grains are given as they are now, in the order of their ids.
    std::vector<NewGrain> release(double time, std::span<const PlacedShape> walls,
                                  std::span<const PlacedShape> grains);

    std::size_t count() const { return grains_.size(); }
    bool finished() const { return released_ == grains_.size(); }
    /// The number of grains that should have come by now, but found no room.
    std::size_t waiting() const;
    /// All grains in their order, also those that were released already. They have no places; they
    /// are meant for the choice of the time step.
    std::span<const NewGrain> grains() const { return grains_; }

    RainState state() const { return {released_, batches_, generator_.state()}; }
    /// Throws std::invalid_argument if the state cannot belong to this rain.
    void restore(const RainState& state);

private:
    /// The number of grains that should have come after this many batches.
    std::uint64_t due_after(std::uint64_t batches) const;
    void check_period() const;
    bool find_room(NewGrain& grain, const Surface& surface, const ShapeIndex& index);

    PlaceRain place_;
    Interval domain_;
    Period period_;
    std::vector<NewGrain> grains_;
    double batch_ = 1.0;       ///< grains in a batch: not a whole number, so that the rate is kept
    std::size_t columns_ = 1;  ///< the number of columns of the surface
    std::uint64_t released_ = 0;
    std::uint64_t batches_ = 0;
    Generator generator_;
};

}  // namespace scree::engine
