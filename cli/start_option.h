#pragma once

#include <string>
#include <vector>

namespace scree::cli {

/// What --start DIR[@TIME] sets in a scene, as --set does. DIR is relative to the current folder.
std::vector<std::string> start_sets(const std::string& start);

}  // namespace scree::cli
