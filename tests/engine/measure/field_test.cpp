#include "engine/measure/kinds/field.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/measure/displacement.h"
#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using geometry::Box;

MeasureOptions with(double width, double cell) {
    MeasureOptions options;
    options.width = width;
    options.cell = cell;
    return options;
}

Field field_of(const Assembly& assembly, const Box& box, const MeasureOptions& options) {
    FieldMean mean(box, options);
    mean.add(assembly);
    return mean.result();
}

const std::vector<double>& values(const Field& field, const char* key) {
    static const std::vector<double> none;
    const FieldArray* array = field.find(key);
    EXPECT_NE(array, nullptr) << key << ": " << field.note;
    return array == nullptr ? none : array->values;
}

double cell_area(const Field& field) {
    const Vec2 size = field.box.high - field.box.low;
    return size.x * size.y / static_cast<double>(field.columns * field.rows);
}

/// The integral of an array, or of the product of several.
double total(const Field& field, const std::vector<const char*>& keys) {
    double sum = 0.0;
    for (std::size_t k = 0; k < field.columns * field.rows; ++k) {
        double product = 1.0;
        for (const char* key : keys) product *= values(field, key)[k];
        // Where there are no grains there is no velocity, and nothing of it either.
        if (std::isfinite(product)) sum += product;
    }
    return sum * cell_area(field);
}

/// Discs and polygons in the unit square that move and push each other and a wall.
Still crowd() {
    tests::Random random(7);
    Still still;
    for (int k = 0; k < 80; ++k) {
        const Vec2 at{random(), random()};
        if (k % 2 == 0)
            still.add_disc(at, 0.02 + 0.05 * random());
        else
            still.add_polygon(rectangle_corners(0.05 + 0.1 * random(), 0.04 + 0.05 * random()), at,
                              6.0 * random());
        still.frame.grains.velocity.back() = {random() - 0.3, 2.0 * random()};
        if (k > 0) still.push_apart(k - 1, k, 1.0 + random(), random() - 0.5);
    }
    still.add_wall(rectangle_corners(2.0, 0.2), {0.5, -0.1});
    for (int k = 0; k < 80; k += 9) {
        const Vec2 at = still.frame.grains.position[static_cast<std::size_t>(k)];
        still.touch_at(k, -1, {at.x + 0.01, 0.0}, {0.0, -1.0}, {0.3, -2.0});
    }
    return still;
}

void expect_totals(const Assembly& assembly, const Field& field) {
    double mass = 0.0;
    double area = 0.0;
    Vec2 momentum;
    Tensor flux;
    Tensor forces;
    for (const AssemblyGrain& grain : assembly.grains) {
        mass += grain.mass;
        area += grain.area;
        momentum += grain.mass * grain.velocity;
        flux += grain.mass * outer_product(grain.velocity, grain.velocity);
    }
    for (const AssemblyContact& contact : assembly.contacts)
        forces += outer_product(contact.force, contact.branch);
    const double scale = std::abs(forces.xx) + std::abs(forces.yy);
    EXPECT_NEAR(total(field, {"density"}), mass, 1e-12 * mass);
    EXPECT_NEAR(total(field, {"fraction"}), area, 1e-12 * area);
    EXPECT_NEAR(total(field, {"density", "vx"}), momentum.x, 1e-12 * mass);
    EXPECT_NEAR(total(field, {"density", "vy"}), momentum.y, 1e-12 * mass);
    EXPECT_NEAR(total(field, {"contact_xx"}), forces.xx, 1e-12 * scale);
    EXPECT_NEAR(total(field, {"contact_xy"}), forces.xy, 1e-12 * scale);
    EXPECT_NEAR(total(field, {"contact_yx"}), forces.yx, 1e-12 * scale);
    EXPECT_NEAR(total(field, {"contact_yy"}), forces.yy, 1e-12 * scale);
    EXPECT_NEAR(total(field, {"kinetic_xx"}) + total(field, {"density", "vx", "vx"}), flux.xx,
                1e-12 * mass);
    EXPECT_NEAR(total(field, {"kinetic_xy"}) + total(field, {"density", "vx", "vy"}), flux.xy,
                1e-12 * mass);
    EXPECT_NEAR(total(field, {"yy"}) + total(field, {"density", "vy", "vy"}), flux.yy + forces.yy,
                1e-12 * (mass + scale));
    EXPECT_NEAR(2.0 * total(field, {"p"}), total(field, {"xx"}) + total(field, {"yy"}),
                1e-12 * scale);
}

TEST(Field, IntegratesToTheTotals) {
    const Assembly assembly = crowd().assembly();
    for (const double width : {0.03, 0.1, 0.5})
        for (const double cell : {0.04, 0.31}) {
            const Box beyond{{-2.0 * width - 0.01, -2.0 * width - 0.01},
                             {2.0 * width + 1.02, 2.0 * width + 1.03}};
            expect_totals(assembly, field_of(assembly, beyond, with(width, cell)));
        }
}

TEST(Field, OfAPeriodicDomainIntegratesToTheTotals) {
    Still still = crowd();
    still.surroundings.period = {{0.0, -0.2}, {1.0, 1.3}};
    // This way leads through the seam.
    still.touch_at(3, 4, {0.99, 0.5}, {1.0, 0.0}, {3.0, 1.0}, {1, 0});
    const Assembly assembly = still.assembly();
    for (const double begin : {0.0, 0.37}) {
        const Box all{{begin, begin - 0.2}, {begin + 1.0, begin + 1.1}};
        expect_totals(assembly, field_of(assembly, all, with(0.2, 0.07)));
    }
}

TEST(Field, OfASmallCellAddsUpToThatOfALargeOne) {
    const Assembly assembly = crowd().assembly();
    const Box box{{0.1, 0.2}, {0.9, 0.8}};
    const Field fine = field_of(assembly, box, with(0.13, 0.05));
    const Field coarse = field_of(assembly, box, with(0.13, 0.1));
    ASSERT_EQ(fine.columns, 2 * coarse.columns);
    ASSERT_EQ(fine.rows, 2 * coarse.rows);
    for (const char* key : {"density", "fraction", "contact_xx", "contact_xy", "contact_yy"})
        for (std::size_t j = 0; j < coarse.rows; ++j)
            for (std::size_t i = 0; i < coarse.columns; ++i) {
                const auto at = [&](std::size_t row, std::size_t column) {
                    return values(fine, key)[row * fine.columns + column];
                };
                const double mean = 0.25 * (at(2 * j, 2 * i) + at(2 * j, 2 * i + 1) +
                                            at(2 * j + 1, 2 * i) + at(2 * j + 1, 2 * i + 1));
                EXPECT_NEAR(values(coarse, key)[j * coarse.columns + i], mean,
                            1e-11 * std::abs(mean) + 1e-12)
                    << key;
            }
}

TEST(CoarseGrid, SpreadsAWayAsManyPointsWould) {
    const CoarseGrid grid({{-0.3, 0.1}, {1.2, 1.0}}, 11, 7, 0.17);
    tests::Random random(3);
    std::vector<CellShare> shares;
    for (int k = 0; k < 5; ++k) {
        const Vec2 from{random(), random()};
        const Vec2 to{random(), k == 0 ? from.y : random()};
        std::vector<double> expected(grid.cells(), 0.0);
        constexpr int points = 4000;
        for (int p = 0; p < points; ++p) {
            grid.spread(from + (p + 0.5) / points * (to - from), shares);
            for (const CellShare& share : shares) expected[share.cell] += share.weight / points;
        }
        grid.spread(from, to, shares);
        std::vector<double> found(grid.cells(), 0.0);
        for (const CellShare& share : shares) found[share.cell] += share.weight;
        for (std::size_t c = 0; c < grid.cells(); ++c) EXPECT_NEAR(found[c], expected[c], 1e-7);
    }
}

TEST(Kernel, IsWhatItsIntegralSays) {
    const Kernel kernel(0.7);
    EXPECT_EQ(kernel.below(-1.4), 0.0);
    EXPECT_EQ(kernel.below(1.4), 1.0);
    EXPECT_EQ(kernel.below(0.0), 0.5);
    EXPECT_EQ(kernel(1.41), 0.0);
    constexpr double step = 1e-4;
    for (double x = -1.5; x < 1.5; x += 0.037) {
        EXPECT_NEAR((kernel.below(x + step) - kernel.below(x - step)) / (2.0 * step), kernel(x),
                    1e-6);
        EXPECT_NEAR(kernel.below(x) + kernel.below(-x), 1.0, 1e-15);
    }
}

/// A square lattice of discs, one apart, in a flow that is given by the place.
Still lattice_in(const auto& velocity) {
    Still still;
    for (int j = 0; j < 14; ++j)
        for (int i = 0; i < 14; ++i) {
            still.add_disc({1.0 * i, 1.0 * j}, 0.4);
            still.frame.grains.velocity.back() = velocity(Vec2{1.0 * i, 1.0 * j});
        }
    return still;
}

TEST(Field, OfALatticeInALinearFlowIsExact) {
    // Splines with knots where the grains are reproduce constant and linear functions, and of
    // squares they make squares plus a third.
    const auto flow = [](Vec2 at) {
        return Vec2{0.3 + 0.2 * at.x - 1.5 * at.y, 2.0 + 0.7 * at.x + 0.4 * at.y};
    };
    const Assembly assembly = lattice_in(flow).assembly();
    const Box inside{{3.1, 3.3}, {8.1, 7.3}};
    const Field field = field_of(assembly, inside, with(1.0, 0.25));
    ASSERT_EQ(field.columns, 20u);
    ASSERT_EQ(field.rows, 16u);
    const double density = assembly.grains[0].mass;
    const double spread = 1.0 / 3.0 + 0.25 * 0.25 / 12.0;
    for (std::size_t j = 0; j < field.rows; ++j)
        for (std::size_t i = 0; i < field.columns; ++i) {
            const std::size_t k = j * field.columns + i;
            const Vec2 v = flow(
                {3.225 + 0.25 * static_cast<double>(i), 3.425 + 0.25 * static_cast<double>(j)});
            EXPECT_NEAR(values(field, "density")[k], density, 1e-12);
            EXPECT_NEAR(values(field, "vx")[k], v.x, 1e-12);
            EXPECT_NEAR(values(field, "vy")[k], v.y, 1e-12);
            EXPECT_NEAR(values(field, "rate_xx")[k], 0.2, 1e-11);
            EXPECT_NEAR(values(field, "rate_yy")[k], 0.4, 1e-11);
            EXPECT_NEAR(values(field, "rate")[k], 0.7 - 1.5, 1e-11);
            EXPECT_NEAR(values(field, "vorticity")[k], 0.7 + 1.5, 1e-11);
            EXPECT_NEAR(values(field, "kinetic_xx")[k], density * (0.2 * 0.2 + 1.5 * 1.5) * spread,
                        1e-10);
            EXPECT_NEAR(values(field, "kinetic_xy")[k], density * (0.2 * 0.7 - 1.5 * 0.4) * spread,
                        1e-10);
        }
}

TEST(Field, OfGrainsThatMoveAlikeHasNoRateAndNoTemperature) {
    const Assembly assembly = lattice_in([](Vec2) { return Vec2{3.0, -2.0}; }).assembly();
    const Field field = field_of(assembly, {{-4.0, -4.0}, {18.0, 18.0}}, with(1.3, 0.4));
    std::size_t without = 0;
    for (std::size_t k = 0; k < values(field, "vx").size(); ++k) {
        if (std::isnan(values(field, "vx")[k])) {
            ++without;
            EXPECT_EQ(values(field, "density")[k], 0.0);
            EXPECT_EQ(values(field, "kinetic_xx")[k], 0.0);
            continue;
        }
        EXPECT_NEAR(values(field, "vx")[k], 3.0, 1e-12);
        EXPECT_NEAR(values(field, "temperature")[k], 0.0, 1e-12);
        EXPECT_NEAR(values(field, "rate")[k], 0.0, 1e-9);
    }
    EXPECT_GT(without, 100u);  // beyond the kernel
}

TEST(Field, IsAMeanOverMoments) {
    Still still = crowd();
    const Box box{{0.0, 0.0}, {1.0, 1.0}};
    FieldMean mean(box, with(0.2, 0.1));
    mean.add(still.assembly());
    const Field one = field_of(still.assembly(), box, with(0.2, 0.1));
    for (Vec2& v : still.frame.grains.velocity) v = -2.0 * v;
    for (Vec2& f : still.frame.contacts.force) f = 3.0 * f;
    mean.add(still.assembly());
    const Field both = mean.result();
    EXPECT_EQ(both.frames, 2u);
    for (std::size_t k = 0; k < values(both, "vx").size(); ++k) {
        EXPECT_NEAR(values(both, "vx")[k], -0.5 * values(one, "vx")[k], 1e-12);
        EXPECT_NEAR(values(both, "contact_xy")[k], 2.0 * values(one, "contact_xy")[k], 1e-10);
    }
}

TEST(Field, SaysWhyThereIsNone) {
    const Assembly none = Still{}.assembly();
    const Assembly some = crowd().assembly();
    EXPECT_NE(field_of(none, {{0.0, 0.0}, {1.0, 1.0}}, {}).note.find("no grains"),
              std::string::npos);
    EXPECT_NE(field_of(some, everywhere, {}).note.find("no end"), std::string::npos);
    EXPECT_NE(field_of(some, {{0.0, 0.0}, {1.0, 1.0}}, with(0.1, 1e-4)).note.find("million"),
              std::string::npos);
    // A field of nothing is zero where the width is known.
    EXPECT_EQ(total(field_of(none, {{0.0, 0.0}, {1.0, 1.0}}, with(0.1, 0.1)), {"density"}), 0.0);
    const Measurement summary = measurement_of(field_of(some, everywhere, {}));
    EXPECT_FALSE(summary.at("width").value);
    EXPECT_FALSE(summary.note.empty());
}

TEST(Displacement, IsAffineWhereAllFollowOneGradient) {
    Still still = lattice_in([](Vec2) { return Vec2{}; });
    still.surroundings.period = {{-0.5, -0.5}, {14.0, 0.0}};
    const Assembly first = still.assembly();
    for (std::size_t k = 0; k < still.frame.grains.position.size(); ++k) {
        Vec2& at = still.frame.grains.position[k];
        at += Vec2{0.3 * at.y + 0.1, -0.05 * at.y};
        if (at.x < 13.5) continue;
        at.x -= 14.0;
        still.frame.grains.turns[k].x += 1;
    }
    const Assembly last = still.assembly();
    std::size_t around = 0;
    const auto found = displacements(first, last, 2.5);
    for (std::size_t k = 0; k < found.size(); ++k) {
        ASSERT_TRUE(found[k] && found[k]->d2min);
        const double y = first.grains[k].outline.centre.y;
        EXPECT_NEAR(found[k]->way.x, 0.3 * y + 0.1, 1e-12);
        EXPECT_NEAR(found[k]->way.y, -0.05 * y, 1e-12);
        EXPECT_LT(*found[k]->d2min, 1e-24);
        around += last.grains[k].turns.x > 0 ? 1 : 0;
    }
    EXPECT_GT(around, 10u);
    FieldMean mean({{0.0, 4.0}, {10.0, 5.0}}, with(1.0, 1.0));
    mean.add(last);
    mean.displace(first, last);
    const Field field = mean.result();
    for (const double way : values(field, "displacement_y")) EXPECT_NEAR(way, -0.24, 0.02);
    for (const double d2 : values(field, "d2min")) EXPECT_LT(d2, 1e-24);
}

TEST(Displacement, OfOneThatStepsAsideIsKnown) {
    Still still;
    for (const Vec2 at : {Vec2{0.0, 0.0}, {1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}})
        still.add_disc(at, 0.5);
    const Assembly first = still.assembly();
    still.frame.grains.position[1] += Vec2{0.12, 0.16};  // by 0.2
    const auto found = displacements(first, still.assembly(), 1.2);
    // The best gradient takes half of the step, and leaves the other half to the grain and to the
    // one opposite; there are four neighbours.
    ASSERT_TRUE(found[0]->d2min);
    EXPECT_NEAR(*found[0]->d2min, 2.0 * 0.1 * 0.1 / 4.0, 1e-15);
    EXPECT_FALSE(found[1]->d2min);  // it has one neighbour only
    // Who came later has no displacement.
    still.add_disc({5.0, 5.0}, 0.5);
    EXPECT_FALSE(displacements(first, still.assembly(), 1.2)[5]);
}

}  // namespace
}  // namespace scree::engine
