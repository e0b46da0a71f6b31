#include "engine/broad/automatic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/generator.h"
#include "engine/broad/hgrid.h"

namespace scree::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Discs with radii from 1 to `ratio`, most of them small.
Boxes discs(std::size_t count, double ratio) {
    Generator random(3, "discs");
    const double side = 3.0 * std::sqrt(static_cast<double>(count)) * std::cbrt(ratio);
    Boxes boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const double radius = i == 0 ? ratio : random.uniform(1.0, 1.5);
        const double x = random.uniform(0.0, side);
        const double y = random.uniform(0.0, side);
        boxes.push_grain({{x - radius, y - radius}, {x + radius, y + radius}});
    }
    return boxes;
}

class Auto : public testing::Test {
protected:
    void search(const Boxes& boxes, int times) {
        std::vector<ImagePair> pairs;
        for (int k = 0; k < times; ++k) tested_.find_pairs(boxes, workers_, pairs);
    }
    std::set<BroadPhaseKind> tried(std::size_t contest) const {
        std::set<BroadPhaseKind> kinds;
        for (const BroadPhaseTrial& trial : tested_.contests()[contest].trials)
            kinds.insert(trial.kind);
        return kinds;
    }

    Workers workers_{1};
    AutoBroadPhase tested_{BroadPhaseKind::automatic, {}};
};

TEST_F(Auto, SaysWhatItTriedFastestFirst) {
    const Boxes boxes = discs(400, 2.0);
    search(boxes, 3);
    ASSERT_THAT(tested_.contests(), SizeIs(1));
    EXPECT_THAT(tested_.contests()[0].trials, IsEmpty()) << "it is not over";
    search(boxes, 10);
    ASSERT_THAT(tested_.contests(), SizeIs(1));
    const BroadPhaseContest& contest = tested_.contests()[0];
    EXPECT_EQ(contest.grains, 400u);
    EXPECT_EQ(tried(0),
              (std::set{BroadPhaseKind::hgrid, BroadPhaseKind::sweep, BroadPhaseKind::linked_cell,
                        BroadPhaseKind::loose_quadtree, BroadPhaseKind::brute_force}));
    EXPECT_TRUE(std::is_sorted(
        contest.trials.begin(), contest.trials.end(),
        [](const BroadPhaseTrial& a, const BroadPhaseTrial& b) { return a.seconds < b.seconds; }));
    EXPECT_GT(contest.trials.front().seconds, 0.0);
    EXPECT_THAT(
        text_of(contest),
        testing::AllOf(HasSubstr(std::string(name_of(contest.trials.front().kind)) + " at "),
                       HasSubstr("brute_force "), HasSubstr("400 grains")));
}

TEST_F(Auto, TriesAgainWhenTheNumberOfGrainsHasChangedByHalf) {
    const std::vector<std::pair<std::size_t, std::size_t>> grains_and_contests = {
        {0, 1}, {1, 2}, {400, 3}, {600, 3}, {601, 4}, {301, 4}, {300, 5}, {0, 6}};
    for (const auto& [grains, contests] : grains_and_contests) {
        tested_.forget();
        search(discs(grains, 2.0), 8);
        ASSERT_THAT(tested_.contests(), SizeIs(contests)) << grains;
    }
}

// As in rain: there are many more grains before a contest is over.
TEST_F(Auto, ForgetsContestsThatCameToNoEnd) {
    for (const std::size_t grains : {1u, 2u, 4u, 8u, 100u}) {
        tested_.forget();
        search(discs(grains, 2.0), 2);
    }
    search(discs(100, 2.0), 6);
    ASSERT_THAT(tested_.contests(), SizeIs(1));
    EXPECT_EQ(tested_.contests()[0].grains, 100u);
    EXPECT_FALSE(tested_.contests()[0].trials.empty());
    EXPECT_THAT(text_of({5, {}}), HasSubstr("undecided"));
}

TEST_F(Auto, DoesNotTryWhatTakesForEver) {
    search(discs(3000, 1000.0), 8);
    ASSERT_THAT(tested_.contests(), SizeIs(1));
    EXPECT_FALSE(tried(0).contains(BroadPhaseKind::linked_cell)) << "all would be in a few cells";
    EXPECT_FALSE(tried(0).contains(BroadPhaseKind::brute_force));
    EXPECT_TRUE(tried(0).contains(BroadPhaseKind::hgrid));
}

TEST(Hgrid, PlansAgainForOtherGrains) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    Hgrid hgrid({}, {});
    hgrid.find_pairs(discs(3000, 1.0), workers, pairs);
    const double widest = hgrid.levels().back();
    EXPECT_LT(widest, 3.1);
    hgrid.forget();
    hgrid.find_pairs(discs(3100, 1.0), workers, pairs);
    EXPECT_EQ(hgrid.levels().back(), widest) << "as good as before";
    hgrid.forget();
    hgrid.find_pairs(discs(3100, 30.0), workers, pairs);
    EXPECT_EQ(hgrid.levels().back(), 60.0);
    EXPECT_GE(hgrid.levels().size(), 2u);
}

// One that flew off must not make the planner believe that there is much room.
TEST(Hgrid, LooksAtFewCandidatesAlsoWhenAGrainIsFarAway) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    Boxes boxes = discs(5000, 100.0);
    Hgrid near({}, {});
    near.find_pairs(boxes, workers, pairs);
    for (const double far : {1e4, 1e6, 1e9}) {
        Boxes with_stray = boxes;
        with_stray.push_grain({{far, far}, {far + 2.0, far + 2.0}});
        Hgrid hgrid({}, {});
        hgrid.find_pairs(with_stray, workers, pairs);
        EXPECT_LT(hgrid.counts().candidates, 3 * near.counts().candidates) << far;
    }
}

// Two sizes by turns: a sample must see both.
TEST(Hgrid, PlansForSizesThatAlternate) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    const double side = 4000.0;
    Generator random(5, "alternate");
    Boxes boxes;
    for (int i = 0; i < 45'000; ++i) {
        const double radius = i % 2 == 0 ? 1.0 : 20.0;
        const double x = random.uniform(0.0, side);
        const double y = random.uniform(0.0, side);
        boxes.push_grain({{x - radius, y - radius}, {x + radius, y + radius}});
    }
    Hgrid hgrid({GridSearch::top_down, CellRule::optimal, {}, {}, 0.2}, {});
    hgrid.find_pairs(boxes, workers, pairs);
    ASSERT_EQ(hgrid.levels().size(), 2u);
    EXPECT_LT(hgrid.levels().front(), 30.0);
}

TEST(Hgrid, TakesTheCellsThatItIsGiven) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    HgridSettings settings;
    settings.cells = {2.5, 4.0};
    Hgrid hgrid(settings, {});
    hgrid.find_pairs(discs(2000, 30.0), workers, pairs);
    EXPECT_THAT(hgrid.levels(), testing::ElementsAre(2.5, 4.0));
}

TEST(Hgrid, RulesAndSearchesLookAtOtherCellsAndFindTheSame) {
    Workers workers(2);
    const Boxes boxes = discs(3000, 20.0);
    std::vector<ImagePair> expected;
    make_broad_phase(BroadPhaseKind::brute_force)->find_pairs(boxes, workers, expected);
    std::set<std::pair<std::uint64_t, std::uint64_t>> counts;
    for (const GridSearch search : {GridSearch::top_down, GridSearch::bottom_up})
        for (const CellRule rule :
             {CellRule::optimal, CellRule::constant, CellRule::exponential, CellRule::linear})
            for (const std::size_t levels : {1u, 2u, 5u}) {
                HgridSettings settings{search, rule, {}, levels, 0.2};
                Hgrid hgrid(settings, {});
                std::vector<ImagePair> pairs;
                hgrid.find_pairs(boxes, workers, pairs);
                EXPECT_EQ(pairs, expected);
                counts.insert({hgrid.counts().candidates, hgrid.counts().accesses});
            }
    EXPECT_GE(counts.size(), 10u);
}

}  // namespace
}  // namespace scree::engine
