// How a world takes over the grains and walls of another run.

#include <stdexcept>
#include <utility>

#include "engine/run/beginning.h"
#include "engine/run/carry_over.h"
#include "engine/run/world.h"

namespace scree::engine {

/// Goes to the state of the run that this one goes on with.
void World::go_on(const Beginning& beginning) {
    WorldState state = beginning.left.state;
    state.origins = beginning.origins;
    state.step_sums.clear();  // they are of what the other run has measured
    restore(state);
    if (over())
        throw std::invalid_argument(
            "start: the run in " + beginning.left.folder +
            " is over at t = " + short_text(simulation_.time()) +
            " s, and would go on as it was, so that there is nothing to do: change what is to "
            "be different, make run.duration longer where no condition has ended it, or let the "
            "time begin at 0 with start.keep_time = false");
}

/// Begins with the grains and walls of another run.
void World::take_over(const Beginning& beginning, std::uint64_t steps) {
    const LeftRun& left = beginning.left;
    CarryOver change{.dt_ratio = step_.dt / left.dt,
                     .derivatives = gear_of(scene_.run.integrator).values,
                     .pieces = take_over_walls(beginning, static_cast<double>(steps) * step_.dt)};
    Snapshot fresh = simulation_.snapshot();
    fresh.steps = steps;
    std::vector<NewGrain> grains;
    for (const auto& [group, member] : beginning.origins)
        grains.push_back(grains_of(group)[member]);
    simulation_.restore(
        carried_over(left.state.snapshot, std::move(fresh), change, simulation_.walls()), grains);
    simulation_.begin_ledger();
    origins_ = beginning.origins;
    if (left.state.rains.size() != left.rains.size()) return;  // a frame holds none
    for (std::size_t k = 0; k < left.rains.size(); ++k)
        for (auto& [group, rain] : rains_)
            if (scene_.grains[group].is_carried_over &&
                scene_.grains[group].name == left.groups[left.rains[k]].name)
                rain.restore(left.state.rains[k]);
}

/// Lets walls go on that were there before. Returns for each piece of the old walls which one it is
/// now, if it is there.
std::vector<std::optional<std::uint32_t>> World::take_over_walls(const Beginning& beginning,
                                                                 double now) {
    const std::vector<LeftWall>& left = beginning.left.walls;
    std::vector<std::optional<std::uint32_t>> pieces;
    std::vector<std::size_t> first;
    for (const LeftWall& wall : left) {
        first.push_back(pieces.size());
        pieces.resize(pieces.size() + wall.pieces.size());
    }
    const Walls& walls = simulation_.walls();
    for (std::size_t w = 0; w < walls.count(); ++w) {
        const std::optional<std::size_t> old = beginning.walls[w];
        const auto& [velocity, spin] =
            old ? std::pair{left[*old].place.velocity, left[*old].place.spin}
                : std::pair{Vec2{}, 0.0};
        simulation_.let_wall_go_on(w, velocity, spin, old ? left[*old].force : Vec2{}, now);
        if (!old || !walls.is_there(w, now)) continue;
        const Range now_there = walls.pieces_of(w);
        for (std::size_t k = now_there.first; k < now_there.last; ++k)
            pieces[first[*old] + k - now_there.first] = static_cast<std::uint32_t>(k);
    }
    return pieces;
}

}  // namespace scree::engine
