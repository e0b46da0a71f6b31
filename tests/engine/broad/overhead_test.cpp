#include "engine/broad/overhead.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace scree::engine {
namespace {

// Times that are made up are taken apart again.
TEST(Overhead, FitFindsWhatTimesAreMadeOf) {
    std::vector<OverheadTrial> trials;
    for (const auto& [candidates, accesses] :
         {std::pair{1.0, 16.0}, {2.0, 10.0}, {5.0, 7.0}, {9.0, 5.5}, {20.0, 5.2}})
        trials.push_back({{}, candidates, accesses, 30e-9 + 1.5e-9 * candidates + 4e-9 * accesses});
    const Overhead exact = fitted(trials);
    EXPECT_NEAR(exact.grain, 30e-9, 1e-15);
    EXPECT_NEAR(exact.candidate, 1.5e-9, 1e-15);
    EXPECT_NEAR(exact.access, 4e-9, 1e-15);
    EXPECT_NEAR(exact.seconds(3.0, 6.0), 58.5e-9, 1e-15);

    // Where no such sum explains the times, no other one is nearer to them.
    trials[2].seconds *= 1.2;
    const Overhead best = fitted(trials);
    const auto error_of = [&](const Overhead& overhead) {
        double sum = 0.0;
        for (const OverheadTrial& trial : trials) {
            const double error =
                1e9 * (overhead.seconds(trial.candidates, trial.accesses) - trial.seconds);
            sum += error * error;
        }
        return sum;
    };
    for (double Overhead::*part : {&Overhead::grain, &Overhead::candidate, &Overhead::access})
        for (const double change : {-0.1e-9, 0.1e-9}) {
            Overhead other = best;
            other.*part += change;
            EXPECT_GT(error_of(other), error_of(best));
        }
}

/// As if a grain took 20 ns, a candidate 0.3 ns, and an access so many times as much.
std::vector<OverheadTrial> made_up(double ratio) {
    std::vector<OverheadTrial> trials;
    for (const std::vector<double>& cells : overhead_layouts()) {
        const Plan plan = evaluate(overhead_problem(), cells);
        trials.push_back({cells, plan.candidates, plan.accesses,
                          1e-9 * (20.0 + 0.3 * (plan.candidates + ratio * plan.accesses))});
    }
    return trials;
}

TEST(Overhead, RatioChoosesTheFastestCells) {
    for (const double ratio : {1.0, 3.0, 10.0, 30.0, 60.0}) {
        const Overhead overhead = fitted(made_up(ratio));
        EXPECT_NEAR(overhead.access / overhead.candidate, ratio, 1e-3 * ratio);
        EXPECT_NEAR(overhead.ratio(), ratio, 0.25 * ratio);
        PlanProblem problem = overhead_problem();
        const auto cost_of = [&](double chosen_by) {
            problem.overhead = chosen_by;
            const Plan plan = plan_levels(problem, CellRule::optimal, 2);
            return plan.candidates + ratio * plan.accesses;
        };
        EXPECT_LT(cost_of(overhead.ratio()), 1.005 * cost_of(ratio)) << ratio;
    }
    // The first candidates cost nothing, as where many are compared at once. Then more candidates
    // pay off.
    std::vector<OverheadTrial> trials = made_up(10.0);
    for (OverheadTrial& trial : trials) trial.seconds -= 0.3e-9 * std::min(trial.candidates, 12.0);
    EXPECT_GT(fitted(trials).ratio(), 15.0);
}

TEST(Overhead, NonsenseIsNotTaken) {
    std::vector<OverheadTrial> trials = made_up(10.0);
    for (OverheadTrial& trial : trials) trial.seconds = 1e-9 * trial.cells[0];
    EXPECT_GE(fitted(trials).ratio(), 0.02);
    for (OverheadTrial& trial : trials) trial.seconds = 1e-9 / trial.cells[0];
    EXPECT_LE(fitted(trials).ratio(), 200.0);
    for (OverheadTrial& trial : trials) trial.seconds = 1e-9;
    EXPECT_GE(fitted(trials).ratio(), 0.02);
    EXPECT_LE(fitted(trials).ratio(), 200.0);
}

TEST(Overhead, MeasuresWhatGridsTake) {
    const Overhead overhead = measure_overhead(2000, 3);
    ASSERT_GE(overhead.trials.size(), 3u);
    for (const OverheadTrial& trial : overhead.trials) {
        EXPECT_GT(trial.seconds, 1e-10);
        EXPECT_LT(trial.seconds, 1e-3);
        EXPECT_GE(trial.accesses, 5.0) << "its own cell and four around";
        EXPECT_GT(trial.candidates, 0.0);
    }
    EXPECT_GT(overhead.ratio(), 0.0);
    EXPECT_EQ(measured_overhead(), measured_overhead()) << "once in a process";
}

}  // namespace
}  // namespace scree::engine
