#pragma once

#include <string>

#include "engine/run/world.h"
#include "tests/engine/small_scene.h"

/// Scenes with stages for tests: stones in a box with a lid under load.
namespace scree::engine {

inline const std::string staged_box = R"(scree = 1
seed = 4
[run]
threads = 1
[domain]
x = [-0.2, 0.2]
y = [-0.1, 0.5]
[materials.steel]
density = 7800
stiffness = 4e5
friction = 0.3
damping = 0.3
[materials.stone]
density = 2500
stiffness = 4e5
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "steel"
shape = { kind = "box", x = [-0.15, 0.15], y = [-0.05, 0], rough = 0.01 }
[[walls]]
name = "left"
material = "steel"
shape = { kind = "box", x = [-0.15, -0.1], y = [0.0, 0.4] }
[[walls]]
name = "right"
material = "steel"
shape = { kind = "box", x = [0.1, 0.15], y = [0.0, 0.4] }
[[walls]]
name = "lid"
material = "steel"
shape = { kind = "box", x = [-0.095, 0.095], y = [0.21, 0.25] }
[[walls]]
name = "shelf"
material = "steel"
shape = { kind = "box", x = [-0.14, 0.14], y = [0.3, 0.34] }
present = false
[[grains]]
name = "stones"
material = "stone"
count = 70
shape = { kind = "irregular", corners = [5, 8] }
size = { kind = "uniform", min = 0.012, max = 0.018 }
place = { kind = "random", x = [-0.09, 0.09], y = [0.01, 0.2] }
[[measure]]
name = "density"
kind = "packing"
x = [-0.08, 0.08]
y = [0.0, 0.1]
)";

/// Ramps, loads of all kinds, conditions, and walls that come and go.
inline const std::string busy_stages = R"([[stage]]
name = "fall"
duration = 0.06
set = { "materials.stone.friction" = 0.1 }
ramp = { "run.gravity" = [1.0, -9.81], "materials.stone.damping" = 0.6 }
[[stage]]
name = "press"
duration = 0.06
set = { "walls.lid.motion" = { kind = "load", pressure = 150.0, along = [0.0, -1.0], between = ["left", "right"], ramp = 0.02, max_speed = 2.0, weight = true } }
[[stage]]
name = "shear"
duration = 0.08
until = { wall = "lid", displacement = 0.004 }
set = { "materials.stone.friction" = 0.5, "walls.left.motion" = { kind = "load", force = 20.0, along = [1.0, 0.0], ramp = 0.01, travel = [0.0, 0.002] } }
ramp = { "walls.lid.motion.velocity" = [0.4, 0.0], "walls.lid.motion.pressure" = 300.0 }
[[stage]]
name = "turn"
duration = 0.04
until = { measure = "density.fraction", steady = 0.5, over = 0.02 }
set = { "walls.shelf.present" = true, "walls.lid.motion" = { kind = "load", force = 30.0, along = [0.0, -1.0], torque = 0.0, ramp = 0.01 }, "walls.right.motion" = { kind = "ramp", velocity = [0.1, 0.0], rise = 0.02 } }
[[stage]]
name = "leave"
duration = 0.03
set = { "walls.lid.present" = false, "walls.right.motion" = { kind = "table", times = [0.0, 0.01, 0.02], positions = [[0, 0], [-0.001, 0], [0.002, 0]], interpolation = "smooth" } }
)";

inline void step_to(World& world, double time) {
    while (!world.over() && world.simulation().time() < time) world.step();
}

inline void step_to_stage(World& world, std::size_t stage) {
    while (!world.over() && world.course().now() < stage) world.step();
}

inline void run_to_the_end(World& world) {
    while (!world.over()) world.step();
    world.look_at_end();
}

}  // namespace scree::engine
