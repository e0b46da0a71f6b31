#include "engine/dynamics/contact_forces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "engine/dynamics/walls/walls.h"
#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

constexpr double dt = 1e-4;
constexpr double stiffness = 1000.0;
constexpr double friction = 0.5;

/// Grains over a floor whose top is y = 0.
struct Assembled {
    explicit Assembled(LawKind law, const std::vector<NewGrain>& grains, double damping = 0.0,
                       std::uint32_t threads = 1, double largest_overlap = 0.25)
        : walls({standing(rectangle(1e3, 1.0), {0.0, -0.5})}, 1, IntegratorKind::gear3, 1e-3,
                domain, bodies),
          table({plain(stiffness, friction, damping)}),
          forces(law, table, largest_overlap, dt, threads),
          workers(threads) {
        for (const NewGrain& grain : grains) bodies.add(grain, 1.0, {});
    }
    void meet(const std::vector<ImagePair>& pairs) {
        contacts.merge(pairs, walls, bodies);
        contacts.make_lanes({bodies, domain}, workers);
    }
    ContactSums apply() {
        ContactSums all;
        for (const ContactSums& sums : forces.apply(bodies, domain, contacts, workers, step++)) {
            all.potential += sums.potential;
            all.tangential += sums.tangential;
            all.normal_damping += sums.normal_damping;
            all.tangential_work += sums.tangential_work;
            all.touching += sums.touching;
            all.too_deep = std::min(all.too_deep, sums.too_deep);
        }
        return all;
    }
    const ContactForce& force(std::size_t k = 0) const { return contacts.force(k); }

    Domain domain{Period{}};
    Bodies bodies{dt, 6};
    Walls walls;
    ContactTable table;
    Contacts contacts;
    ContactForces forces;
    Workers workers;
    std::uint64_t step = 0;
};

constexpr Body floor_piece = wall_body(0);

/// A square of area 1 whose lower side is this deep in the floor.
NewGrain sunk(double depth, double x = 0.0) { return square(1.0, {x, 0.5 - depth}); }

TEST(ContactForces, TheAreaLawIsStiffnessTimesAreaOverItsLength) {
    Assembled made(LawKind::area, {sunk(0.01)});
    made.meet({{{0, floor_piece}}});
    const ContactSums sums = made.apply();
    EXPECT_EQ(sums.touching, 1u);
    EXPECT_EQ(sums.too_deep, ContactSums::none);
    // l = 4 R, where R is the radius of a disc of the same area.
    EXPECT_NEAR(made.force().force.y, -stiffness * 0.01 * std::sqrt(std::acos(-1.0)) / 4.0, 1e-9);
    EXPECT_NEAR(made.force().force.x, 0.0, 1e-12);
    EXPECT_NEAR(made.force().torque[0], 0.0, 1e-12);
    EXPECT_FALSE(made.forces.is_conservative());
}

TEST(ContactForces, TheEnergyLawStoresItsPotential) {
    Assembled made(LawKind::energy, {sunk(0.01)});
    made.meet({{{0, floor_piece}}});
    const double length = 4.0 / std::sqrt(std::acos(-1.0));
    EXPECT_NEAR(made.apply().potential, 0.5 * stiffness * 1e-4 / (length * length), 1e-9);
    EXPECT_NEAR(made.force().force.y, -stiffness * 0.01 / (length * length), 1e-9);
    EXPECT_NEAR(
        made.forces.stored_in(0, made.bodies, made.domain, made.walls, made.contacts).normal,
        0.5 * stiffness * 1e-4 / (length * length), 1e-12);
    EXPECT_TRUE(made.forces.is_conservative());
}

TEST(ContactForces, TheLinearLawIsASpringOfTheDepthOfDiscs) {
    NewGrain low{geometry::Disc(1.0), 0, {0.0, 0.0}, 0.0, {}, 0.0};
    NewGrain high{geometry::Disc(1.0), 0, {0.0, 1.98}, 0.0, {}, 0.0};
    Assembled made(LawKind::linear, {low, high});
    made.meet({{{0, 1}}});
    made.apply();
    EXPECT_NEAR(made.force().force.y, stiffness * 0.02, 1e-9) << "on the second";
}

TEST(ContactForces, PairsThatAreApartFeelNothing) {
    Assembled made(LawKind::area, {sunk(0.01), sunk(-0.2, 3.0)});
    made.meet({{{0, 1}}, {{0, floor_piece}}, {{1, floor_piece}}});
    EXPECT_EQ(made.apply().touching, 1u);
    for (std::size_t k = 0; k < 3; ++k) {
        const bool sinks = made.contacts.all()[k].pair == BodyPair{0, floor_piece};
        EXPECT_EQ(made.contacts.touches(k), sinks);
        EXPECT_EQ(made.force(k).force == geometry::Vec2{}, !sinks);
    }
}

TEST(ContactForces, TheSpringGrowsUntilItSlides) {
    NewGrain moving = sunk(0.01);
    moving.velocity = {0.01, 0.0};
    Assembled made(LawKind::area, {moving});
    made.bodies.move(0, {moving.position, {}}, moving.velocity, 0.0);
    made.meet({{{0, floor_piece}}});
    made.apply();
    const double k_t = stiffness * 2.0 / 7.0;
    EXPECT_NEAR(std::abs(made.contacts.springs()[0]), k_t * 0.01 * dt, 1e-12);
    EXPECT_GT(made.force().force.x, 0.0) << "the grain drags the floor along";
    made.apply();
    EXPECT_NEAR(std::abs(made.contacts.springs()[0]), 2.0 * k_t * 0.01 * dt, 1e-12);

    // Fast, it slides: friction is the coefficient times the normal force, and does work.
    made.bodies.move(0, {moving.position, {}}, {1e4, 0.0}, 0.0);
    const ContactSums sums = made.apply();
    EXPECT_NEAR(made.force().force.x, friction * -made.force().force.y, 1e-9);
    EXPECT_LT(sums.tangential_work, 0.0);
    EXPECT_NEAR(sums.tangential, 0.5 / k_t * std::pow(made.force().force.x, 2), 1e-9);
}

TEST(ContactForces, DampingResistsTheApproachAndNeverPulls) {
    NewGrain grain = sunk(0.01);
    Assembled made(LawKind::area, {grain}, 0.5);
    made.meet({{{0, floor_piece}}});
    made.apply();
    const double at_rest = -made.force().force.y;
    made.bodies.move(0, {grain.position, {}}, {0.0, -0.1}, 0.0);
    EXPECT_GT(made.apply().normal_damping, 0.0);
    EXPECT_GT(-made.force().force.y, at_rest);
    made.bodies.move(0, {grain.position, {}}, {0.0, 1e6}, 0.0);
    made.apply();
    EXPECT_EQ(-made.force().force.y, 0.0) << "a grain that leaves fast is let go, not held";
    EXPECT_GT(made.forces.rates_of(0, made.bodies, made.domain, made.contacts).drag, 0.0);
}

/// How many times as much as in later steps a grain is damped in the first step of its contact,
/// when it comes by `way` in a step and has sunk in by `depth`.
double first_damping(double way, double depth) {
    const NewGrain grain = sunk(depth);
    Assembled made(LawKind::area, {grain}, 0.5);
    made.meet({{{0, floor_piece}}});
    made.bodies.move(0, {grain.position, {}}, {0.0, -way / dt}, 0.0);
    made.apply();
    const double first = -made.force().force.y;
    made.apply();
    const double later = -made.force().force.y;
    made.bodies.move(0, {grain.position, {}}, {}, 0.0);
    made.apply();
    const double elastic = -made.force().force.y;
    return (first - elastic) / (later - elastic);
}

TEST(ContactForces, TheFirstStepOfAContactCountsFromWhereTheBodiesMet) {
    EXPECT_NEAR(first_damping(1e-4, 1e-6), 0.51, 1e-6) << "they have just met";
    EXPECT_NEAR(first_damping(1e-4, 4e-5), 0.9, 1e-6);
    EXPECT_NEAR(first_damping(1e-4, 1e-4), 1.5, 1e-6) << "they met a whole step ago";
    EXPECT_NEAR(first_damping(1e-4, 3e-4), 1.0, 1e-6) << "such a contact was placed";
}

TEST(ContactForces, ASpringThatBeginsInAStepGrowsFromThere) {
    NewGrain grain = sunk(3e-5);
    Assembled made(LawKind::area, {grain});
    made.meet({{{0, floor_piece}}});
    const double slip = 1e-3;
    made.bodies.move(0, {grain.position, {}}, {slip, -1e-4 / dt}, 0.0);
    made.apply();
    const double k_t = stiffness * 2.0 / 7.0;
    EXPECT_NEAR(std::abs(made.contacts.springs()[0]), 0.8 * k_t * slip * dt,
                1e-9 * k_t * slip * dt);
}

TEST(ContactForces, AFaceThatRocksIsDampedByACoupleButADiscRolls) {
    const auto torque = [](const NewGrain& grain, double spin) {
        Assembled made(LawKind::area, {grain}, 0.5);
        made.forces.set_friction(0, 0, 0.0);
        made.meet({{{0, floor_piece}}});
        made.apply();
        made.bodies.move(0, {grain.position, {}}, {spin * -grain.position.y, 0.0}, spin);
        made.apply();
        return made.force().torque[0];
    };
    // c b^2 / 12, with c = gamma sqrt(m Y b / l), b = 1, l = 4 R.
    const double l = 4.0 / std::sqrt(std::acos(-1.0));
    const double c = 0.5 * std::sqrt(stiffness / l);
    EXPECT_NEAR(torque(sunk(0.01), 1e-3), -c / 12.0 * 1e-3, 1e-3 * c / 12.0 * 1e-3);
    NewGrain disc = sunk(0.01);
    disc.shape = geometry::Disc(0.5);
    EXPECT_NEAR(torque(disc, 1e-3), 0.0, 1e-9);
}

TEST(ContactForces, AnElasticBedStoresTheWorkThatPressesTheGrainIn) {
    // Y A^2 / (2 l b) for a face, with A = b d.
    Assembled made(LawKind::area, {sunk(0.01)});
    made.meet({{{0, floor_piece}}});
    made.apply();
    const double l = 4.0 / std::sqrt(std::acos(-1.0));
    EXPECT_NEAR(made.forces.bed_energy(made.bodies, made.domain, made.walls, made.contacts).value(),
                0.5 * stiffness / l * 1e-4, 1e-9 * stiffness);
    Assembled other(LawKind::energy, {sunk(0.01)});
    EXPECT_FALSE(other.forces.bed_energy(other.bodies, other.domain, other.walls, other.contacts));
}

TEST(ContactForces, TellWhichContactIsTooDeep) {
    Assembled made(LawKind::area, {sunk(0.01), sunk(0.2, 5.0), sunk(0.3, 10.0)});
    made.meet({{{0, floor_piece}}, {{1, floor_piece}}, {{2, floor_piece}}});
    EXPECT_EQ(made.apply().too_deep, 2u);
    Assembled strict(LawKind::area, {sunk(0.01), sunk(0.2, 5.0)}, 0.0, 1, 0.1);
    strict.meet({{{0, floor_piece}}, {{1, floor_piece}}});
    EXPECT_EQ(strict.apply().too_deep, 1u);
}

TEST(ContactForces, FrictionCanChangeAndMustBeANumber) {
    Assembled made(LawKind::area, {sunk(0.01)});
    made.forces.set_friction(0, 0, 0.25);
    EXPECT_EQ(made.forces.table().at(0, 0).friction, 0.25);
    EXPECT_THROW(made.forces.set_friction(0, 0, -0.1), std::invalid_argument);
    EXPECT_THROW(made.forces.set_friction(0, 0, std::nan("")), std::invalid_argument);
    EXPECT_EQ(made.forces.table().at(0, 0).friction, 0.25);
}

TEST(ContactForces, AnyNumberOfWorkersGivesTheSameForcesAndSums) {
    std::vector<NewGrain> grains;
    std::vector<ImagePair> pairs;
    for (Body i = 0; i < 500; ++i) {
        grains.push_back(sunk(0.02 * std::sin(0.1 * i), 0.99 * i));
        pairs.push_back({{i, floor_piece}});
        if (i > 0) pairs.push_back({{i - 1, i}});
    }
    std::ranges::sort(pairs);
    std::vector<std::vector<double>> results;
    for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
        Assembled made(LawKind::area, grains, 0.3, threads);
        made.meet(pairs);
        made.apply();
        const ContactSums sums = made.apply();
        EXPECT_GT(sums.touching, 500u);
        std::vector<double> result{sums.tangential, sums.normal_damping, sums.tangential_work,
                                   static_cast<double>(sums.touching)};
        for (const ContactForce& force : made.contacts.list().forces)
            result.insert(result.end(), {force.force.x, force.force.y, force.torque[0]});
        result.push_back(static_cast<double>(made.forces.query_counts().queries));
        results.push_back(result);
    }
    for (const std::vector<double>& result : results) EXPECT_EQ(result, results[0]);
}

}  // namespace
}  // namespace scree::engine
