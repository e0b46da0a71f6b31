#pragma once

namespace scree::window {

/// Whether there is a screen to show a window on. To be asked before anything of SFML is made,
/// which ends the program without one.
bool display_is_there();

}  // namespace scree::window
