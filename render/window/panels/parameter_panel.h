#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// What may change while a run goes: gravity, friction, the speed of walls; and what has changed.
void draw_parameters(Viewer& viewer);

}  // namespace scree::window
