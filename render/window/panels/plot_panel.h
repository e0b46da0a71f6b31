#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// Draws curves over time, with a mark at the moment that is shown.
void draw_plots(Viewer& viewer);

/// Draws how long the phases of a step take, as bars.
void draw_phases(Viewer& viewer);

}  // namespace scree::window
