#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "geometry/vec2.h"

namespace scree::engine {

/// The side of a wall that grains lie against. A straight side has a normal; that of a ring or a
/// disc a radius.
struct WallFace {
    std::size_t wall = 0;   ///< its number in the scene
    geometry::Vec2 normal;  ///< of length 1, to the grains, before the wall has moved; else zero
    double length = 0.0;    ///< m: what pressure and shear are taken over
    double reach =
        0.0;  ///< m: where the face is along its normal, from the point that the wall turns about
    geometry::Vec2 centre;  ///< of a ring or a disc, before the wall has moved
    double radius = 0.0;    ///< m, else 0
    geometry::Vec2 along;   ///< of a wall under load: where the load pushes; else zero
    bool grows = false;     ///< whether the length is the distance of two walls,
    std::size_t first = 0;  ///< which are these,
    std::size_t second = 0;
    geometry::Vec2 across;  ///< of length 1, from the first to the second

    bool is_round() const { return radius > 0.0; }
};

/// A straight line from one point to another; no line if they are the same.
struct FlowLine {
    geometry::Vec2 from;
    geometry::Vec2 to;

    bool is_given() const { return from != to; }
};

/// What a measurement is of, beyond its region.
struct MeasureOptions {
    std::vector<WallFace> faces;  ///< that of `wall`, or those of both walls in `between`
    double gap = 0.0;  ///< m: the distance of the latter along the first normal, before they move
    /// Of a profile along r: the slices are rings about this point, from one radius to the other.
    bool along_r = false;
    geometry::Vec2 centre;
    /// m: those radii; of a deposit, where the grains were at first, if they differ.
    double inner = 0.0;
    double outer = 0.0;
    FlowLine line;
    std::size_t bins = 0;  ///< of a histogram
    /// Of a histogram: the end of the last bin, over the mean. Of a field: within how many mean
    /// diameters grains are neighbours.
    double reach = 0.0;
    double width = 0.0;  ///< m, of the kernel of a field; 0: the mean diameter
    double cell = 0.0;   ///< m: the largest side of a cell; 0: as suits the kind
    /// s: the moment since which the displacements of a field count; empty if nobody asks for them.
    std::optional<double> since;
    /// Of segregation: the numbers of two materials, or else the diameter (m) that parts small
    /// grains from large ones; 0: halfway between the smallest and the largest.
    std::optional<std::array<std::size_t, 2>> materials;
    double split = 0.0;
};

}  // namespace scree::engine
