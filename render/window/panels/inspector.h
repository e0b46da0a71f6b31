#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// All about the picked grain: what it is, where, how it moves, and every contact.
void draw_inspector(Viewer& viewer);

/// Whether the view goes with the picked grain, and what the key for it does now.
const char* follow_text(Viewer& viewer);

}  // namespace scree::window
