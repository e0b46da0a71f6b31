#include "engine/measure/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using testing::HasSubstr;

const geometry::Box unit{{0.0, 0.0}, {1.0, 1.0}};

Still three_grains() {
    Still still;
    still.add_disc({0.0, 2.0}, 0.5);
    still.add_disc({0.0, 3.0}, 0.5);
    still.add_polygon(rectangle_corners(2.0, 1.0), {0.5, 0.5}, 0.1);
    still.add_wall(rectangle_corners(20.0, 1.0), {0.0, -0.5});
    still.touch(0, 1);
    still.touch(0, -1);
    return still;
}

TEST(Measure, HasTheColumnsThatItsTableSays) {
    const Assembly some = three_grains().assembly();
    const Assembly none = Still{}.assembly();
    for (const auto& [kind, word] : words<MeasureKind>) {
        const std::span<const Column> columns = columns_of(kind);
        for (const Assembly* assembly : {&some, &none}) {
            const Measurement measurement = measure(kind, {*assembly, unit, nullptr});
            EXPECT_EQ(measurement.kind, kind);
            ASSERT_EQ(measurement.quantities.size(), columns.size());
            std::set<std::string_view> keys;
            for (std::size_t k = 0; k < columns.size(); ++k) {
                EXPECT_EQ(measurement.quantities[k].column.key, columns[k].key);
                EXPECT_FALSE(columns[k].unit.empty());
                keys.insert(columns[k].key);
            }
            EXPECT_EQ(keys.size(), columns.size()) << "a key twice in " << word;
        }
    }
}

TEST(Measurement, HoldsFiniteNumbersOnly) {
    constexpr std::array columns{Column{"a", "m", true}, Column{"b", "1"}};
    Measurement measurement(MeasureKind::energy, columns);
    measurement.set("a", std::nan(""), 1.0);
    EXPECT_FALSE(measurement.at("a").value);
    EXPECT_FALSE(measurement.at("a").uncertainty);
    measurement.set("a", 2.0, std::numeric_limits<double>::infinity());
    EXPECT_EQ(measurement.at("a").value, 2.0);
    EXPECT_FALSE(measurement.at("a").uncertainty);
    EXPECT_THROW(measurement.set("c", 1.0), std::out_of_range);
    EXPECT_THROW(measurement.at("c"), std::out_of_range);
}

TEST(Energy, OfAFrameIsWhatCanBeSeen) {
    Still still;
    still.surroundings.densities = {3.0};
    still.add_disc({1.0, 2.0}, 0.5);
    still.add_polygon(rectangle_corners(2.0, 1.0), {0.0, -1.0}, 0.4);
    still.frame.grains.velocity = {{3.0, 4.0}, {0.0, 1.0}};
    still.frame.grains.spin = {2.0, -6.0};
    const Assembly assembly = still.assembly();
    const Measurement measurement = measure(MeasureKind::energy, {assembly, unit, nullptr});
    const double disc = 3.0 * std::numbers::pi / 4.0;
    const double brick = 6.0;
    const double translation = 0.5 * disc * 25.0 + 0.5 * brick;
    const double rotation = 0.5 * (0.125 * disc) * 4.0 + 0.5 * (brick * (4.0 + 1.0) / 12.0) * 36.0;
    EXPECT_NEAR(measurement.at("kinetic_translation").value.value(), translation, 1e-12);
    EXPECT_NEAR(measurement.at("kinetic_rotation").value.value(), rotation, 1e-12);
    EXPECT_NEAR(measurement.at("kinetic").value.value(), translation + rotation, 1e-12);
    EXPECT_NEAR(measurement.at("gravity").value.value(), 10.0 * (2.0 * disc - brick), 1e-12);
    EXPECT_FALSE(measurement.at("residual").value);
    EXPECT_THAT(measurement.note, HasSubstr("a frame shows only"));
}

TEST(Energy, OfALiveRunIsItsLedger) {
    const Ledger ledger{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0};
    const Assembly assembly = three_grains().assembly();
    const Measurement measurement = measure(MeasureKind::energy, {assembly, unit, &ledger});
    EXPECT_EQ(measurement.at("kinetic").value, 1.0);
    EXPECT_EQ(measurement.at("elastic_tangential").value, 4.0);
    EXPECT_EQ(measurement.at("sliding").value, 7.0);
    EXPECT_EQ(measurement.at("added").value, 9.0);
    EXPECT_EQ(measurement.at("residual").value, ledger.residual());
    for (const Quantity& quantity : measurement.quantities)
        EXPECT_TRUE(quantity.value) << quantity.column.key;
}

TEST(Assemble, KnowsBodiesByTheirNumbersWhereverTheyAre) {
    Still still = three_grains();
    still.frame.grains.body = {17, 5, 2};  // ids have gaps and need not be in order
    still.shapes[17] = still.shapes[0];
    still.shapes[5] = still.shapes[1];
    still.frame.walls.body = {-4};
    still.shapes[-4] = still.shapes[-1];
    still.frame.contacts.pair = {{17, 5}, {5, -4}};
    const Assembly assembly = still.assembly();
    EXPECT_EQ(assembly.contacts[0].bodies,
              (std::array{AssemblyBody::grain(0), AssemblyBody::grain(1)}));
    EXPECT_EQ(assembly.contacts[1].bodies,
              (std::array{AssemblyBody::grain(1), AssemblyBody::piece(0)}));
    const auto corners = assembly.corners_of(assembly.grains[2].outline);
    ASSERT_EQ(corners.size(), 4u);
    EXPECT_NEAR(corners[2].x, 0.5 + std::cos(0.1) - 0.5 * std::sin(0.1), 1e-15);
    EXPECT_NEAR(corners[2].y, 0.5 + std::sin(0.1) + 0.5 * std::cos(0.1), 1e-15);
}

void expect_refused(const Still& still, const char* why) {
    try {
        still.assembly();
        FAIL() << why;
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), why);
    }
}

TEST(Assemble, RefusesWhatIsNoAssembly) {
    const double nan = std::nan("");
    Still still = three_grains();
    still.frame.grains.position[1].y = nan;
    expect_refused(still, "grain 1 is not finite");
    still = three_grains();
    still.frame.walls.angle[0] = nan;
    expect_refused(still, "piece 0 of the walls is not finite");
    still = three_grains();
    still.shapes[2].vertices[1].x = nan;
    expect_refused(still, "grain 2 has a corner that is not finite");
    still = three_grains();
    still.shapes[2].vertices.clear();
    expect_refused(still, "grain 2 has no shape");
    still = three_grains();
    std::swap(still.shapes[2].vertices[0], still.shapes[2].vertices[2]);  // clockwise
    expect_refused(still, "grain 2 has no mass");
    still = three_grains();
    still.shapes[0].material = 1;
    expect_refused(still, "grain 0 has an unknown material");
    still = three_grains();
    still.frame.grains.body[1] = 0;
    expect_refused(still, "grain 0 is there twice");
    still = three_grains();
    still.touch(1, -7);
    expect_refused(still, "piece 6 of the walls has a contact, but is not there");
    still = three_grains();
    still.touch(1, 2, {nan, 0.0});
    expect_refused(still, "grain 1 has a contact force that is not finite");
}

}  // namespace
}  // namespace scree::engine
