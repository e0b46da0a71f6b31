#pragma once

#include <optional>
#include <vector>

#include "render/window/drawing/camera.h"
#include "render/window/drawing/mesh.h"
#include "render/window/frame_view.h"

namespace scree::window {

/// Draws how the broad phase looks for pairs: the cells of a grid, the squares of a tree, or the
/// sorted axes of the sweep. The cell, square or intervals of the picked grain are filled.
void add_broad_phase(Mesh& mesh, const FrameView& frame_view, const Camera& camera, const Box& seen,
                     std::optional<engine::BodyNumber> picked);

/// The number of colours for the lines between the cells of a level. After the last they begin
/// again.
inline constexpr std::size_t level_colours = 6;
sf::Color level_colour(std::size_t level);

/// The levels of a grid, counted from 0, whose cells are large enough on the screen to be drawn.
std::vector<std::size_t> levels_in_sight(const engine::Arrangement& arrangement,
                                         const Camera& camera);

/// The bounding box of a body at a place, in pixels. `corners` is working memory.
Box box_in_pixels(const Body& body, const Camera& camera, Vec2 place, double angle,
                  std::vector<Vec2>& corners);

}  // namespace scree::window
