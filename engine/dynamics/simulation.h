#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/base/period.h"
#include "engine/base/periodic_boxes.h"
#include "engine/base/workers.h"
#include "engine/broad/broad_phase.h"
#include "engine/dynamics/body_state.h"
#include "engine/dynamics/contact_law.h"
#include "engine/dynamics/integrator.h"
#include "engine/dynamics/ledger.h"
#include "engine/dynamics/periodic_walls.h"
#include "engine/dynamics/pull.h"
#include "engine/dynamics/snapshot.h"
#include "engine/dynamics/stability.h"
#include "engine/dynamics/wall.h"

namespace scree::engine {

/// How a run is computed.
struct Settings {
    double dt = 0.0;  ///< s
    IntegratorKind integrator = IntegratorKind::gear5;
    LawKind law = LawKind::area;
    BroadPhaseSettings broad_phase{};
    Vec2 gravity{0.0, -9.81};
    std::uint32_t threads = 2;
    /// The largest overlap of two grains that is still a contact, as a share of the smaller's area.
    double largest_overlap = 0.25;
    Period period{};
    /// m: what boxes are fattened by; none: as is cheapest. With 0 pairs are sought in every step.
    std::optional<double> skin{};
};

/// What a run is made of, and does not change.
struct Model {
    std::vector<Material> materials;
    ContactTable contacts{materials};
    std::vector<Wall> walls;
};

/// The physics broke down: a state that is not finite, a grain inside another, too deep an overlap.
/// Says which grain, when, and what to change.
class Breakdown : public std::runtime_error {
public:
    Breakdown(const std::string& message, GrainId grain)
        : std::runtime_error(message), grain_(grain) {}
    GrainId grain() const { return grain_; }

private:
    GrainId grain_;
};

/// A pair of bodies whose boxes overlap, from one detection to the next: 32 bytes.
struct Contact {
    BodyPair pair;
    geometry::PairMemory memory;  ///< lives as long as the boxes overlap
    Image image{};                ///< of the second body, that the first is with
    /// N; lives as long as the bodies touch. Of a piece that is felt as one with others: its share.
    double spring = 0.0;
};

/// What a contact does to its bodies: the force on the second, and the torques on both.
struct ContactForce {
    Vec2 force;
    std::array<double, 2> torque{};
};

/// The mean stress in a grain, from its contacts: - (1 / area) sum of arm times force, so that
/// pressure is positive (N/m).
struct Stress {
    double xx = 0.0;
    double xy = 0.0;
    double yx = 0.0;
    double yy = 0.0;

    double pressure() const { return 0.5 * (xx + yy); }
};

/// The parts of a step, in their order.
enum class Phase : std::uint8_t { predict, boxes, pairs, track, forces, correct };
inline constexpr std::size_t phase_count = 6;

/// Seconds spent in each phase, as worker 0 saw them. Features are tracked and forces applied block
/// by block: how long both took is measured, how much of it was which is estimated from some
/// blocks.
using PhaseTimes = std::array<double, phase_count>;

/// Grains and contacts are shared out in blocks of this size: small enough that 200 grains keep two
/// workers busy, and what is summed is summed by blocks.
inline constexpr std::size_t grain_block = 32;
inline constexpr std::size_t contact_block = 64;
inline constexpr std::size_t group_block = 16;

class Simulation {
public:
    Simulation(Model model, const Settings& settings);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    GrainId add_grain(const NewGrain& grain);
    void remove_grain(GrainId id);

    /// The complete state, to go on from in another simulation of the same model and settings
    /// (number of workers and broad phase may differ). Not after a step that threw.
    Snapshot snapshot() const;
    /// Goes on from a snapshot, with grains that have these shapes and materials; all that was here
    /// before is gone. Anything may have been done to the snapshot: throws std::invalid_argument
    /// for what cannot be the state of a run, and then nothing has changed.
    void restore(const Snapshot& from, std::span<const NewGrain> grains);

    /// One time step, as in figure 12 of Schinner's paper. Throws Breakdown.
    void step();

    // What may change between two steps; all but the clocks of walls must be changed again after
    // restore(). All throw std::invalid_argument for what cannot be.
    void set_gravity(Vec2 gravity);
    /// Of two materials, in either order.
    void set_friction(std::size_t first, std::size_t second, double friction);
    /// How fast a wall goes through its motion from now on; 1 at first.
    void set_wall_rate(std::size_t wall, double rate);
    void set_pull(const std::optional<Pull>& pull);
    /// As at first, with these. To be followed by restore(): the ledger knows nothing of it.
    void forget_changes(Vec2 gravity, const ContactTable& contacts);

    Vec2 gravity() const { return settings_.gravity; }
    double friction(std::size_t first, std::size_t second) const {
        return model_.contacts.at(first, second).friction;
    }
    double wall_rate(std::size_t wall) const { return wall_clocks_[wall].rate; }
    const std::optional<Pull>& pull() const { return pull_; }

    std::uint64_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * settings_.dt; }
    std::size_t grain_count() const { return ids_.size(); }
    GrainId id_of(std::size_t grain) const { return ids_[grain]; }
    /// As of the last force evaluation: the predicted state.
    const Kinematics& kinematics(Body body) const { return kinematics_[body]; }
    /// The corrected state; in a periodic domain the place within it.
    geometry::Vec2 position(std::size_t grain) const;
    /// Where the grain would be if it had not been put back when it left a periodic domain.
    geometry::Vec2 unwrapped_position(std::size_t grain) const;
    /// How often it went around: unwrapped is position and so many periods.
    Turns turns(std::size_t grain) const;
    double angle(std::size_t grain) const;
    geometry::Vec2 velocity(std::size_t grain) const;
    double spin(std::size_t grain) const;
    const geometry::Shape& shape(std::size_t grain) const { return *shapes_[grain]; }
    std::uint16_t material(std::size_t grain) const {
        return properties_[static_cast<Body>(grain)].material;
    }
    double mass(std::size_t grain) const { return mass_[grain]; }
    double inertia(std::size_t grain) const { return inertia_[grain]; }

    /// Grains with grains and walls of one piece, sorted; then grains with pieces of other walls,
    /// sorted.
    std::span<const Contact> contacts() const { return contacts_; }
    std::span<const ContactForce> contact_forces() const { return forces_; }
    /// Of contact k, where it touches. Pieces of a wall that are felt as one touch in the place of
    /// one of them, with the overlap and the force of all.
    bool touches(std::size_t k) const { return touching_[k] != 0; }
    const Overlap& overlap(std::size_t k) const { return overlaps_[k]; }
    /// Where its force acts, from the centre of the first body. Cohesion has a place of its own.
    Vec2 point_of_force(std::size_t k) const {
        return settings_.law == LawKind::area ? overlaps_[k].centroid : overlaps_[k].midpoint;
    }
    const Period& period() const { return settings_.period; }
    /// Of a grain or a piece of a wall: the periods by which kinematics() and the images of
    /// contacts are behind where it came.
    Turns turns_put_back(Body body) const { return turns_[body]; }

    std::size_t wall_count() const { return model_.walls.size(); }
    /// Which of the bodies are its pieces: wall_body(first) and so on, as Kinematics knows them.
    Range pieces_of(std::size_t wall) const { return {first_piece_[wall], first_piece_[wall + 1]}; }
    std::size_t wall_of(Body piece) const { return wall_of_piece_[wall_index(piece)]; }
    bool is_there(std::size_t wall) const { return model_.walls[wall].is_there(time()); }
    /// Of a piece: in which directions of a periodic domain it has no ends.
    Spans spans_of(Body piece) const { return spans_[wall_index(piece)]; }
    /// Where it is, and how it moves.
    WallPlace wall_place(std::size_t wall) const { return place_of(wall, time()); }
    /// What the grains do to it, as of the last force evaluation; the torque is about the point
    /// that it turns about.
    Vec2 wall_force(std::size_t wall) const;
    double wall_torque(std::size_t wall) const;

    /// As of the last force evaluation; contacts with walls count too.
    Stress stress(std::size_t grain) const;
    Ledger ledger() const;
    std::uint64_t detections() const { return detections_; }
    const BroadPhase& broad_phase() const { return *broad_phase_; }
    /// How the broad phase has divided the plane at the last detection, or where that was for other
    /// grains or before a restore(), would now.
    Arrangement arrangement() const;
    geometry::QueryCounts query_counts() const;
    PhaseTimes phase_times() const;
    /// Looked at every `stability_period` steps.
    const Stability& stability() const { return stability_; }

    /// Of everything that the future of the run depends on, to the bit: no caches, no counters.
    std::uint64_t state_hash() const;

private:
    /// What a block of contacts adds to the ledger, and the first thing wrong in it.
    struct BlockSums {
        double elastic_work = 0.0;
        double potential = 0.0;
        double tangential = 0.0;
        double normal_damping = 0.0;
        double tangential_damping = 0.0;
        double sliding = 0.0;
        double wall_work = 0.0;
        std::size_t touching = 0;
        std::size_t too_deep = std::numeric_limits<std::size_t>::max();  ///< the first such contact
    };

    /// The contacts of a block that touch, in their order.
    struct Touching {
        std::size_t count = 0;
        std::array<std::uint32_t, contact_block> contacts;
    };

    /// Adds the time since the last call to a phase.
    class Stopwatch;

    /// What a hand does to a grain.
    struct PullForce {
        std::size_t grain = std::numeric_limits<std::size_t>::max();  ///< none
        Vec2 force;
        double torque = 0.0;
    };

    using Group = Range;  ///< of contacts: of one grain with the pieces of one wall

    void set_up_walls();
    Vec2 raw_position(std::size_t grain) const;
    void wrap_bodies();
    void check_reach(Body body) const;
    double thickest_skin() const;
    void check_size(const geometry::Shape& shape) const;
    geometry::Box snapped(const geometry::Box& box) const;
    /// Of a contact's second body, where the first meets it.
    Vec2 second_place(const Contact& contact) const {
        const Vec2 place = kinematics_[contact.pair.j].pose.position;
        return contact.image.is_here() ? place : place + settings_.period.shift(contact.image);
    }
    void check_kind(const NewGrain& grain) const;
    void forget_grains();
    const geometry::Shape& shape_in(std::span<const NewGrain> grains, std::size_t k) const;
    void check_bodies(const Snapshot& from, std::span<const NewGrain> grains) const;
    void check_clocks(const Snapshot& from) const;
    void check_contacts(const Snapshot& from, std::span<const NewGrain> grains) const;
    void restore_contacts(const Snapshot& from);
    void restore_times(const Snapshot& from);
    /// The pieces of the walls, then the grains.
    template <class Task>
    void for_each_body(const Task& task) const {
        for (std::size_t k = 0; k < wall_of_piece_.size(); ++k) task(wall_body(k));
        for (std::size_t i = 0; i < grain_count(); ++i) task(static_cast<Body>(i));
    }
    void take_stock();
    void drop_contacts_if(const std::function<bool(BodyPair)>& goes);
    void forget_stored_in(std::size_t k);
    void pass_gates();
    WallPlace place_of(std::size_t wall, double time) const {
        return place_at(model_.walls[wall].motion, wall_clocks_[wall], time);
    }
    void move_walls();
    void move(Body body, const geometry::Transform& pose, Vec2 velocity, double spin);
    void predict();
    void choose_skin();
    void make_boxes();
    void find_pairs();
    void merge_contacts();
    void list_groups();
    void prepare_contacts();
    std::size_t contact_blocks() const { return (plain_ + contact_block - 1) / contact_block; }
    void list_contacts_of_grains();
    void share_blocks();
    void touch();
    template <class Law>
    void touch_by();
    bool is_clear(std::size_t k) const;
    void fetch_corners(std::size_t k) const;
    bool track(std::size_t k, geometry::QueryCounts& counts);
    Touching track_block(Range block, geometry::QueryCounts& counts);
    double track_group(const Group& group, geometry::QueryCounts& counts);
    void link_pieces(const Group& group);
    std::size_t join_pieces(const Group& group, std::size_t root);
    void share_spring(const Group& group, std::size_t root, std::size_t whole);
    template <class Law>
    void touch_group(const Group& group, BlockSums& sums, geometry::QueryCounts& counts);
    template <class Law>
    void touch_block(std::size_t block, BlockSums& sums, geometry::QueryCounts& counts, bool timed);
    template <class Law>
    ContactMotion motion_of(std::size_t k) const;
    template <class Law>
    ContactMotion plain_motion_of(std::size_t k) const;
    template <class Law>
    void apply_law(std::span<const std::uint32_t> touching, BlockSums& sums);
    template <class Law>
    double drag_on(std::size_t grain) const;
    void look_at_stability();
    PullForce pull_force();
    void correct();
    bool is_too_deep(const Contact& contact, const Overlap& overlap) const;
    [[noreturn]] void report_overlap(std::size_t contact) const;
    void report_not_finite() const;

    Model model_;
    Settings settings_;
    const Gear& gear_;
    Workers workers_;
    std::unique_ptr<BroadPhase> broad_phase_;

    // Constants of the bodies.
    std::vector<GrainId> ids_;
    GrainId next_id_ = 0;
    std::vector<std::unique_ptr<const geometry::Shape>> shapes_;  ///< of the grains
    std::vector<double> mass_;
    std::vector<double> inertia_;
    BodyArray<BodyProperties> properties_;

    std::vector<std::size_t> first_piece_;  ///< of each wall, and one more
    std::vector<std::uint32_t> wall_of_piece_;
    std::vector<std::uint8_t> is_grouped_;  ///< of each piece: its wall has others
    std::vector<std::uint8_t> was_there_;   ///< of each wall, at the last step
    std::vector<Spans> spans_;              ///< of each piece
    std::vector<WallClock> wall_clocks_;    ///< of each wall
    std::optional<Pull> pull_;

    // The state of the bodies.
    Coordinate x_;
    Coordinate y_;
    Coordinate angle_;
    BodyArray<Kinematics> kinematics_;
    BodyArray<Turns> turns_;  ///< that were taken off the positions
    std::uint64_t steps_ = 0;

    // The boxes, and what was found with them.
    BodyArray<geometry::ExtremeVertices> extremes_;
    Boxes boxes_;
    std::array<BoxAxis, 2> box_axes_;
    BodyArray<Turns> turned_;      ///< at this detection
    double mean_radius_ = 0.0;     ///< of the grains
    double largest_radius_ = 0.0;  ///< likewise
    double skin_ = 0.0;
    std::uint64_t detected_at_ = 0;  ///< the step of the last detection
    bool outrun_ = true;             ///< some body has left its box, or there is none yet
    bool bodies_changed_ = true;
    bool boxes_hold_ = false;  ///< they are those of the last search
    std::vector<ImagePair> pairs_;

    // The contacts, in the order of their pairs.
    std::vector<Contact> contacts_;
    std::size_t plain_ = 0;  ///< contacts from here on belong to groups
    std::vector<Group> groups_;
    std::vector<Contact> old_contacts_;
    std::vector<Contact> grouped_contacts_;
    std::vector<std::size_t> root_;  ///< of each contact in a group: the first that is felt with it
    std::vector<double> drag_;       ///< gamma sqrt(m Y), which the laws need
    std::vector<double> clear_until_;  ///< travel of both before the pair can touch
    std::vector<std::uint8_t> touching_;
    std::vector<Overlap> overlaps_;
    std::vector<ContactForce> forces_;
    std::vector<std::uint32_t> first_of_grain_;  ///< into of_grain_
    std::vector<std::uint32_t> of_grain_;        ///< contact times two, plus one where it is j
    std::vector<std::uint32_t> fill_;

    // Scaled accelerations, filled from the forces.
    std::vector<double> scaled_x_;
    std::vector<double> scaled_y_;
    std::vector<double> scaled_angle_;

    std::vector<BlockSums> block_sums_;
    std::vector<std::size_t> block_share_;  ///< of each worker: from here to the next
    std::vector<geometry::QueryCounts> worker_counts_;
    std::vector<std::uint8_t> worker_flags_;  ///< something is up in a worker's share
    Ledger ledger_;                           ///< the parts that are summed over time
    double work_ = 0.0;                       ///< of the elastic normal forces
    std::uint64_t detections_ = 0;
    Stability stability_;
    PhaseTimes phase_times_{};     ///< under `track` both it and `forces`
    double timed_tracking_ = 0.0;  ///< s, of the blocks that were timed
    double timed_forces_ = 0.0;
};

}  // namespace scree::engine
