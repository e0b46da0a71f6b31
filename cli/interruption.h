#pragma once

#include <sys/types.h>

#include <cstddef>

namespace scree::cli {

/// From now on SIGINT and SIGTERM ask a run to stop; a second one ends the program at once, with
/// exit code 130. A write that meets a limit on the size of files fails with an error instead of
/// ending the program.
void watch_signals();

bool stop_requested();

/// Asks the run to stop, as a signal would. A signal that follows counts as the first one.
void request_stop();

/// The second signal ends these processes too. There can be at most this many.
inline constexpr std::size_t most_companions = 1024;
void add_companion(pid_t process);
void remove_companion(pid_t process);

/// To be called in a process that was forked, because a second signal to it must not end the other
/// processes.
void forget_companions();

}  // namespace scree::cli
