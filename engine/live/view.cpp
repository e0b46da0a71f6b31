#include "engine/live/view.h"

#include <cmath>

#include "engine/base/trigger.h"
#include "engine/run/world.h"

namespace scree::engine {
namespace {

/// A wall has its largest speed up to rounding where it is held to it.
constexpr double at_most_speed = 1.0 - 1e-12;

/// What holds a wall that would move further or faster along its load. It follows from the state
/// alone, since a moment that was gone back to must look as it did.
WallHold hold_of(const WallLoads& loads, std::size_t wall, const WallLoad& load) {
    const double way = loads.way(wall);
    const double speed = loads.speed(wall);
    if (speed == 0.0 && (way == load.high || way == load.low)) return WallHold::stop;
    return speed >= at_most_speed * load.max_speed.value() ? WallHold::speed : WallHold::none;
}

std::optional<WallLoading> loading_of(const Simulation& simulation, std::size_t wall) {
    const Walls& walls = simulation.walls();
    const WallMotion& motion = walls[wall].motion;
    if (!motion.is_loaded() || !simulation.is_there(wall)) return {};
    return WallLoading{.target = walls.loads().target(wall),
                       .asked = walls.load_value(wall, simulation.time()),
                       .is_pressure = motion.load.is_pressure,
                       .force = walls.load_force(wall, simulation.time()),
                       .borne = -dot(simulation.wall_force(wall), motion.load.along),
                       .displacement = simulation.wall_displacement(wall),
                       .speed = walls.loads().speed(wall),
                       .max_speed = motion.load.max_speed.value(),
                       .hold = hold_of(walls.loads(), wall, motion.load)};
}

}  // namespace

LiveParameters parameters_of(const World& live) {
    const Simulation& simulation = live.simulation();
    LiveParameters parameters;
    parameters.gravity = simulation.gravity();
    const std::size_t materials = live.scene().materials.size();
    for (std::size_t k = 0; k < materials * materials; ++k)
        parameters.friction.push_back(simulation.friction(k / materials, k % materials));
    for (std::size_t w = 0; w < simulation.walls().count(); ++w) {
        parameters.wall_rates.push_back(simulation.walls().rate(w));
        parameters.loads.push_back(loading_of(simulation, w));
    }
    return parameters;
}

LiveStages stages_of(const World& live, const std::vector<std::uint64_t>& begins) {
    const Course& course = live.course();
    const double dt = live.step_choice().dt;
    LiveStages stages{
        .now = course.now(),
        .begins = {},
        .is_ending = !course.is_last() && course.stage_is_over(live.simulation().steps()),
        .end = 0.0};
    for (const std::uint64_t begin : begins)
        stages.begins.push_back(static_cast<double>(begin) * dt);
    std::uint64_t end = begins.back();
    for (const Stage& stage : course.stages().subspan(begins.size() - 1))
        end += first_step_at(stage.duration, dt);
    stages.end = static_cast<double>(end) * dt;
    return stages;
}

}  // namespace scree::engine
