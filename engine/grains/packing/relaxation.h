#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/grains/packing/neighbour_lists.h"
#include "engine/grains/packing/pack.h"
#include "engine/grains/packing/pushes.h"
#include "engine/grains/packing/state.h"

namespace scree::engine {

/// The overlaps of a whole packing.
struct OverlapsOfAll {
    double mean = 0.0;  ///< of depths over diameters, a grain
    double largest = 0.0;
};

/// A way to make overlaps less.
class Relaxation {
public:
    virtual ~Relaxation() = default;
    /// Moves all grains once; the lists are good before. Returns the overlaps that it met.
    virtual OverlapsOfAll iterate(PackState& state, NeighbourLists& lists, Workers& workers) = 0;
    /// Whether a grain may have moved by its skin, so that the lists must be made again.
    virtual bool has_left_lists() const = 0;
    /// Is told of lists that were made again.
    virtual void begin_with(const NeighbourLists& /*lists*/, const PackState& /*state*/) {}
};

std::unique_ptr<Relaxation> make_rearrangement();
std::unique_ptr<Relaxation> make_fire(const PackState& state);

/// Adds up what grains have met, in blocks of fixed size.
OverlapsOfAll overlaps_of_all(const std::vector<OverlapSum>& grains);

/// What a grain may do at most in one iteration, m.
inline double longest_move(const PackState& state, std::size_t grain) {
    return state.is_disc(grain) ? state.circles[grain].radius : 0.5 * state.bodies[grain].inradius;
}

}  // namespace scree::engine
