#include "cli/interruption.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

#include "cli/exit_codes.h"

namespace scree::cli {
namespace {

std::atomic<bool> requested = false;  // by a signal
std::atomic<bool> asked = false;      // by the program itself
static_assert(std::atomic<bool>::is_always_lock_free);
std::array<std::atomic<pid_t>, most_companions> companions{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

void on_signal(int) {
    if (!requested.exchange(true)) return;
    for (const auto& companion : companions)
        if (const pid_t process = companion; process > 0) ::kill(process, SIGKILL);
    _exit(interrupted);
}

}  // namespace

void watch_signals() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, nullptr);
}

bool stop_requested() { return requested || asked; }

void request_stop() { asked = true; }

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
}

}  // namespace scree::cli
