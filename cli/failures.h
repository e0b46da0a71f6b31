#pragma once

#include <functional>
#include <string>

namespace scree::cli {

/// Does a task, and gives its exit code; what it throws is said on stderr, and what that means for
/// the shell is the exit code instead. `name` is that of the scene or folder.
int report_failures(const std::string& name, const std::function<int()>& task);

}  // namespace scree::cli
