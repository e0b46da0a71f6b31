#include "render/window/display.h"

#include <X11/Xlib.h>

namespace scree::window {

bool display_is_there() {
    // Held open to the end: a server without a window manager starts anew when its last client
    // goes, and SFML would find it closed.
    static Display* const display = XOpenDisplay(nullptr);
    return display != nullptr;
}

}  // namespace scree::window
