#include "render/window/drawing/camera.h"

#include <gtest/gtest.h>

#include <limits>

namespace scree::window {
namespace {

void expect_near(Vec2 a, Vec2 b, double tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
}

Camera camera() {
    Camera camera;
    camera.set_frame({{300.0, 0.0}, {1280.0, 760.0}});
    camera.fit({{-1.0, -0.5}, {1.0, 0.5}});
    return camera;
}

TEST(Camera, FitsABoxIntoTheFrame) {
    const Camera c = camera();
    expect_near(c.to_pixels({0.0, 0.0}), {790.0, 380.0}, 1e-9);
    const Vec2 left = c.to_pixels({-1.0, 0.5});
    const Vec2 right = c.to_pixels({1.0, -0.5});
    EXPECT_GT(left.x, 300.0);
    EXPECT_LT(right.x, 1280.0);
    EXPECT_GT(right.x - left.x, 0.94 * 980.0);
    EXPECT_LT(left.y, right.y);  // up is up
    EXPECT_GT(left.y, 0.0);
}

TEST(Camera, ToPixelsAndBack) {
    const Camera c = camera();
    for (const Vec2 p : {Vec2{0.3, 0.2}, Vec2{-7.0, 12.0}, Vec2{0.0, -0.5}})
        expect_near(c.to_world(c.to_pixels(p)), p, 1e-12);
    const Box seen = c.seen({1280.0, 800.0});
    expect_near(c.to_pixels({seen.low.x, seen.high.y}), {0.0, 0.0}, 1e-9);
    expect_near(c.to_pixels({seen.high.x, seen.low.y}), {1280.0, 800.0}, 1e-9);
}

TEST(Camera, ZoomsAtThePointer) {
    Camera c = camera();
    const Vec2 pointer{1000.0, 200.0};
    const Vec2 held = c.to_world(pointer);
    const double scale = c.scale();
    c.zoom(1.5, pointer);
    EXPECT_NEAR(c.scale(), 1.5 * scale, 1e-9);
    expect_near(c.to_world(pointer), held, 1e-12);
    for (int k = 0; k < 1000; ++k) c.zoom(10.0, pointer);
    EXPECT_TRUE(is_finite(c.to_pixels(held)));
    for (int k = 0; k < 1000; ++k) c.zoom(0.1, pointer);
    EXPECT_TRUE(is_finite(c.to_world(pointer)));
}

TEST(Camera, DragsWhatIsUnderTheHand) {
    Camera c = camera();
    const Vec2 held = c.to_world({500.0, 500.0});
    c.drag({30.0, -40.0});
    expect_near(c.to_pixels(held), {530.0, 460.0}, 1e-9);
}

TEST(Camera, TakesAnyBox) {
    Camera c = camera();
    const Vec2 before = c.centre();
    const double infinity = std::numeric_limits<double>::infinity();
    c.fit({{infinity, infinity}, {-infinity, -infinity}});  // nothing at all
    EXPECT_EQ(c.centre(), before);
    c.fit({{1.0, 1.0}, {1.0, 1.0}});
    EXPECT_TRUE(is_finite(c.to_pixels({2.0, 2.0})));
}

}  // namespace
}  // namespace scree::window
