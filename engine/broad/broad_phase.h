#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/body.h"
#include "engine/base/periodic_boxes.h"
#include "engine/base/words.h"
#include "engine/base/workers.h"
#include "engine/broad/hgrid_settings.h"
#include "geometry/box.h"

namespace scree::engine {

using Boxes = BodyArray<geometry::Box>;

/// `automatic` is "auto" in a scene: the fastest.
enum class BroadPhaseKind : std::uint8_t {
    brute_force,
    sweep,
    linked_cell,
    hgrid,
    verlet,
    quadtree,
    loose_quadtree,
    automatic
};

template <>
inline constexpr std::array<Word<BroadPhaseKind>, 8> words<BroadPhaseKind>{
    {{BroadPhaseKind::sweep, "sweep"},
     {BroadPhaseKind::hgrid, "hgrid"},
     {BroadPhaseKind::linked_cell, "linked_cell"},
     {BroadPhaseKind::verlet, "verlet"},
     {BroadPhaseKind::quadtree, "quadtree"},
     {BroadPhaseKind::loose_quadtree, "loose_quadtree"},
     {BroadPhaseKind::brute_force, "brute_force"},
     {BroadPhaseKind::automatic, "auto"}}};
inline constexpr std::uint8_t broad_phase_kinds = words<BroadPhaseKind>.size();

/// What the last search looked at.
struct BroadPhaseCounts {
    std::uint64_t candidates = 0;  ///< pairs, before their boxes were compared
    std::uint64_t accesses = 0;    ///< to cells, where there are any
};

/// What one search took, in the mean of some.
struct BroadPhaseTrial {
    BroadPhaseKind kind = BroadPhaseKind::sweep;
    double seconds = 0.0;
};

/// Methods that were tried on the same boxes, the fastest first.
struct BroadPhaseContest {
    std::size_t grains = 0;
    std::vector<BroadPhaseTrial> trials;  ///< none: it still goes on
};

/// Whether a method has levels of cells, or squares within squares.
constexpr bool has_grid(BroadPhaseKind kind) {
    return kind == BroadPhaseKind::hgrid || kind == BroadPhaseKind::linked_cell;
}
constexpr bool has_tree(BroadPhaseKind kind) {
    return kind == BroadPhaseKind::quadtree || kind == BroadPhaseKind::loose_quadtree;
}

/// How a method has divided the plane, for those who look.
struct Arrangement {
    /// Where a grain is.
    struct Cell {
        std::uint16_t level = 0;  ///< of `cells`
        geometry::Vec2 corner;    ///< where it begins, m
    };

    BroadPhaseKind kind = BroadPhaseKind::sweep;  ///< `automatic` as long as none is chosen
    /// The widths of cells, m: of a grid's levels, rising, or of a tree's by their depth, falling.
    std::vector<double> cells;
    geometry::Vec2 origin;     ///< a corner of a grid's cells, on all levels, m
    std::vector<Cell> grains;  ///< by their places in the simulation; none where there are no cells
};

/// Finds the pairs of bodies whose boxes overlap. Every method returns exactly the same pairs, so
/// that a run does not depend on which one is used.
class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// All pairs of overlapping boxes but those of two walls, sorted; in a periodic domain with
    /// every image in which they overlap. Boxes hold numbers, with low <= high, those of grains
    /// finite ones, and those of periodic directions are as BoxAxis makes them; between two calls
    /// their count may change only after forget().
    virtual void find_pairs(const Boxes& boxes, Workers& workers,
                            std::vector<ImagePair>& pairs) = 0;

    /// Bodies came or went, and have other numbers now: nothing that is remembered holds.
    virtual void forget() {}

    virtual BroadPhaseCounts counts() const = 0;

    /// The one at work, where the method is chosen by trial.
    virtual BroadPhaseKind kind() const = 0;

    /// Of the boxes of the last search, in their coordinates.
    virtual Arrangement arrangement(const Boxes& /*boxes*/) const { return {kind(), {}, {}, {}}; }

    /// What was tried, where the method is chosen by trial.
    virtual std::span<const BroadPhaseContest> contests() const { return {}; }
};

/// Which method, and how.
struct BroadPhaseSettings {
    // NOLINTNEXTLINE(google-explicit-constructor): a kind alone says all that must be said.
    BroadPhaseSettings(BroadPhaseKind kind_ = BroadPhaseKind::sweep) : kind(kind_) {}

    BroadPhaseKind kind;
    HgridSettings hgrid{};
    double verlet_radius = 5.0;  ///< of the circles around grains, in radii of the largest

    friend bool operator==(const BroadPhaseSettings&, const BroadPhaseSettings&) = default;
};

/// "hgrid at 45 ns a grain (sweep 80, linked_cell 310), 5000 grains"
std::string text_of(const BroadPhaseContest& contest);
/// With the periods of the boxes.
std::unique_ptr<BroadPhase> make_broad_phase(const BroadPhaseSettings& settings,
                                             BoxPeriod period = {});

/// With boxes of periodic directions, which are given from the domain's beginning, put back there.
Arrangement put_into(const Period& domain, Arrangement arrangement);
/// How a method would begin with some boxes of grains, m. Those that first try have none.
Arrangement arrangement_of(const BroadPhaseSettings& settings,
                           std::span<const geometry::Box> grains, const Period& domain);

}  // namespace scree::engine
