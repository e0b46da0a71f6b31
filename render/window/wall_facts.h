#pragma once

#include <string>
#include <vector>

#include "engine/frame/tables.h"
#include "engine/scene/scene.h"

namespace scree::window {

/// What a frame tells about a wall.
struct WallFacts {
    bool is_there = false;
    geometry::Vec2 force;     ///< of the grains, N
    geometry::Vec2 velocity;  ///< of its first piece, m/s
    double spin = 0.0;        ///< rad/s
};
/// The facts of all walls of the scene.
std::vector<WallFacts> facts_of_walls(const engine::Frame& frame, const engine::Scene& scene);

/// Whether a wall of this name, or of any, is under load in any stage.
bool is_ever_loaded(const engine::Scene& scene, const std::string& name);
bool has_loads(const engine::Scene& scene);

/// How a wall moves, in words: "under a pressure".
std::string motion_text(const engine::WallMotion& motion);
/// Whether a wall moves as prescribed, at least in part, so that it can do so faster or slower.
bool moves_as_prescribed(const engine::WallMotion& motion);

}  // namespace scree::window
