#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/grains/placing.h"
#include "engine/grains/shape_index.h"

namespace scree::engine {

/// How high the walls and the grains at rest reach, over columns of equal width. A height is never
/// too low. It is too high by at most the distance from a grain to its box, or the rise of a wall
/// over the width of a column.
class Surface {
public:
    /// The surface begins as a level ground. In a domain that is periodic in x, what is added comes
    /// with its images.
    Surface(const Interval& x, std::size_t columns, double ground, double period = 0.0);

    /// Adds the faces of a wall that look up, as far as they lie below the height `below`.
    void add_wall(const PlacedShape& wall, double below);
    void raise(const Interval& x, double height);

    /// The height over the part of the interval that has columns; at least one column counts.
    double highest(const Interval& x) const;
    double lowest(const Interval& x) const;

private:
    struct Columns {
        std::size_t first;
        std::size_t end;
    };
    Columns under(const Interval& x) const;
    template <class Visit>
    void for_each_image(const Visit& visit) const;
    /// Adds an edge of a counter-clockwise outline.
    void add_edge(geometry::Vec2 from, geometry::Vec2 to, double below);

    Interval x_;
    double width_;  ///< of a column
    std::vector<double> heights_;
    double period_;  ///< zero where the domain is not periodic
};

/// Finds out which grains of an index rest on a wall, directly or through other grains. The others
/// are in flight.
class Support {
public:
    /// The first `walls` bodies of the index are walls; `boxes` has the boxes of all bodies.
    Support(const ShapeIndex& index, std::span<const geometry::Box> boxes, std::size_t walls);

    /// Whether the body rests on a wall. The search looks at no more grains than it must, and at
    /// each only once.
    bool holds(std::size_t body);

private:
    enum class Known : std::uint8_t { nothing, held, flying };

    const ShapeIndex& index_;
    std::span<const geometry::Box> boxes_;
    std::size_t walls_;
    std::vector<Known> known_;
};

/// Raises the surface to the tops of the grains that rest on a wall, directly or through other
/// grains. The bodies are those of the index: first the walls, then the grains.
void add_grains_at_rest(Surface& surface, const ShapeIndex& index,
                        std::span<const PlacedShape> bodies, std::size_t walls);

}  // namespace scree::engine
