// The part of a step that deals with pairs: boxes, detection, features, forces.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "engine/simulation.h"

namespace scree::engine {
namespace {

using geometry::Apart;
using geometry::Disc;
using geometry::PairMemory;
using geometry::Transform;

/// A pair that is this share of its distance nearer, by what its bodies may have moved, is asked
/// again: below one, to cover the rounding of the travel.
constexpr double clear_share = 0.999;

geometry::Proximity proximity_of(const Constitution& a, const Transform& pose_a,
                                 const Constitution& b, const Transform& pose_b, PairMemory& memory,
                                 geometry::QueryCounts& counts) {
    if (!a.is_disc && !b.is_disc) [[likely]]
        return proximity(a.ring, pose_a, b.ring, pose_b, memory, counts);
    const double radius_a = a.ring.radius();
    const double radius_b = b.ring.radius();
    if (a.is_disc && b.is_disc) return proximity(Disc(radius_a), pose_a, Disc(radius_b), pose_b);
    if (a.is_disc) return proximity(Disc(radius_a), pose_a, b.ring, pose_b, memory, counts);
    return proximity(a.ring, pose_a, Disc(radius_b), pose_b, memory, counts);
}

/// Of a grain that is a disc in another, or in a wall of any shape.
double depth_of(const Constitution& a, const Transform& pose_a, const Constitution& b,
                const Transform& pose_b, const PairMemory& memory) {
    const Disc disc(a.ring.radius());
    if (b.is_disc) return disc_depth(disc, pose_a, Disc(b.ring.radius()), pose_b);
    return disc_depth(b.ring, pose_b, memory.b, disc, pose_a);
}

}  // namespace

void Simulation::make_boxes() {
    const auto make = [&](Body body) {
        const Constitution& constitution = constitution_[body];
        const Transform& pose = kinematics_[body].pose;
        const geometry::Box tight =
            constitution.is_disc ? geometry::bounding_box(Disc(constitution.ring.radius()), pose)
                                 : geometry::bounding_box(constitution.ring, pose, extremes_[body]);
        boxes_[body] = geometry::fattened(tight, skin_);
    };
    workers_.split(grain_count(), grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i) make(static_cast<Body>(i));
    });
    for (std::size_t k = 0; k < model_.walls.size(); ++k) make(wall_body(k));
}

void Simulation::find_pairs() {
    broad_phase_->find_pairs(boxes_, workers_, pairs_);
    merge_contacts();
    list_contacts_of_grains();
    const auto rest = [&](Body body) { kinematics_[body].travel = 0.0; };
    for (std::size_t i = 0; i < grain_count(); ++i) rest(static_cast<Body>(i));
    for (std::size_t k = 0; k < model_.walls.size(); ++k) rest(wall_body(k));
    outrun_ = false;
    ++detections_;
}

/// Carries over what the old contacts remember to those of the new pairs; both are sorted.
void Simulation::merge_contacts() {
    std::swap(contacts_, old_contacts_);
    contacts_.clear();
    auto old = old_contacts_.begin();
    for (const BodyPair& pair : pairs_) {
        while (old != old_contacts_.end() && old->pair < pair) ++old;
        if (old != old_contacts_.end() && old->pair == pair)
            contacts_.push_back(*old);
        else
            contacts_.push_back({pair, {}, 0.0});
    }
    const std::size_t n = contacts_.size();
    drag_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        const Constitution& a = constitution_[contacts_[k].pair.i];
        const Constitution& b = constitution_[contacts_[k].pair.j];
        const ContactParameters& parameters = model_.contacts.at(a.material, b.material);
        drag_[k] = parameters.damping *
                   std::sqrt(parameters.stiffness / (a.inverse_mass + b.inverse_mass));
    }
    clear_until_.assign(n, 0.0);
    touching_.assign(n, 0);
    overlaps_.resize(n);
    forces_.assign(n, {});
    block_sums_.resize((n + contact_block - 1) / contact_block);
}

/// A grain goes, and what its contacts store with it; the others keep their order, and those above
/// it get other numbers.
void Simulation::drop_contacts_of(Body body) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const auto [i, j] = contacts_[k].pair;
        if (i == body || j == body) continue;
        contacts_[kept] = contacts_[k];
        if (i > body) --contacts_[kept].pair.i;
        if (j > body && !is_wall(j)) --contacts_[kept].pair.j;
        touching_[kept] = touching_[k];
        overlaps_[kept] = overlaps_[k];
        forces_[kept] = forces_[k];
        ++kept;
    }
    contacts_.resize(kept);
    touching_.resize(kept);
    overlaps_.resize(kept);
    forces_.resize(kept);
    first_of_grain_.clear();
}

/// For each grain its contacts in their order, by a counting sort.
void Simulation::list_contacts_of_grains() {
    first_of_grain_.assign(grain_count() + 1, 0);
    for (const Contact& contact : contacts_) {
        ++first_of_grain_[contact.pair.i + 1];
        if (!is_wall(contact.pair.j)) ++first_of_grain_[contact.pair.j + 1];
    }
    for (std::size_t i = 0; i < grain_count(); ++i) first_of_grain_[i + 1] += first_of_grain_[i];
    of_grain_.resize(first_of_grain_.back());
    fill_.assign(first_of_grain_.begin(), first_of_grain_.end());
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const auto [i, j] = contacts_[k].pair;
        of_grain_[fill_[i]++] = static_cast<std::uint32_t>(2 * k);
        if (!is_wall(j)) of_grain_[fill_[j]++] = static_cast<std::uint32_t>(2 * k + 1);
    }
}

bool Simulation::is_too_deep(const Contact& contact, const Overlap& overlap) const {
    const auto share = [&](Body body) {
        const double inverse_size = constitution_[body].inverse_size;
        return overlap.area * inverse_size * inverse_size * std::numbers::inv_pi;
    };
    const double deepest = std::max(share(contact.pair.i), share(contact.pair.j));
    return overlap.swallowed || !(deepest <= settings_.largest_overlap);
}

/// Shares the blocks of contacts out so that each worker gets about as many contacts that touch:
/// the others cost little, and a heap that still falls has them all at the bottom.
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

template <class Law>
void Simulation::touch() {
    share_blocks();
    workers_.run([&](std::uint32_t worker) {
        // Counted and summed on the worker's own stack: a cache line that both write would cost
        // more than the contacts do.
        geometry::QueryCounts counts;
        for (std::size_t block = block_share_[worker]; block < block_share_[worker + 1]; ++block) {
            const std::size_t first = block * contact_block;
            BlockSums sums;
            touch_block<Law>({first, std::min(first + contact_block, contacts_.size())}, sums,
                             counts);
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

template <class Law>
void Simulation::touch_block(Range block, BlockSums& sums, geometry::QueryCounts& counts) {
    for (std::size_t k = block.first; k < block.last; ++k) {
        Contact& contact = contacts_[k];
        const auto [i, j] = contact.pair;
        const Kinematics& a = kinematics_[i];
        const Kinematics& b = kinematics_[j];
        if (a.travel + b.travel < clear_until_[k]) continue;
        const Constitution& of_a = constitution_[i];
        const Constitution& of_b = constitution_[j];
        const geometry::Proximity answer =
            proximity_of(of_a, a.pose, of_b, b.pose, contact.memory, counts);
        if (const auto* apart = std::get_if<Apart>(&answer)) {
            clear_until_[k] = a.travel + b.travel + clear_share * apart->distance;
            touching_[k] = 0;
            contact.spring = 0.0;
            forces_[k] = {};
            continue;
        }
        const Overlap& overlap = overlaps_[k] = *std::get_if<Overlap>(&answer);
        touching_[k] = 1;
        ++sums.touching;
        if (is_too_deep(contact, overlap)) sums.too_deep = std::min(sums.too_deep, k);
        apply_law<Law>(k, sums);
    }
}

template <class Law>
void Simulation::apply_law(std::size_t k, BlockSums& sums) {
    Contact& contact = contacts_[k];
    const auto [i, j] = contact.pair;
    const Kinematics& a = kinematics_[i];
    const Kinematics& b = kinematics_[j];
    const Constitution& of_a = constitution_[i];
    const Constitution& of_b = constitution_[j];
    const Overlap& overlap = overlaps_[k];
    const ContactParameters& parameters = model_.contacts.at(of_a.material, of_b.material);
    const double dt = settings_.dt;

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
        motion.disc_depth = depth_of(of_a, a.pose, of_b, b.pose, contact.memory);

    const NormalForce normal = Law::normal(parameters, overlap, motion);
    const TangentialForce friction =
        tangential(parameters, overlap, motion, normal, contact.spring, dt);
    const double k_t = parameters.tangential_stiffness();
    const Vec2 along = turned_left(overlap.normal);
    const Vec2 push = normal.total() * overlap.normal + friction.total * along;
    // Cohesion pulls at the middle of the chord: its potential is -c A.
    const Vec2 pull = -(parameters.cohesion * overlap.chord) * overlap.normal;
    const Vec2 force = push + pull;
    forces_[k] = {force,
                  {-cross(normal.point, push) - cross(overlap.midpoint, pull),
                   cross(normal.point - motion.centres, push) +
                       cross(overlap.midpoint - motion.centres, pull)}};

    // The ledger: work is force times velocity times dt.
    const double approach = dot(overlap.normal, motion.velocity_at(normal.point));
    const double slip = dot(along, motion.velocity_at(normal.point));
    const double half_compliance = k_t > 0.0 ? 0.5 / k_t : 0.0;
    const double stored_before = half_compliance * contact.spring * contact.spring;
    const double stored = half_compliance * friction.spring * friction.spring;
    const double lost = -friction.total * slip * dt - (stored - stored_before);
    const double damped = -(friction.total - friction.spring) * slip * dt;
    sums.elastic_work += normal.elastic * approach * dt;
    sums.potential +=
        Law::potential(parameters, overlap, motion) - parameters.cohesion * overlap.area;
    sums.tangential += stored;
    sums.normal_damping -= normal.damping * approach * dt;
    sums.tangential_damping += damped;
    sums.sliding += lost - damped;
    if (motion.b_is_wall) {
        const Vec2 velocity_push = b.velocity + b.spin * turned_left(normal.point - motion.centres);
        const Vec2 velocity_pull =
            b.velocity + b.spin * turned_left(overlap.midpoint - motion.centres);
        sums.wall_work -= (dot(push, velocity_push) + dot(pull, velocity_pull)) * dt;
    }
    contact.spring = friction.spring;
}

void Simulation::report_overlap(std::size_t contact) const {
    const auto [i, j] = contacts_[contact].pair;
    const std::string other =
        is_wall(j) ? "wall " + std::to_string(wall_index(j)) : "grain " + std::to_string(ids_[j]);
    const std::string what = overlaps_[contact].swallowed ? " is swallowed by " : " overlaps with ";
    throw Breakdown("at t = " + std::to_string(time()) + " s grain " + std::to_string(ids_[i]) +
                        what + other +
                        " beyond what a contact can be: take a smaller time step or a stiffer "
                        "material, or place grains further apart",
                    ids_[i]);
}

template void Simulation::touch<AreaLaw>();
template void Simulation::touch<EnergyLaw>();
template void Simulation::touch<LinearLaw>();

}  // namespace scree::engine
