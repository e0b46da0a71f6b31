#pragma once

#include <span>
#include <string_view>

#include "render/window/viewer.h"

namespace scree::window {

struct KeyHelp {
    std::string_view key;
    std::string_view meaning;
};

/// The help on all keys and on the mouse.
std::span<const KeyHelp> key_help();

/// Does what a key of the viewer is for, and ignores other keys. Letters may be capital.
void press(Viewer& viewer, char32_t key);

}  // namespace scree::window
