#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/grains/wall_shapes.h"
#include "engine/scene/scene.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

/// Returns the motions of all walls of a checked scene, whose walls are these. What follows from
/// the grains is not filled in yet (fill_loads).
std::vector<WallMotion> build_motions(const TomlTable& scene, std::span<const SceneWall> walls,
                                      const DomainSpec& domain);

/// How far a wall reaches in a direction, m.
double reach_of(const Wall& wall, Vec2 direction);
/// The mean of the places of its pieces.
Vec2 middle_of(const Wall& wall);

/// The point that a wall turns about unless the scene gives one: its middle, or the centroid of its
/// first piece, which is all of the wall without its teeth.
Vec2 middle_of(const TomlTable& shape, const WallPieces& pieces);

/// The table of a motion. Throws std::invalid_argument if its numbers do not go together.
WallTable build_wall_table(const TomlTable& motion);

/// The length of a periodic domain across the load, or nothing if it is not periodic there.
std::optional<double> period_across(Vec2 along, const DomainSpec& domain);

/// Lets a motion with a constant velocity change steadily to that of another one within a time.
WallMotion ramped(const WallMotion& from, const WallMotion& to, double duration);

}  // namespace scree::engine
