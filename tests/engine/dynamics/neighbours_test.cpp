#include "engine/dynamics/neighbours.h"

#include <gtest/gtest.h>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

/// A floor, and squares of side 1 in a row above it, 0.25 apart.
struct Row {
    explicit Row(std::optional<double> skin = {}, std::size_t grains = 4)
        : walls({standing(rectangle(20.0, 1.0), {0.0, -1.5})}, 1, IntegratorKind::gear3, 1e-3,
                domain, bodies),
          neighbours(BroadPhaseSettings{}, skin, domain, 1) {
        for (std::size_t i = 0; i < grains; ++i) {
            bodies.add(square(1.0, {1.25 * static_cast<double>(i), 0.0}), 1.0, {});
            neighbours.add_grain();
        }
    }
    std::span<const ImagePair> look(std::uint64_t step = 0) {
        neighbours.take_in_changes(bodies);
        neighbours.choose_skin(bodies, domain, step);
        EXPECT_TRUE(neighbours.make_boxes(bodies, walls, domain, workers));
        const auto pairs = neighbours.find_pairs(workers);
        bodies.forget_travel();
        return pairs;
    }
    void shift(Body grain, Vec2 by) {
        geometry::Transform pose = bodies.kinematics(grain).pose;
        pose.position += by;
        bodies.move(grain, pose, {}, 0.0);
    }

    Workers workers{1};
    Domain domain{Period{}};
    Bodies bodies{1e-3, 6};
    Walls walls;
    Neighbours neighbours;
};

TEST(Neighbours, ThePairsAreThoseWhoseFatBoxesOverlap) {
    Row thin(0.1);
    EXPECT_TRUE(thin.look().empty());
    Row thick(0.2);
    const auto pairs = thick.look();
    ASSERT_EQ(pairs.size(), 3u) << "each with the next; the floor is half a metre away";
    EXPECT_EQ(pairs[1].bodies, (BodyPair{1, 2}));
}

TEST(Neighbours, AreSoughtAgainWhenABodyHasOutrunTheSkin) {
    Row row(0.2);
    EXPECT_TRUE(row.neighbours.outrun(0.0)) << "never sought before";
    row.look();
    EXPECT_FALSE(row.neighbours.outrun(0.0));
    row.shift(2, {0.15, 0.0});
    EXPECT_FALSE(row.neighbours.outrun(row.bodies.furthest_travel()));
    row.shift(2, {-0.1, 0.0});
    EXPECT_TRUE(row.neighbours.outrun(row.bodies.furthest_travel())) << "there and back counts";
    row.look();
    EXPECT_FALSE(row.neighbours.outrun(row.bodies.furthest_travel()));
    row.neighbours.look_again();
    EXPECT_TRUE(row.neighbours.outrun(0.0));
}

TEST(Neighbours, AreSoughtAgainWhenGrainsComeOrGo) {
    Row row(0.2);
    row.look();
    const std::vector<std::uint8_t> marks{0, 1, 0, 0};
    row.bodies.remove(marks);
    row.neighbours.remove_grains(marks);
    row.neighbours.take_in_changes(row.bodies);
    EXPECT_TRUE(row.neighbours.outrun(0.0));
    const auto pairs = row.look();
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].bodies, (BodyPair{1, 2}));
    EXPECT_EQ(row.neighbours.searches(), 2u);
}

/// The faster bodies are, the thicker is the skin, within limits.
TEST(Neighbours, TheSkinFollowsTheFastestBody) {
    const auto skin_after = [](double travel) {
        Row row;
        row.look(0);
        const double first = row.neighbours.skin();
        row.shift(1, {travel, 0.0});
        row.look(1000);
        return row.neighbours.skin() / first;
    };
    EXPECT_NEAR(skin_after(1e-9), 0.2, 1e-12) << "the least is a fiftieth of it";
    EXPECT_NEAR(skin_after(100.0), 5.0, 1e-12) << "the most is half of the mean radius";
    EXPECT_LT(skin_after(0.5), skin_after(2.0));
}

TEST(Neighbours, ABoxThatIsNotFiniteIsFound) {
    Row row(0.2);
    row.look();
    row.shift(3, {std::nan(""), 0.0});
    EXPECT_FALSE(row.neighbours.make_boxes(row.bodies, row.walls, row.domain, row.workers));
    EXPECT_EQ(row.neighbours.first_not_finite(), std::optional<std::size_t>(3));
}

TEST(Neighbours, ASnapshotHasSkinAndBoxes) {
    Row row;
    row.look(5);
    Snapshot snapshot;
    snapshot.steps = 7;
    row.neighbours.write(snapshot, row.bodies);
    const std::vector<NewGrain> grains(4, square(1.0));
    Row other;
    EXPECT_NO_THROW(other.neighbours.check(snapshot, grains, other.walls));
    other.neighbours.read(snapshot, other.bodies);
    EXPECT_EQ(other.neighbours.skin(), row.neighbours.skin());
    EXPECT_EQ(other.neighbours.searches(), 1u);
    EXPECT_FALSE(other.neighbours.outrun(0.0)) << "pairs are those of the snapshot";

    Snapshot spoilt = snapshot;
    spoilt.extremes[5] = 4;
    EXPECT_THROW(other.neighbours.check(spoilt, grains, other.walls), std::invalid_argument);
    spoilt = snapshot;
    spoilt.skin = -1.0;
    EXPECT_THROW(other.neighbours.check(spoilt, grains, other.walls), std::invalid_argument);
    spoilt = snapshot;
    spoilt.detected_at = 8;
    EXPECT_THROW(other.neighbours.check(spoilt, grains, other.walls), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
