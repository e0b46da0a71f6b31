#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/workers.h"
#include "engine/broad/broad_phase.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact_forces.h"
#include "engine/dynamics/contacts.h"
#include "engine/dynamics/domain.h"
#include "engine/dynamics/energy_account.h"
#include "engine/dynamics/health_watch.h"
#include "engine/dynamics/integrator.h"
#include "engine/dynamics/neighbours.h"
#include "engine/dynamics/pull.h"
#include "engine/dynamics/snapshot.h"
#include "engine/dynamics/walls/walls.h"

namespace scree::engine {

/// How a run is computed.
struct Settings {
    double dt = 0.0;  ///< s
    IntegratorKind integrator = IntegratorKind::gear3;
    LawKind law = LawKind::area;
    BroadPhaseSettings broad_phase{};
    Vec2 gravity{0.0, -9.81};
    std::uint32_t threads = 2;
    /// The largest overlap of two grains that is still a contact, as a share of the smaller's area.
    double largest_overlap = 0.25;
    Period period{};
    /// How the domain deforms, which must then be periodic in both directions.
    std::optional<CellControl> cell{};
    /// m: what boxes are fattened by; if it is not given, the cheapest is chosen. With 0, pairs are
    /// searched for in every step.
    std::optional<double> skin{};
    /// How many contacts are computed side by side: 8, 4, 2, 1 for the slow reference, or 0 for as
    /// many as the processor can. The bits do not depend on it.
    int lanes_at_once = 0;
    /// s: how often it is examined how near contacts are to the limit of stability; infinite for
    /// never.
    double stability_period = std::numeric_limits<double>::infinity();
};

/// The parts of a run that do not change.
struct Model {
    std::vector<Material> materials;
    ContactTable contacts{materials};
    std::vector<Wall> walls;
};

/// The phases of a step, in their order.
enum class Phase : std::uint8_t { predict, boxes, pairs, track, forces, correct };
inline constexpr std::size_t phase_count = 6;

/// Seconds spent in each phase, as worker 0 measured them. Features are tracked and forces applied
/// block by block: the time for both together is measured, and how it divides is estimated from
/// some blocks.
using PhaseTimes = std::array<double, phase_count>;

/// Grains and walls in motion. This class joins the parts that each own a piece of the state.
class Simulation {
public:
    /// Throws std::invalid_argument for a model or settings that are not valid.
    Simulation(Model model, const Settings& settings);
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// Makes this many time steps, each as in figure 12 of Schinner's paper. Several in one call
    /// lead to the same bits as one by one, and take less time. Throws Breakdown.
    void step(std::uint64_t count = 1);

    /// Throws std::invalid_argument for a grain that is not valid.
    GrainId add_grain(const NewGrain& grain);
    /// Throws std::invalid_argument if one of the grains does not exist; then none is removed.
    void remove_grains(std::span<const GrainId> ids);
    void remove_grain(GrainId id) { remove_grains({&id, 1}); }

    /// Returns the complete state, from which another simulation of the same model and settings can
    /// continue (the number of workers and the broad phase may differ). It must not be called after
    /// a step that threw.
    Snapshot snapshot() const;
    /// Continues from a snapshot, with grains that have these shapes and materials; everything that
    /// was here before is discarded. The snapshot may be damaged: throws std::invalid_argument if
    /// it cannot be the state of a run, and then nothing has changed.
    void restore(const Snapshot& from, std::span<const NewGrain> grains);
    /// Returns a hash of everything that the future of the run depends on, to the bit. Caches and
    /// counters are not part of it.
    std::uint64_t state_hash() const;

    /// Lets a wall go on that had this velocity and spin, and bore this force (N), in a run that
    /// this one begins from; its motion begins at this time.
    void let_wall_go_on(std::size_t wall, Vec2 velocity, double spin, Vec2 force, double now) {
        walls_.go_on(wall, velocity, spin, force, now);
    }
    /// Begins the ledger anew: all energy that is there now has come from outside.
    void begin_ledger();

    // These may be changed between two steps. After restore() all but the clocks of walls must be
    // set again. All throw std::invalid_argument for values that are not valid.
    void set_gravity(Vec2 gravity);
    /// Sets the friction between two materials, in either order.
    void set_friction(std::size_t first, std::size_t second, double friction);
    /// Sets all parameters of contacts, of which the stiffness must stay what it was.
    void set_contacts(const ContactTable& contacts);
    /// Sets how fast a wall goes through its motion from now on; it is 1 at first.
    void set_wall_rate(std::size_t wall, double rate) { walls_.set_rate(wall, rate, time()); }
    /// Lets a wall move by another motion, from where it is now. A load on a wall that has had none
    /// goes on from what the wall bears of the grains.
    void set_wall_motion(std::size_t wall, const WallMotion& motion);
    /// Says whether a wall is to be there from the next step on, within its times.
    void set_wall_present(std::size_t wall, bool present) {
        walls_.set_present(wall, present, time());
    }
    /// Sets the pressure (N/m) or force (N) that a wall under load goes to from now on.
    void set_wall_load(std::size_t wall, double value,
                       const std::optional<LoadChange>& change = {}) {
        walls_.set_load(wall, value, time(), change);
    }
    void set_pull(const std::optional<Pull>& pull);
    /// Lets a component of a deforming cell go to another target from now on. With `ramp` (s) it
    /// does so steadily in that time.
    void set_cell(CellComponent component, const CellTarget& target,
                  const std::optional<double>& ramp = {});
    /// Changes rates of the cell that are to change at once; otherwise the next step does so.
    void begin_flow();
    /// Sets gravity, contacts and the motions of all walls. It must be followed by restore(),
    /// because neither the state of the walls nor the ledger follows.
    void assume(Vec2 gravity, const ContactTable& contacts, std::span<const WallMotion> motions);

    Vec2 gravity() const { return settings_.gravity; }
    const ContactTable& contact_table() const { return forces_.table(); }
    double friction(std::size_t first, std::size_t second) const {
        return forces_.table().at(first, second).friction;
    }
    const std::optional<Pull>& pull() const { return pull_; }
    /// Of a deforming cell, as it is now.
    const Period& period() const { return domain_.period(); }
    /// Null if the domain does not deform.
    const DeformingCell* cell() const { return domain_.cell(); }

    std::uint64_t steps() const { return steps_; }
    double time() const { return time_at(steps_); }

    // The grains in the order in which they are stored, which is that of their ids.
    std::size_t grain_count() const { return bodies_.grain_count(); }
    GrainId id_of(std::size_t grain) const { return bodies_.id_of(grain); }
    const geometry::Shape& shape(std::size_t grain) const { return bodies_.shape(grain); }
    std::uint16_t material(std::size_t grain) const {
        return bodies_.properties(static_cast<Body>(grain)).material;
    }
    double mass(std::size_t grain) const { return bodies_.mass(grain); }
    double inertia(std::size_t grain) const { return bodies_.inertia(grain); }
    /// The corrected state; in a periodic domain the position within it.
    Vec2 position(std::size_t grain) const { return period().wrapped(bodies_.position(grain)); }
    /// Where the grain would be if it had not been put back when it left a periodic domain.
    Vec2 unwrapped_position(std::size_t grain) const {
        return bodies_.unwrapped_position(grain, period());
    }
    /// How often the grain went around: the unwrapped position is the position plus this many
    /// periods.
    Turns turns(std::size_t grain) const {
        return turns_put_back(static_cast<Body>(grain)) +
               period().turns_of(bodies_.position(grain));
    }
    double angle(std::size_t grain) const { return bodies_.angle(grain); }
    /// At its position, which in a deforming cell may be that of an image.
    Vec2 velocity(std::size_t grain) const;
    double spin(std::size_t grain) const { return bodies_.spin(grain); }

    /// The predicted state of a grain or a piece of a wall, which is that of the last force
    /// evaluation.
    const Kinematics& kinematics(Body body) const { return bodies_.kinematics(body); }
    /// The number of periods by which the body was put back, in kinematics() and in the images of
    /// contacts.
    Turns turns_put_back(Body body) const { return bodies_.turns_put_back(body); }

    /// The contacts: first grains with grains and with walls of one piece, sorted; then grains with
    /// pieces of other walls, sorted.
    std::span<const Contact> contacts() const { return contacts_.all(); }
    std::span<const ContactForce> contact_forces() const { return contacts_.list().forces; }
    /// Which contacts are with walls, in their order.
    std::span<const std::uint32_t> contacts_at_walls() const { return contacts_.at_walls(); }
    /// Whether contact k touches, and its overlap. Wall pieces that are felt as one touch in the
    /// place of one of them, which has the overlap and the force of all.
    bool touches(std::size_t k) const { return contacts_.touches(k); }
    Overlap overlap(std::size_t k) const {
        return contacts_.overlap(k, ContactBodies(bodies_, domain_));
    }
    /// Where the force of contact k acts, relative to the centre of the first body. Cohesion acts
    /// at another point.
    Vec2 point_of_force(std::size_t k) const { return point_of_force(overlap(k)); }
    /// The same for a contact whose overlap is known.
    Vec2 point_of_force(const Overlap& overlap) const { return forces_.point_of_force(overlap); }

    const Walls& walls() const { return walls_; }
    bool is_there(std::size_t wall) const { return walls_.is_there(wall, time()); }
    WallPlace wall_place(std::size_t wall) const { return walls_.place(wall, time()); }
    /// How far a wall has moved since its present motion began: along its load, or the length of
    /// its shift, m.
    double wall_displacement(std::size_t wall) const { return walls_.displacement(wall, time()); }
    /// The force and torque of the grains on a wall, as of the last force evaluation. The torque is
    /// about the point that the wall turns about.
    WallPush wall_push(std::size_t wall) const { return push_on(wall, time()); }
    Vec2 wall_force(std::size_t wall) const { return wall_push(wall).force; }
    double wall_torque(std::size_t wall) const { return wall_push(wall).torque; }

    /// The kinetic energy of all grains, J. It is known much faster than the whole ledger.
    double kinetic_energy() const;
    Ledger ledger() const {
        return account_.ledger(bodies_, walls_, settings_.gravity, domain_,
                               forces_.bed_energy(bodies_, domain_, walls_, contacts_));
    }
    const Stability& stability() const { return health_.stability(); }
    const BroadPhase& broad_phase() const { return neighbours_.broad_phase(); }
    Arrangement arrangement() const { return neighbours_.arrangement(bodies_, domain_); }
    /// How often pairs were searched for.
    std::uint64_t detections() const { return neighbours_.searches(); }
    geometry::QueryCounts query_counts() const { return forces_.query_counts(); }
    PhaseTimes phase_times() const;

private:
    double time_at(std::uint64_t step) const { return static_cast<double>(step) * settings_.dt; }
    void pass_gates(double time);
    void take_in_new_grains();
    /// How far the grains have travelled that were moved on to the next step with the last one.
    using Ahead = std::optional<double>;
    Ahead step(Ahead ahead, bool others_follow);
    double predict(Ahead ahead, double next_time);
    void move_boxes();
    void wrap();
    const Flow* flow();
    void move_cell(std::span<const ContactSums> sums);
    Ahead correct(bool others_follow);
    bool goes_on_at_once() const;
    void correct_loads();
    WallPush push_on(std::size_t wall, double time) const;
    void check_kind(const NewGrain& grain) const;
    template <class Goes>
    void drop_contacts_if(const Goes& goes);
    void release(std::size_t contact);
    void check_snapshot(const Snapshot& from, std::span<const NewGrain> grains) const;
    void restore_times(const Snapshot& from);

    Settings settings_;
    std::vector<Material> materials_;
    Workers workers_;
    Domain domain_;
    Bodies bodies_;
    Walls walls_;
    Neighbours neighbours_;
    Contacts contacts_;
    ContactForces forces_;
    Integrator integrator_;
    EnergyAccount account_;
    HealthWatch health_;
    std::vector<WallPush> pushes_;  ///< a member only so that its memory is reused
    std::optional<Pull> pull_;
    std::uint64_t steps_ = 0;
    GrainId grains_checked_ = 0;  ///< whether grains with lower ids are in one place was checked
    PhaseTimes phase_times_{};    ///< `track` includes the time of `forces`
};

}  // namespace scree::engine
