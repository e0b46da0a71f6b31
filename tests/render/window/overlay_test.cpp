// What is drawn on top of the grains, by keys that are pressed.

#include "render/window/drawing/overlays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "render/window/drawing/broad_phase_overlay.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

TEST_F(Watching, ForceChainsAreSeen) {
    viewer().go_to(0.6);
    pump([this] { return view().frame.time >= 0.6; });
    const Camera& camera = viewer().camera();
    const Vec2 low = camera.to_pixels({-0.28, 0.005});
    const Vec2 high = camera.to_pixels({0.28, 0.28});
    const auto red = [&](const Screenshot& shot) {
        return shot.red(static_cast<int>(low.x), static_cast<int>(high.y), static_cast<int>(high.x),
                        static_cast<int>(low.y));
    };
    const std::size_t before = red(shoot());
    key("1");
    EXPECT_TRUE(viewer().look().shows(Overlay::chains));
    EXPECT_GT(viewer().overlays().largest_force(), 0.0);
    EXPECT_GT(red(shoot()), before + 500);
    key("1");
    EXPECT_EQ(red(shoot()), before);
}

TEST_F(Watching, EveryOverlayChangesThePicture) {
    click(pixels_of(6));
    ASSERT_EQ(viewer().look().picked, 6);
    for (const double time : {0.02, 0.04, 0.05}) {  // grains fall and touch
        viewer().go_to(time);
        pump([&] { return view().frame.time >= time; });
    }
    EXPECT_GE(viewer().overlays().trails().points(6), 3u);
    // Beside the panel, whose check box changes too.
    viewer().look().panel = false;
    for (std::size_t k = 0; k < overlay_count; ++k) {
        const Screenshot before = shoot();
        key(std::string(1, overlay_names[k].key));
        EXPECT_TRUE(viewer().look().overlays[k]);
        EXPECT_GT(viewer().overlays().size(), 0u) << overlay_names[k].name;
        EXPECT_GT(shoot().difference(before), 50u) << overlay_names[k].name;
        key(std::string(1, overlay_names[k].key));
        EXPECT_FALSE(viewer().look().overlays[k]);
        EXPECT_EQ(shoot().difference(before), 0u) << overlay_names[k].name;
    }
}

TEST_F(Watching, VoronoiRegionsLieAroundThePickedGrain) {
    click(pixels_of(9));  // the top one, with nothing above it
    key("6");
    const Screenshot shot = shoot();
    const Body& body = frame_view()->bodies().of(9);
    const Vec2 at = frame_view()->frame().grains.position[9];
    const auto background = code_of(render::palette::background);
    // All around, just outside of the grain, regions are tinted; far away nothing is.
    std::size_t blue = 0;
    std::size_t orange = 0;
    for (int k = 0; k < 360; ++k) {
        const double angle = k * 3.14159265 / 180.0;
        const Vec2 way{std::cos(angle), std::sin(angle)};
        const std::uint32_t p = shot.at(viewer().camera().to_pixels(at + 1.25 * body.reach * way));
        const auto red_part = static_cast<int>(p >> 16 & 255u);
        const auto blue_part = static_cast<int>(p & 255u);
        blue += blue_part > red_part + 10;
        orange += red_part > blue_part + 10;
        EXPECT_EQ(shot.at(viewer().camera().to_pixels(at + 2.5 * body.reach * Vec2{0.0, 1.0})),
                  background);
    }
    EXPECT_GT(blue, 100u);   // above edges
    EXPECT_GT(orange, 50u);  // at vertices
}

/// One large grain among small ones.
class WatchingABoulder : public Watching {
public:
    WatchingABoulder()
        : Watching(dozen, {"grains.chips.size.value=0.6", "grains.chips.place.at=[[0.6, 0.27]]",
                           "walls.floor.shape.x=[-0.3, 0.9]", "walls.floor.shape.y=[-0.9, 0.0]"}) {}
};

TEST_F(WatchingABoulder, ChainsAreSeenThatComeFromFarAway) {
    viewer().go_to(0.3);
    pump([this] { return view().frame.time >= 0.3 && !viewer().is_running(); });
    key("1");
    const auto& lines = frame_view()->facts().contacts;
    const Vec2 centre = frame_view()->frame().grains.position.back();
    const auto far = std::ranges::find_if(lines, [&](const auto& line) {
        return length(line.from - centre) < 1e-9 && length(line.to - centre) > 0.2;
    });
    ASSERT_NE(far, lines.end());
    viewer().look().fitting = false;
    const Vec2 near_end = far->from + 0.95 * (far->to - far->from);
    const Vec2 middle = 0.5 * (viewer().camera().frame().low + viewer().camera().frame().high);
    viewer().camera().look_at(near_end);
    viewer().zoom(20.0, middle);
    pump(2);
    EXPECT_GT(viewer().overlays().size(), 0u);
    viewer().camera().look_at(centre + Vec2{0.0, 0.15});  // above it there are none
    pump(2);
    EXPECT_EQ(viewer().overlays().size(), 0u);
}

TEST_F(Watching, TheSweepHasAxes) {
    EXPECT_EQ(name_of(Overlay::axes, player_.scene().broad_phase.kind), "sorted axes");
    EXPECT_EQ(name_of(Overlay::axes, engine::BroadPhaseKind::hgrid), "cells of the grid");
}

class WatchingLinkedCells : public Watching {
public:
    explicit WatchingLinkedCells(
        std::vector<std::string> sets = {"broad_phase.kind=\"linked_cell\""})
        : Watching(dozen, std::move(sets)) {}

    /// The box around some grains, all of them by default, m.
    Box box_of(std::size_t first = 0, std::size_t last = 10) {
        Box box{{1e9, 1e9}, {-1e9, -1e9}};
        const auto& grains = frame_view()->frame().grains;
        for (std::size_t k = first; k < last; ++k)
            for (const Vec2 v : frame_view()->bodies().of(grains.body[k]).shape.vertices) {
                const Vec2 p =
                    apply({grains.position[k], geometry::Rotation::by(grains.angle[k])}, v);
                box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
                box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
            }
        return box;
    }
    double width_of(std::size_t k) {
        const Box box = box_of(k, k + 1);
        return std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    }
    /// Whether a line through the free space beside the top grain is there.
    bool is_line(const Screenshot& shot, double x) {
        const Vec2 at = viewer().camera().to_pixels({x, 0.235});
        const auto background = code_of(render::palette::background);
        return shot.at(at) != background || shot.at(at - Vec2{1.0, 0.0}) != background ||
               shot.at(at + Vec2{1.0, 0.0}) != background;
    }
    /// Pixels of a level's colour among the captions.
    static int legend_of(const Screenshot& shot, std::size_t level) {
        const sf::Color c = level_colour(level);
        const auto code = static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b);
        int count = 0;
        for (int x = 1000; x < 1280; ++x)
            for (int y = 500; y < 760; ++y)
                count += shot.at({static_cast<double>(x), static_cast<double>(y)}) == code;
        return count;
    }
};

TEST_F(WatchingLinkedCells, AreAsWideAsTheWidestGrain) {
    const Box all = box_of();
    double widest = 0.0;
    for (std::size_t k = 0; k < 10; ++k) widest = std::max(widest, width_of(k));
    const Screenshot before = shoot();
    key("5");
    const Screenshot shot = shoot();
    for (const double column : {0.0, 1.0, 4.0, 5.0}) {
        EXPECT_TRUE(is_line(shot, all.low.x + column * widest)) << column;
        EXPECT_FALSE(is_line(before, all.low.x + column * widest)) << column;
        EXPECT_FALSE(is_line(shot, all.low.x + (column + 0.3) * widest)) << column;
    }
    EXPECT_FALSE(is_line(shot, all.low.x - widest));  // there are no grains
    EXPECT_EQ(legend_of(shot, 0), 0);                 // there is one level
    // The cell of a picked grain is filled, others are not.
    const auto pixel = [&](const Screenshot& s, std::size_t k) {
        return s.at(viewer().camera().to_pixels(frame_view()->frame().grains.position[k]));
    };
    click(pixels_of(9));
    const Screenshot picked = shoot();
    EXPECT_NE(pixel(picked, 9), pixel(shot, 9));
    EXPECT_EQ(pixel(picked, 0), pixel(shot, 0));
    // Cells that are too small are not drawn.
    click({700.0, 30.0});
    viewer().zoom(4.0 / (widest * viewer().camera().scale()), {700.0, 300.0});
    pump(2);
    EXPECT_EQ(viewer().overlays().size(), 0u);
}

class WatchingAGrid : public WatchingLinkedCells {
public:
    WatchingAGrid()
        : WatchingLinkedCells({"broad_phase.kind=\"hgrid\"", "broad_phase.cells=[0.15, 0.28]"}) {}
};

TEST_F(WatchingAGrid, HasCellsOnEveryLevel) {
    key("5");
    const Screenshot shot = shoot();
    const double origin = box_of().low.x;
    for (const double x : {0.0, 0.15, 0.28, 0.30, 0.45})
        EXPECT_TRUE(is_line(shot, origin + x) || std::abs(origin + x) < 0.06) << x;
    for (const double x : {0.05, 0.11, 0.38}) EXPECT_FALSE(is_line(shot, origin + x)) << x;
}

TEST_F(WatchingAGrid, EveryLevelHasAColourOfItsOwnAndALegend) {
    viewer().zoom(0.9, {790.0, 380.0});  // away from the captions
    for (const std::size_t level : {0u, 1u}) EXPECT_EQ(legend_of(shoot(), level), 0) << level;
    key("5");
    const Screenshot shot = shoot();
    // By how much more red than blue the line is, beside grains.
    const auto redness = [&](double x) {
        int most = 0;
        for (const double shift : {-1.0, 0.0, 1.0}) {
            const std::uint32_t p =
                shot.at(viewer().camera().to_pixels({x, 0.235}) + Vec2{shift, 0.0});
            const int red = static_cast<int>(p >> 16 & 255u) - static_cast<int>(p & 255u);
            if (std::abs(red) > std::abs(most)) most = red;
        }
        return most;
    };
    const double origin = box_of().low.x;
    EXPECT_LT(redness(origin + 0.15), -60);  // blue
    EXPECT_LT(redness(origin + 0.45), -60);
    EXPECT_GT(redness(origin + 0.28), 60);  // orange
    EXPECT_GT(redness(origin), 60);         // of both, and the wider cells are on top
    for (const std::size_t level : {0u, 1u}) EXPECT_GT(legend_of(shot, level), 20) << level;
    // Cells that are too small to be drawn are not named.
    viewer().zoom(5.0 / (0.15 * viewer().camera().scale()), {790.0, 380.0});
    EXPECT_EQ(legend_of(shoot(), 0), 0);
    EXPECT_GT(legend_of(shoot(), 1), 20);
}

TEST(Levels, BeginTheirColoursAgainOnlyAfterAll) {
    for (std::size_t a = 0; a < level_colours; ++a) {
        for (std::size_t b = 0; b < a; ++b) EXPECT_NE(level_colour(a), level_colour(b));
        EXPECT_EQ(level_colour(a), level_colour(a + level_colours));
    }
}

}  // namespace
}  // namespace scree::window
