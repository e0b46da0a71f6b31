#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/crowd.h"
#include "engine/placing.h"

namespace scree::engine {

/// How high the walls and the grains at rest reach, over columns of equal width. Too high by no
/// more than the box of a grain exceeds it, or a wall rises over the width of a column; never too
/// low.
class Surface {
public:
    /// Nothing yet but a ground.
    Surface(const Interval& x, std::size_t columns, double ground);

    /// The faces of a wall that look up, as far as they lie below the height `below`.
    void add_wall(const PlacedShape& wall, double below);
    void raise(const Interval& x, double height);

    /// Over the part of the interval that has columns: at least one.
    double highest(const Interval& x) const;
    double lowest(const Interval& x) const;

private:
    struct Columns {
        std::size_t first;
        std::size_t end;
    };
    Columns under(const Interval& x) const;
    /// Of a counter-clockwise outline.
    void add_edge(geometry::Vec2 from, geometry::Vec2 to, double below);

    Interval x_;
    double width_;  ///< of a column
    std::vector<double> heights_;
};

/// Raises the surface to the tops of the grains in the crowd that touch something: those in flight
/// are no part of it. The grains are bodies first, first + 1, ... of the crowd.
void add_grains_at_rest(Surface& surface, const Crowd& crowd, std::span<const PlacedShape> grains,
                        std::size_t first);

}  // namespace scree::engine
