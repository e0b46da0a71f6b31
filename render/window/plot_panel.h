#pragma once

#include "render/window/desk.h"

namespace scree::window {

/// Curves over time, with the moment that is shown.
void draw_plots(Desk& desk);

/// How long the phases of a step take, as bars.
void draw_phases(Desk& desk);

}  // namespace scree::window
