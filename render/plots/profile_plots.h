#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "render/plots/plot.h"

namespace scree::render {

/// The plots of a run folder with the slices of each profile that its scene measures
/// (profile_NAME), over their place, as means over the frames. Throws FileError and Hdf5Error.
std::vector<Plot> profile_plots(const std::filesystem::path& folder, const engine::Scene& scene,
                                const std::string& title);

}  // namespace scree::render
