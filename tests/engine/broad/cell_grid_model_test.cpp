// What the planner expects a grid to look at, against what the grid looks at: discs that do not
// overlap, in a periodic square. The model spreads grains at random, as if they could overlap.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/bench/disc_scatter.h"
#include "engine/broad/hgrid.h"
#include "engine/broad/linked_cell.h"

namespace scree::engine {
namespace {

constexpr double exponent = -3.0;
constexpr double ratio = 20.0;
constexpr double tolerance = 0.15;

/// Of 40,000: grains near the seam look on both sides of it, which the model knows nothing of. That
/// adds 6 % to the accesses here, and 12 % with a quarter of the grains.
DiscScatter packing(double fraction) {
    return scattered(power_law_radii(40'000, exponent, ratio, 1), fraction, Border::periodic, 2);
}

PlanProblem problem_of(const DiscScatter& discs, double fraction, double overhead,
                       GridSearch search) {
    return {SizeDistribution::of_radii(discs.radii), 2, fraction, overhead, search};
}

struct Counts {
    double candidates;  // per grain, like the accesses
    double accesses;
};

Counts counts_of(BroadPhase& method, const Boxes& boxes) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    method.find_pairs(boxes, workers, pairs);
    const auto grains = static_cast<double>(boxes.grains());
    return {static_cast<double>(method.counts().candidates) / grains,
            static_cast<double>(method.counts().accesses) / grains};
}

Counts counts_of(const Plan& plan, GridSearch search, const DiscScatter& discs,
                 const Boxes& boxes) {
    HgridSettings settings;
    settings.search = search;
    // Boxes in periodic domains are rounded outwards.
    for (const PlannedLevel& level : plan.levels)
        settings.cells.push_back(level.cell * (1.0 + 1e-9));
    Hgrid grid(settings, discs.box_period());
    return counts_of(grid, boxes);
}

class CellGridModel : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Fractions, CellGridModel, testing::Values(0.1, 0.4),
                         [](const auto& tested) {
                             return "Percent" + std::to_string(std::lround(100.0 * tested.param));
                         });

TEST_P(CellGridModel, CountsAreThoseOfTheModel) {
    const double fraction = GetParam();
    const DiscScatter discs = packing(fraction);
    const Boxes boxes = discs.boxes();
    for (const GridSearch search : {GridSearch::top_down, GridSearch::bottom_up})
        for (const CellRule rule :
             {CellRule::optimal, CellRule::constant, CellRule::exponential, CellRule::linear})
            for (const double overhead : {0.2, 3.0}) {
                const Plan plan = plan_levels(problem_of(discs, fraction, overhead, search), rule);
                const Counts counts = counts_of(plan, search, discs, boxes);
                SCOPED_TRACE(std::string(name_of(search)) + ' ' + std::string(name_of(rule)) +
                             ", K " + std::to_string(overhead));
                EXPECT_GT(plan.levels.size(), 1u);
                EXPECT_NEAR(counts.candidates / plan.candidates, 1.0, tolerance);
                EXPECT_NEAR(counts.accesses / plan.accesses, 1.0, tolerance);
            }
}

TEST_P(CellGridModel, CountsOfLinkedCellsAreThoseOfTheModel) {
    const DiscScatter discs = packing(GetParam());
    const PlanProblem problem = problem_of(discs, GetParam(), 0.2, GridSearch::top_down);
    const Plan plan = evaluate(problem, std::vector{2.0 * problem.sizes.largest()});
    LinkedCell method(discs.box_period());
    const Counts counts = counts_of(method, discs.boxes());
    EXPECT_NEAR(counts.candidates / plan.candidates, 1.0, tolerance);
    EXPECT_NEAR(counts.accesses / plan.accesses, 1.0, tolerance);
}

// The bounds are no matter of course: other cells, the other search and other fractions are far
// off.
TEST_P(CellGridModel, CountsAreNotThoseOfAnotherModel) {
    const double fraction = GetParam();
    const DiscScatter discs = packing(fraction);
    const PlanProblem problem = problem_of(discs, fraction, 0.2, GridSearch::top_down);
    const Plan plan = plan_levels(problem, CellRule::optimal);
    const Counts counts = counts_of(plan, GridSearch::top_down, discs, discs.boxes());

    std::vector<double> cells;
    for (const PlannedLevel& level : plan.levels) cells.push_back(level.cell);
    const Plan upwards = evaluate(problem_of(discs, fraction, 0.2, GridSearch::bottom_up), cells);
    EXPECT_GT(upwards.accesses, 1.3 * counts.accesses);
    EXPECT_GT(upwards.candidates, 1.3 * counts.candidates);
    const Plan denser =
        evaluate(problem_of(discs, 1.4 * fraction, 0.2, GridSearch::top_down), cells);
    EXPECT_GT(denser.candidates, 1.2 * counts.candidates);
    cells.erase(cells.begin());
    EXPECT_GT(evaluate(problem, cells).candidates, 1.2 * counts.candidates);
}

}  // namespace
}  // namespace scree::engine
