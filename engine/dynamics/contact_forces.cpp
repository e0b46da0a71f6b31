#include "engine/dynamics/contact_forces.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "engine/dynamics/contact_pass.h"
#include "engine/dynamics/group_pass.h"

namespace scree::engine {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// One block in this many is timed, in turn, because reading the clock takes as long as a contact.
constexpr std::size_t timed_share = 16;

}  // namespace

void ContactForces::set_friction(std::size_t first, std::size_t second, double friction) {
    if (!(friction >= 0.0) || !std::isfinite(friction))
        throw std::invalid_argument("friction must be zero or more");
    ContactParameters parameters = table_.at(first, second);
    parameters.friction = friction;
    table_.set(first, second, parameters);
}

int most_lanes_at_once() {
#ifdef __clang__
    // Clang 14 does not inline wide numbers into functions for other processors.
    return 2;
#else
    return geometry::has_avx512 ? 8 : geometry::has_avx2 ? 4 : 2;
#endif
}

void ContactSums::add(const LaneSums& lanes) {
    // In the order of the lanes, however many were computed at once.
    const auto sum = [](const LaneSums::Column& terms) {
        double total = 0.0;
        for (const double term : terms) total += term;
        return total;
    };
    elastic_work += sum(lanes.elastic_work);
    potential += sum(lanes.potential);
    tangential += sum(lanes.tangential);
    normal_damping += sum(lanes.normal_damping);
    tangential_damping += sum(lanes.tangential_damping);
    tangential_work += sum(lanes.tangential_work);
    wall_work += sum(lanes.wall_work);
    stress = stress + StressSums{sum(lanes.stress_xx), sum(lanes.stress_yy), sum(lanes.stress_xy)};
}

std::span<const ContactSums> ContactForces::apply(const Bodies& bodies, const Domain& domain,
                                                  Contacts& contacts, Workers& workers,
                                                  std::uint64_t step) {
    with_law(law_, [&](auto law) {
        Pass<decltype(law)> pass(*this, bodies, domain, contacts);
        // After a search for pairs the old sums belong to other contacts, but they still tell
        // roughly where contacts touch.
        sums_.resize(pass.block_count() + pass.group_block_count());
        share_blocks(workers.count());
        contacts.forget_overlaps();
        apply_law(pass, workers, step);
    });
    return sums_;
}

/// Gives each worker about the same number of touching contacts: a falling heap has most of them at
/// the bottom.
void ContactForces::share_blocks(std::uint32_t workers) {
    constexpr std::size_t price_of_block = contact_block / 8;  // for its contacts that do not touch
    std::size_t total = 0;
    for (const ContactSums& sums : sums_) total += price_of_block + sums.touching;
    block_share_.assign(workers + 1, sums_.size());
    block_share_[0] = 0;
    std::size_t sum = 0;
    std::uint32_t worker = 1;
    for (std::size_t block = 0; block < sums_.size(); ++block) {
        sum += price_of_block + sums_[block].touching;
        while (worker < workers && sum * workers >= total * worker)
            block_share_[worker++] = block + 1;
    }
}

template <class Law>
void ContactForces::apply_law(Pass<Law>& pass, Workers& workers, std::uint64_t step) {
    const std::size_t plain_blocks = pass.block_count();
    workers.run([&](std::uint32_t worker) {
        // Counts and sums are on the worker's own stack, because a cache line that both workers
        // write to would cost more than the contacts do.
        geometry::QueryCounts counts;
        for (std::size_t block = block_share_[worker]; block < block_share_[worker + 1]; ++block) {
            ContactSums sums;
            if (block >= plain_blocks) {
                pass.do_group_block(block - plain_blocks, sums, counts);
            } else if (worker == 0 && (block + step) % timed_share == 0) {
                const Clock::time_point start = Clock::now();
                Clock::time_point tracked;
                pass.do_block(block, sums, counts, [&] { tracked = Clock::now(); });
                times_.tracking += Seconds(tracked - start).count();
                times_.forces += Seconds(Clock::now() - tracked).count();
            } else {
                pass.do_block(block, sums, counts, [] {});
            }
            sums_[block] = sums;
        }
        worker_counts_[worker] += counts;
    });
}

StoredEnergy ContactForces::stored_in(std::size_t k, const Bodies& bodies, const Domain& domain,
                                      const Walls& walls, const Contacts& contacts) const {
    const Contact& contact = contacts.all()[k];
    const ContactBodies of(bodies, domain);
    const Overlap overlap = contacts.overlap(k, of);
    const ContactParameters& parameters = table_.at(bodies.properties(contact.pair.i).material,
                                                    bodies.properties(contact.pair.j).material);
    const double spring = contacts.whole_spring(k, walls);
    const double k_t = parameters.tangential_stiffness();
    StoredEnergy stored;
    stored.tangential = k_t > 0.0 ? 0.5 / k_t * spring * spring : 0.0;
    stored.normal = -parameters.cohesion * overlap.area;
    if (!is_conservative()) stored.bed = bed_energy_of(k, bodies, domain, walls, contacts);
    with_law(law_, [&](auto law) {
        const ContactMotion motion = of.motion<decltype(law)>(contact);
        stored.normal += law.potential(parameters, overlap, motion);
    });
    return stored;
}

std::optional<double> ContactForces::bed_energy(const Bodies& bodies, const Domain& domain,
                                                const Walls& walls,
                                                const Contacts& contacts) const {
    if (is_conservative()) return std::nullopt;
    double sum = 0.0;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if (contacts.touches(k)) sum += bed_energy_of(k, bodies, domain, walls, contacts);
    return sum;
}

double ContactForces::bed_energy_of(std::size_t k, const Bodies& bodies, const Domain& domain,
                                    const Walls& walls, const Contacts& contacts) const {
    const ContactBodies of(bodies, domain);
    const Vec2 normal = contacts.overlap(k, of).normal;
    double integral = 0.0;
    contacts.for_each_felt_with(k, walls, [&](std::size_t piece) {
        if (contacts.all()[piece].memory.overlapped)
            integral += of.square_width_integral(contacts.all()[piece], normal);
    });
    const auto [i, j] = contacts.all()[k].pair;
    const BodyProperties& a = of.properties[i];
    const BodyProperties& b = of.properties[j];
    return table_.at(a.material, b.material).stiffness * 0.25 * (a.inverse_size + b.inverse_size) *
           integral;
}

/// A contact with the stiffness k resists the motions u and v of its two bodies by k (g.u + h.v)^2,
/// which is at most k (|g|^2 + |h|^2) times ((g.u)^2 / |g|^2 + (h.v)^2 / |h|^2): each side bears
/// the contact as if it were stiffer by (|g|^2 + |h|^2) over the square of its own.
ContactRates ContactForces::rates_of(std::size_t grain, const Bodies& bodies, const Domain& domain,
                                     const Contacts& contacts) const {
    const BodyProperties& body = bodies.properties(static_cast<Body>(grain));
    const double translation = std::sqrt(body.inverse_mass);
    const double rotation = std::sqrt(body.inverse_inertia);
    const ContactBodies of(bodies, domain);
    MotionMatrix stiffness;
    MotionMatrix damping;
    const auto add = [&](Vec2 direction, double arm, double both, double k, double c) {
        const double own =
            dot(direction, direction) * body.inverse_mass + arm * arm * body.inverse_inertia;
        stiffness.add(k * both / own, translation * direction, rotation * arm);
        damping.add(c * both / own, translation * direction, rotation * arm);
    };
    with_law(law_, [&](auto law) {
        for (const std::uint32_t entry : contacts.of_grain(grain)) {
            const std::size_t k = entry / 2;
            if (!contacts.touches(k)) continue;
            const Overlap overlap = contacts.overlap(k, of);
            const auto [i, j] = contacts.all()[k].pair;
            const ContactParameters& parameters =
                table_.at(of.properties[i].material, of.properties[j].material);
            const ContactMotion motion = of.motion<decltype(law)>(contacts.all()[k]);
            const Vec2 point = law.point(overlap);
            const Vec2 arm = entry % 2 != 0 ? point - motion.centres : point;

            const double normal = law.stiffness(parameters, overlap, motion);
            const double drag = law.resistance(parameters, overlap, motion);
            add(overlap.normal, cross(arm, overlap.normal),
                motion.inverse_mass_at(point, overlap.normal), normal, drag);
            // What resists the rocking of a face on another.
            if (const double lever = square_lever(overlap, motion, point); lever > 0.0)
                add({}, 1.0, motion.inverse_inertia_a + motion.inverse_inertia_b, lever * normal,
                    lever * drag);
            if (parameters.friction > 0.0) {
                const Vec2 along = turned_left(overlap.normal);
                const double both = motion.inverse_mass_at(point, along);
                const double spring = parameters.tangential_stiffness();
                add(along, cross(arm, along), both, spring,
                    2.0 * parameters.tangential_damping * std::sqrt(spring / both));
            }
        }
    });
    return {stiffness.largest_eigenvalue(), damping.largest_eigenvalue()};
}

geometry::QueryCounts ContactForces::query_counts() const {
    geometry::QueryCounts sum;
    for (const geometry::QueryCounts& counts : worker_counts_) sum += counts;
    return sum;
}

void ContactForces::read(const Snapshot& from) {
    worker_counts_.assign(worker_counts_.size(), {});
    worker_counts_[0] = from.queries;
}

}  // namespace scree::engine
