#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace scree::engine {

/// The text of a file, at most a byte more than `largest_toml`; none where it cannot be read.
using FileReader = std::function<std::optional<std::string>(const std::filesystem::path&)>;

/// Reads from the disk.
std::optional<std::string> read_file(const std::filesystem::path& path);

}  // namespace scree::engine
