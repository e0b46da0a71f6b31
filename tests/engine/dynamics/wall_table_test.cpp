#include "engine/dynamics/walls/wall_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace scree::engine {
namespace {

using geometry::Vec2;
using Rows = std::vector<WallTable::Row>;

const Rows shifts{{0.0, {0.0, 0.0}, 0.0},
                  {0.5, {1.0, -2.0}, 0.5},
                  {0.75, {1.0, 3.0}, -0.25},
                  {2.0, {-4.0, 3.5}, 1.0}};
const Rows velocities{{0.0, {1.0, 0.5}, 0.5},
                      {0.5, {1.0, -2.0}, 0.25},
                      {0.75, {0.0, 3.0}, -0.5},
                      {2.0, {-4.0, 3.0}, 2.0}};

struct Kind {
    const char* name;
    Rows rows;
    WallTable::Settings settings;

    WallTable table() const { return {rows, settings}; }
};

std::vector<Kind> all_kinds() {
    return {{"shifts in lines", shifts, {.of_velocities = false, .smooth = false}},
            {"smooth shifts", shifts, {.of_velocities = false, .smooth = true}},
            {"velocities in lines", velocities, {.of_velocities = true, .smooth = false}},
            {"smooth velocities", velocities, {.of_velocities = true, .smooth = true}}};
}

TEST(WallTable, GoesThroughItsPoints) {
    for (const Kind& kind : all_kinds()) {
        SCOPED_TRACE(kind.name);
        const WallTable table = kind.table();
        EXPECT_FALSE(table.empty());
        EXPECT_TRUE(table.turns());
        EXPECT_EQ(table.end(), 2.0);
        EXPECT_EQ(table.at(0.0).shift, Vec2{});
        EXPECT_EQ(table.at(0.0).turn, 0.0);
        for (const WallTable::Row& row : kind.rows) {
            const WallTable::Moment moment = table.at(row.time);
            EXPECT_EQ(kind.settings.of_velocities ? moment.velocity : moment.shift, row.way);
            EXPECT_EQ(kind.settings.of_velocities ? moment.spin : moment.turn, row.turn);
        }
    }
}

/// The velocity is the rate of the shift, and so the shift the integral of the velocity.
TEST(WallTable, VelocitiesAreRatesOfShifts) {
    const double h = 1e-5;
    for (const Kind& kind : all_kinds()) {
        SCOPED_TRACE(kind.name);
        const WallTable table = kind.table();
        Vec2 sum;
        double turned = 0.0;
        for (double time = 0.5 * h; time < 3.0; time += h) {
            const WallTable::Moment middle = table.at(time);
            sum += h * middle.velocity;
            turned += h * middle.spin;
        }
        const WallTable::Moment last = table.at(3.0);
        EXPECT_NEAR(sum.x, last.shift.x, 2e-4);
        EXPECT_NEAR(sum.y, last.shift.y, 2e-4);
        EXPECT_NEAR(turned, last.turn, 2e-4);
        for (double time = 0.0137; time < 2.5; time += 0.061) {
            const WallTable::Moment now = table.at(time);
            const Vec2 rate = (table.at(time + h).shift - table.at(time - h).shift) / (2.0 * h);
            EXPECT_LT(length(rate - now.velocity), 1e-7) << time;
            EXPECT_NEAR((table.at(time + h).turn - table.at(time - h).turn) / (2.0 * h), now.spin,
                        1e-7);
        }
    }
}

TEST(WallTable, IsContinuousAndVelocitiesToo) {
    const double tick = 1e-9;
    for (const Kind& kind : all_kinds()) {
        SCOPED_TRACE(kind.name);
        const WallTable table = kind.table();
        const bool jumps = !kind.settings.of_velocities && !kind.settings.smooth;
        for (const double time : {0.5, 0.75, 2.0}) {
            const WallTable::Moment before = table.at(time - tick);
            const WallTable::Moment after = table.at(time + tick);
            EXPECT_LT(length(after.shift - before.shift), 1e-7);
            EXPECT_NEAR(after.turn, before.turn, 1e-7);
            if (jumps) continue;
            EXPECT_LT(length(after.velocity - before.velocity), 1e-6);
            EXPECT_NEAR(after.spin, before.spin, 1e-6);
        }
    }
    // Straight lines have kinks.
    const WallTable lines(shifts, {});
    EXPECT_GT(length(lines.at(0.5 + tick).velocity - lines.at(0.5 - tick).velocity), 1.0);
}

TEST(WallTable, SmoothShiftsBeginAndEndAtRestAndStayBetweenTwoPoints) {
    const WallTable two(Rows{{0.0, {}, 0.0}, {2.0, {4.0, 0.0}, 0.0}}, {.smooth = true});
    EXPECT_EQ(two.at(0.0).velocity, Vec2{});
    EXPECT_NEAR(two.at(2.0 - 1e-9).velocity.x, 0.0, 1e-8);
    EXPECT_DOUBLE_EQ(two.at(1.0).shift.x, 2.0);
    EXPECT_DOUBLE_EQ(two.at(1.0).velocity.x, 3.0);
    // 4 (3 u^2 - 2 u^3)
    EXPECT_DOUBLE_EQ(two.at(0.5).shift.x, 0.625);
    EXPECT_FALSE(two.turns());
}

TEST(WallTable, SmoothVelocitiesChangeWithoutAKink) {
    const WallTable two(Rows{{0.0, {1.0, 0.0}, 0.0}, {2.0, {5.0, 0.0}, 0.0}},
                        {.of_velocities = true, .smooth = true});
    EXPECT_DOUBLE_EQ(two.at(0.5).velocity.x, 1.0 + 4.0 * 0.15625);
    EXPECT_DOUBLE_EQ(two.at(2.0).shift.x, 6.0);
    const double h = 1e-6;
    for (const double end : {0.0, 2.0})
        EXPECT_NEAR((two.at(end + h).velocity.x - two.at(end).velocity.x) / h, 0.0, 1e-4);
}

TEST(WallTable, AfterItsEndShiftsStandAndVelocitiesGoOn) {
    for (const bool smooth : {false, true}) {
        const WallTable places(shifts, {.smooth = smooth});
        for (const double time : {2.0, 2.5, 1e6}) {
            EXPECT_EQ(places.at(time).shift, (Vec2{-4.0, 3.5}));
            EXPECT_EQ(places.at(time).turn, 1.0);
            EXPECT_EQ(places.at(time).velocity, Vec2{});
            EXPECT_EQ(places.at(time).spin, 0.0);
        }
        const WallTable speeds(velocities, {.of_velocities = true, .smooth = smooth});
        const WallTable::Moment end = speeds.at(2.0);
        const WallTable::Moment later = speeds.at(4.5);
        EXPECT_EQ(later.velocity, (Vec2{-4.0, 3.0}));
        EXPECT_DOUBLE_EQ(later.shift.x, end.shift.x - 10.0);
        EXPECT_DOUBLE_EQ(later.turn, end.turn + 5.0);
    }
    EXPECT_TRUE(WallTable().empty());
    EXPECT_EQ(WallTable().at(1.0).shift, Vec2{});
}

/// Clocks that run backwards lead to times before the first, where the wall stands.
TEST(WallTable, BeforeItsFirstTimeItStands) {
    for (const Kind& kind : all_kinds()) {
        EXPECT_EQ(kind.table().at(-1.0).shift, Vec2{}) << kind.name;
        EXPECT_EQ(kind.table().at(-1.0).turn, 0.0) << kind.name;
    }
}

TEST(WallTable, TellsItsLargestSpeeds) {
    for (const Kind& kind : all_kinds()) {
        SCOPED_TRACE(kind.name);
        const WallTable table = kind.table();
        double speed = 0.0;
        double spin = 0.0;
        for (double time = 0.0; time < 2.0; time += 1e-4) {
            speed = std::max(speed, length(table.at(time).velocity));
            spin = std::max(spin, std::abs(table.at(time).spin));
        }
        EXPECT_NEAR(length(table.fastest().velocity), speed, 0.02 * speed);
        EXPECT_NEAR(table.fastest().spin, spin, 0.02 * spin);
    }
}

TEST(WallTable, RefusesWhatIsNone) {
    const auto refuses = [](const Rows& rows, bool of_velocities = false) {
        EXPECT_THROW(WallTable(rows, {.of_velocities = of_velocities}), std::invalid_argument);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refuses({});
    refuses({{0.0, {}, 0.0}});
    refuses({{0.1, {}, 0.0}, {1.0, {}, 0.0}});
    refuses({{0.0, {}, 0.0}, {1.0, {}, 0.0}, {1.0, {1.0, 0.0}, 0.0}});
    refuses({{0.0, {}, 0.0}, {nan, {}, 0.0}});
    refuses({{0.0, {}, 0.0}, {1.0, {nan, 0.0}, 0.0}});
    refuses({{0.0, {}, 0.0}, {1.0, {}, nan}}, true);
    refuses({{0.0, {0.1, 0.0}, 0.0}, {1.0, {}, 0.0}});
    refuses({{0.0, {}, 0.1}, {1.0, {}, 0.0}});
    EXPECT_NO_THROW(
        WallTable(Rows{{0.0, {0.1, 0.0}, 0.1}, {1.0, {}, 0.0}}, {.of_velocities = true}));
}

}  // namespace
}  // namespace scree::engine
