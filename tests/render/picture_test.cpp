#include "render/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "render/view.h"
#include "tests/render/pixels.h"

namespace scree::render {
namespace {

using geometry::Vec2;
using testing::HasSubstr;

Pixels drawn(const PictureScene& scene, int pixels = 400) {
    return Pixels(draw_picture(scene, PictureFormat::png, pixels));
}

constexpr int test_pixels = 400;

/// Where a point of the plane is on the picture; bounds must be given and wide.
Vec2 place(const PictureScene& scene, Vec2 p) {
    const geometry::Box& box = *scene.bounds;
    const double scale = test_pixels / (box.high.x - box.low.x);
    const double border = test_pixels / 55.0;
    return {border + (p.x - box.low.x) * scale, border + (box.high.y - p.y) * scale};
}

const PictureOutline square{0.0, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
const PictureOutline disc{1.0, {}};

/// Ten by ten metres with the origin at the lower left corner.
PictureScene small_scene() {
    PictureScene scene;
    scene.bounds = geometry::Box{{0.0, 0.0}, {10.0, 10.0}};
    scene.outlines = {square, disc};
    return scene;
}

TEST(Picture, GrainsAreWhereTheyBelong) {
    PictureScene scene = small_scene();
    scene.grains = {{0, {2.0, 8.0}, 0.0, 0.0}, {1, {7.0, 3.0}, 0.0, 1.0}};
    const Pixels pixels = drawn(scene, test_pixels);
    const auto at = [&](double x, double y) { return pixels.at(place(scene, {x, y})); };
    const unsigned sand = Pixels::code(of_material(0));
    const unsigned second = Pixels::code(of_material(1));
    for (const double d : {-0.8, 0.0, 0.8}) {
        EXPECT_EQ(at(2.0 + d, 8.0 + d), sand);
        EXPECT_EQ(at(2.0 + d, 8.0 - d), sand);
    }
    EXPECT_EQ(at(6.5, 3.5), second);
    for (const Vec2 empty : {Vec2{2.0, 2.0}, {8.0, 8.0}, {3.2, 8.0}, {2.0, 6.8}, {7.9, 3.9}}) {
        EXPECT_EQ(at(empty.x, empty.y), 0xffffffu) << empty.x << " " << empty.y;
    }
    EXPECT_LT(luminance(colour(at(3.0, 8.0))), luminance(of_material(0))) << "no outline";
}

TEST(Picture, BodiesTurnCounterClockwise) {
    PictureScene scene = small_scene();
    scene.outlines.push_back({0.0, {{-0.3, -0.3}, {4.0, 0.0}, {-0.3, 0.3}}});
    scene.grains = {{2, {5.0, 5.0}, 0.5 * std::numbers::pi, 0.0}};
    const Pixels pixels = drawn(scene, test_pixels);
    EXPECT_EQ(pixels.at(place(scene, {5.0, 8.0})), Pixels::code(of_material(0)));
    EXPECT_EQ(pixels.at(place(scene, {8.0, 5.0})), 0xffffffu);
}

TEST(Picture, AMarkShowsHowADiscIsTurned) {
    for (const double angle : {0.3, 2.0, 4.5}) {
        PictureScene scene = small_scene();
        scene.outlines.push_back({4.0, {}});
        scene.grains = {{2, {5.0, 5.0}, angle, 0.0}};
        const Pixels pixels = drawn(scene, test_pixels);
        const Vec2 direction{std::cos(angle), std::sin(angle)};
        const Colour mark = colour(pixels.at(place(scene, Vec2{5.0, 5.0} + 2.0 * direction)));
        EXPECT_LT(luminance(mark), 0.8 * luminance(of_material(0)));
        EXPECT_EQ(pixels.at(place(scene, Vec2{5.0, 5.0} - 2.0 * direction)),
                  Pixels::code(of_material(0)));
    }
}

TEST(Picture, WallsThatOverlapDoNotCancelOutAndShowNoSeam) {
    PictureScene scene = small_scene();
    scene.walls = {{0, {5.0, 5.0}, 0.0, 0.0}, {1, {5.0, 5.0}, 0.0, 0.0}, {0, {7.0, 5.0}, 0.0, 0.0}};
    const Pixels pixels = drawn(scene, test_pixels);
    for (double x = 4.1; x < 7.9; x += 0.01) {
        EXPECT_EQ(pixels.at(place(scene, {x, 5.0})), Pixels::code(palette::wall)) << x;
    }
}

TEST(Picture, StrongerForcesHaveWiderLines) {
    PictureScene scene = small_scene();
    scene.grains = {{1, {1.0, 1.0}, 0.0, 0.0}};
    scene.chains = {{{1.0, 3.0}, {9.0, 3.0}, 10.0}, {{1.0, 7.0}, {9.0, 7.0}, 6.0}};
    const Pixels pixels = drawn(scene, test_pixels);
    const auto width = [&](double y) {
        int found = 0;
        const Vec2 middle = place(scene, {5.0, y});
        for (int d = -20; d <= 20; ++d) {
            found += pixels.at(middle + Vec2{0.0, static_cast<double>(d)}) ==
                     Pixels::code(palette::chain);
        }
        return found;
    };
    EXPECT_GE(width(7.0), 1);
    EXPECT_GT(width(3.0), width(7.0));
    // The strongest force of a frame is not the widest line where the film has stronger ones.
    PictureScene weak = scene;
    weak.largest_force = 100.0;
    EXPECT_LT(drawn(weak).count(palette::chain), drawn(scene).count(palette::chain));
}

TEST(Picture, WithoutForcesThereAreNoLines) {
    PictureScene scene = small_scene();
    scene.grains = {{1, {1.0, 1.0}, 0.0, 0.0}};
    const auto without = draw_picture(scene, PictureFormat::png);
    scene.chains = {{{1.0, 3.0}, {9.0, 3.0}, 0.0}, {{1.0, 3.0}, {9.0, 3.0}, std::nan("")}};
    EXPECT_EQ(draw_picture(scene, PictureFormat::png), without);
}

TEST(Picture, TheScaleBarHasTheLengthThatItSays) {
    // 10 m in 1600 pixels: a quarter is 2.5 m, the bar 2 m.
    const Pixels pixels = drawn(small_scene(), 1600);
    int longest = 0;
    for (int y = 1640; y < pixels.height(); ++y) {
        int run = 0;
        for (int x = 0; x < pixels.width(); ++x) {
            run = pixels.at({x + 0.5, y + 0.5}) == Pixels::code(palette::ink) ? run + 1 : 0;
            longest = std::max(longest, run);
        }
    }
    EXPECT_NEAR(longest, 320, 1);
}

TEST(Picture, TheSameSceneGivesTheSameBytes) {
    PictureScene scene = small_scene();
    scene.caption = "t = 1 s";
    scene.quantity = Quantity::speed;
    scene.grains = {{0, {2.0, 8.0}, 0.3, 0.5}, {1, {7.0, 3.0}, 0.0, 1.0}};
    scene.chains = {{{2.0, 8.0}, {7.0, 3.0}, 10.0}};
    std::vector<std::vector<std::byte>> first;
    for (const auto format : {PictureFormat::png, PictureFormat::svg, PictureFormat::pdf}) {
        first.push_back(draw_picture(scene, format));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // dates are in seconds
    for (const auto format : {PictureFormat::png, PictureFormat::svg, PictureFormat::pdf}) {
        EXPECT_EQ(draw_picture(scene, format), first[static_cast<std::size_t>(format)]);
    }
    scene.grains[0].angle = 0.31;
    EXPECT_NE(draw_picture(scene, PictureFormat::png), first[0]);
}

TEST(Picture, EveryQuantityHasItsLegend) {
    PictureScene scene = small_scene();
    scene.materials = {"gravel", "steel"};
    for (int k = 0; k < 20; ++k) scene.grains.push_back({1, {k % 5 * 2.0, 3.0}, 0.0, k % 2 * 1.0});
    std::vector<std::vector<std::byte>> pictures;
    for (int quantity = 0; quantity < 7; ++quantity) {
        scene.quantity = static_cast<Quantity>(quantity);
        pictures.push_back(draw_picture(scene, PictureFormat::png));
        for (int other = 0; other < quantity; ++other) {
            EXPECT_NE(pictures.back(), pictures[static_cast<std::size_t>(other)]) << quantity;
        }
    }
}

/// Expects a picture of a sensible size, and no text with numbers that are not finite.
void expect_drawable(const PictureScene& scene) {
    const Pixels pixels = drawn(scene, test_pixels);
    EXPECT_LE(pixels.width(), 2 * test_pixels);
    EXPECT_LE(pixels.height(), 2 * test_pixels);
    const auto svg = draw_picture(scene, PictureFormat::svg, test_pixels);
    const std::string text(reinterpret_cast<const char*>(svg.data()), svg.size());
    EXPECT_THAT(text, HasSubstr("<svg"));
    EXPECT_THAT(text, testing::Not(HasSubstr("nan")));
    EXPECT_THAT(text, testing::Not(HasSubstr("inf")));
    EXPECT_FALSE(draw_picture(scene, PictureFormat::pdf, test_pixels).empty());
}

TEST(Picture, OddScenes) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    expect_drawable({});
    PictureScene scene;
    scene.outlines = {square, disc, {}, {0.0, {{nan, 0.0}}}};
    scene.grains = {{0, {0.0, 0.0}, 0.0, 0.0}};
    expect_drawable(scene);
    for (const Vec2 far : {Vec2{1e15, -1e15}, {1e300, 0.0}, {nan, 0.0}, {0.0, infinity}}) {
        scene.grains = {{1, far, 0.0, 0.0}};
        expect_drawable(scene);
        scene.grains.push_back({0, {0.0, 0.0}, nan, nan});
        scene.chains = {{far, {0.0, 0.0}, 1.0}, {{0.0, 0.0}, {1.0, 0.0}, infinity}};
        expect_drawable(scene);
    }
    scene.grains = {{2, {}, 0.0, 0.0}, {3, {}, 0.0, 0.0}};
    expect_drawable(scene);
    scene.outlines[3].vertices = {{0.0, 0.0}, {1.0, nan}, {1.0, 0.0}};
    expect_drawable(scene);
    // The box of the disc is in sight, but no part of the disc itself.
    scene.outlines[2].radius = 1e12;
    scene.walls = {{2, {1e12, 1e12}, 0.0, 0.0}};
    scene.grains = {{1, {}, 0.0, 0.0}};
    expect_drawable(scene);
    for (const double size : {1e-12, 1e12}) {
        scene.outlines[0].vertices = {{-size, -size}, {size, -size}, {size, size}};
        scene.grains = {{0, {}, 0.0, 0.0}, {1, {}, 0.0, 0.0}};
        expect_drawable(scene);
    }
    scene.bounds = geometry::Box{{1.0, 1.0}, {1.0, 1.0}};
    expect_drawable(scene);
    scene.bounds = geometry::Box{{nan, 1.0}, {0.0, 1.0}};
    expect_drawable(scene);
}

TEST(Picture, SmallGrainsFarFromTheOriginKeepTheirShape) {
    PictureScene near = small_scene();
    near.grains = {{0, {2.0, 8.0}, 0.5, 0.0}, {1, {7.0, 3.0}, 0.0, 0.0}};
    near.bounds.reset();
    PictureScene far = near;
    for (PictureBody& grain : far.grains) grain.position = grain.position + Vec2{65536.0, -65536.0};
    EXPECT_EQ(draw_picture(far, PictureFormat::png), draw_picture(near, PictureFormat::png));
}

TEST(Picture, WallsMayBeAsLargeAsTheyLike) {
    for (const double size : {1e3, 1e6, 1e12}) {
        PictureScene scene;
        scene.outlines = {
            disc, {0.0, {{-size, -size}, {size, -size}, {size, size}, {-size, size}}}, {size, {}}};
        scene.grains = {{0, {0.0, 1.0}, 0.0, 0.0}};
        // A floor of either kind, whose surface is at y = 0.
        for (const std::uint32_t wall : {1u, 2u}) {
            scene.walls = {{wall, {0.0, -size}, 0.0, 0.0}};
            scene.bounds = geometry::Box{{-5.0, -5.0}, {5.0, 5.0}};
            const Pixels pixels = drawn(scene, test_pixels);
            for (const double x : {-4.0, 0.0, 4.0}) {
                EXPECT_EQ(pixels.at(place(scene, {x, -0.2})), Pixels::code(palette::wall)) << size;
                EXPECT_EQ(pixels.at(place(scene, {x, -4.9})), Pixels::code(palette::wall)) << size;
                EXPECT_EQ(pixels.at(place(scene, {x, 2.5})), 0xffffffu) << size;
            }
            // The automatic view is about the grain, not about the wall.
            scene.bounds.reset();
            const geometry::Box box = shown_box(scene);
            EXPECT_LT(box.high.x - box.low.x, 5.0);
            EXPECT_LT(box.low.y, 0.0);
        }
    }
}

TEST(Picture, ViewsAreNeverTooFlat) {
    PictureScene scene;
    scene.outlines = {disc};
    for (int k = 0; k < 100; ++k) scene.grains.push_back({0, {2.0 * k, 0.0}, 0.0, 0.0});
    geometry::Box box = shown_box(scene);
    EXPECT_DOUBLE_EQ(box.high.y - box.low.y, 0.2 * (box.high.x - box.low.x));
    for (PictureBody& grain : scene.grains) std::swap(grain.position.x, grain.position.y);
    box = shown_box(scene);
    EXPECT_DOUBLE_EQ(box.high.x - box.low.x, 0.2 * (box.high.y - box.low.y));
}

TEST(Picture, RefusesWhatItCannotDraw) {
    PictureScene scene = small_scene();
    scene.grains = {{2, {}, 0.0, 0.0}};
    EXPECT_THROW(draw_picture(scene, PictureFormat::png), std::invalid_argument);
    for (const int pixels : {-1, 0, 99, 16'001}) {
        EXPECT_THROW(draw_picture({}, PictureFormat::png, pixels), std::invalid_argument);
    }
}

TEST(Picture, HasTheFormatThatIsAskedFor) {
    const auto begin = [](PictureFormat format) {
        const std::vector<std::byte> bytes = draw_picture(small_scene(), format, test_pixels);
        return std::string(reinterpret_cast<const char*>(bytes.data()), 5);
    };
    EXPECT_EQ(begin(PictureFormat::png), "\x89PNG\r");
    EXPECT_EQ(begin(PictureFormat::svg), "<?xml");
    EXPECT_EQ(begin(PictureFormat::pdf), "%PDF-");
}

}  // namespace
}  // namespace scree::render
