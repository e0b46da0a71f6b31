#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <tuple>

#include "engine/run/checkpoint.h"
#include "geometry/proximity.h"
#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/engine/cell_world.h"
#include "tests/sanitizers.h"

/// Periodic cells that deform: where images are, which contacts are found, what survives the seam
/// and the flip, and one hash however a run is computed.
namespace scree::engine {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t some_steps = SCREE_SANITIZED ? 1500 : 5000;

/// Polygons under pressure that are sheared so fast that the cell flips several times in
/// `some_steps`.
CellWorld sheared() {
    CellWorld world;
    world.targets = {stress(20.0), stress(20.0), rate(0.6)};
    world.discs = false;
    world.fraction = 0.75;
    world.agitation = 1.0;
    return world;
}

/// The turns of the tilt so far: it falls with each flip.
int flips_in(Simulation& simulation, std::uint64_t until) {
    int flips = 0;
    double tilt = simulation.period().tilt;
    while (simulation.steps() < until) {
        simulation.step();
        flips += simulation.period().tilt < tilt - 0.5 * simulation.period().size.x ? 1 : 0;
        tilt = simulation.period().tilt;
    }
    return flips;
}

TEST(Cell, HasOneHashForAnyWorkersBroadPhaseAndLanes) {
    const auto hash_of = [](const CellWorld& world) {
        const auto simulation = make(world);
        simulation->step(some_steps);
        return simulation->state_hash();
    };
    const auto first = make(sheared());
    EXPECT_GE(flips_in(*first, some_steps), SCREE_SANITIZED ? 0 : 2) << "or the hash says little";
    EXPECT_GT(first->contacts().size(), 150u);
    const std::uint64_t one = first->state_hash();
    for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
        CellWorld world = sheared();
        world.threads = threads;
        EXPECT_EQ(hash_of(world), one) << threads << " workers, several steps in one call";
    }
    for (const BroadPhaseKind kind : tests::methods) {
        CellWorld world = sheared();
        world.broad_phase = kind;
        EXPECT_EQ(hash_of(world), one) << name_of(kind);
    }
    for (const int lanes : {1, 2}) {
        CellWorld world = sheared();
        world.lanes_at_once = lanes;
        EXPECT_EQ(hash_of(world), one) << lanes << " lanes at once";
    }
}

std::unique_ptr<Simulation> resumed(const Simulation& from, const CellWorld& world) {
    Checkpoint checkpoint;
    checkpoint.live.snapshot = from.snapshot();
    std::vector<NewGrain> kinds;
    for (std::size_t i = 0; i < from.grain_count(); ++i)
        kinds.push_back({from.shape(i), 0, {}, 0.0, {}, 0.0});
    auto simulation = make(world);
    simulation->restore(decode_checkpoint(encode(checkpoint)).live.snapshot, kinds);
    return simulation;
}

// In mid-shear, and before and after the step of a flip.
TEST(Cell, GoesOnToTheSameBits) {
    const auto whole = make(sheared());
    auto stopped = make(sheared());
    double tilt = 0.0;
    int flips = 0;
    while (whole->steps() < some_steps) {
        const Period& period = whole->period();
        const bool is_near_flip = std::abs(period.tilt) > 0.499 * period.size.x;
        if (whole->steps() % 371 == 0 || is_near_flip) {
            CellWorld world = sheared();
            world.threads = 1 + static_cast<std::uint32_t>(whole->steps() % 3);
            stopped = resumed(*stopped, world);
            ASSERT_EQ(stopped->state_hash(), whole->state_hash()) << whole->steps();
            ASSERT_EQ(stopped->ledger().residual(), whole->ledger().residual());
        }
        whole->step();
        stopped->step();
        flips += std::abs(whole->period().tilt - tilt) > 0.5 * whole->period().size.x ? 1 : 0;
        tilt = whole->period().tilt;
    }
    EXPECT_GE(flips, SCREE_SANITIZED ? 0 : 2) << "or the test says little";
    EXPECT_EQ(stopped->state_hash(), whole->state_hash());
    EXPECT_EQ(stopped->unwrapped_position(5), whole->unwrapped_position(5));
}

/// Pairs of grains that overlap, and in which images, found by comparing all with all.
std::set<std::tuple<Body, Body>> overlaps_of(const Simulation& simulation) {
    std::set<std::tuple<Body, Body>> pairs;
    const Period placing = simulation.cell()->placing();
    for (Body i = 0; i < simulation.grain_count(); ++i)
        for (Body j = i + 1; j < simulation.grain_count(); ++j)
            for (std::int32_t x = -2; x <= 2; ++x)
                for (std::int32_t y = -2; y <= 2; ++y) {
                    const auto& a = simulation.kinematics(i).pose;
                    geometry::Transform b = simulation.kinematics(j).pose;
                    b.position += placing.shift(Turns{x, y});
                    if (length(b.position - a.position) > 2.0) continue;
                    const auto* polygon_a =
                        std::get_if<geometry::ConvexPolygon>(&simulation.shape(i));
                    geometry::PairMemory memory;
                    geometry::QueryCounts counts;
                    if (polygon_a == nullptr) {
                        const double reach = geometry::radius(simulation.shape(i)) +
                                             geometry::radius(simulation.shape(j));
                        if (length(b.position - a.position) < reach) pairs.insert({i, j});
                        continue;
                    }
                    const auto& polygon_b = std::get<geometry::ConvexPolygon>(simulation.shape(j));
                    const auto answer =
                        proximity(polygon_a->ring(), a, polygon_b.ring(), b, memory, counts);
                    if (std::holds_alternative<Overlap>(answer)) pairs.insert({i, j});
                }
    return pairs;
}

std::set<std::tuple<Body, Body>> contacts_of(const Simulation& simulation) {
    std::set<std::tuple<Body, Body>> pairs;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k)
        if (simulation.touches(k))
            pairs.insert({simulation.contacts()[k].pair.i, simulation.contacts()[k].pair.j});
    return pairs;
}

TEST(Cell, FindsAllContactsWhileItDeforms) {
    std::size_t seen = 0;
    for (const CellTargets& targets : {CellTargets{stress(20.0), stress(20.0), rate(-0.7)},
                                       CellTargets{rate(0.15), rate(-0.2), rate(0.0)},
                                       CellTargets{rate(-0.1), rate(0.1), rate(1.5)}})
        for (const bool discs : {false, true})
            for (const std::optional<double> skin : {std::optional<double>{}, {0.3}}) {
                CellWorld world = sheared();
                world.targets = targets;
                world.discs = discs;
                world.skin = skin;
                const auto simulation = make(world);
                for (std::uint64_t k = 0; k < (SCREE_SANITIZED ? 3u : 12u); ++k) {
                    simulation->step(241);
                    const auto found = contacts_of(*simulation);
                    seen += found.size();
                    ASSERT_EQ(found, overlaps_of(*simulation)) << simulation->steps();
                }
                EXPECT_LT(simulation->detections(), simulation->steps() / 3)
                    << "or the skin is not tested";
            }
    EXPECT_GT(seen, 1000u) << "or the test says little";
}

/// The momentum relative to the flow, in kg m/s.
Vec2 momentum_of(const Simulation& simulation) {
    Vec2 sum;
    const Gradient l = simulation.cell()->rate();
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        sum += simulation.mass(i) * (simulation.velocity(i) -
                                     l * (simulation.position(i) - simulation.cell()->origin()));
    return sum;
}

/// The sum of the magnitudes of what is added up.
double size_of_momentum(const Simulation& simulation) {
    double sum = 0.0;
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        sum += simulation.mass(i) * length(simulation.velocity(i));
    return sum;
}

TEST(Cell, KeepsMomentumThroughTenPeriodsOfShearAndBack) {
    CellWorld world;
    world.targets = {rate(0.0), rate(0.0), rate(2.0)};
    world.fraction = 0.4;
    world.side = 6;
    const auto simulation = make(world);
    simulation->step();
    const auto there = static_cast<std::uint64_t>(5.0 / simulation->time());
    simulation->step(there - 1);
    EXPECT_GT(simulation->time() * 2.0, 9.99) << "periods";
    simulation->set_cell(CellComponent::xy, rate(-2.0));
    simulation->step(there);
    EXPECT_LT(length(momentum_of(*simulation)) / size_of_momentum(*simulation), 1e-12);
    EXPECT_NEAR(simulation->period().tilt, 0.0, 1e-9) << "it is back";
    EXPECT_GT(simulation->ledger().dissipated(), 1.0) << "they have collided";
}

TEST(Cell, KeepsMomentumWhileItIsHeldAtStresses) {
    const auto simulation = make(sheared());
    simulation->step(some_steps);
    EXPECT_GT(size_of_momentum(*simulation), 100.0) << "or the test says little";
    EXPECT_LT(length(momentum_of(*simulation)) / size_of_momentum(*simulation), 1e-12);
}

/// Grains that hit nothing move in straight lines as long as the cell shears steadily.
TEST(Cell, LeavesFreeGrainsInPeaceAtTheSeam) {
    Settings settings;
    settings.dt = 1e-2;
    settings.gravity = {};
    settings.period = {{-1.0, 2.0}, {9.0, 5.0}};
    settings.cell = CellControl{.targets = {rate(0.0), rate(0.0), rate(1.0)},
                                .flow = CellFlow::boundary,
                                .mass = 1.0,
                                .grain_mass = 1.0};
    const auto simulation = std::make_unique<Simulation>(world(plain(1e4, 0.5, 0.3)), settings);
    simulation->add_grain({geometry::Disc(0.5), 0, {1.0, 3.0}, 0.0, {-0.3, 0.7}, 0.2});
    const Vec2 from = simulation->unwrapped_position(0);
    const Vec2 velocity = simulation->velocity(0);
    go_to(*simulation, 50.0);
    EXPECT_EQ(simulation->turns(0).y, 7);
    const Vec2 way = simulation->time() * velocity;
    const Vec2 done = simulation->unwrapped_position(0) - from;
    EXPECT_NEAR(done.x, way.x, 1e-9 * length(way));
    EXPECT_NEAR(done.y, way.y, 1e-9 * length(way));
}

/// The distances of the grains of a block from its first one, by the shortest ways.
std::vector<double> ways_of(const Simulation& simulation, std::size_t grains) {
    std::vector<double> ways;
    for (std::size_t i = 1; i < grains; ++i)
        ways.push_back(
            length(simulation.period().shortest(simulation.position(i) - simulation.position(0))));
    return ways;
}

/// A block of discs that stick to each other by cohesion and friction moves through a cell which is
/// sheared, in the flow that its images feel but nothing else does, over both seams and through
/// many flips: its springs survive all of it.
TEST(Cell, CarriesABlockOfStickingGrainsAroundAndLeavesItsShape) {
    Model model = world({"sticky", 1.0, 1e4, 0.8, 0.3, 200.0});
    Settings settings;
    settings.dt = 1e-3;
    settings.gravity = {};
    settings.largest_overlap = 0.5;
    settings.period = {{0.0, 0.0}, {9.0, 9.0}};
    settings.cell = CellControl{.targets = {rate(0.0), rate(0.0), rate(0.4)},
                                .flow = CellFlow::boundary,
                                .mass = 1.0,
                                .grain_mass = 1.0};
    Simulation simulation(model, settings);
    // Two rows, pressed together along both diagonals, so that friction holds what cohesion does
    // not.
    for (int k = 0; k < 8; ++k)
        simulation.add_grain({geometry::Disc(0.5),
                              0,
                              {0.98 * (k % 4) + 3.0, 0.98 * (k / 4) + 7.0},
                              0.0,
                              {2.0, 3.0},
                              0.0});
    go_to(simulation, 10.0);
    const std::vector<double> before = ways_of(simulation, 8);
    go_to(simulation, 62.0);
    const std::vector<double> after = ways_of(simulation, 8);
    EXPECT_GT(simulation.turns(0).y, 15);
    EXPECT_GT(simulation.time() * 0.4, 20.0) << "it has flipped as often";
    for (std::size_t k = 0; k < before.size(); ++k) EXPECT_NEAR(after[k], before[k], 1e-9) << k;
    double springs = 0.0;
    for (const double spring : simulation.snapshot().springs) springs += std::abs(spring);
    EXPECT_GT(springs, 0.0);
}

TEST(Cell, RefusesAStateThatIsNone) {
    const auto simulation = make(sheared());
    simulation->step(300);
    std::vector<NewGrain> kinds;
    for (std::size_t i = 0; i < simulation->grain_count(); ++i)
        kinds.push_back({simulation->shape(i), 0, {}, 0.0, {}, 0.0});
    const Snapshot good = simulation->snapshot();
    const std::uint64_t hash = simulation->state_hash();
    const auto refused = [&](const auto& damage) {
        Snapshot bad = good;
        damage(bad);
        EXPECT_THROW(simulation->restore(bad, kinds), std::invalid_argument);
        EXPECT_EQ(simulation->state_hash(), hash);
    };
    refused([](Snapshot& bad) { bad.cell.clear(); });
    refused([](Snapshot& bad) { bad.cell.pop_back(); });
    refused([](Snapshot& bad) { bad.cell[5] = std::nan(""); });
    refused([](Snapshot& bad) { bad.cell[0] = 0.0; });
    refused([](Snapshot& bad) { bad.cell[1] = -1.0; });
    refused([](Snapshot& bad) { bad.cell[2] = 1e60; });
    refused([](Snapshot& bad) { bad.cell[18] = 0.0; });
    refused([](Snapshot& bad) { bad.cell[33] = -1.0; });
    EXPECT_NO_THROW(simulation->restore(good, kinds));
    CellWorld still = sheared();
    still.deforms = false;
    EXPECT_THROW(make(still)->restore(good, kinds), std::invalid_argument);
}

TEST(Cell, RefusesWallsAndDirectionsThatAreNotPeriodic) {
    Settings settings;
    settings.dt = 1e-3;
    settings.cell = CellControl{.targets = {}, .mass = 1.0, .grain_mass = 1.0};
    settings.period = {{}, {10.0, 0.0}};
    EXPECT_THROW(Simulation(world(plain(1e4, 0.5, 0.3)), settings), std::invalid_argument);
    settings.period = {{}, {10.0, 10.0}};
    EXPECT_NO_THROW(Simulation(world(plain(1e4, 0.5, 0.3)), settings));
    EXPECT_THROW(
        Simulation(world(plain(1e4, 0.5, 0.3), {standing(rectangle(2.0, 1.0), {})}), settings),
        std::invalid_argument);
}

std::string breakdown_of(const CellWorld& world, double time) {
    const auto simulation = make(world);
    try {
        go_to(*simulation, time);
    } catch (const Breakdown& breakdown) {
        EXPECT_FALSE(breakdown.grain());
        return breakdown.what();
    }
    return "none";
}

TEST(Cell, BreaksDownWithARemedy) {
    CellWorld world;
    world.side = 4;
    world.fraction = 0.3;
    world.targets = {rate(-0.5), rate(0.5), rate(0.0)};
    EXPECT_THAT(breakdown_of(world, 10.0), HasSubstr("begin with a larger cell"));
    world.targets = {rate(1.0), rate(1.0), rate(0.0)};
    EXPECT_THAT(breakdown_of(world, 10.0), HasSubstr("shortening is negative"));
    world.targets = {stress(1.0), stress(1.0), stress(-3.0)};
    EXPECT_THAT(breakdown_of(world, 500.0), HasSubstr("give domain.cell.xy a rate"));
    world.targets = {rate(1e3), rate(-1e3), rate(0.0)};
    EXPECT_THAT(breakdown_of(world, 1.0), HasSubstr("a tenth in one step"));
}

}  // namespace
}  // namespace scree::engine
