#include "engine/run/world.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/base/trigger.h"
#include "engine/measure/kinds/contacts.h"
#include "engine/run/beginning.h"
#include "engine/run/cell.h"
#include "engine/run/loads.h"
#include "engine/run/measures.h"
#include "engine/scene/stages.h"

namespace scree::engine {
namespace {

bool contains(const Interval& interval, double value) {
    return interval.low <= value && value <= interval.high;
}

/// The step at which a run begins that takes over grains: later than the first if the time goes on.
std::uint64_t first_step_of(const Scene& scene, double dt) {
    if (!scene.beginning || !scene.start->keep_time) return 0;
    return first_step_at(scene.beginning->left.time, dt);
}

/// The step with which the first stage begins. The duration of a run without stages counts from the
/// time 0, and a run that goes on as it was has begun already.
std::uint64_t first_step_of_stages(const Scene& scene, double dt) {
    if (!scene.has_stages()) return 0;
    if (!scene.beginning || !scene.beginning->goes_on) return first_step_of(scene, dt);
    const std::vector<std::uint64_t>& begins = scene.beginning->left.state.course.begins;
    return begins.empty() ? 0 : begins.front();
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
    if (scene_.beginning) take_over(*scene_.beginning, first_step_of(scene_, step_.dt));
    add_grains();
    simulation_.begin_flow();
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

std::span<const NewGrain> World::grains_of(std::size_t group) const {
    for (const auto& [number, rain] : rains_)
        if (number == group) return rain.grains();
    return grains_[group];
}

void World::step(std::uint64_t most) {
    const bool is_stage_over = !course_.is_last() && course_.stage_is_over(simulation_.steps());
    if (is_stage_over) begin_next_stage();
    course_.ramp(simulation_);
    // A stage that begins may want to be looked at in other periods than those who asked for many
    // steps know of.
    const std::uint64_t steps = is_stage_over ? 1 : steps_at_once(most);
    simulation_.step(steps);
    grain_steps_ += steps * simulation_.grain_count();
    step_sums_.add(simulation_);
    rain();
    if (passes_period(simulation_.steps(), step_.dt, step_.look_period)) look();
    if (course_.is_look_due(simulation_.steps())) watch_stage();
}

/// How many steps can be made before there is something else to do.
std::uint64_t World::steps_at_once(std::uint64_t most) const {
    if (course_.is_ramping() || !step_sums_.is_empty()) return 1;
    std::uint64_t steps = 1;
    while (steps < most && !is_event_due(simulation_.steps() + steps)) ++steps;
    return steps;
}

/// Whether there is something to do after this step.
bool World::is_event_due(std::uint64_t step) const {
    const double time = static_cast<double>(step) * step_.dt;
    return course_.stage_is_over(step) || course_.is_look_due(step) ||
           passes_period(step, step_.dt, step_.look_period) ||
           std::ranges::any_of(rains_,
                               [&](const GroupRain& group) { return group.rain.due(time); });
}

bool World::over() const { return course_.is_last() && course_.stage_is_over(simulation_.steps()); }

bool World::at_rest() const {
    const std::optional<StageEnd>& until = course_.stage().until;
    return until && until->kind == StageEnd::Kind::at_rest && course_.ends_early() &&
           !course_.is_ended_by_hand();
}

double World::expected_end() const {
    return static_cast<double>(course_.last_step_of_all()) * step_.dt;
}

/// Notes why a stage is over.
void World::note_end() {
    const Stage& stage = course_.stage();
    if (stage.name.empty()) return;
    const std::string name = "stage `" + stage.name + "` ";
    if (course_.is_ended_by_hand())
        news_.push_back(name + "is ended by hand");
    else if (!stage.until)
        news_.push_back(name + "is over after its duration of " + short_text(stage.duration) +
                        " s");
    else if (course_.ends_early())
        news_.push_back(name + "is over because " + words_of(*stage.until, scene_));
    else
        news_.push_back("warning: " + name + "reached its duration of " +
                        short_text(stage.duration) + " s before the condition of its `until`, " +
                        "that " + words_of(*stage.until, scene_));
}

void World::begin_next_stage() {
    note_end();
    course_.begin_next(simulation_);
    calm_looks_ = 0;
    news_.push_back("stage `" + course_.stage().name + "` begins at t = " +
                    short_text(simulation_.time()) + " s, " + std::to_string(course_.now() + 1) +
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
    note_end();
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
            throw Breakdown("grain " + std::to_string(id) +
                                " left the domain at t = " + number_text(simulation_.time()) +
                                " s, at " + point_text(at.x, at.y) +
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
    const double rest = course_.stage().until->value;
    const bool calm = simulation_.grain_count() == 0 ||
                      (ratio && *ratio <= rest && are_loads_borne(simulation_, rest) &&
                       is_cell_at_rest(simulation_, rest));
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

Frame World::frame() const {
    Frame frame = frame_of(simulation_);
    frame.stage = static_cast<std::int32_t>(course_.now());
    frame.grains.group.reserve(frame.grains.body.size());
    for (const BodyNumber body : frame.grains.body)
        frame.grains.group.push_back(
            static_cast<std::int32_t>(origins_[static_cast<std::size_t>(body)].group));
    return frame;
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

}  // namespace scree::engine
