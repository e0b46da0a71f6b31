#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/broad/broad_phase.h"
#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/geometry/random_shapes.h"

/// Broad phases in periodic domains, against boxes that are moved by whole periods one by one.
namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;
using testing::IsEmpty;
using tests::Random;

/// Every pair of bodies in every image that could matter.
std::vector<ImagePair> explicit_images(const Boxes& boxes, BoxPeriod period) {
    constexpr int around = 3;
    std::vector<ImagePair> pairs;
    const auto compare = [&](Body i, Body j) {
        const int reach_x = period.x > 0.0 && std::isfinite(boxes[j].low.x) ? around : 0;
        const int reach_y = period.y > 0.0 && std::isfinite(boxes[j].low.y) ? around : 0;
        for (int x = -reach_x; x <= reach_x; ++x) {
            for (int y = -reach_y; y <= reach_y; ++y) {
                const Vec2 shift{x * period.x, y * period.y};
                if (!overlap(boxes[i], {boxes[j].low + shift, boxes[j].high + shift})) continue;
                pairs.push_back(
                    {{i, j}, {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)}});
            }
        }
    };
    const auto grains = static_cast<Body>(boxes.grains());
    for (Body i = 0; i < grains; ++i) {
        for (Body j = i + 1; j < grains; ++j) compare(i, j);
        for (std::size_t k = boxes.walls(); k-- > 0;) compare(i, wall_body(k));
    }
    return pairs;
}

/// One broad phase under test. All of them see the same boxes.
struct Variant {
    std::string name;
    Workers* workers;
    std::unique_ptr<BroadPhase> method;
};

/// The directions that are periodic.
struct Directions {
    bool x;
    bool y;
};

class PeriodicBroadPhase : public testing::TestWithParam<Directions> {
protected:
    PeriodicBroadPhase()
        : period_{{0.3, -7.0}, {GetParam().x ? 1.7 : 0.0, GetParam().y ? 1.1 : 0.0}},
          axes_{BoxAxis(period_.low.x, period_.size.x), BoxAxis(period_.low.y, period_.size.y)},
          boxes_(4) {
        test_all(box_period());
        wall_[0] = {{-10.0, -7.1}, {10.0, -7.0}};
        wall_[1] = {{0.3, -6.6}, {1.9, -6.5}};  // nine tenths and more of the domain
        wall_[2] = {{0.5, -6.5}, {0.6, -6.4}};
        wall_[3] = {{1.9, -7.2}, {2.1, -6.2}};  // across the seam
    }

    /// From now on every method, on one, two and three workers.
    void test_all(BoxPeriod period) {
        variants_.clear();
        test_also(BroadPhaseKind::brute_force, one_, period);
        for (Workers* workers : {&one_, &two_, &three_})
            for (const BroadPhaseKind kind : tests::methods) test_also(kind, *workers, period);
    }

    void test_also(const BroadPhaseSettings& settings, Workers& workers, BoxPeriod period) {
        variants_.push_back(
            {std::string(name_of(settings.kind)) + " on " + std::to_string(workers.count()),
             &workers, make_broad_phase(settings, period)});
    }

    /// What is found, the same by all.
    std::vector<ImagePair> found(const Boxes& boxes, BoxPeriod period) {
        std::vector<ImagePair> expected = explicit_images(boxes, period);
        for (Variant& variant : variants_) {
            pairs_found_.assign(1, {{77, 78}, {}});  // to be cleared
            variant.method->find_pairs(boxes, *variant.workers, pairs_found_);
            EXPECT_EQ(pairs_found_.size(), expected.size()) << variant.name;
            EXPECT_TRUE(pairs_found_ == expected) << variant.name;
        }
        return expected;
    }

    void forget() {
        for (Variant& variant : variants_) variant.method->forget();
    }

    BoxPeriod box_period() const { return {axes_[0].period(), axes_[1].period()}; }

    Box snapped(const Box& box) const {
        return {{axes_[0].snapped_low(box.low.x), axes_[1].snapped_low(box.low.y)},
                {axes_[0].snapped_high(box.high.x), axes_[1].snapped_high(box.high.y)}};
    }

    void add_grains(Random& random, std::size_t count, double smallest, double largest) {
        for (std::size_t i = 0; i < count; ++i) {
            half_.push_back(
                {random.log_uniform(smallest, largest), random.log_uniform(smallest, largest)});
            centre_.push_back(anywhere(random));
            boxes_.push_grain({});
        }
    }

    Vec2 anywhere(Random& random) const {
        return {random.uniform(0.3, 2.0), random.uniform(-7.0, -5.9)};
    }

    /// As the engine does it: what has left the domain is put back first.
    void place() {
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            const Turns turns = period_.turns_of(centre_[i]);
            wrapped_ += turns == Turns{} ? 0 : 1;
            centre_[i] -= period_.shift(turns);
            boxes_[static_cast<Body>(i)] = snapped({centre_[i] - half_[i], centre_[i] + half_[i]});
        }
        for (std::size_t k = 0; k < 4; ++k) boxes_[wall_body(k)] = snapped(wall_[k]);
        if (GetParam().x) {
            boxes_[wall_body(0)].low.x = -endless;
            boxes_[wall_body(0)].high.x = endless;
        }
    }

    void check() {
        place();
        const std::vector<ImagePair> expected = found(boxes_, box_period());
        ASSERT_FALSE(HasFailure());
        std::vector<ImagePair> change;
        std::ranges::set_symmetric_difference(last_, expected, std::back_inserter(change));
        changes_ += change.size();
        for (const ImagePair& pair : expected) across_ += pair.image == Image{} ? 0 : 1;
        pairs_ += expected.size();
        last_ = expected;
    }

    Period period_;
    std::array<BoxAxis, 2> axes_;
    Boxes boxes_;
    std::array<Box, 4> wall_;
    std::vector<Vec2> centre_;
    std::vector<Vec2> half_;
    Workers one_{1};
    Workers two_{2};
    Workers three_{3};
    std::vector<Variant> variants_;
    std::vector<ImagePair> pairs_found_;
    std::vector<ImagePair> last_;
    std::size_t pairs_ = 0;
    std::size_t across_ = 0;  ///< that met in an image
    std::size_t changes_ = 0;
    std::size_t wrapped_ = 0;
};

TEST_P(PeriodicBroadPhase, RandomWalksOverTheSeams) {
    Random random(1);
    add_grains(random, 150, 0.002, 0.09);
    const std::size_t steps = tests::rounds(200);
    for (std::size_t step = 0; step < steps; ++step) {
        // To one side for a while, then to the other.
        const double drift = step % 100 < 50 ? 0.008 : -0.012;
        for (Vec2& c : centre_)
            c += {drift + random.uniform(-0.005, 0.005), drift + random.uniform(-0.005, 0.005)};
        wall_[2].low.x += 0.003;
        wall_[2].high.x += 0.003;
        if (wall_[2].low.x > 2.0) wall_[2].low.x -= 1.7, wall_[2].high.x -= 1.7;
        ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
    }
    EXPECT_GT(pairs_ / steps, 80u);
    EXPECT_GT(across_, steps);
    EXPECT_GT(wrapped_, steps / 4);
    EXPECT_GT(changes_, 10 * steps);
}

TEST_P(PeriodicBroadPhase, Teleports) {
    Random random(2);
    add_grains(random, 100, 0.01, 0.2);
    for (std::size_t step = 0; step < tests::rounds(300); ++step) {
        for (Vec2& c : centre_)
            if (random.chance(step % 10 == 0 ? 1.0 : 0.1)) c = anywhere(random);
        if (step % 50 == 25) forget();
        ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
    }
    EXPECT_GT(across_, tests::rounds(100));
}

// Sizes that change at once, up to what a domain may hold: half of it.
TEST_P(PeriodicBroadPhase, LargeBoxesAndLongWalls) {
    Random random(3);
    add_grains(random, 12, 0.01, 0.25);
    for (std::size_t step = 0; step < tests::rounds(500); ++step) {
        for (std::size_t i = 0; i < centre_.size(); ++i) {
            if (!random.chance(0.3)) continue;
            centre_[i] = anywhere(random);
            half_[i] = {random.uniform(0.01, 0.27), random.uniform(0.01, 0.27)};
        }
        const double low = random.uniform(0.3, 2.0);
        wall_[1] = {{low, -6.6}, {low + random.uniform(0.1, 1.72), -6.5}};  // also just beyond
        ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
    }
    EXPECT_GT(across_, tests::rounds(500));
}

// Cells as a scene may list them, up to far wider than the domain.
TEST_P(PeriodicBroadPhase, HgridsWithCellsOfAnyWidth) {
    Random random(7);
    add_grains(random, 60, 0.005, 0.1);
    const std::vector<std::vector<double>> lists = {
        {1e-9}, {0.02, 0.05}, {0.02, 1.0, 900.0}, {0.05, 1e4}, {1e15}};
    for (const std::vector<double>& cells : lists)
        for (const GridSearch search : {GridSearch::top_down, GridSearch::bottom_up}) {
            BroadPhaseSettings settings = BroadPhaseKind::hgrid;
            settings.hgrid.cells = cells;
            settings.hgrid.search = search;
            variants_.clear();
            test_also(settings, one_, box_period());
            test_also(settings, two_, box_period());
            for (int step = 0; step < 20; ++step) {
                for (Vec2& centre : centre_) centre = anywhere(random);
                ASSERT_NO_FATAL_FAILURE(check()) << cells.back() << " step " << step;
            }
        }
    EXPECT_GT(across_, 100u);
}

// On a grid of whole numbers ends coincide, and boxes touch exactly, also across the seam.
TEST_P(PeriodicBroadPhase, OnALatticeWhereBoxesTouch) {
    const BoxPeriod period{GetParam().x ? 8.0 : 0.0, GetParam().y ? 9.0 : 0.0};
    test_all(period);
    Random random(4);
    Boxes boxes(1);
    boxes[wall_body(0)] = {{2.0, 3.0}, {9.0, 4.0}};
    constexpr std::size_t grains = 40;
    for (std::size_t i = 0; i < grains; ++i) boxes.push_grain({});
    const auto put = [&](Body body) {
        const Vec2 low{random.below(8) - 1.0, random.below(9) - 1.0};
        boxes[body] = {low, low + Vec2{1.0 * random.below(4), 1.0 * random.below(4)}};
    };
    for (Body i = 0; i < grains; ++i) put(i);
    std::size_t across = 0;
    for (std::size_t step = 0; step < tests::rounds(500); ++step) {
        for (int moves = 0; moves < 8; ++moves) put(random.below(grains));
        const std::vector<ImagePair> pairs = found(boxes, period);
        ASSERT_FALSE(HasFailure()) << "step " << step;
        for (const ImagePair& pair : pairs) across += pair.image == Image{} ? 0 : 1;
    }
    EXPECT_GT(across, 2 * tests::rounds(500));
}

// Rows that slide over each other and over the seam, where walls without end are.
TEST_P(PeriodicBroadPhase, Sheared) {
    Random random(6);
    add_grains(random, 150, 0.03, 0.05);
    const std::size_t steps = tests::rounds(200);
    for (std::size_t step = 0; step < steps; ++step) {
        for (Vec2& c : centre_) {
            if (GetParam().x) c.x += 0.02 * (c.y + 6.5);
            if (GetParam().y) c.y += 0.02 * (c.x - 1.0);
        }
        ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
    }
    EXPECT_GT(across_, steps);
    EXPECT_GT(changes_, 2 * steps);
}

// Half of them in one place on the seam, sizes from one to a thousand.
TEST_P(PeriodicBroadPhase, AClusterOnTheSeam) {
    Random random(7);
    add_grains(random, 200, 0.0002, 0.2);
    for (std::size_t step = 0; step < tests::rounds(50); ++step) {
        for (std::size_t i = 0; i < centre_.size(); i += 2)
            centre_[i] =
                Vec2{0.3, -7.0} + 0.05 * Vec2{random.uniform(-1, 1), random.uniform(-1, 1)};
        ASSERT_NO_FATAL_FAILURE(check()) << "step " << step;
    }
    EXPECT_GT(across_, 50 * tests::rounds(50));
}

TEST_P(PeriodicBroadPhase, FewOrNone) {
    Boxes none;
    for (int k = 0; k < 2; ++k) EXPECT_THAT(found(none, box_period()), IsEmpty());
    forget();
    Boxes one;
    one.push_grain(snapped({{0.2, -7.1}, {0.4, -6.9}}));
    for (int k = 0; k < 2; ++k)
        EXPECT_THAT(found(one, box_period()), IsEmpty()) << "a grain does not meet itself";
}

std::string name_of_directions(const testing::TestParamInfo<Directions>& info) {
    return std::string(info.param.x ? "x" : "") + (info.param.y ? "y" : "");
}

INSTANTIATE_TEST_SUITE_P(Along, PeriodicBroadPhase,
                         testing::Values(Directions{true, false}, Directions{false, true},
                                         Directions{true, true}),
                         name_of_directions);

}  // namespace
}  // namespace scree::engine
