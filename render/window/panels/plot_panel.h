#pragma once

#include "render/window/viewer.h"

namespace scree::window {

/// Curves over time, with the moment that is shown.
void draw_plots(Viewer& viewer);

/// How long the phases of a step take, as bars.
void draw_phases(Viewer& viewer);

}  // namespace scree::window
