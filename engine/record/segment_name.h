#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace scree::engine {

/// The folder of the segments of a trajectory, in the run folder.
inline constexpr const char* segment_folder = "trajectory";

/// The name of the file of a segment, such as "000012.h5".
std::string segment_file(std::size_t number);

/// The number of a segment from the name of its file; nothing if it is another file.
std::optional<std::size_t> segment_number(const std::string& file);

}  // namespace scree::engine
