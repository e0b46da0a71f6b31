#include "engine/measure/area.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/measure/kinds/packing.h"
#include "tests/engine/measure/measure_world.h"

namespace scree::engine {
namespace {

using geometry::Box;
using testing::HasSubstr;

struct Section {
    double low = 0.0;
    double high = 0.0;
};

/// What of the upright line at x is in the outline and between two heights.
Section section(const Assembly& assembly, const Outline& outline, double x, const Box& region) {
    Section found{region.high.y, region.low.y};
    const auto take_in = [&](double low, double high) {
        found = {std::min(found.low, low), std::max(found.high, high)};
    };
    const auto corners = assembly.corners_of(outline);
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec2 p = corners[k];
        const Vec2 q = corners[(k + 1) % corners.size()];
        if ((p.x < x) == (q.x < x)) continue;
        const double y = p.y + (x - p.x) / (q.x - p.x) * (q.y - p.y);
        take_in(y, y);
    }
    const double across = x - outline.centre.x;
    if (std::abs(across) < outline.radius) {
        const double half = std::sqrt(outline.radius * outline.radius - across * across);
        take_in(outline.centre.y - half, outline.centre.y + half);
    }
    return {std::max(found.low, region.low.y), std::min(found.high, region.high.y)};
}

/// The area that the outlines cover together, by many upright lines.
double covered(const Assembly& assembly, const std::vector<Outline>& outlines, const Box& region) {
    constexpr int lines = 20'000;
    const double width = (region.high.x - region.low.x) / lines;
    double sum = 0.0;
    for (int k = 0; k < lines; ++k) {
        std::vector<Section> sections;
        for (const Outline& outline : outlines)
            sections.push_back(
                section(assembly, outline, region.low.x + (k + 0.5) * width, region));
        std::ranges::sort(sections, {}, &Section::low);
        double reached = region.low.y;
        for (const auto& [low, high] : sections) {
            if (high <= low) continue;
            sum += width * std::max(high - std::max(low, reached), 0.0);
            reached = std::max(reached, high);
        }
    }
    return sum;
}

Vec2 anywhere(Random& random) { return {3.0 * random() - 1.0, 3.0 * random() - 1.0}; }

std::vector<Vec2> gravel_corners(Random& random, double radius) {
    const geometry::ConvexPolygon polygon = gravel(random, radius);
    std::vector<Vec2> corners;
    for (std::size_t k = 0; k < polygon.size(); ++k) corners.push_back(polygon.vertex(k));
    return corners;
}

TEST(AreaWithin, IsThatOfManyLines) {
    Random random(1);
    const Box region{{0.0, 0.0}, {1.0, 0.8}};
    int cut = 0;
    for (int n = 0; n < 200; ++n) {
        Still still;
        const double size = 0.1 + random();
        if (n % 2 == 0)
            still.add_disc(anywhere(random), size);
        else
            still.add_polygon(gravel_corners(random, size), anywhere(random), 6.0 * random());
        const Assembly assembly = still.assembly();
        const AssemblyGrain& grain = assembly.grains[0];
        const double area = area_within(assembly, grain.outline, region);
        EXPECT_NEAR(area, covered(assembly, {grain.outline}, region), 1e-5) << n;
        cut += area > 0.0 && area < 0.999 * grain.area ? 1 : 0;
    }
    EXPECT_GT(cut, 60);
}

TEST(AreaWithin, OfADiscIsExact) {
    const auto within = [](Vec2 centre, double radius, const Box& region) {
        Still still;
        still.add_disc(centre, radius);
        const Assembly assembly = still.assembly();
        return area_within(assembly, assembly.grains[0].outline, region);
    };
    const double pi = std::numbers::pi;
    const Box unit{{0.0, 0.0}, {1.0, 1.0}};
    EXPECT_NEAR(within({0.0, 0.0}, 1.0, unit), pi / 4.0, 1e-15);
    EXPECT_NEAR(within({0.0, 0.5}, 0.3, unit), 0.5 * pi * 0.09, 1e-15);
    EXPECT_NEAR(within({0.5, 0.5}, 0.5, unit), pi / 4.0, 1e-15);
    EXPECT_NEAR(within({0.5, 0.5}, 10.0, unit), 1.0, 1e-13);
    EXPECT_EQ(within({1.5, 0.5}, 0.5, unit), 0.0);
    // A cap of height 0.1 below the lower edge is cut off.
    const double cap = 0.25 * std::acos(0.8) - 0.4 * std::sqrt(0.25 - 0.16);
    EXPECT_NEAR(within({0.5, 0.4}, 0.5, {{-5.0, 0.0}, {5.0, 5.0}}), pi / 4.0 - cap, 1e-15);
    // Out of its corner by a little: the box meets, the disc does not.
    EXPECT_EQ(within({1.4, 1.4}, 0.5, unit), 0.0);
    // The same far away.
    EXPECT_NEAR(within({1e6, 1e6}, 1.0, {{1e6, 1e6}, {1e6 + 1.0, 1e6 + 1.0}}), pi / 4.0, 1e-9);
}

TEST(WallArea, CountsWhatSeveralCoverOnce) {
    Random random(5);
    const Box region{{0.0, 0.0}, {1.0, 1.0}};
    for (int n = 0; n < 30; ++n) {
        Still still;
        for (int k = 0; k < 6; ++k) {
            const double size = 0.1 + 0.5 * random();
            if (k == 5 && n % 2 == 0)
                still.add_disc_wall(anywhere(random), size);
            else
                still.add_wall(gravel_corners(random, size), anywhere(random), 6.0 * random());
        }
        const Assembly assembly = still.assembly();
        // A disc that meets others is a polygon of many corners.
        EXPECT_NEAR(wall_area_within(assembly, region), covered(assembly, assembly.walls, region),
                    5e-5)
            << n;
    }
}

TEST(WallArea, BearsSeamsAndRepetition) {
    const Box region{{-1.0, -1.0}, {1.0, 1.0}};
    for (const double angle : {0.0, 0.3, 1.1}) {
        Still still;
        const geometry::Rotation turn = geometry::Rotation::by(angle);
        for (int k = 0; k < 10; ++k)  // a beam of 10 pieces edge to edge
            still.add_wall(rectangle_corners(0.1, 0.2), rotate(turn, {0.1 * k - 0.45, 0.0}), angle);
        EXPECT_NEAR(wall_area_within(still.assembly(), region), 0.2, 1e-13);
        still.add_wall(rectangle_corners(1.0, 0.2), {}, angle);  // all of it again
        EXPECT_NEAR(wall_area_within(still.assembly(), region), 0.2, 1e-11);
        still.add_wall(rectangle_corners(0.1, 0.2), rotate(turn, {0.05, 0.0}), angle);
        EXPECT_NEAR(wall_area_within(still.assembly(), region), 0.2, 1e-11);
    }
}

TEST(WallArea, OfARoughFloorDoesNotTakeForever) {
    Still still;
    still.add_wall(rectangle_corners(2000.0, 1.0), {1000.0, -0.5});
    for (int k = 0; k < 20'000; ++k)  // half of each in the floor, the last of them outside
        still.add_wall(rectangle_corners(0.05, 0.1), {0.1 * k + 0.05, 0.0});
    const Box region{{0.0, -1.0}, {1999.9, 1.0}};
    EXPECT_NEAR(wall_area_within(still.assembly(), region), 1999.9 + 19'999 * 0.05 * 0.05, 1e-6);
}

double fraction(const Still& still, const Box& region) {
    const Measurement measurement = packing(still.assembly(), region);
    EXPECT_TRUE(measurement.at("fraction").value) << measurement.note;
    return measurement.at("fraction").value.value_or(-1.0);
}

TEST(Packing, OfLatticesIsKnown) {
    Still square;
    Still hexagonal;
    const double row = std::sqrt(0.75);
    for (int i = -10; i <= 10; ++i) {
        for (int j = -10; j <= 10; ++j) {
            square.add_disc({1.0 * i, 1.0 * j}, 0.5);
            hexagonal.add_disc({i + 0.5 * (j % 2), j * row}, 0.5);
        }
    }
    Random random(2);
    for (int n = 0; n < 10; ++n) {  // cells of the lattice, wherever they are
        const Vec2 low{random() - 2.0, random() - 2.0};
        EXPECT_NEAR(fraction(square, {low, low + Vec2{3.0, 2.0}}), std::numbers::pi / 4.0, 1e-14);
        EXPECT_NEAR(fraction(hexagonal, {low, low + Vec2{3.0, 4.0 * row}}),
                    std::numbers::pi / (2.0 * std::sqrt(3.0)), 1e-14);
    }
    // A region that is not a whole number of cells has another fraction.
    EXPECT_GT(std::abs(fraction(square, {{0.0, 0.0}, {1.3, 1.3}}) - std::numbers::pi / 4.0), 1e-3);
}

TEST(Packing, OfTilesIsOne) {
    Still still;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            still.add_polygon(rectangle_corners(0.5, 0.25), {0.5 * i, 0.25 * j});
    EXPECT_NEAR(fraction(still, {{0.13, 0.17}, {3.1, 1.5}}), 1.0, 1e-14);
}

TEST(Packing, TakesWallsOutOfTheRegion) {
    Still still;
    still.add_disc({0.5, 0.5}, 0.3);
    const Box region{{-1.0, -1.0}, {1.0, 1.0}};
    const double grain = std::numbers::pi * 0.09;
    EXPECT_NEAR(fraction(still, region), grain / 4.0, 1e-15);
    still.add_wall(rectangle_corners(10.0, 1.0), {0.0, -1.0});  // half of it in the region
    EXPECT_NEAR(fraction(still, region), grain / 3.0, 1e-15);
    still.add_disc_wall({1.0, 0.0}, 0.2);
    EXPECT_NEAR(fraction(still, region), grain / (3.0 - 0.5 * std::numbers::pi * 0.04), 1e-15);
}

TEST(Packing, SaysWhyThereIsNoFraction) {
    const auto note = [](const Still& still, const Box& region) {
        const Measurement measurement = packing(still.assembly(), region);
        EXPECT_FALSE(measurement.at("fraction").value);
        return measurement.note;
    };
    Still still;
    EXPECT_EQ(fraction(still, {{0.0, 0.0}, {1.0, 1.0}}), 0.0);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_THAT(note(still, {{0.0, 0.0}, {0.0, 1.0}}), HasSubstr("the region is empty"));
    EXPECT_THAT(note(still, {{1.0, 0.0}, {0.0, 1.0}}), HasSubstr("the region is empty"));
    EXPECT_THAT(note(still, {{0.0, 0.0}, {infinity, 1.0}}), HasSubstr("has no end"));
    EXPECT_THAT(note(still, {{0.0, std::nan("")}, {1.0, 1.0}}), HasSubstr("not measurable"));
    still.add_wall(rectangle_corners(10.0, 10.0), {});
    EXPECT_THAT(note(still, {{0.0, 0.0}, {1.0, 1.0}}), HasSubstr("walls fill the region"));
}

}  // namespace
}  // namespace scree::engine
