#include "engine/base/body.h"

#include <gtest/gtest.h>

namespace scree::engine {
namespace {

TEST(Body, WallsCountDownFromTheLargestNumber) {
    EXPECT_EQ(wall_body(0), 0xffffffffu);
    EXPECT_EQ(wall_body(1), 0xfffffffeu);
    for (const std::size_t wall : {0u, 1u, 2u, 1000u}) {
        EXPECT_TRUE(is_wall(wall_body(wall)));
        EXPECT_EQ(wall_index(wall_body(wall)), wall);
    }
    EXPECT_FALSE(is_wall(0));
    EXPECT_FALSE(is_wall(0x7fffffffu));
    EXPECT_LT((BodyPair{1, 2}), (BodyPair{1, wall_body(9)}));
    EXPECT_LT((BodyPair{1, wall_body(0)}), (BodyPair{2, 3}));
}

TEST(BodyArray, KeepsWallsWhereTheyAreWhileGrainsComeAndGo) {
    BodyArray<int> items(2);
    items[wall_body(0)] = -1;
    items[wall_body(1)] = -2;
    for (int i = 0; i < 100; ++i) items.push_grain(i);
    EXPECT_EQ(items.grains(), 100u);
    EXPECT_EQ(items.walls(), 2u);
    EXPECT_EQ(items[0], 0);
    EXPECT_EQ(items[99], 99);
    EXPECT_EQ(items.of_grains()[7], 7);
    std::vector<std::uint8_t> marks(100, 0);
    marks[0] = marks[51] = 1;
    items.erase_grains(marks);
    EXPECT_EQ(items.grains(), 98u);
    EXPECT_EQ(items[0], 1);
    EXPECT_EQ(items[49], 50);
    EXPECT_EQ(items[50], 52);
    EXPECT_EQ(items[wall_body(0)], -1);
    EXPECT_EQ(items[wall_body(1)], -2);
}

TEST(BodyArray, MayBeEmpty) {
    BodyArray<int> none;
    EXPECT_EQ(none.grains(), 0u);
    EXPECT_TRUE(none.of_grains().empty());
    const BodyArray<int> walls(3);
    EXPECT_EQ(walls.grains(), 0u);
    EXPECT_TRUE(walls.of_grains().empty());
}

}  // namespace
}  // namespace scree::engine
