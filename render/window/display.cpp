#include "render/window/display.h"

#include <X11/Xlib.h>

namespace scree::window {

bool display_is_there() {
    // The display is held open to the end of the program: a server without a window manager
    // restarts when its last client leaves, and SFML would find it closed.
    static Display* const display = XOpenDisplay(nullptr);
    return display != nullptr;
}

}  // namespace scree::window
