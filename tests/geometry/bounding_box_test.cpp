#include "geometry/bounding_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/geometry/random_shapes.h"

namespace scree::geometry {
namespace {

using tests::Random;

/// The box by looking at every vertex.
Box box_of_all(const FeatureRing& ring, const Transform& pose) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box box{{infinity, infinity}, {-infinity, -infinity}};
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        const Vec2 v = apply(pose, ring.vertex(i));
        box.low = {std::min(box.low.x, v.x), std::min(box.low.y, v.y)};
        box.high = {std::max(box.high.x, v.x), std::max(box.high.y, v.y)};
    }
    return box;
}

ExtremeVertices random_extremes(Random& random, std::uint32_t corners) {
    ExtremeVertices extremes;
    for (std::uint16_t& index : extremes.index)
        index = static_cast<std::uint16_t>(random.below(corners));
    return extremes;
}

TEST(BoundingBox, HoldsThePolygonTightlyFromAnyStart) {
    Random random(1);
    for (std::size_t round = 0; round < tests::rounds(20'000); ++round) {
        const ConvexPolygon polygon = random.chance(0.8)
                                          ? tests::any_polygon(random)
                                          : tests::sliver(random, random.log_uniform(1.0, 1e6));
        const FeatureRing ring = polygon.ring();
        const Transform pose = tests::random_pose(random, random.log_uniform(1e-3, 1e6));
        const Box expected = box_of_all(ring, pose);
        ExtremeVertices cold;
        EXPECT_EQ(bounding_box(ring, pose, cold), expected);
        ExtremeVertices anywhere = random_extremes(random, ring.size());
        EXPECT_EQ(bounding_box(ring, pose, anywhere), expected);
    }
}

TEST(BoundingBox, HoldsPolygonsWithAThousandCorners) {
    Random random(2);
    for (const std::uint32_t corners : {100u, 333u, 1000u}) {
        const ConvexPolygon round = tests::regular_polygon(corners);
        const ConvexPolygon rough = tests::irregular_polygon(random, corners, 3.0);
        for (std::size_t i = 0; i < tests::rounds(400); ++i)
            for (const ConvexPolygon* polygon : {&round, &rough}) {
                const Transform pose = tests::random_pose(random, 1.0);
                ExtremeVertices extremes = random_extremes(random, corners);
                EXPECT_EQ(bounding_box(polygon->ring(), pose, extremes),
                          box_of_all(polygon->ring(), pose));
            }
    }
}

TEST(BoundingBox, TracksAPolygonThatTurns) {
    Random random(3);
    for (const std::uint32_t corners : {3u, 4u, 5u, 64u, 1000u}) {
        const ConvexPolygon polygon = tests::irregular_polygon(random, corners);
        ExtremeVertices extremes;
        const std::size_t steps = tests::rounds(2000);
        for (std::size_t step = 0; step < steps; ++step) {
            const double time = static_cast<double>(step) / static_cast<double>(steps);
            const Transform pose{{time, -time}, Rotation::by(20.0 * time)};
            ASSERT_EQ(bounding_box(polygon.ring(), pose, extremes),
                      box_of_all(polygon.ring(), pose));
        }
    }
}

TEST(BoundingBox, RemembersVerticesThatTouchIt) {
    Random random(4);
    for (int round = 0; round < 1000; ++round) {
        const ConvexPolygon polygon = tests::any_polygon(random);
        const FeatureRing ring = polygon.ring();
        const Transform pose = tests::random_pose(random, 1.0);
        ExtremeVertices extremes;
        const Box box = bounding_box(ring, pose, extremes);
        const auto at = [&](std::size_t k) { return apply(pose, ring.vertex(extremes.index[k])); };
        EXPECT_EQ(at(0).x, box.low.x);
        EXPECT_EQ(at(1).x, box.high.x);
        EXPECT_EQ(at(2).y, box.low.y);
        EXPECT_EQ(at(3).y, box.high.y);
    }
}

TEST(BoundingBox, OfAnAlignedRectangleIsTheRectangle) {
    const ConvexPolygon polygon = tests::rectangle(2.0, 1.0);
    for (std::uint16_t start = 0; start < 4; ++start) {
        ExtremeVertices extremes{{start, start, start, start}};
        EXPECT_EQ(bounding_box(polygon.ring(), {{10.0, 20.0}, {}}, extremes),
                  (Box{{9.0, 19.5}, {11.0, 20.5}}));
        EXPECT_EQ(bounding_box(polygon.ring(), {{10.0, 20.0}, {0.0, 1.0}}, extremes),
                  (Box{{9.5, 19.0}, {10.5, 21.0}}));
    }
}

TEST(BoundingBox, OfADiscReachesItsRadius) {
    EXPECT_EQ(bounding_box(Disc(2.0), {{1.0, -1.0}, Rotation::by(0.3)}),
              (Box{{-1.0, -3.0}, {3.0, 1.0}}));
}

TEST(BoundingBox, OfAShapeIsThatOfWhatItHolds) {
    const Transform pose{{1.0, 2.0}, Rotation::by(0.5)};
    ExtremeVertices extremes;
    ExtremeVertices other;
    const ConvexPolygon polygon = tests::regular_polygon(7);
    EXPECT_EQ(bounding_box(Shape(polygon), pose, extremes),
              bounding_box(polygon.ring(), pose, other));
    EXPECT_EQ(extremes.index, other.index);
    EXPECT_EQ(bounding_box(Shape(Disc(0.5)), pose, extremes), bounding_box(Disc(0.5), pose));
}

}  // namespace
}  // namespace scree::geometry
