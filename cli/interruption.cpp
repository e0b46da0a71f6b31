#include "cli/interruption.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <system_error>

#include "cli/exit_codes.h"

namespace scree::cli {
namespace {

std::atomic<bool> requested = false;  // by a signal
std::atomic<bool> asked = false;      // by the program itself
static_assert(std::atomic<bool>::is_always_lock_free);
std::array<std::atomic<pid_t>, most_companions> companions{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

/// How long the program may take to notice a signal: it may be within a step that takes longer.
constexpr timespec patience{1, 500'000'000};
timer_t watchdog{};
std::atomic<bool> noticed = false;

[[noreturn]] void end_at_once() {
    for (const auto& companion : companions)
        if (const pid_t process = companion; process > 0) ::kill(process, SIGKILL);
    _exit(interrupted);
}

void on_signal(int) {
    if (requested.exchange(true)) end_at_once();
    const itimerspec once{{}, patience};
    timer_settime(watchdog, 0, &once, nullptr);
}

/// The folders of remove_if_stopped().
struct Unfinished {
    std::mutex mutex;
    std::filesystem::path folder;
    bool and_the_one_above = false;
};
Unfinished unfinished;

/// Ends the program, in a thread of its own. Nothing is lost by this that a kill would not lose:
/// every file is whole at every moment.
void on_patience_over(sigval) {
    if (noticed) return;
    const std::scoped_lock lock(unfinished.mutex);
    std::error_code ignored;
    if (!unfinished.folder.empty()) {
        std::filesystem::remove_all(unfinished.folder, ignored);
        // This works only if it is empty.
        if (unfinished.and_the_one_above)
            std::filesystem::remove(unfinished.folder.parent_path(), ignored);
    }
    std::cerr << "scree: interrupted; "
              << (unfinished.folder.empty() ? "what was written before is whole\n"
                                            : "nothing was left behind\n");
    end_at_once();
}

void make_watchdog() {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD;
    event.sigev_notify_function = on_patience_over;
    timer_create(CLOCK_MONOTONIC, &event, &watchdog);
}

}  // namespace

bool open_standard_descriptors() {
    // The lowest free number is taken, so nothing but these three can be opened here.
    for (int number = 0; number <= 2; ++number)
        if (::fcntl(number, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != number) return false;
    return true;
}

bool grow_stack(char** argv) {
    constexpr rlim_t enough = rlim_t{8} << 20;
    constexpr rlim_t least = rlim_t{1} << 20;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least) return true;
    limit.rlim_cur = limit.rlim_max < enough ? limit.rlim_max : enough;
    if (limit.rlim_cur < least || ::setrlimit(RLIMIT_STACK, &limit) != 0) return false;
    ::execv("/proc/self/exe", argv);
    return false;
}

void watch_signals() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    make_watchdog();
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, nullptr);
}

bool stop_requested() {
    if (!requested && !asked) return false;
    noticed = true;
    return true;
}

void request_stop() { asked = true; }

void remove_if_stopped(const std::filesystem::path& folder, bool and_the_one_above) {
    const std::scoped_lock lock(unfinished.mutex);
    unfinished.folder = folder;
    unfinished.and_the_one_above = and_the_one_above;
}

namespace {

void replace_companion(pid_t old, pid_t next) {
    for (auto& companion : companions) {
        if (companion != old) continue;
        companion = next;
        return;
    }
}

}  // namespace

void add_companion(pid_t process) { replace_companion(0, process); }

void remove_companion(pid_t process) { replace_companion(process, 0); }

void forget_companions() {
    for (auto& companion : companions) companion = 0;
    make_watchdog();  // timers do not belong to a process that was forked
}

}  // namespace scree::cli
