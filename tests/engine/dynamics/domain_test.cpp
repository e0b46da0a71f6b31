#include "engine/dynamics/domain.h"

#include <gtest/gtest.h>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

TEST(Domain, ImagesAreWholePeriodsAway) {
    const Domain domain({{-1.0, 0.0}, {4.0, 0.0}});
    EXPECT_EQ(domain.place({0.5, 2.0}, {}), (Vec2{0.5, 2.0}));
    EXPECT_EQ(domain.place({0.5, 2.0}, {1, 0}), (Vec2{4.5, 2.0}));
    EXPECT_EQ(domain.place({0.5, 2.0}, {-2, 0}), (Vec2{-7.5, 2.0}));
    EXPECT_EQ(domain.velocity({3.0, 4.0}, {1, 0}), (Vec2{3.0, 4.0}));
}

TEST(Domain, BoxesAreRoundedOutwardsAndStayWhereNothingIsPeriodic) {
    const geometry::Box box{{0.1, 0.2}, {0.3, 0.4}};
    const Domain open({});
    EXPECT_EQ(open.snapped(box).low, box.low);
    EXPECT_EQ(open.snapped(box).high, box.high);
    const Domain periodic({{0.0, 0.0}, {1.0, 0.0}});
    const geometry::Box snapped = periodic.snapped(box);
    EXPECT_LT(snapped.low.x, box.low.x);
    EXPECT_GT(snapped.high.x, box.high.x);
    EXPECT_NEAR(snapped.low.x, box.low.x, 1e-11);
    EXPECT_EQ(snapped.low.y, box.low.y);
}

/// Two boxes of the largest grain with the thickest skin must not meet in two images.
TEST(Domain, TheThickestSkinLeavesRoomForOneImage) {
    const Domain domain({{0.0, 0.0}, {10.0, 0.0}});
    const double radius = 2.0;
    const double box = 2.0 * (radius + domain.thickest_skin(radius));
    EXPECT_LT(2.0 * box, 10.0);
    EXPECT_GT(2.0 * box, 9.0);
    EXPECT_EQ(Domain({}).thickest_skin(radius), HUGE_VAL);
}

TEST(Domain, RefusesGrainsThatCouldMeetTwice) {
    const Domain domain({{0.0, 0.0}, {10.0, 0.0}});
    EXPECT_NO_THROW(domain.check_size(geometry::Disc(2.2)));
    EXPECT_THROW(domain.check_size(geometry::Disc(2.4)), std::invalid_argument);
    EXPECT_NO_THROW(Domain({}).check_size(geometry::Disc(1e3)));
}

}  // namespace
}  // namespace scree::engine
