// Discs are round, however large they are drawn.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

/// How far the middle of a side is off the circle, pixels.
double flaw_of(double radius) {
    return radius * (1.0 - std::cos(std::numbers::pi / corners_of_circle(radius)));
}

TEST(Circles, LookRound) {
    for (double radius = 1.0; radius < 4e5; radius *= 1.01) {
        EXPECT_LE(flaw_of(radius), radius < 90.0 ? 0.28 : 0.13) << radius;
        EXPECT_LE(corners_of_circle(radius), corners_of_circle(1.01 * radius));
    }
    EXPECT_LE(flaw_of(117.5), 0.1);
    for (const double radius : {1e9, 1e300}) EXPECT_LE(corners_of_circle(radius), 5000);
}

TEST(Circles, OfSmallDiscsHaveFewCorners) {
    for (const auto& [radius, corners] :
         {std::pair{0.1, 8}, {1.0, 9}, {2.5, 10}, {4.0, 12}, {9.0, 15}, {16.0, 18}})
        EXPECT_EQ(corners_of_circle(radius), corners) << radius;
}

class WatchingDiscs : public Watching {
public:
    WatchingDiscs() : Watching(dozen, {"grains.chips.shape={ kind = \"disc\" }"}) {}

    /// The number of directions in which the border of a disc is where it belongs.
    int right_borders(std::size_t row, double from, double to) {
        const Screenshot shot = shoot();
        const Camera& camera = viewer().camera();
        const auto background = code_of(render::palette::background);
        const Vec2 centre = frame_view()->frame().grains.position[row];
        const double radius =
            frame_view()->bodies().of(frame_view()->frame().grains.body[row]).reach;
        const double pixel = 1.0 / camera.scale();
        int count = 0;
        for (int k = 0; k < directions; ++k) {
            const double angle = from + (to - from) * k / directions;
            const Vec2 way{std::cos(angle), std::sin(angle)};
            count +=
                shot.at(camera.to_pixels(centre + (radius - 1.5 * pixel) * way)) != background &&
                shot.at(camera.to_pixels(centre + (radius + 2.5 * pixel) * way)) == background;
        }
        return count;
    }
    static constexpr int directions = 500;
};

TEST_F(WatchingDiscs, TheirBordersAreRoundAtAnySize) {
    key("Tab");
    const std::size_t top = 9;  // with nothing above it
    const double radius =
        frame_view()->bodies().of(frame_view()->frame().grains.body[top]).shape.radius;
    ASSERT_GT(radius, 0.0);
    const Vec2 rim = frame_view()->frame().grains.position[top] + Vec2{0.0, radius};
    viewer().look().fitting = false;
    for (const double pixels : {30.0, 117.5, 350.0, 3e3, 2e4, 1e5}) {
        viewer().camera().look_at(rim);
        const Vec2 middle = 0.5 * (viewer().camera().frame().low + viewer().camera().frame().high);
        viewer().zoom(pixels / (radius * viewer().camera().scale()), middle);
        ASSERT_NEAR(radius * viewer().camera().scale(), pixels, 1e-6 * pixels);
        // Only the part of the border that is in sight is looked at.
        const double half = std::min(1.0, 300.0 / pixels);
        EXPECT_EQ(right_borders(top, 0.5 * std::numbers::pi - half, 0.5 * std::numbers::pi + half),
                  directions)
            << pixels;
    }
}

}  // namespace
}  // namespace scree::window
