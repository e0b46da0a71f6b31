// What a run shows while it runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ShownProgress : public SmallRun {
public:
    // On a terminal that `script` makes; what the program wrote there.
    std::string on_terminal(const std::vector<std::string>& environment,
                            const std::string& options = "") const {
        std::vector<std::string> all = {"PATH=/usr/bin:/bin", "TERM=xterm"};
        all.insert(all.end(), environment.begin(), environment.end());
        const std::string command = std::string(SCREE_PROGRAM) + " run " + scene() +
                                    " --max-wall 0.6 --set run.duration=1000 " + options;
        return run({"/usr/bin/script", "-qec", command, "/dev/null"}, all, folder_.path()).out;
    }
};

TEST_F(ShownProgress, ABarOnATerminal) {
    const std::string shown = on_terminal({});
    EXPECT_THAT(shown, AllOf(HasSubstr("\033[1msmall\033[0m [......"), HasSubstr(" / 1000 s"),
                             HasSubstr(" steps/s"), HasSubstr(" left")));
}

TEST_F(ShownProgress, NoColourWhereNoneIsWanted) {
    const std::string shown = on_terminal({"NO_COLOR=1"});
    EXPECT_THAT(shown, AllOf(HasSubstr("\rsmall [......"), Not(HasSubstr("\033[1m"))));
}

TEST_F(ShownProgress, QuietMeansNone) {
    EXPECT_THAT(on_terminal({}, "--quiet"), Not(HasSubstr("steps/s")));
}

TEST_F(ShownProgress, NoBarInAFile) {
    const Outcome outcome =
        scree({"run", scene(), "--max-wall", "0.3", "--set", "run.duration=1000"});
    EXPECT_EQ(outcome.exit_code, 6);
    EXPECT_THAT(outcome.err, AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\033"))));
}

}  // namespace
}  // namespace scree::cli
