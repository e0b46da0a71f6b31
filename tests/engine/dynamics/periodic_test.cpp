#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>

#include "tests/engine/grain_stress.h"
#include "tests/engine/small_world.h"

/// The engine in periodic domains.
namespace scree::engine {
namespace {

using geometry::Vec2;
using testing::AllOf;
using testing::HasSubstr;

Settings periodic(Vec2 low, Vec2 size) {
    Settings settings;
    settings.dt = 2e-4;
    settings.threads = 1;
    settings.gravity = {};
    settings.largest_overlap = 0.9;
    settings.period = {low, size};
    return settings;
}

/// A gas that fills a square of side 8 from `low` on, moved on by `shift` and around.
std::vector<NewGrain> gas(Vec2 low, Vec2 shift, const Period& period, int count = 25) {
    Random random(11);
    std::vector<NewGrain> grains;
    for (int k = 0; k < count; ++k) {
        NewGrain grain{gravel(random, 0.45 + 0.2 * random()), 0, {}, 6.28 * random(), {}, random()};
        if (k % 4 == 0) grain.shape = geometry::Disc(0.5);
        // Multiples of a power of two: moving them by a few metres is exact.
        grain.position = low + Vec2{1.6 * (k % 5) + 0.125, 1.6 * (k / 5) + 0.25};
        grain.position = {std::ldexp(std::floor(std::ldexp(grain.position.x, 20)), -20),
                          std::ldexp(std::floor(std::ldexp(grain.position.y, 20)), -20)};
        grain.position = period.wrapped(grain.position + shift);
        grain.velocity = {8.0 * (random() - 0.5), 8.0 * (random() - 0.5)};
        grains.push_back(grain);
    }
    return grains;
}

std::size_t touching_across(const Simulation& simulation) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k)
        count += simulation.touches(k) && simulation.contacts()[k].image != Image{} ? 1 : 0;
    return count;
}

// In the middle of a power of two every sum of places rounds the same way, moved by half a period
// or not. So not even the last bit may tell where the seam is.
TEST(Periodic, MovedByHalfAPeriodThePhysicsIsTheSameToTheBit) {
    for (const auto& size : {Vec2{8.0, 0.0}, Vec2{0.0, 8.0}, Vec2{8.0, 8.0}}) {
        const Settings settings = periodic({20.0, 20.0}, size);
        const Vec2 half = 0.5 * size;
        const Model model =
            world(plain(1e5, 0.5, 0.3), {standing(rectangle(2.0, 1.0), {24.0, 24.0})});
        Model moved_model = model;
        moved_model.walls[0].pieces[0].position += half;
        Simulation here(model, settings);
        Simulation there(moved_model, settings);
        for (const NewGrain& grain : gas({20.0, 20.0}, {}, settings.period)) here.add_grain(grain);
        for (const NewGrain& grain : gas({20.0, 20.0}, half, settings.period))
            there.add_grain(grain);
        std::size_t across = 0;
        std::size_t across_there = 0;
        std::size_t around = 0;
        while (here.steps() < 6000) {
            here.step();
            there.step();
            across += touching_across(here);
            across_there += touching_across(there);
        }
        for (std::size_t i = 0; i < here.grain_count(); ++i) {
            ASSERT_EQ(settings.period.wrapped(here.position(i) + half), there.position(i)) << i;
            ASSERT_EQ(here.angle(i), there.angle(i));
            ASSERT_EQ(here.velocity(i), there.velocity(i));
            around += here.turns(i) == Turns{} ? 0 : 1;
        }
        EXPECT_EQ(here.ledger().residual(), there.ledger().residual());
        EXPECT_GT(across, 100u);
        EXPECT_GT(across_there, 100u);
        EXPECT_GT(around, 5u);
    }
}

/// Nine copies side by side in an open plane: until something from their rim has come to the one in
/// the middle, that one knows of no rim.
class Copies {
public:
    Copies(const std::vector<NewGrain>& grains, const Period& period, const Settings& settings)
        : count_(grains.size()), simulation_(world(plain(1e5, 0.5, 0.3)), open(settings)) {
        for (const int x : {0, -1, 1})
            for (const int y : {0, -1, 1})
                for (NewGrain grain : grains) {
                    grain.position += period.shift(Turns{x, y});
                    simulation_.add_grain(grain);
                }
    }
    Simulation& simulation() { return simulation_; }

private:
    static Settings open(Settings settings) {
        settings.period = {};
        return settings;
    }
    std::size_t count_;
    Simulation simulation_;
};

TEST(Periodic, AgreesWithCopiesSideBySide) {
    for (const LawKind law : {LawKind::area, LawKind::energy}) {
        Settings settings = periodic({-1.3, 2.7}, {8.1, 8.3});
        settings.law = law;
        const std::vector<NewGrain> grains = gas({-1.3, 2.7}, {}, settings.period);
        Simulation wrapped(world(plain(1e5, 0.5, 0.3)), settings);
        for (const NewGrain& grain : grains) wrapped.add_grain(grain);
        Copies copies(grains, settings.period, settings);
        std::size_t across = 0;
        while (wrapped.steps() < 2500) {
            wrapped.step();
            copies.simulation().step();
            across += touching_across(wrapped);
        }
        EXPECT_GT(across, 50u);
        double furthest = 0.0;
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Vec2 apart = wrapped.unwrapped_position(i) - copies.simulation().position(i);
            furthest = std::max({furthest, std::abs(apart.x), std::abs(apart.y),
                                 std::abs(wrapped.angle(i) - copies.simulation().angle(i))});
        }
        // Rounding, 1e-15, grown by a few collisions.
        EXPECT_LT(furthest, 1e-9);
        EXPECT_GT(furthest, 0.0);
    }
}

TEST(Periodic, MomentumIsConserved) {
    const Settings settings = periodic({0.0, 0.0}, {8.0, 8.0});
    Simulation simulation(world(plain(1e5, 0.5, 0.3)), settings);
    for (const NewGrain& grain : gas({}, {}, settings.period)) simulation.add_grain(grain);
    const auto momentum = [&] {
        Vec2 sum;
        for (std::size_t i = 0; i < simulation.grain_count(); ++i)
            sum += simulation.mass(i) * simulation.velocity(i);
        return sum;
    };
    const Vec2 before = momentum();
    const double kinetic = simulation.ledger().kinetic;
    std::size_t across = 0;
    while (simulation.steps() < 20'000) {
        simulation.step();
        across += touching_across(simulation);
    }
    EXPECT_GT(across, 1000u);
    EXPECT_LT(simulation.ledger().kinetic, 0.8 * kinetic) << "they have collided";
    EXPECT_NEAR(momentum().x, before.x, 1e-11);
    EXPECT_NEAR(momentum().y, before.y, 1e-11);
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-3 * kinetic);
}

// Gravity along a periodic direction does work without end, and the ledger knows.
TEST(Periodic, FallsForEver) {
    Settings settings = periodic({0.0, 0.0}, {0.0, 2.5});
    settings.gravity = {1.0, -9.81};
    Simulation simulation(world(plain(1e5, 0.5, 0.3)), settings);
    simulation.add_grain({geometry::Disc(0.5), 0, {0.3, 2.0}, 0.0, {}, 0.0});
    while (simulation.time() < 10.0) simulation.step();
    const double t = simulation.time();
    EXPECT_NEAR(simulation.unwrapped_position(0).y, 2.0 - 0.5 * 9.81 * t * t, 1e-9);
    EXPECT_NEAR(simulation.unwrapped_position(0).x, 0.3 + 0.5 * t * t, 1e-9);
    EXPECT_LT(simulation.turns(0).y, -190);
    EXPECT_GE(simulation.position(0).y, 0.0);
    EXPECT_LT(simulation.position(0).y, 2.5);
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-6);
    const double before = simulation.ledger().added;
    simulation.remove_grain(0);
    EXPECT_NEAR(before - simulation.ledger().added, before, 1e-6) << "it takes along what it had";
}

/// A belt without ends, and two blocks on it, one on the other.
Simulation belt(Settings settings) {
    settings.gravity = {0.0, -10.0};
    Wall floor = standing(rectangle(6.0, 2.0), {3.0, -1.0});
    floor.motion.kind = WallMotion::Kind::constant;
    floor.motion.velocity = {2.0, 0.0};
    return Simulation(world(plain(1e5, 0.5, 0.3), {floor}), settings);
}

TEST(Periodic, RidesOnABeltOverTheSeam) {
    const Settings settings = periodic({0.0, 0.0}, {6.0, 0.0});
    Simulation simulation = belt(settings);
    simulation.add_grain({rectangle(1.0, 1.0), 0, {2.0, 0.5}, 0.0, {2.0, 0.0}, 0.0});
    simulation.add_grain({rectangle(1.0, 1.0), 0, {2.0, 1.5}, 0.0, {2.0, 0.0}, 0.0});
    while (simulation.time() < 2.0) simulation.step();
    const double lag = simulation.unwrapped_position(0).x - 2.0 * simulation.time();
    const double spring = simulation.contacts()[0].spring;
    while (simulation.time() < 12.0) {
        simulation.step();
        ASSERT_EQ(simulation.contacts().size(), 2u);
        ASSERT_TRUE(simulation.touches(0) && simulation.touches(1)) << simulation.time();
    }
    EXPECT_EQ(simulation.turns(0).x, 4);
    EXPECT_NEAR(simulation.unwrapped_position(0).x - 2.0 * simulation.time(), lag, 1e-6);
    EXPECT_NEAR(simulation.contacts()[0].spring, spring, 1e-4);
    EXPECT_NEAR(simulation.wall_force(0).y, -20.0, 1e-3);
    EXPECT_NEAR(stress_of(simulation, 0).yy, 15.0, 0.1)
        << "half of its own weight, and the other's";
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-2);
}

// A wall of nine tenths of the period leaves a gap: a disc that is larger lies on both of its ends.
TEST(Periodic, AWallIsMetInTwoImages) {
    Settings settings = periodic({0.0, 0.0}, {4.0, 0.0});
    settings.gravity = {0.0, -10.0};
    for (const double middle : {2.0, 0.0, 3.7}) {
        Simulation simulation(
            world(plain(1e7, 0.0, 0.5), {standing(rectangle(3.6, 1.0), {middle, -0.5})}), settings);
        simulation.add_grain({geometry::Disc(0.5), 0, {middle + 2.0, 0.5}, 0.0, {}, 0.0});
        while (simulation.time() < 3.0) simulation.step();
        ASSERT_EQ(simulation.contacts().size(), 2u);
        EXPECT_EQ(simulation.contacts()[0].pair, simulation.contacts()[1].pair);
        EXPECT_EQ(simulation.contacts()[0].image.x + 1, simulation.contacts()[1].image.x);
        EXPECT_TRUE(simulation.touches(0) && simulation.touches(1));
        EXPECT_NEAR(simulation.wall_force(0).y, -10.0 * simulation.mass(0), 1e-3);
        EXPECT_NEAR(simulation.contact_forces()[0].force.x, -simulation.contact_forces()[1].force.x,
                    1e-3);
        // Each end of the wall bears half of the weight, along a line that is inclined by asin 0.4.
        const double aside = 5.0 * simulation.mass(0) * 0.4 / std::sqrt(1.0 - 0.16);
        EXPECT_NEAR(std::abs(simulation.contact_forces()[0].force.x), aside, 0.01 * aside);
    }
}

// A plate that goes around for ever, and drives a grain before it.
TEST(Periodic, AMovingWallComesAround) {
    const Settings settings = periodic({0.0, 0.0}, {4.0, 4.0});
    Wall plate = standing(rectangle(0.5, 2.0), {1.0, 2.0});
    plate.motion.kind = WallMotion::Kind::constant;
    plate.motion.velocity = {3.0, 0.0};
    Simulation simulation(world(plain(1e5, 0.0, 0.6), {plate}), settings);
    simulation.add_grain({rectangle(0.5, 0.5), 0, {3.0, 2.0}, 0.0, {}, 0.0});
    while (simulation.time() < 20.0) simulation.step();
    EXPECT_NEAR(simulation.velocity(0).x, 3.0, 0.4) << "the two go together by now";
    EXPECT_GT(simulation.turns(0).x, 12);
    const Vec2 place = simulation.kinematics(wall_body(0)).pose.position;
    EXPECT_GT(place.x, -0.5);
    EXPECT_LT(place.x, 4.5);
    EXPECT_NEAR(simulation.wall_place(0).shift.x, 60.0, 1e-2);
    EXPECT_NEAR(simulation.ledger().residual(), 0.0, 1e-2);
}

TEST(Periodic, SaysWhichGrainsAndWallsDoNotFit) {
    const Settings settings = periodic({0.0, 0.0}, {4.0, 0.0});
    const auto refusal = [&](const Wall& wall) -> std::string {
        try {
            Simulation simulation(world(plain(1e5, 0.5, 0.3), {wall}), settings);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "none";
    };
    EXPECT_EQ(refusal(standing(rectangle(4.0, 1.0), {2.0, 0.0})), "none");
    EXPECT_EQ(refusal(standing(rectangle(9.0, 1.0), {1.0, 0.0})), "none");
    EXPECT_EQ(refusal(standing(rectangle(3.5, 1.0), {1.0, 0.0}, 0.3)), "none");
    EXPECT_THAT(refusal(standing(rectangle(5.0, 1.0), {1.0, 0.0}, 0.3)),
                HasSubstr("make it a box"));
    EXPECT_THAT(refusal(standing(geometry::Disc(2.5), {1.0, 0.0})), HasSubstr("make it a box"));
    Wall turning = standing(rectangle(3.9, 1.0), {1.0, 0.0});
    turning.motion.kind = WallMotion::Kind::constant;
    turning.motion.spin = 1.0;
    EXPECT_THAT(refusal(turning), HasSubstr("turns"));

    Simulation simulation(world(plain(1e5, 0.5, 0.3)), settings);
    simulation.add_grain({geometry::Disc(0.9), 0, {}, 0.0, {}, 0.0});
    try {
        simulation.add_grain({geometry::Disc(0.92), 0, {}, 0.0, {}, 0.0});
        FAIL() << "it was taken";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("1.84 m across"), HasSubstr("periodic in x")));
    }
}

}  // namespace
}  // namespace scree::engine
