#pragma once

#include <span>
#include <vector>

#include "engine/dynamics/simulation.h"
#include "engine/frame/tables.h"

namespace scree::engine {

/// The run as it is now, for files, pictures and measurements: grains by their ids, the pieces of
/// walls (not whole walls) as -1 - k, and the contacts that touch. It does not say the groups of
/// the grains and the stage, of which the simulation knows nothing: World::frame() does.
Frame frame_of(const Simulation& simulation);

BodyShape shape_of_grain(const Simulation& simulation, std::size_t grain);

/// The shapes of all pieces of all walls.
std::vector<BodyShape> shapes_of_walls(std::span<const Wall> walls);

}  // namespace scree::engine
