#pragma once

#include "geometry/proximity.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// Two bodies of a moment, as the narrow phase sees them.
struct PairGeometry {
    geometry::Transform pose_a;
    geometry::Transform pose_b;  ///< of the image that A is with
    geometry::Shape a;
    geometry::Shape b;
    geometry::PairMemory memory;  ///< the features that were found
    geometry::Proximity proximity;
};

geometry::Shape shape_of(const Body& body);

/// Looked at afresh. The second body is so many periods further on.
PairGeometry look_at_pair(const FrameView& frame_view, engine::BodyNumber a, engine::BodyNumber b,
                          engine::Turns image);

/// Where a grain, or a piece of a wall that is there, is. Throws std::out_of_range for others.
geometry::Transform pose_of(const FrameView& frame_view, engine::BodyNumber body);

}  // namespace scree::window
