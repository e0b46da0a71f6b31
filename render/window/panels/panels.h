#pragma once

#include "render/window/viewer.h"

/// What stands beside and over the scene. All sizes are pixels.
namespace scree::window {

inline constexpr double panel_width = 300.0;
inline constexpr double timeline_height = 40.0;

/// On the left: how the run goes, and what is shown of it.
void draw_control_panel(Viewer& viewer);

/// At the bottom: run, stand, and go to any time.
void draw_timeline(Viewer& viewer);

/// Over the scene, while it is on its way to another time: that what is seen is not yet there.
void draw_way(Viewer& viewer);

/// All keys.
void draw_help(Viewer& viewer);

/// A notice, or why the run broke down or failed.
void draw_notice(Viewer& viewer, double wall);

}  // namespace scree::window
