// The state of a world, and what is changed by hand or from outside.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/grains/shape_index.h"
#include "engine/run/world.h"
#include "engine/scene/write.h"

namespace scree::engine {
namespace {

[[noreturn]] void refuse(const char* what) {
    throw std::invalid_argument(std::string("this is not a state of the scene: ") + what);
}

}  // namespace

std::string World::end_at(double time) {
    if (time <= simulation_.time()) {
        if (over() || !scene_.has_stages()) return "";
        throw std::invalid_argument(
            "--duration: the run is at t = " + number_text(simulation_.time()) +
            " s already, and not at its end; take a later time");
    }
    if (scene_.has_stages()) {
        const std::string which =
            "--duration: the last stage, `" + scene_.stages.back().name + "`, ";
        const double begin = static_cast<double>(course_.first_step_of_last()) * step_.dt;
        if (!(time > begin))
            throw std::invalid_argument(which + "begins at t = " + number_text(begin) + " s");
        if (course_.ramps(course_.stages().size() - 1))
            throw std::invalid_argument(
                which +
                "changes values steadily over its duration, so that another duration would "
                "be another run: begin a new one from its end with [start]");
        scene_ = with_last_stage(std::move(scene_), time - begin);
        course_.set_last_duration(time - begin);
    }
    if (!over() || !course_.ends_early()) return "";
    const std::string what = at_rest() ? "it was at rest, and goes on" : "it goes on";
    scene_ = without_stop(std::move(scene_));
    course_.forget_condition();
    return what + " to its duration without " +
           (scene_.has_stages() ? "the `until` of its last stage" : "run.stop");
}

WorldState World::state() const {
    WorldState state{simulation_.snapshot(),
                     origins_,
                     {},
                     calm_looks_,
                     largest_overlap_,
                     grain_steps_,
                     course_.state(),
                     step_sums_.numbers()};
    for (const auto& [group, rain] : rains_) state.rains.push_back(rain.state());
    return state;
}

void World::restore(const WorldState& state, std::span<const LoggedChange> changes) {
    course_.check(state.course, state.snapshot.steps);
    go_through_stages(state, changes);
    if (state.rains.size() != rains_.size()) refuse("the number of rains is another one");
    if (state.origins.size() != state.snapshot.next_id) refuse("not every grain has an origin");
    if (!(state.largest_overlap >= 0.0) || !std::isfinite(state.largest_overlap))
        refuse("the largest overlap is negative or not finite");
    std::vector<std::span<const NewGrain>> groups(grains_.begin(), grains_.end());
    for (const auto& [group, rain] : rains_) groups[group] = rain.grains();
    std::size_t all = 0;
    for (const auto& group : groups) all += group.size();
    if (state.origins.size() > all) refuse("more grains have come than the scene has");
    for (const GrainOrigin& origin : state.origins)
        if (origin.group >= groups.size() || origin.member >= groups[origin.group].size())
            refuse("a grain belongs to a group or a place in it that does not exist");
    std::vector<NewGrain> grains;
    for (const GrainId id : state.snapshot.ids) {
        if (id >= state.origins.size() || grains.size() > id) refuse("a grain has no origin");
        const GrainOrigin& origin = state.origins[id];
        grains.push_back(groups[origin.group][origin.member]);
    }
    simulation_.restore(state.snapshot, grains);
    for (std::size_t k = 0; k < rains_.size(); ++k) rains_[k].rain.restore(state.rains[k]);
    origins_ = state.origins;
    calm_looks_ = state.calm_looks;
    // With a longer duration, the run may reach a gate that was beyond the end before.
    if (!is_settled()) {
        if (at_rest()) course_.go_on();
        calm_looks_ = 0;
    }
    largest_overlap_ = state.largest_overlap;
    grain_steps_ = state.grain_steps;
    step_sums_.read(state.step_sums, simulation_);
}

/// Goes to what stages and changes by hand have made of a run, where a state does not hold it.
void World::go_through_stages(const WorldState& state, std::span<const LoggedChange> changes) {
    course_.rewind();
    grains_.back().clear();
    simulation_.set_pull({});
    auto next = changes.begin();
    for (std::size_t k = 1; k < state.course.begins.size(); ++k) {
        // A stage begins with a step, after the changes before it.
        for (; next != changes.end() && next->step <= state.course.begins[k]; ++next)
            take_in(next->change);
        course_.enter_next(state.course.begins[k]);
    }
    for (; next != changes.end(); ++next) take_in(next->change);
    course_.read(state.course);
    const bool has_end = course_.stage().until.has_value();
    if (course_.is_last() && !has_end) course_.go_on();  // the run has lost what ended it
    const Course::Values values = course_.values_at(state.snapshot.steps);
    simulation_.assume(values.gravity, values.contacts, course_.motions());
}

/// Applies the part of a change that is not held by a state.
void World::take_in(const LiveChange& change) {
    if (const auto* gravity = std::get_if<ChangeGravity>(&change))
        course_.set_gravity(gravity->gravity);
    if (const auto* friction = std::get_if<ChangeFriction>(&change))
        course_.set_friction(friction->first, friction->second, friction->friction);
    if (const auto* pull = std::get_if<ChangePull>(&change)) simulation_.set_pull(pull->pull);
    if (const auto* drop = std::get_if<DropGrain>(&change)) grains_.back().push_back(drop->grain);
}

/// Throws if there is no room for the grain. A user saw the run a few steps ago, and since then
/// something may have come in the way.
void World::check_room_for(const NewGrain& grain) const {
    if (!is_finite(grain.position) || !std::isfinite(grain.angle))
        return;  // the simulation refuses it
    const PlacedShape placed{&grain.shape, {grain.position, geometry::Rotation::by(grain.angle)}};
    const ShapeIndex dropped(std::span(&placed, 1), scene_.domain.period());
    const auto is_clear = [&](const PlacedShape& body) { return dropped.has_room_for(body, 0.0); };
    if (!std::ranges::all_of(placed_walls(), is_clear) ||
        !std::ranges::all_of(placed_grains(), is_clear))
        throw std::invalid_argument("there is no room for a grain at " +
                                    point_text(grain.position.x, grain.position.y) + " m");
}

void World::change(const LiveChange& change) {
    if (const auto* drop = std::get_if<DropGrain>(&change)) {
        check_room_for(drop->grain);
        simulation_.add_grain(drop->grain);
        origins_.push_back({static_cast<std::uint32_t>(scene_.grains.size()),
                            static_cast<std::uint32_t>(grains_.back().size())});
    }
    if (const auto* wall = std::get_if<ChangeWallRate>(&change))
        simulation_.set_wall_rate(wall->wall, wall->rate);
    if (const auto* load = std::get_if<ChangeLoad>(&change))
        simulation_.set_wall_load(load->wall, load->value);
    if (const auto* gravity = std::get_if<ChangeGravity>(&change))
        simulation_.set_gravity(gravity->gravity);
    if (const auto* friction = std::get_if<ChangeFriction>(&change))
        simulation_.set_friction(friction->first, friction->second, friction->friction);
    if (std::holds_alternative<EndStage>(change)) return end_stage();
    take_in(change);
    if (at_rest()) course_.go_on();  // the change may stir the grains
    calm_looks_ = 0;
}

void World::end_stage() {
    if (course_.is_last()) throw std::invalid_argument("the last stage ends with the run");
    course_.end_stage_by_hand();
}

std::uint64_t World::state_hash() const {
    std::uint64_t hash = simulation_.state_hash();
    // The words are hashed by FNV-1a on top of it, finished by a mix of high and low bits.
    const auto word = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    for (const std::uint64_t part : course_.words()) word(part);
    for (const auto& [group, rain] : rains_) {
        const RainState state = rain.state();
        word(state.released);
        word(state.batches);
        for (const std::uint64_t part : state.generator) word(part);
    }
    return hash ^ (hash >> 32);
}

}  // namespace scree::engine
