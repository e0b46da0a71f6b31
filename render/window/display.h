#pragma once

namespace scree::window {

/// Whether there is a display to show a window on. To be called before anything of SFML is created,
/// because SFML ends the program where there is no display.
bool display_is_there();

}  // namespace scree::window
