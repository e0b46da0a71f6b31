#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/frame/tables.h"
#include "engine/live/view.h"
#include "geometry/vec2.h"

namespace scree::window {

using geometry::Vec2;

/// What stays the same about a body as long as it is there.
struct Body {
    engine::BodyShape shape;
    double reach = 0.0;     ///< radius of the smallest circle about its centre that holds it, m
    double diameter = 0.0;  ///< of the disc with the same area, m
    double angle = 0.0;     ///< when it came, rad
    std::string name;
};

/// The grains and the pieces of walls of a run, by their numbers in frames.
class Bodies {
public:
    /// `names` has the name of the wall of each piece.
    Bodies(std::span<const engine::BodyShape> pieces, std::vector<std::string> names);

    /// Takes in the new grains of a view.
    void join(const engine::LiveView& view);

    /// The body with this number in frames. Throws std::out_of_range for an unknown number.
    const Body& of(engine::BodyNumber body) const {
        return body < 0 ? pieces_.at(static_cast<std::size_t>(-1 - body))
                        : grains_.at(static_cast<std::size_t>(body));
    }
    std::size_t grain_count() const { return grains_.size(); }
    std::span<const Body> grains() const { return grains_; }
    /// The median diameter of the grains, m; 0 without grains.
    double usual_diameter() const { return usual_diameter_; }

private:
    std::vector<Body> pieces_;
    std::vector<Body> grains_;  ///< by id
    double usual_diameter_ = 0.0;
};

}  // namespace scree::window
