// Starts the built program the way a user does and checks what it prints, where, and its exit code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/cli/process.h"

namespace scree::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Outcome scree(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), SCREE_PROGRAM);
    return run(std::move(arguments));
}

TEST(Program, TellsItsVersion) {
    const Outcome outcome = scree({"--version"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "scree " SCREE_VERSION "\n");
    EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Program, HelpIsOnStdoutAndNamesTheLaunchersVerb) {
    const Outcome outcome = scree({"--help"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Usage: scree"));
    EXPECT_THAT(outcome.out, HasSubstr("--version"));
    EXPECT_THAT(outcome.out, HasSubstr("./scree test"));
    EXPECT_THAT(outcome.out, HasSubstr("Exit codes: 0 done"));
    EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Program, EverySubcommandHasHelpOfItsOwn) {
    for (const char* command :
         {"run", "resume", "check", "plan", "measure", "export", "new", "schema"}) {
        const Outcome outcome = scree({command, "--help"});
        EXPECT_EQ(outcome.exit_code, 0) << command;
        EXPECT_THAT(outcome.out, HasSubstr(std::string("Usage: scree ") + command));
        EXPECT_THAT(outcome.out, Not(HasSubstr("./scree test")));
        EXPECT_THAT(outcome.err, IsEmpty());
    }
}

TEST(Program, WithoutArgumentsShowsHelpAsAUsageError) {
    const Outcome outcome = scree({});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(outcome.err, scree({"--help"}).out);
}

TEST(Program, UnknownArgumentsAreUsageErrorsThatNameThem) {
    for (const char* argument : {"--no-such-option", "no-such-command", "test"}) {
        const Outcome outcome = scree({argument});
        EXPECT_EQ(outcome.exit_code, 2) << argument;
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_THAT(outcome.err, HasSubstr(argument));
    }
}

TEST(Program, MisspeltWordsGetASuggestion) {
    const auto told = [](std::vector<std::string> arguments) {
        const Outcome outcome = scree(std::move(arguments));
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.out, IsEmpty());
        return outcome.err;
    };
    EXPECT_EQ(told({"rnu", "heap.toml"}),
              "scree: there is no subcommand `rnu`; did you mean `run`?\nTry 'scree --help'.\n");
    const std::string option =
        "scree: scree run has no option `--sets`; did you mean `--set`?\nTry 'scree run "
        "--help'.\n";
    EXPECT_EQ(told({"run", "--sets"}), option);
    EXPECT_EQ(told({"run", "heap.toml", "--sets", "run.dt=1e-5"}), option);
    EXPECT_EQ(told({"run", "heap.toml", "--sets=run.dt=1e-5"}), option);
    EXPECT_THAT(told({"resume", "runs/heap", "--duraton", "5"}),
                HasSubstr("scree resume has no option `--duraton`; did you mean `--duration`?"));
    EXPECT_THAT(told({"--versoin"}),
                HasSubstr("scree has no option `--versoin`; did you mean `--version`?"));
    // Where no known word is similar, all are listed.
    EXPECT_THAT(told({"simulate"}), HasSubstr("; known: run, resume, watch"));
    // Here no word is unknown, but an argument is missing.
    EXPECT_THAT(told({"run"}), HasSubstr("SCENE"));
}

}  // namespace
}  // namespace scree::cli
