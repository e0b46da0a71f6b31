#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "tests/geometry/random_shapes.h"

namespace scree::engine {

inline void PrintTo(const ImagePair& pair, std::ostream* out) {
    const auto print = [&](Body body) {
        *out << (is_wall(body) ? "wall " : "") << (is_wall(body) ? wall_index(body) : body);
    };
    print(pair.bodies.i);
    *out << " - ";
    print(pair.bodies.j);
    if (pair.image != Image{})
        *out << " in image " << int{pair.image.x} << ", " << int{pair.image.y};
}

}  // namespace scree::engine

namespace scree::tests {

using geometry::Vec2;

inline geometry::Box box_at(Vec2 centre, Vec2 half) { return {centre - half, centre + half}; }

/// The boxes of grains that move about in a square of side 1, with walls around it, one wall in its
/// middle and one as large as everything.
struct BoxCrowd {
    BoxCrowd(std::uint64_t seed, std::size_t grains, double smallest, double largest)
        : random(seed), boxes(6) {
        for (std::size_t i = 0; i < grains; ++i) {
            half.push_back(
                {random.log_uniform(smallest, largest), random.log_uniform(smallest, largest)});
            centre.push_back({random.unit(), random.unit()});
            boxes.push_grain({});
        }
        boxes[engine::wall_body(0)] = {{-0.1, -0.1}, {1.1, 0.0}};
        boxes[engine::wall_body(1)] = {{-0.1, 1.0}, {1.1, 1.1}};
        boxes[engine::wall_body(2)] = {{-0.1, -0.1}, {0.0, 1.1}};
        boxes[engine::wall_body(3)] = {{1.0, -0.1}, {1.1, 1.1}};
        boxes[engine::wall_body(4)] = {{0.4, 0.45}, {0.6, 0.55}};
        boxes[engine::wall_body(5)] = {{-0.2, -0.2}, {1.2, 1.2}};
        place();
    }

    void place() {
        for (std::size_t i = 0; i < centre.size(); ++i)
            boxes[static_cast<engine::Body>(i)] = box_at(centre[i], half[i]);
    }

    void wander(double step) {
        for (Vec2& c : centre) c += {random.uniform(-step, step), random.uniform(-step, step)};
        place();
    }

    void teleport(double probability) {
        for (Vec2& c : centre)
            if (random.chance(probability)) c = {random.unit(), random.unit()};
        place();
    }

    Random random;
    std::vector<Vec2> centre;
    std::vector<Vec2> half;
    engine::Boxes boxes;
};

}  // namespace scree::tests
