#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/grains/packing/container.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

namespace scree::engine {

/// What is read of a grain for each of its neighbours.
struct PackCircle {
    geometry::Vec2 at;      ///< m, about the centre of the container
    double radius = 0.0;    ///< m, of the circle around the grain
    double diameter = 0.0;  ///< m, of the disc with the same area
};

/// What is read of a grain that is not a disc, besides its circle.
struct PackBody {
    const geometry::Shape* shape = nullptr;
    geometry::Rotation rotation;
    double angle = 0.0;     ///< rad
    double gyration = 0.0;  ///< m: the square root of second moment over area
    double inradius = 0.0;  ///< m
};

/// The grains of a packing that is being made, numbered by where they are, and their container.
struct PackState {
    PackState(std::span<const geometry::Shape* const> shapes, const Container& in);

    std::size_t size() const { return circles.size(); }
    double fraction() const { return grain_area / container.area(); }
    bool is_disc(std::size_t i) const {
        return discs_only || std::holds_alternative<geometry::Disc>(*bodies[i].shape);
    }
    geometry::Transform pose(std::size_t i) const { return {circles[i].at, bodies[i].rotation}; }
    /// Multiplies the size of the container and all places.
    void grow(double factor);
    /// Puts the grains in this order.
    void renumber(std::span<const std::uint32_t> order);

    Container container;
    std::vector<PackCircle> circles;
    std::vector<PackBody> bodies;
    std::vector<std::uint32_t> number;  ///< of each grain in the list of shapes
    double grain_area = 0.0;            ///< m2
    double largest_radius = 0.0;        ///< m
    double scale = 1.0;                 ///< by how much the container has grown
    bool discs_only = true;
};

/// How many grains a worker gets at least.
inline constexpr std::size_t pack_block = 128;

}  // namespace scree::engine
