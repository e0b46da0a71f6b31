#pragma once

#include <string>

#include "geometry/vec2.h"
#include "render/labels.h"

namespace scree::window {

/// "(1, -2)"
inline std::string pair_text(geometry::Vec2 v) {
    std::string text = "(";
    text += render::short_number(v.x);
    text += ", ";
    text += render::short_number(v.y);
    text += ")";
    return text;
}

}  // namespace scree::window
