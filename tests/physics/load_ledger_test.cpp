#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/physics/pressing.h"

// The energy ledger closes with walls under load as it does without them.

namespace scree::engine {
namespace {

using geometry::Vec2;

/// A piston on a compressed grain, whose load doubles smoothly: neither contact opens or slides.
struct Squeezed {
    Squeezed(LawKind law, IntegratorKind integrator, double damping, double wall_damping)
        : column(law), simulation(model(damping, wall_damping), settings(integrator)) {
        simulation.add_grain(column.grain(0.0));
        simulation.step();
        simulation.begin_ledger();
        const double period = 2.0 * std::numbers::pi / column.slow();
        simulation.set_wall_load(1, 2.0 * column.load, LoadChange{4.0 * period, false});
        run_until(simulation, 6.0 * period);
        ledger = simulation.ledger();
    }

    Model model(double damping, double wall_damping) const {
        Model result = column.model(damping, 0.0);
        result.walls[1].motion.load.damping = wall_damping;
        return result;
    }
    Settings settings(IntegratorKind integrator) const {
        return weightless(0.02 / column.fast(), column.law, integrator);
    }
    /// The power of the forces at both sides of the grain, W.
    double power() const {
        const double grain = simulation.velocity(0).y;
        return simulation.wall_force(1).y * (simulation.wall_place(1).velocity.y - grain) -
               simulation.wall_force(0).y * grain;
    }

    Column column;
    Simulation simulation;
    Ledger ledger;
};

TEST(LoadLedger, ClosesWhereContactsNeitherOpenNorSlide) {
    for (const IntegratorKind integrator : all_integrators)
        for (const double damping : {0.0, 0.2})
            for (const double wall_damping : {0.0, 5.0}) {
                const Ledger ledger =
                    Squeezed(LawKind::linear, integrator, damping, wall_damping).ledger;
                EXPECT_GT(ledger.load_work, 1e-3);
                EXPECT_NEAR(ledger.wall_work, 0.0, 1e-18) << "nothing moves as prescribed";
                EXPECT_EQ(ledger.wall_damping > 0.0, wall_damping > 0.0);
                EXPECT_NEAR(ledger.residual(), 0.0, 1e-8 * ledger.load_work)
                    << static_cast<int>(integrator) << ' ' << damping << ' ' << wall_damping;
            }
}

/// `area` has no potential: its work is summed by the forces and velocities of whole steps, which
/// while grains move is half a step ahead of the motion.
TEST(LoadLedger, OfAreaClosesButForHalfAStep) {
    for (const IntegratorKind integrator : all_integrators) {
        const Squeezed squeezed(LawKind::area, integrator, 0.0, 0.0);
        const double half = 0.5 * squeezed.power() * (0.02 / squeezed.column.fast());
        EXPECT_NEAR(squeezed.ledger.residual(), -half, 1e-6 * squeezed.ledger.load_work);
    }
}

/// The largest share of what stones in a box dissipate that the ledger does not explain, of all
/// integrators.
double worst_residual(const Wall& lid) {
    double worst = 0.0;
    for (const IntegratorKind integrator : all_integrators) {
        const Box box(lid);
        Settings settings = few(automatic_dt(box.model, box.grains));
        settings.integrator = integrator;
        Simulation simulation(box.model, settings);
        for (const NewGrain& grain : box.grains) simulation.add_grain(grain);
        run_until(simulation, 1.0);
        const Ledger ledger = simulation.ledger();
        worst =
            std::max(worst, std::abs(ledger.residual()) / (ledger.dissipated() - ledger.limiter));
    }
    return worst;
}

TEST(LoadLedger, ClosesOnRoughWaysAsWithAPrescribedWall) {
    Wall prescribed = box_lid();
    prescribed.motion.kind = WallMotion::Kind::constant;
    prescribed.motion.velocity = {0.0, -0.3};
    const double loaded = worst_residual(box_lid());
    EXPECT_LT(loaded, worst_residual(prescribed));
    EXPECT_LT(loaded, 1e-3);
}

}  // namespace
}  // namespace scree::engine
