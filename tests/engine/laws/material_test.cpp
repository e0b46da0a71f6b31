#include "engine/laws/material.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scree::engine {
namespace {

/// The restitution of a mass that hits a spring of stiffness 1 with damping ratio zeta at speed 1,
/// and is let go when the force is no longer repulsive. It is computed by Runge and Kutta's fourth
/// order, with the last step cut where the force vanishes.
double integrated_restitution(double zeta) {
    const double h = 1e-3;
    const auto force = [&](double x, double v) { return -x - 2.0 * zeta * v; };
    double x = 0.0;
    double v = 1.0;
    for (;;) {
        const auto advance = [&](double step) {
            const double a1 = force(x, v);
            const double v2 = v + 0.5 * step * a1;
            const double a2 = force(x + 0.5 * step * v, v2);
            const double v3 = v + 0.5 * step * a2;
            const double a3 = force(x + 0.5 * step * v2, v3);
            const double v4 = v + step * a3;
            const double a4 = force(x + step * v3, v4);
            return std::pair{x + step / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4),
                             v + step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)};
        };
        const auto [x_next, v_next] = advance(h);
        if (v_next < 0.0 && force(x_next, v_next) >= 0.0) {
            const double before = force(x, v);
            const double share = before / (before - force(x_next, v_next));
            return -advance(share * h).second;
        }
        x = x_next;
        v = v_next;
    }
}

TEST(Restitution, TheIntegratedContactGivesThePublishedValues) {
    EXPECT_NEAR(integrated_restitution(0.1), 0.7441, 5e-5);
    EXPECT_NEAR(integrated_restitution(0.2), 0.5717, 5e-5);
    EXPECT_NEAR(integrated_restitution(0.3), 0.4510, 5e-5);
    EXPECT_NEAR(integrated_restitution(0.5), 0.2984, 5e-5);
}

TEST(Restitution, DampingInvertsTheIntegratedContact) {
    // Below and above 1 / sqrt 2, where the formula of the underdamped contact changes its branch,
    // and on both sides of critical damping.
    for (const double zeta :
         {0.01, 0.1, 0.2, 0.3, 0.5, 0.7, 0.7071, 0.72, 0.9, 0.99, 1.0, 1.01, 1.2, 2.0, 3.0, 4.8}) {
        const double e = integrated_restitution(zeta);
        EXPECT_NEAR(damping_for_restitution(e), 2.0 * zeta, 1e-5 * zeta) << "zeta " << zeta;
    }
}

TEST(Restitution, DampingInvertsThePublishedFormula) {
    for (int permille = 1; permille <= 707; ++permille) {
        const double zeta = permille / 1000.0;
        const double s = std::sqrt(1.0 - zeta * zeta);
        const double turn = std::atan(2.0 * zeta * s / (1.0 - 2.0 * zeta * zeta));
        const double e = std::exp(-(zeta / s) * (std::numbers::pi - turn));
        EXPECT_NEAR(damping_for_restitution(e), 2.0 * zeta, 1e-13);
        const double unclipped = std::exp(-(zeta / s) * std::numbers::pi);
        EXPECT_LT(unclipped, e);
        EXPECT_GT(damping_for_restitution(unclipped), 2.0005 * zeta);
    }
}

TEST(Restitution, CriticalDampingIsReachedAtOneOverESquared) {
    EXPECT_NEAR(damping_for_restitution(std::exp(-2.0)), 2.0, 1e-9);
    EXPECT_NEAR(damping_for_restitution(std::exp(-2.0) + 1e-7), 2.0, 1e-5);
    EXPECT_NEAR(damping_for_restitution(std::exp(-2.0) - 1e-7), 2.0, 1e-5);
    EXPECT_NEAR(damping_for_restitution(std::exp(-0.5 * std::numbers::pi)), std::numbers::sqrt2,
                1e-12);
}

TEST(Restitution, LessOfItNeedsMoreDamping) {
    double last = damping_for_restitution(1.0);
    EXPECT_EQ(last, 0.0);
    for (int permille = 999; permille >= 10; --permille) {
        const double gamma = damping_for_restitution(permille / 1000.0);
        EXPECT_GT(gamma, last);
        last = gamma;
    }
    EXPECT_NEAR(last, 9.614, 1e-3);
}

TEST(Restitution, BeyondTheRangeTheNearestEndCounts) {
    const double most = damping_for_restitution(smallest_restitution);
    EXPECT_EQ(damping_for_restitution(0.5 * smallest_restitution), most);
    EXPECT_EQ(damping_for_restitution(0.0), most);
    EXPECT_EQ(damping_for_restitution(-1.0), most);
    EXPECT_EQ(damping_for_restitution(1.5), 0.0);
    EXPECT_GT(damping_for_restitution(std::nextafter(1.0, 0.0)), 0.0);
    EXPECT_LT(damping_for_restitution(std::nextafter(1.0, 0.0)), 1e-14);
}

constexpr ContactParameters none;

TEST(Mixing, FollowsTheRules) {
    const Material a{"gravel", 2500.0, 1e6, 0.5, 0.3, 4.0};
    const Material b{"steel", 7800.0, 3e6, 0.25, 0.1, 0.0};
    const ContactParameters parameters = mixed(a, b);
    EXPECT_DOUBLE_EQ(parameters.stiffness, 1.5e6);
    EXPECT_EQ(parameters.friction, 0.25);
    EXPECT_DOUBLE_EQ(parameters.damping, 0.2);
    EXPECT_EQ(parameters.cohesion, 0.0);
    EXPECT_EQ(parameters.tangential_ratio, none.tangential_ratio);
    EXPECT_DOUBLE_EQ(parameters.tangential_stiffness(), 2.0 / 7.0 * 1.5e6);
}

TEST(Mixing, OfAMaterialWithItselfChangesNothing) {
    const Material material{"gravel", 2500.0, 1.2345e6, 0.5, 0.3, 4.0};
    const ContactParameters parameters = mixed(material, material);
    EXPECT_DOUBLE_EQ(parameters.stiffness, material.stiffness);
    EXPECT_EQ(parameters.friction, material.friction);
    EXPECT_EQ(parameters.damping, material.damping);
    EXPECT_EQ(parameters.cohesion, material.cohesion);
}

TEST(Mixing, GivesTheSameBitsInEitherOrder) {
    const Material a{"a", 1.0, 1.1e6, 0.3, 0.7, 0.1};
    const Material b{"b", 1.0, 7.3e5, 0.9, 0.1, 0.2};
    EXPECT_EQ(mixed(a, b).stiffness, mixed(b, a).stiffness);
    EXPECT_EQ(mixed(a, b).friction, mixed(b, a).friction);
    EXPECT_EQ(mixed(a, b).damping, mixed(b, a).damping);
    EXPECT_EQ(mixed(a, b).cohesion, mixed(b, a).cohesion);
}

TEST(ContactTable, HoldsEveryPairAndTakesOverridesInEitherOrder) {
    const std::vector<Material> materials{{"a", 1.0, 1e6, 0.1, 0.1, 1.0},
                                          {"b", 1.0, 2e6, 0.2, 0.3, 2.0},
                                          {"c", 1.0, 4e6, 0.3, 0.5, 3.0}};
    ContactTable table(materials);
    for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = 0; b < 3; ++b) {
            EXPECT_EQ(table.at(a, b).stiffness, mixed(materials[a], materials[b]).stiffness);
            EXPECT_EQ(table.at(a, b).damping, mixed(materials[a], materials[b]).damping);
        }
    }
    ContactParameters special = table.at(0, 2);
    special.friction = 0.9;
    table.set(2, 0, special);
    EXPECT_EQ(table.at(0, 2).friction, 0.9);
    EXPECT_EQ(table.at(2, 0).friction, 0.9);
    EXPECT_EQ(table.at(0, 1).friction, 0.1);
    EXPECT_EQ(table.at(2, 2).friction, 0.3);
}

}  // namespace
}  // namespace scree::engine
