#include "engine/run/world.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/base/trigger.h"
#include "engine/grains/shape_index.h"
#include "engine/measure/contacts.h"
#include "engine/run/beginning.h"
#include "engine/run/carry_over.h"
#include "engine/run/measures.h"
#include "engine/scene/write.h"

namespace scree::engine {
namespace {

std::string text_of(Vec2 p) { return "(" + number_text(p.x) + ", " + number_text(p.y) + ")"; }

bool contains(const Interval& interval, double value) {
    return interval.low <= value && value <= interval.high;
}

/// The step at which a run begins that takes over grains: later than the first if the time goes on.
std::uint64_t first_step_of(const Scene& scene, double dt) {
    if (!scene.beginning || !scene.start->keep_time) return 0;
    return first_step_at(scene.beginning->left.time, dt);
}

/// The step with which the first stage begins. The duration of a run without stages counts from the
/// time 0, and so does one that goes on as it was.
std::uint64_t first_step_of_stages(const Scene& scene, double dt) {
    const bool has_stages = !scene.stages.front().name.empty();
    if (!has_stages || (scene.beginning && scene.beginning->goes_on)) return 0;
    return first_step_of(scene, dt);
}

[[noreturn]] void refuse(const char* what) {
    throw std::invalid_argument(std::string("this is not a state of the scene: ") + what);
}

}  // namespace

World::World(const Scene& scene) : World(scene, set_up(scene)) {}

World::World(Scene scene, RunSetup setup)
    : scene_(std::move(scene)),
      step_(setup.step),
      grains_(std::move(setup.grains)),
      rains_(std::move(setup.rains)),
      course_(std::move(setup.stages), setup.step.dt, setup.step.look_period,
              first_step_of_stages(scene_, setup.step.dt)),
      simulation_(std::move(setup.model), setup.settings),
      step_sums_(scene_.measures, simulation_) {
    grains_.resize(scene_.grains.size() + 1);
    if (scene_.beginning && scene_.beginning->goes_on) {
        go_on(*scene_.beginning);
        return;
    }
    if (scene_.beginning) take_over(*scene_.beginning);
    add_grains();
    course_.begin(simulation_);
    rain();
}

void World::add_grains() {
    for (std::uint32_t g = 0; g < scene_.grains.size(); ++g) {
        if (scene_.grains[g].is_carried_over) continue;
        for (std::uint32_t k = 0; k < grains_[g].size(); ++k) {
            simulation_.add_grain(grains_[g][k]);
            origins_.push_back({g, k});
        }
    }
}

/// Goes to the state of the run that this one goes on with.
void World::go_on(const Beginning& beginning) {
    WorldState state = beginning.left.state;
    state.origins = beginning.origins;
    state.step_sums.clear();  // they are of what the other run has measured
    restore(state);
}

/// Begins with the grains and walls of another run.
void World::take_over(const Beginning& beginning) {
    const LeftRun& left = beginning.left;
    const std::uint64_t steps = first_step_of(scene_, step_.dt);
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

std::span<const NewGrain> World::grains_of(std::size_t group) const {
    for (const auto& [number, rain] : rains_)
        if (number == group) return rain.grains();
    return grains_[group];
}

void World::step() {
    if (!course_.is_last() && course_.stage_is_over(simulation_.steps())) begin_next_stage();
    course_.ramp(simulation_);
    simulation_.step();
    grain_steps_ += simulation_.grain_count();
    step_sums_.add(simulation_);
    rain();
    if (passes_period(simulation_.steps(), step_.dt, step_.look_period)) look();
    if (course_.is_look_due(simulation_.steps())) watch_stage();
}

bool World::over() const { return course_.is_last() && course_.stage_is_over(simulation_.steps()); }

bool World::at_rest() const {
    const std::optional<StageEnd>& until = course_.stage().until;
    return until && until->kind == StageEnd::Kind::at_rest && course_.ends_early();
}

double World::expected_end() const {
    return static_cast<double>(course_.last_step_of_all()) * step_.dt;
}

void World::ignore_rest() {
    scene_ = without_stop(std::move(scene_));
    course_.forget_rest();
}

/// Notes that a stage is over by its duration, although it was to end before.
void World::note_missed_end() {
    const Stage& stage = course_.stage();
    if (stage.name.empty() || !stage.until || course_.ends_early()) return;
    news_.push_back("warning: stage `" + stage.name + "` reached its duration of " +
                    number_text(stage.duration) + " s before the condition of its `until`");
}

void World::begin_next_stage() {
    note_missed_end();
    course_.begin_next(simulation_);
    calm_looks_ = 0;
    news_.push_back("stage `" + course_.stage().name + "` begins at t = " +
                    number_text(simulation_.time()) + " s, " + std::to_string(course_.now() + 1) +
                    " of " + std::to_string(course_.stages().size()));
}

/// The pieces of the walls that are there now.
std::vector<PlacedShape> World::placed_walls() const {
    const Walls& walls = simulation_.walls();
    std::vector<PlacedShape> placed;
    for (std::size_t k = 0; k < walls.piece_count(); ++k) {
        const Body piece = wall_body(k);
        if (simulation_.is_there(walls.wall_of(piece)))
            placed.push_back({&walls.felt(piece).shape, simulation_.kinematics(piece).pose});
    }
    return placed;
}

std::vector<PlacedShape> World::placed_grains() const {
    std::vector<PlacedShape> grains;
    for (std::size_t i = 0; i < simulation_.grain_count(); ++i)
        grains.push_back({&simulation_.shape(i),
                          {simulation_.position(i), geometry::Rotation::by(simulation_.angle(i))}});
    return grains;
}

void World::rain() {
    const double now = simulation_.time();
    for (auto& [group, rain] : rains_) {
        if (!rain.due(now)) continue;
        auto member = static_cast<std::uint32_t>(rain.state().released);
        for (const NewGrain& grain : rain.release(now, placed_walls(), placed_grains())) {
            simulation_.add_grain(grain);
            origins_.push_back({static_cast<std::uint32_t>(group), member++});
        }
    }
}

void World::look() {
    check_domain();
    note_overlaps();
}

/// Looks at the condition that ends the stage.
void World::watch_stage() {
    const StageEnd& until = *course_.stage().until;
    if (until.kind == StageEnd::Kind::at_rest) return watch_rest();
    if (until.kind == StageEnd::Kind::displacement) return course_.look_at_wall(simulation_);
    if (!shapes_) shapes_.emplace(simulation_.walls().all());
    const Measurement measured = measure_now(*this, until.measure, *shapes_);
    course_.look_at_column(measured.at(until.column).value);
}

void World::look_at_end() {
    note_missed_end();
    // Removing grains here would change how the run goes on if it is made longer.
    if (scene_.domain.outflow == Outflow::error) check_domain();
}

void World::check_domain() {
    std::vector<GrainId> gone;
    for (std::size_t i = 0; i < simulation_.grain_count(); ++i) {
        const Vec2 at = simulation_.position(i);
        const DomainSpec& domain = scene_.domain;
        if ((domain.periodic_x || contains(domain.x, at.x)) &&
            (domain.periodic_y || contains(domain.y, at.y)))
            continue;
        const GrainId id = simulation_.id_of(i);
        if (scene_.domain.outflow == Outflow::error)
            throw Breakdown("grain " + std::to_string(id) + " left the domain at t = " +
                                number_text(simulation_.time()) + " s, at " + text_of(at) +
                                " m; make the domain larger, close the gap, or set "
                                "domain.outflow = \"remove\"",
                            id);
        gone.push_back(id);
    }
    if (!gone.empty()) simulation_.remove_grains(gone);
}

void World::note_overlaps() {
    for (std::size_t k = 0; k < simulation_.contacts().size(); ++k) {
        if (!simulation_.touches(k)) continue;
        const auto [i, j] = simulation_.contacts()[k].pair;
        double smaller = geometry::area(simulation_.shape(i));
        if (!is_wall(j)) smaller = std::min(smaller, geometry::area(simulation_.shape(j)));
        largest_overlap_ = std::max(largest_overlap_, simulation_.overlap(k).area / smaller);
    }
}

/// Whether nothing will stir the grains any more.
bool World::is_settled() const {
    const double now = simulation_.time();
    const double end = static_cast<double>(course_.last_step()) * step_.dt;
    const bool rained =
        std::ranges::all_of(rains_, [](const GroupRain& entry) { return entry.rain.finished(); });
    const bool gates_passed = std::ranges::all_of(simulation_.walls().all(), [&](const Wall& wall) {
        const auto passed = [&](double gate) { return gate <= now || gate > end; };
        return passed(wall.from) && passed(wall.until);
    });
    return rained && gates_passed;
}

void World::watch_rest() {
    if (!is_settled()) return;
    const std::optional<double> ratio = unbalanced_force();
    const bool calm =
        simulation_.grain_count() == 0 || (ratio && *ratio <= course_.stage().until->value);
    calm_looks_ = calm ? calm_looks_ + 1 : 0;
    if (calm_looks_ >= calm_looks_of_rest) course_.end_stage();
}

std::size_t World::touching_contacts() const {
    std::size_t count = 0;
    for (std::size_t k = 0; k < simulation_.contacts().size(); ++k) count += simulation_.touches(k);
    return count;
}

std::optional<double> World::unbalanced_force() const {
    ForceBalance balance(simulation_.grain_count());
    for (std::size_t i = 0; i < simulation_.grain_count(); ++i)
        balance.add_weight(i, simulation_.mass(i), simulation_.gravity());
    for (std::size_t k = 0; k < simulation_.contacts().size(); ++k) {
        if (!simulation_.touches(k)) continue;
        const auto [i, j] = simulation_.contacts()[k].pair;
        balance.add_contact(i, j, simulation_.contact_forces()[k].force);
    }
    return balance.ratio();
}

std::optional<std::size_t> World::grain_of_group(std::size_t group) const {
    for (std::size_t i = 0; i < simulation_.grain_count(); ++i)
        if (origins_[simulation_.id_of(i)].group == group) return i;
    return {};
}

std::string World::name_of(GrainId grain) const {
    const GrainOrigin& origin = origins_.at(grain);
    const bool dropped = origin.group == scene_.grains.size();
    return (dropped ? "dropped" : scene_.grains[origin.group].name) + " " +
           std::to_string(origin.member);
}

std::string World::message_of(const Breakdown& breakdown) const {
    const std::string message = breakdown.what();
    const std::optional<GrainId> grain = breakdown.grain();
    if (!grain || *grain >= origins_.size()) return message;
    return message + " (grain " + std::to_string(*grain) + " is `" + name_of(*grain) + "`)";
}

std::size_t World::grains_to_come() const {
    std::size_t count = 0;
    for (const auto& [group, rain] : rains_)
        count += rain.count() - static_cast<std::size_t>(rain.state().released);
    return count;
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
        calm_looks_ = 0;
        if (at_rest()) course_.go_on();
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
        throw std::invalid_argument("there is no room for a grain at " + text_of(grain.position) +
                                    " m");
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
    calm_looks_ = 0;  // the change may stir the grains
    if (at_rest()) course_.go_on();
}

void World::end_stage() {
    if (course_.is_last()) throw std::invalid_argument("the last stage ends with the run");
    course_.end_stage();
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
