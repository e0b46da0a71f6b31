#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/physics/laboratory.h"

/// Walls of several pieces act like one piece where the pieces abut.
namespace scree::engine {
namespace {

using geometry::Disc;
using geometry::Shape;
using geometry::Vec2;

/// A floor from x = -1 to 4, cut into equal pieces.
Wall floor_of(std::size_t pieces) {
    Wall wall;
    const double width = 5.0 / static_cast<double>(pieces);
    for (std::size_t k = 0; k < pieces; ++k)
        wall.pieces.push_back(
            {rectangle(width, 1.0), {-1.0 + (static_cast<double>(k) + 0.5) * width, -0.5}});
    return wall;
}

struct Path {
    double worst = 0.0;   ///< the largest distance of the two grains from each other
    double length = 0.0;  ///< how far they moved
    std::size_t most_joined = 0;
};

/// Runs the same grain on two floors: one whole, and one in pieces, or where `apart` is set with
/// each piece as a wall of its own.
Path compare(const Shape& shape, double height, LawKind law, bool apart) {
    const Material material = plain(1e5, 0.1, 0.3);
    std::vector<Wall> walls{floor_of(10)};
    if (apart) {
        for (const WallPiece& piece : floor_of(10).pieces)
            walls.push_back(standing(piece.shape, piece.position));
        walls.erase(walls.begin());
    }
    const NewGrain grain{shape, 0, {-0.4, height}, 0.0, {2.0, 0.0}, 0.0};
    const Model whole = world(material, {floor_of(1)});
    const Settings settings = few(automatic_dt(whole, std::span(&grain, 1), law), law);
    Simulation one(whole, settings);
    Simulation many(world(material, walls), settings);
    one.add_grain(grain);
    many.add_grain(grain);
    Path path;
    while (one.time() < 1.0) {
        one.step();
        many.step();
        const Vec2 off = one.position(0) - many.position(0);
        path.worst = std::max(
            {path.worst, std::abs(off.x), std::abs(off.y), std::abs(one.angle(0) - many.angle(0))});
        std::size_t overlapping = 0;
        for (const Contact& contact : many.contacts()) overlapping += contact.spring != 0.0 ? 1 : 0;
        path.most_joined = std::max(path.most_joined, overlapping);
    }
    path.length = one.position(0).x - grain.position.x;
    return path;
}

TEST(Seams, AreNotFeltByASquareThatSlides) {
    for (const LawKind law : {LawKind::area, LawKind::energy}) {
        const Path path = compare(rectangle(0.8, 0.8), 0.4 - 1e-5, law, false);
        EXPECT_GT(path.length, 1.4) << "over several seams";
        EXPECT_GE(path.most_joined, 2u);
        EXPECT_LT(path.worst, 1e-9);
    }
    EXPECT_GT(compare(rectangle(0.8, 0.8), 0.4 - 1e-5, LawKind::area, true).worst, 1e-4)
        << "walls of their own are felt";
}

TEST(Seams, AreNotFeltByADiscThatRolls) {
    for (const LawKind law : {LawKind::area, LawKind::energy, LawKind::linear}) {
        const Path path = compare(Disc(0.4), 0.4 - 1e-4, law, false);
        EXPECT_GT(path.length, 1.2);
        EXPECT_GE(path.most_joined, 2u);
        EXPECT_LT(path.worst, 1e-9);
    }
    EXPECT_GT(compare(Disc(0.4), 0.4 - 1e-4, LawKind::area, true).worst, 1e-5);
}

/// A ring of straight pieces about the origin, 1 m wide inside.
std::vector<WallPiece> ring_pieces(std::size_t count) {
    std::vector<WallPiece> pieces;
    const double step = 2.0 * std::numbers::pi / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k) {
        const auto at = [&](double turn, double radius) {
            const double angle = (static_cast<double>(k) + turn) * step;
            return Vec2{radius * std::cos(angle), radius * std::sin(angle)};
        };
        std::vector<Vec2> outline{at(0.0, 1.0), at(0.0, 1.5), at(1.0, 1.5), at(1.0, 1.0)};
        const Vec2 centre = 0.25 * (outline[0] + outline[1] + outline[2] + outline[3]);
        for (Vec2& corner : outline) corner -= centre;
        const geometry::ConvexPolygon polygon(outline);
        pieces.push_back({polygon, centre + outline[0] - polygon.vertex(0)});
    }
    return pieces;
}

TEST(Seams, ABallRollsInARingAsAPendulumDoes) {
    // The period of a disc without slip on a circle: 2 pi sqrt(1.5 (R - r) / g), longer for a wide
    // swing.
    Wall ring;
    ring.pieces = ring_pieces(64);
    const double radius = 0.3;
    const double swing = 0.6;
    const NewGrain ball{
        Disc(radius), 0,  {(1.0 - radius) * std::sin(swing), -(1.0 - radius) * std::cos(swing)},
        0.0,          {}, 0.0};
    const Model model = world(plain(1e5, 0.5, 0.3), {ring});
    Simulation simulation(model, few(automatic_dt(model, std::span(&ball, 1))));
    simulation.add_grain(ball);
    std::vector<double> crossings;
    double last = ball.position.x;
    double furthest = 0.0;
    double least_return = 0.0;
    while (crossings.size() < 5 && simulation.time() < 10.0) {
        simulation.step();
        const double x = simulation.position(0).x;
        if ((last > 0.0) != (x > 0.0)) crossings.push_back(simulation.time());
        furthest = std::max(furthest, std::abs(x));
        if (crossings.size() == 2) least_return = std::max(least_return, x);
        last = x;
    }
    ASSERT_EQ(crossings.size(), 5u);
    const double period = crossings[4] - crossings[2];
    const double narrow = 2.0 * std::numbers::pi * std::sqrt(1.5 * (1.0 - radius) / gravity);
    EXPECT_NEAR(period, narrow * (1.0 + swing * swing / 16.0), 0.02 * narrow);
    EXPECT_GT(least_return, 0.9 * ball.position.x) << "the pieces turn it by 5.6 degrees each";
    EXPECT_LE(furthest, ball.position.x + 1e-3);
}

}  // namespace
}  // namespace scree::engine
