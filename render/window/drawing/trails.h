#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "render/window/drawing/camera.h"
#include "render/window/drawing/mesh.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// The trajectories of some grains, as far as they were seen.
class Trails {
public:
    /// To be called for every new moment. The trails of all other grains are dropped.
    void update(const FrameView& frame_view, const std::vector<engine::BodyNumber>& grains);
    void draw(Mesh& mesh, const FrameView& frame_view, const Camera& camera) const;
    std::size_t points(engine::BodyNumber grain) const;

private:
    /// Positions by step. In a periodic domain they are those that the grain would have if it had
    /// not been put back into the domain.
    using Trail = std::map<std::uint64_t, Vec2>;
    std::map<engine::BodyNumber, Trail> trails_;
};

}  // namespace scree::window
