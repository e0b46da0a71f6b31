#pragma once

#include <cstdint>
#include <variant>

#include "geometry/feature_ring.h"
#include "geometry/shape.h"
#include "geometry/transform.h"

/// How two shapes lie relative to each other: the central query of the whole program.
///
/// A is the body with the lower id. Work is done in the frame of A; answers are relative to the
/// centre of A, along the axes of the world, so that no digits are lost far from the origin.
namespace scree::geometry {

/// The shapes have no point in common.
struct Apart {
    double distance = 0.0;
    Vec2 on_a;  ///< closest point of A
    Vec2 on_b;  ///< closest point of B
    Feature a;  ///< the feature of A that holds it (of a disc: vertex 0)
    Feature b;
};

/// The shapes touch (area zero) or overlap. With `area` A, x the position of B and theta its angle:
/// dA/dx = -chord normal, dA/dtheta = -chord (midpoint - x) x normal (docs/physics.md, Contact
/// geometry).
struct Overlap {
    double area = 0.0;
    double chord = 0.0;
    Vec2 centroid;  ///< of the common area
    Vec2 midpoint;  ///< of the chord
    Vec2 normal;    ///< unit, perpendicular to the chord, from A to B
    /// One shape lies inside the other, or they cross so evenly that there is no chord: the normal
    /// runs from centre to centre, and the chord is the diameter of a disc of the same area.
    bool swallowed = false;

    bool touching() const { return area == 0.0; }
};

using Proximity = std::variant<Apart, Overlap>;
// An answer is copied with five vector moves. With one number more, GCC 12 uses a string
// instruction, which takes as long again as a whole query.
static_assert(sizeof(Proximity) <= 80);

/// Two edges that cross, by number.
struct Crossing {
    std::uint16_t a = 0;
    std::uint16_t b = 0;

    friend constexpr bool operator==(Crossing, Crossing) = default;
};

/// Where the outline of A enters B and where it leaves it again.
struct CrossingPair {
    Crossing enter;
    Crossing leave;

    friend constexpr bool operator==(CrossingPair, CrossingPair) = default;
};

/// What a pair of shapes remembers from its last query: the warm start. A default memory is cold.
/// The memory changes how fast an answer is found and, if several answers tie, which one.
struct PairMemory {
    enum class Kind : std::uint8_t { none, closest, crossing };

    Kind kind = Kind::none;
    /// Whether the shapes overlapped. Queries neither read nor keep it: who asks may set it.
    bool overlapped = false;
    Feature a;  ///< kind closest: the closest features
    Feature b;
    CrossingPair crossing;  ///< kind crossing

    friend constexpr bool operator==(const PairMemory&, const PairMemory&) = default;
};

/// How queries found their answers. Each query counts as one of the four ways.
struct QueryCounts {
    std::uint64_t queries = 0;
    std::uint64_t tracked = 0;     ///< from the memory, or a short walk from there
    std::uint64_t searched = 0;    ///< slab search
    std::uint64_t exhaustive = 0;  ///< every feature was looked at to find a distance
    std::uint64_t clipped = 0;     ///< by the final clip, or its counterpart for discs

    QueryCounts& operator+=(const QueryCounts& other);
};

/// Whether every feature and edge that the memory names exists. This must be tested before a memory
/// that was read from a file is used.
bool fits(const PairMemory& memory, const Shape& a, const Shape& b);

/// The query is total: any two valid shapes in any finite poses (coordinates below 1e100) get a
/// finite answer. The memory must fit the shapes: a default one does, and so does what a query of
/// the same pair left. Warm and cold starts give the same bits wherever the outlines cross exactly
/// twice.
Proximity proximity(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts);
Proximity proximity(const Disc& a, const Transform& pose_a, const Disc& b, const Transform& pose_b);
Proximity proximity(const FeatureRing& a, const Transform& pose_a, const Disc& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts);
Proximity proximity(const Disc& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts);
/// Returns how far a disc reaches into a polygon, or into another disc, measured from the feature
/// that the last query of the pair named as the closest. It is negative if they are apart.
double disc_depth(const Disc& a, const Transform& pose_a, const Disc& b, const Transform& pose_b);
double disc_depth(const FeatureRing& ring, const Transform& pose_ring, Feature closest,
                  const Disc& disc, const Transform& pose_disc);
Proximity proximity(const Shape& a, const Transform& pose_a, const Shape& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts);

}  // namespace scree::geometry
