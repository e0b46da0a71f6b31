#pragma once

#include <SFML/Graphics/RenderTarget.hpp>
#include <vector>

#include "render/window/drawing/camera.h"
#include "render/window/drawing/colour_scale.h"
#include "render/window/drawing/mesh.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// A grain that is fewer pixels across is drawn as a point.
inline constexpr double smallest_shape = 2.0;
/// A grain that is at least so many pixels across has an outline.
inline constexpr double smallest_outlined = 16.0;

/// Draws grains and walls: their fill, their outlines, and the stripes that show how they roll.
class GrainLayer {
public:
    void build(const FrameView& frame_view, const Camera& camera, Vec2 window,
               const ColourScale& colours);
    void draw(sf::RenderTarget& target) const;

    /// The number of grains in the last build that are drawn as points; this and the next two are
    /// for tests.
    std::size_t points() const { return points_.size(); }
    std::size_t shapes() const { return shapes_; }
    std::size_t outlines() const { return outlined_; }

private:
    void add_grain(const Body& body, Vec2 at, double angle, double scale, sf::Color colour);
    void add_wall(const Body& body, Vec2 at, double angle, double scale);
    void add_stripe(const Body& body, Vec2 at, double angle, double scale);

    Mesh walls_;
    Mesh grains_;
    Mesh lines_;
    std::vector<sf::Vertex> points_;
    std::size_t shapes_ = 0;
    std::size_t outlined_ = 0;
    bool stripes_ = false;
    std::vector<Vec2> corners_;  ///< of the body that is being drawn, pixels
};

/// The corners of a body in pixels, no more than `most` of them.
void corners_in_pixels(const Body& body, Vec2 at, double angle, double scale, std::size_t most,
                       std::vector<Vec2>& corners);

}  // namespace scree::window
