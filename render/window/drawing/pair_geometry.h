#pragma once

#include "geometry/proximity.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// Two bodies at the moment that is shown, as the narrow phase sees them.
struct PairGeometry {
    geometry::Transform pose_a;
    geometry::Transform pose_b;  ///< of the image of B that A meets
    geometry::Shape a;
    geometry::Shape b;
    geometry::PairMemory memory;  ///< the features that were found
    geometry::Proximity proximity;
};

geometry::Shape shape_of(const Body& body);

/// Runs the narrow phase on a pair, without a warm start. The second body is so many periods
/// further on.
PairGeometry look_at_pair(const FrameView& frame_view, engine::BodyNumber a, engine::BodyNumber b,
                          engine::Turns image);

/// The pose of a grain or of a piece of a wall. Throws std::out_of_range where it is not in the
/// frame.
geometry::Transform pose_of(const FrameView& frame_view, engine::BodyNumber body);

}  // namespace scree::window
