// What is said of scenes that are wrong.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "tests/engine/scene/bad_scenes.h"
#include "tests/engine/scene/bad_scenes_of_grains.h"
#include "tests/engine/scene/bad_scenes_of_stages.h"
#include "tests/engine/scene/bad_scenes_of_walls.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {

TEST_P(SceneErrorsOf, IsTold) {
    const auto& [there, instead, message] = GetParam();
    EXPECT_EQ(errors_of(with(there, instead)), message);
}

namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(SceneErrors, AreToldAllAtOnceInTheOrderOfTheFile) {
    EXPECT_EQ(errors_of(R"(scree = 1
[[grains]]
name = "a b"
count = -1
[run]
integrator = "gear6"
[materials.stone]
frction = 1
[domain]
x = [0, nan]
)",
                        {"run.durration=3", "seed=x"}),
              "scene.toml:2:1: grains.\"a b\".material is missing\n"
              "scene.toml:2:1: grains.\"a b\".place is missing\n"
              "scene.toml:3:8: grains.\"a b\".name must be a name of up to 64 letters, digits, `_` "
              "and `-`, not `a b`\n"
              "scene.toml:4:9: grains.\"a b\".count must be at least 1, not -1\n"
              "scene.toml:5:1: run.duration is missing\n"
              "scene.toml:6:14: run.integrator cannot be `gear6`; did you mean `gear3`?\n"
              "scene.toml:7:1: materials.stone.density is missing\n"
              "scene.toml:7:1: materials.stone.stiffness is missing\n"
              "scene.toml:7:1: materials.stone.friction is missing\n"
              "scene.toml:8:1: unknown key `frction` in materials.stone; did you mean `friction`?\n"
              "scene.toml:9:1: domain.y is missing\n"
              "scene.toml:10:9: domain.x[1] must be finite, not nan\n"
              "--set 1: unknown key `durration` in run; did you mean `duration`?\n"
              "--set 2: `x` is no value in TOML");
}

TEST(SceneErrors, OfASetSayWhichOne) {
    const auto error_of = [](const std::string& set) {
        return errors_of(small_scene, {"seed=2", set});
    };
    EXPECT_EQ(error_of("run.durtion=2"),
              "--set 2: unknown key `durtion` in run; did you mean `duration`?");
    EXPECT_EQ(error_of("run.duration=long"), "--set 2: `long` is no value in TOML");
    EXPECT_EQ(error_of("run.duration=\"long\""),
              "--set 2: run.duration must be a number, not a string");
    EXPECT_EQ(error_of("run.duration=-1"), "--set 2: run.duration must be above 0, not -1.0");
    EXPECT_EQ(error_of("run.duration"), "--set 2: needs key=value, not `run.duration`");
    EXPECT_EQ(error_of("run.duration="), "--set 2: `` is no value in TOML");
    EXPECT_EQ(error_of("=1"), "--set 2: `` is not a key");
    EXPECT_EQ(error_of("run..x=1"), "--set 2: `run..x` is not a key");
    EXPECT_EQ(error_of("run.duration.x=1"), "--set 2: run.duration has no `x`: it is no table");
    EXPECT_EQ(error_of("grains.pebles.count=5"),
              "--set 2: grains has no entry `pebles`; did you mean `pebbles`?");
    EXPECT_EQ(error_of("grains.pebbles=5"),
              "--set 2: grains.pebbles is a table: set one of its keys");
    EXPECT_EQ(error_of("grains.pebbles.count=1e12"),
              "--set 2: grains.pebbles.count must be an integer, not 1e12");
    EXPECT_EQ(error_of("scree=2"), "--set 2: scree must be at most 1, not 2");
    EXPECT_EQ(error_of("include=x"), "--set 2: include can be set by scene files only");
    EXPECT_EQ(error_of("walls.floor.material=steel"),
              "--set 2: walls.floor.material: there is no material `steel`; known: stone");
    EXPECT_EQ(error_of("seed=1\nrun.duration=3"),
              "--set 2: `1?run.duration=3` is no value in TOML");
}

TEST(SceneErrors, OfIncludes) {
    const auto error_of = [](const Files& files) -> std::string {
        try {
            load_scene("main.toml", {}, reader_of(files));
        } catch (const SceneErrors& errors) {
            return errors.what();
        }
        return "nothing";
    };
    EXPECT_EQ(error_of({{"main.toml", "scree = 1\ninclude = [\"other.toml\"]\n"}}),
              "main.toml:2:12: cannot read `other.toml`");
    EXPECT_EQ(error_of({{"main.toml", "scree = 1\ninclude = [\"main.toml\"]\n"}}),
              "main.toml:2:12: include goes in a circle: `main.toml` is being read");
    EXPECT_EQ(error_of({{"main.toml", "scree = 1\ninclude = \"a.toml\"\n"},
                        {"a.toml", "scree = 1\ninclude = \"x/../main.toml\"\n"}}),
              "a.toml:2:11: include goes in a circle: `x/../main.toml` is being read");
    EXPECT_EQ(error_of({{"main.toml", "scree = 1\ninclude = [3]\n"}}),
              "main.toml:2:12: include must be a list of file names, not 3");
    EXPECT_EQ(
        error_of({{"main.toml", "scree = 1\ninclude = \"a.toml\"\n"}, {"a.toml", "x = 1\n"}}),
        "a.toml:1:1: scree is missing: a scene begins with `scree = 1`, the version of its format");
    EXPECT_EQ(error_of({{"main.toml", "scree = 1\ninclude = \"a.toml\"\n" + small_scene.substr(10)},
                        {"a.toml", "scree = 1\n[run]\nduratoin = 3\n"}}),
              "a.toml:3:1: unknown key `duratoin` in run; did you mean `duration`?");
}

TEST(SceneErrors, IncludesDoNotMultiplyWithoutEnd) {
    Files files = {{"main.toml", "scree = 1\ninclude = [\"0.toml\", \"0.toml\"]\n"}};
    for (int i = 0; i < 30; ++i)
        files[std::to_string(i) + ".toml"] = "scree = 1\ninclude = [\"" + std::to_string(i + 1) +
                                             ".toml\", \"" + std::to_string(i + 1) + ".toml\"]\n";
    files["30.toml"] = "scree = 1\n";
    try {
        load_scene("main.toml", {}, reader_of(files));
        FAIL();
    } catch (const SceneErrors& errors) {
        EXPECT_THAT(errors.what(), HasSubstr("a scene may have at most 100 files"));
    }
}

TEST(SceneErrors, AFileThatCannotBeReadIsNoBadScene) {
    EXPECT_THROW(load_scene("no/such/file.toml"), UnreadableScene);
    EXPECT_THROW(load_scene("/"), UnreadableScene);
}

TEST(SceneErrors, AreNotMoreThanAScreenfulOrTwo) {
    std::string text = small_scene;
    for (int i = 0; i < 900; ++i) text += std::to_string(i) + " = 1\n";
    try {
        load(text);
        FAIL();
    } catch (const SceneErrors& errors) {
        EXPECT_EQ(errors.errors().size(), 101u);
        EXPECT_THAT(errors.what(), EndsWith("more errors follow; these are the first"));
    }
}

}  // namespace
}  // namespace scree::engine
