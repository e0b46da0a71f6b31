#pragma once

#include "render/window/desk.h"

namespace scree::window {

/// What may change while a run goes: gravity, friction, the speed of walls; and what has changed.
void draw_parameters(Desk& desk);

}  // namespace scree::window
