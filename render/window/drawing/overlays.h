#pragma once

#include <SFML/Graphics/RenderTarget.hpp>

#include "render/window/drawing/camera.h"
#include "render/window/drawing/mesh.h"
#include "render/window/drawing/trails.h"
#include "render/window/frame_view.h"
#include "render/window/look.h"

namespace scree::window {

/// A value that belongs to a length or a width on the screen: follows the values, up at once and
/// down slowly.
class Measuring {
public:
    void update(double suited) {
        value_ = suited > value_ ? suited : value_ + 0.03 * (suited - value_);
    }
    double value() const { return value_; }

private:
    double value_ = 0.0;
};

/// What is drawn on top of the grains, and what its lengths and widths mean.
class Overlays {
public:
    /// To be called for every new moment.
    void update(const FrameView& frame_view, const Look& look);
    void build(const FrameView& frame_view, const Camera& camera, Vec2 window, const Look& look);
    void draw(sf::RenderTarget& target) const { mesh_.draw(target); }

    /// N, of the widest line; 0: none.
    double largest_force() const { return force_.value(); }
    /// Pixels, of that.
    double largest_width() const { return largest_width_; }
    /// m/s, of the longest arrow.
    double largest_speed() const { return speed_.value(); }
    double longest_arrow() const { return longest_arrow_; }
    /// N/m, of a cross as wide as a usual grain.
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

/// From the colour of a weak force to that of a strong one.
render::Colour chain_colour(double share);

}  // namespace scree::window
