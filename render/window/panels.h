#pragma once

#include "render/window/desk.h"

/// What stands beside and over the scene. All sizes are pixels.
namespace scree::window {

inline constexpr double panel_width = 300.0;
inline constexpr double timeline_height = 40.0;

/// On the left: how the run goes, and what is shown of it.
void draw_control_panel(Desk& desk);

/// At the bottom: run, stand, and go to any time.
void draw_timeline(Desk& desk);

/// Over the scene, while it is on its way to another time: that what is seen is not yet there.
void draw_way(Desk& desk);

/// All keys.
void draw_help(Desk& desk);

/// A notice, or why the run broke down or failed.
void draw_notice(Desk& desk, double wall);

}  // namespace scree::window
