#include "cli/interruption.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

#include "cli/exit_codes.h"

namespace scree::cli {
namespace {

std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int) {
    if (requested.exchange(true)) _exit(interrupted);
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

bool stop_requested() { return requested; }

}  // namespace scree::cli
