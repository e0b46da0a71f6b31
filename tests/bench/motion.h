#pragma once

#include <cstddef>
#include <vector>

#include "geometry/convex_polygon.h"
#include "geometry/proximity.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

/// Pairs of shapes in coherent motion, as a simulation sees them: every library is timed on these.
///
/// There are many pairs, so that no branch predictor learns a single one, and each moves by a small
/// share of its gap or depth from step to step. The poses are made beforehand, so that the timed
/// code only loads them.
namespace scree::bench {

inline constexpr std::size_t pair_count = 256;
/// The number of steps after which the motion begins again, without a jump.
inline constexpr std::size_t step_count = 64;

struct alignas(64) PosePair {
    geometry::Transform a;
    geometry::Transform b;
};

template <class A, class B>
struct Pairs {
    std::vector<A> a;
    std::vector<B> b;
    std::vector<double> separation;  ///< at rest: a gap, or minus the depth
    /// The poses of every pair at step 0, then at step 1, and so on.
    std::vector<PosePair> poses;

    const PosePair& at(std::size_t step, std::size_t pair) const {
        return poses[step * pair_count + pair];
    }
};

using PolygonPairs = Pairs<geometry::ConvexPolygon, geometry::ConvexPolygon>;
using DiscPolygonPairs = Pairs<geometry::ConvexPolygon, geometry::Disc>;
using DiscPairs = Pairs<geometry::Disc, geometry::Disc>;

enum class State {
    apart,       ///< gaps of 1 to 5 % of the diameter
    overlapping  ///< depths of 0.1 % of the diameter
};

/// Pairs of grains about 2 wide, near the origin. They are made once and kept.
const PolygonPairs& polygon_pairs(State state, std::size_t corners);
const DiscPolygonPairs& disc_polygon_pairs(State state, std::size_t corners);
const DiscPairs& disc_pairs(State state);

/// Pairs of grains with 6 to 8 corners that roll on each other: 70 % overlap, by 1e-4 to 1e-2 of
/// the diameter, and the features of a pair change about once in 100 steps.
const PolygonPairs& heap_pairs();

/// The answer of a query without a warm start.
geometry::Proximity cold_answer(const PolygonPairs& pairs, std::size_t step, std::size_t pair);

}  // namespace scree::bench
