// What lies over the edge of a periodic domain is seen on both sides, with all that is drawn on it;
// and the levels of grids and trees are those that the broad phase uses.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "render/window/drawing/grain_layer.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

using engine::BroadPhaseKind;
using ::testing::HasSubstr;

/// Two hexagons on a floor, left and right of the seam at x = 0, and one on top of both, which
/// sticks out on the left, and a disc that rolls over the seam.
const std::string seam = R"(scree = 1
title = "a seam"
[run]
duration = 3.0
threads = 1
[domain]
x = [0.0, 1.0]
y = [-1.0, 2.0]
periodic = ["x"]
[materials.stone]
density = 2500
stiffness = 1e6
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "stone"
shape = { kind = "box", x = [-0.5, 1.5], y = [-0.3, 0] }
[[grains]]
name = "stones"
material = "stone"
shape = { kind = "regular", corners = 6 }
size = { kind = "mono", value = 0.16 }
place = { kind = "list", at = [[0.92, 0.08], [0.12, 0.08], [0.02, 0.24]] }
[[grains]]
name = "ball"
material = "stone"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.06 }
place = { kind = "list", at = [[0.9, 0.5]], velocity = [[1.0, 0.0]] }
)";

class OverTheSeam : public Watching {
public:
    explicit OverTheSeam(std::vector<std::string> sets = {}) : Watching(seam, std::move(sets)) {}

    void go_to(double time) {
        viewer().go_to(time);
        pump([&] { return view().frame.time >= time && !viewer().is_running(); });
    }
    Vec2 place_of(std::size_t row) { return frame_view()->frame().grains.position[row]; }
    /// Pixels that differ in a square around a place.
    std::size_t changes_at(const Screenshot& before, const Screenshot& after, Vec2 place,
                           double reach) {
        const Vec2 at = viewer().camera().to_pixels(place);
        const double half = reach * viewer().camera().scale();
        std::size_t count = 0;
        for (double y = at.y - half; y <= at.y + half; ++y)
            for (double x = at.x - half; x <= at.x + half; ++x)
                count += before.at({x, y}) != after.at({x, y});
        return count;
    }
};

constexpr std::size_t top = 2;   // the grain on top
constexpr std::size_t ball = 3;  // the disc
const Vec2 period{1.0, 0.0};

TEST_F(OverTheSeam, AClickOnTheImagePicksTheGrainAndMarksBoth) {
    const Screenshot before = shoot();
    click(viewer().camera().to_pixels(place_of(top) + period));
    ASSERT_EQ(viewer().look().picked, static_cast<engine::BodyNumber>(top));
    const Screenshot after = shoot();
    const double reach = 1.1 * frame_view()->bodies().of(top).reach;
    const std::size_t here = changes_at(before, after, place_of(top), reach);
    const std::size_t there = changes_at(before, after, place_of(top) + period, reach);
    EXPECT_GT(here, 200u);
    EXPECT_NEAR(static_cast<double>(there), static_cast<double>(here),
                0.25 * static_cast<double>(here));
    // Others are not marked, and where no grain is there is nothing to pick.
    EXPECT_EQ(changes_at(before, after, place_of(1), 0.02), 0u);
    click(viewer().camera().to_pixels(Vec2{0.5, 0.3}));
    EXPECT_FALSE(viewer().look().picked.has_value());
}

TEST_F(OverTheSeam, AHandHoldsTheImage) {
    const Vec2 image = viewer().camera().to_pixels(place_of(top) + period);
    point_at(image);
    mouse({"mousedown", "3"});
    ASSERT_TRUE(viewer().pull().has_value());
    EXPECT_EQ(viewer().pull()->grain, top);
    EXPECT_LT(length(viewer().pull()->arm), 0.01);
    // The spring is drawn from there, not all across the domain.
    const Screenshot before = shoot();
    point_at(image + Vec2{0.0, -80.0});
    const Screenshot after = shoot();
    EXPECT_EQ(changes_at(before, after, {0.5, place_of(top).y + 0.05}, 0.1), 0u);
    EXPECT_GT(after.red(static_cast<int>(image.x) - 10, static_cast<int>(image.y) - 60,
                        static_cast<int>(image.x) + 10, static_cast<int>(image.y) - 20),
              40u);
    mouse({"mouseup", "3"});
}

TEST_F(OverTheSeam, WhatIsDrawnOnAGrainIsDrawnOnItsImage) {
    viewer().look().panel = false;
    go_to(0.03);  // they fall
    for (const Overlay overlay : {Overlay::velocities, Overlay::boxes}) {
        const Screenshot before = shoot();
        viewer().toggle(overlay);
        const Screenshot after = shoot();
        viewer().toggle(overlay);
        const double reach = 0.9 * frame_view()->bodies().of(top).reach;
        const auto here = static_cast<double>(changes_at(before, after, place_of(top), reach));
        EXPECT_GT(here, 15.0) << static_cast<int>(overlay);
        EXPECT_NEAR(static_cast<double>(changes_at(before, after, place_of(top) + period, reach)),
                    here, 0.25 * here + 3.0)
            << static_cast<int>(overlay);
        EXPECT_EQ(changes_at(before, after, place_of(1) + period, 0.05), 0u);  // it has no image
    }
}

TEST_F(OverTheSeam, ForcesAreDrawnOnBothSides) {
    viewer().look().panel = false;
    go_to(1.0);  // they lie
    ASSERT_GE(frame_view()->frame().contacts.pair.size(), 4u);
    ASSERT_LT(place_of(top).x, 0.08);  // still over the seam
    viewer().pick(pixels_of(top), false);
    for (const Overlay overlay :
         {Overlay::chains, Overlay::contacts, Overlay::stress, Overlay::features}) {
        const Screenshot before = shoot();
        viewer().toggle(overlay);
        const Screenshot after = shoot();
        viewer().toggle(overlay);
        const double reach = frame_view()->bodies().of(top).reach;
        EXPECT_GT(changes_at(before, after, place_of(top), reach), 50u)
            << static_cast<int>(overlay);
        EXPECT_GT(changes_at(before, after, place_of(top) + period, reach), 50u)
            << static_cast<int>(overlay);
    }
}

/// Points of contact are drawn on every image of a grain.
TEST_F(OverTheSeam, ContactPointsAreOnBothGrainsAndTheirImages) {
    viewer().look().panel = false;
    go_to(1.0);
    viewer().toggle(Overlay::contacts);
    const Screenshot shot = shoot();
    const auto& contacts = frame_view()->frame().contacts;
    std::size_t over_the_seam = 0;
    for (std::size_t k = 0; k < contacts.pair.size(); ++k) {
        if (contacts.image[k] == engine::Turns{}) continue;
        ++over_the_seam;
        const Vec2 at_second = contacts.point[k] - frame_view()->period().shift(contacts.image[k]);
        for (const Vec2 point : {contacts.point[k], at_second}) {
            const std::uint32_t pixel = shot.at(viewer().camera().to_pixels(point));
            EXPECT_GT(pixel >> 16, 2 * (pixel >> 8 & 255u)) << k;  // red
        }
    }
    EXPECT_GE(over_the_seam, 1u);
}

TEST_F(OverTheSeam, TrajectoriesGoOnOnTheOtherSide) {
    viewer().look().panel = false;
    viewer().pick(pixels_of(ball), false);
    ASSERT_EQ(viewer().look().picked, static_cast<engine::BodyNumber>(ball));
    for (int k = 1; k <= 8; ++k) go_to(0.03 * k);
    ASSERT_GT(frame_view()->frame().grains.turns[ball].x, 0);
    viewer().look().picked.reset();  // its panel is in the way
    const Screenshot before = shoot();
    viewer().toggle(Overlay::trails);
    const Screenshot after = shoot();
    // It was over the seam after 0.1 s, between two samples, and 0.05 m lower than at first.
    EXPECT_GT(changes_at(before, after, {0.985, 0.45}, 0.015), 10u);
    EXPECT_GT(changes_at(before, after, {0.015, 0.45}, 0.015), 10u);
    EXPECT_EQ(changes_at(before, after, {1.02, 0.45}, 0.015), 0u);
    EXPECT_EQ(changes_at(before, after, {-0.02, 0.45}, 0.015), 0u);
    EXPECT_EQ(changes_at(before, after, {0.5, 0.45}, 0.1), 0u);
}

/// The same scene with sizes of two kinds.
class SeamLevels : public OverTheSeam {
public:
    explicit SeamLevels(std::vector<std::string> sets) : OverTheSeam(std::move(sets)) {
        viewer().choose_colour(Quantity::level);
    }
    std::set<double> levels() {
        std::set<double> all;
        for (std::size_t row = 0; row < frame_view()->frame().grains.body.size(); ++row)
            all.insert(viewer().colours().value_of_grain(row));
        return all;
    }
};

class SeamGrid : public SeamLevels {
public:
    // Squares with sides of 0.142 m, which are wider with their skin, in circles of 0.2 m.
    SeamGrid()
        : SeamLevels({"broad_phase.kind=\"hgrid\"", "broad_phase.cells=[0.1, 0.18, 0.3]",
                      "run.accuracy=2e-4", "grains.stones.shape.corners=4",
                      "grains.stones.place.angle=[0.7854, 0.7854, 0.7854]"}) {}
};

TEST_F(SeamGrid, LevelsAreThoseOfTheBoxesNotOfTheCirclesAroundGrains) {
    for (const double time : {0.0, 0.05}) {
        go_to(time);
        pump([this] { return !view().arrangement.grains.empty(); });  // was asked for just now
        EXPECT_EQ(viewer().colours().value_of_grain(ball), 1.0);
        for (std::size_t row = 0; row < 3; ++row) {
            EXPECT_EQ(viewer().colours().value_of_grain(row), 2.0);
            EXPECT_GT(2.0 * frame_view()->bodies().of(static_cast<int>(row)).reach, 0.18);
        }
    }
    EXPECT_EQ(viewer().colours().title(), "level of the grid");
    EXPECT_TRUE(viewer().colours().has_bar());
    EXPECT_EQ(name_of(Overlay::axes, view().arrangement.kind), "cells of the grid");
    // The range has all levels, though there is no grain on the third.
    EXPECT_EQ(viewer().colours().colouring().range().low, 1.0);
    EXPECT_EQ(viewer().colours().colouring().range().high, 3.0);
}

/// A grid of two levels, one of which has no grains.
class SeamOneOfTwoLevels : public SeamLevels {
public:
    SeamOneOfTwoLevels()
        : SeamLevels({"broad_phase.kind=\"hgrid\"", "broad_phase.cells=[0.3, 0.6]"}) {}
};

TEST_F(SeamOneOfTwoLevels, KeepsTheBar) {
    go_to(0.05);
    EXPECT_EQ(levels(), std::set{1.0});
    EXPECT_TRUE(viewer().colours().has_bar());
    EXPECT_EQ(viewer().colours().colouring().range().low, 1.0);
    EXPECT_EQ(viewer().colours().colouring().range().high, 2.0);
    EXPECT_EQ(viewer().colours().title(), "level of the grid");
}

class SeamCells : public SeamLevels {
public:
    SeamCells() : SeamLevels({"broad_phase.kind=\"linked_cell\""}) {}
};

TEST_F(SeamCells, AreOneLevel) {
    go_to(0.05);
    EXPECT_EQ(levels(), std::set{1.0});
    EXPECT_FALSE(viewer().colours().has_bar());
    EXPECT_EQ(viewer().colours().title(), "level of the grid: 1");
}

class SeamTree : public SeamLevels {
public:
    SeamTree() : SeamLevels({"broad_phase.kind=\"loose_quadtree\""}) {}
};

TEST_F(SeamTree, HasDepthsAndSquares) {
    go_to(0.05);
    EXPECT_GE(levels().size(), 2u);
    EXPECT_GT(viewer().colours().value_of_grain(ball), viewer().colours().value_of_grain(top));
    EXPECT_EQ(viewer().colours().title(), "depth in the tree");
    viewer().look().panel = false;
    const Screenshot before = shoot();
    key("5");
    const Screenshot after = shoot();
    // The square around the ball's low corner.
    const auto [level, corner] = view().arrangement.grains[ball];
    const double size = view().arrangement.cells[level];
    EXPECT_GT(changes_at(before, after, corner + Vec2{0.5 * size, 0.0}, 0.1 * size), 0u);
    EXPECT_GT(changes_at(before, after, corner + Vec2{size, 0.5 * size}, 0.1 * size), 0u);
    EXPECT_EQ(name_of(Overlay::axes, view().arrangement.kind), "squares of the tree");
}

class SeamSweep : public SeamLevels {
public:
    SeamSweep() : SeamLevels({"broad_phase.kind=\"sweep\""}) {}
};

TEST_F(SeamSweep, SaysThatThereIsNoGrid) {
    go_to(0.05);
    EXPECT_FALSE(viewer().colours().has_values());
    EXPECT_EQ(viewer().colours().title(), "no grid: sweep");
    const Screenshot with_words = shoot();
    viewer().choose_colour(Quantity::size);
    EXPECT_TRUE(viewer().colours().has_values());
    EXPECT_GT(shoot().difference(with_words), 1000u);  // a bar instead
}

TEST_F(SeamSweep, AxesHaveTheImagesToo) {
    const auto ticks = [&](double x) {
        const Screenshot shot = shoot();
        const Vec2 at = viewer().camera().to_pixels({x, 0.0});
        const double y = viewer().camera().frame().high.y - 10.0;
        std::size_t count = 0;
        for (int k = -2; k <= 2; ++k)
            count += shot.at({at.x + k, y}) != shot.at({at.x + k, y - 30.0});
        return count;
    };
    const double begin = place_of(top).x - frame_view()->bodies().of(top).reach;
    EXPECT_EQ(ticks(begin + 1.0), 0u);
    key("5");
    EXPECT_GT(ticks(begin), 0u);
    EXPECT_GT(ticks(begin + 1.0), 0u);
}

class SeamAuto : public SeamLevels {
public:
    SeamAuto() : SeamLevels({"broad_phase.kind=\"auto\""}) {}
};

TEST_F(SeamAuto, ShowsWhatAutoHasChosen) {
    EXPECT_THAT(viewer().colours().title(), HasSubstr("auto has not chosen"));
    go_to(1.0);
    const BroadPhaseKind kind = view().arrangement.kind;
    ASSERT_NE(kind, BroadPhaseKind::automatic);
    EXPECT_EQ(viewer().colours().has_values(), engine::has_grid(kind) || engine::has_tree(kind));
    EXPECT_THAT(viewer().colours().title(), Not(HasSubstr("auto")));
    key("5");
    EXPECT_GT(viewer().overlays().size(), 0u);
}

}  // namespace
}  // namespace scree::window
