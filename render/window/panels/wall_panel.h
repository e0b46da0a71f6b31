#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// Draws what is known of each wall: how it moves, and the force of the grains on it; of one under
/// load what is asked, what the grains bear, and how far and how fast it has moved along it.
void draw_walls(Viewer& viewer);

}  // namespace scree::window
