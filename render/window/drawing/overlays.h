#pragma once

#include <SFML/Graphics/RenderTarget.hpp>

#include "render/window/drawing/camera.h"
#include "render/window/drawing/mesh.h"
#include "render/window/drawing/trails.h"
#include "render/window/frame_view.h"
#include "render/window/look.h"

namespace scree::window {

/// The value that a certain length or width on the screen stands for. It follows the values of the
/// scene: it grows at once and shrinks slowly.
class Measuring {
public:
    void update(double suited) {
        value_ = suited > value_ ? suited : value_ + 0.03 * (suited - value_);
    }
    double value() const { return value_; }

private:
    double value_ = 0.0;
};

/// Draws the overlays on top of the grains, and knows what their lengths and widths mean.
class Overlays {
public:
    /// To be called for every new moment.
    void update(const FrameView& frame_view, const Look& look);
    void build(const FrameView& frame_view, const Camera& camera, Vec2 window, const Look& look);
    void draw(sf::RenderTarget& target) const { mesh_.draw(target); }

    /// The force of the widest line, N; 0 without forces.
    double largest_force() const { return force_.value(); }
    /// The width of the widest line, pixels.
    double largest_width() const { return largest_width_; }
    /// The speed of the longest arrow, m/s.
    double largest_speed() const { return speed_.value(); }
    double longest_arrow() const { return longest_arrow_; }
    /// The stress of a cross as wide as a usual grain, N/m.
    double largest_stress() const { return stress_.value(); }
    double longest_cross() const { return longest_cross_; }
    const Trails& trails() const { return trails_; }
    std::size_t size() const { return mesh_.size(); }

private:
    void add_chains(const FrameView& frame_view, const Camera& camera, const Box& seen);
    void add_contacts(const FrameView& frame_view, const Camera& camera, const Box& seen);
    void add_chord(const FrameView& frame_view, const Camera& camera, std::size_t contact,
                   Vec2 shift);
    void add_velocities(const FrameView& frame_view, const Camera& camera, const Box& seen);
    void add_boxes(const FrameView& frame_view, const Camera& camera, const Box& seen);
    void add_stress(const FrameView& frame_view, const Camera& camera, const Box& seen);

    Mesh mesh_;
    Trails trails_;
    Measuring force_;
    Measuring speed_;
    Measuring stress_;
    double longest_cross_ = 0.0;
    double largest_width_ = 0.0;
    double longest_arrow_ = 0.0;
};

/// The colour of a force, by its share of the largest force.
render::Colour chain_colour(double share);

}  // namespace scree::window
