#include "render/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

extern char** environ;

namespace scree::render {
namespace {

[[noreturn]] void fail(const std::string& what, int error) {
    throw std::system_error(error, std::generic_category(), what);
}

/// The settings for a program that is spawned.
struct Spawning {
    Spawning() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
    }
    ~Spawning() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    Spawning(const Spawning&) = delete;
    Spawning& operator=(const Spawning&) = delete;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
};

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, const std::string& package,
                           const std::filesystem::path& folder)
    : errors_(std::tmpfile()) {
    if (!errors_) fail("could not make a temporary file", errno);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail("could not make a pipe", errno);
    // Where the other program ends early, write() shall fail instead of ending this program.
    ::signal(SIGPIPE, SIG_IGN);

    Spawning spawning;
    posix_spawn_file_actions_adddup2(&spawning.actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&spawning.actions, fileno(errors_.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&spawning.actions, fileno(errors_.get()), STDERR_FILENO);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&spawning.actions, folder.c_str());
    posix_spawnattr_setflags(&spawning.attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&spawning.attributes, 0);

    std::vector<char*> arguments;
    for (std::string& argument : command) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    const int error = posix_spawnp(&child_, arguments[0], &spawning.actions, &spawning.attributes,
                                   arguments.data(), environ);
    ::close(ends[0]);
    pipe_ = ends[1];
    if (error == 0) return;
    child_ = 0;
    ::close(pipe_);
    if (error == ENOENT)
        throw ProgramMissing(command[0] + " is not installed: apt-get install " + package);
    fail("could not start " + command[0], error);
}

ChildProcess::~ChildProcess() {
    if (pipe_ >= 0) ::close(pipe_);
    if (child_ == 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
}

bool ChildProcess::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(pipe_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EPIPE) return false;
        if (count < 0) fail("could not write to a pipe", errno);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

bool ChildProcess::finish() {
    ::close(std::exchange(pipe_, -1));
    int status = 0;
    pid_t ended = 0;
    do {
        ended = ::waitpid(child_, &status, 0);
    } while (ended < 0 && errno == EINTR);
    child_ = 0;
    return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string ChildProcess::last_line() const {
    std::rewind(errors_.get());
    std::string line;
    std::string last;
    for (int c = std::fgetc(errors_.get()); c != EOF; c = std::fgetc(errors_.get())) {
        if (c != '\n' && c != '\r') {
            line += static_cast<char>(c);
            continue;
        }
        if (line.find_first_not_of(" \t") != std::string::npos) last = line;
        line.clear();
    }
    return line.empty() ? last : line;
}

}  // namespace scree::render
