#pragma once

#include "render/window/desk.h"

namespace scree::window {

/// All about the picked grain: what it is, where, how it moves, and every contact.
void draw_inspector(Desk& desk);

/// Whether the view goes with the picked grain, and what the key for it does now.
const char* follow_text(Desk& desk);

}  // namespace scree::window
