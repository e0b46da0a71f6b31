#include "engine/broad/broad_phase.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/broad/box_crowd.h"
#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/geometry/random_shapes.h"

/// Every broad phase must give exactly the pairs of brute force, from whatever it remembers. Each
/// test is a motion that all of them follow, on one, two and three workers.
namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::box_at;
using tests::BoxCrowd;
using tests::Random;

ImagePair pair_of(Body i, Body j) { return {{i, j}, {}}; }

/// One broad phase under test. All of them see the same boxes.
struct Variant {
    std::string name;
    Workers* workers;
    std::unique_ptr<BroadPhase> method;
};

class BroadPhaseTest : public testing::Test {
protected:
    BroadPhaseTest() {
        add(BroadPhaseKind::brute_force, one_);
        for (Workers* workers : {&one_, &two_, &three_})
            for (const BroadPhaseKind kind : tests::methods) add(kind, *workers);
        add(BroadPhaseKind::sweep, eight_);
    }

    /// What brute force finds, after all the others have found the same.
    std::vector<ImagePair> found(const Boxes& boxes) {
        std::vector<ImagePair> expected;
        reference_->find_pairs(boxes, one_, expected);
        for (Variant& variant : variants_) {
            pairs_.assign(1, {{77, 78}, {}});  // to be cleared
            variant.method->find_pairs(boxes, *variant.workers, pairs_);
            EXPECT_EQ(pairs_, expected) << variant.name;
        }
        return expected;
    }

    /// Compares with brute force, and counts how many pairs came and went since the last time.
    void check(const Boxes& boxes) {
        std::vector<ImagePair> expected = found(boxes);
        ASSERT_FALSE(HasFailure());
        std::vector<ImagePair> change;
        std::set_symmetric_difference(last_.begin(), last_.end(), expected.begin(), expected.end(),
                                      std::back_inserter(change));
        changes_ += change.size();
        last_ = std::move(expected);
        seen_ += last_.size();
        ++checks_;
    }

    void forget() {
        for (Variant& variant : variants_) variant.method->forget();
    }
    const std::vector<Variant>& variants() const { return variants_; }
    double pairs_a_check() const { return static_cast<double>(seen_) / checks_; }
    double changes_a_check() const { return static_cast<double>(changes_) / checks_; }

private:
    void add(BroadPhaseKind kind, Workers& workers) {
        variants_.push_back({std::string(name_of(kind)) + " on " + std::to_string(workers.count()),
                             &workers, make_broad_phase(kind)});
    }

    Workers one_{1};
    Workers two_{2};
    Workers three_{3};
    Workers eight_{8};
    std::vector<Variant> variants_;
    std::unique_ptr<BroadPhase> reference_ = make_broad_phase(BroadPhaseKind::brute_force);
    std::vector<ImagePair> pairs_;
    std::vector<ImagePair> last_;
    std::size_t seen_ = 0;
    std::size_t changes_ = 0;
    int checks_ = 0;
};

TEST_F(BroadPhaseTest, RandomWalksOfMixedSizes) {
    BoxCrowd crowd(1, 200, 0.002, 0.1);  // sizes up to 50 times each other's
    for (std::size_t step = 0; step < tests::rounds(500); ++step) {
        crowd.wander(0.005);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(pairs_a_check(), 300.0);
    EXPECT_LT(pairs_a_check(), 1000.0);
    EXPECT_GT(changes_a_check(), 20.0);
    EXPECT_LT(changes_a_check(), 200.0);
}

TEST_F(BroadPhaseTest, RandomWalksOfEqualSizes) {
    BoxCrowd crowd(2, 300, 0.02, 0.02001);
    for (std::size_t step = 0; step < tests::rounds(300); ++step) {
        crowd.wander(0.002);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(pairs_a_check(), 400.0);
    EXPECT_GT(changes_a_check(), 10.0);
}

TEST_F(BroadPhaseTest, Teleports) {
    BoxCrowd crowd(3, 150, 0.01, 0.1);
    for (std::size_t step = 0; step < tests::rounds(300); ++step) {
        crowd.wander(0.001);
        crowd.teleport(step % 10 == 0 ? 1.0 : 0.1);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(changes_a_check(), 100.0);
}

// Places on a coarse grid: ends coincide all the time, and boxes touch exactly.
TEST_F(BroadPhaseTest, OnALatticeWhereEndsCoincide) {
    Random random(4);
    Boxes boxes(2);
    boxes[wall_body(0)] = {{0.0, 0.0}, {8.0, 1.0}};
    boxes[wall_body(1)] = {{3.0, 0.0}, {3.0, 8.0}};  // no width at all
    constexpr std::size_t grains = 60;
    for (std::size_t i = 0; i < grains; ++i) boxes.push_grain({});
    const auto place = [&](Body body) {
        const Vec2 low{static_cast<double>(random.below(9)), static_cast<double>(random.below(9))};
        const Vec2 size{static_cast<double>(random.below(3)), static_cast<double>(random.below(3))};
        boxes[body] = {low, low + size};
    };
    for (Body i = 0; i < grains; ++i) place(i);
    for (std::size_t step = 0; step < tests::rounds(500); ++step) {
        for (int moves = 0; moves < 10; ++moves) place(random.below(grains));
        if (step % 5 == 0) boxes[wall_body(1)] = box_at({3.0 + random.below(2), 4.0}, {0.0, 4.0});
        ASSERT_NO_FATAL_FAILURE(check(boxes)) << "step " << step;
    }
    EXPECT_GT(pairs_a_check(), 100.0);
    EXPECT_GT(changes_a_check(), 20.0);
}

// Half of the grains gather in one place and scatter again: many pairs come and go together.
TEST_F(BroadPhaseTest, ClustersThatGatherAndScatter) {
    BoxCrowd crowd(5, 200, 0.005, 0.02);
    for (std::size_t step = 0; step < tests::rounds(400); ++step) {
        const Vec2 focus{step % 100 < 50 ? 0.3 : 0.8, 0.7};
        const double pull = step % 50 < 30 ? 0.1 : -0.1;
        for (std::size_t i = step % 2; i < crowd.centre.size(); i += 2)
            crowd.centre[i] += pull * (focus - crowd.centre[i]);
        crowd.wander(0.002);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(pairs_a_check(), 200.0);
    EXPECT_GT(changes_a_check(), 50.0);
}

// Figure 6 of Schinner 1999: the worst case of insertion sort.
TEST_F(BroadPhaseTest, TheReversedTower) {
    constexpr Body grains = 300;
    Boxes boxes(1);
    boxes[wall_body(0)] = {{-1.0, -1.0}, {1.0, 0.0}};
    for (Body i = 0; i < grains; ++i) boxes.push_grain({});
    const auto stack = [&](bool reversed, double spacing) {
        for (Body i = 0; i < grains; ++i)
            boxes[i] = box_at({0.0, spacing * (reversed ? grains - i : i + 1)}, {0.5, 0.5});
    };
    for (const double spacing : {1.0, 0.9, 1.1}) {
        for (const bool reversed : {false, true, true, false}) {
            stack(reversed, spacing);
            ASSERT_NO_FATAL_FAILURE(check(boxes));
        }
    }
    EXPECT_GT(pairs_a_check(), 150.0);
    EXPECT_GT(changes_a_check(), 40.0);
}

// Both axes report the same pair at once, or opposite changes of a pair.
TEST_F(BroadPhaseTest, DiagonalMovesAndSwaps) {
    Boxes boxes;
    const Vec2 half{0.5, 0.5};
    boxes.push_grain(box_at({0.0, 0.0}, half));
    boxes.push_grain(box_at({3.0, 3.0}, half));
    for (const Vec2 to :
         {Vec2{0.6, 0.6}, Vec2{3.0, 3.0}, Vec2{0.6, 3.0}, Vec2{3.0, 0.6}, Vec2{-0.6, -0.6},
          Vec2{0.6, -0.6}, Vec2{-3.0, 3.0}, Vec2{1.0, 1.0}, Vec2{-1.0, -1.0}, Vec2{-1.1, 0.0}}) {
        boxes[1] = box_at(to, half);
        ASSERT_NO_FATAL_FAILURE(check(boxes));
        std::swap(boxes[0], boxes[1]);
        ASSERT_NO_FATAL_FAILURE(check(boxes));
    }
}

TEST_F(BroadPhaseTest, BoxesThatTouchOverlap) {
    Boxes boxes(1);
    boxes[wall_body(0)] = {{0.0, -1.0}, {1.0, 0.0}};
    boxes.push_grain({{0.0, 0.0}, {1.0, 1.0}});
    boxes.push_grain({{5.0, 5.0}, {6.0, 6.0}});
    EXPECT_THAT(found(boxes), ElementsAre(pair_of(0, wall_body(0))));
    boxes[1] = {{1.0, 1.0}, {2.0, 2.0}};
    EXPECT_THAT(found(boxes), ElementsAre(pair_of(0, 1), pair_of(0, wall_body(0))));
    boxes[1].low.x = std::nextafter(1.0, 2.0);
    EXPECT_THAT(found(boxes), ElementsAre(pair_of(0, wall_body(0))));
    boxes[1] = {{-1.0, 0.0}, {0.0, 1.0}};
    EXPECT_THAT(found(boxes),
                ElementsAre(pair_of(0, 1), pair_of(0, wall_body(0)), pair_of(1, wall_body(0))));
    forget();
    EXPECT_EQ(found(boxes).size(), 3u);
}

TEST_F(BroadPhaseTest, IdenticalBoxesAllOverlap) {
    Boxes boxes(2);
    const Box box{{0.0, 0.0}, {1.0, 1.0}};
    boxes[wall_body(0)] = box;
    boxes[wall_body(1)] = box;
    for (int i = 0; i < 20; ++i) boxes.push_grain(box);
    check(boxes);
    EXPECT_EQ(found(boxes).size(), 20u * 19u / 2u + 40u);
    for (Body i = 0; i < 20; ++i) boxes[i] = box_at({2.0 * i, 0.5}, {0.5, 0.5});
    check(boxes);
    for (Body i = 0; i < 20; ++i) boxes[i] = box;
    check(boxes);
    EXPECT_EQ(found(boxes).size(), 20u * 19u / 2u + 40u);
}

TEST_F(BroadPhaseTest, FewOrNone) {
    Boxes none;
    EXPECT_THAT(found(none), IsEmpty());
    EXPECT_THAT(found(none), IsEmpty());
    forget();
    Boxes one;
    one.push_grain({{0.0, 0.0}, {1.0, 1.0}});
    EXPECT_THAT(found(one), IsEmpty());
    EXPECT_THAT(found(one), IsEmpty());
}

TEST_F(BroadPhaseTest, WallsNeverMeetWalls) {
    Boxes walls(3);
    for (std::size_t k = 0; k < 3; ++k) walls[wall_body(k)] = {{0.0, 0.0}, {1.0, 1.0}};
    EXPECT_THAT(found(walls), IsEmpty());
    walls[wall_body(1)] = {{2.0, 2.0}, {3.0, 3.0}};
    EXPECT_THAT(found(walls), IsEmpty());
    walls[wall_body(1)] = {{0.0, 0.0}, {3.0, 3.0}};
    EXPECT_THAT(found(walls), IsEmpty());
}

TEST_F(BroadPhaseTest, MovingWallsSweepThroughGrains) {
    BoxCrowd crowd(6, 150, 0.01, 0.03);
    for (std::size_t step = 0; step < tests::rounds(200); ++step) {
        const double x = std::abs(1.0 - std::fmod(0.013 * static_cast<double>(step), 2.0));
        crowd.boxes[wall_body(4)] = {{x, -1.0}, {x + 0.05, 2.0}};
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(changes_a_check(), 2.0);
}

TEST_F(BroadPhaseTest, GrainsThatComeAndGo) {
    Random random(7);
    for (int round = 0; round < 20; ++round) {
        BoxCrowd crowd(random.bits(), random.below(120), 0.01, 0.1);
        forget();
        for (std::size_t step = 0; step < tests::rounds(20); ++step) {
            crowd.wander(0.01);
            ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "round " << round << " step " << step;
        }
    }
    EXPECT_GT(pairs_a_check(), 100.0);
}

// Far from the origin, zeros of both signs, and a wall without end.
TEST_F(BroadPhaseTest, UnusualNumbers) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Boxes boxes(1);
    boxes[wall_body(0)] = {{-infinity, -1.0}, {infinity, 0.0}};
    boxes.push_grain({{-1.0, -0.0}, {0.0, 1.0}});
    boxes.push_grain({{-0.0, 0.0}, {1.0, 1.0}});
    boxes.push_grain({{1e300, -1e300}, {1.1e300, 5.0}});
    for (int step = 0; step < 4; ++step) {
        ASSERT_NO_FATAL_FAILURE(check(boxes));
        boxes[0].high.x = -boxes[0].high.x;
        boxes[1].low = -boxes[1].low;
    }
    EXPECT_EQ(pairs_a_check(), 4.0);
}

// Rows that slide over each other, as in a shear flow: neighbours change all the time.
TEST_F(BroadPhaseTest, ShearedRows) {
    constexpr Body rows = 12;
    constexpr Body columns = 15;
    Boxes boxes(1);
    boxes[wall_body(0)] = {{-100.0, -1.0}, {100.0, -0.45}};
    for (Body i = 0; i < rows * columns; ++i) boxes.push_grain({});
    for (std::size_t step = 0; step < tests::rounds(300); ++step) {
        for (Body i = 0; i < rows * columns; ++i) {
            const double row = i / columns;
            const double x = i % columns + 0.01 * row * static_cast<double>(step);
            boxes[i] = box_at({x, 0.99 * row}, {0.5, 0.5});
        }
        ASSERT_NO_FATAL_FAILURE(check(boxes)) << "step " << step;
    }
    EXPECT_GT(pairs_a_check(), 300.0);
    EXPECT_GT(changes_a_check(), 5.0);
}

// A few boulders among dust.
TEST_F(BroadPhaseTest, SizesOfOneToAThousand) {
    BoxCrowd crowd(8, 400, 0.0002, 0.2);
    for (std::size_t step = 0; step < tests::rounds(100); ++step) {
        crowd.wander(0.001);
        if (step % 10 == 0) crowd.teleport(0.05);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(pairs_a_check(), 1000.0);
    EXPECT_GT(changes_a_check(), 30.0);
}

// As when a skin is changed: nothing moves, and yet pairs come and go.
TEST_F(BroadPhaseTest, BoxesThatGrowAndShrink) {
    BoxCrowd crowd(10, 200, 0.005, 0.02);
    const std::vector<Vec2> half = crowd.half;
    for (std::size_t step = 0; step < tests::rounds(200); ++step) {
        const double factor = 1.0 + 0.1 * static_cast<double>(step % 40 < 20 ? step % 20 : 0);
        for (std::size_t i = 0; i < half.size(); ++i) crowd.half[i] = factor * half[i];
        if (step % 25 == 24) crowd.half[step % half.size()] = {0.4, 0.3};  // one much larger
        crowd.wander(1e-4);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << "step " << step;
    }
    EXPECT_GT(changes_a_check(), 20.0);
}

// Neither memory nor time may grow with how far it is.
TEST_F(BroadPhaseTest, AGrainThatIsFarAway) {
    BoxCrowd crowd(11, 300, 0.005, 0.02);
    for (const double far : {10.0, 1e6, 1e15, 1e300, -1e300, 0.5}) {
        crowd.centre[7] = {far, -far};
        crowd.place();
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << far;
        crowd.wander(0.001);
        ASSERT_NO_FATAL_FAILURE(check(crowd.boxes)) << far;
    }
    // All of it far from the origin, where places are rounded to a part of a grain.
    for (const Vec2 shift : {Vec2{1e12, 0.0}, Vec2{-3e13, 7e13}}) {
        Boxes boxes(1);
        boxes[wall_body(0)] = {shift, shift + Vec2{1.0, 0.1}};
        for (std::size_t i = 0; i < crowd.centre.size(); ++i)
            boxes.push_grain(box_at(crowd.centre[i] + shift, crowd.half[i]));
        forget();
        ASSERT_NO_FATAL_FAILURE(check(boxes)) << shift.x;
    }
}

// Boxes are points, all in one place or spread along a diagonal.
TEST_F(BroadPhaseTest, BoxesWithoutAnySize) {
    for (const double spacing : {0.0, 1e-300, 1e-9, 1.0}) {
        Boxes boxes(1);
        boxes[wall_body(0)] = {{0.0, 0.0}, {0.0, 0.0}};
        for (Body i = 0; i < 40; ++i)
            boxes.push_grain(box_at({spacing * i, spacing * i}, {0.0, 0.0}));
        forget();
        ASSERT_NO_FATAL_FAILURE(check(boxes)) << spacing;
        EXPECT_EQ(found(boxes).size(), spacing == 0.0 ? 40u * 39u / 2u + 40u : 1u);
    }
}

TEST_F(BroadPhaseTest, CountsWhatItLooksAt) {
    BoxCrowd crowd(12, 500, 0.005, 0.01);
    check(crowd.boxes);
    for (const Variant& variant : variants()) {
        const BroadPhaseCounts counts = variant.method->counts();
        EXPECT_GE(counts.candidates, pairs_a_check()) << variant.name;
        EXPECT_LE(counts.candidates, 500u * 499u + 500u * 6u) << variant.name;
    }
    forget();
    found(Boxes{});
    for (const Variant& variant : variants()) {
        EXPECT_EQ(variant.method->counts().candidates, 0u) << variant.name;
        EXPECT_EQ(variant.method->counts().accesses, 0u) << variant.name;
    }
}

}  // namespace
}  // namespace scree::engine
