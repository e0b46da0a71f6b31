#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "geometry/vec2.h"

/// Discs that broad phases are tried on.
namespace scree::engine {

/// Radii from 1 to `ratio` with a density proportional to r^exponent, in random order. They stand
/// for equal shares of the density, so that the rare large ones are present (systematic sampling:
/// Ogarko & Luding 2012, section 3.2). With the exponent -2 discs of all sizes cover the same area.
std::vector<double> power_law_radii(std::size_t count, double exponent, double ratio,
                                    std::uint64_t seed);

enum class Border : std::uint8_t { walls, periodic };

/// Discs that do not overlap, in a square with a corner at the origin.
struct DiscScatter {
    double side = 0.0;
    Border border = Border::walls;
    std::vector<double> radii;
    std::vector<geometry::Vec2> centres;

    /// The boxes of the discs for broad phases, without walls.
    Boxes boxes() const;
    BoxPeriod box_period() const;
};

/// Places discs one after the other, the largest first, each anywhere where there is room; they are
/// numbered as the radii are. Throws std::invalid_argument if the `fraction` of the square leaves
/// no room; for equal discs that is about half.
DiscScatter scattered(std::vector<double> radii, double fraction, Border border,
                      std::uint64_t seed);

/// The same discs, numbered row by row as in a scene that was filled in this way, so that
/// neighbours are close in memory.
DiscScatter by_rows(const DiscScatter& discs);

}  // namespace scree::engine
