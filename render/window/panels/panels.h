#pragma once

#include "render/window/viewer.h"

/// The panels beside and over the scene. All sizes are pixels.
namespace scree::window {

inline constexpr double panel_width = 300.0;
inline constexpr double timeline_height = 40.0;

/// Draws the panel on the left: how the run goes, and what is shown of it.
void draw_control_panel(Viewer& viewer);

/// Draws the panel at the bottom: run, pause, and go to any time.
void draw_timeline(Viewer& viewer);

/// Veils the scene while the run is on its way to another time, and shows how far it is.
void draw_way(Viewer& viewer);

/// Draws the help on all keys.
void draw_help(Viewer& viewer);

/// Draws a notice, or why the run broke down or failed.
void draw_notice(Viewer& viewer, double wall);

}  // namespace scree::window
