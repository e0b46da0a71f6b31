// The part of a step that deals with contacts: features are tracked, forces applied.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <utility>

#include "engine/dynamics/contact_effect.h"
#include "engine/dynamics/simulation.h"

namespace scree::engine {
namespace {

using geometry::Apart;
using geometry::Disc;
using geometry::PairMemory;
using geometry::Transform;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// One block in so many is timed, by turns: a look at the clock takes as long as a contact.
constexpr std::size_t timed_share = 16;

template <class Task>
void with_law(LawKind kind, const Task& task) {
    switch (kind) {
        case LawKind::area:
            return task(AreaLaw());
        case LawKind::energy:
            return task(EnergyLaw());
        case LawKind::linear:
            return task(LinearLaw());
    }
}

/// A pair whose bodies may be nearer by this share of their distance is asked again: below one, for
/// the rounding of the travel.
constexpr double clear_share = 0.999;

[[gnu::always_inline]] inline geometry::Proximity proximity_of(
    const BodyProperties& a, const Transform& pose_a, const BodyProperties& b,
    const Transform& pose_b, PairMemory& memory, geometry::QueryCounts& counts) {
    if (!a.is_disc && !b.is_disc) [[likely]]
        return proximity(a.ring, pose_a, b.ring, pose_b, memory, counts);
    const double radius_a = a.ring.radius();
    const double radius_b = b.ring.radius();
    if (a.is_disc && b.is_disc) return proximity(Disc(radius_a), pose_a, Disc(radius_b), pose_b);
    if (a.is_disc) return proximity(Disc(radius_a), pose_a, b.ring, pose_b, memory, counts);
    return proximity(a.ring, pose_a, Disc(radius_b), pose_b, memory, counts);
}

/// Of a grain that is a disc in another, or in a wall of any shape.
double depth_of(const BodyProperties& a, const Transform& pose_a, const BodyProperties& b,
                const Transform& pose_b, const PairMemory& memory) {
    const Disc disc(a.ring.radius());
    if (b.is_disc) return disc_depth(disc, pose_a, Disc(b.ring.radius()), pose_b);
    return disc_depth(b.ring, pose_b, memory.b, disc, pose_a);
}

}  // namespace

bool Simulation::is_too_deep(const Contact& contact, const Overlap& overlap) const {
    const auto share = [&](Body body) {
        const double inverse_size = properties_[body].inverse_size;
        return overlap.area * inverse_size * inverse_size * std::numbers::inv_pi;
    };
    const double deepest = std::max(share(contact.pair.i), share(contact.pair.j));
    return overlap.swallowed || !(deepest <= settings_.largest_overlap);
}

/// Each worker gets about as many contacts that touch: a heap that falls has them at the bottom.
void Simulation::share_blocks() {
    constexpr std::size_t price_of_block = contact_block / 8;  // of contacts that do not touch
    std::size_t total = 0;
    for (const BlockSums& sums : block_sums_) total += price_of_block + sums.touching;
    block_share_.assign(workers_.count() + 1, block_sums_.size());
    block_share_[0] = 0;
    std::size_t sum = 0;
    std::uint32_t worker = 1;
    for (std::size_t block = 0; block < block_sums_.size(); ++block) {
        sum += price_of_block + block_sums_[block].touching;
        while (worker < workers_.count() && sum * workers_.count() >= total * worker)
            block_share_[worker++] = block + 1;
    }
}

void Simulation::touch() {
    with_law(settings_.law, [&](auto law) { touch_by<decltype(law)>(); });
}

template <class Law>
void Simulation::touch_by() {
    share_blocks();
    workers_.run([&](std::uint32_t worker) {
        // Counted and summed on the worker's own stack: a cache line that both write would cost
        // more than the contacts do.
        geometry::QueryCounts counts;
        for (std::size_t block = block_share_[worker]; block < block_share_[worker + 1]; ++block) {
            BlockSums sums;
            if (block < contact_blocks()) {
                const bool timed = worker == 0 && (block + steps_) % timed_share == 0;
                touch_block<Law>(block, sums, counts, timed);
            } else {
                const std::size_t first = (block - contact_blocks()) * group_block;
                const std::size_t last = std::min(first + group_block, groups_.size());
                for (std::size_t g = first; g < last; ++g)
                    touch_group<Law>(groups_[g], sums, counts);
            }
            block_sums_[block] = sums;
        }
        worker_counts_[worker] += counts;
    });
    // In the order of the blocks, whoever computed them.
    ledger_.elastic_tangential = 0.0;
    double potential = 0.0;
    for (const BlockSums& sums : block_sums_) {
        if (sums.too_deep < contacts_.size()) report_overlap(sums.too_deep);
        potential += sums.potential;
        work_ += sums.elastic_work;
        ledger_.elastic_tangential += sums.tangential;
        ledger_.normal_damping += sums.normal_damping;
        ledger_.tangential_damping += sums.tangential_damping;
        ledger_.sliding += sums.sliding;
        ledger_.wall_work += sums.wall_work;
    }
    ledger_.elastic_normal = Law::conservative ? potential : potential - work_;
}

/// Whether the bodies have not moved far enough to touch.
[[gnu::always_inline]] inline bool Simulation::is_clear(std::size_t k) const {
    const auto [i, j] = contacts_[k].pair;
    return kinematics_[i].travel + kinematics_[j].travel < clear_until_[k];
}

/// Asks for the corners that a contact was at.
[[gnu::always_inline]] inline void Simulation::fetch_corners(std::size_t k) const {
    const auto [i, j] = contacts_[k].pair;
    const auto& [enter, leave] = contacts_[k].memory.crossing;
    for (const std::ptrdiff_t corner :
         {std::ptrdiff_t{enter.a}, enter.a + std::ptrdiff_t{2}, leave.a + std::ptrdiff_t{1}})
        properties_[i].ring.fetch(corner);
    for (const std::ptrdiff_t corner :
         {std::ptrdiff_t{leave.b}, leave.b + std::ptrdiff_t{2}, enter.b + std::ptrdiff_t{1}})
        properties_[j].ring.fetch(corner);
}

/// Whether a contact touches, and then its overlap. A call of its own would show in a step's time.
[[gnu::always_inline]] inline bool Simulation::track(std::size_t k, geometry::QueryCounts& counts) {
    Contact& contact = contacts_[k];
    const auto [i, j] = contact.pair;
    const Kinematics& a = kinematics_[i];
    const Kinematics& b = kinematics_[j];
    const Transform* pose_b = &b.pose;
    Transform image;
    if (!contact.image.is_here()) [[unlikely]] {
        image = {second_place(contact), b.pose.rotation};
        pose_b = &image;
    }
    const geometry::Proximity answer =
        proximity_of(properties_[i], a.pose, properties_[j], *pose_b, contact.memory, counts);
    if (const auto* apart = std::get_if<Apart>(&answer)) {
        clear_until_[k] = a.travel + b.travel + clear_share * apart->distance;
        touching_[k] = 0;
        contact.spring = 0.0;
        forces_[k] = {};
        return false;
    }
    overlaps_[k] = *std::get_if<Overlap>(&answer);
    touching_[k] = 1;
    return true;
}

Simulation::Touching Simulation::track_block(Range block, geometry::QueryCounts& counts) {
    // First which pairs are near, so that the corners of the next can be fetched ahead.
    Touching near;
    for (std::size_t k = block.first; k < block.last; ++k) {
        near.contacts[near.count] = static_cast<std::uint32_t>(k);
        near.count += is_clear(k) ? 0 : 1;
    }
    constexpr std::size_t ahead = 2;
    Touching touching;
    for (std::size_t n = 0; n < near.count; ++n) {
        if (n + ahead < near.count) fetch_corners(near.contacts[n + ahead]);
        touching.contacts[touching.count] = near.contacts[n];
        touching.count += track(near.contacts[n], counts) ? 1 : 0;
    }
    return touching;
}

/// Returns the springs of pieces that were left.
double Simulation::track_group(const Group& group, geometry::QueryCounts& counts) {
    double orphaned = 0.0;
    for (std::size_t k = group.first; k < group.last; ++k) {
        const double spring = contacts_[k].spring;
        if (is_clear(k) || !track(k, counts)) orphaned += spring;
    }
    return orphaned;
}

/// Features of a whole block first, then its forces, with the overlaps still in the first cache.
template <class Law>
void Simulation::touch_block(std::size_t block, BlockSums& sums, geometry::QueryCounts& counts,
                             bool timed) {
    const Clock::time_point start = timed ? Clock::now() : Clock::time_point();
    const std::size_t first = block * contact_block;
    const Touching touching = track_block({first, std::min(first + contact_block, plain_)}, counts);
    const Clock::time_point tracked = timed ? Clock::now() : start;
    apply_law<Law>(std::span(touching.contacts).first(touching.count), sums);
    if (!timed) return;
    timed_tracking_ += Seconds(tracked - start).count();
    timed_forces_ += Seconds(Clock::now() - tracked).count();
}

/// Pieces that are felt as one are one contact, in the place of the one that overlaps most.
template <class Law>
void Simulation::touch_group(const Group& group, BlockSums& sums, geometry::QueryCounts& counts) {
    double orphaned = track_group(group, counts);
    link_pieces(group);
    for (std::size_t root = group.first; root < group.last; ++root) {
        if (root_[root - plain_] != root) continue;
        const std::size_t k = join_pieces(group, root);
        // Where the grain has hopped to the next piece.
        contacts_[k].spring += std::exchange(orphaned, 0.0);
        const auto contact = static_cast<std::uint32_t>(k);
        apply_law<Law>(std::span(&contact, 1), sums);
        share_spring(group, root, k);
    }
}

/// In whatever image they meet. The plain motion does not ask for it, which would cost half of it.
template <class Law>
ContactMotion Simulation::motion_of(std::size_t k) const {
    ContactMotion motion = plain_motion_of<Law>(k);
    motion.centres = second_place(contacts_[k]) - kinematics_[contacts_[k].pair.i].pose.position;
    return motion;
}

template <class Law>
ContactMotion Simulation::plain_motion_of(std::size_t k) const {
    const auto [i, j] = contacts_[k].pair;
    const Kinematics& a = kinematics_[i];
    const Kinematics& b = kinematics_[j];
    const BodyProperties& of_a = properties_[i];
    const BodyProperties& of_b = properties_[j];
    ContactMotion motion;
    motion.centres = b.pose.position - a.pose.position;
    motion.velocity = b.velocity - a.velocity;
    motion.spin_a = a.spin;
    motion.spin_b = b.spin;
    motion.inverse_mass = of_a.inverse_mass + of_b.inverse_mass;
    motion.inverse_inertia_a = of_a.inverse_inertia;
    motion.inverse_inertia_b = of_b.inverse_inertia;
    motion.inverse_size_a = of_a.inverse_size;
    motion.inverse_size_b = of_b.inverse_size;
    motion.drag = drag_[k];
    motion.b_is_wall = is_wall(j);
    if constexpr (std::is_same_v<Law, LinearLaw>)
        motion.disc_depth = depth_of(
            of_a, a.pose, of_b, {second_place(contacts_[k]), b.pose.rotation}, contacts_[k].memory);
    return motion;
}

/// Of contacts that touch, in their order.
template <class Law>
void Simulation::apply_law(std::span<const std::uint32_t> touching, BlockSums& sums) {
    ContactColumns columns;
    for (std::size_t n = 0; n < touching.size(); ++n) {
        const std::size_t k = touching[n];
        const Contact& contact = contacts_[k];
        const Overlap& overlap = overlaps_[k];
        if (is_too_deep(contact, overlap)) sums.too_deep = std::min(sums.too_deep, k);
        const ContactParameters& parameters = model_.contacts.at(
            properties_[contact.pair.i].material, properties_[contact.pair.j].material);
        columns.put(n, parameters, overlap, plain_motion_of<Law>(k), contact.spring);
        if (!contact.image.is_here()) [[unlikely]]
            columns.put_centres(n, motion_of<Law>(k).centres);
    }
    columns.compute<Law>(touching.size(), settings_.dt);
    for (std::size_t n = 0; n < touching.size(); ++n) {
        const std::size_t k = touching[n];
        const ContactEffect effect = columns.effect(n);
        forces_[k] = {effect.force, {effect.torque_a, effect.torque_b}};
        contacts_[k].spring = effect.spring;
        sums.elastic_work += effect.elastic_work;
        sums.potential += effect.potential;
        sums.tangential += effect.stored;
        sums.normal_damping += effect.normal_damping;
        sums.tangential_damping += effect.tangential_damping;
        sums.sliding += effect.sliding;
        if (const Body j = contacts_[k].pair.j; is_wall(j)) {
            const Kinematics& wall = kinematics_[j];
            sums.wall_work -=
                (dot(effect.force, wall.velocity) + effect.torque_b * wall.spin) * settings_.dt;
        }
    }
    sums.touching += touching.size();
}

void Simulation::report_overlap(std::size_t contact) const {
    const auto [i, j] = contacts_[contact].pair;
    const std::string other =
        is_wall(j) ? "wall " + std::to_string(wall_of(j)) : "grain " + std::to_string(ids_[j]);
    const std::string what = overlaps_[contact].swallowed ? " is swallowed by " : " overlaps with ";
    throw Breakdown("at t = " + std::to_string(time()) + " s grain " + std::to_string(ids_[i]) +
                        what + other +
                        " beyond what a contact can be: take a smaller time step or a stiffer "
                        "material, or place grains further apart",
                    ids_[i]);
}

/// Contacts go, with what they store; the others keep their order.
void Simulation::drop_contacts_if(const std::function<bool(BodyPair)>& goes) {
    std::size_t kept = 0;
    std::size_t plain = 0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (goes(contacts_[k].pair)) {
            if (touches(k)) forget_stored_in(k);
            continue;
        }
        plain += k < plain_ ? 1 : 0;
        contacts_[kept] = contacts_[k];
        drag_[kept] = drag_[k];
        clear_until_[kept] = clear_until_[k];
        touching_[kept] = touching_[k];
        overlaps_[kept] = overlaps_[k];
        forces_[kept] = forces_[k];
        ++kept;
    }
    plain_ = plain;
    contacts_.resize(kept);
    drag_.resize(kept);
    clear_until_.resize(kept);
    touching_.resize(kept);
    overlaps_.resize(kept);
    forces_.resize(kept);
    outrun_ = true;
}

/// Takes the energy of a contact out of the ledger.
void Simulation::forget_stored_in(std::size_t k) {
    const BodyPair pair = contacts_[k].pair;
    // Pieces of a wall have a share of the spring each, and go together.
    double spring = contacts_[k].spring;
    const auto add = [&](std::size_t m) {
        const bool shares = contacts_[m].pair.i == pair.i && is_wall(contacts_[m].pair.j) &&
                            wall_of(contacts_[m].pair.j) == wall_of(pair.j) && !touches(m);
        if (shares) spring += contacts_[m].spring;
        return shares;
    };
    if (k >= plain_) {
        for (std::size_t m = k + 1; m < contacts_.size() && add(m);) ++m;
        for (std::size_t m = k; m > plain_ && add(m - 1);) --m;
    }
    const ContactParameters& parameters =
        model_.contacts.at(properties_[pair.i].material, properties_[pair.j].material);
    const double k_t = parameters.tangential_stiffness();
    const double tangential = k_t > 0.0 ? 0.5 / k_t * spring * spring : 0.0;
    double potential = -parameters.cohesion * overlaps_[k].area;
    with_law(settings_.law, [&](auto law) {
        potential += law.potential(parameters, overlaps_[k], motion_of<decltype(law)>(k));
    });
    ledger_.elastic_tangential -= tangential;
    ledger_.elastic_normal -= potential;
    ledger_.added -= tangential + potential;
}

/// The sum over the grain's contacts of c (1/m + arm^2/I).
template <class Law>
double Simulation::drag_on(std::size_t grain) const {
    const BodyProperties& body = properties_[static_cast<Body>(grain)];
    double sum = 0.0;
    for (std::uint32_t at = first_of_grain_[grain]; at < first_of_grain_[grain + 1]; ++at) {
        const std::size_t k = of_grain_[at] / 2;
        if (!touches(k)) continue;
        const ContactMotion motion = motion_of<Law>(k);
        const Vec2 point = Law::conservative ? overlaps_[k].midpoint : overlaps_[k].centroid;
        const double arm =
            cross(of_grain_[at] % 2 != 0 ? point - motion.centres : point, overlaps_[k].normal);
        sum += Law::resistance(overlaps_[k], motion) *
               (body.inverse_mass + arm * arm * body.inverse_inertia);
    }
    return sum;
}

void Simulation::look_at_stability() {
    with_law(settings_.law, [&](auto law) {
        for (std::size_t i = 0; i < grain_count(); ++i) {
            const double drag = settings_.dt * drag_on<decltype(law)>(i);
            if (!(drag > stability_.drag)) continue;
            stability_.drag = drag;
            stability_.grain = ids_[i];
            stability_.step = steps_;
        }
    });
}

}  // namespace scree::engine
