#include "engine/dynamics/walls/walls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

/// Walls with the bodies that they made.
struct Made {
    explicit Made(std::vector<Wall> list, const Period& period = {})
        : domain(period), walls(std::move(list), 1, IntegratorKind::gear3, 1e-3, domain, bodies) {}

    void move_to(double time) { walls.move(time, domain, bodies, workers); }
    Vec2 place(std::size_t piece) const {
        return bodies.kinematics(wall_body(piece)).pose.position;
    }

    Workers workers{1};
    Domain domain;
    Bodies bodies{1e-3, 6};
    Walls walls;
};

Wall lift(double from, double speed) {
    Wall wall = standing(rectangle(1.0, 1.0), {0.0, 0.0});
    wall.motion.kind = WallMotion::Kind::constant;
    wall.motion.velocity = {0.0, speed};
    wall.from = from;
    return wall;
}

TEST(Walls, KnowWhichBodiesAreTheirPieces) {
    Wall two = standing(rectangle(1.0, 1.0), {0.0, 0.0});
    two.pieces.push_back({rectangle(1.0, 1.0), {1.0, 0.0}});
    const Made made({lift(0.0, 1.0), two});
    EXPECT_EQ(made.walls.count(), 2u);
    EXPECT_EQ(made.walls.piece_count(), 3u);
    EXPECT_EQ(made.bodies.piece_count(), 3u);
    EXPECT_EQ(made.walls.pieces_of(1).first, 1u);
    EXPECT_EQ(made.walls.wall_of(wall_body(2)), 1u);
    EXPECT_FALSE(made.walls.is_grouped(wall_body(0)));
    EXPECT_TRUE(made.walls.is_grouped(wall_body(1)));
}

TEST(Walls, TheClockOfAWallStartsWhenItAppears) {
    Made made({lift(0.5, 2.0)});
    made.move_to(0.25);
    EXPECT_EQ(made.place(0), (Vec2{0.0, 0.0})) << "not there yet";
    EXPECT_FALSE(made.walls.is_there(0, 0.25));
    made.move_to(0.5);
    EXPECT_EQ(made.place(0), (Vec2{0.0, 0.0})) << "it appears where its shape is";
    made.move_to(0.75);
    EXPECT_EQ(made.place(0), (Vec2{0.0, 0.5}));
}

TEST(Walls, AWallMayMoveSinceTheStartOfTheRun) {
    Wall wall = lift(0.5, 2.0);
    wall.moves_from_start = true;
    Made made({wall});
    made.move_to(0.5);
    EXPECT_EQ(made.place(0), (Vec2{0.0, 1.0}));
}

TEST(Walls, ARateThatIsSetBeforeAWallAppearsHoldsFromThenOn) {
    Made made({lift(0.5, 2.0)});
    made.walls.set_rate(0, 0.5, 0.125);
    EXPECT_EQ(made.walls.place(0, 0.5).shift, (Vec2{0.0, 0.0}));
    EXPECT_EQ(made.walls.place(0, 1.5).shift, (Vec2{0.0, 1.0}));
    EXPECT_THROW(made.walls.set_rate(1, 1.0, 0.0), std::invalid_argument);
    EXPECT_THROW(made.walls.set_rate(0, std::nan(""), 0.0), std::invalid_argument);
}

TEST(Walls, GatesArePassedOnce) {
    Wall gate = lift(0.5, 0.0);
    gate.until = 1.0;
    Made made({gate});
    EXPECT_FALSE(made.walls.pass_gates(0.25));
    EXPECT_TRUE(made.walls.pass_gates(0.5));
    EXPECT_TRUE(made.walls.is_there(0));
    EXPECT_FALSE(made.walls.pass_gates(0.75));
    EXPECT_TRUE(made.walls.pass_gates(1.0));
    EXPECT_FALSE(made.walls.is_there(0));
}

/// A floor whose bottom is as long as the domain, and whose top is longer: what is felt has another
/// centroid than what was given, and shape and pose belong together.
TEST(Walls, AnEndlessPieceIsFeltWhereItIs) {
    const std::vector<Vec2> outline{{0.0, -1.0}, {1.0, -1.0}, {3.0, 0.0}, {-2.0, 0.0}};
    const geometry::ConvexPolygon trapezoid(outline);
    const Wall floor = standing(trapezoid, {0.5, -0.38888888888888889});
    const Made made({floor}, {{0.0, 0.0}, {1.0, 0.0}});
    const Body piece = wall_body(0);
    EXPECT_TRUE(made.walls.spans_of(piece).x);
    geometry::ExtremeVertices extremes;
    const geometry::Box felt = geometry::bounding_box(made.walls.felt(piece).shape,
                                                      made.bodies.kinematics(piece).pose, extremes);
    EXPECT_NEAR(felt.high.y, 0.0, 1e-12);
    EXPECT_NEAR(felt.low.y, -1.0, 1e-12);
    EXPECT_EQ(made.walls.given(piece).position, floor.pieces[0].position);
}

TEST(Walls, AreCalledByTheirNames) {
    Wall floor = lift(0.0, 0.0);
    floor.name = "floor";
    const Made made({lift(0.0, 0.0), floor});
    EXPECT_EQ(made.walls.name_of(0), "wall 0");
    EXPECT_EQ(made.walls.name_of(1), "wall `floor`");
    floor.material = 7;
    try {
        const Made refused({floor});
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), HasSubstr("wall `floor` is of a material"));
    }
}

TEST(Walls, ClocksAreInSnapshotAndHash) {
    Made made({lift(0.5, 2.0), lift(0.0, 1.0)});
    const auto hash = [](const Made& of) {
        Fnv1a fnv;
        of.walls.add_to(fnv);
        return fnv.mixed();
    };
    const std::uint64_t untouched = hash(made);
    made.walls.set_rate(1, -0.5, 0.25);
    EXPECT_NE(hash(made), untouched);
    Snapshot snapshot;
    made.walls.write(snapshot);
    Made other({lift(0.5, 2.0), lift(0.0, 1.0)});
    EXPECT_NO_THROW(other.walls.check(snapshot, 0.25)) << "the first has not appeared yet";
    other.walls.read(snapshot, 0.25);
    EXPECT_EQ(hash(other), hash(made));
    EXPECT_EQ(other.walls.rate(1), -0.5);

    snapshot.wall_clocks[3] = 0.5;
    EXPECT_THROW(other.walls.check(snapshot, 0.25), std::invalid_argument) << "not yet come";
    snapshot.wall_clocks[3] = std::nan("");
    EXPECT_THROW(other.walls.check(snapshot, 0.25), std::invalid_argument);
    snapshot.wall_clocks.pop_back();
    EXPECT_THROW(other.walls.check(snapshot, 0.25), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
