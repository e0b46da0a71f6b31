#pragma once

#include <cstddef>
#include <vector>

#include "engine/scene/scene.h"
#include "render/canvas.h"

namespace scree::render {

/// Draws a sheet of the grains of a scene: for each group, grains from the smallest to the largest
/// with their descriptors, and the size curve by mass beside the one that was asked for. Returns
/// the bytes of the file. Throws std::invalid_argument for a scene without grains.
std::vector<std::byte> grain_sheet(const engine::Scene& scene, PictureFormat format);

/// More groups than this would not fit onto a sheet; the first ones are drawn.
inline constexpr std::size_t most_groups_on_a_sheet = 12;

}  // namespace scree::render
