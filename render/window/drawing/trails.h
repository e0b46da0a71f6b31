#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "render/window/drawing/camera.h"
#include "render/window/drawing/mesh.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// Where some grains have been, as far as it was seen.
class Trails {
public:
    /// For every new moment. Of grains that are no longer asked for nothing is kept.
    void update(const FrameView& frame_view, const std::vector<engine::BodyNumber>& grains);
    void draw(Mesh& mesh, const FrameView& frame_view, const Camera& camera) const;
    std::size_t points(engine::BodyNumber grain) const;

private:
    /// By step; in a periodic domain where the grain would be if it had not been put back.
    using Trail = std::map<std::uint64_t, Vec2>;
    std::map<engine::BodyNumber, Trail> trails_;
};

}  // namespace scree::window
