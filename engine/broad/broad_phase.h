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

/// `automatic` is written "auto" in a scene, and means the fastest method.
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

/// How much work the last search was.
struct BroadPhaseCounts {
    std::uint64_t candidates = 0;  ///< pairs whose boxes were compared
    std::uint64_t accesses = 0;    ///< cells that were looked into, for methods with cells
};

/// The mean time of one search.
struct BroadPhaseTrial {
    BroadPhaseKind kind = BroadPhaseKind::sweep;
    double seconds = 0.0;
};

/// Methods that were tried on the same boxes, sorted from the fastest to the slowest.
struct BroadPhaseContest {
    std::size_t grains = 0;
    std::vector<BroadPhaseTrial> trials;  ///< empty while the contest is still running
};

/// Whether a method has levels of cells (a grid), or squares within squares (a tree).
constexpr bool has_grid(BroadPhaseKind kind) {
    return kind == BroadPhaseKind::hgrid || kind == BroadPhaseKind::linked_cell;
}
constexpr bool has_tree(BroadPhaseKind kind) {
    return kind == BroadPhaseKind::quadtree || kind == BroadPhaseKind::loose_quadtree;
}

/// How a method has divided the plane, for display.
struct Arrangement {
    /// The cell that a grain is in.
    struct Cell {
        std::uint16_t level = 0;  ///< index into `cells`
        geometry::Vec2 corner;    ///< the cell's lower left corner, m
    };

    BroadPhaseKind kind = BroadPhaseKind::sweep;  ///< `automatic` until a method is chosen
    /// The widths of cells, m: for a grid its levels from small to large, for a tree its depths
    /// from large to small.
    std::vector<double> cells;
    geometry::Vec2 origin;     ///< a corner that the cells of all levels of a grid share, m
    std::vector<Cell> grains;  ///< in the order of the simulation; empty if there are no cells
};

/// Finds the pairs of bodies whose boxes overlap. Every method returns exactly the same pairs, so
/// that a run does not depend on which one is used.
class BroadPhase {
public:
    virtual ~BroadPhase() = default;

    /// Finds all pairs of overlapping boxes except those of two walls, and sorts them; in a
    /// periodic domain it lists every image in which they overlap. Boxes must not contain NaN and
    /// must have low <= high. The boxes of grains must be finite, and in periodic directions boxes
    /// must be as BoxAxis makes them. Between two calls the number of boxes may change only after
    /// forget().
    virtual void find_pairs(const Boxes& boxes, Workers& workers,
                            std::vector<ImagePair>& pairs) = 0;

    /// Must be called when bodies came or went and have other numbers now. Discards what is
    /// remembered from earlier searches.
    virtual void forget() {}

    virtual BroadPhaseCounts counts() const = 0;

    /// The kind of this method or, if the method is chosen by trial, the one in use.
    virtual BroadPhaseKind kind() const = 0;

    /// Returns the arrangement for the boxes of the last search, in their coordinates.
    virtual Arrangement arrangement(const Boxes& /*boxes*/) const { return {kind(), {}, {}, {}}; }

    /// Returns the contests so far, if the method is chosen by trial.
    virtual std::span<const BroadPhaseContest> contests() const { return {}; }
};

/// Which method to use, and its parameters.
struct BroadPhaseSettings {
    // NOLINTNEXTLINE(google-explicit-constructor): a kind alone is enough.
    BroadPhaseSettings(BroadPhaseKind kind_ = BroadPhaseKind::sweep) : kind(kind_) {}

    BroadPhaseKind kind;
    HgridSettings hgrid{};
    double verlet_radius = 5.0;  ///< of the circles around grains, in radii of the largest

    friend bool operator==(const BroadPhaseSettings&, const BroadPhaseSettings&) = default;
};

/// Describes a contest, such as "hgrid at 45 ns a grain (sweep 80, linked_cell 310), 5000 grains".
std::string text_of(const BroadPhaseContest& contest);
/// Makes a broad phase for boxes with this period.
std::unique_ptr<BroadPhase> make_broad_phase(const BroadPhaseSettings& settings,
                                             BoxPeriod period = {});

/// Moves an arrangement from the coordinates of boxes, which in periodic directions start where the
/// domain begins, into those of the domain.
Arrangement put_into(const Period& domain, Arrangement arrangement);
/// Returns how a method would arrange these boxes of grains, m, in its first search. The result is
/// empty for methods without cells, and for `automatic`.
Arrangement arrangement_of(const BroadPhaseSettings& settings,
                           std::span<const geometry::Box> grains, const Period& domain);

}  // namespace scree::engine
