#include "geometry/feature_ring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/support.h"
#include "geometry/voronoi.h"
#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using tests::Random;

static_assert(sizeof(Feature) == 2);
static_assert(sizeof(Corner) == 32);
static_assert(Feature() == Feature::vertex(0));

TEST(Feature, IsAVertexOrAnEdgeWithANumber) {
    for (const std::uint32_t i : {0u, 1u, 999u, most_corners - 1}) {
        EXPECT_TRUE(Feature::vertex(i).is_vertex());
        EXPECT_FALSE(Feature::vertex(i).is_edge());
        EXPECT_EQ(Feature::vertex(i).index(), i);
        EXPECT_EQ(Feature::vertex(i).place(), 2 * i);
        EXPECT_TRUE(Feature::edge(i).is_edge());
        EXPECT_FALSE(Feature::edge(i).is_vertex());
        EXPECT_EQ(Feature::edge(i).index(), i);
        EXPECT_EQ(Feature::edge(i).place(), 2 * i + 1);
        EXPECT_NE(Feature::vertex(i), Feature::edge(i));
    }
}

TEST(FeatureRing, VerticesAndEdgesTakeTurns) {
    for (const std::uint32_t n : {3u, 4u, 7u, 1000u}) {
        const ConvexPolygon polygon = tests::regular_polygon(n);
        const FeatureRing ring = polygon.ring();
        Feature feature = Feature::vertex(0);
        for (std::uint32_t place = 0; place < 2 * n; ++place) {
            EXPECT_EQ(feature.place(), place);
            EXPECT_EQ(ring.previous(ring.next(feature)), feature);
            EXPECT_EQ(ring.next(ring.previous(feature)), feature);
            feature = ring.next(feature);
        }
        EXPECT_EQ(feature, Feature::vertex(0));
        EXPECT_EQ(ring.previous(Feature::vertex(0)), Feature::edge(n - 1));
    }
}

TEST(FeatureRing, EdgesRunFromTheirVertexToTheNext) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 1.0);
    const FeatureRing ring = polygon.ring();
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        const Vec2 edge = ring.vertex(ring.next(i)) - ring.vertex(i);
        EXPECT_EQ(edge, length(edge) * ring.direction(i));
        EXPECT_EQ(ring.next(Feature::vertex(i)), Feature::edge(i));
        EXPECT_EQ(ring.next(Feature::edge(i)), Feature::vertex(ring.next(i)));
    }
}

TEST(FeatureRing, StepsCountCounterClockwise) {
    const ConvexPolygon polygon = tests::regular_polygon(5);
    const FeatureRing ring = polygon.ring();
    for (std::uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(ring.next(ring.previous(i)), i);
        std::uint32_t j = i;
        for (std::uint32_t count = 0; count < 5; ++count) {
            EXPECT_EQ(ring.steps(i, j), count);
            j = ring.next(j);
        }
    }
}

/// The closest feature by looking at all of them.
Feature closest_feature(const FeatureRing& ring, Vec2 p) {
    Feature closest;
    double smallest = std::numeric_limits<double>::infinity();
    const auto offer = [&](Feature feature, double distance) {
        if (distance >= smallest) return;
        smallest = distance;
        closest = feature;
    };
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        offer(Feature::vertex(i), length(p - ring.vertex(i)));
        const Vec2 edge = ring.vertex(ring.next(i)) - ring.vertex(i);
        const double share = dot(p - ring.vertex(i), edge) / dot(edge, edge);
        if (share > 0.0 && share < 1.0)
            offer(Feature::edge(i), length(p - ring.vertex(i) - share * edge));
    }
    return closest;
}

bool in_region(const FeatureRing& ring, Feature feature, Vec2 p) {
    const std::uint32_t i = feature.index();
    if (feature.is_vertex()) return beyond_vertex_region(ring, i, p) == Beyond::neither;
    return height(ring, i, p) > 0.0 && beyond_edge_region(ring, i, p) == Beyond::neither;
}

bool is_outside(const FeatureRing& ring, Vec2 p) {
    for (std::uint32_t i = 0; i < ring.size(); ++i)
        if (height(ring, i, p) > 1e-9) return true;
    return false;
}

/// How close p is to a ray between two regions, as a length.
double distance_from_rays(const FeatureRing& ring, Vec2 p) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < ring.size(); ++i)
        for (const std::uint32_t edge : {i, ring.previous(i)})
            smallest = std::min(smallest, std::abs(dot(p - ring.vertex(i), ring.direction(edge))));
    return smallest;
}

TEST(VoronoiRegions, EachPointOutsideIsInThatOfTheClosestFeatureAndInNoOther) {
    Random random(1);
    std::size_t vertices = 0;
    std::size_t edges = 0;
    for (std::size_t round = 0; round < tests::rounds(20'000); ++round) {
        const ConvexPolygon polygon = random.chance(0.8)
                                          ? tests::any_polygon(random)
                                          : tests::sliver(random, random.log_uniform(1.0, 1e3));
        const FeatureRing ring = polygon.ring();
        const double reach = random.log_uniform(1.0, 100.0);
        const Vec2 p{random.uniform(-reach, reach), random.uniform(-reach, reach)};
        if (!is_outside(ring, p) || distance_from_rays(ring, p) < 1e-12 * reach) continue;
        const Feature closest = closest_feature(ring, p);
        for (std::uint32_t i = 0; i < ring.size(); ++i) {
            EXPECT_EQ(in_region(ring, Feature::vertex(i), p), closest == Feature::vertex(i));
            EXPECT_EQ(in_region(ring, Feature::edge(i), p), closest == Feature::edge(i));
        }
        (closest.is_vertex() ? vertices : edges) += 1;
    }
    // Neither kind may be a rarity.
    EXPECT_GT(vertices, tests::rounds(20'000) / 10);
    EXPECT_GT(edges, tests::rounds(20'000) / 10);
}

TEST(VoronoiRegions, BeyondNamesTheSideThatThePointIsOn) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 2.0);
    const FeatureRing ring = polygon.ring();
    // Vertex 0 is (-1, -1), edge 0 the lower one.
    EXPECT_EQ(beyond_vertex_region(ring, 0, {0.0, -2.0}), Beyond::next);
    EXPECT_EQ(beyond_vertex_region(ring, 0, {-2.0, 0.0}), Beyond::previous);
    EXPECT_EQ(beyond_vertex_region(ring, 0, {-2.0, -2.0}), Beyond::neither);
    EXPECT_EQ(beyond_edge_region(ring, 0, {-2.0, -2.0}), Beyond::previous);
    EXPECT_EQ(beyond_edge_region(ring, 0, {2.0, -2.0}), Beyond::next);
    EXPECT_EQ(beyond_edge_region(ring, 0, {0.5, -2.0}), Beyond::neither);
}

TEST(VoronoiRegions, ARayBelongsToBothSides) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 2.0);
    const FeatureRing ring = polygon.ring();
    for (const double distance : {1e-9, 1.0, 1e9}) {
        const Vec2 below{-1.0, -1.0 - distance};
        EXPECT_EQ(beyond_vertex_region(ring, 0, below), Beyond::neither);
        EXPECT_EQ(beyond_edge_region(ring, 0, below), Beyond::neither);
        const Vec2 left{-1.0 - distance, -1.0};
        EXPECT_EQ(beyond_vertex_region(ring, 0, left), Beyond::neither);
        EXPECT_EQ(beyond_edge_region(ring, 3, left), Beyond::neither);
    }
}

TEST(VoronoiRegions, OneStepOfADoubleBesideTheRayIsOnOneSideOnly) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 2.0);
    const FeatureRing ring = polygon.ring();
    const double right_of_it = std::nextafter(-1.0, 0.0);
    const double left_of_it = std::nextafter(-1.0, -2.0);
    EXPECT_EQ(beyond_vertex_region(ring, 0, {right_of_it, -3.0}), Beyond::next);
    EXPECT_EQ(beyond_edge_region(ring, 0, {right_of_it, -3.0}), Beyond::neither);
    EXPECT_EQ(beyond_vertex_region(ring, 0, {left_of_it, -3.0}), Beyond::neither);
    EXPECT_EQ(beyond_edge_region(ring, 0, {left_of_it, -3.0}), Beyond::previous);
}

TEST(VoronoiRegions, HeightIsTheSignedDistanceFromTheLine) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 2.0);
    EXPECT_EQ(height(polygon.ring(), 0, {17.0, -3.0}), 2.0);
    EXPECT_EQ(height(polygon.ring(), 0, {0.0, 0.0}), -1.0);
    EXPECT_EQ(height(polygon.ring(), 1, {1.0, 5.0}), 0.0);
}

TEST(NormalCone, HoldsTheDirectionsInWhichNoOtherVertexIsFurther) {
    Random random(2);
    for (std::size_t round = 0; round < tests::rounds(20'000); ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random);
        const FeatureRing ring = polygon.ring();
        const auto [sine, cosine] = sine_cosine(random.angle());
        const Vec2 direction{cosine, sine};
        std::uint32_t top = 0;
        for (std::uint32_t i = 1; i < ring.size(); ++i)
            if (dot(ring.vertex(i), direction) > dot(ring.vertex(top), direction)) top = i;
        EXPECT_EQ(beyond_normal_cone(ring, top, direction), Beyond::neither);
        int holders = 0;
        for (std::uint32_t i = 0; i < ring.size(); ++i)
            if (beyond_normal_cone(ring, i, direction) == Beyond::neither) ++holders;
        EXPECT_EQ(holders, 1);
    }
}

TEST(NormalCone, ANormalIsInTheConesOfBothEndsOfItsEdge) {
    Random random(3);
    for (int round = 0; round < 500; ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random);
        const FeatureRing ring = polygon.ring();
        for (std::uint32_t i = 0; i < ring.size(); ++i) {
            EXPECT_EQ(beyond_normal_cone(ring, i, ring.normal(i)), Beyond::neither);
            EXPECT_EQ(beyond_normal_cone(ring, ring.next(i), ring.normal(i)), Beyond::neither);
        }
    }
}

TEST(NormalCone, BeyondLeadsUphill) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 2.0);
    EXPECT_EQ(beyond_normal_cone(polygon.ring(), 0, {0.6, -0.8}), Beyond::next);
    EXPECT_EQ(beyond_normal_cone(polygon.ring(), 0, {-0.8, 0.6}), Beyond::previous);
}

TEST(Climb, FindsTheTopFromEveryStart) {
    Random random(4);
    for (std::size_t round = 0; round < tests::rounds(2000); ++round) {
        const ConvexPolygon polygon = random.chance(0.8)
                                          ? tests::any_polygon(random)
                                          : tests::sliver(random, random.log_uniform(1.0, 1e6));
        const FeatureRing ring = polygon.ring();
        // Among them the normals themselves, along which two vertices are level.
        const Vec2 direction = random.chance(0.5)
                                   ? ring.normal(random.below(ring.size()))
                                   : rotate(Rotation::by(random.angle()), {1.0, 0.0});
        double top = -std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < ring.size(); ++i)
            top = std::max(top, dot(ring.vertex(i), direction));
        for (std::uint32_t start = 0; start < ring.size(); ++start)
            EXPECT_EQ(dot(ring.vertex(climb(ring, start, direction)), direction), top);
    }
}

}  // namespace
}  // namespace scree::geometry
