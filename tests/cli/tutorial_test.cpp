// The commands of docs/tutorial.md, one after the other, as they stand there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "tests/cli/gnuplot.h"
#include "tests/cli/sweep_run.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

using Changes = std::vector<std::pair<std::string, std::string>>;

// The page with other numbers. Each of them must be there.
std::string page_with(const Changes& changes) {
    std::string text = text_of(fs::path(SCREE_SOURCES) / "docs/tutorial.md");
    for (const auto& [from, to] : changes) {
        std::size_t found = 0;
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at), ++found)
            text.replace(at, from.size(), to);
        EXPECT_GT(found, 0u) << from;
    }
    return text;
}

class Tutorial : public SweepRun {
public:
    // Saves the scene of the page, and runs its commands.
    void follow(const std::string& page) {
        std::istringstream lines(page);
        bool is_scene = false;
        bool is_commands = false;
        std::string scene;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("```")) {
                is_commands = line == "```" && !is_commands && !is_scene;
                is_scene = line == "```toml";
                if (!is_scene && !scene.empty()) std::ofstream(path("deposit.toml")) << scene;
            } else if (is_scene) {
                scene += line + '\n';
            } else if (is_commands && line.starts_with("./scree ")) {
                run_line(line.substr(2));
            }
        }
    }

    // The columns of the plot of the last step: inertial numbers, mu, fraction.
    std::vector<Row> friction() const {
        return read_csv(path("runs/rates/plots/friction_flow.csv"));
    }

    std::vector<std::string> commands;  // the words after `scree`

private:
    void run_line(const std::string& line) {
        std::istringstream words(line);
        words >> commands.emplace_back() >> commands.back();
        const bool may_miss = commands.back() == "plot" && !has_gnuplot();
        const Outcome outcome =
            cli::run({"/bin/sh", "-c", std::string(SCREE_PROGRAM) + line.substr(line.find(' '))},
                     {"PATH=/usr/local/bin:/usr/bin:/bin"}, folder_.path());
        EXPECT_EQ(outcome.exit_code, may_miss ? 1 : 0) << line << '\n' << outcome.err;
    }
};

// With few grains and for a short time.
TEST_F(Tutorial, CommandsRun) {
    follow(page_with({{"count    = 400", "count    = 60"},
                      {"duration = 2.0", "duration = 0.05"},
                      {"run.duration=12", "run.duration=0.04"},
                      {"flow.from=4", "flow.from=0.01"}}));
    EXPECT_THAT(commands,
                ElementsAre("check", "run", "new", "run", "plot", "measure", "run", "plot"));
    EXPECT_EQ(friction().size(), 5u);
    EXPECT_TRUE(fs::exists(path("runs/once/plots/strain_flow.csv")));
}

class SlowTutorial : public Tutorial {};

// As it stands there: friction grows with the inertial number, and the sample widens.
TEST_F(SlowTutorial, FindsTheFrictionOfAFlow) {
    follow(page_with({}));
    const std::vector<Row> rows = friction();
    ASSERT_EQ(rows.size(), 5u);
    const auto number = [](const Row& row, const char* name) { return std::stod(row.at(name)); };
    EXPECT_LT(number(rows.front(), "flow.I"), 0.011);
    EXPECT_GT(number(rows.back(), "flow.I"), 0.1);
    const double growth = number(rows.back(), "flow.mu") - number(rows.front(), "flow.mu");
    EXPECT_GT(growth, 5.0 * number(rows.back(), "mu_error"));
    EXPECT_LT(number(rows.back(), "flow.fraction"), number(rows.front(), "flow.fraction"));
    EXPECT_NEAR(number(rows.front(), "flow.mu"), 0.406, 0.02);
}

}  // namespace
}  // namespace scree::cli
