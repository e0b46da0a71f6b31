#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "tests/engine/small_world.h"

/// Units are a convention: lengths, masses and times that are scaled by powers of two, which is
/// exact, give the same bits, scaled (docs/physics.md, Scaling of units).
namespace scree::engine {
namespace {

using geometry::Vec2;

/// The factors by which lengths, masses and times are multiplied.
struct Units {
    double length = 1.0;
    double mass = 1.0;
    double time = 1.0;
};

geometry::ConvexPolygon scaled(const geometry::ConvexPolygon& polygon, double factor) {
    std::vector<Vec2> vertices;
    for (std::size_t i = 0; i < polygon.size(); ++i) vertices.push_back(factor * polygon.vertex(i));
    return geometry::ConvexPolygon(vertices);
}

/// A run of grains that fall on each other and on a floor in pieces, which shakes.
class ScaledRun {
public:
    ScaledRun(const Units& units, LawKind law)
        : units_(units), simulation_(model(), settings(law)) {
        Random random(23);
        for (int k = 0; k < 30; ++k) {
            const geometry::ConvexPolygon outline = gravel(random, 0.35 + 0.15 * random());
            const Vec2 position{1.1 * (k % 6) + 0.6, 1.1 * (k / 6) + 0.6};
            const Vec2 velocity{2.0 * (random() - 0.5), -2.0 * random()};
            NewGrain grain{scaled(outline, units_.length),
                           0,
                           units_.length * position,
                           6.28 * random(),
                           (units_.length / units_.time) * velocity,
                           random() / units_.time};
            if (law == LawKind::linear || k % 5 == 0) {
                grain.shape = geometry::Disc(units_.length * 0.4);
            }
            simulation_.add_grain(grain);
        }
    }

    Simulation& simulation() { return simulation_; }
    Vec2 position(std::size_t i) const { return simulation_.position(i) / units_.length; }
    Vec2 velocity(std::size_t i) const {
        return simulation_.velocity(i) * (units_.time / units_.length);
    }
    double dissipated() const {
        return simulation_.ledger().dissipated() * units_.time * units_.time /
               (units_.mass * units_.length * units_.length);
    }

private:
    Model model() const {
        const double l = units_.length;
        Material material = plain(1e5 * units_.mass / (units_.time * units_.time), 0.5, 0.3);
        material.density = units_.mass / (l * l);
        material.cohesion = 2.0 * units_.mass / (units_.time * units_.time);
        Wall floor;
        for (int k = 0; k < 4; ++k)
            floor.pieces.push_back({rectangle(2.0 * l, 2.0 * l), {(2.0 * k + 0.5) * l, -l}});
        floor.motion.kind = WallMotion::Kind::oscillate;
        floor.motion.amplitude = {0.02 * l, 0.01 * l};
        floor.motion.angular_amplitude = 0.01;
        floor.motion.frequency = 4.0 / units_.time;
        return world(material, {floor, standing(rectangle(4.0 * l, 40.0 * l), {-2.0 * l, 18.0 * l}),
                                standing(rectangle(4.0 * l, 40.0 * l), {9.0 * l, 18.0 * l})});
    }

    Settings settings(LawKind law) const {
        Settings settings;
        settings.dt = 2e-4 * units_.time;
        settings.law = law;
        settings.threads = 1;
        settings.gravity = {0.0, -9.81 * units_.length / (units_.time * units_.time)};
        return settings;
    }

    Units units_;
    Simulation simulation_;
};

class ScaledUnits : public ::testing::TestWithParam<std::tuple<LawKind, Units>> {};

TEST_P(ScaledUnits, GiveTheSameBits) {
    const auto& [law, units] = GetParam();
    ScaledRun plain_run({}, law);
    ScaledRun run(units, law);
    for (int i = 0; i < 3000; ++i) {
        plain_run.simulation().step();
        run.simulation().step();
    }
    for (std::size_t i = 0; i < run.simulation().grain_count(); ++i) {
        EXPECT_EQ(run.position(i), plain_run.position(i)) << i;
        EXPECT_EQ(run.simulation().angle(i), plain_run.simulation().angle(i)) << i;
        EXPECT_EQ(run.velocity(i), plain_run.velocity(i)) << i;
    }
    EXPECT_EQ(run.dissipated(), plain_run.dissipated());
    EXPECT_GT(run.dissipated(), 0.1) << "they must have met";
}

INSTANTIATE_TEST_SUITE_P(
    PowersOfTwo, ScaledUnits,
    ::testing::Combine(::testing::Values(LawKind::area, LawKind::energy, LawKind::linear),
                       ::testing::Values(Units{0x1p-9, 1.0, 1.0}, Units{0x1p6, 1.0, 1.0},
                                         Units{1.0, 0x1p-11, 1.0}, Units{1.0, 1.0, 0x1p-5},
                                         Units{0x1p-3, 0x1p7, 0x1p4})));

TEST(ScaledUnitsControl, AFactorOfThreeGivesOtherBits) {
    ScaledRun plain_run({}, LawKind::area);
    ScaledRun run({3.0, 1.0, 1.0}, LawKind::area);
    for (int i = 0; i < 3000; ++i) {
        plain_run.simulation().step();
        run.simulation().step();
    }
    EXPECT_NE(run.position(7), plain_run.position(7));
}

}  // namespace
}  // namespace scree::engine
