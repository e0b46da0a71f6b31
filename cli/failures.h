#pragma once

#include <functional>
#include <string>

namespace scree::cli {

/// What a task came to: for the shell, and for people where it failed.
struct Attempt {
    int exit_code = 0;
    std::string message;
};

/// Does a task that gives an exit code; of what it throws it tells what that means for the shell.
/// `name` is that of the scene or folder.
Attempt attempt(const std::string& name, const std::function<int()>& task);

/// The same with the message on stderr.
int report_failures(const std::string& name, const std::function<int()>& task);

/// The same for what is made from a run folder and leaves nothing where it fails.
int report_export_failures(const std::string& name, const std::function<int()>& task);

}  // namespace scree::cli
