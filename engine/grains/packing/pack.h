#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/generator.h"
#include "engine/base/words.h"
#include "engine/base/workers.h"
#include "engine/broad/broad_phase.h"
#include "engine/grains/packing/container.h"
#include "geometry/shape.h"
#include "geometry/vec2.h"

/// Dense random packings without gravity, by the collective rearrangement of Raschdorf and Kolonko
/// (2009): grains are thrown into a container that is too small for them, their overlaps are made
/// less, and the container grows until next to nothing is left of them. The paper gives the idea;
/// steps, growth and end are from trials (docs/packings.md).
namespace scree::engine {

/// How overlaps are made less.
enum class PackMethod : std::uint8_t {
    rearrange,  ///< grain by grain, each by a Newton step that sees its neighbours at rest
    fire        ///< all at once, as masses with springs (Bitzek et al. 2006)
};

template <>
inline constexpr std::array<Word<PackMethod>, 2> words<PackMethod>{
    {{PackMethod::rearrange, "rearrange"}, {PackMethod::fire, "fire"}}};

/// How far a packing has come.
struct PackProgress {
    std::uint64_t iterations = 0;
    double mean_overlap = 0.0;  ///< as in PackResult
    double fraction = 0.0;      ///< the area of the grains over that of the container, as yet
    double done = 0.0;          ///< about which share of the work is done, 0 to 1
};

struct PackSettings {
    PackMethod method = PackMethod::rearrange;
    /// How fast the container grows where overlaps do not become less: the smaller, the denser and
    /// the slower.
    double growth = 0.003;
    /// The mean overlap at which the packing is complete. The largest is up to a hundred times as
    /// large, and is then taken away by growth.
    double mean_overlap = 1e-5;
    std::uint64_t most_iterations = 100'000;
    /// The global index, from which lists of neighbours are made.
    BroadPhaseKind index = BroadPhaseKind::loose_quadtree;
    /// Whether lists are kept until a grain has moved too far, or made anew for each iteration.
    bool keeps_lists = true;
    /// Called after each iteration. An exception from it ends the packing.
    std::function<void(const PackProgress&)> progress{};
};

struct PackResult {
    std::vector<geometry::Vec2> centres;  ///< m, about the centre of the container
    std::vector<double> angles;           ///< rad
    double scale = 1.0;                   ///< the factor by which the container has grown
    double fraction = 0.0;                ///< the area of the grains over that of the container
    std::uint64_t iterations = 0;
    /// Depths of overlaps over the diameter of the smaller grain, summed and divided by the number
    /// of grains, before the last growth took them away.
    double mean_overlap = 0.0;
    double largest_overlap = 0.0;  ///< likewise, of one pair
    std::uint64_t rebuilds = 0;    ///< how often the lists of neighbours were made
    std::uint64_t candidates = 0;  ///< pairs that the index has looked at, in all of these
    std::uint64_t listed = 0;      ///< pairs in the lists, in all of these
};

/// Packs grains of these shapes. The container's size says nothing: only its form counts. No two
/// grains of the result overlap, and there is at least `starting_clearance` between any two. The
/// result has the same bits for any number of workers. Throws std::invalid_argument if the grains
/// are too few for a periodic container, so that one would meet itself.
PackResult pack(std::span<const geometry::Shape* const> shapes, Container container,
                const PackSettings& settings, Generator& generator, Workers& workers);

}  // namespace scree::engine
