#include "engine/dynamics/time_step.h"
#include "engine/laws/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

GrainKind kind_of_shape(geometry::Shape shape, std::uint16_t material = 0) {
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0), plain(1e6, 0.3, 0.0)};
    return kind_of({std::move(shape), material, {}, 0.0, {}, 0.0}, materials);
}
GrainKind kind(double width, double height) { return kind_of_shape(rectangle(width, height)); }

/// A basis of these grains alone.
StepBasis basis_of(const std::vector<GrainKind>& grains, const ContactTable& contacts) {
    return {.grains = grains, .wall_materials = {}, .contacts = contacts};
}

TEST(TimeStep, IsThatOfTheFormulaForTwoSquares) {
    // The longest chord is the side, l = 2 R = 2 / sqrt(pi), and the mass is 1/2.
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const double omega = std::sqrt(1e6 * 0.5 * std::sqrt(std::numbers::pi) * 2.0);
    const ContactTable undamped({plain(1e6, 0.3, 0.0)});
    const TimeStep step = automatic_time_step(basis_of(grains, undamped));
    EXPECT_NEAR(step.dt, 0.20 / omega, 1e-12);
    EXPECT_FALSE(step.wall);
    EXPECT_EQ(step.reason, StepReason::stiffness);

    StepBasis finer = basis_of(grains, undamped);
    finer.accuracy = 0.00125;
    EXPECT_NEAR(automatic_time_step(finer).dt, 0.10 / omega, 1e-12);

    // With much damping four contacts of a grain decide.
    const ContactTable damped({plain(1e6, 0.3, 4.0)});
    const TimeStep small = automatic_time_step(basis_of(grains, damped));
    EXPECT_EQ(small.reason, StepReason::stability);
    EXPECT_LT(small.dt, 0.15 / (4.0 * omega));
    StepBasis accurate = basis_of(grains, damped);
    accurate.accuracy = 0.001;
    EXPECT_NEAR(automatic_time_step(accurate).dt, 0.15 / (4.0 * omega) * std::sqrt(0.2), 1e-12);
    EXPECT_EQ(automatic_time_step(accurate).reason, StepReason::damping);
}

TEST(TimeStep, OfEachLawFollowsFromItsStiffness) {
    const std::vector<GrainKind> discs{kind_of_shape(geometry::Disc(0.5))};
    ContactTable contacts({plain(1e6, 0.3, 0.0)});
    contacts.set(0, 0, {.stiffness = 1e6, .tangential_ratio = 0.0});
    const double mass = std::numbers::pi / 4.0;
    // Each disc takes half of a depth of 0.02: b = 2 sqrt(0.01 (1 - 0.01)), l = 2 R = 1.
    const double share = 2.0 * std::sqrt(0.01 * 0.99);
    StepBasis basis = basis_of(discs, contacts);
    basis.accuracy = 0.001;
    const double factor = 0.20 * std::sqrt(0.2);
    const double inverse_mass = 2.0 / mass;
    EXPECT_NEAR(automatic_time_step(basis).dt, factor / std::sqrt(1e6 * share * inverse_mass),
                1e-12);
    basis.law = LawKind::linear;
    EXPECT_NEAR(automatic_time_step(basis).dt, factor / std::sqrt(1e6 * inverse_mass), 1e-12);
    basis.law = LawKind::energy;
    EXPECT_NEAR(automatic_time_step(basis).dt, factor / (1e3 * share * std::sqrt(inverse_mass)),
                1e-12);
    // The springs of friction, with 3 / m each, are stiffer than that.
    contacts.set(0, 0, {.stiffness = 1e6});
    const TimeStep step = automatic_time_step(basis);
    EXPECT_EQ(step.reason, StepReason::friction);
    const double friction_factor = 0.33 * std::sqrt(0.2);
    EXPECT_NEAR(step.dt, friction_factor / std::sqrt(2.0 / 7.0 * 1e6 * 3.0 * inverse_mass), 1e-12);
}

TEST(TimeStep, OfAWallAloneIsThatOfTheGrainOnIt) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    // Soft among themselves, stiff against the wall.
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0), plain(1e6, 0.3, 0.0)};
    ContactTable contacts(materials);
    contacts.set(0, 0, {1.0, 0.3, 0.0, 0.0});
    contacts.set(0, 1, {1e6, 0.3, 0.0, 0.0});
    const std::vector<std::uint16_t> stiff{1};
    const TimeStep step =
        automatic_time_step({.grains = grains, .wall_materials = stiff, .contacts = contacts});
    EXPECT_TRUE(step.wall);
    const double k = 1e6 * 0.25 * std::sqrt(std::numbers::pi);
    EXPECT_NEAR(step.dt, 0.20 / std::sqrt(k), 1e-12);
}

// Pairs of grains of different sizes and shapes are not looked at one by one.
TEST(TimeStep, OfManyGrainsIsNearlyThatOfTheWorstPair) {
    const std::vector<Material> materials{plain(1e6, 0.3, 0.7), plain(3e6, 0.3, 0.2)};
    const ContactTable contacts(materials);
    Random random(5);
    std::vector<GrainKind> grains;
    for (int i = 0; i < 60; ++i) {
        const double size = 0.2 + random();
        const auto material = static_cast<std::uint16_t>(random() < 0.5 ? 0 : 1);
        if (random() < 0.3)
            grains.push_back(kind_of_shape(rectangle(size, (0.1 + 0.9 * random()) * size)));
        else
            grains.push_back(kind_of_shape(gravel(random, 0.5 * size), material));
    }
    double least = std::numeric_limits<double>::infinity();
    for (const GrainKind& a : grains)
        for (const GrainKind& b : grains) {
            const std::vector<GrainKind> two{a, b};
            least = std::min(least, automatic_time_step(basis_of(two, contacts)).dt);
        }
    const double found = automatic_time_step(basis_of(grains, contacts)).dt;
    EXPECT_LE(found, 1.1 * least);
    EXPECT_GE(found, least);
}

TEST(TimeStep, OfNothingIsUnbounded) {
    const ContactTable contacts({plain(1e6, 0.3, 0.7)});
    EXPECT_EQ(automatic_time_step(basis_of({}, contacts)).dt,
              std::numeric_limits<double>::infinity());
}

/// How much x'' = -omega^2 x - r x' grows a step in the long run, with h = 1: the logarithm of the
/// factor, negative where it fades.
double growth(IntegratorKind integrator, double omega, double drag) {
    const Gear& gear = gear_of(integrator);
    Coordinate x;
    x.push_back(1.0, 0.3, -0.2);
    for (std::size_t k = 3; k < gear.values; ++k) x.derivative(k)[0] = 0.1;
    constexpr int rounds = 2000;
    constexpr int steps = 100;
    double sum = 0.0;
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < steps; ++i) {
            predict(gear, x, {0, 1});
            const double a = -omega * omega * x.derivative(0)[0] - drag * x.derivative(1)[0];
            const double scaled = 0.5 * a;
            correct(gear, x, &scaled, {0, 1});
        }
        double size = 0.0;
        for (std::size_t k = 0; k < gear.values; ++k) size += std::abs(x.derivative(k)[0]);
        // The first tenth: what fades at once, and the phase.
        if (round > rounds / 10) sum += std::log(size);
        for (std::size_t k = 0; k < gear.values; ++k) x.derivative(k)[0] /= size;
    }
    return sum / (rounds - rounds / 10 - 1) / steps;
}

constexpr std::array integrators{IntegratorKind::verlet, IntegratorKind::gear3,
                                 IntegratorKind::gear4, IntegratorKind::gear5};

TEST(StableLimit, DampedContactsFadeBelowItAndGrowBeyond) {
    for (const IntegratorKind integrator : integrators) {
        const StableLimit limit = stable_limit_of(integrator);
        for (const double zeta : {0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0, 5.0}) {
            // The root of the formula, in units of 1 / omega.
            const double drag = 2.0 * zeta / limit.drag;
            const double omega =
                2.0 / (drag + std::sqrt(drag * drag + 4.0 / (limit.stiff * limit.stiff)));
            const auto at = [&](double share) {
                return growth(integrator, share * omega, 2.0 * zeta * share * omega);
            };
            EXPECT_LT(at(0.97), 0.0) << name_of(integrator) << ", zeta " << zeta;
            EXPECT_GT(at(1.03), 0.0) << name_of(integrator) << ", zeta " << zeta;
        }
    }
}

TEST(StableLimit, UndampedContactsGrowSlowlyAtMostBelowIt) {
    for (const IntegratorKind integrator : integrators) {
        const double omega = stable_limit_of(integrator).undamped;
        EXPECT_LT(growth(integrator, 0.99 * omega, 0.0), 1.5e-5) << name_of(integrator);
    }
    EXPECT_GT(growth(IntegratorKind::verlet, 2.02, 0.0), 0.1);
    EXPECT_GT(growth(IntegratorKind::gear3, 1.43, 0.0), 0.01);
    // Gear5 keeps its amplitude up to 0.31 (docs/physics.md, Limits of stability); beyond, it
    // grows with omega^6 or so.
    EXPECT_LT(growth(IntegratorKind::gear5, 0.29, 0.0), 0.0);
    EXPECT_GT(growth(IntegratorKind::gear5, 0.33, 0.0), 5e-7);
    EXPECT_GT(growth(IntegratorKind::gear4, 0.35, 0.0), 5e-5);
}

TEST(Verdict, OfTheAutomaticTimeStepIsFineForAnyDamping) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0), kind(10.0, 1.0)};
    const std::vector<std::uint16_t> walls{0};
    for (const IntegratorKind integrator : integrators) {
        for (double damping = 0.0; damping < 10.0; damping += 0.1) {
            const ContactTable contacts({plain(1e6, 0.3, damping)});
            const StepBasis basis{.grains = grains,
                                  .wall_materials = walls,
                                  .contacts = contacts,
                                  .integrator = integrator,
                                  .accuracy = 0.05};
            const TimeStepVerdict verdict = judge_time_step(automatic_time_step(basis).dt, basis);
            EXPECT_EQ(verdict.kind, TimeStepVerdict::Kind::fine) << damping;
            EXPECT_EQ(explain(verdict, integrator, "a", "b"), "");
        }
    }
}

TEST(Verdict, WarnsAndRefusesWhereThePairThatDecidesIsUnstable) {
    // Both limits of two squares: 0.164 for one damped contact, a quarter of it for four.
    const std::vector<GrainKind> grains{kind(3.0, 3.0), kind(1.0, 1.0)};
    const ContactTable contacts({plain(1e6, 0.3, 4.0)});
    const double omega = std::sqrt(1e6 * 0.5 * std::sqrt(std::numbers::pi) * 2.0);
    const double limit = 0.164 / (4.0 * omega);
    const auto judge = [&](double dt, IntegratorKind integrator) {
        StepBasis basis = basis_of(grains, contacts);
        basis.integrator = integrator;
        return judge_time_step(dt, basis);
    };
    const auto kind_at = [&](double dt) { return judge(dt, IntegratorKind::gear5).kind; };
    EXPECT_EQ(kind_at(0.9 * limit), TimeStepVerdict::Kind::near);
    EXPECT_EQ(kind_at(1.1 * limit), TimeStepVerdict::Kind::beyond);
    EXPECT_EQ(kind_at(0.24 * limit), TimeStepVerdict::Kind::fine);
    const TimeStepVerdict refused = judge(1.1 * limit, IntegratorKind::gear5);
    EXPECT_EQ(refused.limit.first, 1u);
    EXPECT_EQ(refused.limit.second, 1u);
    EXPECT_NEAR(refused.limit.dt, limit, 0.03 * limit);
    const std::string text = explain(refused, IntegratorKind::gear5, "stones", "stones");
    EXPECT_THAT(text, HasSubstr("gear5"));
    EXPECT_THAT(text, HasSubstr("single contact between two grains like those of `stones`"));
    // The same step is fine where the integrator is coarser but steadier.
    EXPECT_EQ(judge(1.1 * limit, IntegratorKind::verlet).kind, TimeStepVerdict::Kind::fine);
}

TEST(Verdict, NamesTheWallThatDecides) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0), plain(1e6, 0.3, 0.0)};
    ContactTable contacts(materials);
    contacts.set(0, 1, {1e9, 0.3, 0.0, 0.0});
    const std::vector<std::uint16_t> walls{0, 0, 1, 0};
    const TimeStepVerdict verdict =
        judge_time_step(1e-3, {.grains = grains, .wall_materials = walls, .contacts = contacts});
    EXPECT_EQ(verdict.kind, TimeStepVerdict::Kind::beyond);
    EXPECT_TRUE(verdict.limit.wall);
    EXPECT_EQ(verdict.limit.second, 2u);
    // The friction spring has 2/7 of the stiffness, and moves the square by 1/m + r^2/I = 4/m.
    const double square_frequency = 1e9 * std::max(0.25 * std::sqrt(std::numbers::pi), 8.0 / 7.0);
    EXPECT_LT(verdict.limit.dt, 1.41 / std::sqrt(square_frequency));
    EXPECT_GT(verdict.limit.dt, 0.7 * 1.41 / std::sqrt(square_frequency)) << "zeta is 1/8";
}

TEST(Verdict, OfJunkIsAnError) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const ContactTable contacts({plain(1e6, 0.3, 0.0)});
    for (const double dt : {0.0, -1e-3, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_THROW(judge_time_step(dt, basis_of(grains, contacts)), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
