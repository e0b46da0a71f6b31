#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/workers.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contacts.h"
#include "engine/dynamics/pull.h"
#include "engine/laws/gear.h"

namespace scree::engine {

using geometry::Vec2;

/// Moves the grains: predicts their motion from its derivatives, then corrects it by the forces.
class Integrator {
public:
    Integrator(IntegratorKind kind, double dt) : gear_(gear_of(kind)), dt_(dt) {}

    /// Moves all grains to the next step by Taylor's series. Returns the furthest that one of them
    /// has travelled since the last search for pairs.
    /// `flow` is that of a deforming cell, here and below, or null.
    double predict(Bodies& bodies, const Flow* flow, Workers& workers);
    /// Sums the forces on each grain, and corrects its motion by them. Returns whether all forces
    /// are finite.
    bool correct(Bodies& bodies, const Contacts& contacts, Vec2 gravity, const PullForce& pull,
                 const Flow* flow, Workers& workers);
    /// Does both in one pass over the grains: corrects this step, and predicts the next. Returns
    /// the furthest travel, or nothing if not all forces are finite.
    std::optional<double> correct_and_predict(Bodies& bodies, const Contacts& contacts,
                                              Vec2 gravity, const PullForce& pull, const Flow* flow,
                                              Workers& workers);
    /// What the forces on grains, but gravity, have done in the last correction, J, because grains
    /// are a little faster or slower then than predicted.
    double work_of_correction() const;
    /// The first grain whose last acceleration is not finite.
    std::optional<std::size_t> first_not_finite() const;

private:
    /// What happens to grains whose accelerations are known.
    enum class Then { correct, correct_and_predict };
    template <Then then>
    void pass(Bodies& bodies, const Contacts& contacts, Vec2 gravity, const PullForce& pull,
              const Flow* flow, Workers& workers);

    struct Accelerations;
    bool add_flow(const Flow& flow, Range range, Accelerations& scaled, Vec2 gravity,
                  Bodies& bodies);
    bool sum_work(Range range, const Accelerations& by_forces, const Accelerations& scaled,
                  Vec2 gravity, Bodies& bodies);

    static constexpr std::size_t none = ~std::size_t{0};

    const Gear& gear_;
    double dt_;
    std::vector<double> work_;  ///< of each block of grains, J
    // For each worker, of the grains in its share:
    std::vector<double> furthest_;         ///< the furthest travel
    std::vector<std::size_t> not_finite_;  ///< the first whose acceleration is not finite
};

}  // namespace scree::engine
