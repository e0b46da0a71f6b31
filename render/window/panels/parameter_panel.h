#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// Draws the controls for what may change while a run goes (gravity, friction, the speed of walls)
/// and the list of changes.
void draw_parameters(Viewer& viewer);

}  // namespace scree::window
