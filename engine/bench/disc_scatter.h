#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/broad/broad_phase.h"
#include "geometry/vec2.h"

/// Discs to try broad phases on.
namespace scree::engine {

/// Radii from 1 to `ratio` with a density proportional to r^exponent, in random order. They stand
/// for equal shares of the density, so that the rare large ones are there (systematic sampling:
/// Ogarko & Luding 2012, section 3.2). With the exponent -2 discs of all sizes cover as much area.
std::vector<double> power_law_radii(std::size_t count, double exponent, double ratio,
                                    std::uint64_t seed);

enum class Border : std::uint8_t { walls, periodic };

/// Discs that do not overlap, in a square with a corner at the origin.
struct DiscScatter {
    double side = 0.0;
    Border border = Border::walls;
    std::vector<double> radii;
    std::vector<geometry::Vec2> centres;

    /// As broad phases want them; no walls.
    Boxes boxes() const;
    BoxPeriod box_period() const;
};

/// One after the other, the largest first, each anywhere where there is room; numbered as the radii
/// are. Throws std::invalid_argument for a `fraction` of the square that leaves no room: of equal
/// discs it takes about half.
DiscScatter scattered(std::vector<double> radii, double fraction, Border border,
                      std::uint64_t seed);

/// The same discs, numbered row by row as those of a scene are that was filled so: what is near is
/// near in memory.
DiscScatter by_rows(const DiscScatter& discs);

}  // namespace scree::engine
