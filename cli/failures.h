#pragma once

#include <functional>
#include <string>

namespace scree::cli {

/// How a task ended: its exit code, and a message for people where it failed.
struct Attempt {
    int exit_code = 0;
    std::string message;
};

/// Does a task that returns an exit code, and turns what the task throws into an exit code and a
/// message. `name` is the name of the scene or folder.
Attempt attempt(const std::string& name, const std::function<int()>& task);

/// Does the same, prints the message on stderr and returns the exit code.
int report_failures(const std::string& name, const std::function<int()>& task);

/// Does the same for a task that makes files from a run folder and leaves none behind where it
/// fails.
int report_export_failures(const std::string& name, const std::function<int()>& task);

/// Says so if an older version wrote the folder, so that damage to its files cannot be noticed.
void note_missing_sums(const std::string& folder);

}  // namespace scree::cli
