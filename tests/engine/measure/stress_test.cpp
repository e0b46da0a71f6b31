#include "engine/measure/kinds/stress.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/measure/kinds/fabric.h"
#include "engine/measure/kinds/shear.h"
#include "engine/measure/kinds/wall_load.h"
#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using geometry::Box;

double value(const Measurement& measurement, const char* key) {
    EXPECT_TRUE(measurement.at(key).value) << key << ": " << measurement.note;
    return measurement.at(key).value.value_or(std::nan(""));
}

/// Two discs whose centres are (2, 1) apart, in a box of area 16.
Still two_grains() {
    Still still;
    still.add_disc({1.0, 1.0}, 0.5);
    still.add_disc({3.0, 2.0}, 0.5);
    still.touch_at(0, 1, {2.0, 1.5}, Vec2{2.0, 1.0} / std::sqrt(5.0), {3.0, 5.0});
    still.frame.grains.velocity = {{1.0, 0.0}, {0.0, 4.0}};
    return still;
}
const Box around_both{{0.0, 0.0}, {4.0, 4.0}};

TEST(Stress, OfTwoGrainsIsExact) {
    const Measurement of = stress(two_grains().assembly(), around_both);
    EXPECT_NEAR(value(of, "contact_xx"), 6.0 / 16.0, 1e-12);
    EXPECT_NEAR(value(of, "contact_xy"), 3.0 / 16.0, 1e-12);
    EXPECT_NEAR(value(of, "contact_yx"), 10.0 / 16.0, 1e-12);
    EXPECT_NEAR(value(of, "contact_yy"), 5.0 / 16.0, 1e-12);
    // Relative to their common centre, both move by half of their relative velocity.
    const double mass = std::numbers::pi / 4.0;
    EXPECT_NEAR(value(of, "kinetic_xx"), mass * 0.5 / 16.0, 1e-12);
    EXPECT_NEAR(value(of, "kinetic_xy"), -mass * 2.0 / 16.0, 1e-12);
    EXPECT_NEAR(value(of, "kinetic_yy"), mass * 8.0 / 16.0, 1e-12);
    EXPECT_NEAR(value(of, "p"), (5.5 + mass * 4.25) / 16.0, 1e-12);
    const double half = 0.5 * (1.0 - mass * 7.5) / 16.0;
    const double shear = (6.5 - 2.0 * mass) / 16.0;
    EXPECT_NEAR(value(of, "q"), std::hypot(half, shear), 1e-12);
    EXPECT_NEAR(value(of, "q_over_p"), value(of, "q") / value(of, "p"), 1e-12);
    const double angle = value(of, "angle") * std::numbers::pi / 180.0;
    EXPECT_NEAR(std::tan(2.0 * angle), shear / half, 1e-9);
}

TEST(Stress, IsCutAtTheEdgeOfTheRegion) {
    const Assembly assembly = two_grains().assembly();
    // The way from centre to centre is in the lower left quarter up to (2, 1.5), then in the right.
    const Measurement left = stress(assembly, {{0.0, 0.0}, {2.0, 4.0}});
    EXPECT_NEAR(value(left, "contact_xx"), 0.5 * 6.0 / 8.0, 1e-12);
    const Measurement corner = stress(assembly, {{0.0, 0.0}, {1.5, 4.0}});
    EXPECT_NEAR(value(corner, "contact_yx"), 0.25 * 10.0 / 6.0, 1e-12);
    // However the region is divided, the parts make up the whole.
    double sum = 0.0;
    for (const double low : {0.0, 0.7, 1.4, 2.1, 2.8, 3.5})
        for (const double bottom : {0.0, 1.3, 2.6}) {
            const Box part{{low, bottom}, {low + 0.7, bottom + 1.3}};
            sum += value(stress(assembly, part), "contact_xy") * 0.7 * 1.3;
        }
    EXPECT_NEAR(sum, 3.0, 1e-12);
}

TEST(Stress, CountsContactsThroughTheSeamOnce) {
    Still still;
    still.surroundings.period = {{0.0, 0.0}, {4.0, 0.0}};
    still.add_disc({3.5, 1.0}, 0.5);
    still.add_disc({0.5, 1.0}, 0.5);
    still.touch_at(0, 1, {4.0, 1.0}, {1.0, 0.0}, {8.0, 0.0}, {1, 0});
    const Assembly assembly = still.assembly();
    EXPECT_NEAR(value(stress(assembly, {{0.0, 0.0}, {4.0, 2.0}}), "xx"), 1.0, 1e-12);
    EXPECT_NEAR(value(stress(assembly, {{3.0, 0.0}, {5.0, 2.0}}), "xx"), 2.0, 1e-12);
    EXPECT_NEAR(value(stress(assembly, {{3.5, 0.0}, {4.0, 2.0}}), "xx"), 4.0, 1e-12);
    EXPECT_NEAR(value(stress(assembly, {{1.0, 0.0}, {3.0, 2.0}}), "xx"), 0.0, 1e-12);
}

/// A disc between a floor and a lid that press it with 10 N.
Still pressed_disc() {
    Still still;
    still.add_disc({0.5, 0.5}, 0.5);
    still.add_wall(rectangle_corners(4.0, 1.0), {0.5, -0.5});
    still.add_wall(rectangle_corners(4.0, 1.0), {0.5, 1.5});
    still.touch_at(0, -1, {0.5, 0.0}, {0.0, -1.0}, {2.0, -10.0});
    still.touch_at(0, -2, {0.5, 1.0}, {0.0, 1.0}, {-2.0, 10.0});
    still.surroundings.walls = {{1, {0.5, -0.5}, {0.5, -0.5}, 0.0},
                                {1, {0.5, 1.5}, {0.5, 1.5}, 0.0}};
    return still;
}

TEST(Stress, IsForceOverLengthAtWalls) {
    const Measurement of = stress(pressed_disc().assembly(), {{0.0, 0.0}, {1.0, 1.0}});
    EXPECT_NEAR(value(of, "yy"), 10.0, 1e-12);
    EXPECT_NEAR(value(of, "xy"), -2.0, 1e-12);
    // Walls that reach into the region take their area away, and nothing else.
    const Measurement larger = stress(pressed_disc().assembly(), {{0.0, -0.2}, {1.0, 1.3}});
    EXPECT_NEAR(value(larger, "yy"), 10.0, 1e-12);
}

TEST(Stress, KnowsALinearFlow) {
    Still still;
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 5; ++i) {
            still.add_disc({i + 0.5, j + 0.5}, 0.4);
            const Vec2 at{i + 0.5, j + 0.5};
            still.frame.grains.velocity.back() = {1.0 + 3.0 * at.y - at.x, 0.5 * at.x + at.y};
        }
    const Box box{{0.0, 0.0}, {5.0, 4.0}};
    const LinearFlow flow = flow_in(Region(still.assembly(), box));
    EXPECT_NEAR(flow.gradient.xx, -1.0, 1e-12);
    EXPECT_NEAR(flow.gradient.xy, 3.0, 1e-12);
    EXPECT_NEAR(flow.gradient.yx, 0.5, 1e-12);
    EXPECT_NEAR(flow.gradient.yy, 1.0, 1e-12);
    EXPECT_NEAR(flow.temperature, 0.0, 1e-12);
    const Measurement sheared = shear(still.assembly(), box, {});
    EXPECT_NEAR(value(sheared, "rate"), 3.5, 1e-12);
    EXPECT_NEAR(value(sheared, "fraction"), std::numbers::pi * 0.16, 1e-12);
}

WallFace floor_face() {
    WallFace face;
    face.normal = {0.0, 1.0};
    face.length = 2.0;
    face.reach = 0.5;
    return face;
}

MeasureOptions options_of(std::vector<WallFace> faces, double gap = 0.0) {
    MeasureOptions options;
    options.faces = std::move(faces);
    options.gap = gap;
    return options;
}

TEST(WallLoad, OfAStraightWall) {
    Still still = pressed_disc();
    still.frame.walls.position[0] += Vec2{3.0, 4.0};
    still.frame.contacts.point[0] += Vec2{3.0, 4.0};
    const Measurement of = wall_load(still.assembly(), options_of({floor_face()}));
    EXPECT_NEAR(value(of, "fx"), 2.0, 1e-12);
    EXPECT_NEAR(value(of, "fy"), -10.0, 1e-12);
    EXPECT_NEAR(value(of, "pressure"), 5.0, 1e-12);
    EXPECT_NEAR(value(of, "shear"), 1.0, 1e-12);
    EXPECT_NEAR(value(of, "mu"), 0.2, 1e-12);
    EXPECT_NEAR(value(of, "torque"), -1.0, 1e-12);  // 0.5 below the face
    EXPECT_NEAR(value(of, "displacement"), 5.0, 1e-12);
    const std::vector<FacePush> mean{{{7.0, 8.0}, 9.0, 4.0, -6.0}};
    const Measurement over = wall_load(still.assembly(), options_of({floor_face()}), mean);
    EXPECT_EQ(value(over, "fx"), 7.0);
    EXPECT_EQ(value(over, "torque"), 9.0);
    EXPECT_EQ(value(over, "mu"), 1.5);
    EXPECT_EQ(value(over, "shear"), -3.0);
}

TEST(WallLoad, OfAWallThatHasTurned) {
    Still still;
    still.add_disc({-1.0, 0.0}, 0.5);
    still.add_wall(rectangle_corners(4.0, 1.0), {0.0, 0.0}, 0.5 * std::numbers::pi);
    still.touch_at(0, -1, {-0.5, 0.0}, {1.0, 0.0}, {6.0, 4.0});
    still.surroundings.walls = {{1, {}, {}, 0.0}};
    const Measurement of = wall_load(still.assembly(), options_of({floor_face()}));
    EXPECT_NEAR(value(of, "pressure"), 3.0, 1e-12);
    EXPECT_NEAR(value(of, "shear"), 2.0, 1e-12);
}

TEST(WallLoad, OfRoundWalls) {
    WallFace face;
    face.centre = {1.0, 1.0};
    face.radius = 2.0;
    for (const double distance : {1.5, 2.5}) {  // in a ring, and outside of a disc
        Still still;
        still.add_disc(Vec2{1.0, 1.0} + Vec2{0.0, distance}, 0.5);
        still.add_disc_wall({1.0, 1.0}, 2.0);
        const double outwards = distance < 2.0 ? 1.0 : -1.0;
        still.touch_at(0, -1, {1.0, 3.0}, {0.0, outwards}, {-3.0, 5.0 * outwards});
        still.surroundings.walls = {{1, {1.0, 1.0}, {1.0, 1.0}, 0.0}};
        const Measurement of = wall_load(still.assembly(), options_of({face}));
        const double length = 4.0 * std::numbers::pi;
        EXPECT_NEAR(value(of, "torque"), 6.0, 1e-12);
        EXPECT_NEAR(value(of, "pressure"), 5.0 / length, 1e-12);
        // The normal turned right points counter-clockwise in a ring, clockwise outside of a disc.
        EXPECT_NEAR(value(of, "shear"), outwards * 3.0 / length, 1e-12);
    }
}

TEST(Shear, BetweenTwoWalls) {
    Still still = pressed_disc();
    still.frame.walls.velocity = {{-1.0, 0.0}, {3.0, 0.5}};
    still.frame.walls.position[1] += Vec2{2.0, 1.0};
    still.frame.contacts.point[1] += Vec2{2.0, 1.0};
    WallFace lid = floor_face();
    lid.wall = 1;
    lid.normal = {0.0, -1.0};
    const Measurement of =
        shear(still.assembly(), {{0.0, -3.0}, {1.0, 9.0}}, options_of({floor_face(), lid}, 1.0));
    EXPECT_NEAR(value(of, "rate"), 2.0, 1e-12);  // the walls are 2 apart now
    EXPECT_NEAR(value(of, "strain"), 1.0, 1e-12);
    EXPECT_NEAR(value(of, "mu"), 0.2, 1e-12);
    const double area = std::numbers::pi / 4.0;
    EXPECT_NEAR(value(of, "fraction"), area / 2.0, 1e-12);
    EXPECT_NEAR(value(of, "I"), 2.0 * std::sqrt(area / 5.0), 1e-12);
}

/// A square lattice with contacts of these forces along both directions, turned by an angle.
Still lattice(double along, double across, double friction, double angle) {
    constexpr int n = 6;
    Still still;
    const geometry::Rotation turned = geometry::Rotation::by(angle);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) still.add_disc(rotate(turned, {1.0 * i, 1.0 * j}), 0.5);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            if (i + 1 < n) still.push_apart(j * n + i, j * n + i + 1, along, friction);
            if (j + 1 < n) still.push_apart(j * n + i, (j + 1) * n + i, across, -friction);
        }
    return still;
}
const Box wide{{-20.0, -20.0}, {20.0, 20.0}};

TEST(Fabric, OfLatticesIsExact) {
    const Measurement square = fabric(lattice(2.0, 1.0, 0.0, 0.0).assembly(), wide);
    EXPECT_NEAR(value(square, "anisotropy"), 0.0, 1e-12);
    EXPECT_NEAR(value(square, "a_n"), 2.0 / 3.0, 1e-12);
    EXPECT_NEAR(value(square, "a_t"), 0.0, 1e-12);
    EXPECT_EQ(value(square, "contacts"), 60.0);
    EXPECT_NEAR(value(square, "mean_number"), 120.0 / 36.0, 1e-12);
    EXPECT_FALSE(square.at("side_side").value);  // discs have no sides
    // Friction that turns the forces by the same angle to both sides, at 45 degrees.
    const Measurement turned =
        fabric(lattice(1.0, 1.0, -0.3, 0.25 * std::numbers::pi).assembly(), wide);
    EXPECT_NEAR(value(turned, "a_n"), 0.0, 1e-12);
    EXPECT_NEAR(value(turned, "a_t"), 0.6, 1e-12);

    Still chain;
    for (int k = 0; k < 5; ++k) chain.add_disc({1.0 * k, 1.0 * k}, 0.7);
    for (int k = 0; k + 1 < 5; ++k) chain.push_apart(k, k + 1, 1.0);
    const Measurement along = fabric(chain.assembly(), wide);
    EXPECT_NEAR(value(along, "anisotropy"), 2.0, 1e-12);
    EXPECT_NEAR(value(along, "angle"), 45.0, 1e-9);
    // Two contacts of the chain are in this region, and its last two grains.
    const Measurement part = fabric(chain.assembly(), {{2.2, 2.2}, {9.0, 9.0}});
    EXPECT_EQ(value(part, "contacts"), 2.0);
    EXPECT_NEAR(value(part, "mean_number"), 1.5, 1e-12);
}

// The bins from 0 on, of ten degrees each.
TEST(Fabric, RoseHasTheDirectionsOfALattice) {
    // Contacts along x that press three times as hard as those along y, without friction.
    ContactRose rose(wide);
    EXPECT_TRUE(rose.result().empty());
    const Still still = lattice(3.0, 1.0, 0.0, 0.01);
    rose.add(still.assembly());
    rose.add(still.assembly());
    const std::vector<ContactRose::Bin> bins = rose.result();
    ASSERT_EQ(bins.size(), ContactRose::bins);
    double contacts = 0.0;
    for (const ContactRose::Bin& bin : bins) {
        contacts += bin.contacts;
        EXPECT_NEAR(bin.friction, 0.0, 1e-12);
    }
    EXPECT_NEAR(contacts, static_cast<double>(bins.size()), 1e-12);
    EXPECT_NEAR(bins[0].contacts, 9.0, 1e-12);
    EXPECT_NEAR(bins[9].contacts, 9.0, 1e-12);
    EXPECT_NEAR(bins[0].normal, 1.5, 1e-12);
    EXPECT_NEAR(bins[9].normal, 0.5, 1e-12);
    EXPECT_NEAR(value(rose.fabric(), "a_n"), value(fabric(still.assembly(), wide), "a_n"), 1e-12);
    // Friction turns the forces, to one side in one direction and to the other in the other.
    ContactRose turned(wide);
    turned.add(lattice(1.0, 1.0, -0.3, 0.25 * std::numbers::pi).assembly());
    const auto of_turned = turned.result();
    EXPECT_NEAR(std::abs(of_turned[4].friction + of_turned[5].friction), 0.3, 1e-9);
    EXPECT_NEAR(value(turned.fabric(), "a_t"), 0.6, 1e-12);
}

TEST(Fabric, KnowsHowPolygonsTouch) {
    Still still;
    still.add_polygon(rectangle_corners(1.0, 1.0), {0.0, 0.0});
    still.add_polygon(rectangle_corners(1.0, 1.0), {0.3, 0.99});  // a side on a side
    still.add_polygon(rectangle_corners(0.2, 1.0), {0.99 - 0.4, 0.0});
    still.add_polygon(rectangle_corners(1.0, 1.0), {0.0, -0.49 - std::sqrt(0.5)},
                      0.25 * std::numbers::pi);
    still.touch_at(0, 1, {0.15, 0.495}, {0.0, 1.0}, {0.0, 1.0});
    still.touch_at(0, 2, {0.495, 0.0}, {1.0, 0.0}, {1.0, 0.0});
    still.touch_at(0, 3, {0.0, -0.495}, {0.0, -1.0}, {0.0, -1.0});
    const Measurement of = fabric(still.assembly(), wide);
    EXPECT_NEAR(value(of, "side_side"), 2.0 / 3.0, 1e-12);
    EXPECT_NEAR(value(of, "side_corner"), 1.0 / 3.0, 1e-12);
}

}  // namespace
}  // namespace scree::engine
