#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/dynamics/walls/wall.h"
#include "engine/grains/placing.h"
#include "engine/grains/shapes.h"
#include "engine/grains/sizes.h"

namespace scree::engine {

/// What a packing has made of a group.
struct PackedGroup {
    std::vector<geometry::Vec2> at;  ///< m: the centroids
    std::vector<double> angle;       ///< rad
    double scale = 1.0;              ///< the factor by which the grains have become larger
};

/// Grains of one kind: what a [[grains]] table of a scene says.
struct GrainGroup {
    std::string name;  ///< unique: the group's random numbers come from it and the scene's seed
    std::uint16_t material = 0;
    std::size_t count = 0;  ///< 1 to most_grains; a list has one place for each grain
    ShapeSpec shape;
    std::optional<SizeSpec> size;  ///< none only for a polygon, which then keeps its own
    PlaceSpec place;
    /// Whether its grains are there before any others are placed, because another run has left
    /// them.
    bool is_carried_over = false;
    /// Where a packing has put its grains, once it is made.
    std::shared_ptr<const PackedGroup> packed{};
    /// All grains of a group that only another run knows; nothing else is said of their shapes.
    std::shared_ptr<const std::vector<NewGrain>> left{};
};

/// A larger number would not fit into memory; it is taken for a slip.
inline constexpr std::size_t most_grains = 10'000'000;
/// The corners of all grains of a group together: they take about 3 GB.
inline constexpr std::size_t most_corners_of_a_group = 100'000'000;

/// Returns everything that is wrong with the group, by the key within its table, such as "count" or
/// "shape.corners".
SpecErrors find_errors(const GrainGroup& group);

/// Makes the grains of the group with their shapes; they are not placed yet. They are the same for
/// the same seed, whatever other groups there are. Throws std::invalid_argument with the first of
/// find_errors.
std::vector<NewGrain> make_grains(const GrainGroup& group, std::uint64_t seed);

/// The grains that a run begins with, group by group; without those that come as rain. Those of a
/// packing are where it has put them, and the others are placed by place_grains among them, among
/// the walls that are there when the run begins, and among the grains that another run has `left`.
/// Throws std::invalid_argument that names the group.
std::vector<std::vector<NewGrain>> starting_grains(std::span<const GrainGroup> groups,
                                                   std::span<const Wall> walls, std::uint64_t seed,
                                                   const Period& period = {},
                                                   std::span<const NewGrain> left = {});

}  // namespace scree::engine
