// Discs and polygons in positions that are not generic.

#include <gtest/gtest.h>

#include "tests/geometry/degenerate_cases.h"

namespace scree::geometry {
namespace {

using namespace degenerate;

struct DiscCase {
    ConvexPolygon polygon;
    Disc disc;
    Vec2 position;
};

bool check(const DiscCase& pair) {
    if (::testing::Test::HasFailure()) return false;
    const auto query = [&](Feature start) {
        PairMemory memory;
        memory.kind = PairMemory::Kind::closest;
        memory.a = start;
        QueryCounts counts;
        return proximity(pair.polygon.ring(), {}, pair.disc, at(pair.position), memory, counts);
    };
    const auto truth_at = [&](Vec2 position) {
        return find_truth(pair.polygon, {}, pair.disc.radius(), position);
    };
    const auto truth = truth_at(pair.position);
    const double sizes = pair.polygon.diameter() * pair.disc.diameter();
    const double extent = pair.polygon.diameter() + pair.disc.diameter() + length(pair.position);
    const double small = 1e-9 * truth.area + 1e-14 * sizes;
    const auto corners = static_cast<std::uint32_t>(pair.polygon.size());
    for (const Feature start :
         {Feature(), Feature::edge(corners - 1), Feature::vertex(corners / 2)}) {
        const Proximity answer = query(start);
        if (const auto* apart = std::get_if<Apart>(&answer)) {
            EXPECT_LE(truth.area, 1e-14 * sizes);
            EXPECT_NEAR(apart->distance, truth.distance, 1e-12 * extent);
            EXPECT_TRUE(is_finite(apart->on_a) && is_finite(apart->on_b));
            continue;
        }
        const Overlap& overlap = std::get<Overlap>(answer);
        EXPECT_LE(truth.distance, 1e-12 * extent);
        EXPECT_NEAR(overlap.area, truth.area, small);
        EXPECT_NEAR(length(overlap.normal), 1.0, 1e-14);
        EXPECT_TRUE(is_finite(overlap.centroid) && is_finite(overlap.midpoint));
        EXPECT_TRUE(overlap.chord >= 0.0 && std::isfinite(overlap.chord));
        for (const double share : {1e-3, 0.1, 1.0}) {
            const double step = share * std::min(pair.polygon.diameter(), pair.disc.diameter());
            EXPECT_LE(truth_at(pair.position + step * overlap.normal).area, truth.area + small);
        }
    }
    if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << description({pair.polygon, {}, pair.polygon, at(pair.position)})
                      << "disc of radius " << pair.disc.radius() << " at B's position";
        return false;
    }
    return true;
}

TEST(DegenerateDisc, CentreOnVerticesEdgesAndRays) {
    const ConvexPolygon square = tests::rectangle(2.0, 2.0);
    for (const double radius : {1e-6, 0.125, 1.0, std::sqrt(2.0), 2.0, 1e3, 1e6})
        for (const double x : {-1.0, 0.0, 0.5, 1.0})
            for (const double y : {1.0, 1.0 + radius, 1.0 - radius, 0.0})
                for (const double step : tiny_steps)
                    if (!check({square, Disc(radius), {x, y + step}})) return;
}

TEST(DegenerateDisc, ThroughAllVerticesOrTangentToAllEdges) {
    for (const std::uint32_t corners : {3u, 4u, 5u, 12u, 200u}) {
        const ConvexPolygon polygon = tests::regular_polygon(corners, 1.0);
        for (const double radius : {1.0, std::cos(pi / corners)})
            for (const double factor : {1.0 - 1e-9, 1.0 - 1e-15, 1.0, 1.0 + 1e-15, 1.0 + 1e-9})
                for (const double step : {0.0, 1e-15, 1e-9, 1e-3})
                    if (!check({polygon, Disc(factor * radius), {step, 0.0}})) return;
    }
}

TEST(DegenerateDisc, PolygonInADiscThousandsOfTimesItsSizeKeepsItsCentroid) {
    Random random(13);
    for (const double radius : {1e2, 1e4, 1e6})
        for (int round = 0; round < 20; ++round) {
            const ConvexPolygon polygon = tests::any_polygon(random);
            const double away = random.uniform(0.1, 0.9) * radius;
            const Vec2 position = rotate(Rotation::by(random.angle()), {away, 0.0});
            PairMemory memory;
            QueryCounts counts;
            const Proximity answer =
                proximity(polygon.ring(), {}, Disc(radius), at(position), memory, counts);
            ASSERT_TRUE(std::holds_alternative<Overlap>(answer));
            const Overlap& overlap = std::get<Overlap>(answer);
            EXPECT_TRUE(overlap.swallowed);
            EXPECT_NEAR(overlap.area, polygon.area(), 1e-14 * radius);
            expect_near(overlap.centroid, {}, 1e-14 * radius);
        }
}

TEST(DegenerateDisc, SliversAndSizesOfEveryKind) {
    Random random(12);
    for (std::size_t round = 0; round < tests::rounds(3000); ++round) {
        const ConvexPolygon unit = random.chance(0.5)
                                       ? tests::any_polygon(random)
                                       : tests::sliver(random, random.log_uniform(1.0, 1e6));
        const double size = random.log_uniform(1e-9, 1e9);
        const double radius = size * random.log_uniform(1e-6, 1e6);
        const double reach = random.chance(0.5) ? size + radius : std::max(0.3 * size, radius);
        const double away = reach * random.unit();
        const Vec2 position = rotate(Rotation::by(random.angle()), {away, 0.0});
        if (!check({scaled(unit, size), Disc(radius), position})) return;
    }
}

}  // namespace
}  // namespace scree::geometry
