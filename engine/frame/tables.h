#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/gradient.h"
#include "engine/base/period.h"
#include "geometry/vec2.h"

/// A moment of a run as tables: what files, pictures and measurements are made of.
namespace scree::engine {

/// A grain has its id as number; piece k of the walls, counted through all of them, has -1 - k.
using BodyNumber = std::int32_t;

/// In the place of a number that a frame of an older version does not have.
inline constexpr std::int32_t unknown_number = -1;

/// The properties of a body that stay the same for the whole run.
struct BodyShape {
    BodyNumber body = 0;
    std::uint16_t material = 0;
    double radius = 0.0;                   ///< of a disc; 0 for a polygon
    std::vector<geometry::Vec2> vertices;  ///< of a polygon, about its centroid
    std::int32_t member = unknown_number;  ///< which one of its group it is, or of its wall
};

/// Where bodies are and how they move: the columns of a table.
struct BodyStates {
    std::vector<BodyNumber> body;
    std::vector<geometry::Vec2> position;  ///< the centroids, m; within a periodic domain
    std::vector<Turns> turns;              ///< how often each went around a periodic domain
    std::vector<double> angle;             ///< rad
    std::vector<geometry::Vec2> velocity;  ///< m/s
    std::vector<double> spin;              ///< rad/s
    std::vector<std::int32_t> group;       ///< of a grain its group, of a piece its wall
};

/// How two bodies touch, by how many corners each of two polygons has in the other.
enum class ContactKind : std::uint8_t {
    with_disc,    ///< one of the bodies is a disc
    side_corner,  ///< one corner lies in the side of the other body, or sides cross without one
    side_side,    ///< two corners or more are inside: a side lies on a side
    unknown       ///< in a frame of an older version
};
inline constexpr std::array<const char*, 4> contact_kinds{"with_disc", "side_corner", "side_side",
                                                          "unknown"};

/// Where bodies touch: the columns of a table.
struct ContactStates {
    std::vector<std::array<BodyNumber, 2>> pair;
    /// The numbers of periods by which the second body must be shifted to be where the first one
    /// meets it.
    std::vector<Turns> image;
    std::vector<geometry::Vec2> point;   ///< where the force acts, at the first body, m
    std::vector<geometry::Vec2> force;   ///< on the second body, N
    std::vector<geometry::Vec2> normal;  ///< unit, from the first body to the second
    std::vector<double> area;            ///< the area that both have in common, m2
    std::vector<float> chord;            ///< the length on which they touch, m
    std::vector<ContactKind> kind;
    /// The friction as a share of what Coulomb's law allows, so that 1 slides; nan where it allows
    /// none.
    std::vector<float> mobilised;
};

/// A periodic cell that deforms, at one moment.
struct CellState {
    Period period;
    Gradient rate;    ///< 1/s: of the velocity of its flow, which is zero in its lower left corner
    Gradient strain;  ///< since the start of the run: the rate, summed over time
};

/// A run at one moment. Grains and walls come and go from frame to frame.
struct Frame {
    std::uint64_t step = 0;
    double time = 0.0;  ///< s
    BodyStates grains;
    BodyStates walls;
    ContactStates contacts;
    std::int32_t stage = unknown_number;  ///< which one of the scene the run is in
    std::optional<CellState> cell{};      ///< where the domain deforms
};

}  // namespace scree::engine
