#pragma once

#include <span>
#include <string_view>

#include "render/window/viewer.h"

namespace scree::window {

struct KeyHelp {
    std::string_view key;
    std::string_view meaning;
};

/// All keys and what the mouse does, for people.
std::span<const KeyHelp> key_help();

/// Does what a key is for, if it is for the viewer. Letters may be capital.
void press(Viewer& viewer, char32_t key);

}  // namespace scree::window
