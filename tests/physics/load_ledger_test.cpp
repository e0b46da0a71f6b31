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
        while (simulation.time() < 6.0 * period) {
            simulation.step();
            ledger = simulation.ledger();
            worst = std::max(worst, std::abs(ledger.residual()));
        }
    }

    Model model(double damping, double wall_damping) const {
        Model result = column.model(damping, 0.0);
        result.walls[1].motion.load.damping = wall_damping;
        return result;
    }
    Settings settings(IntegratorKind integrator) const {
        return weightless(0.02 / column.fast(), column.law, integrator);
    }
    Column column;
    Simulation simulation;
    Ledger ledger;
    double worst = 0.0;  ///< the largest residual at any time, J
};

/// The work of `area`, which has no potential, is summed by the trapezoidal rule.
TEST(LoadLedger, ClosesWhereContactsNeitherOpenNorSlide) {
    for (const IntegratorKind integrator : all_integrators)
        for (const double damping : {0.0, 0.2})
            for (const double wall_damping : {0.0, 5.0})
                for (const auto& [law, share] :
                     {std::pair{LawKind::linear, 1e-8}, std::pair{LawKind::area, 5e-7}}) {
                    const Squeezed squeezed(law, integrator, damping, wall_damping);
                    const Ledger& ledger = squeezed.ledger;
                    EXPECT_GT(ledger.load_work, 1e-3);
                    EXPECT_NEAR(ledger.wall_work, 0.0, 1e-18) << "nothing moves as prescribed";
                    EXPECT_EQ(ledger.wall_damping > 0.0, wall_damping > 0.0);
                    EXPECT_LT(squeezed.worst, share * ledger.load_work)
                        << static_cast<int>(law) << ' ' << static_cast<int>(integrator) << ' '
                        << damping << ' ' << wall_damping;
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
    EXPECT_LT(loaded, 1e-4);
}

}  // namespace
}  // namespace scree::engine
