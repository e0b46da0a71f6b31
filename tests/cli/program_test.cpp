// Starts the built program the way a user does and checks what it prints, where, and its exit code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Outcome {
    int exit_code;
    std::string out;
    std::string err;
};

using File = std::unique_ptr<std::FILE, decltype([](std::FILE* file) { std::fclose(file); })>;

File temporary_file() {
    File file{std::tmpfile()};
    if (!file) throw std::system_error(errno, std::generic_category(), "tmpfile");
    return file;
}

std::string content(std::FILE* file) {
    std::rewind(file);
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    return text;
}

Outcome scree(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), SCREE_PROGRAM);
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);

    const File out = temporary_file();
    const File err = temporary_file();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
    pid_t child = 0;
    const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::system_error(error, std::generic_category(), SCREE_PROGRAM);

    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        throw std::runtime_error(SCREE_PROGRAM " did not exit by itself");
    }
    return {WEXITSTATUS(status), content(out.get()), content(err.get())};
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
    EXPECT_THAT(outcome.err, IsEmpty());
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

}  // namespace
