#pragma once

#include "render/window/desk.h"

namespace scree::window {

/// All about the picked grain: what it is, where, how it moves, and every contact.
void draw_inspector(Desk& desk);

}  // namespace scree::window
