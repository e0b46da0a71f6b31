// Sweeps: what --sweep may say, what it does to [sweep] and --set, and the members that follow.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/batch/members.h"
#include "engine/scene/keys.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

using Texts = std::vector<std::string>;

Scene load_swept(const Texts& sweeps, const Texts& sets = {},
                 const std::string& text = small_scene) {
    return load_scene("scene.toml", sets, sweeps, reader_of({{"scene.toml", text}}));
}

Texts values_of(const std::string& sweep) {
    const Scene scene = load_swept({sweep});
    return scene.sweep.size() == 1 ? scene.sweep[0].values : Texts{"not one axis"};
}

std::string sweep_errors(const Texts& sweeps, const Texts& sets = {},
                         const std::string& text = small_scene) {
    try {
        load_swept(sweeps, sets, text);
    } catch (const SceneErrors& errors) {
        return errors.what();
    }
    return "nothing";
}

TEST(SweepOption, TakesListsRangesAndWords) {
    EXPECT_THAT(values_of("seed=3"), ElementsAre("3"));
    EXPECT_THAT(values_of("seed=3,1, 2"), ElementsAre("3", "1", "2"));
    EXPECT_THAT(values_of("seed=[3, 1]"), ElementsAre("3", "1"));
    EXPECT_THAT(values_of("seed=1..4"), ElementsAre("1", "2", "3", "4"));
    EXPECT_THAT(values_of("seed=1..3,7"), ElementsAre("1", "2", "3", "7"));
    EXPECT_THAT(values_of("run.gravity=[0, -9.81],[0, -1.62]"),
                ElementsAre("[0.0, -9.81]", "[0.0, -1.62]"));
    EXPECT_THAT(values_of("run.gravity=[[0, -9.81], [0, -1.62]]"),
                ElementsAre("[0.0, -9.81]", "[0.0, -1.62]"));
    EXPECT_THAT(values_of("run.integrator=gear5,verlet"), ElementsAre("\"gear5\"", "\"verlet\""));
    EXPECT_THAT(values_of("run.dt=auto,1e-4"), ElementsAre("\"auto\"", "1e-4"));
    EXPECT_THAT(values_of("title=\"a, b\",'c\"',d"), ElementsAre("\"a, b\"", "\"c\\\"\"", "\"d\""));
    EXPECT_THAT(values_of("title=1..2"), ElementsAre("\"1..2\""));
    EXPECT_THAT(values_of("run.duration=1..2"), ElementsAre("1.0", "2.0"));
}

TEST(SweepOption, CombinesWithTheScene) {
    const std::string text =
        small_scene + "[sweep]\nseed = [1, 2]\nmaterials.stone.friction = [0.1, 0.2]\n";
    const Scene scene =
        load_swept({"run.duration=1,2", "materials.\"stone\".friction=0.7"}, {}, text);
    ASSERT_THAT(scene.sweep, SizeIs(3));
    EXPECT_EQ(scene.sweep[0].key, "seed");
    EXPECT_EQ(scene.sweep[1].key, "materials.stone.friction");
    EXPECT_THAT(scene.sweep[1].values, ElementsAre("0.7"));
    EXPECT_EQ(scene.sweep[2].key, "run.duration");
}

TEST(SweepOption, WhatIsSetIsNotSwept) {
    const std::string text =
        small_scene + "[sweep]\nseed = [1, 2]\n\"materials.stone.friction\" = [0.1, 0.2]\n";
    const Scene fixed = load_swept({}, {"materials.stone.friction=0.7"}, text);
    ASSERT_THAT(fixed.sweep, SizeIs(1));
    EXPECT_EQ(fixed.sweep[0].key, "seed");
    EXPECT_THAT(load_swept({}, {"sweep={}"}, text).sweep, IsEmpty());
    EXPECT_THAT(load_swept({"seed=5"}, {"sweep={}"}, text).sweep, SizeIs(1));
}

TEST(SweepOption, AMemberHasTheSceneOfItsSets) {
    const std::string text = small_scene + "[sweep]\nseed = [1, 7]\nrun.dt = [\"auto\", 1]\n";
    const Texts member = {"seed=7", "run.dt=1.0"};
    const Scene swept = load_member("scene.toml", {}, member, reader_of({{"scene.toml", text}}));
    EXPECT_TRUE(swept.sweep.empty());
    EXPECT_EQ(swept.toml, load(text, member).toml);
    EXPECT_EQ(swept.toml, load(small_scene, member).toml);
}

TEST(SweepErrors, OfTheCommandLine) {
    EXPECT_EQ(sweep_errors({"seed"}), "--sweep 1: needs key=values, not `seed`");
    EXPECT_EQ(sweep_errors({"seed="}), "--sweep 1: `seed` needs values: a,b,c or 1..4");
    EXPECT_EQ(sweep_errors({"seed=1,,2"}), "--sweep 1: `` is no value in TOML");
    EXPECT_EQ(sweep_errors({"seed=[]"}), "--sweep 1: sweep.seed must be a list of values");
    EXPECT_EQ(sweep_errors({"seed=1,x"}), "--sweep 1: `x` is no value in TOML");
    EXPECT_EQ(sweep_errors({"seed=1,2.5"}), "--sweep 1: sweep.seed[1] must be an integer, not 2.5");
    EXPECT_EQ(sweep_errors({"seed=4..1"}),
              "--sweep 1: `4..1` has no values: the first number must be the smaller");
    EXPECT_EQ(sweep_errors({"sede=1"}),
              "--sweep 1: sweep: the scene has no key `sede`; did you "
              "mean `seed`?");
    EXPECT_EQ(sweep_errors({"seed.=1"}), "--sweep 1: `seed.` is not a key");
    EXPECT_EQ(sweep_errors({"seed=1", "seed=2"}),
              "--sweep 2: `seed` is in --sweep 1 too: keep one");
    EXPECT_EQ(sweep_errors({"seed=1"}, {"seed=2"}),
              "--sweep 1: `seed` is in --set 1 too: keep one");
    EXPECT_EQ(sweep_errors({"include=a,b"}), "--sweep 1: sweep: the scene has no key `include`");
    EXPECT_EQ(sweep_errors({"sweep=1"}), "--sweep 1: sweep: the scene has no key `sweep`");
}

TEST(SweepErrors, OfValuesTogether) {
    EXPECT_EQ(sweep_errors({"seed=1,2,1"}), "--sweep 1: sweep.seed has 1 twice");
    // Written in two ways.
    EXPECT_EQ(sweep_errors({"run.duration=1,1.0"}), "--sweep 1: sweep.run.duration has 1.0 twice");
    EXPECT_EQ(sweep_errors({}, {}, small_scene + "[sweep]\nseed = [5, 5]\n"),
              "scene.toml:24:12: sweep.seed has 5 twice");
    EXPECT_EQ(
        sweep_errors({}, {}, small_scene + "[sweep]\nrun.dt = [1]\n\"run.\\\"dt\\\"\" = [2]\n"),
        "scene.toml:25:1: sweep: `run.dt` is given twice");
    EXPECT_EQ(sweep_errors({"domain.outflow=remove",
                            "domain={ x = [0, 1], y = [0, 1] },{ x = [0, 2], y = [0, 1] }"}),
              "--sweep 1: sweep: `domain.outflow` is a part of `domain`: sweep one of them");
}

TEST(SweepErrors, TooManyMembersTakeNoMemory) {
    EXPECT_EQ(sweep_errors({"seed=1..1000000000000"}),
              "--sweep 1: `1..1000000000000` are too many values: at most 10000 runs are possible");
    EXPECT_EQ(sweep_errors({"seed=-4611686018427387904..4611686018427387903"}),
              "--sweep 1: `-4611686018427387904..4611686018427387903` are too many values: at most "
              "10000 runs are possible");
    EXPECT_EQ(sweep_errors({"seed=1..1000", "grains.pebbles.count=1..1000"}),
              "scene.toml:1:1: sweep makes 1e6 runs; at most 10000 are possible");
    EXPECT_THAT(load_swept({"seed=1..10000"}).sweep[0].values, SizeIs(most_sweep_members));
}

TEST(SweepMembers, AreAllCombinationsTheLastKeyFastest) {
    const std::vector<SweepAxis> axes = {{"materials.stone.friction", {"0.1", "0.5"}},
                                         {"seed", {"1", "2", "3"}}};
    const std::vector<SweepMember> members = members_of(axes);
    Texts names;
    for (const SweepMember& member : members) names.push_back(member.name);
    EXPECT_THAT(names,
                ElementsAre("friction=0.1,seed=1", "friction=0.1,seed=2", "friction=0.1,seed=3",
                            "friction=0.5,seed=1", "friction=0.5,seed=2", "friction=0.5,seed=3"));
    EXPECT_THAT(members[4].values, ElementsAre("0.5", "2"));
    EXPECT_THAT(members[4].sets, ElementsAre("materials.stone.friction=0.5", "seed=2"));
    EXPECT_THAT(members_of({}), SizeIs(1));
}

TEST(SweepMembers, KeysAreAsShortAsTheyCanBe) {
    const std::vector<SweepAxis> axes = {{"materials.stone.friction", {"1"}},
                                         {"materials.steel.friction", {"1"}},
                                         {"contacts.stone.steel.friction", {"1"}},
                                         {"seed", {"1"}}};
    EXPECT_THAT(short_keys(axes), ElementsAre("stone.friction", "materials.steel.friction",
                                              "stone.steel.friction", "seed"));
}

// Whatever the values are, names are safe anywhere, different even where case does not count, and
// the same in a longer list.
TEST(SweepMembers, NamesAreSafeAndDifferent) {
    const Texts odd = {"\"a/b\"",
                       "\"a_b\"",
                       "\"a b\"",
                       "\"A_b\"",
                       "\"..\"",
                       "\"\"",
                       "\"a\\nb\"",
                       "\"caf\xc3\xa9\"",
                       "\"" + std::string(300, 'x') + "\"",
                       "\"" + std::string(301, 'x') + "\"",
                       "-0.5",
                       "1e-9",
                       "[0.0, -9.81]",
                       "[0.0, 9.81]",
                       "{ kind = \"mono\", value = 0.1 }",
                       "{ kind = \"mono\", value = 0.2 }"};
    std::vector<SweepAxis> axes(8, SweepAxis{"title", {odd[8]}});
    for (std::size_t a = 0; a < axes.size(); ++a) axes[a].key += std::to_string(a);
    axes[3].values = odd;
    std::set<std::string> names;
    Texts together;
    for (const SweepMember& member : members_of(axes)) {
        EXPECT_THAT(member.name, MatchesRegex("[-A-Za-z0-9._+=,~]+"));
        EXPECT_LE(member.name.size(), 255u);
        std::string lower = member.name;
        std::ranges::transform(lower, lower.begin(),
                               [](char c) { return static_cast<char>(std::tolower(c)); });
        names.insert(lower);
        together.push_back(member.name);
    }
    EXPECT_THAT(names, SizeIs(odd.size()));
    for (std::size_t k = 0; k < odd.size(); ++k) {
        axes[3].values = {odd[k]};
        EXPECT_EQ(members_of(axes)[0].name, together[k]);
    }
    const std::vector<SweepAxis> one = {{"title", odd}};
    names.clear();
    for (const SweepMember& member : members_of(one)) names.insert(member.name);
    EXPECT_THAT(names, SizeIs(odd.size()));
}

}  // namespace
}  // namespace scree::engine
