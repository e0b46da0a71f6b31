#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "tests/engine/cell_world.h"

// The physics of periodic cells that deform (docs/physics.md, "Deforming cell").

namespace scree::engine {
namespace {

double fraction_of(const Simulation& simulation) {
    double area = 0.0;
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        area += geometry::area(simulation.shape(i));
    const Period& period = simulation.period();
    return area / (period.size.x * period.size.y);
}

/// A hundred undamped discs on a lattice that touch from the beginning, so that nothing is sudden.
/// The ledger begins with what their contacts store.
std::unique_ptr<Simulation> lattice(const CellTargets& targets, double dt) {
    Settings settings;
    settings.gravity = {};
    settings.dt = dt;
    settings.law = LawKind::linear;
    settings.largest_overlap = 0.6;
    settings.period = {{0.0, 0.0}, {10.0, 10.0}};
    settings.cell = CellControl{.targets = targets, .mass = 78.5, .grain_mass = 0.785};
    return std::make_unique<Simulation>(world(plain(1e3, 0.0, 0.0)), settings);
}

void fill(Simulation& simulation) {
    for (int k = 0; k < 100; ++k)
        simulation.add_grain(
            {geometry::Disc(0.5001), 0, {k % 10 + 0.5, k / 10 + 0.5}, 0.0, {}, 0.0});
    simulation.step();
    simulation.begin_ledger();
}

TEST(CellLedger, ClosesWhereTheCellDeformsSmoothly) {
    double before = 0.0;
    for (const double dt : {2e-3, 1e-3}) {
        const auto simulation = lattice({rate(-0.02), rate(-0.02), rate(0.01)}, dt);
        fill(*simulation);
        go_to(*simulation, 2.0);
        const Ledger ledger = simulation->ledger();
        const double residual = std::abs(ledger.residual() / ledger.wall_work);
        EXPECT_GT(ledger.wall_work, 100.0);
        EXPECT_LT(residual, 1e-6);
        if (before > 0.0) {
            EXPECT_LT(residual, 0.3 * before) << "it is of second order";
        }
        before = residual;
    }
}

TEST(CellLedger, ClosesWithSquareOfTheStepWhereStressesWork) {
    double before = 0.0;
    for (const double dt : {5e-4, 2.5e-4}) {
        CellTarget x = stress(5.0);
        CellTarget y = stress(8.0);
        x.rise = y.rise = 2.0;
        const auto simulation = lattice({x, y, rate(0.0)}, dt);
        fill(*simulation);
        go_to(*simulation, 5.0);
        const Ledger ledger = simulation->ledger();
        const double residual = std::abs(ledger.residual() / ledger.load_work);
        EXPECT_GT(ledger.load_work, 4.0);
        EXPECT_GT(ledger.wall_kinetic, 1e-3) << "or it is not tested";
        EXPECT_LT(residual, 2e-6);
        if (before > 0.0) {
            EXPECT_LT(residual, 0.3 * before);
        }
        before = residual;
    }
}

TEST(CellLedger, ErrsLessInFlowWithSmallerSteps) {
    double before = 0.0;
    for (const double share : {1.0, 0.5}) {
        CellWorld world;
        world.targets = {stress(1.0), stress(1.0), rate(0.02)};
        world.step_share = share;
        const auto simulation = make(world);
        go_to(*simulation, 30.0);
        const Ledger from = simulation->ledger();
        go_to(*simulation, 90.0);
        const Ledger to = simulation->ledger();
        const double work = to.wall_work + to.load_work - from.wall_work - from.load_work;
        const double residual = std::abs((to.residual() - from.residual()) / work);
        EXPECT_LT(residual, 1e-3);
        if (before > 0.0) {
            EXPECT_LT(residual, 0.5 * before);
        }
        before = residual;
    }
}

// A gas that is sheared by the cell flows as the cell does, all over.
TEST(SlowCell, ShearsAGasHomogeneously) {
    CellWorld world;
    world.targets = {rate(0.0), rate(0.0), rate(1.0)};
    world.fraction = 0.15;
    world.side = 30;
    world.friction = 0.0;
    world.stiffness = 1e5;
    world.agitation = 2.0;
    const auto simulation = make(world);
    go_to(*simulation, 5.0);
    constexpr int slices = 10;
    std::vector<double> mass(slices);
    std::vector<double> momentum(slices);  // relative to the flow
    while (simulation->time() < 60.0) {
        simulation->step(200);
        const Period& period = simulation->period();
        for (std::size_t i = 0; i < simulation->grain_count(); ++i) {
            const double height = simulation->position(i).y - period.low.y;
            const auto slice = static_cast<std::size_t>(
                std::clamp(static_cast<int>(slices * height / period.size.y), 0, slices - 1));
            mass[slice] += simulation->mass(i);
            momentum[slice] += simulation->mass(i) * (simulation->velocity(i).x - height);
        }
    }
    for (std::size_t k = 0; k < slices; ++k)
        EXPECT_NEAR(momentum[k] / mass[k], 0.0, 0.01 * simulation->period().size.y) << k;
}

// Only the image edges drag a gas along: it is still far from linear after as much strain.
TEST(SlowCell, DragsAGasAlongByItsEdgesOnly) {
    CellWorld world;
    world.targets = {rate(0.0), rate(0.0), rate(1.0)};
    world.flow = CellFlow::boundary;
    world.fraction = 0.15;
    world.side = 30;
    world.friction = 0.0;
    world.stiffness = 1e5;
    world.agitation = 2.0;
    const auto simulation = make(world);
    go_to(*simulation, 5.0);
    const double height = simulation->period().size.y;
    double off = 0.0;
    for (std::size_t i = 0; i < simulation->grain_count(); ++i) {
        const double y = simulation->position(i).y - simulation->period().low.y;
        off = std::max(off, std::abs(simulation->velocity(i).x - y) / height);
    }
    EXPECT_GT(off, 0.3);
}

TEST(SlowCell, HoldsThePressureWhileItIsSheared) {
    CellWorld world;
    world.targets = {stress(1.0), stress(1.0), rate(0.02)};
    world.side = 20;
    const auto simulation = make(world);
    go_to(*simulation, 40.0);
    double pressure = 0.0;
    double shear = 0.0;
    double count = 0.0;
    while (simulation->time() < 240.0) {
        simulation->step(20);
        const Gradient& stress = simulation->cell()->stress();
        pressure += 0.5 * (stress.xx + stress.yy);
        shear -= stress.xy;
        ++count;
    }
    EXPECT_NEAR(pressure / count, 1.0, 0.01);
    // Discs with a friction of 0.5 at I = 0.018 bear about 0.29.
    EXPECT_NEAR(shear / pressure, 0.29, 0.03);
}

TEST(SlowCell, HoldsTheSidesInABiaxialTest) {
    CellWorld world;
    world.targets = {stress(1.0), stress(1.0), rate(0.0)};
    world.side = 20;
    const auto simulation = make(world);
    go_to(*simulation, 60.0);
    simulation->set_cell(CellComponent::yy, rate(-0.002));
    double sides = 0.0;
    double count = 0.0;
    double largest = 0.0;
    while (simulation->time() < 160.0) {
        simulation->step(50);
        const Gradient& stress = simulation->cell()->stress();
        largest = std::max(largest, stress.yy / stress.xx);
        if (simulation->time() < 70.0) continue;
        sides += stress.xx;
        ++count;
    }
    EXPECT_NEAR(sides / count, 1.0, 0.01);
    EXPECT_GT(largest, 1.8) << "it bears more from above before it yields";
}

/// The friction of a flow: shear stress over the pressure on the planes of shear, with its error.
struct Friction {
    double value = 0.0;
    double error = 0.0;
};

/// Of a series of shear stresses under a mean pressure, by blocks that are long enough to be
/// independent.
Friction friction_of(const std::vector<double>& shear, double pressure) {
    constexpr std::size_t block = 1500;
    std::vector<double> means;
    for (std::size_t first = 0; first + block <= shear.size(); first += block) {
        double sum = 0.0;
        for (std::size_t k = first; k < first + block; ++k) sum += shear[k];
        means.push_back(sum / block);
    }
    const auto count = static_cast<double>(means.size());
    double mean = 0.0;
    for (const double value : means) mean += value / count;
    double variance = 0.0;
    for (const double value : means) variance += (value - mean) * (value - mean) / (count - 1.0);
    return {mean / pressure, std::sqrt(variance / count) / pressure};
}

/// Forty layers of the same discs between two rough plates under a pressure of 1 N/m, of which the
/// upper one moves.
struct WallFlow {
    Friction friction;
    double rate = 0.0;  ///< 1/s, in the middle
};

WallFlow flow_between_walls() {
    constexpr double width = 20.0;
    constexpr int columns = 17;
    CellWorld like_cell;
    like_cell.side = 28;
    double unused = 0.0;
    std::vector<NewGrain> grains = grains_of(like_cell, unused);
    const double apart = width / columns;
    double mass = 0.0;
    for (std::size_t k = 0; k < grains.size(); ++k) {
        grains[k].position = {(static_cast<double>(k % columns) + 0.5) * apart,
                              1.2 + static_cast<double>(k / columns) * apart};
        mass += geometry::area(grains[k].shape);
    }
    const double height = grains.back().position.y + 0.6 + apart;
    Wall bottom;
    Wall top;
    for (int k = 0; k < static_cast<int>(width); ++k) {
        bottom.pieces.push_back({geometry::Disc(0.5), {k + 0.5, 0.0}});
        top.pieces.push_back({geometry::Disc(0.5), {k + 0.5, height}});
    }
    top.motion.kind = WallMotion::Kind::load;
    top.motion.about = {0.5 * width, height};
    top.motion.velocity = {0.9, 0.0};
    top.motion.load = {.along = {0.0, -1.0},
                       .value = 1.0,
                       .is_pressure = true,
                       .length = width,
                       .mass = width * mass / static_cast<double>(grains.size()),
                       .damping = 0.0,
                       .rise = 5.0,
                       .max_speed = 0.1};
    Model model = world(plain(1e4, 0.5, 0.3), {bottom, top});
    std::vector<GrainKind> kinds;
    for (const NewGrain& grain : grains) kinds.push_back(kind_of(grain, model.materials));
    const std::vector<std::uint16_t> wall_materials{0};
    Settings settings;
    settings.gravity = {};
    settings.dt =
        automatic_time_step(
            {.grains = kinds, .wall_materials = wall_materials, .contacts = model.contacts})
            .dt;
    settings.period = {{0.0, -5.0}, {width, 0.0}};
    settings.largest_overlap = 0.6;
    Simulation simulation(model, settings);
    for (const NewGrain& grain : grains) simulation.add_grain(grain);

    std::vector<double> shear;
    double pressure = 0.0;
    // A line through the velocities of grains in the middle three fifths.
    double n = 0.0;
    double y = 0.0;
    double u = 0.0;
    double yy = 0.0;
    double yu = 0.0;
    while (simulation.time() < 1500.0) {
        simulation.step(20);
        if (simulation.time() < 450.0) continue;
        const Vec2 above = simulation.wall_force(1);
        const Vec2 below = simulation.wall_force(0);
        shear.push_back(0.5 * (below.x - above.x) / width);
        pressure += 0.5 * (above.y - below.y) / width;
        const double top_now = height + simulation.wall_place(1).shift.y;
        for (std::size_t i = 0; i < simulation.grain_count(); ++i) {
            const double at = simulation.position(i).y;
            if (at < 0.2 * top_now || at > 0.8 * top_now) continue;
            const double m = simulation.mass(i);
            const double v = simulation.velocity(i).x;
            n += m, y += m * at, u += m * v, yy += m * at * at, yu += m * at * v;
        }
    }
    return {friction_of(shear, pressure / static_cast<double>(shear.size())),
            (n * yu - y * u) / (n * yy - y * y)};
}

// Between walls only the pressure on the planes of shear is held, and so it is in this cell.
TEST(SlowCell, BearsAsMuchAsAFlowBetweenWalls) {
    const WallFlow walls = flow_between_walls();
    CellWorld world;
    world.targets = {rate(0.0), stress(1.0), rate(walls.rate)};
    world.side = 20;
    const auto simulation = make(world);
    go_to(*simulation, 60.0);
    std::vector<double> shear;
    double pressure = 0.0;
    while (simulation->time() < 1500.0) {
        simulation->step(20);
        shear.push_back(-simulation->cell()->stress().xy);
        pressure += simulation->cell()->stress().yy;
    }
    const Friction cell = friction_of(shear, pressure / static_cast<double>(shear.size()));
    EXPECT_LT(cell.error, 0.004);
    EXPECT_LT(walls.friction.error, 0.004);
    EXPECT_NEAR(cell.value, walls.friction.value,
                0.03 * cell.value + std::hypot(cell.error, walls.friction.error));
}

/// The mean unbalanced force on grains that bear something, over the mean force of contacts.
double unbalanced(const Simulation& simulation) {
    std::vector<Vec2> force(simulation.grain_count());
    std::vector<int> contacts(simulation.grain_count());
    double mean = 0.0;
    double touching = 0.0;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        if (!simulation.touches(k)) continue;
        const auto [i, j] = simulation.contacts()[k].pair;
        const Vec2 of_contact = simulation.contact_forces()[k].force;
        force[i] -= of_contact;
        force[j] += of_contact;
        ++contacts[i], ++contacts[j];
        mean += length(of_contact);
        ++touching;
    }
    double sum = 0.0;
    double grains = 0.0;
    for (std::size_t i = 0; i < force.size(); ++i) {
        if (contacts[i] < 2) continue;
        sum += length(force[i]);
        ++grains;
    }
    return sum / grains / (mean / touching);
}

TEST(SlowCell, ComesToRestUnderAPressure) {
    CellWorld world;
    world.targets = {stress(1.0), stress(1.0), stress(0.0)};
    world.side = 20;
    world.discs = false;
    world.damping = 0.5;
    const auto simulation = make(world);
    go_to(*simulation, 150.0);
    EXPECT_LT(unbalanced(*simulation), 1e-4);
    EXPECT_NEAR(simulation->cell()->stress().xx, 1.0, 1e-3);
    EXPECT_NEAR(simulation->cell()->stress().yy, 1.0, 1e-3);
    EXPECT_NEAR(simulation->cell()->stress().xy, 0.0, 1e-3);
}

// O'Hern et al. 2003 find 0.84 for bidisperse discs 1 : 1.4.
TEST(SlowCell, JamsFrictionlessDiscsAtTheKnownFraction) {
    CellWorld world;
    world.targets = {rate(-2e-3), rate(-2e-3), rate(0.0)};
    world.side = 30;
    world.friction = 0.0;
    world.damping = 1.0;
    world.fraction = 0.6;
    world.agitation = 0.5;
    world.law = LawKind::linear;
    const auto simulation = make(world);
    while (fraction_of(*simulation) < 0.8) simulation->step(100);
    simulation->set_cell(CellComponent::xx, rate(-2e-4));
    simulation->set_cell(CellComponent::yy, rate(-2e-4));
    // The pressure rises in proportion to the fraction beyond that at which they jam.
    double n = 0.0;
    double x = 0.0;
    double y = 0.0;
    double xx = 0.0;
    double xy = 0.0;
    double pressure = 0.0;
    while (pressure < 2e-3 * world.stiffness) {
        simulation->step(200);
        const Gradient& stress = simulation->cell()->stress();
        pressure = 0.5 * (stress.xx + stress.yy);
        if (pressure < 2e-4 * world.stiffness) continue;
        const double fraction = fraction_of(*simulation);
        n += 1.0, x += fraction, y += pressure, xx += fraction * fraction;
        xy += fraction * pressure;
    }
    const double slope = (n * xy - x * y) / (n * xx - x * x);
    const double jams_at = (x - y / slope) / n;
    EXPECT_NEAR(jams_at, 0.840, 0.005);
}

}  // namespace
}  // namespace scree::engine
