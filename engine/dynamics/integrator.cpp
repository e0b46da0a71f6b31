#include "engine/dynamics/integrator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "geometry/wide/wide.h"
#include "geometry/wide/wide_real.h"

namespace scree::engine {

namespace {

/// Workers go through their shares in batches of this many grains, so that what is known of a grain
/// is still in the first cache when it is needed again.
constexpr std::size_t batch = 4 * grain_block;

/// Calls task(range) for the batches of a share.
template <class Task>
void for_each_batch(Range share, const Task& task) {
    for (std::size_t first = share.first; first < share.last; first += batch)
        task(Range{first, std::min(first + batch, share.last)});
}

/// What acts on grains.
struct Loads {
    const Contacts& contacts;
    const ContactForce* forces;
    Vec2 gravity;
    const PullForce& pull;
};

struct GrainLoad {
    Vec2 force;
    double torque;
};

/// The force and the torque on a grain. Those of its contacts are summed in their order, so that
/// the sum has the same bits for any schedule.
GrainLoad sum_on(std::size_t grain, const Loads& loads) {
    // Both coordinates of the force are added at once. A contact stores the force on its second
    // body; the first one feels the opposite.
    using Two = geometry::WideReal<2>;
    static constexpr std::array<double, 2> sign{-1.0, 1.0};
    Two force{};
    double torque = 0.0;
    for (const std::uint32_t entry : loads.contacts.of_grain(grain)) {
        const std::uint32_t side = entry % 2;
        const ContactForce& contact = loads.forces[entry / 2];
        force += sign[side] * geometry::load<Two>(&contact.force.x);
        torque += contact.torque[side];
    }
    return {{force[0], force[1]}, torque};
}

/// Prefetches the grains of the next batch meanwhile, if it is asked to. (That is no argument
/// because a loop that tests it takes longer.)
template <bool fetches_ahead, class Accelerations>
void find_accelerations(Range range, const Loads& loads, const Bodies& bodies, double half_square,
                        Accelerations& scaled) {
    for (std::size_t i = range.first; i < range.last; ++i) {
        if constexpr (fetches_ahead) bodies.fetch(i + batch);
        auto [force, torque] = sum_on(i, loads);
        if (i == loads.pull.grain) {
            force += loads.pull.force;
            torque += loads.pull.torque;
        }
        const BodyProperties& body = bodies.properties(static_cast<Body>(i));
        const Vec2 acceleration = loads.gravity + body.inverse_mass * force;
        const std::size_t n = i - range.first;
        scaled.x[n] = half_square * acceleration.x;
        scaled.y[n] = half_square * acceleration.y;
        scaled.angle[n] = half_square * body.inverse_inertia * torque;
    }
}

/// Brings the bodies of predicted grains to their places. Returns the furthest travel.
double place(Bodies& bodies, Range range, const Flow* flow) {
    const std::size_t count = range.last - range.first;
    std::array<double, batch> sines;
    std::array<double, batch> cosines;
    geometry::sines_and_cosines({bodies.angles().derivative(0) + range.first, count},
                                std::span(sines).first(count), std::span(cosines).first(count));
    if (flow != nullptr) return bodies.place_grains(range, sines.data(), cosines.data(), *flow);
    return bodies.place_grains(range, sines.data(), cosines.data());
}

}  // namespace

/// Accelerations of the grains of a batch, times dt^2 / 2.
struct Integrator::Accelerations {
    std::array<double, batch> x;
    std::array<double, batch> y;
    std::array<double, batch> angle;

    bool is_finite(std::size_t n) const { return std::isfinite(x[n] + y[n] + angle[n]); }
};

double Integrator::predict(Bodies& bodies, const Flow* flow, Workers& workers) {
    furthest_.assign(workers.count(), 0.0);
    workers.split(bodies.grain_count(), grain_block, [&](Range share, std::uint32_t worker) {
        double furthest = 0.0;
        for_each_batch(share, [&](Range range) {
            engine::predict(gear_, bodies.x(), range);
            engine::predict(gear_, bodies.y(), range);
            engine::predict(gear_, bodies.angles(), range);
            furthest = std::max(furthest, place(bodies, range, flow));
        });
        furthest_[worker] = furthest;
    });
    return *std::ranges::max_element(furthest_);
}

template <Integrator::Then then>
void Integrator::pass(Bodies& bodies, const Contacts& contacts, Vec2 gravity, const PullForce& pull,
                      const Flow* flow, Workers& workers) {
    const Loads loads{contacts, contacts.list().forces.data(), gravity, pull};
    constexpr auto apply = then == Then::correct ? engine::correct : engine::correct_and_predict;
    const auto find = bodies.outgrow_cache() ? find_accelerations<true, Accelerations>
                                             : find_accelerations<false, Accelerations>;
    furthest_.assign(workers.count(), 0.0);
    not_finite_.assign(workers.count(), none);
    work_.resize((bodies.grain_count() + grain_block - 1) / grain_block);
    workers.split(bodies.grain_count(), grain_block, [&](Range share, std::uint32_t worker) {
        double furthest = 0.0;
        std::size_t not_finite = none;
        for_each_batch(share, [&](Range range) {
            Accelerations scaled;
            find(range, loads, bodies, 0.5 * dt_ * dt_, scaled);
            const bool is_finite = flow == nullptr
                                       ? sum_work(range, scaled, scaled, gravity, bodies)
                                       : add_flow(*flow, range, scaled, gravity, bodies);
            if (!is_finite) [[unlikely]]
                for (std::size_t i = range.first; i < range.last && not_finite == none; ++i)
                    if (!scaled.is_finite(i - range.first)) not_finite = i;
            apply(gear_, bodies.x(), scaled.x.data(), range);
            apply(gear_, bodies.y(), scaled.y.data(), range);
            apply(gear_, bodies.angles(), scaled.angle.data(), range);
            if (then == Then::correct_and_predict)
                furthest = std::max(furthest, place(bodies, range, flow));
        });
        furthest_[worker] = furthest;
        not_finite_[worker] = not_finite;
    });
}

bool Integrator::correct(Bodies& bodies, const Contacts& contacts, Vec2 gravity,
                         const PullForce& pull, const Flow* flow, Workers& workers) {
    pass<Then::correct>(bodies, contacts, gravity, pull, flow, workers);
    return !first_not_finite();
}

std::optional<double> Integrator::correct_and_predict(Bodies& bodies, const Contacts& contacts,
                                                      Vec2 gravity, const PullForce& pull,
                                                      const Flow* flow, Workers& workers) {
    pass<Then::correct_and_predict>(bodies, contacts, gravity, pull, flow, workers);
    if (first_not_finite()) return std::nullopt;
    return *std::ranges::max_element(furthest_);
}

/// Adds the acceleration of what moves with the flow of a deforming cell, and does the same as
/// sum_work().
bool Integrator::add_flow(const Flow& flow, Range range, Accelerations& scaled, Vec2 gravity,
                          Bodies& bodies) {
    const Accelerations by_forces = scaled;
    const double* const x = bodies.x().derivative(0) + range.first;
    const double* const y = bodies.y().derivative(0) + range.first;
    const Gradient by = 0.5 * dt_ * dt_ * flow.acceleration;
    const Vec2 origin = flow.origin;
#pragma omp simd
    for (std::size_t n = 0; n < range.last - range.first; ++n) {
        scaled.x[n] += by.xx * (x[n] - origin.x) + by.xy * (y[n] - origin.y);
        scaled.y[n] += by.yy * (y[n] - origin.y);
    }
    return sum_work(range, by_forces, scaled, gravity, bodies);
}

/// Sums over the grains of a batch, block by block, the force on each but its weight, times how far
/// its velocity is corrected. Returns whether all is finite.
bool Integrator::sum_work(Range range, const Accelerations& by_forces, const Accelerations& scaled,
                          Vec2 gravity, Bodies& bodies) {
    using Four = geometry::WideReal<4>;
    const double* const x = bodies.x().derivative(2) + range.first;
    const double* const y = bodies.y().derivative(2) + range.first;
    const double* const angle = bodies.angles().derivative(2) + range.first;
    const double* const mass = bodies.masses() + range.first;
    const double* const inertia = bodies.inertias() + range.first;
    const Vec2 weight = 0.5 * dt_ * dt_ * gravity;
    const double scale = gear_.correction_of_work * 2.0 / (dt_ * dt_);
    double* const sums = work_.data() + range.first / grain_block;
    const std::size_t count = range.last - range.first;
    bool is_finite = true;
    geometry::run_wide([=, &by_forces, &scaled, &is_finite]() SCREE_WIDE {
        for (std::size_t first = 0; first < count; first += grain_block) {
            const std::size_t last = std::min(first + grain_block, count);
            Four four{};
            std::size_t n = first;
            for (; n + 4 <= last; n += 4) {
                const Four a = geometry::load<Four>(scaled.x.data() + n);
                const Four b = geometry::load<Four>(scaled.y.data() + n);
                const Four c = geometry::load<Four>(scaled.angle.data() + n);
                const Four force_x = geometry::load<Four>(by_forces.x.data() + n) - weight.x;
                const Four force_y = geometry::load<Four>(by_forces.y.data() + n) - weight.y;
                four +=
                    geometry::load<Four>(mass + n) * (force_x * (a - geometry::load<Four>(x + n)) +
                                                      force_y * (b - geometry::load<Four>(y + n))) +
                    geometry::load<Four>(inertia + n) * (c * (c - geometry::load<Four>(angle + n)));
            }
            double sum = (four[0] + four[1]) + (four[2] + four[3]);
            for (; n < last; ++n)
                sum += mass[n] * ((by_forces.x[n] - weight.x) * (scaled.x[n] - x[n]) +
                                  (by_forces.y[n] - weight.y) * (scaled.y[n] - y[n])) +
                       inertia[n] * (scaled.angle[n] * (scaled.angle[n] - angle[n]));
            sums[first / grain_block] = scale * sum;
            is_finite = is_finite && std::isfinite(sum);
        }
    });
    return is_finite;
}

double Integrator::work_of_correction() const {
    double sum = 0.0;
    for (const double work : work_) sum += work;
    return sum;
}

std::optional<std::size_t> Integrator::first_not_finite() const {
    const auto first = std::ranges::min_element(not_finite_);
    if (first == not_finite_.end() || *first == none) return std::nullopt;
    return *first;
}

}  // namespace scree::engine
