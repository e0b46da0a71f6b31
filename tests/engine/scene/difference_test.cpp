#include "engine/scene/toml/difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace scree::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string scene = R"(seed = 1
[run]
duration = 1.0
gravity = [0.0, -9.81]
[materials.stone]
friction = 0.5
[[walls]]
name = "floor"
shape = { kind = "box", x = [0.0, 1.0], y = [0.0, 0.1] }
[[grains]]
name = "a b"
count = 3
[[grains]]
name = "stones"
count = 5
)";

std::string with(const std::string& before, const std::string& after) {
    std::string text = scene;
    return text.replace(text.find(before), before.size(), after);
}

std::vector<std::string> keys_of(const std::string& now,
                                 std::span<const std::string_view> but_for = {}) {
    std::vector<std::string> keys;
    for (const KeyDifference& difference : differences(scene, now, but_for))
        keys.push_back(difference.key);
    return keys;
}

std::string told(const std::string& now) { return words_of(differences(scene, now)); }

TEST(SceneDifference, NamesTheKeyAsSetTakesIt) {
    EXPECT_THAT(keys_of(scene), IsEmpty());
    EXPECT_EQ(told(with("friction = 0.5", "friction = 0.75")),
              "`materials.stone.friction` was 0.5 and is 0.75 now");
    EXPECT_EQ(told(with("-9.81", "-1.5")), "`run.gravity` was [0.0, -9.81] and is [0.0, -1.5] now");
    EXPECT_EQ(told(with("y = [0.0, 0.1]", "y = [0.0, 0.25]")),
              "`walls.floor.shape.y` was [0.0, 0.1] and is [0.0, 0.25] now");
    EXPECT_EQ(told(with("count = 3", "count = 4")), "`grains.\"a b\".count` was 3 and is 4 now");
}

TEST(SceneDifference, NamesWhatIsThereInOneOnly) {
    EXPECT_EQ(told(with("duration = 1.0", "duration = 1.0\nstop = { at_rest = 0.5 }")),
              "`run.stop.at_rest` was not there and is 0.5 now");
    EXPECT_EQ(told(with("friction = 0.5\n", "")),
              "`materials.stone.friction` was 0.5 and is not there now");
    EXPECT_THAT(keys_of(scene + "[[grains]]\nname = \"sand\"\ncount = 9\n"),
                ElementsAre("grains.sand.name", "grains.sand.count"));
    EXPECT_EQ(told(scene + "[[measure]]\nname = \"m\"\n"),
              "`measure` was not there and is [{ name = \"m\" }] now");
}

TEST(SceneDifference, OrderCounts) {
    std::string now = with("\"a b\"\ncount = 3", "\"stones\"\ncount = 5");
    now.replace(now.rfind("\"stones\"\ncount = 5"), 18, "\"a b\"\ncount = 3");
    EXPECT_EQ(told(now), "`grains` was a b, stones and is stones, a b now");
}

TEST(SceneDifference, LeavesOutWhatMayDiffer) {
    const std::array<std::string_view, 2> free = {"run.duration", "materials.stone"};
    EXPECT_THAT(keys_of(with("duration = 1.0", "duration = 2.0"), free), IsEmpty());
    EXPECT_THAT(keys_of(with("friction = 0.5", "friction = 1.0"), free), IsEmpty());
    EXPECT_THAT(keys_of(with("count = 3", "count = 1"), free), ElementsAre("grains.\"a b\".count"));
}

TEST(SceneDifference, NamesTheFirstFewOfMany) {
    std::string now;
    for (const char c : scene) now += c == '1' ? '2' : c;
    EXPECT_EQ(told(now),
              "`seed` was 1 and is 2 now, `run.duration` was 1.0 and is 2.0 now, `run.gravity` was "
              "[0.0, -9.81] and is [0.0, -9.82] now, and 2 more");
}

}  // namespace
}  // namespace scree::engine
