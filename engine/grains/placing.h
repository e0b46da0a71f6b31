#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/generator.h"
#include "engine/base/spec_error.h"
#include "engine/dynamics/body_state.h"
#include "engine/grains/packing/pack.h"
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
    /// The cells of the lattice are wider by this share, 0 to largest_jitter, and each grain lies
    /// anywhere in its own where it can turn.
    double jitter = 0.0;
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

/// What stays as it is when a packing has come out smaller than the room that it was given.
enum class PackKeep : std::uint8_t {
    sizes,  ///< the grains; the box becomes smaller, and with it the domain where it is periodic
    box     ///< the box; the grains become larger
};

template <>
inline constexpr std::array<Word<PackKeep>, 2> words<PackKeep>{
    {{PackKeep::sizes, "sizes"}, {PackKeep::box, "box"}}};

/// The grains of all groups with such a place form one dense random packing without gravity (see
/// pack()), in a box or a convex outline.
struct PlacePack {
    std::optional<Interval> x;            ///< m, default: the domain
    std::optional<Interval> y;            ///< m
    std::vector<geometry::Vec2> outline;  ///< m: instead of x and y, unless it is empty
    PackMethod method = PackMethod::rearrange;
    double growth = 0.003;         ///< see PackSettings
    std::optional<PackKeep> keep;  ///< default: sizes, but box in a scene with walls
    geometry::Vec2 velocity;       ///< m/s, default at rest
};

inline constexpr double largest_jitter = 10.0;

/// Slower growth would take hours, and faster growth leave more room than there should be.
inline constexpr double slowest_growth = 1e-4;
inline constexpr double fastest_growth = 0.1;

using PlaceSpec = std::variant<PlaceList, PlaceLattice, PlaceRandom, PlaceRain, PlacePack>;

/// Returns everything that is wrong with the place, by key: at, angle, velocity, spin, x, y, rate,
/// below, outline, growth.
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
    PlaceSpec place;             ///< neither rain (see Rain) nor a packing
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
