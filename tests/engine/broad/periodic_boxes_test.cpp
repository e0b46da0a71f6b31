#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/broad/broad_phase.h"
#include "engine/broad/sweep.h"
#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/geometry/random_shapes.h"
/// Boxes on the seam of a periodic domain, one case after the other.
namespace scree::engine {
namespace {

using testing::IsEmpty;
using tests::Random;

/// Two boxes that touch over the seam, seen from both sides.
TEST(PeriodicBoxes, APairAcrossTheSeamIsFoundOnce) {
    Workers workers(1);
    std::vector kinds(tests::methods.begin(), tests::methods.end());
    kinds.push_back(BroadPhaseKind::brute_force);
    for (const BroadPhaseKind kind : kinds) {
        const auto tested = make_broad_phase(kind, {8.0, 0.0});
        std::vector<ImagePair> found;
        Boxes boxes;
        boxes.push_grain({{0.0, 0.0}, {1.0, 1.0}});
        boxes.push_grain({{7.0, 0.0}, {8.0, 1.0}});
        const ImagePair left{{0, 1}, {-1, 0}};
        tested->find_pairs(boxes, workers, found);
        EXPECT_TRUE(found == std::vector{left});
        boxes[1] = {{7.0, 0.0}, {8.0 - 0x1p-37, 1.0}};  // a cell of the grid
        tested->find_pairs(boxes, workers, found);
        EXPECT_THAT(found, IsEmpty());
        // Both go over, one after the other: the image changes, the pair stays one.
        boxes[1] = {{-1.0, 0.0}, {0.0, 1.0}};
        tested->find_pairs(boxes, workers, found);
        ASSERT_EQ(found.size(), 1u) << name_of(kind);
        EXPECT_TRUE(found[0] == (ImagePair{{0, 1}, {0, 0}}));
        boxes[0] = {{8.0, 0.0}, {9.0, 1.0}};
        tested->find_pairs(boxes, workers, found);
        ASSERT_EQ(found.size(), 1u) << name_of(kind);
        EXPECT_TRUE(found[0] == (ImagePair{{0, 1}, {1, 0}}));
    }
}

TEST(PeriodicBoxes, AnImageIsTheSameFromBothSides) {
    Random random(5);
    const BoxAxis axis(-3.3, 0.7);
    for (int k = 0; k < 20'000; ++k) {
        const auto box = [&] {
            const double low = random.uniform(-3.4, -2.6);
            return std::pair{axis.snapped_low(low),
                             axis.snapped_high(low + random.uniform(0.0, 0.3))};
        };
        const auto [a_low, a_high] = box();
        const auto [b_low, b_high] = box();
        const ImageRange of_b = images_on_axis(a_low, a_high, b_low, b_high, axis.period());
        const ImageRange of_a = images_on_axis(b_low, b_high, a_low, a_high, axis.period());
        EXPECT_EQ(of_b.empty(), of_a.empty());
        if (of_b.empty()) continue;
        EXPECT_EQ(of_b.first, -of_a.last);
        EXPECT_EQ(of_b.last, -of_a.first);
    }
}

// Rounding outwards adds next to nothing to a box, but always something.
TEST(PeriodicBoxes, AreRoundedOutwards) {
    for (const double size : {0.3, 1.0, 1.7, 1234.5, 1e-4}) {
        const BoxAxis axis(0.1 * size, size);
        EXPECT_NEAR(axis.period() / size, 1.0, 1e-12);
        for (const double share : {-0.01, 0.0, 0.123, 0.5, 0.999999, 1.0, 1.01}) {
            const double place = 0.1 * size + share * size;
            const double offset = place - 0.1 * size;
            EXPECT_LT(axis.snapped_low(place), offset);
            EXPECT_GT(axis.snapped_high(place), offset);
            EXPECT_NEAR(axis.snapped_low(place), offset, 4e-12 * size);
            EXPECT_NEAR(axis.snapped_high(place), offset, 4e-12 * size);
        }
    }
}

/// Grains in a ring, all of them moved by the same way, or only one of them.
class Ring {
public:
    Ring() : sweep_({1024.0, 0.0}), workers_(1) {
        for (Body i = 0; i < count; ++i) boxes_.push_grain({});
    }
    std::uint64_t exchanges_for(double way, double of_one) {
        for (Body i = 0; i < count; ++i) {
            double low = i + way + (i == 0 ? of_one : 0.0);
            low -= 1024.0 * std::floor((low + 0.25) / 1024.0);
            boxes_[i] = {{low, 0.0}, {low + 0.5, 1.0}};
        }
        sweep_.find_pairs(boxes_, workers_, pairs_);
        return sweep_.counts().candidates;
    }

private:
    static constexpr Body count = 1024;
    Sweep sweep_;
    Workers workers_;
    Boxes boxes_;
    std::vector<ImagePair> pairs_;
};

TEST(PeriodicSweep, AGrainThatCrossesTheSeamIsExchangedWithItsNeighboursOnly) {
    Ring ring;
    ring.exchanges_for(0.0, 0.0);
    for (double way = 0.0; way < 3000.0; way += 0.75)
        ASSERT_EQ(ring.exchanges_for(way, 0.0), 0u) << "they all move together";
    Ring other;
    other.exchanges_for(0.0, 0.0);
    std::uint64_t largest = 0;
    std::uint64_t sum = 0;
    for (double way = 0.0; way > -20.0; way -= 0.25) {
        const std::uint64_t exchanges = other.exchanges_for(0.0, way);
        largest = std::max(largest, exchanges);
        sum += exchanges;
    }
    EXPECT_LE(largest, 4u) << "it passes no more than two ends with each of its own";
    EXPECT_GT(sum, 60u) << "it passes grains";
}

}  // namespace
}  // namespace scree::engine
