// Boost 1.74 includes headers that it has deprecated itself, and says so at each compilation.
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/geometry/algorithms/area.hpp>
#include <boost/geometry/algorithms/centroid.hpp>
#include <boost/geometry/algorithms/distance.hpp>
#include <boost/geometry/algorithms/intersection.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <cmath>
#include <deque>
#include <string>
#include <variant>

#include "geometry/proximity.h"
#include "tests/geometry/random_shapes.h"

// The second oracle, by other authors. Boost.Geometry computes in double and in the coordinates of
// the world, so it is asked near the origin, and for overlaps no thinner than 1e-4 of the size.
namespace scree::tests {
namespace {

namespace bg = boost::geometry;
using BoostPoint = bg::model::d2::point_xy<double>;
// Counter-clockwise and open, like ours.
using BoostPolygon = bg::model::polygon<BoostPoint, false, false>;

using geometry::Apart;
using geometry::ConvexPolygon;
using geometry::Overlap;
using geometry::Transform;
using geometry::Vec2;

BoostPolygon to_boost(const ConvexPolygon& polygon, const Transform& pose) {
    BoostPolygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 v = apply(pose, polygon.vertex(i));
        result.outer().emplace_back(v.x, v.y);
    }
    return result;
}

struct BoostOverlap {
    double area = 0.0;
    Vec2 centroid;
};

BoostOverlap boost_overlap(const BoostPolygon& a, const BoostPolygon& b) {
    std::deque<BoostPolygon> pieces;
    bg::intersection(a, b, pieces);
    BoostOverlap result;
    for (const BoostPolygon& piece : pieces) {
        const double area = bg::area(piece);
        BoostPoint centroid(0.0, 0.0);
        bg::centroid(piece, centroid);
        result.area += area;
        result.centroid += area * Vec2{centroid.x(), centroid.y()};
    }
    if (result.area > 0.0) result.centroid = result.centroid / result.area;
    return result;
}

constexpr double least_depth = 1e-4;

/// Depths and gaps from 1e-4 to 0.1 of the size.
PairWish near_wish(Random& random, double size) {
    PairWish wish = random_wish(random, size);
    const double depth = size * random.log_uniform(least_depth, 0.1);
    wish.depth = std::copysign(depth, wish.depth);
    wish.spread = 0.1 * size;
    return wish;
}

TEST(BoostOracle, RandomPairsAgreeWithBoostGeometry) {
    const std::size_t count = rounds(20'000);
    std::size_t overlaps = 0;
    for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const ConvexPolygon a = any_polygon(random);
        const ConvexPolygon b = any_polygon(random);
        const double diameter = std::max(a.diameter(), b.diameter());
        const PosedPair poses = pose_pair_at_depth(
            random, a, b, near_wish(random, std::min(a.diameter(), b.diameter())));
        const BoostPolygon boost_a = to_boost(a, poses.a);
        const BoostPolygon boost_b = to_boost(b, poses.b);
        geometry::PairMemory memory;
        geometry::QueryCounts counts;
        const auto answer = proximity(a.ring(), poses.a, b.ring(), poses.b, memory, counts);
        if (const Apart* apart = std::get_if<Apart>(&answer)) {
            // Grazing corners may be far less deep than the wish; then there is no area to speak
            // of.
            EXPECT_LE(boost_overlap(boost_a, boost_b).area, 1e-14 * diameter * diameter);
            EXPECT_NEAR(apart->distance, bg::distance(boost_a, boost_b), 1e-12 * diameter);
            continue;
        }
        ++overlaps;
        const Overlap& overlap = std::get<Overlap>(answer);
        const BoostOverlap expected = boost_overlap(boost_a, boost_b);
        EXPECT_EQ(bg::distance(boost_a, boost_b), 0.0);
        EXPECT_NEAR(overlap.area, expected.area,
                    1e-9 * expected.area + 1e-14 * diameter * diameter);
        // Roundings of 1e-15 on both sides, larger by diameter / depth as the overlap is thin. The
        // depth is estimated from below: the area over the diameter.
        const double depth = overlap.area / diameter;
        const Vec2 centroid = overlap.centroid + poses.a.position;
        EXPECT_LE(length(centroid - expected.centroid),
                  1e-14 * diameter * std::max(1.0, diameter / depth));
    }
    EXPECT_GE(overlaps, count * 3 / 10);
    EXPECT_LE(overlaps, count * 7 / 10);
}

}  // namespace
}  // namespace scree::tests
