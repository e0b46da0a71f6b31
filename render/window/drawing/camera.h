#pragma once

#include "geometry/box.h"
#include "geometry/vec2.h"

namespace scree::window {

using geometry::Box;
using geometry::Vec2;

/// Says which part of the plane is shown where in the window. Pixels count from the upper left
/// corner.
class Camera {
public:
    /// Sets the part of the window that shows the scene, beside the panels, in pixels. What was in
    /// its middle stays there.
    void set_frame(const Box& frame) { frame_ = frame; }
    const Box& frame() const { return frame_; }

    Vec2 to_pixels(Vec2 p) const {
        const Vec2 middle = 0.5 * (frame_.low + frame_.high);
        return {middle.x + scale_ * (p.x - centre_.x), middle.y - scale_ * (p.y - centre_.y)};
    }
    Vec2 to_world(Vec2 pixels) const {
        const Vec2 middle = 0.5 * (frame_.low + frame_.high);
        return {centre_.x + (pixels.x - middle.x) / scale_,
                centre_.y - (pixels.y - middle.y) / scale_};
    }
    /// The scale, in pixels per metre.
    double scale() const { return scale_; }
    Vec2 centre() const { return centre_; }
    /// The part of the plane that a window of this size shows, m.
    Box seen(Vec2 window) const;

    void look_at(Vec2 centre) { centre_ = centre; }
    /// Makes a box fill the frame.
    void fit(const Box& box);
    /// Moves the scene by so many pixels, as a hand drags it.
    void drag(Vec2 pixels);
    /// Changes the scale. What is under the pointer stays there.
    void zoom(double factor, Vec2 pointer);

private:
    Box frame_{{0.0, 0.0}, {1280.0, 800.0}};
    Vec2 centre_;
    double scale_ = 1.0;
};

}  // namespace scree::window
