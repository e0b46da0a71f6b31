// What broad phases say of how they have divided the plane, for those who draw it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/broad/broad_phase.h"
#include "engine/run/world.h"
#include "tests/engine/broad/box_crowd.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;
using tests::BoxCrowd;

double width_of(const Box& box) { return std::max(box.high.x - box.low.x, box.high.y - box.low.y); }

/// Sizes over three decades, far from the origin and on both sides of it.
std::vector<Box> crowd(std::uint64_t seed, Vec2 from = {-0.4, 3.0}) {
    std::vector<Box> boxes;
    const BoxCrowd crowd(seed, 500, 1e-4, 0.1);
    for (const Box& box : crowd.boxes.of_grains())
        boxes.push_back({box.low + from, box.high + from});
    return boxes;
}

Arrangement arrangement_of(BroadPhaseKind kind, const std::vector<Box>& boxes,
                           const Period& domain = {}) {
    BroadPhaseSettings settings(kind);
    settings.hgrid.cells = {0.001, 0.01, 0.05};
    return arrangement_of(settings, boxes, domain);
}

TEST(ArrangementTest, MethodsWithoutCellsHaveNone) {
    for (const BroadPhaseKind kind : {BroadPhaseKind::sweep, BroadPhaseKind::brute_force,
                                      BroadPhaseKind::verlet, BroadPhaseKind::automatic}) {
        const Arrangement arrangement = arrangement_of(kind, crowd(1));
        EXPECT_EQ(arrangement.kind, kind);
        EXPECT_TRUE(arrangement.cells.empty() && arrangement.grains.empty()) << name_of(kind);
    }
}

TEST(ArrangementTest, GridsHoldTheCentreOnTheSmallestLevelThatIsWideEnough) {
    for (const BroadPhaseKind kind : {BroadPhaseKind::hgrid, BroadPhaseKind::linked_cell}) {
        const std::vector<Box> boxes = crowd(2);
        const auto [actual, cells, origin, grains] = arrangement_of(kind, boxes);
        EXPECT_EQ(actual, kind);
        ASSERT_EQ(cells.size(), kind == BroadPhaseKind::hgrid ? 3u : 1u);
        ASSERT_EQ(grains.size(), boxes.size());
        std::vector<std::size_t> on_level(cells.size());
        for (std::size_t k = 0; k < boxes.size(); ++k) {
            const auto [level, corner] = grains[k];
            const double size = cells.at(level);
            ++on_level[level];
            EXPECT_LE(width_of(boxes[k]), size);
            if (level > 0) {
                EXPECT_GT(width_of(boxes[k]), 0.99999 * cells[level - 1u]);
            }
            const Vec2 centre = 0.5 * (boxes[k].low + boxes[k].high);
            EXPECT_LE(corner.x, centre.x + 1e-12);
            EXPECT_LE(corner.y, centre.y + 1e-12);
            EXPECT_GT(corner.x + size, centre.x - 1e-12);
            EXPECT_GT(corner.y + size, centre.y - 1e-12);
            const double column = (corner.x - origin.x) / size;
            EXPECT_NEAR(column, std::round(column), 1e-6);
        }
        for (const std::size_t count : on_level) EXPECT_GT(count, 10u);
    }
}

TEST(ArrangementTest, QuadtreeSquaresAreTheSmallestAroundTheBox) {
    const std::vector<Box> boxes = crowd(3);
    const auto [kind, cells, origin, grains] = arrangement_of(BroadPhaseKind::quadtree, boxes);
    ASSERT_EQ(grains.size(), boxes.size());
    ASSERT_GT(cells.size(), 5u);
    for (std::size_t k = 1; k < cells.size(); ++k) EXPECT_EQ(2.0 * cells[k], cells[k - 1]);
    const auto holds = [](Vec2 corner, double size, const Box& box) {
        const double slack = 1e-9;
        return corner.x <= box.low.x + slack && corner.y <= box.low.y + slack &&
               corner.x + size >= box.high.x - slack && corner.y + size >= box.high.y - slack;
    };
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto [level, corner] = grains[k];
        const double half = 0.5 * cells.at(level);
        EXPECT_TRUE(holds(corner, 2.0 * half, boxes[k])) << k;
        for (const Vec2 part : {Vec2{0.0, 0.0}, Vec2{half, 0.0}, Vec2{0.0, half}, Vec2{half, half}})
            EXPECT_FALSE(holds(corner + part, half * (1.0 - 1e-6), boxes[k])) << k;
    }
}

TEST(ArrangementTest, LooseSquaresHoldWhatBeginsInThemAndIsNotTwiceAsWide) {
    const std::vector<Box> boxes = crowd(4);
    const auto [kind, cells, origin, grains] =
        arrangement_of(BroadPhaseKind::loose_quadtree, boxes);
    ASSERT_EQ(grains.size(), boxes.size());
    bool has_first = false;
    bool has_last = false;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const auto [level, corner] = grains[k];
        const double size = cells.at(level);
        has_first = has_first || level == 0;
        has_last = has_last || level + 1u == cells.size();
        EXPECT_TRUE(corner.x <= boxes[k].low.x && boxes[k].low.x < corner.x + size);
        EXPECT_TRUE(corner.y <= boxes[k].low.y && boxes[k].low.y < corner.y + size);
        EXPECT_LT(std::max(boxes[k].high.x - corner.x, boxes[k].high.y - corner.y), 2.0 * size);
        EXPECT_GT(2.0 * width_of(boxes[k]), 0.5 * size);  // one deeper, at most
    }
    EXPECT_TRUE(has_first && has_last);
}

TEST(ArrangementTest, CellsOfAPeriodicDomainAreInIt) {
    const Period domain{{-0.4, 0.0}, {1.0, 0.0}};
    for (const BroadPhaseKind kind : {BroadPhaseKind::hgrid, BroadPhaseKind::linked_cell}) {
        const auto arrangement = arrangement_of(kind, crowd(5), domain);
        EXPECT_EQ(arrangement.origin.x, -0.4);
        for (const auto& [level, corner] : arrangement.grains) {
            EXPECT_GE(corner.x, -0.4 - 1e-9);
            EXPECT_LT(corner.x, 0.6);
        }
    }
}

TEST(ArrangementTest, NothingAndNonsenseHaveNone) {
    for (std::uint8_t k = 0; k < broad_phase_kinds; ++k) {
        const auto kind = static_cast<BroadPhaseKind>(k);
        EXPECT_TRUE(arrangement_of(kind, {}).grains.empty());
        EXPECT_TRUE(arrangement_of(kind, {{{0.0, std::nan("")}, {1.0, 1.0}}}).grains.empty());
        arrangement_of(kind, {{{1.0, 1.0}, {1.0, 1.0}}});  // a point
    }
}

/// As many cells as grains at every step, whatever comes, goes and is restored.
TEST(ArrangementTest, FitsTheGrainsOfASimulationAtAnyTime) {
    for (const std::string kind : {"hgrid", "linked_cell", "quadtree", "loose_quadtree"}) {
        World live(load(small_scene, {"broad_phase.kind=\"" + kind + "\"", "run.threads=1"}));
        const auto check = [&] {
            const Arrangement arrangement = live.simulation().arrangement();
            EXPECT_EQ(name_of(arrangement.kind), kind);
            ASSERT_EQ(arrangement.grains.size(), live.simulation().grain_count()) << kind;
            for (const auto& [level, corner] : arrangement.grains)
                EXPECT_LT(level, arrangement.cells.size());
        };
        check();
        const WorldState start = live.state();
        for (int k = 0; k < 3; ++k) live.step();
        check();
        live.change(DropGrain{{geometry::Disc(0.2), 0, {0.0, 1.5}, 0.0, {}, 0.0}});
        check();
        live.step();
        check();
        // The new one is much larger than all others.
        if (kind == "loose_quadtree") {
            const Arrangement arrangement = live.simulation().arrangement();
            EXPECT_LT(arrangement.grains.back().level, arrangement.grains.front().level);
        }
        live.restore(start, {});
        check();
        EXPECT_EQ(live.simulation().grain_count(), 10u);
    }
}

TEST(ArrangementTest, AutoSaysWhatItHasChosen) {
    World live(load(small_scene, {"broad_phase.kind=\"auto\"", "run.threads=1"}));
    EXPECT_EQ(live.simulation().arrangement().kind, BroadPhaseKind::automatic);
    while (live.simulation().broad_phase().contests().empty() ||
           live.simulation().broad_phase().contests().back().trials.empty())
        live.step();
    const Arrangement arrangement = live.simulation().arrangement();
    EXPECT_EQ(arrangement.kind,
              live.simulation().broad_phase().contests().back().trials.front().kind);
    EXPECT_EQ(arrangement.grains.empty(),
              !has_grid(arrangement.kind) && !has_tree(arrangement.kind));
}

}  // namespace
}  // namespace scree::engine
