#include "engine/dynamics/integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/dynamics/walls/walls.h"
#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

constexpr double dt = 1e-3;
constexpr IntegratorKind all_kinds[]{IntegratorKind::verlet, IntegratorKind::gear3,
                                     IntegratorKind::gear4, IntegratorKind::gear5};

/// Squares of 1 kg in a row, without contacts, until link() gives neighbours one.
struct Assembled {
    Assembled(IntegratorKind kind, std::size_t grains, std::uint32_t threads = 1)
        : bodies(dt, gear_of(kind).values),
          walls({}, 1, IntegratorKind::gear3, 1e-3, domain, bodies),
          workers(threads),
          integrator(kind, dt) {
        for (std::size_t i = 0; i < grains; ++i)
            bodies.add(square(1.0, {2.0 * static_cast<double>(i), 0.0}), 1.0, {});
        link(0);
    }
    /// Makes contacts of the first pairs of neighbours.
    void link(std::size_t count) {
        std::vector<ImagePair> pairs;
        for (Body i = 0; i < count; ++i) pairs.push_back({{i, i + 1}});
        contacts.merge(pairs, walls, bodies);
    }
    bool step(geometry::Vec2 gravity = {}, const PullForce& pull = {}) {
        travel = integrator.predict(bodies, nullptr, workers);
        return integrator.correct(bodies, contacts, gravity, pull, nullptr, workers);
    }
    std::uint64_t hash() const {
        Fnv1a fnv;
        bodies.add_grains_to(fnv, {});
        return fnv.mixed();
    }

    Domain domain{Period{}};
    Bodies bodies;
    Walls walls;
    Contacts contacts;
    Workers workers;
    Integrator integrator;
    double travel = 0.0;
};

TEST(Integrator, AGrainThatFallsFollowsTheParabola) {
    for (const IntegratorKind kind : all_kinds) {
        Assembled made(kind, 0);
        NewGrain thrown = square(1.0, {0.0, 5.0});
        thrown.velocity = {2.0, 1.0};
        thrown.spin = 3.0;
        made.bodies.add(thrown, 1.0, {0.0, -10.0});
        made.link(0);
        for (int i = 0; i < 500; ++i) ASSERT_TRUE(made.step({0.0, -10.0}));
        EXPECT_NEAR(made.bodies.position(0).x, 1.0, 1e-12);
        EXPECT_NEAR(made.bodies.position(0).y, 5.0 + 0.5 - 1.25, 1e-12);
        EXPECT_NEAR(made.bodies.velocity(0).y, 1.0 - 5.0, 1e-11);
        EXPECT_NEAR(made.bodies.angle(0), 1.5, 1e-12);
    }
}

TEST(Integrator, TheTravelIsThatOfTheGrainThatWentFurthest) {
    Assembled made(IntegratorKind::gear5, 1);
    NewGrain fast = square(1.0, {9.0, 0.0});
    fast.velocity = {-5.0, 0.0};
    made.bodies.add(fast, 1.0, {});
    made.link(0);
    made.step();
    EXPECT_NEAR(made.travel, 5.0 * dt, 1e-14);
    made.step();
    EXPECT_NEAR(made.travel, 10.0 * dt, 1e-14) << "since the last search, not since the last step";
    made.bodies.forget_travel();
    made.step();
    EXPECT_NEAR(made.travel, 5.0 * dt, 1e-14);
}

// The force of a contact is the one on its second body; the first one feels the opposite. Each has
// a torque of its own.
TEST(Integrator, AContactPushesItsBodiesApart) {
    Assembled made(IntegratorKind::verlet, 3);
    made.link(2);
    made.contacts.list().forces[0] = {{4.0, -1.0}, {0.5, 0.25}};
    made.contacts.list().forces[1] = {{1.0, 2.0}, {0.125, 1.0}};
    ASSERT_TRUE(made.step());
    // Velocity Verlet gives half of the acceleration to the velocity of this step.
    const auto acceleration = [&](std::size_t i) { return made.bodies.velocity(i) / (0.5 * dt); };
    EXPECT_NEAR(acceleration(0).x, -4.0, 1e-12);
    EXPECT_NEAR(acceleration(0).y, 1.0, 1e-12);
    EXPECT_NEAR(acceleration(1).x, 4.0 - 1.0, 1e-12);
    EXPECT_NEAR(acceleration(1).y, -1.0 - 2.0, 1e-12);
    EXPECT_NEAR(acceleration(2).x, 1.0, 1e-12);
    const auto torque = [&](std::size_t i) {
        return made.bodies.spin(i) / (0.5 * dt) * made.bodies.inertia(i);
    };
    EXPECT_NEAR(torque(0), 0.5, 1e-12);
    EXPECT_NEAR(torque(1), 0.25 + 0.125, 1e-12);
    EXPECT_NEAR(torque(2), 1.0, 1e-12);
}

TEST(Integrator, APullActsOnItsGrainOnly) {
    Assembled made(IntegratorKind::verlet, 2);
    PullForce pull;
    pull.grain = 1;
    pull.force = {0.0, 3.0};
    pull.torque = 2.0;
    ASSERT_TRUE(made.step({}, pull));
    EXPECT_EQ(made.bodies.velocity(0), geometry::Vec2{});
    EXPECT_NEAR(made.bodies.velocity(1).y, 0.5 * dt * 3.0, 1e-15);
    EXPECT_NEAR(made.bodies.spin(1), 0.5 * dt * 2.0 / made.bodies.inertia(1), 1e-15);
}

TEST(Integrator, NamesTheFirstGrainWhoseForceIsNotFinite) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Assembled made(IntegratorKind::gear5, 100, 3);
        made.link(99);
        ASSERT_TRUE(made.step());
        EXPECT_FALSE(made.integrator.first_not_finite());
        made.contacts.list().forces[70].torque[1] = bad;
        EXPECT_FALSE(made.step());
        EXPECT_EQ(made.integrator.first_not_finite(), 71u);
        made.contacts.list().forces[40].force.x = bad;
        EXPECT_FALSE(made.step());
        EXPECT_EQ(made.integrator.first_not_finite(), 40u);
    }
}

TEST(Integrator, AnyNumberOfWorkersGivesTheSameBits) {
    std::vector<std::uint64_t> hashes;
    for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
        Assembled made(IntegratorKind::gear5, 333, threads);
        made.link(332);
        Random random(4);
        for (ContactForce& force : made.contacts.list().forces)
            force = {{random() - 0.5, random() - 0.5}, {random() - 0.5, random() - 0.5}};
        for (int i = 0; i < 20; ++i) ASSERT_TRUE(made.step({0.0, -9.81}));
        hashes.push_back(made.hash());
    }
    EXPECT_EQ(hashes, std::vector<std::uint64_t>(4, hashes[0]));
}

TEST(Integrator, BothInOnePassGiveTheSameBitsAsOneAfterTheOther) {
    for (const IntegratorKind kind : all_kinds) {
        Assembled one_by_one(kind, 175, 1);
        Assembled at_once(kind, 175, 2);
        Random random(6);
        for (Assembled* made : {&one_by_one, &at_once}) made->link(170);
        for (std::size_t k = 0; k < 170; ++k) {
            const ContactForce force{{random() - 0.5, random() - 0.5}, {random(), random()}};
            one_by_one.contacts.list().forces[k] = at_once.contacts.list().forces[k] = force;
        }
        for (Assembled* made : {&one_by_one, &at_once})
            made->integrator.predict(made->bodies, nullptr, made->workers);
        for (int i = 0; i < 30; ++i) {
            one_by_one.integrator.correct(one_by_one.bodies, one_by_one.contacts, {1.0, -9.81}, {},
                                          nullptr, one_by_one.workers);
            one_by_one.travel =
                one_by_one.integrator.predict(one_by_one.bodies, nullptr, one_by_one.workers);
            EXPECT_EQ(
                at_once.integrator.correct_and_predict(at_once.bodies, at_once.contacts,
                                                       {1.0, -9.81}, {}, nullptr, at_once.workers),
                one_by_one.travel);
            ASSERT_EQ(at_once.hash(), one_by_one.hash());
            for (Body grain = 0; grain < 175; ++grain)
                ASSERT_EQ(at_once.bodies.kinematics(grain).travel,
                          one_by_one.bodies.kinematics(grain).travel);
        }
    }
}

// An oscillator of 1 kg on a spring of 100 N/m for ten periods: the error at half the step must be
// smaller by two to the order of the method.
TEST(Integrator, ConvergesAtItsOrder) {
    const auto error_of = [](IntegratorKind kind, double step) {
        Bodies bodies(step, gear_of(kind).values);
        const Domain domain{Period{}};
        const Walls walls({}, 1, IntegratorKind::gear3, 1e-3, domain, bodies);
        bodies.add(square(1.0, {1.0, 0.0}), 1.0, {-100.0, 0.0});
        Contacts contacts;
        contacts.merge({}, walls, bodies);
        Workers workers(1);
        Integrator integrator(kind, step);
        PullForce spring;
        spring.grain = 0;
        double largest = 0.0;
        const auto steps = static_cast<int>(std::lround(6.283185307179586 / step));
        for (int i = 1; i <= steps; ++i) {
            integrator.predict(bodies, nullptr, workers);
            spring.force = {-100.0 * bodies.kinematics(0).pose.position.x, 0.0};
            integrator.correct(bodies, contacts, {}, spring, nullptr, workers);
            if (i > steps / 2)
                largest =
                    std::max(largest, std::abs(bodies.position(0).x - std::cos(10.0 * i * step)));
        }
        return largest;
    };
    const double coarse = 0.01;
    EXPECT_GT(
        error_of(IntegratorKind::verlet, coarse) / error_of(IntegratorKind::verlet, 0.5 * coarse),
        3.6);
    EXPECT_GT(
        error_of(IntegratorKind::gear5, coarse) / error_of(IntegratorKind::gear5, 0.5 * coarse),
        14.0);
}

}  // namespace
}  // namespace scree::engine
