#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "geometry/proximity.h"
#include "tests/geometry/oracle.h"
#include "tests/geometry/random_shapes.h"

// The identities that make the elastic force conservative (docs/physics.md, Contact geometry):
// dA/dx_B = -b n and dA/dtheta_B = -b (M - x_B) x n, by central differences of the kernel's area.
namespace scree::tests {
namespace {

using geometry::ConvexPolygon;
using geometry::Disc;
using geometry::Overlap;
using geometry::Proximity;
using geometry::Rotation;
using geometry::Shape;
using geometry::Transform;
using geometry::Vec2;

struct Scene {
    Shape a;
    Shape b;
    Transform pose_a;
    Vec2 position_b;
    double angle_b = 0.0;

    Vec2 offset() const { return position_b - pose_a.position; }
    Transform pose_b(Vec2 move = {}, double turn = 0.0) const {
        return {position_b + move, Rotation::by(angle_b + turn)};
    }
    Proximity query(Vec2 move = {}, double turn = 0.0) const {
        geometry::PairMemory memory;
        geometry::QueryCounts counts;
        return proximity(a, pose_a, b, pose_b(move, turn), memory, counts);
    }
    double area(Vec2 move, double turn) const {
        const Proximity answer = query(move, turn);
        const Overlap* overlap = std::get_if<Overlap>(&answer);
        return overlap != nullptr ? overlap->area : 0.0;
    }
};

/// Shapes are of size 1. The area is right to some 1e-16 of the chord, so a difference over 1e-6
/// is right to some 1e-10 of it; the third derivatives that it leaves out count as the square of
/// the step over that of the depth.
constexpr double step = 1e-6;
constexpr double tolerance = 1e-6;

struct Derivative {
    Vec2 by_position;
    double by_angle = 0.0;
};

Derivative derivative_of_area(const Scene& scene) {
    const auto difference = [&](Vec2 move, double turn) {
        return (scene.area(move, turn) - scene.area(-move, -turn)) / (2.0 * step);
    };
    return {{difference({step, 0.0}, 0.0), difference({0.0, step}, 0.0)}, difference({}, step)};
}

/// How far the identities are off, relative to the chord (and a lever of 1).
struct Violation {
    double by_position = 0.0;
    double by_angle = 0.0;
};

Violation violation(const Scene& scene, const Derivative& derivative, double chord, Vec2 normal,
                    Vec2 midpoint) {
    const double torque = -chord * cross(midpoint - scene.offset(), normal);
    return {length(derivative.by_position + chord * normal) / chord,
            std::abs(derivative.by_angle - torque) / chord};
}

Violation violation(const Scene& scene, const Derivative& derivative, const Overlap& overlap) {
    return violation(scene, derivative, overlap.chord, overlap.normal, overlap.midpoint);
}

/// Which edges bound the common area, in whatever order.
std::vector<std::pair<bool, std::uint32_t>> bounding_edges(const OverlapTruth& truth) {
    std::vector<std::pair<bool, std::uint32_t>> edges;
    for (const OverlapEdge& edge : truth.outline) edges.emplace_back(edge.of_b, edge.index);
    std::sort(edges.begin(), edges.end());
    return edges;
}

/// The truth about two polygons, unless a difference over a step would not be a derivative: where
/// the step takes a vertex across an edge (the second derivative of the area jumps there), or edges
/// cross at so small an angle that the step moves the crossing point far.
std::optional<OverlapTruth> smooth_truth(const Scene& scene) {
    const auto truth_at = [&](Vec2 move, double turn) {
        return find_truth(std::get<ConvexPolygon>(scene.a), scene.pose_a,
                          std::get<ConvexPolygon>(scene.b), scene.pose_b(move, turn))
            .common;
    };
    const OverlapTruth truth = truth_at({}, 0.0);
    if (!(truth.amplification < 100.0)) return std::nullopt;
    for (const double sign : {-1.0, 1.0})
        for (const auto& [move, turn] : {std::pair{Vec2{step, 0.0}, 0.0},
                                         std::pair{Vec2{0.0, step}, 0.0}, std::pair{Vec2{}, step}})
            if (bounding_edges(truth_at(sign * move, sign * turn)) != bounding_edges(truth))
                return std::nullopt;
    return truth;
}

Scene scene_of(const Shape& a, const Shape& b, const Transform& pose_a, const Transform& pose_b) {
    const double angle = std::atan2(pose_b.rotation.s, pose_b.rotation.c);
    return {a, b, pose_a, pose_b.position, angle};
}

/// Overlaps with depths between 1e-3 and 0.1.
Scene polygon_scene(Random& random) {
    const ConvexPolygon a = any_polygon(random, 32);
    const ConvexPolygon b = any_polygon(random, 32);
    const PairWish wish{random.log_uniform(1e-3, 0.1), random.chance(0.3), 1.0};
    const PosedPair poses = pose_pair_at_depth(random, a, b, wish);
    return scene_of(a, b, poses.a, poses.b);
}

/// Long shapes across each other.
Scene cross_scene(Random& random) {
    const auto long_polygon = [&] {
        return random.chance(0.5) ? sliver(random, random.uniform(3.0, 10.0))
                                  : irregular_polygon(random, random.between(4, 12), 10.0);
    };
    const ConvexPolygon a = random.chance(0.3) ? rectangle(2.0, 0.2) : long_polygon();
    const ConvexPolygon b = long_polygon();
    const Transform pose_a = random_pose(random, 1.0);
    Transform pose_b = random_pose(random, 0.5);
    pose_b.position += pose_a.position;
    return scene_of(a, b, pose_a, pose_b);
}

struct Tally {
    std::size_t tested = 0;
    std::size_t rough = 0;              ///< left out: not smooth over a step
    std::size_t centroid_rejected = 0;  ///< by the second identity, in place of the midpoint
};

Tally test_polygons(std::uint64_t seed, std::size_t count, Scene (*make)(Random&),
                    std::uint32_t least_crossings) {
    Tally tally;
    for (std::uint64_t i = 0; tally.tested < count && i < 100 * count; ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed + i));
        Random random(seed + i);
        const Scene scene = make(random);
        const Proximity answer = scene.query();
        const Overlap* overlap = std::get_if<Overlap>(&answer);
        if (overlap == nullptr || overlap->swallowed || overlap->chord < 1e-2) continue;
        const std::optional<OverlapTruth> truth = smooth_truth(scene);
        if (!truth) {
            ++tally.rough;
            continue;
        }
        if (truth->crossings < least_crossings) continue;
        ++tally.tested;
        const Derivative derivative = derivative_of_area(scene);
        const Violation right = violation(scene, derivative, *overlap);
        EXPECT_LE(right.by_position, tolerance);
        EXPECT_LE(right.by_angle, tolerance);
        Overlap wrong = *overlap;
        wrong.midpoint = wrong.centroid;
        if (violation(scene, derivative, wrong).by_angle > tolerance) ++tally.centroid_rejected;
        // These are wrong for every contact.
        wrong = *overlap;
        wrong.normal = -wrong.normal;
        EXPECT_GT(violation(scene, derivative, wrong).by_position, tolerance);
        wrong = *overlap;
        wrong.chord *= 1.0 + 1e-5;
        EXPECT_GT(violation(scene, derivative, wrong).by_position, tolerance);
        if (testing::Test::HasFailure()) break;
    }
    return tally;
}

TEST(Identities, HoldForPolygons) {
    const Tally tally = test_polygons(1, rounds(3000), polygon_scene, 2);
    EXPECT_EQ(tally.tested, rounds(3000));
    EXPECT_LE(tally.rough, tally.tested / 10);
    // The centroid lies on the same line as the midpoint only in a symmetric overlap, and few are
    // symmetric.
    EXPECT_GE(tally.centroid_rejected, tally.tested * 9 / 10);
}

TEST(Identities, HoldForPolygonsThatCrossFourTimes) {
    const Tally tally = test_polygons(1'000'000, rounds(1000), cross_scene, 4);
    EXPECT_EQ(tally.tested, rounds(1000));
    EXPECT_GE(tally.centroid_rejected, tally.tested * 9 / 10);
}

TEST(Identities, HoldForTwoDiscs) {
    for (std::uint64_t seed = 0; seed < rounds(1000) && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Disc a(random.uniform(0.5, 1.5));
        const Disc b(random.uniform(0.5, 1.5));
        const Transform pose_a = random_pose(random, 1.0);
        const double depth = random.log_uniform(2e-3, 0.5);
        const Vec2 out = rotate(Rotation::by(random.angle()), {1.0, 0.0});
        const Vec2 position_b = pose_a.position + (a.radius() + b.radius() - depth) * out;
        const Scene scene{a, b, pose_a, position_b, random.angle()};
        const Overlap overlap = std::get<Overlap>(scene.query());
        const Derivative derivative = derivative_of_area(scene);
        const Violation right = violation(scene, derivative, overlap);
        EXPECT_LE(right.by_position, tolerance);
        EXPECT_LE(right.by_angle, tolerance);
        Overlap wrong = overlap;
        wrong.chord *= 1.0 + 1e-5;
        EXPECT_GT(violation(scene, derivative, wrong).by_position, tolerance);
    }
}

/// A disc at the given depth in a polygon, or a little out of its corners' reach.
Scene disc_and_polygon(Random& random, bool disc_first) {
    const ConvexPolygon polygon = any_polygon(random, 16);
    const Disc disc(random.log_uniform(0.3, 3.0));
    // Nearly the disc, for finding out where they touch.
    const ConvexPolygon stand_in = regular_polygon(200, disc.radius());
    const PosedPair poses =
        pose_pair_at_depth(random, polygon, stand_in, {random.log_uniform(1e-2, 0.1), false, 1.0});
    return disc_first ? scene_of(disc, polygon, poses.b, poses.a)
                      : scene_of(polygon, disc, poses.a, poses.b);
}

void test_disc_and_polygon(bool disc_first) {
    std::size_t tested = 0;
    std::size_t centroid_rejected = 0;
    for (std::uint64_t seed = 0; seed < rounds(2000) && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Scene scene = disc_and_polygon(random, disc_first);
        const Overlap overlap = std::get<Overlap>(scene.query());
        if (overlap.swallowed || overlap.chord < 1e-2) continue;
        ++tested;
        const Derivative derivative = derivative_of_area(scene);
        const Violation right = violation(scene, derivative, overlap);
        EXPECT_LE(right.by_position, tolerance);
        EXPECT_LE(right.by_angle, tolerance);
        Overlap wrong = overlap;
        wrong.midpoint = wrong.centroid;
        if (violation(scene, derivative, wrong).by_angle > tolerance) ++centroid_rejected;
        wrong = overlap;
        wrong.chord *= 1.0 + 1e-5;
        EXPECT_GT(violation(scene, derivative, wrong).by_position, tolerance);
    }
    EXPECT_GE(tested, rounds(2000) * 9 / 10);
    // On a flat face the overlap with a disc is symmetric, so only corners tell them apart.
    EXPECT_GE(centroid_rejected, tested / 10);
}

TEST(Identities, HoldForAPolygonAndADisc) { test_disc_and_polygon(false); }

TEST(Identities, HoldForADiscAndAPolygon) { test_disc_and_polygon(true); }

}  // namespace
}  // namespace scree::tests
