#pragma once

#include "engine/grains/group.h"
#include "engine/grains/wall_shapes.h"
#include "engine/scene/scene.h"
#include "engine/scene/toml/toml_tree.h"

/// Makes the structs from a checked tree, in which nothing can be wrong any more.
namespace scree::engine {

/// The member `toml` of the scene is left empty.
Scene build_scene(const TomlTable& scene);

/// What of a checked scene may change in a run; `built` is the scene as it begins.
StageValues build_stage_values(const TomlTable& scene, const Scene& built);
/// What the components of a deforming cell are held at.
CellTargets build_cell_targets(const TomlTable& domain);
OutputPeriods build_periods(const TomlTable& output);

/// The material of the group is left out.
GrainGroup build_group(const TomlTable& group);

/// The generator is used for rows of grains. Throws geometry::InvalidShape.
WallPieces build_wall_pieces(const TomlTable& shape, Generator& generator);

ShapeSpec build_grain_shape(const TomlTable& shape);
/// The shapes of a mixture.
ShapeSpec build_mixture(const TomlList& shapes);
SizeSpec build_size(const TomlTable& size);

std::vector<geometry::Vec2> build_outline(const TomlTable& shape);

}  // namespace scree::engine
