#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "render/plots/plot.h"

namespace scree::render {

/// A plot for each measurement of the fabric: how many contacts there are in each direction, and
/// the mean forces in them, over the frames of its time (rose_NAME). Throws FileError, Hdf5Error.
std::vector<Plot> rose_plots(const std::filesystem::path& folder, const engine::Scene& scene,
                             const std::string& title);

}  // namespace scree::render
