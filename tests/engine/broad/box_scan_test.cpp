#include "engine/broad/box_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/generator.h"

namespace scree::engine {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// A span from low to high, in whole ticks, of which only the low 16 bits are kept.
ShortSpan span(int low, int high) {
    return {static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(-high)};
}

struct Whole {
    int low_x;
    int low_y;
    int high_x;
    int high_y;

    ShortBox digits() const { return {span(low_x, high_x), span(low_y, high_y)}; }
};

/// By how much two boxes overlap, in the direction where they overlap less.
int overlap_of(const Whole& a, const Whole& b) {
    return std::min(
        {a.high_x - b.low_x, b.high_x - a.low_x, a.high_y - b.low_y, b.high_y - a.low_y});
}

/// Boxes on a lattice, so that many of them touch in a line or in a point. The lattice begins
/// anywhere, so that short ticks may wrap around within it.
class Lattice {
public:
    explicit Lattice(Generator& random) : random_(random) {
        pitch_ = random.unit() < 0.5 ? 1 : whole(3000.0);
        origin_ = whole(200'000.0) - 100'000;
    }
    Whole box() {
        const int x = whole(8.0);
        const int y = whole(8.0);
        const int width = whole(4.0);
        const int height = whole(4.0);
        return {place(x), place(y), place(x + width), place(y + height)};
    }

private:
    int whole(double most) { return static_cast<int>(random_.uniform(0.0, most)); }
    int place(int k) const { return origin_ + pitch_ * k; }

    Generator& random_;
    int pitch_ = 1;
    int origin_ = 0;
};

struct Found {
    std::vector<Pair> sure;
    std::vector<Pair> doubtful;

    explicit Found(const FoundPairs& pairs) {
        pairs.for_each_sure([&](std::uint32_t by, std::uint32_t it) { sure.emplace_back(by, it); });
        pairs.for_each_doubtful(
            [&](std::uint32_t by, std::uint32_t it) { doubtful.emplace_back(by, it); });
        sort();
    }
    Found() = default;
    void look(std::uint32_t by, const Whole& box, std::uint32_t it, const Whole& other) {
        const int overlap = overlap_of(box, other);
        if (overlap > 0) sure.emplace_back(by, it);
        if (overlap == 0) doubtful.emplace_back(by, it);
    }
    void sort() {
        std::sort(sure.begin(), sure.end());
        std::sort(doubtful.begin(), doubtful.end());
    }
    friend bool operator==(const Found&, const Found&) = default;
};

constexpr std::uint32_t count = 600;

/// Boxes, as they are and as they are stored.
struct Boxes {
    std::vector<Whole> whole;
    BoxRow row;

    explicit Boxes(Lattice& lattice) {
        row.resize(count);
        for (std::uint32_t k = 0; k < count; ++k) {
            whole.push_back(lattice.box());
            row.set(k, whole.back().digits());
            EXPECT_EQ(row[k], whole.back().digits());
        }
    }
};

Slots random_slots(Generator& random, std::uint32_t from, std::uint32_t to, double most) {
    const auto first = static_cast<std::uint32_t>(random.uniform(from, to + 0.99));
    const double last = random.uniform(first, std::min(first + most, to + 0.99));
    return {first, static_cast<std::uint32_t>(last)};
}

TEST(BoxScan, EveryProcessorFindsWhatMeetsInRanges) {
    Generator random(1, "boxes");
    std::size_t sure = 0;
    std::size_t doubtful = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        Lattice lattice(random);
        const Boxes boxes(lattice);
        const Whole box = lattice.box();
        // Most ranges hold few boxes, as cells do.
        const double most = trial % 4 == 0 ? count : 20.0;
        const Slots a = random_slots(random, 0, count / 2, most);
        const Slots b = random_slots(random, count / 2, count, most);
        Found expected;
        for (const Slots slots : {a, b})
            for (std::uint32_t k = slots.first; k < slots.last; ++k)
                expected.look(5, box, k, boxes.whole[k]);
        expected.sort();
        for (const BoxScan& scan : {BoxScan::plain(), BoxScan::fastest()}) {
            FoundPairs found;
            ASSERT_EQ(scan.ranges(boxes.row, box.digits(), 5, a, b, found), a.count() + b.count());
            ASSERT_EQ(Found(found), expected);
        }
        sure += expected.sure.size();
        doubtful += expected.doubtful.size();
    }
    EXPECT_GT(sure, 1000u);
    EXPECT_GT(doubtful, 1000u);
}

/// A table of cells with anything from none to many boxes in each.
struct Table {
    std::uint32_t columns;
    std::uint32_t rows;
    std::vector<std::uint32_t> first_in;
    std::vector<std::uint32_t> cell_of;

    Table(Generator& random, bool has_many) : columns(7), rows(has_many ? 5 : 20) {
        const double most = 2.0 * count / (columns * rows);
        std::uint32_t boxes = 0;
        for (std::uint32_t cell = 0; cell < columns * rows; ++cell) {
            first_in.push_back(boxes);
            const auto in_cell = static_cast<std::uint32_t>(random.uniform(0.0, most));
            boxes = std::min(count, boxes + in_cell);
            cell_of.resize(boxes, cell);
        }
        first_in.push_back(boxes);
    }
};

TEST(BoxScan, EveryProcessorFindsWhatMeetsInAWindow) {
    Generator random(2, "boxes");
    for (int trial = 0; trial < 500; ++trial) {
        Lattice lattice(random);
        const Boxes boxes(lattice);
        const Whole box = lattice.box();
        const Table table(random, trial % 3 == 0);
        const auto below = [&](std::uint32_t end) {
            return static_cast<std::uint32_t>(random.uniform(0.0, end));
        };
        const std::uint32_t column = below(table.columns);
        const std::uint32_t row = below(table.rows - 1);
        const std::uint32_t columns = 1 + below(table.columns - column);
        const std::uint32_t rows = below(table.rows - row);
        Found expected;
        std::uint64_t compared = 0;
        for (std::uint32_t k = 0; k < table.cell_of.size(); ++k) {
            const std::uint32_t c = table.cell_of[k] % table.columns;
            const std::uint32_t r = table.cell_of[k] / table.columns;
            if (c - column >= columns || r - row >= rows) continue;
            ++compared;
            expected.look(5, box, k, boxes.whole[k]);
        }
        expected.sort();
        const CellWindow window{table.first_in.data() + row * table.columns + column,
                                table.columns,
                                columns,
                                rows,
                                5,
                                box.digits()};
        for (const BoxScan& scan : {BoxScan::plain(), BoxScan::fastest()}) {
            FoundPairs found;
            ASSERT_EQ(scan.windows(boxes.row, {&window, 1}, found), compared);
            ASSERT_EQ(Found(found), expected);
        }
    }
}

TEST(BoxScan, EveryProcessorFindsWhatMeetsAround) {
    Generator random(3, "boxes");
    for (int trial = 0; trial < 300; ++trial) {
        Lattice lattice(random);
        const Boxes boxes(lattice);
        const Table table(random, trial % 3 == 0);
        const CellRows cells{table.cell_of.data(), table.first_in.data(), table.columns};
        // All rows but the first and the last, which have no row on one side.
        const Slots all{table.first_in[table.columns],
                        table.first_in[table.columns * (table.rows - 1) - 1]};
        Found expected;
        std::uint64_t compared = 0;
        for (std::uint32_t k = all.first; k < all.last; ++k)
            for (std::uint32_t it = k + 1; it < table.cell_of.size(); ++it) {
                const std::uint32_t cell = table.cell_of[k];
                const std::uint32_t other = table.cell_of[it];
                // Cells count as neighbours in memory, where the end of a row is next to the
                // beginning of the next.
                const bool is_around = other <= cell + 1 || (other >= cell + table.columns - 1 &&
                                                             other <= cell + table.columns + 1);
                if (!is_around) continue;
                ++compared;
                expected.look(k, boxes.whole[k], it, boxes.whole[it]);
            }
        expected.sort();
        const std::uint32_t middle = all.first + all.count() / 3;
        for (const BoxScan& scan : {BoxScan::plain(), BoxScan::fastest()}) {
            FoundPairs found;
            ASSERT_EQ(scan.around(boxes.row, cells, {all.first, middle}, found) +
                          scan.around(boxes.row, cells, {middle, all.last}, found),
                      compared);
            ASSERT_EQ(Found(found), expected);
            found.clear();
            ASSERT_EQ(Found(found), Found());
        }
    }
}

// In the first cell are so many that they are looked at in pieces, and found more often than there
// are boxes: there must be room again for what the others find. For the address sanitizer.
TEST(BoxScan, ACrowdLeavesRoomForTheOthers) {
    constexpr std::uint32_t twos = 100;
    constexpr std::uint32_t columns = 3 * twos + 4;
    for (std::uint32_t crowd = 1; crowd < 150; ++crowd) {
        BoxRow row;
        row.resize(crowd + 2 * twos);
        for (std::uint32_t k = 0; k < crowd + 2 * twos; ++k) row.set(k, {span(0, 9), span(0, 9)});
        // There is one row of cells and an empty one. Every third cell has two boxes, and the cells
        // beside it have none.
        std::vector<std::uint32_t> first_in{0, 0};
        std::vector<std::uint32_t> cell_of(crowd, 1);
        for (std::uint32_t cell = 2; cell <= 2 * columns; ++cell) {
            first_in.push_back(static_cast<std::uint32_t>(cell_of.size()));
            if (cell % 3 == 1 && cell / 3 <= twos) cell_of.insert(cell_of.end(), 2, cell);
        }
        ASSERT_EQ(cell_of.size(), crowd + 2 * twos);
        for (const BoxScan& scan : {BoxScan::plain(), BoxScan::fastest()}) {
            FoundPairs found;
            scan.around(row, {cell_of.data(), first_in.data(), columns}, {0, crowd + 2 * twos},
                        found);
            ASSERT_EQ(Found(found).sure.size(), crowd * (crowd - 1) / 2 + twos);
        }
    }
}

}  // namespace
}  // namespace scree::engine
