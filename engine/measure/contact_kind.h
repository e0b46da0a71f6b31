#pragma once

#include <cstdint>

#include "engine/frame/assembly.h"

namespace scree::engine {

/// How two polygons touch, by how many corners each has in the other.
enum class ContactKind : std::uint8_t {
    with_disc,    ///< one of the bodies is a disc
    side_corner,  ///< one corner lies in the side of the other body, or sides cross without one
    side_side     ///< two corners or more are inside: a side lies on a side
};

ContactKind kind_of(const Assembly& assembly, const AssemblyContact& contact);

}  // namespace scree::engine
