#pragma once

#include "render/window/drawing/camera.h"
#include "render/window/drawing/mesh.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// Draws what the narrow phase finds for a grain and its neighbours: the Voronoi regions of the
/// grain's features; where two bodies are apart the closest features, their regions and the closest
/// points; and where they overlap the edges that cross and the chord.
void add_features(Mesh& mesh, const FrameView& frame_view, const Camera& camera,
                  engine::BodyNumber picked);

}  // namespace scree::window
