#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/dynamics/simulation.h"
#include "tests/engine/small_world.h"

/// Several steps in one call predict a step in the same pass over the grains that corrects the one
/// before. They must lead to the same bits, whatever happens between them.
namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr double width = 8.0;

/// A press of 2 kg that is pushed down on the grains.
Wall press() {
    Wall wall = standing(rectangle(width - 0.2, 1.0), {0.5 * width, 12.0});
    wall.motion.kind = WallMotion::Kind::load;
    wall.motion.load.along = {0.0, -1.0};
    wall.motion.load.value = 100.0;
    wall.motion.load.mass = 2.0;
    wall.motion.load.damping = 5.0;
    wall.motion.load.rise = 0.05;
    wall.motion.load.max_speed = 10.0;
    return wall;
}

/// A box with a ledge that goes at 0.1 s, and a side that shakes.
Model box_with_gate() {
    std::vector<Wall> walls;
    walls.push_back(standing(rectangle(width + 8.0, 4.0), {0.5 * width, -2.0}));
    walls.push_back(standing(rectangle(4.0, 60.0), {-2.0, 28.0}));
    walls.push_back(standing(rectangle(4.0, 60.0), {width + 2.0, 28.0}));
    walls.push_back(standing(rectangle(3.0, 0.5), {0.5 * width, 2.0}));
    walls.back().until = 0.1;
    walls[1].motion.kind = WallMotion::Kind::oscillate;
    walls[1].motion.amplitude = {0.05, 0.0};
    walls[1].motion.frequency = 20.0;
    walls.push_back(press());
    return world(plain(1e5, 0.5, 0.3), walls);
}

Pull pull_on(GrainId grain, Vec2 target, double stiffness) {
    Pull pull;
    pull.grain = grain;
    pull.target = target;
    pull.stiffness = stiffness;
    return pull;
}

std::unique_ptr<Simulation> start(IntegratorKind integrator, std::uint32_t threads) {
    Settings settings;
    settings.dt = 2e-4;
    settings.integrator = integrator;
    settings.threads = threads;
    settings.stability_period = 13.5 * settings.dt;
    auto simulation = std::make_unique<Simulation>(box_with_gate(), settings);
    Random random(3);
    for (int k = 0; k < 70; ++k) {
        NewGrain grain{gravel(random, 0.3 + 0.15 * random()), 0, {}, 6.28 * random(), {}, 0.0};
        grain.position = {0.6 + 1.0 * (k % 7), 2.8 + 0.9 * (k / 7)};
        simulation->add_grain(grain);
    }
    simulation->set_pull(pull_on(20, {4.0, 9.0}, 50.0));
    return simulation;
}

void expect_same(const Simulation& one, const Simulation& other) {
    ASSERT_EQ(one.steps(), other.steps());
    ASSERT_EQ(one.state_hash(), other.state_hash()) << "at step " << one.steps();
    for (std::size_t i = 0; i < one.grain_count(); ++i) {
        const auto body = static_cast<Body>(i);
        ASSERT_EQ(one.kinematics(body).pose, other.kinematics(body).pose);
        ASSERT_EQ(one.kinematics(body).travel, other.kinematics(body).travel);
    }
    ASSERT_EQ(one.ledger().residual(), other.ledger().residual());
    ASSERT_EQ(one.stability().share, other.stability().share);
    ASSERT_EQ(one.stability().step, other.stability().step);
}

TEST(SeveralSteps, GiveTheBitsOfSingleOnes) {
    for (const IntegratorKind integrator : {IntegratorKind::verlet, IntegratorKind::gear3}) {
        const auto one_by_one = start(integrator, 1);
        const auto at_once = start(integrator, 1);
        const auto shared = start(integrator, 3);
        Random random(8);
        while (one_by_one->steps() < 3000) {
            const std::uint64_t count = 1 + random.below(40);
            for (std::uint64_t k = 0; k < count; ++k) one_by_one->step();
            at_once->step(count);
            shared->step(count);
            expect_same(*one_by_one, *at_once);
            expect_same(*one_by_one, *shared);
            if (::testing::Test::HasFatalFailure()) return;
        }
        EXPECT_FALSE(one_by_one->is_there(3)) << "the ledge";
        EXPECT_GT(one_by_one->wall_displacement(4), 0.1) << "the press";
        EXPECT_GT(one_by_one->stability().share, 0.0);
    }
}

TEST(SeveralSteps, OfNoNumberAreNone) {
    const auto run = start(IntegratorKind::gear3, 1);
    const std::uint64_t before = run->state_hash();
    run->step(0);
    EXPECT_EQ(run->state_hash(), before);
}

TEST(SeveralSteps, NameTheGrainThatBreaksDown) {
    const auto message = [](const auto& advance) {
        const auto run = start(IntegratorKind::gear3, 1);
        run->set_pull(pull_on(33, {1e300, 0.0}, 1e10));
        try {
            advance(*run);
        } catch (const Breakdown& breakdown) {
            return std::string(breakdown.what());
        }
        return std::string();
    };
    const std::string expected = message([](Simulation& run) {
        for (int k = 0; k < 10; ++k) run.step();
    });
    EXPECT_NE(expected.find("grain 33"), std::string::npos) << expected;
    EXPECT_EQ(message([](Simulation& run) { run.step(10); }), expected);
}

}  // namespace
}  // namespace scree::engine
