#include "engine/broad/cell_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/broad/brute_force.h"
#include "tests/engine/broad/box_crowd.h"

/// Grids against brute force, where tables of cells and short ticks come to their ends. Lengths are
/// in widths of the usual grain.
namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;
using tests::box_at;
using tests::Random;

using Levels = std::vector<double>;

/// Grids with different levels, searched in both directions, that are kept from one check to the
/// next.
class Grids {
public:
    explicit Grids(const std::vector<Levels>& levels, BoxPeriod period = {},
                   std::uint32_t workers = 1)
        : workers_(workers), brute_force_(period) {
        for (const Levels& sizes : levels)
            for (const GridSearch search : {GridSearch::top_down, GridSearch::bottom_up}) {
                grids_.emplace_back(period);
                grids_.back().set_levels(sizes, search);
            }
    }

    void check(const Boxes& boxes) {
        brute_force_.find_pairs(boxes, workers_, expected_);
        for (CellGrid& grid : grids_) {
            std::vector<ImagePair> found{{{77, 78}, {}}};  // to be cleared
            grid.find_pairs(boxes, grid.survey(boxes, workers_), workers_, found);
            ASSERT_EQ(found, expected_) << grid.levels().size() << " levels";
        }
        pairs_ += expected_.size();
    }
    std::size_t pairs() const { return pairs_; }

private:
    Workers workers_;
    BruteForce brute_force_;
    std::vector<CellGrid> grids_;
    std::vector<ImagePair> expected_;
    std::size_t pairs_ = 0;
};

Box moved(const Box& box, Vec2 by) { return {box.low + by, box.high + by}; }
/// The box mirrored at the diagonal, so that x becomes y.
Box mirrored(const Box& box) { return {{box.low.y, box.low.x}, {box.high.y, box.high.x}}; }
void mirror(Boxes& boxes) {
    for (Box& box : boxes.of_grains()) box = mirrored(box);
    for (std::size_t k = 0; k < boxes.walls(); ++k)
        boxes[wall_body(k)] = mirrored(boxes[wall_body(k)]);
}

/// Half sides of a box that is wider than high, higher than wide, or square.
Vec2 half_sides(Random& random, double longest) {
    const double other = random.chance(0.5) ? longest : longest * random.log_uniform(1e-3, 1.0);
    return random.chance(0.5) ? Vec2{longest, other} : Vec2{other, longest};
}

/// Grains of which the largest are 1 wide.
void add_heap(Boxes& boxes, Random& random, Vec2 low, Vec2 size, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 centre = low + Vec2{size.x * random.unit(), size.y * random.unit()};
        boxes.push_grain(box_at(centre, half_sides(random, 0.5 * random.unit())));
    }
}

void add_boulder(Boxes& boxes, Random& random, double within, double longest) {
    const Vec2 centre{within * random.unit(), within * random.unit()};
    boxes.push_grain(box_at(centre, half_sides(random, 0.5 * longest)));
}

// Grains drift out of tables on each side. Tables are kept as they are as long as no grain leaves
// them.
TEST(CellGrid, GrainsThatDriftOutOfTheTables) {
    Random random(1);
    struct Flow {
        Vec2 drift;
        double growth;
    };
    for (const Flow& flow : {Flow{{0.04, 0.0}, 1.0}, Flow{{-0.04, 0.01}, 1.0},
                             Flow{{0.0, 0.05}, 1.0}, Flow{{0.01, -0.05}, 1.0}, Flow{{}, 1.002}}) {
        Grids grids({{0.0}, {0.5, 1.0}, {1.0, 8.0}});
        Boxes boxes(1);
        boxes[wall_body(0)] = {{-3.0, -3.0}, {0.5, 30.0}};
        add_heap(boxes, random, {}, {15.0, 12.0}, 300);
        boxes.push_grain(box_at({6.0, 6.0}, {2.0, 3.0}));
        for (std::size_t step = 0; step < tests::rounds(150); ++step) {
            for (Box& box : boxes.of_grains()) {
                const Vec2 centre = 0.5 * (box.low + box.high);
                box = moved(box, flow.drift + (flow.growth - 1.0) * (centre - Vec2{7.0, 6.0}));
            }
            ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << flow.drift.x << " step " << step;
        }
        EXPECT_GT(grids.pairs(), 1000u);
    }
}

// Few at a time, so that tables are kept, but now and then one that they are too narrow for.
TEST(CellGrid, GrainsThatComeGoAndGrow) {
    Random random(2);
    Grids grids({{0.0}, {0.25, 0.6}, {0.1, 1.0, 40.0}});
    Boxes boxes;
    add_heap(boxes, random, {}, {14.0, 14.0}, 200);
    for (std::size_t step = 0; step < tests::rounds(300); ++step) {
        for (int changes = 0; changes < 3; ++changes) {
            const std::size_t which = random.below(static_cast<std::uint32_t>(boxes.grains()));
            Box& box = boxes[static_cast<Body>(which)];
            if (random.chance(0.3) && boxes.grains() > 150) {
                std::vector<std::uint8_t> marks(boxes.grains(), 0);
                marks[which] = 1;
                boxes.erase_grains(marks);
            } else if (random.chance(0.4)) {
                add_heap(boxes, random, {-1.0, -1.0}, {16.0, 16.0}, 1);
            } else {
                box = fattened(box, 0.01 * random.unit());
            }
        }
        if (step % 100 == 50) boxes[7] = box_at({7.0, 7.0}, {3.0, 0.1});
        if (step % 100 == 60) boxes[7] = box_at({7.0, 7.0}, {0.1, 0.1});
        ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "step " << step;
    }
    EXPECT_GT(grids.pairs(), 1000u);
}

// In a strip there are few rows, but the ruler is as long across as it is along: a wall without
// ends is many cells across, in a table with few of them.
TEST(CellGrid, WallsWithoutEndsAroundFewGrains) {
    Random random(3);
    std::size_t pairs = 0;
    for (std::size_t trial = 0; trial < tests::rounds(1000); ++trial) {
        Grids grids({{0.0}, {1.0}, {0.5, 1.0}});
        Boxes boxes(6);
        const double length = random.uniform(15.0, 70.0);
        const double height = random.uniform(0.0, 3.0);
        add_heap(boxes, random, {}, {length, height}, random.between(1, 30));
        const double x = random.uniform(0.0, length);
        const double y = random.uniform(-1.0, height);
        const double far = random.log_uniform(10.0, 1e6);
        boxes[wall_body(0)] = {{-endless, y}, {endless, y + random.unit()}};
        boxes[wall_body(1)] = {{x, -endless}, {x + random.unit(), endless}};
        boxes[wall_body(2)] = {{-endless, -endless}, {endless, endless}};
        boxes[wall_body(3)] = {{-endless, y}, {x, endless}};
        boxes[wall_body(4)] = {{x - far, -far}, {x, y}};
        boxes[wall_body(5)] = {{x, y}, {x, y + far}};
        if (trial % 2 == 1) mirror(boxes);
        ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial;
        pairs += grids.pairs();
    }
    EXPECT_GT(pairs, 1000u);
}

// Dust around boulders, whose ends lie in line with each other in half of the cases. How many ticks
// a cell has depends on how far all of it reaches.
TEST(CellGrid, BoxesManyCellsAcross) {
    Random random(4);
    for (std::size_t trial = 0; trial < tests::rounds(40); ++trial) {
        Grids grids({{1.0, 1000.0}, {0.3, 1.0, 20.0}}, {}, trial % 10 == 0 ? 3 : 1);
        const double side = random.log_uniform(20.0, 120.0);
        Boxes boxes(2);
        boxes[wall_body(0)] = {{-1.0, -endless}, {0.3 * side, endless}};
        boxes[wall_body(1)] = {{0.1 * side, 0.5 * side}, {1e3 * side, 0.5 * side}};
        add_heap(boxes, random, {}, {side, side}, 900);
        for (int boulder = 0; boulder < 8; ++boulder)
            add_boulder(boxes, random, side, side * random.unit());
        if (trial % 2 == 1)
            for (Box& box : boxes.of_grains())
                for (double* const end : {&box.low.x, &box.low.y, &box.high.x, &box.high.y})
                    *end = 0.5 * std::round(2.0 * *end);
        ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial;
        for (Box& box : boxes.of_grains()) box = moved(box, {random.unit(), random.unit()});
        ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial;
        EXPECT_GT(grids.pairs(), 500u);
    }
}

// Heaps so far apart that there cannot be a cell for each place between them, with boxes that are
// larger than all of a table.
TEST(CellGrid, FoldedTables) {
    Random random(5);
    std::size_t pairs = 0;
    for (std::size_t trial = 0; trial < tests::rounds(150); ++trial) {
        Grids grids({{0.0}, {1.0, 10.0}, {0.2, 0.5, 1.0, 100.0}});
        Boxes boxes(2);
        const double far = random.log_uniform(30.0, 1e9);
        boxes[wall_body(0)] = {{-endless, 0.5}, {endless, 0.7}};
        boxes[wall_body(1)] = {{0.5, 0.5}, {0.5 + far, 1.0}};
        for (std::uint32_t heap = 0; heap < 4; ++heap) {
            const Vec2 low{random.uniform(-far, far), trial % 3 == 0 ? 0.0 : -far * random.unit()};
            add_heap(boxes, random, heap == 0 ? Vec2{} : low, {5.0, 5.0}, random.between(1, 80));
        }
        const double boulder = random.log_uniform(1.0, far);
        if (trial % 4 != 0) add_boulder(boxes, random, boulder, 2.0 * boulder);
        for (int step = 0; step < 4; ++step) {
            for (Box& box : boxes.of_grains())
                box = moved(box, {0.4 * random.unit(), 0.4 * random.unit()});
            ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial << " step " << step;
        }
        pairs += grids.pairs();
    }
    EXPECT_GT(pairs, 1000u);
}

// All in one place, and one so far away that cells share places: far more seems to meet than is
// kept until it is looked at.
TEST(CellGrid, ACrowdInFoldedTables) {
    Random random(8);
    Grids grids({{0.0}, {0.5, 3.0}, {0.1, 0.4, 0.7, 3.0}}, {}, 2);
    Boxes boxes(1);
    boxes[wall_body(0)] = {{-endless, 0.5}, {endless, 0.7}};
    add_heap(boxes, random, {}, {0.5, 0.5}, 900);
    for (int boulder = 0; boulder < 30; ++boulder) add_boulder(boxes, random, 1.0, 3.0);
    boxes.push_grain(box_at({1e6, -3e6}, {0.2, 0.2}));
    ASSERT_NO_FATAL_FAILURE(grids.check(boxes));
    EXPECT_GT(grids.pairs(), 50'000u);
}

// There are so many levels that in nearly every one the table has fewer places than there are
// cells.
TEST(CellGrid, ManyLevels) {
    Random random(9);
    Levels levels;
    for (int k = 1; k <= 40; ++k) levels.push_back(0.025 * k);
    for (std::size_t trial = 0; trial < tests::rounds(20); ++trial) {
        Grids grids({levels}, {}, trial % 5 == 0 ? 3 : 1);
        const double side = random.log_uniform(15.0, 60.0);
        Boxes boxes(2);
        boxes[wall_body(0)] = {{-1.0, -endless}, {0.3 * side, endless}};
        boxes[wall_body(1)] = {{0.1 * side, 0.5 * side}, {1e3 * side, 0.6 * side}};
        add_heap(boxes, random, {}, {side, side}, 1500);
        ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial;
        for (Box& box : boxes.of_grains()) box = moved(box, {random.unit(), random.unit()});
        ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial;
        EXPECT_GT(grids.pairs(), 500u);
    }
}

// Boxes are apart or overlap by less than a tick or not at all, both near the origin and far from
// it.
TEST(CellGrid, BoxesThatNearlyTouch) {
    Random random(6);
    for (const double far : {0.0, 1e6})
        for (std::size_t trial = 0; trial < tests::rounds(30); ++trial) {
            Grids grids({{0.0}, {1.0, 3.0}, {0.4, 1.1, 5.0}});
            Boxes boxes;
            for (int k = 0; k < 300; ++k) {
                Box box = box_at({1.0 * (k % 17), 1.0 * (k / 17)}, {0.5, 0.5});
                if (k % 20 == 0) box = fattened(box, 1.0);
                for (double* const end : {&box.low.x, &box.low.y, &box.high.x, &box.high.y})
                    *end += 1e-11 * (random.below(3) - 1.0);
                boxes.push_grain(box);
            }
            boxes.push_grain(box_at({far, 0.7 * far}, {0.1, 0.1}));
            ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial;
            EXPECT_GT(grids.pairs(), 300u);
        }
}

// In each direction or in both: grains close to each other and far apart in the domain, walls that
// have no ends, and such that lie a few periods away.
TEST(CellGrid, BoxesInPeriodicDomains) {
    Random random(7);
    std::size_t pairs = 0;
    for (std::size_t trial = 0; trial < tests::rounds(160); ++trial) {
        const double side = random.log_uniform(8.0, 3000.0);
        const BoxAxis x(0.0, trial % 3 != 0 ? side : 0.0);
        const BoxAxis y(0.0, trial % 3 != 1 ? 0.7 * side : 0.0);
        const auto snapped = [&](const Box& box) -> Box {
            return {{x.snapped_low(box.low.x), y.snapped_low(box.low.y)},
                    {x.snapped_high(box.high.x), y.snapped_high(box.high.y)}};
        };
        const BoxPeriod period{x.period(), y.period()};
        Grids grids({{0.0}, {1.1, 50.0}, {0.3, 1.1, 2.0, 1e6}}, period, trial % 10 == 0 ? 3 : 1);
        Boxes boxes(3);
        boxes[wall_body(0)] = {{-0.4 * side, 0.1}, {0.5 * side, 0.3}};
        boxes[wall_body(1)] = {{-2.0 * side, 0.3 * side}, {-1.6 * side, 0.5 * side}};
        boxes[wall_body(2)] = {{0.2, 0.0}, {0.4, 0.1 * side}};
        add_heap(boxes, random, {-3.0, -3.0}, {6.0, 6.0}, 80);
        add_heap(boxes, random, {}, {side, 0.7 * side}, 80);
        for (int boulder = 0; boulder < 4; ++boulder)
            add_boulder(boxes, random, side, 0.3 * side * random.unit());
        for (std::size_t k = 0; k < 3; ++k) {
            Box& wall = boxes[wall_body(k)];
            wall = snapped(wall);
            if (period.x > 0.0 && trial % 5 == k) wall.low.x = -endless, wall.high.x = endless;
            if (period.y > 0.0 && trial % 7 == k) wall.low.y = -endless, wall.high.y = endless;
        }
        for (int step = 0; step < 4; ++step) {
            for (Box& box : boxes.of_grains())
                box = snapped(moved(box, {0.5 * random.unit(), -0.3 * random.unit()}));
            ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << "trial " << trial << " step " << step;
        }
        pairs += grids.pairs();
    }
    EXPECT_GT(pairs, 1000u);
}

// Boxes have no size and lie in one place, or their ends are finite, but so far apart that their
// distance is not.
TEST(CellGrid, BoxesOfNoSizeAndOfAnySize) {
    constexpr double most = std::numeric_limits<double>::max();
    for (const double size : {0.0, 1e-320, 1e-9, 1.0, 1e300, most}) {
        Grids grids({{0.0}, {1e-9, 1e9}, {1e-320, 1.0, most}});
        Boxes boxes(2);
        boxes[wall_body(0)] = {{-endless, 0.0}, {endless, endless}};
        boxes[wall_body(1)] = {{0.0, 1.0}, {0.0, 2.0}};
        for (int k = 0; k < 40; ++k) {
            boxes.push_grain({{}, {}});
            boxes.push_grain(box_at({1.0 * k, -2.0 * k}, {0.3, 0.4}));
        }
        for (int step = 0; step < 3; ++step) {
            ASSERT_NO_FATAL_FAILURE(grids.check(boxes)) << size << " step " << step;
            boxes.push_grain({{-size, -size}, {size, size}});
            boxes.push_grain({{-size, 0.5}, {0.0, size + 1.0}});
        }
        EXPECT_GT(grids.pairs(), 3u * 40u * 39u / 2u);
    }
}

}  // namespace
}  // namespace scree::engine
