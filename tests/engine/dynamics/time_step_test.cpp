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

GrainKind kind(double width, double height) {
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0)};
    return kind_of({rectangle(width, height), 0, {}, 0.0, {}, 0.0}, materials);
}

TEST(TimeStep, IsThatOfTheFormulaForTwoSquares) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const double k = 1e6 * std::numbers::sqrt2 / (4.0 * 0.25);  // D = sqrt 2, l = 2 rho = 1
    const ContactTable undamped({plain(1e6, 0.3, 0.0)});
    const TimeStep step = largest_time_step(grains, {}, undamped);
    EXPECT_NEAR(step.dt, std::numbers::pi * std::sqrt(0.5 / k) / 50.0, 1e-15);
    EXPECT_FALSE(step.wall);

    const ContactTable damped({plain(1e6, 0.3, 1.4)});
    const double c = 1.4 * std::sqrt(0.5 * 1e6) * k / 1e6;
    EXPECT_NEAR(largest_time_step(grains, {}, damped).dt, 0.04 * 0.5 / c, 1e-15);
}

TEST(TimeStep, KnowsThatPlatesAreStiffer) {
    const ContactTable contacts({plain(1e6, 0.3, 0.0)});
    const std::vector<GrainKind> grains{kind(1.0, 1.0), kind(10.0, 1.0), kind(1.0, 1.0)};
    const TimeStep step = largest_time_step(grains, {}, contacts);
    const std::vector<GrainKind> squares{grains[0], grains[2]};
    EXPECT_EQ(step.first, 0u) << "the light square sets the mass";
    EXPECT_LE(step.dt, largest_time_step(squares, {}, contacts).dt);
}

TEST(TimeStep, OfAWallAloneIsThatOfTheGrainOnIt) {
    const std::vector<std::uint16_t> walls{0};
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    // Soft among themselves, stiff against the wall.
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0), plain(1e6, 0.3, 0.0)};
    ContactTable contacts(materials);
    contacts.set(0, 0, {1.0, 0.3, 0.0, 0.0});
    contacts.set(0, 1, {1e6, 0.3, 0.0, 0.0});
    const std::vector<std::uint16_t> stiff{1};
    const TimeStep step = largest_time_step(grains, stiff, contacts);
    EXPECT_TRUE(step.wall);
    const double k = 1e6 * std::numbers::sqrt2 / (4.0 * 0.5);
    EXPECT_NEAR(step.dt, std::numbers::pi * std::sqrt(1.0 / k) / 50.0, 1e-15);
}

TEST(TimeStep, OfManyGrainsIsThatOfEveryPairAskedAlone) {
    const ContactTable contacts({plain(1e6, 0.3, 0.7)});
    Random random(5);
    std::vector<GrainKind> grains;
    for (int i = 0; i < 60; ++i)
        grains.push_back({0, 0.1 + random(), 0.5 + random(), 0.05 + 0.2 * random()});
    double least = std::numeric_limits<double>::infinity();
    for (const GrainKind& a : grains)
        for (const GrainKind& b : grains) {
            const std::vector<GrainKind> two{a, b};
            least = std::min(least, largest_time_step(two, {}, contacts).dt);
        }
    EXPECT_EQ(largest_time_step(grains, {}, contacts).dt, least);
}

TEST(TimeStep, OfNothingIsUnbounded) {
    const ContactTable contacts({plain(1e6, 0.3, 0.7)});
    EXPECT_EQ(largest_time_step({}, {}, contacts).dt, std::numeric_limits<double>::infinity());
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
            const double dt = largest_time_step(grains, walls, contacts).dt;
            const TimeStepVerdict verdict =
                judge_time_step(dt, grains, walls, contacts, integrator);
            EXPECT_EQ(verdict.kind, TimeStepVerdict::Kind::fine) << damping;
            EXPECT_EQ(explain(verdict, integrator, "a", "b"), "");
        }
    }
}

TEST(Verdict, WarnsAndRefusesWhereThePairThatDecidesIsUnstable) {
    // Both limits of two squares: 0.16 for one damped contact, a quarter of it for four.
    const std::vector<GrainKind> grains{kind(3.0, 3.0), kind(1.0, 1.0)};
    const ContactTable contacts({plain(1e6, 0.3, 4.0)});
    const double k = 1e6 * std::numbers::sqrt2;
    const double c = 4.0 * std::sqrt(0.5 * 1e6) * k / 1e6;
    const double limit = 0.16 * 0.5 / c;
    const auto judge = [&](double dt) {
        return judge_time_step(dt, grains, {}, contacts, IntegratorKind::gear5);
    };
    EXPECT_EQ(judge(0.9 * limit).kind, TimeStepVerdict::Kind::near);
    EXPECT_EQ(judge(1.1 * limit).kind, TimeStepVerdict::Kind::beyond);
    EXPECT_EQ(judge(0.24 * limit).kind, TimeStepVerdict::Kind::fine);
    const TimeStepVerdict refused = judge(1.1 * limit);
    EXPECT_EQ(refused.limit.first, 1u);
    EXPECT_EQ(refused.limit.second, 1u);
    EXPECT_NEAR(refused.limit.dt, limit, 0.03 * limit);
    const std::string text = explain(refused, IntegratorKind::gear5, "stones", "stones");
    EXPECT_THAT(text, HasSubstr("gear5"));
    EXPECT_THAT(text, HasSubstr("single contact between two grains like those of `stones`"));
    // The same step is fine where the integrator is coarser but steadier.
    EXPECT_EQ(judge_time_step(1.1 * limit, grains, {}, contacts, IntegratorKind::verlet).kind,
              TimeStepVerdict::Kind::fine);
}

TEST(Verdict, NamesTheWallThatDecides) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const std::vector<Material> materials{plain(1e6, 0.3, 0.0), plain(1e6, 0.3, 0.0)};
    ContactTable contacts(materials);
    contacts.set(0, 1, {1e9, 0.3, 0.0, 0.0});
    const std::vector<std::uint16_t> walls{0, 0, 1, 0};
    const TimeStepVerdict verdict =
        judge_time_step(1e-3, grains, walls, contacts, IntegratorKind::gear5);
    EXPECT_EQ(verdict.kind, TimeStepVerdict::Kind::beyond);
    EXPECT_TRUE(verdict.limit.wall);
    EXPECT_EQ(verdict.limit.second, 2u);
    EXPECT_NEAR(verdict.limit.dt, 0.31 / std::sqrt(1e9 * std::numbers::sqrt2 / 2.0), 1e-9);
}

TEST(Verdict, OfJunkIsAnError) {
    const std::vector<GrainKind> grains{kind(1.0, 1.0)};
    const ContactTable contacts({plain(1e6, 0.3, 0.0)});
    for (const double dt : {0.0, -1e-3, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_THROW(judge_time_step(dt, grains, {}, contacts, IntegratorKind::gear5),
                     std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
