#include "engine/dynamics/simulation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "engine/base/trigger.h"
#include "engine/dynamics/time_step.h"

namespace scree::engine {
namespace {

/// Adds the time since the last call to a phase.
class Stopwatch {
public:
    explicit Stopwatch(PhaseTimes& times) : times_(times) {}
    void lap(Phase phase) {
        const auto now = std::chrono::steady_clock::now();
        times_[static_cast<std::size_t>(phase)] +=
            std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }

private:
    PhaseTimes& times_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double checked_step(double dt) {
    if (!(dt > 0.0) || !std::isfinite(dt))
        throw std::invalid_argument("the time step must be a positive number of seconds");
    return dt;
}

std::optional<DeformingCell> cell_of(const Settings& settings) {
    if (!settings.cell) return {};
    const Period& period = settings.period;
    if (!(period.size.x > 0.0 && period.size.y > 0.0))
        throw std::invalid_argument("a cell that deforms must be periodic in both directions");
    return DeformingCell(period, *settings.cell, settings.integrator, checked_step(settings.dt));
}

}  // namespace

Simulation::Simulation(Model model, const Settings& settings)
    : settings_(settings),
      materials_(std::move(model.materials)),
      workers_(settings.threads),
      domain_(settings.period, cell_of(settings)),
      bodies_(checked_step(settings.dt), gear_of(settings.integrator).values),
      walls_(std::move(model.walls), materials_.size(), settings.integrator, settings.dt, domain_,
             bodies_),
      neighbours_(settings.broad_phase, settings.skin, domain_, walls_.piece_count()),
      forces_(settings.law, std::move(model.contacts), settings.largest_overlap, settings.dt,
              workers_.count(), settings.lanes_at_once),
      integrator_(settings.integrator, settings.dt),
      health_(stable_limit_of(settings.integrator)) {
    if (domain_.deforms() && walls_.count() > 0)
        throw std::invalid_argument(
            "there cannot be walls in a cell that deforms, because they would not deform with it");
}

void Simulation::step(std::uint64_t count) {
    Ahead ahead;
    for (; count > 0; --count) ahead = step(ahead, count > 1);
}

Simulation::Ahead Simulation::step(Ahead ahead, bool others_follow) {
    Stopwatch stopwatch(phase_times_);
    const double next_time = time_at(steps_ + 1);
    pass_gates(next_time);
    take_in_new_grains();
    begin_flow();
    const double travel = predict(ahead, next_time);
    health_.check_speeds(travel, neighbours_.smallest_inradius(), bodies_, walls_, domain_,
                         settings_.dt, time());
    if (domain_.deforms() && domain_.cell()->has_outgrown_search()) neighbours_.look_again();
    stopwatch.lap(Phase::predict);
    if (neighbours_.outrun(travel)) {
        move_boxes();
        stopwatch.lap(Phase::boxes);
        contacts_.merge(neighbours_.find_pairs(workers_), walls_, bodies_);
        contacts_.make_lanes(ContactBodies(bodies_, domain_), workers_);
        bodies_.forget_travel();
        stopwatch.lap(Phase::pairs);
    }
    const auto sums = forces_.apply(bodies_, domain_, contacts_, workers_, steps_);
    health_.check_overlaps(sums, bodies_, walls_, contacts_, time());
    account_.add(sums);
    if (domain_.deforms()) move_cell(sums);
    stopwatch.lap(Phase::track);
    ahead = correct(others_follow);
    stopwatch.lap(Phase::correct);
    ++steps_;
    if (passes_period(steps_, settings_.dt, settings_.stability_period))
        health_.look_at_stability(bodies_, domain_, contacts_, forces_, settings_.dt, steps_);
    return ahead;
}

/// Moves all bodies to the next step, but not the grains if they are ahead. Returns the furthest
/// that one of them has travelled since the last search for pairs.
double Simulation::predict(Ahead ahead, double next_time) {
    if (!ahead && domain_.deforms()) domain_.cell()->predict();
    if (domain_.deforms()) domain_.follow_cell();
    const double by_grains = ahead ? *ahead : integrator_.predict(bodies_, flow(), workers_);
    if (walls_.loads().any()) walls_.predict_loads();
    return std::max(by_grains, walls_.move(next_time, domain_, bodies_, workers_));
}

void Simulation::take_in_new_grains() {
    neighbours_.take_in_changes(bodies_);
    if (bodies_.next_id() == grains_checked_) return;
    std::size_t first = bodies_.grain_count();
    while (first > 0 && bodies_.id_of(first - 1) >= grains_checked_) --first;
    health_.check_crowds(first, bodies_, time());
    grains_checked_ = bodies_.next_id();
}

/// When a wall goes, its contacts go too, with the energy that they store, and its own motion.
void Simulation::pass_gates(double time) {
    const double kinetic = walls_.kinetic_energy();
    if (!walls_.pass_gates(time)) return;
    account_.bring(walls_.kinetic_energy() - kinetic);
    drop_contacts_if(
        [&](BodyPair pair) { return is_wall(pair.j) && !walls_.is_there(walls_.wall_of(pair.j)); });
    neighbours_.look_again();
}

/// Bodies are put back into a periodic domain only here, because boxes and pairs belong together.
void Simulation::move_boxes() {
    if (domain_.deforms())
        health_.check_width(*domain_.cell(), neighbours_.largest_radius(), time());
    neighbours_.choose_skin(bodies_, domain_, steps_);
    if (period().any()) wrap();
    if (domain_.deforms()) domain_.cell()->begin_search(neighbours_.skin());
    if (!neighbours_.make_boxes(bodies_, walls_, domain_, workers_))
        health_.report_not_finite(bodies_.id_of(neighbours_.first_not_finite().value()), time());
}

double Simulation::kinetic_energy() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < bodies_.grain_count(); ++i)
        sum += bodies_.kinetic_energy(i, domain_);
    return sum;
}

/// Whether the next step may begin before all of this one is over, because nothing between them
/// asks where the grains are.
bool Simulation::goes_on_at_once() const {
    return !walls_.has_gate_to_pass(time_at(steps_ + 2)) &&
           !(domain_.deforms() && domain_.cell()->is_to_jump(time_at(steps_ + 1))) &&
           !passes_period(steps_ + 1, settings_.dt, settings_.stability_period);
}

/// Corrects the motion of all bodies by the forces, and moves grains on to the next step if it
/// follows at once.
Simulation::Ahead Simulation::correct(bool others_follow) {
    PullForce pulled;
    if (pull_) {
        pulled = force_of(*pull_, bodies_, domain_);
        account_.bring(settings_.dt * pulled.power);
    }
    Ahead ahead;
    if (others_follow && goes_on_at_once()) {
        if (domain_.deforms()) domain_.cell()->predict();
        ahead = integrator_.correct_and_predict(bodies_, contacts_, settings_.gravity, pulled,
                                                flow(), workers_);
    } else {
        if (domain_.deforms()) domain_.follow_cell();
        integrator_.correct(bodies_, contacts_, settings_.gravity, pulled, flow(), workers_);
    }
    account_.add_elastic_work(integrator_.work_of_correction());
    if (const std::optional<std::size_t> grain = integrator_.first_not_finite())
        health_.report_not_finite(bodies_.id_of(*grain), time());
    if (walls_.loads().any()) correct_loads();
    return ahead;
}

/// The force and the torque of the grains on a wall, whose place is that of this time.
WallPush Simulation::push_on(std::size_t wall, double time) const {
    const Vec2 centre = walls_.centre(wall, time);
    WallPush push;
    for (const std::uint32_t k : contacts_.at_walls()) {
        const Body body = contacts()[k].pair.j;
        if (walls_.wall_of(body) != wall) continue;
        const Vec2 place = kinematics(body).pose.position + period().shift(turns_put_back(body));
        // Along a direction in which a wall has no ends, its place is that of its centre.
        const Vec2 arm = held(place, centre, walls_.spans_of(body)) - centre;
        const ContactForce& force = contacts_.force(k);
        push.force += force.force;
        push.torque += force.torque[1] + cross(arm, force.force);
    }
    return push;
}

/// Moves walls under load by the forces at their predicted places.
void Simulation::correct_loads() {
    const double next_time = time_at(steps_ + 1);
    pushes_.assign(walls_.count(), {});
    for (std::size_t w = 0; w < walls_.count(); ++w)
        if (walls_[w].motion.is_loaded()) pushes_[w] = push_on(w, next_time);
    account_.add(walls_.correct_loads(pushes_, settings_.gravity, next_time));
    if (const auto wall = walls_.without_resistance())
        health_.report_no_resistance(walls_, *wall, next_time);
}

void Simulation::check_kind(const NewGrain& grain) const {
    const bool discs_only =
        with_law(settings_.law, [](auto law) { return decltype(law)::discs_only; });
    if (discs_only && !std::holds_alternative<geometry::Disc>(grain.shape))
        throw std::invalid_argument(
            "the law `linear` is for discs; polygons take `area` or `energy`");
    if (grain.material >= materials_.size())
        throw std::invalid_argument("a grain is of a material that does not exist");
    domain_.check_size(grain.shape);
}

GrainId Simulation::add_grain(const NewGrain& grain) {
    check_kind(grain);
    const GrainId id = bodies_.add(grain, materials_[grain.material].density, settings_.gravity);
    const std::size_t i = bodies_.grain_count() - 1;
    neighbours_.add_grain();
    const Vec2 own = grain.velocity - domain_.flow_at(grain.position);
    account_.bring(0.5 * mass(i) * dot(own, own) + 0.5 * inertia(i) * grain.spin * grain.spin -
                   mass(i) * dot(settings_.gravity, grain.position));
    return id;
}

void Simulation::remove_grains(std::span<const GrainId> ids) {
    std::vector<std::uint8_t> gone(grain_count(), 0);
    for (const GrainId id : ids) {
        const std::optional<std::size_t> grain = bodies_.find(id);
        if (!grain) throw std::invalid_argument("there is no grain " + std::to_string(id));
        gone[*grain] = 1;
    }
    std::vector<std::uint8_t> ended(contacts_.size(), 0);
    for (std::size_t i = 0; i < gone.size(); ++i) {
        if (gone[i] == 0) continue;
        account_.bring(-(bodies_.kinetic_energy(i, domain_) +
                         bodies_.potential_energy(i, settings_.gravity, period())));
        if (i >= contacts_.grains_listed()) continue;
        for (const std::uint32_t entry : contacts_.of_grain(i)) {
            if (ended[entry / 2] == 0) release(entry / 2);
            ended[entry / 2] = 1;
        }
    }
    contacts_.erase(ended, ContactBodies(bodies_, domain_));
    contacts_.renumber(gone, walls_);
    bodies_.remove(gone);
    neighbours_.remove_grains(gone);
}

/// Removes the contacts of the pairs that `goes` selects, with the energy that they store.
template <class Goes>
void Simulation::drop_contacts_if(const Goes& goes) {
    std::vector<std::uint8_t> ended(contacts_.size(), 0);
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        ended[k] = goes(contacts()[k].pair);
        if (ended[k] != 0) release(k);
    }
    contacts_.erase(ended, ContactBodies(bodies_, domain_));
}

/// Takes the energy that a contact stores out of the ledger.
void Simulation::release(std::size_t contact) {
    if (touches(contact))
        account_.release(forces_.stored_in(contact, bodies_, domain_, walls_, contacts_));
}

void Simulation::begin_ledger() {
    account_.begin();
    for (std::size_t i = 0; i < grain_count(); ++i)
        account_.bring(bodies_.kinetic_energy(i, domain_) +
                       bodies_.potential_energy(i, settings_.gravity, period()));
    account_.bring(walls_.kinetic_energy());
    if (domain_.deforms()) account_.bring(domain_.cell()->kinetic_energy());
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (!touches(k)) continue;
        const StoredEnergy stored = forces_.stored_in(k, bodies_, domain_, walls_, contacts_);
        account_.release({-stored.normal, -stored.bed, -stored.tangential});
    }
}

void Simulation::set_gravity(Vec2 gravity) {
    if (!is_finite(gravity)) throw std::invalid_argument("gravity must be finite");
    // The potential energy of the grains changes at once; this is the work of turning gravity.
    for (std::size_t i = 0; i < grain_count(); ++i)
        account_.bring(-mass(i) * dot(gravity - settings_.gravity, unwrapped_position(i)));
    settings_.gravity = gravity;
}

void Simulation::set_friction(std::size_t first, std::size_t second, double friction) {
    if (first >= materials_.size() || second >= materials_.size())
        throw std::invalid_argument("friction is set for a material that does not exist");
    forces_.set_friction(first, second, friction);
}

void Simulation::set_contacts(const ContactTable& contacts) {
    // Contacts store energy by their cohesion, which changes at once.
    double stored = 0.0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (!touches(k)) continue;
        const auto [i, j] = contacts_.all()[k].pair;
        const std::uint16_t a = bodies_.properties(i).material;
        const std::uint16_t b = bodies_.properties(j).material;
        const double change = contacts.at(a, b).cohesion - forces_.table().at(a, b).cohesion;
        if (change != 0.0) stored -= change * overlap(k).area;
    }
    account_.bring(stored);
    forces_.set_table(contacts);
}

void Simulation::set_pull(const std::optional<Pull>& pull) {
    if (pull) check(*pull);
    pull_ = pull;
}

void Simulation::set_wall_motion(std::size_t wall, const WallMotion& motion) {
    if (wall < walls_.count() && motion.is_loaded() && !walls_[wall].motion.is_loaded())
        walls_.bear(wall, -dot(wall_force(wall), motion.load.along));
    account_.bring(walls_.set_motion(wall, motion, time(), domain_, bodies_, workers_));
    contacts_.refill_lanes_at_walls(ContactBodies(bodies_, domain_));
}

void Simulation::assume(Vec2 gravity, const ContactTable& contacts,
                        std::span<const WallMotion> motions) {
    settings_.gravity = gravity;
    forces_.set_table(contacts);
    walls_.assign_motions(motions, bodies_);
}

PhaseTimes Simulation::phase_times() const {
    PhaseTimes times = phase_times_;
    const auto [timed_tracking, timed_forces] = forces_.times();
    const double timed = timed_tracking + timed_forces;
    if (!(timed > 0.0)) return times;
    double& tracking = times[static_cast<std::size_t>(Phase::track)];
    double& forces = times[static_cast<std::size_t>(Phase::forces)];
    forces = tracking * timed_forces / timed;
    tracking -= forces;
    return times;
}

}  // namespace scree::engine
