#include "engine/laws/gear.h"
#include "engine/laws/kinds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/geometry/random_shapes.h"
#include "tests/geometry/same_bits.h"

namespace scree::engine {
namespace {

constexpr IntegratorKind integrators[]{IntegratorKind::verlet, IntegratorKind::gear3,
                                       IntegratorKind::gear4, IntegratorKind::gear5};

struct State {
    double x;
    double v;
};

/// x'' = -x - 2 zeta x', from x = 1 and x' = 0.
State exact(double zeta, double t) {
    const double s = std::sqrt(1.0 - zeta * zeta);
    const double shrunk = std::exp(-zeta * t);
    return {shrunk * (std::cos(s * t) + zeta / s * std::sin(s * t)), -shrunk / s * std::sin(s * t)};
}

/// The same by `steps` steps of h, from exact derivatives.
State integrated(const Gear& gear, double zeta, double h, int steps) {
    std::array<double, 6> derivatives{1.0, 0.0};
    for (std::size_t k = 2; k < 6; ++k)
        derivatives[k] = -derivatives[k - 2] - 2.0 * zeta * derivatives[k - 1];
    Coordinate coordinate;
    coordinate.push_back(derivatives[0], h * derivatives[1], 0.5 * h * h * derivatives[2]);
    double scale = 0.5 * h * h;
    for (std::size_t k = 3; k < 6; ++k) {
        scale *= h / static_cast<double>(k);
        coordinate.derivative(k)[0] = scale * derivatives[k];
    }
    for (int step = 0; step < steps; ++step) {
        predict(gear, coordinate, {0, 1});
        const double x = coordinate.derivative(0)[0];
        const double v = coordinate.derivative(1)[0] / h;
        const double scaled_acceleration = 0.5 * h * h * (-x - 2.0 * zeta * v);
        correct(gear, coordinate, &scaled_acceleration, {0, 1});
    }
    return {coordinate.derivative(0)[0], coordinate.derivative(1)[0] / h};
}

/// The slope of the error over h, from h = 0.1 to 0.0125 until T = 10.
double order_of(const Gear& gear, double zeta) {
    const State end = exact(zeta, 10.0);
    const auto error = [&](int steps) {
        const State reached = integrated(gear, zeta, 10.0 / steps, steps);
        return std::hypot(reached.x - end.x, reached.v - end.v);
    };
    // By least squares in the logarithms, at four halvings.
    const double slope =
        0.3 * std::log2(error(100) / error(800)) + 0.1 * std::log2(error(200) / error(400));
    return slope;
}

TEST(IntegratorKind, GearIsOfTheOrderOfItsName) {
    EXPECT_NEAR(order_of(gear_of(IntegratorKind::gear3), 0.1), 3.0, 0.1);
    EXPECT_NEAR(order_of(gear_of(IntegratorKind::gear4), 0.1), 4.0, 0.1);
    EXPECT_NEAR(order_of(gear_of(IntegratorKind::gear5), 0.1), 5.0, 0.1);
}

// The force is taken at the predicted velocity, whose error of second order spoils nothing more.
TEST(IntegratorKind, VerletIsOfSecondOrderWithAndWithoutDamping) {
    EXPECT_NEAR(order_of(gear_of(IntegratorKind::verlet), 0.0), 2.0, 0.1);
    EXPECT_NEAR(order_of(gear_of(IntegratorKind::verlet), 0.1), 2.0, 0.1);
}

TEST(IntegratorKind, TheCheckOfTheOrderRejectsWrongTables) {
    const auto order_with = [](IntegratorKind integrator, std::size_t k, double c) {
        Gear wrong = gear_of(integrator);
        wrong.correction[k] = c;
        return order_of(wrong, 0.1);
    };
    EXPECT_LT(order_with(IntegratorKind::gear5, 1, 3.0 / 4.0), 4.2);
    EXPECT_LT(order_with(IntegratorKind::gear5, 3, 1.0 / 2.0), 4.2);
    EXPECT_LT(order_with(IntegratorKind::gear4, 1, 5.0 / 6.0), 3.2);
    EXPECT_LT(order_with(IntegratorKind::gear3, 1, 3.0 / 4.0), 2.2);
}

/// The largest |x|, |v| of the last steps, the start being 1.
double amplitude_after(const Gear& gear, double omega_dt, int steps) {
    double largest = 0.0;
    for (int last = steps - 30; last < steps; ++last) {
        const State end = integrated(gear, 0.0, omega_dt, last);
        largest = std::max(largest, std::hypot(end.x, end.v));
    }
    return largest;
}

// Without damping, growth starts at omega dt = 0.31 (docs/physics.md, Limits of stability). It is
// slow at first.
TEST(IntegratorKind, Gear5GrowsBeyondItsStabilityLimitOnly) {
    const Gear& gear = gear_of(IntegratorKind::gear5);
    for (const double omega_dt : {0.1, 0.2, 0.30})
        EXPECT_LT(amplitude_after(gear, omega_dt, 20000), 1.0) << omega_dt;
    EXPECT_GT(amplitude_after(gear, 0.30, 20000), 0.98);
    EXPECT_GT(amplitude_after(gear, 0.33, 20000), 1.02);
    EXPECT_GT(amplitude_after(gear, 0.50, 20000), 10.0);
}

// The order does not depend on c0, so that it cannot tell 3/16 from 3/20, the value for forces
// without velocities. What tells them apart is that oscillators grow with the latter.
TEST(IntegratorKind, TheCheckOfStabilityRejectsTheOtherC0) {
    Gear wrong = gear_of(IntegratorKind::gear5);
    wrong.correction[0] = 3.0 / 20.0;
    EXPECT_NEAR(order_of(wrong, 0.1), 5.0, 0.1);
    EXPECT_GT(amplitude_after(wrong, 0.20, 20000), 1.002);
    EXPECT_GT(amplitude_after(wrong, 0.30, 20000), 1.05);
}

// For the other tables nothing but the printed values can.
TEST(IntegratorKind, TablesArePublishedOnes) {
    using Table = std::array<double, 6>;
    EXPECT_EQ(gear_of(IntegratorKind::gear3).correction,
              (Table{1.0 / 6, 5.0 / 6, 1, 1.0 / 3, 0, 0}));
    EXPECT_EQ(gear_of(IntegratorKind::gear4).correction,
              (Table{19.0 / 90, 3.0 / 4, 1, 1.0 / 2, 1.0 / 12, 0}));
    EXPECT_EQ(gear_of(IntegratorKind::gear5).correction,
              (Table{3.0 / 16, 251.0 / 360, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60}));
}

TEST(IntegratorKind, VerletKeepsTheAmplitudeOfAnUndampedOscillator) {
    EXPECT_NEAR(amplitude_after(gear_of(IntegratorKind::verlet), 0.3, 20000), 1.0, 0.02);
}

TEST(IntegratorKind, FreeFlightIsExact) {
    constexpr double h = 1e-3;
    constexpr int steps = 2000;
    for (const IntegratorKind integrator : integrators) {
        const Gear& gear = gear_of(integrator);
        Coordinate coordinate;
        coordinate.push_back(2.0, h * 3.0, 0.5 * h * h * -9.81);
        const double scaled_acceleration = 0.5 * h * h * -9.81;
        for (int step = 0; step < steps; ++step) {
            predict(gear, coordinate, {0, 1});
            correct(gear, coordinate, &scaled_acceleration, {0, 1});
        }
        const double t = h * steps;
        EXPECT_NEAR(coordinate.derivative(0)[0], 2.0 + 3.0 * t - 0.5 * 9.81 * t * t, 1e-12)
            << gear.values;
        EXPECT_NEAR(coordinate.derivative(1)[0] / h, 3.0 - 9.81 * t, 1e-12) << gear.values;
    }
}

// A step of Taylor's series is the shift of a polynomial.
TEST(IntegratorKind, PredictionShiftsAPolynomial) {
    const std::array<double, 6> r{1.0, -2.0, 3.0, 5.0, -7.0, 11.0};
    for (const IntegratorKind integrator : integrators) {
        const Gear& gear = gear_of(integrator);
        Coordinate coordinate;
        coordinate.push_back(r[0], r[1], r[2]);
        for (std::size_t k = 3; k < 6; ++k) coordinate.derivative(k)[0] = r[k];
        predict(gear, coordinate, {0, 1});
        for (std::size_t k = 0; k < 6; ++k) {
            double expected = r[k];
            double binomial = 1.0;
            for (std::size_t m = k + 1; m < gear.values; ++m) {
                binomial = binomial * static_cast<double>(m) / static_cast<double>(m - k);
                expected += binomial * r[m];
            }
            EXPECT_EQ(coordinate.derivative(k)[0], expected) << gear.values << " " << k;
        }
    }
}

TEST(IntegratorKind, CorrectionFollowsTheTable) {
    for (const IntegratorKind integrator : integrators) {
        const Gear& gear = gear_of(integrator);
        Coordinate coordinate;
        coordinate.push_back(0.0, 0.0, 1.0);
        const double scaled_acceleration = 3.0;
        correct(gear, coordinate, &scaled_acceleration, {0, 1});
        for (std::size_t k = 0; k < 6; ++k)
            EXPECT_EQ(coordinate.derivative(k)[0], 2.0 * gear.correction[k] + (k == 2 ? 1.0 : 0.0));
    }
}

Coordinate random_coordinate(std::size_t size) {
    tests::Random random(7);
    Coordinate coordinate;
    for (std::size_t i = 0; i < size; ++i)
        coordinate.push_back(random.uniform(-1.0, 1.0), random.uniform(-1e-3, 1e-3),
                             random.uniform(-1e-5, 1e-5));
    for (std::size_t k = 3; k < 6; ++k)
        for (std::size_t i = 0; i < size; ++i)
            coordinate.derivative(k)[i] = random.uniform(-1e-7, 1e-7);
    return coordinate;
}

// Vector loops and what is left over of them must not differ: workers get other ranges.
TEST(IntegratorKind, RangesGiveTheSameBitsAsTheWhole) {
    constexpr std::size_t size = 101;
    std::vector<double> accelerations(size);
    tests::Random random(8);
    for (double& a : accelerations) a = random.uniform(-1e-5, 1e-5);
    for (const IntegratorKind integrator : integrators) {
        const Gear& gear = gear_of(integrator);
        Coordinate whole = random_coordinate(size);
        predict(gear, whole, {0, size});
        correct(gear, whole, accelerations.data(), {0, size});
        for (std::size_t middle = 0; middle <= size; ++middle) {
            Coordinate halves = random_coordinate(size);
            for (const Range range : {Range{0, middle}, Range{middle, size}})
                predict(gear, halves, range);
            for (const Range range : {Range{0, middle}, Range{middle, size}})
                correct(gear, halves, accelerations.data() + range.first, range);
            for (std::size_t k = 0; k < 6; ++k)
                for (std::size_t i = 0; i < size; ++i)
                    ASSERT_TRUE(tests::same_bits(halves.derivative(k)[i], whole.derivative(k)[i]))
                        << gear.values << " derivative " << k << " cut at " << middle;
        }
    }
}

TEST(IntegratorKind, BothInOnePassGiveTheSameBitsAsOneAfterTheOther) {
    constexpr std::size_t size = 41;
    const Range range{3, size};
    std::vector<double> accelerations(range.last - range.first);
    tests::Random random(9);
    for (double& a : accelerations) a = random.uniform(-1e-5, 1e-5);
    for (const IntegratorKind integrator : integrators) {
        const Gear& gear = gear_of(integrator);
        Coordinate one_by_one = random_coordinate(size);
        correct(gear, one_by_one, accelerations.data(), range);
        predict(gear, one_by_one, range);
        Coordinate at_once = random_coordinate(size);
        correct_and_predict(gear, at_once, accelerations.data(), range);
        for (std::size_t k = 0; k < 6; ++k)
            for (std::size_t i = 0; i < size; ++i)
                ASSERT_TRUE(tests::same_bits(at_once.derivative(k)[i], one_by_one.derivative(k)[i]))
                    << gear.values << " derivative " << k << " of " << i;
    }
}

TEST(IntegratorKind, LeavesWhatIsOutsideTheRange) {
    Coordinate coordinate = random_coordinate(20);
    const Coordinate before = coordinate;
    const std::vector<double> accelerations(20, 1.0);
    const Gear& gear = gear_of(IntegratorKind::gear5);
    predict(gear, coordinate, {5, 13});
    correct(gear, coordinate, accelerations.data(), {5, 13});
    for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t i = 0; i < 20; ++i)
            EXPECT_EQ(coordinate.derivative(k)[i] == before.derivative(k)[i], i < 5 || i >= 13);
}

TEST(IntegratorKind, TheirNamesAreThoseOfTheSceneFiles) {
    EXPECT_EQ(name_of(IntegratorKind::verlet), "verlet");
    EXPECT_EQ(name_of(IntegratorKind::gear3), "gear3");
    EXPECT_EQ(name_of(IntegratorKind::gear4), "gear4");
    EXPECT_EQ(name_of(IntegratorKind::gear5), "gear5");
}

TEST(Coordinate, GrainsComeAndGo) {
    Coordinate coordinate;
    EXPECT_EQ(coordinate.size(), 0u);
    for (const double i : {1.0, 2.0, 3.0}) coordinate.push_back(i, 10.0 * i, 100.0 * i);
    ASSERT_EQ(coordinate.size(), 3u);
    for (std::size_t k = 3; k < 6; ++k) EXPECT_EQ(coordinate.derivative(k)[2], 0.0);
    coordinate.derivative(5)[2] = 7.0;
    coordinate.erase(std::vector<std::uint8_t>{0, 1, 0});
    ASSERT_EQ(coordinate.size(), 2u);
    EXPECT_EQ(coordinate.derivative(0)[0], 1.0);
    EXPECT_EQ(coordinate.derivative(0)[1], 3.0);
    EXPECT_EQ(coordinate.derivative(1)[1], 30.0);
    EXPECT_EQ(coordinate.derivative(2)[1], 300.0);
    EXPECT_EQ(coordinate.derivative(5)[1], 7.0);
    coordinate.erase(std::vector<std::uint8_t>{1, 1});
    EXPECT_EQ(coordinate.size(), 0u);
}

}  // namespace
}  // namespace scree::engine
