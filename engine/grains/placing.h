#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/generator.h"
#include "engine/base/spec_error.h"
#include "engine/dynamics/body_state.h"
#include "engine/grains/shape_index.h"
#include "geometry/vec2.h"

/// The places where the grains of a group begin.
namespace scree::engine {

/// The numbers from low to high.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};

/// Each grain at its own place, whatever else is there. `at` has one entry for each grain; each of
/// the other lists has as many or is empty.
struct PlaceList {
    std::vector<geometry::Vec2> at;        ///< m: the centroids; no default
    std::vector<double> angle;             ///< rad, default 0
    std::vector<geometry::Vec2> velocity;  ///< m/s, default at rest
    std::vector<double> spin;              ///< rad/s, default 0
};

/// The grains stand in rows from the bottom, in random orientation, so far apart that each can turn
/// freely. Sites that something else covers are left out.
struct PlaceLattice {
    Interval x;               ///< m: the grains lie within; no default
    Interval y;               ///< m
    geometry::Vec2 velocity;  ///< m/s, default at rest
};

/// The grains lie anywhere in a rectangle and in any orientation, without overlap. Each grain goes
/// where it happens to find room (random sequential addition). The largest grains of all groups
/// with such a place come first, because between small grains a large one would find no room.
struct PlaceRandom {
    Interval x;               ///< m: the grains lie within; no default
    Interval y;               ///< m
    geometry::Vec2 velocity;  ///< m/s, default at rest
};

/// The grains drop one after the other, in random orientation (see Rain).
struct PlaceRain {
    Interval x;         ///< m: the grains start within; no default
    double y = 0.0;     ///< m: how far their lowest point starts above the surface; no default
    double rate = 0.0;  ///< grains/s; no default
    geometry::Vec2 velocity;  ///< m/s, default at rest
    /// m: grains start below this height, and what lies above it does not count as surface (the lid
    /// of a drum). Default: the top of the domain.
    std::optional<double> below;
};

using PlaceSpec = std::variant<PlaceList, PlaceLattice, PlaceRandom, PlaceRain>;

/// Returns everything that is wrong with the place, by key: at, angle, velocity, spin, x, y, rate,
/// below.
SpecErrors find_errors(const PlaceSpec& spec);

/// Each grain starts at least this far from anything else, in units of its equivalent diameter. The
/// eye does not see it, but it is large compared with rounding.
inline constexpr double starting_clearance = 1e-6;

/// So many random places are tried for one grain before the engine concludes that there is no room
/// for it.
inline constexpr int most_tries = 20'000;

/// The grains of a group that are to be placed.
struct Placement {
    std::string name;            ///< of the group; it is used in messages
    PlaceSpec place;             ///< not rain (see Rain)
    std::span<NewGrain> grains;  ///< the places are written into them
    Generator generator;         ///< the group's own stream of random numbers
};

/// Places the grains of all groups among what is in the index, and adds them to it: first those in
/// lists and on lattices, group by group, then all random ones together. Lattices and random places
/// are within their rectangle, and at least `starting_clearance` away from all of the index; the
/// places of a list are taken as they are, and must be as many as the grains. Throws
/// std::invalid_argument when there is not enough room: which group, how many of its grains fit,
/// and what to change.
void place_grains(std::span<Placement> groups, ShapeIndex& index);

}  // namespace scree::engine
