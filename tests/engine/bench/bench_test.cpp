#include "engine/bench/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "engine/bench/discs.h"
#include "engine/bench/timing.h"
#include "engine/broad/brute_force.h"

namespace scree::engine {
namespace {

TEST(BenchTiming, MedianOfAFew) {
    EXPECT_EQ(median({3.0}), 3.0);
    EXPECT_EQ(median({9.0, 1.0, 2.0}), 2.0);
    EXPECT_EQ(median({9.0, 1.0, 2.0, 4.0}), 3.0);
}

TEST(BenchTiming, APowerLawIsFound) {
    std::vector<double> x;
    std::vector<double> y;
    for (int k = 1; k < 9; ++k) {
        x.push_back(k);
        y.push_back(0.25 * std::pow(k, 1.75));
    }
    x.push_back(9.0);
    y.push_back(std::nan(""));  // not measured
    const PowerLaw law = fitted_power_law(x, y);
    EXPECT_NEAR(law.factor, 0.25, 1e-12);
    EXPECT_NEAR(law.exponent, 1.75, 1e-12);
    EXPECT_TRUE(std::isnan(fitted_power_law({2.0}, {3.0}).exponent));
    EXPECT_TRUE(std::isnan(fitted_power_law({2.0, 2.0}, {3.0, 4.0}).exponent));
}

TEST(BenchTiming, CurvesCrossWhereTheirLawsDo) {
    const std::vector<double> x{1.0, 2.0, 4.0, 8.0};
    std::vector<double> steep;
    for (const double at : x) steep.push_back(at * at / 9.0);
    EXPECT_NEAR(crossing(x, steep, {1.0, 1.0, 1.0, 1.0}), 3.0, 1e-12);
    EXPECT_NEAR(crossing(x, {1.0, 1.0, 1.0, 1.0}, steep), 3.0, 1e-12);
    EXPECT_TRUE(std::isnan(crossing(x, steep, {9.0, 9.0, 9.0, 9.0})));
}

// No disc is lost or leaves the box, and there are always discs that meet.
TEST(BenchDiscs, ArePackedAndThenMove) {
    std::vector<double> radii;
    for (int k = 0; k < 400; ++k) radii.push_back(0.5 + 0.0025 * k);
    MovingDiscs discs(radii, 0.67, 1);
    const double thrown_in = discs.mean_overlap();
    discs.rearrange(100);
    EXPECT_LT(discs.mean_overlap(), 0.1 * thrown_in);
    double area = 0.0;
    for (std::size_t k = 0; k < discs.size(); ++k)
        area += 3.14159265 * discs.radius(k) * discs.radius(k);
    EXPECT_NEAR(area, 0.67 * discs.side() * discs.side(), 1e-6 * area);

    discs.stir(0.01);
    const geometry::Vec2 start = discs.centre(200);
    BruteForce search({});
    Workers workers(1);
    std::vector<ImagePair> pairs;
    for (int step = 0; step < 500; ++step) {
        discs.step();
        for (std::size_t k = 0; k < discs.size(); ++k) {
            const geometry::Vec2 c = discs.centre(k);
            ASSERT_GT(std::min(c.x, c.y), 0.5 * discs.radius(k)) << step;
            ASSERT_LT(std::max(c.x, c.y), discs.side() - 0.5 * discs.radius(k)) << step;
        }
    }
    EXPECT_GT(length(discs.centre(200) - start), 0.01);
    EXPECT_LT(discs.mean_overlap(), 0.1);
    search.find_pairs(discs.boxes(), workers, pairs);
    EXPECT_GT(pairs.size(), 400u);
    EXPECT_EQ(discs.boxes_without_walls().walls(), 0u);
}

class EveryBenchmark : public testing::TestWithParam<Benchmark> {};

// Whatever it measures: tables that are whole, and figures of columns that are there.
TEST_P(EveryBenchmark, GivesAReportThatIsWhole) {
    BenchOptions options;
    options.quick = true;
    std::size_t last = 0;
    std::size_t all = 0;
    options.progress = [&](std::size_t done, std::size_t of) {
        EXPECT_GE(done, last);
        EXPECT_LE(done, of);
        last = done;
        all = of;
    };
    const BenchReport report = GetParam().measure(options);
    EXPECT_GT(all, 0u);
    EXPECT_EQ(last, all) << "it is done when it says so";
    ASSERT_FALSE(report.tables.empty());
    EXPECT_FALSE(report.notes.empty());
    std::set<std::string> names;
    for (const BenchTable& table : report.tables) {
        EXPECT_TRUE(names.insert(table.name).second) << table.name;
        EXPECT_FALSE(table.title.empty());
        EXPECT_TRUE(table.bars || !table.x_label.empty());
        EXPECT_GT(table.rows.size(), 1u);
        const std::set<std::string> columns(table.header.begin(), table.header.end());
        EXPECT_EQ(columns.size(), table.header.size()) << "no two of the same name";
        for (const auto& row : table.rows) {
            ASSERT_EQ(row.size(), table.header.size());
            for (std::size_t k = table.bars ? 1 : 0; k < row.size(); ++k)
                EXPECT_TRUE(std::isfinite(std::stod(row[k]))) << row[k];
        }
        ASSERT_FALSE(table.panels.empty());
        for (const BenchPanel& panel : table.panels) {
            EXPECT_FALSE(panel.label.empty());
            ASSERT_FALSE(panel.curves.empty());
            for (const BenchCurve& curve : panel.curves)
                EXPECT_TRUE(columns.contains(curve.column)) << curve.column;
        }
    }
}

TEST_P(EveryBenchmark, CanBeStopped) {
    struct Enough {};
    BenchOptions options;
    options.quick = true;
    options.progress = [](std::size_t, std::size_t) { throw Enough{}; };
    EXPECT_THROW(GetParam().measure(options), Enough);
}

INSTANTIATE_TEST_SUITE_P(All, EveryBenchmark,
                         testing::ValuesIn(benchmarks().begin(), benchmarks().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Benchmarks, AreInTheOrderOfTheAlphabet) {
    EXPECT_TRUE(std::ranges::is_sorted(benchmarks(), {}, &Benchmark::name));
    for (const Benchmark& benchmark : benchmarks()) EXPECT_FALSE(benchmark.about.empty());
}

// Table 1 of Raschdorf and Kolonko, as to the order of the methods, in a small packing.
TEST(BenchTrees, TheOrderIsThatOfThePaper) {
    const auto all = benchmarks();
    BenchOptions options;
    options.quick = true;
    const BenchTable table =
        std::ranges::find(all, "trees", &Benchmark::name)->measure(options).tables.at(0);
    const auto number = [&](std::size_t row, std::size_t column) {
        return std::stod(table.rows.at(row).at(column));
    };
    EXPECT_LT(number(0, 1), number(2, 1)) << "equal sizes: linked cells are best";
    EXPECT_LT(number(2, 1), number(1, 1)) << "and the loose tree better than the other";
    EXPECT_LT(number(2, 2), number(1, 2)) << "many sizes: the loose tree is best";
    EXPECT_LT(number(1, 2), number(0, 2)) << "and linked cells are worst";
}

}  // namespace
}  // namespace scree::engine
