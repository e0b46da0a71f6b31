#include "engine/run/world.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/base/trigger.h"
#include "engine/grains/shape_index.h"
#include "engine/measure/contacts.h"
#include "engine/scene/write.h"

namespace scree::engine {
namespace {

std::string text_of(Vec2 p) { return "(" + number_text(p.x) + ", " + number_text(p.y) + ")"; }

bool contains(const Interval& interval, double value) {
    return interval.low <= value && value <= interval.high;
}

std::vector<WallMotion> motions_of(std::span<const Wall> walls) {
    std::vector<WallMotion> motions;
    for (const Wall& wall : walls) motions.push_back(wall.motion);
    return motions;
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
      motions_(motions_of(setup.model.walls)),
      simulation_(std::move(setup.model), setup.settings) {
    for (std::uint32_t g = 0; g < grains_.size(); ++g)
        for (std::uint32_t k = 0; k < grains_[g].size(); ++k) {
            simulation_.add_grain(grains_[g][k]);
            origins_.push_back({g, k});
        }
    grains_.resize(scene_.grains.size() + 1);
    rain();
}

void World::step() {
    simulation_.step();
    grain_steps_ += simulation_.grain_count();
    rain();
    if (passes_period(simulation_.steps(), step_.dt, step_.look_period)) look();
}

bool World::over() const { return simulation_.time() >= scene_.run.duration || at_rest(); }

bool World::at_rest() const { return scene_.run.stop_at_rest && calm_looks_ >= calm_looks_of_rest; }

void World::ignore_rest() { scene_ = without_stop(std::move(scene_)); }

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
    watch_rest();
}

void World::look_at_end() {
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
    const bool rained =
        std::ranges::all_of(rains_, [](const GroupRain& entry) { return entry.rain.finished(); });
    const bool gates_passed = std::ranges::all_of(simulation_.walls().all(), [&](const Wall& wall) {
        const auto passed = [&](double gate) { return gate <= now || gate > scene_.run.duration; };
        return passed(wall.from) && passed(wall.until);
    });
    return rained && gates_passed;
}

void World::watch_rest() {
    if (!scene_.run.stop_at_rest || !is_settled()) return;
    const std::optional<double> ratio = unbalanced_force();
    const bool calm =
        simulation_.grain_count() == 0 || (ratio && *ratio <= *scene_.run.stop_at_rest);
    calm_looks_ = calm ? calm_looks_ + 1 : 0;
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
    return message + " (grain " + std::to_string(*grain) + " is of `" + name_of(*grain) + "`)";
}

std::size_t World::grains_to_come() const {
    std::size_t count = 0;
    for (const auto& [group, rain] : rains_)
        count += rain.count() - static_cast<std::size_t>(rain.state().released);
    return count;
}

WorldState World::state() const {
    WorldState state{simulation_.snapshot(), origins_,    {}, calm_looks_,
                     largest_overlap_,       grain_steps_};
    for (const auto& [group, rain] : rains_) state.rains.push_back(rain.state());
    return state;
}

void World::restore(const WorldState& state) {
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
    // With a longer duration, the run may reach a gate that was beyond the end before.
    calm_looks_ = is_settled() ? state.calm_looks : 0;
    largest_overlap_ = state.largest_overlap;
    grain_steps_ = state.grain_steps;
}

/// Applies the part of a change that is not held by a state.
void World::take_in(const LiveChange& change) {
    if (const auto* gravity = std::get_if<ChangeGravity>(&change))
        simulation_.set_gravity(gravity->gravity);
    if (const auto* friction = std::get_if<ChangeFriction>(&change))
        simulation_.set_friction(friction->first, friction->second, friction->friction);
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
    take_in(change);
    calm_looks_ = 0;  // the change may stir the grains
}

void World::restore(const WorldState& state, std::span<const LoggedChange> changes) {
    simulation_.forget_changes(scene_.run.gravity, scene_.contacts, motions_);
    grains_.back().clear();
    for (const LoggedChange& logged : changes) take_in(logged.change);
    restore(state);
}

std::uint64_t World::state_hash() const {
    std::uint64_t hash = simulation_.state_hash();
    // The words are hashed by FNV-1a on top of it, finished by a mix of high and low bits.
    const auto word = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    for (const auto& [group, rain] : rains_) {
        const RainState state = rain.state();
        word(state.released);
        word(state.batches);
        for (const std::uint64_t part : state.generator) word(part);
    }
    return hash ^ (hash >> 32);
}

}  // namespace scree::engine
