#include "tests/cli/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace scree::cli {

namespace {

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

std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> result;
    result.reserve(strings.size() + 1);
    for (std::string& string : strings) result.push_back(string.data());
    result.push_back(nullptr);
    return result;
}

}  // namespace

Outcome run(std::vector<std::string> command, std::vector<std::string> environment) {
    const File out = temporary_file();
    const File err = temporary_file();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
    pid_t child = 0;
    const int error = posix_spawn(&child, command[0].c_str(), &actions, nullptr,
                                  pointers(command).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::system_error(error, std::generic_category(), command[0]);

    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        throw std::runtime_error(command[0] + " did not exit by itself");
    }
    return {WEXITSTATUS(status), content(out.get()), content(err.get())};
}

}  // namespace scree::cli
