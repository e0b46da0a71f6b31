#pragma once

#include <vector>

#include "engine/frame/frame.h"

namespace scree::engine {

/// The shapes of the bodies in frames, by their numbers.
class ShapeBook {
public:
    explicit ShapeBook(std::span<const Wall> walls) : walls_(shapes_of_walls(walls)) {}

    /// Takes in the grains that came since the last call. It must be called before frames are
    /// looked at.
    void update(const Simulation& simulation) {
        if (simulation.grain_count() == 0) return;
        const std::size_t last = simulation.id_of(simulation.grain_count() - 1);
        const std::size_t known = grains_.size();
        if (last < known) return;
        grains_.resize(last + 1);
        for (std::size_t i = simulation.grain_count(); i-- > 0 && simulation.id_of(i) >= known;)
            grains_[simulation.id_of(i)] = shape_of_grain(simulation, i);
    }

    /// The shape of a body in a frame. Throws std::out_of_range for numbers that it does not know.
    const BodyShape& of(BodyNumber body) const {
        return body < 0 ? walls_.at(static_cast<std::size_t>(-1 - body))
                        : grains_.at(static_cast<std::size_t>(body));
    }
    std::span<const BodyShape> walls() const { return walls_; }

private:
    std::vector<BodyShape> walls_;
    std::vector<BodyShape> grains_;  ///< by id; empty for grains that were never seen
};

}  // namespace scree::engine
