#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// Draws the panel about the picked grain: what and where it is, how it moves, and every contact.
void draw_inspector(Viewer& viewer);

/// Words that say whether the view follows the picked grain, and what the key for it does now.
const char* follow_text(Viewer& viewer);

}  // namespace scree::window
