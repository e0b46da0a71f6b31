#pragma once

#include <sys/types.h>

#include <cstddef>

namespace scree::cli {

/// From now on SIGINT and SIGTERM ask a run to stop; a second one ends the program at once, with
/// 130. A limit on the size of files becomes an error of the write that meets it.
void watch_signals();

bool stop_requested();

/// As if a signal had come, but a signal that follows is not the second one.
void request_stop();

/// Processes that the second signal shall end too, at most this many.
inline constexpr std::size_t most_companions = 1024;
void add_companion(pid_t process);
void remove_companion(pid_t process);

/// In a process that was forked: the others are none of its own.
void forget_companions();

}  // namespace scree::cli
