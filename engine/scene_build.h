#pragma once

#include "engine/grain_group.h"
#include "engine/scene.h"
#include "engine/toml_tree.h"
#include "engine/wall_shapes.h"

/// From a checked tree to the structs: nothing can be wrong any more.
namespace scree::engine {

/// `toml` is left empty.
Scene build_scene(const TomlTable& scene);

/// Without its material.
GrainGroup build_group(const TomlTable& group);

/// The generator is for rows of grains. Throws geometry::InvalidShape.
WallPieces build_wall_pieces(const TomlTable& shape, Generator& generator);

ShapeSpec build_grain_shape(const TomlTable& shape);
SizeSpec build_size(const TomlTable& size);

std::vector<geometry::Vec2> build_outline(const TomlTable& shape);

}  // namespace scree::engine
