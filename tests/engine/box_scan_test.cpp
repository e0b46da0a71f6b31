#include "engine/box_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/generator.h"

namespace scree::engine {
namespace {

/// Boxes on a coarse lattice: many of them touch in a line or in a point.
TickBox random_box(Generator& random) {
    const auto whole = [&](double most) {
        return static_cast<std::int32_t>(random.uniform(0.0, most));
    };
    const std::int32_t x = whole(8.0);
    const std::int32_t y = whole(8.0);
    return {x, y, x + whole(3.0), y + whole(3.0)};
}

/// By how much they overlap, in the direction where it is less.
std::int32_t overlap_of(const TickBox& a, const TickBox& b) {
    return std::min(
        {a.high_x - b.low_x, b.high_x - a.low_x, a.high_y - b.low_y, b.high_y - a.low_y});
}

std::vector<std::uint32_t> found_by(ScanBoxes scan, const BoxRow& row, const TickBox& box, Slots a,
                                    Slots b, bool& is_doubtful) {
    FoundPairs found;
    scan(row, box, 5, a, b, found);
    std::vector<std::uint32_t> its;
    for (std::size_t n = 0; n < found.count(); ++n) {
        EXPECT_EQ(found.by(n), 5u);
        its.push_back(found.it(n));
    }
    std::sort(its.begin(), its.end());
    is_doubtful = found.is_doubtful();
    return its;
}

Slots random_slots(Generator& random, std::uint32_t from, std::uint32_t to, double most) {
    const auto first = static_cast<std::uint32_t>(random.uniform(from, to + 0.99));
    const double last = random.uniform(first, std::min(first + most, to + 0.99));
    return {first, static_cast<std::uint32_t>(last)};
}

TEST(BoxScan, EveryProcessorFindsWhatOverlaps) {
    Generator random(1, "boxes");
    constexpr std::uint32_t count = 600;
    std::size_t met = 0;
    std::size_t doubtful = 0;
    constexpr int trials = 1000;
    for (int trial = 0; trial < trials; ++trial) {
        BoxRow row;
        row.resize(count);
        for (std::uint32_t k = 0; k < count; ++k) {
            const TickBox box = random_box(random);
            row.set(k, box);
            ASSERT_EQ(row[k], box);
        }
        const TickBox box = random_box(random);
        // Few in most of them, as in cells.
        const double most = trial % 4 == 0 ? count : 12.0;
        const Slots a = random_slots(random, 0, count / 2, most);
        const Slots b = random_slots(random, count / 2, count, most);
        std::vector<std::uint32_t> expected;
        bool touches = false;
        for (const Slots slots : {a, b})
            for (std::uint32_t k = slots.first; k < slots.last; ++k) {
                const std::int32_t overlap = overlap_of(box, row[k]);
                if (overlap >= 0) expected.push_back(k);
                touches |= overlap == 0;
            }
        for (const ScanBoxes scan : {&scan_boxes_plainly, fastest_scan_of_boxes()}) {
            bool is_doubtful = false;
            ASSERT_EQ(found_by(scan, row, box, a, b, is_doubtful), expected);
            ASSERT_EQ(is_doubtful, touches);
        }
        met += expected.size();
        doubtful += touches ? 1 : 0;
    }
    EXPECT_GT(met, 1000u);
    EXPECT_GT(doubtful, trials / 10u);
    EXPECT_LT(doubtful, trials * 9u / 10u);
}

// One after the other, as a search does.
TEST(BoxScan, FoundPairsAreAddedAndDropped) {
    BoxRow row;
    row.resize(100);
    for (std::uint32_t k = 0; k < 100; ++k)
        row.set(k,
                {static_cast<std::int32_t>(10 * k), 0, static_cast<std::int32_t>(10 * k + 5), 5});
    for (const ScanBoxes scan : {&scan_boxes_plainly, fastest_scan_of_boxes()}) {
        FoundPairs found;
        for (std::uint32_t k = 0; k < 100; ++k)
            scan(row, {0, 0, 1000, 5}, k, {0, 50}, {50, 100}, found);
        ASSERT_EQ(found.count(), 10'000u);
        EXPECT_FALSE(found.is_doubtful());
        found.keep([](std::uint32_t by, std::uint32_t it) { return by == it; });
        ASSERT_EQ(found.count(), 100u);
        for (std::size_t n = 0; n < 100; ++n) EXPECT_EQ(found.by(n), found.it(n));
        scan(row, {5, 0, 9, 5}, 7, {0, 1}, {0, 0}, found);
        EXPECT_TRUE(found.is_doubtful());
        found.clear();
        EXPECT_EQ(found.count(), 0u);
        EXPECT_FALSE(found.is_doubtful());
    }
}

}  // namespace
}  // namespace scree::engine
