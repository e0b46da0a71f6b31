#pragma once

#include <filesystem>

namespace scree::cli {

// Where gnuplot is missing, plots are refused, and what they look like cannot be tested.
inline bool has_gnuplot() { return std::filesystem::exists("/usr/bin/gnuplot"); }

}  // namespace scree::cli
