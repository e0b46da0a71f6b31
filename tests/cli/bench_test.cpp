// scree bench: what it lists, prints and leaves. What benchmarks measure is tested with the engine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "engine/bench/bench.h"
#include "engine/files/csv_table.h"
#include "tests/cli/gnuplot.h"
#include "tests/cli/small_run.h"
#include "tests/engine/files_by_path.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class BenchCommand : public testing::Test {
protected:
    Outcome bench(std::vector<std::string> arguments, const std::string& path = "/usr/bin:/bin") {
        arguments.insert(arguments.begin(), {SCREE_PROGRAM, "bench"});
        return run(std::move(arguments), {"PATH=" + path}, folder_.path());
    }
    std::vector<std::string> names_in(const std::string& folder) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_ / folder))
            names.push_back(entry.path().filename().string());
        return names;
    }
    std::string text(const std::string& file) const { return text_of(folder_ / file); }

    engine::TemporaryFolder folder_;
};

TEST_F(BenchCommand, ListsThemWithoutAName) {
    const Outcome outcome = bench({});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    for (const engine::Benchmark& benchmark : engine::benchmarks())
        EXPECT_THAT(outcome.out, AllOf(HasSubstr(std::string(benchmark.name) + " "),
                                       HasSubstr(std::string(benchmark.about))));
}

TEST_F(BenchCommand, RefusesWhatThereIsNot) {
    const Outcome outcome = bench({"trees", "neighbors", "--quick"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.out, IsEmpty()) << "nothing is measured before";
    EXPECT_THAT(outcome.err, HasSubstr("there is no benchmark `neighbors`; did you mean "
                                       "`neighbours`?"));
    EXPECT_FALSE(fs::exists(folder_ / "runs"));
}

TEST_F(BenchCommand, LeavesTablesScriptsAndPlots) {
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    for (const engine::Benchmark& benchmark : engine::benchmarks()) {
        const std::string name(benchmark.name);
        const Outcome outcome = bench({name, "--quick"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, StartsWith(name + ": "));
        EXPECT_THAT(outcome.err, HasSubstr("runs/bench-" + name));
        std::size_t tables = 0;
        for (const std::string& file : names_in("runs/bench-" + name)) {
            EXPECT_THAT(file, StartsWith(name + "_"));
            if (!file.ends_with(".csv")) continue;
            const std::string base = "runs/bench-" + name + "/" + file;
            const auto table = engine::read_csv(folder_ / base);
            EXPECT_GT(table.header.size(), 1u) << file;
            EXPECT_FALSE(table.rows.empty()) << file;
            if (file.ends_with("_numbers.csv")) {
                EXPECT_THAT(table.header, ElementsAre("quantity", "here", "paper"));
                for (const auto& row : table.rows) EXPECT_THAT(outcome.out, HasSubstr(row[0]));
                continue;
            }
            ++tables;
            const std::string stem = base.substr(0, base.size() - 4);
            EXPECT_THAT(text(stem + ".png"), StartsWith("\x89PNG")) << file;
            EXPECT_GT(fs::file_size(folder_ / (stem + ".png")), 8'000u) << file;
            EXPECT_THAT(text(stem + ".pdf"), StartsWith("%PDF")) << file;
            EXPECT_THAT(text(stem + ".gp"), HasSubstr("set xlabel")) << file;
        }
        EXPECT_GT(tables, 0u) << name;
    }
}

TEST_F(BenchCommand, TakesTheNextFolderOrTheOneGiven) {
    if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
    ASSERT_EQ(bench({"trees", "--quick", "--quiet"}).exit_code, 0);
    const Outcome second = bench({"trees", "--quick", "--quiet"});
    ASSERT_EQ(second.exit_code, 0);
    EXPECT_THAT(second.err, IsEmpty());
    EXPECT_TRUE(fs::exists(folder_ / "runs/bench-trees-2/trees_candidates.png"));
    // Several benchmarks share a folder, and replace their files only by force.
    ASSERT_EQ(bench({"trees", "workers", "--quick", "-o", "both"}).exit_code, 0);
    EXPECT_THAT(names_in("both"),
                AllOf(Contains("trees_candidates.csv"), Contains("workers_speed_up.csv")));
    const Outcome again = bench({"workers", "--quick", "-o", "both"});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_THAT(again.out, IsEmpty()) << "refused before it is measured";
    EXPECT_THAT(again.err, HasSubstr("in the way"));
    EXPECT_EQ(bench({"workers", "--quick", "-o", "both", "--force"}).exit_code, 0);
}

TEST_F(BenchCommand, LeavesTheScriptsWithoutGnuplot) {
    const Outcome outcome = bench({"trees", "--quick"}, (folder_ / "bin").string());
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("loose quadtree")) << "what was measured is printed";
    EXPECT_THAT(outcome.err, HasSubstr("gnuplot is not installed: apt-get install gnuplot-nox"));
    EXPECT_THAT(names_in("runs/bench-trees"),
                AllOf(Contains("trees_candidates.gp"), Contains("trees_candidates.csv"),
                      Not(Contains("trees_candidates.png"))));
}

}  // namespace
}  // namespace scree::cli
