#pragma once

#include <string>

#include "tests/engine/small_scene.h"

namespace scree::engine {

/// Discs between a floor and a lid under pressure: pressed together, sheared, and pushed by a wall
/// that was away before. Gravity turns in the second stage, and the lid has a weight.
inline const std::string loaded_scene = R"(scree = 1
title = "loaded"
[run]
threads = 1
gravity = [0.0, -1.0]
[domain]
x = [0.0, 0.2]
y = [-0.1, 0.3]
periodic = ["x"]
[materials.stone]
density = 2500
stiffness = 1e5
friction = 0.0
restitution = 0.3
[materials.wood]
density = 700
stiffness = 1e5
friction = 0.4
restitution = 0.3
[[walls]]
name = "floor"
material = "wood"
shape = { kind = "box", x = [0.0, 0.2], y = [-0.03, 0.0] }
[[walls]]
name = "lid"
material = "stone"
shape = { kind = "box", x = [0.0, 0.2], y = [0.0605, 0.0905] }
motion = { kind = "load", pressure = 100.0, along = [0.0, -1.0], weight = true, ramp = 0.05 }
[[walls]]
name = "ram"
material = "stone"
shape = { kind = "box", x = [0.0, 0.03], y = [0.12, 0.15] }
motion = { kind = "constant", velocity = [0.0, 0.05] }
[[grains]]
name = "beads"
material = "stone"
count = 27
shape = { kind = "disc" }
size = { kind = "mono", value = 0.02 }
place = { kind = "lattice", x = [0.0, 0.2], y = [0.0, 0.0605] }
[output]
trace = ["lid"]
[output.every]
frames = 0.01
series = 0.005
checkpoint = 0.05
[[measure]]
name = "density"
kind = "packing"
y = [0.0, 0.05]
stage = "shear"
[[stage]]
name = "compact"
duration = 0.1
until = { at_rest = 1e-9 }
[[stage]]
name = "shear"
duration = 0.1
set = { "materials.stone.friction" = 0.5, "walls.lid.motion" = { kind = "load", pressure = 150.0, along = [0.0, -1.0], velocity = [0.1, 0.0], weight = true, ramp = 0.05 }, "walls.ram.present" = false }
ramp = { "run.gravity" = [0.0, -9.81] }
[[stage]]
name = "rest"
duration = 0.1
set = { "run.gravity" = [0.0, -1.0], "materials.stone.friction" = 0.5, "walls.lid.motion.velocity" = [0.0, 0.0], "walls.ram.present" = true }
)";

}  // namespace scree::engine
