#include "engine/box_scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/generator.h"

namespace scree::engine {
namespace {

using geometry::Box;

/// Boxes on a coarse lattice: many of them touch in a line or in a point.
Box random_box(Generator& random) {
    const auto whole = [&](double most) { return std::floor(random.uniform(0.0, most)); };
    const double x = whole(8.0);
    const double y = whole(8.0);
    return {{x, y}, {x + whole(3.0), y + whole(3.0)}};
}

std::vector<Found> found_by(ScanBoxes scan, const BoxRow& row, const Box& box, std::uint32_t first,
                            std::uint32_t last) {
    constexpr Found untouched{77, 78};
    std::vector<Found> out(last - first + BoxRow::width + 1, untouched);
    const Found* const end = scan(row, box, 5, first, last, out.data());
    EXPECT_EQ(out.back().by, untouched.by) << "no more room than that";
    out.resize(static_cast<std::size_t>(end - out.data()));
    return out;
}

TEST(BoxScan, EveryProcessorFindsWhatOverlaps) {
    Generator random(1, "boxes");
    constexpr std::uint32_t count = 600;
    std::size_t met = 0;
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<Box> boxes;
        BoxRow row;
        row.resize(count);
        for (std::uint32_t k = 0; k < count; ++k) {
            boxes.push_back(random_box(random));
            row.set(k, boxes.back());
            ASSERT_EQ(row[k], boxes.back());
        }
        const Box box = random_box(random);
        const auto first = static_cast<std::uint32_t>(random.uniform(0.0, count));
        const auto last = static_cast<std::uint32_t>(random.uniform(first, count + 0.99));
        for (const ScanBoxes scan : {&scan_boxes_plainly, fastest_scan_of_boxes()}) {
            const std::vector<Found> found = found_by(scan, row, box, first, last);
            std::size_t next = 0;
            for (std::uint32_t k = first; k < last; ++k) {
                if (!overlap(box, boxes[k])) continue;
                ASSERT_LT(next, found.size());
                EXPECT_EQ(found[next].by, 5u);
                EXPECT_EQ(found[next].it, k);
                ++next;
            }
            ASSERT_EQ(next, found.size());
            met += next;
        }
    }
    EXPECT_GT(met, 1000u);
}

}  // namespace
}  // namespace scree::engine
