#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "engine/broad/broad_phase.h"
#include "engine/broad/verlet_lists.h"
#include "tests/engine/broad/box_crowd.h"

/// What single broad phases promise; what all of them do is in broad_phase_test.cpp.
namespace scree::engine {
namespace {

using geometry::Vec2;
using testing::ElementsAre;
using tests::box_at;
using tests::BoxCrowd;
using tests::Random;

ImagePair pair_of(Body i, Body j) { return {{i, j}, {}}; }

TEST(BroadPhase, NamesAreThoseOfTheSceneFiles) {
    EXPECT_EQ(name_of(BroadPhaseKind::brute_force), "brute_force");
    EXPECT_EQ(name_of(BroadPhaseKind::sweep), "sweep");
    EXPECT_EQ(name_of(BroadPhaseKind::linked_cell), "linked_cell");
    EXPECT_EQ(name_of(BroadPhaseKind::verlet), "verlet");
    EXPECT_EQ(name_of(BroadPhaseKind::quadtree), "quadtree");
    EXPECT_EQ(name_of(BroadPhaseKind::loose_quadtree), "loose_quadtree");
    EXPECT_EQ(name_of(BroadPhaseKind::hgrid), "hgrid");
    EXPECT_EQ(name_of(BroadPhaseKind::automatic), "auto");
}

// Brute force itself, by hand.
TEST(BroadPhase, BruteForceComparesEveryPairButWalls) {
    Boxes boxes(2);
    boxes[wall_body(0)] = {{0.0, 0.0}, {9.0, 9.0}};
    boxes[wall_body(1)] = {{0.0, 0.0}, {1.0, 1.0}};
    boxes.push_grain({{0.5, 0.5}, {2.0, 2.0}});
    boxes.push_grain({{2.5, 2.5}, {4.0, 4.0}});
    boxes.push_grain({{1.5, 1.5}, {3.0, 3.0}});
    Workers workers(1);
    std::vector<ImagePair> pairs;
    make_broad_phase(BroadPhaseKind::brute_force)->find_pairs(boxes, workers, pairs);
    EXPECT_THAT(pairs,
                ElementsAre(pair_of(0, 2), pair_of(0, wall_body(1)), pair_of(0, wall_body(0)),
                            pair_of(1, 2), pair_of(1, wall_body(0)), pair_of(2, wall_body(0))));
}

// Lists of a wider circle hold for longer, and are longer.
TEST(BroadPhase, VerletListsHoldUntilAGrainHasMovedFar) {
    Workers workers(2);
    std::vector<ImagePair> pairs;
    std::vector<std::uint64_t> rebuilds;
    std::vector<std::uint64_t> candidates;
    for (const double radius : {2.0, 2.5, 3.0, 5.0, 9.0}) {
        VerletLists lists({}, radius);
        BoxCrowd crowd(13, 300, 0.01, 0.01001);
        for (int step = 0; step < 100; ++step) {
            crowd.wander(0.001);
            lists.find_pairs(crowd.boxes, workers, pairs);
        }
        rebuilds.push_back(lists.rebuilds());
        lists.find_pairs(crowd.boxes, workers, pairs);
        candidates.push_back(lists.counts().candidates);
    }
    EXPECT_EQ(rebuilds[0], 100u) << "no room to move";
    EXPECT_GT(rebuilds[1], 5u);
    EXPECT_LT(rebuilds[1], 50u);
    EXPECT_EQ(rebuilds[4], 1u);
    EXPECT_TRUE(std::ranges::is_sorted(rebuilds, std::greater{}));
    EXPECT_LT(candidates[1], candidates[4]);
}

TEST(BroadPhase, VerletListsDoWithoutListsThatAreTooLong) {
    const auto brute = make_broad_phase(BroadPhaseKind::brute_force);
    std::vector<ImagePair> pairs;
    std::vector<ImagePair> expected;
    for (const std::uint32_t count : {1u, 2u, 3u}) {
        Workers workers(count);
        VerletLists lists({}, VerletLists::usual_radius, 100);
        BoxCrowd crowd(14, 300, 0.01, 0.1);
        for (int step = 0; step < 50; ++step) {
            crowd.wander(0.01);
            brute->find_pairs(crowd.boxes, workers, expected);
            lists.find_pairs(crowd.boxes, workers, pairs);
            ASSERT_EQ(pairs, expected) << step;
        }
        EXPECT_EQ(lists.counts().candidates, brute->counts().candidates);
        EXPECT_EQ(lists.rebuilds(), 1u);
        // With few grains there is room again.
        BoxCrowd few(15, 10, 0.01, 0.1);
        lists.forget();
        brute->find_pairs(few.boxes, workers, expected);
        lists.find_pairs(few.boxes, workers, pairs);
        lists.find_pairs(few.boxes, workers, pairs);
        EXPECT_EQ(pairs, expected);
    }
}

// The work of a tree goes with the number of grains: of a dense packing, and of one with a boulder.
TEST(BroadPhase, TheLooseTreeLooksAtFewPairs) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    for (const bool boulder : {false, true}) {
        Boxes boxes;
        for (int k = 0; k < 10'000; ++k)
            boxes.push_grain(box_at({0.98 * (k % 100), 0.98 * (k / 100)}, {0.5, 0.5}));
        if (boulder) boxes.push_grain(box_at({40.0, 40.0}, {30.0, 30.0}));
        const auto loose = make_broad_phase(BroadPhaseKind::loose_quadtree);
        loose->find_pairs(boxes, workers, pairs);
        EXPECT_GT(pairs.size(), 39'000u);
        EXPECT_LT(loose->counts().candidates, 30u * boxes.grains());
        EXPECT_LT(loose->counts().accesses, 20u * boxes.grains());
    }
}

// Clusters at even distances do not share places in the table of a grid.
TEST(BroadPhase, GridsKeepClustersApart) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    for (const int clusters : {9, 17, 32, 33})
        for (const BroadPhaseKind kind : {BroadPhaseKind::linked_cell, BroadPhaseKind::hgrid}) {
            Boxes boxes;
            for (int k = 0; k < 16 * clusters * clusters; ++k) {
                const int cluster = k / 16;
                const Vec2 corner{1000.0 * (cluster % clusters), 1000.0 * (cluster / clusters)};
                const Vec2 within{1.0 * (k % 4), 1.0 * (k / 4 % 4)};
                boxes.push_grain(box_at(corner + within, {0.4, 0.4}));
            }
            const auto grid = make_broad_phase(kind);
            grid->find_pairs(boxes, workers, pairs);
            EXPECT_TRUE(pairs.empty());
            EXPECT_LT(grid->counts().candidates, 25u * boxes.grains()) << clusters;
        }
}

// Levels without grains cost nothing.
TEST(BroadPhase, EmptyLevelsAreNotSearched) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    Boxes boxes;
    for (int k = 0; k < 2500; ++k)
        boxes.push_grain(box_at({1.0 * (k % 50), 1.0 * (k / 50)}, {0.4, 0.4}));
    for (const GridSearch search : {GridSearch::top_down, GridSearch::bottom_up}) {
        BroadPhaseSettings settings(BroadPhaseKind::hgrid);
        settings.hgrid.search = search;
        settings.hgrid.cells = {0.01, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0};
        const auto grid = make_broad_phase(settings);
        grid->find_pairs(boxes, workers, pairs);
        EXPECT_EQ(grid->counts().accesses, 5u * boxes.grains());
    }
}

// 100,000 grains in a square heap, in a tower and in a row.
TEST(BroadPhase, TheFirstFillOfTheSweepIsNotQuadratic) {
    const std::size_t grains = tests::rounds(100000);
    for (const std::size_t width : {std::size_t{316}, std::size_t{1}, grains}) {
        Random random(9);
        Boxes boxes(2);
        boxes[wall_body(0)] = {{-1e6, -1e6}, {1e6, 0.0}};
        boxes[wall_body(1)] = {{-1e6, -1e6}, {1e6, 1e6}};
        for (std::size_t i = 0; i < grains; ++i) {
            const std::size_t row = i / width;
            const Vec2 centre{static_cast<double>(i - row * width), static_cast<double>(row)};
            boxes.push_grain(box_at(centre + 0.1 * Vec2{random.unit(), random.unit()}, {0.5, 0.5}));
        }
        Workers workers(1);
        std::vector<ImagePair> pairs;
        const auto start = std::chrono::steady_clock::now();
        make_broad_phase(BroadPhaseKind::sweep)->find_pairs(boxes, workers, pairs);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        EXPECT_GT(pairs.size(), grains);
        EXPECT_LT(taken.count(), 2.0) << width << " wide";
    }
}

}  // namespace
}  // namespace scree::engine
