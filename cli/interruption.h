#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>

namespace scree::cli {

/// Opens the null device for standard input, output and error where they are closed. Otherwise the
/// next file that is opened would have their number, and get the messages. Returns whether that
/// worked.
bool open_standard_descriptors();

/// Starts the program again with a larger stack if the limit is so small that it could overflow.
/// Returns false if that is not allowed; otherwise the stack is large enough.
bool grow_stack(char** argv);

/// From now on SIGINT and SIGTERM ask a run to stop. A second one ends the program at once, and so
/// does a first one that is not noticed by stop_requested() within two seconds, with exit code 130.
/// A write that meets a limit on the size of files fails with an error instead of ending the
/// program.
void watch_signals();

bool stop_requested();

/// Asks the run to stop, as a signal would. A signal that follows counts as the first one.
void request_stop();

/// From now on, this folder of unfinished files is removed if a signal ends the program before it
/// has noticed; if asked for, also the one above it if that is empty then.
void remove_if_stopped(const std::filesystem::path& folder, bool and_the_one_above);

/// The second signal ends these processes too. There can be at most this many.
inline constexpr std::size_t most_companions = 1024;
void add_companion(pid_t process);
void remove_companion(pid_t process);

/// To be called in a process that was forked, because a second signal to it must not end the other
/// processes.
void forget_companions();

}  // namespace scree::cli
