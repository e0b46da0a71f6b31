#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace scree::engine {

/// Returns the text of a file, at most one byte more than `largest_toml`, or nothing if the file
/// cannot be read.
using FileReader = std::function<std::optional<std::string>(const std::filesystem::path&)>;

/// Reads a file from the disk.
std::optional<std::string> read_file(const std::filesystem::path& path);

}  // namespace scree::engine
