// What benchmarks of the hierarchical grid count and compute, in their quick form; times are as
// they are.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/bench/bench.h"
#include "tests/sanitizers.h"

namespace scree::engine {
namespace {

BenchReport quick_report(std::string_view name) {
    BenchOptions options;
    options.quick = true;
    const auto all = benchmarks();
    return std::ranges::find(all, name, &Benchmark::name)->measure(options);
}

double number(const BenchTable& table, std::size_t row, const std::string& column) {
    const auto found = std::ranges::find(table.header, column);
    EXPECT_NE(found, table.header.end()) << column;
    return std::stod(table.rows.at(row).at(static_cast<std::size_t>(found - table.header.begin())));
}

double number(const BenchReport& report, const std::string& name) {
    const auto found = std::ranges::find(report.numbers, name, &BenchNumber::name);
    EXPECT_NE(found, report.numbers.end()) << name;
    return found->value;
}

// Krijgsman's figure 9: what `scree plan` says of the same.
TEST(BenchOptimum, RulesCostWhatThePlannerSays) {
    const BenchTable table = quick_report("optimum").tables.at(0);
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (const std::string rule : {"linear", "exponential", "constant"})
            EXPECT_LE(number(table, row, "optimal"), number(table, row, rule)) << row << rule;
    EXPECT_NEAR(number(table, 3, "exponential"), 12.13, 0.005);
    EXPECT_NEAR(number(table, 3, "optimal"), 11.96, 0.005);
    EXPECT_EQ(number(table, 0, "linear"), number(table, 0, "optimal")) << "one level";
}

// Section 5.4.2: every run but the last seeks pairs in every step, with fewer candidates the more
// levels there are.
TEST(BenchOptimum, RunsDifferInWhatTheyLookAt) {
    const BenchReport report = quick_report("optimum");
    const BenchTable& table = report.tables.at(1);
    ASSERT_EQ(table.rows.size(), 4u);
    for (const std::size_t row : {0u, 1u, 2u})
        EXPECT_EQ(number(table, row, "detections a step"), 1.0) << row;
    EXPECT_LT(number(table, 3, "detections a step"), 0.5);
    const double one_level = number(table, 0, "candidates");
    EXPECT_GT(one_level, 5.0 * number(table, 1, "candidates"));
    // The levels of this run follow from a measured price, which a sanitizer distorts.
    EXPECT_GT(one_level, (SCREE_SANITIZED ? 1.0 : 3.0) * number(table, 2, "candidates"));
    EXPECT_LE(number(table, 0, "accesses"), number(table, 2, "accesses"));
    for (std::size_t row = 0; row < 4; ++row)
        EXPECT_LE(number(table, row, "detection [us]"), number(table, row, "step [us]"));
    EXPECT_GT(number(report, "one level over optimal levels, by the model, K = 0.2"), 10.0);
}

TEST(BenchLevels, SlowdownIsThatOfTheBest) {
    const BenchReport report = quick_report("levels");
    const BenchTable& table = report.tables.at(0);
    for (const std::string name : {"uniform size, ", "uniform area, "})
        for (const std::string of : {"slowdown", "planner", "with time a grain"}) {
            double least = 1e300;
            for (std::size_t row = 0; row < table.rows.size(); ++row)
                least = std::min(least, number(table, row, name + of));
            EXPECT_EQ(least, 1.0) << name << of;
        }
    EXPECT_GT(number(table, 0, "uniform area, planner"), 1.0) << "one level is not enough";
    EXPECT_EQ(report.tables.at(1).rows.size(), 2u);
}

}  // namespace
}  // namespace scree::engine
