#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/body.h"
#include "engine/periodic_boxes.h"
#include "engine/workers.h"
#include "geometry/box.h"

namespace scree::engine {

using Boxes = BodyArray<geometry::Box>;

/// What the last search looked at.
struct BroadPhaseCounts {
    std::uint64_t candidates = 0;  ///< pairs, before their boxes were compared
    std::uint64_t accesses = 0;    ///< to cells, where there are any
};

/// Finds the pairs of bodies whose boxes overlap. Every method returns exactly the same pairs, so
/// that a run does not depend on which one is used.
class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// All pairs of overlapping boxes but those of two walls, sorted; in a periodic domain with
    /// every image in which they overlap. Boxes hold numbers, with low <= high, those of periodic
    /// directions as BoxAxis makes them; between two calls their count may change only after
    /// forget().
    virtual void find_pairs(const Boxes& boxes, Workers& workers,
                            std::vector<ImagePair>& pairs) = 0;

    /// Bodies came or went, and have other numbers now: nothing that is remembered holds.
    virtual void forget() {}

    virtual BroadPhaseCounts counts() const = 0;
};

enum class BroadPhaseKind : std::uint8_t {
    brute_force,
    sweep,
    linked_cell,
    verlet,
    quadtree,
    loose_quadtree
};

std::string_view name_of(BroadPhaseKind kind);
/// With the periods of the boxes.
std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, BoxPeriod period = {});

}  // namespace scree::engine
