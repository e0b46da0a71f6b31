#include "tests/cli/process.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace scree::cli {

namespace {

std::FILE* temporary_file() {
    std::FILE* file = std::tmpfile();
    if (file == nullptr) throw std::system_error(errno, std::generic_category(), "tmpfile");
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

/// Appends what the sanitizers are told, as which leaks of libraries to overlook: it goes for the
/// program too.
void add_options_of_sanitizers(std::vector<std::string>& environment) {
    for (const char* name : {"ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name))
            environment.push_back(std::string(name) + '=' + value);
}

}  // namespace

Child::Child(std::vector<std::string> command, std::vector<std::string> environment,
             const std::filesystem::path& folder)
    : out_(temporary_file()), err_(temporary_file()) {
    add_options_of_sanitizers(environment);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(out_.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(err_.get()), STDERR_FILENO);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    const int error = posix_spawn(&child_, command[0].c_str(), &actions, nullptr,
                                  pointers(command).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::system_error(error, std::generic_category(), command[0]);
}

Child::~Child() {
    if (child_ == 0) return;
    ::kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
}

void Child::send(int signal) const { ::kill(child_, signal); }

Outcome Child::wait() {
    int status = 0;
    const pid_t child = std::exchange(child_, 0);
    if (waitpid(child, &status, 0) != child) {
        throw std::system_error(errno, std::generic_category(), "waitpid");
    }
    const bool exited = WIFEXITED(status);
    return {exited ? WEXITSTATUS(status) : -1, content(out_.get()), content(err_.get()),
            exited ? 0 : WTERMSIG(status)};
}

Outcome run(std::vector<std::string> command, std::vector<std::string> environment,
            const std::filesystem::path& folder) {
    const std::string name = command[0];
    Outcome outcome = Child(std::move(command), std::move(environment), folder).wait();
    if (outcome.signal != 0) throw std::runtime_error(name + " did not exit by itself");
    return outcome;
}

}  // namespace scree::cli
