#include "render/plots/series_look.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/layout.h"
#include "render/view.h"
#include "tests/render/pixels.h"

namespace scree::render {
namespace {

using geometry::Box;
using geometry::Vec2;

PictureScene scene_with(std::vector<double> values, Vec2 corner) {
    PictureScene scene;
    scene.quantity = Quantity::speed;
    scene.outlines = {{1.0, {}}};
    for (std::size_t k = 0; k < values.size(); ++k)
        scene.grains.push_back(
            {0, corner + Vec2{2.0 * static_cast<double>(k), 0.0}, 0.0, values[k]});
    return scene;
}

TEST(SeriesLook, HoldsAllScenes) {
    SeriesLook look({});
    look.add(scene_with({1.0, 2.0}, {0.0, 0.0}));
    look.add(scene_with({5.0}, {30.0, 10.0}));
    look.add(scene_with({}, {0.0, 0.0}));
    PictureScene scene = scene_with({0.5}, {3.0, 3.0});
    look.apply(scene);
    ASSERT_TRUE(scene.bounds && scene.range);
    EXPECT_LE(scene.bounds->low.x, -1.0);
    EXPECT_LE(scene.bounds->low.y, -1.0);
    EXPECT_GE(scene.bounds->high.x, 31.0);
    EXPECT_GE(scene.bounds->high.y, 11.0);
    EXPECT_EQ(scene.range->low, 0.0);
    EXPECT_EQ(scene.range->high, 5.0);
    EXPECT_FALSE(scene.range->has_lower);
    EXPECT_FALSE(scene.range->has_higher);
    EXPECT_EQ(scene.grain_diameter, 2.0);
    EXPECT_FALSE(scene.largest_force);
}

TEST(SeriesLook, ForgetsRareValuesAndSaysSo) {
    SeriesLook look({});
    std::vector<double> values(1000, 1.0);
    values[500] = 99.0;
    look.add(scene_with(values, {0.0, 0.0}));
    PictureScene scene = scene_with({1.0}, {0.0, 0.0});
    look.apply(scene);
    EXPECT_EQ(scene.range->high, 1.0);
    EXPECT_TRUE(scene.range->has_higher);
}

TEST(SeriesLook, DoesAsItIsTold) {
    SeriesLook look({ValueRange{2.0, 3.0}, engine::Interval{-4.0, 4.0}, {}});
    look.add(scene_with({1.0, 4.0}, {0.0, 0.0}));
    PictureScene scene = scene_with({1.0}, {0.0, 0.0});
    look.apply(scene);
    EXPECT_EQ(scene.range->low, 2.0);
    EXPECT_EQ(scene.range->high, 3.0);
    EXPECT_TRUE(scene.range->has_lower);
    EXPECT_TRUE(scene.range->has_higher);
    EXPECT_EQ(scene.bounds->low.x, -4.0);
    EXPECT_EQ(scene.bounds->high.x, 4.0);
    EXPECT_LE(scene.bounds->low.y, -1.0);
}

TEST(SeriesLook, SamplesStayEvenAndSmall) {
    Sample sample;
    for (int k = 0; k < 5'000'000; ++k) sample.add(k);
    EXPECT_LT(sample.values().size(), 1'000'001u);
    EXPECT_GT(sample.values().size(), 400'000u);
    const double step = sample.values()[1] - sample.values()[0];
    for (std::size_t k = 0; k < sample.values().size(); k += 1000)
        ASSERT_EQ(sample.values()[k], static_cast<double>(k) * step);
}

/// Whatever the sheet: all grains are on it, and the legend below them.
TEST(Layout, FitsAnySheet) {
    PictureScene scene = scene_with({1.0, 2.0, 3.0, 4.0}, {0.0, 0.0});
    scene.caption = "t = 1 s";
    const Colouring colouring(scene);
    for (const Vec2 sheet : {Vec2{640, 480}, Vec2{480, 640}, Vec2{1600, 200}, Vec2{200, 1600},
                             Vec2{100, 100}, Vec2{4000, 3000}}) {
        const Layout layout = layout_in(scene, colouring, sheet);
        const View& view = layout.view;
        EXPECT_EQ(layout.sheet, sheet);
        EXPECT_GE(view.origin.x, 0.0);
        EXPECT_GE(view.origin.y, 0.0);
        EXPECT_LE(view.origin.x + view.width(), sheet.x + 1e-9);
        EXPECT_LE(view.origin.y + view.height(), layout.legend_at.y);
        EXPECT_LE(layout.legend_at.y + layout.legend.height(), sheet.y + 1e-9)
            << sheet.x << " x " << sheet.y;
        // And no smaller than need be.
        const double filled = std::max(view.width() / sheet.x, view.height() / sheet.y);
        EXPECT_GT(filled, 0.4) << sheet.x << " x " << sheet.y;
    }
}

TEST(Layout, SheetsOfFilmsAreEven) {
    const PictureScene scene = scene_with({1.0, 2.0, 3.0}, {0.0, 0.0});
    for (int pixels = 300; pixels < 320; ++pixels) {
        const SheetSize size = sheet_size(scene, pixels);
        EXPECT_EQ(size.width % 2, 0);
        EXPECT_EQ(size.height % 2, 0);
        Canvas canvas(PictureFormat::png, size.width, size.height);
        draw_picture(canvas, scene);
        EXPECT_EQ(canvas.pixels().size(), static_cast<std::size_t>(4 * size.width * size.height));
        const Pixels image(canvas.finish());
        EXPECT_EQ(image.width(), size.width);
        EXPECT_EQ(image.height(), size.height);
    }
}

}  // namespace
}  // namespace scree::render
