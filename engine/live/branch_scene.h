#pragma once

#include <vector>

#include "engine/run/change.h"
#include "engine/run/world.h"

namespace scree::engine {

/// The scene of a run that was changed by hand, as if it had said so itself. Gravity and friction
/// are set in the present stage, and hold until a later one changes them; grains that were dropped
/// are groups; of walls under load all numbers are there that `auto` had found, because they would
/// follow otherwise from other grains and another gravity. What the scene cannot say is in the
/// state of the run: the present loads and the speeds of walls.
Scene branch_scene(const World& live, const std::vector<LoggedChange>& changes);

/// "[1, -2]"
std::string vector_text(Vec2 v, std::string (*number)(double));

}  // namespace scree::engine
