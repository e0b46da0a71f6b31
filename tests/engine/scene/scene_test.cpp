// Scenes that are right: what they mean, their defaults, includes, --set, and how they are written.

#include "engine/scene/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/base/workers.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::filesystem::path example = SCREE_TEST_SCENES "/example.toml";

TEST(Scene, LoadsTheExampleOfTheDesign) {
    const Scene scene = load_scene(example);
    EXPECT_EQ(scene.title, "Heap of irregular gravel");
    EXPECT_EQ(scene.seed, 1u);
    EXPECT_EQ(scene.run.duration, 3.0);
    EXPECT_FALSE(scene.run.dt.has_value());
    EXPECT_EQ(scene.run.integrator, IntegratorKind::gear3);
    EXPECT_EQ(scene.run.accuracy, 0.005);
    EXPECT_EQ(scene.run.threads, default_threads());
    EXPECT_EQ(scene.run.gravity, (Vec2{0.0, -9.81}));
    EXPECT_EQ(scene.run.stop_at_rest, 1e-4);
    EXPECT_EQ(scene.domain.y.high, 2.0);
    EXPECT_FALSE(scene.domain.periodic_x || scene.domain.periodic_y);
    EXPECT_EQ(scene.domain.outflow, Outflow::error);
    EXPECT_EQ(scene.broad_phase.kind, BroadPhaseKind::sweep);
    EXPECT_EQ(scene.law, LawKind::area);
    EXPECT_THAT(scene.output.trace, ElementsAre("block", "floor"));
    EXPECT_EQ(scene.output.frames, 0.02);
    EXPECT_EQ(scene.output.series, 0.002);
    EXPECT_EQ(scene.output.checkpoint, 0.5);
    ASSERT_EQ(scene.measures.size(), 1u);
    EXPECT_EQ(scene.measures[0].name, "repose");
    EXPECT_EQ(scene.measures[0].kind, MeasureKind::angle_of_repose);
    ASSERT_EQ(scene.sweep.size(), 2u);
    EXPECT_EQ(scene.sweep[0].key, "materials.gravel.friction");
    EXPECT_THAT(scene.sweep[0].values, ElementsAre("0.1", "0.3", "0.5"));
    EXPECT_THAT(scene.sweep[1].values, ElementsAre("1", "2"));
}

TEST(Scene, TheExamplesBodiesAreWhatItSays) {
    const Scene scene = load_scene(example);
    ASSERT_EQ(scene.materials.size(), 2u);
    EXPECT_EQ(scene.materials[0].name, "gravel");
    EXPECT_EQ(scene.materials[0].density, 2500.0);
    EXPECT_EQ(scene.materials[1].cohesion, 0.0);
    EXPECT_EQ(scene.contacts.at(0, 0).friction, 0.5);
    EXPECT_EQ(scene.contacts.at(0, 1).friction, 0.4);
    EXPECT_EQ(scene.contacts.at(1, 0).friction, 0.4);
    EXPECT_EQ(scene.contacts.at(0, 1).tangential_ratio, 2.0 / 7.0);

    ASSERT_EQ(scene.walls.size(), 1u);
    EXPECT_EQ(scene.walls[0].wall.material, 1u);
    ASSERT_EQ(scene.walls[0].wall.pieces.size(), 1u);
    EXPECT_NEAR(scene.walls[0].wall.pieces[0].position.y, -0.05, 1e-15);
    EXPECT_EQ(scene.walls[0].wall.motion.kind, WallMotion::Kind::fixed);
    EXPECT_EQ(scene.walls[0].wall.until, 1e9);

    ASSERT_EQ(scene.grains.size(), 2u);
    EXPECT_EQ(scene.grains[0].count, 2000u);
    EXPECT_EQ(std::get<IrregularShape>(scene.grains[0].shape).corners_max, 9u);
    EXPECT_EQ(std::get<UniformSize>(*scene.grains[0].size).min, 0.004);
    EXPECT_EQ(std::get<PlaceRain>(scene.grains[0].place).rate, 1000.0);
    EXPECT_EQ(scene.grains[1].count, 1u);
    EXPECT_FALSE(scene.grains[1].size.has_value());
    EXPECT_EQ(std::get<PlaceList>(scene.grains[1].place).velocity[0], (Vec2{0.0, -1.0}));
}

TEST(Scene, TheLeastSceneHasItsDefaults) {
    const Scene scene = load("scree = 1\nrun.duration = 1\ndomain = { x = [0, 1], y = [0, 1] }\n");
    EXPECT_EQ(scene.title, "");
    EXPECT_EQ(scene.seed, 1u);
    EXPECT_EQ(scene.run.gravity, (Vec2{0.0, -9.81}));
    EXPECT_EQ(scene.largest_overlap, 0.25);
    EXPECT_EQ(scene.output.frames, 0.02);
    EXPECT_TRUE(scene.walls.empty() && scene.grains.empty() && scene.sweep.empty());
}

// Every kind of everything, and every key that may be left out.
const std::string everything = small_scene + R"(
[contact]
law = "energy"
tangential_ratio = 0.5
[contacts.stone.stone]
restitution = 0.5
[[walls]]
name = "wheel"
material = "stone"
shape = { kind = "disc", center = [0, 0], radius = 0.5, rough = 0.02 }
motion = { kind = "oscillate", angular_amplitude = 1, frequency = 2, about = [0, 1] }
from = 1
until = 2
[[walls]]
name = "drum"
material = "stone"
shape = { kind = "ring", center = [0.5, 0.25], radius = 2, thickness = 0.1, pieces = 32 }
motion = { kind = "constant", spin = 3 }
[[walls]]
name = "bar"
material = "stone"
shape = { kind = "segment", from = [0, 0], to = [1, 1], thickness = 0.1 }
[[grains]]
name = "coins"
material = "stone"
count = 3
shape = { kind = "disc" }
size = { kind = "bidisperse", small = 0.01, large = 0.02 }
place = { kind = "lattice", x = [0, 1], y = [0, 1] }
[[grains]]
name = "eggs"
material = "stone"
count = 3
shape = { kind = "ellipse", aspect = 2 }
size = { kind = "power_law", min = 0.01, max = 0.02 }
place = { kind = "random", x = [0, 1], y = [0, 1], velocity = [1, 2] }
[[grains]]
name = "bricks"
material = "stone"
count = 3
shape = { kind = "rectangle", aspect = 2 }
size = { kind = "uniform_area", min = 0.01, max = 0.02 }
place = { kind = "rain", x = [0, 1], y = 0, rate = 3, below = 0.5 }
[[measure]]
name = "filling"
kind = "packing"
x = [0, 0.5]
[[measure]]
name = "joules"
kind = "energy"
[[measure]]
name = "touching"
kind = "coordination"
)";

TEST(Scene, AllKindsLoad) {
    const Scene scene = load(everything);
    EXPECT_EQ(scene.law, LawKind::energy);
    EXPECT_EQ(scene.contacts.at(0, 0).tangential_ratio, 0.5);
    EXPECT_EQ(scene.contacts.at(0, 0).damping, damping_for_restitution(0.5));
    const WallMotion& swing = scene.walls[1].wall.motion;
    EXPECT_EQ(swing.kind, WallMotion::Kind::oscillate);
    EXPECT_EQ(scene.walls[1].wall.from, 1.0);
    EXPECT_EQ(swing.about, (Vec2{0.0, 1.0}));
    EXPECT_EQ(swing.frequency, 2.0);
    EXPECT_EQ(scene.walls[2].wall.motion.kind, WallMotion::Kind::constant);
    EXPECT_EQ(scene.walls[2].wall.motion.about, (Vec2{0.5, 0.25}));
    EXPECT_EQ(scene.walls[2].wall.pieces.size(), 32u);
    EXPECT_EQ(std::get<PowerLawSize>(*scene.grains[2].size).exponent, 3.0);
    EXPECT_EQ(std::get<PlaceRain>(scene.grains[3].place).below, 0.5);
    EXPECT_EQ(scene.measures[0].x.high, 0.5);
    EXPECT_EQ(scene.measures[0].y.high, scene.domain.y.high);
}

TEST(Scene, WrittenAsTomlIsTheSameSceneAndTheSameText) {
    for (const std::string& text : {everything, read_scene(example), small_scene}) {
        const Scene scene = load(text);
        const Scene again = load(scene.toml);
        EXPECT_EQ(again.toml, scene.toml);
        EXPECT_EQ(again.run.duration, scene.run.duration);
        EXPECT_EQ(again.grains.size(), scene.grains.size());
        EXPECT_EQ(again.walls.size(), scene.walls.size());
        for (const SceneWall& wall : scene.walls) EXPECT_NO_THROW(check(wall.wall));
        EXPECT_EQ(again.sweep.size(), scene.sweep.size());
        for (std::size_t a = 0; a < scene.materials.size(); ++a) {
            EXPECT_EQ(again.materials[a].damping, scene.materials[a].damping);
            EXPECT_EQ(again.contacts.at(0, a).friction, scene.contacts.at(0, a).friction);
        }
    }
}

TEST(Scene, WrittenNumbersAndStringsKeepEveryBit) {
    const std::vector<std::string> sets = {
        "run.duration=0.1000000000000000055511151231257827", "run.gravity=[1e-300, 1e15]",
        R"(title="a \"quoted\" \\ \u0007 \n ü")", "domain.x=[-123456789.123456789, 5e-324]"};
    const Scene scene = load(small_scene, sets);
    const Scene again = load(scene.toml);
    EXPECT_EQ(again.title, "a \"quoted\" \\ \a \n ü");
    EXPECT_EQ(again.title, scene.title);
    EXPECT_EQ(again.run.gravity, (Vec2{1e-300, 1e15}));
    EXPECT_EQ(again.domain.x.low, -123456789.123456789);
    EXPECT_EQ(again.domain.x.high, 5e-324);
    EXPECT_EQ(again.toml, scene.toml);
}

TEST(SceneSet, FindsItsPlaceByKeyAndByName) {
    const std::vector<std::string> sets = {"grains.pebbles.count=500",
                                           "run.integrator=verlet",
                                           "run.dt=1e-6",
                                           "title=two words",
                                           "materials.stone.friction=1",
                                           "walls.floor.motion={ kind = \"constant\", spin = 2 }",
                                           "output.trace=[\"floor\"]"};
    const Scene scene = load(small_scene, sets);
    EXPECT_EQ(scene.grains[0].count, 500u);
    EXPECT_EQ(scene.run.integrator, IntegratorKind::verlet);
    EXPECT_EQ(scene.run.dt, 1e-6);
    EXPECT_EQ(scene.title, "two words");
    EXPECT_EQ(scene.materials[0].friction, 1.0);
    EXPECT_THAT(scene.output.trace, ElementsAre("floor"));
    EXPECT_EQ(load(scene.toml).toml, scene.toml);
}

TEST(SceneSet, BareWordsAreStringsOnlyWhereStringsAre) {
    EXPECT_FALSE(load(small_scene, {"run.dt=auto"}).run.dt.has_value());
    EXPECT_EQ(load(small_scene, {"title=1e5"}).title, "1e5");
    EXPECT_EQ(load(small_scene, {"title=\"1e5\""}).title, "1e5");
    EXPECT_EQ(load(small_scene, {"title=true"}).title, "true");
    EXPECT_EQ(
        load(small_scene, {"grains.pebbles.shape={ kind = \"disc\" }"}).grains[0].shape.index(),
        ShapeSpec(DiscShape{}).index());
    EXPECT_EQ(load(small_scene, {"broad_phase.kind=brute_force"}).broad_phase.kind,
              BroadPhaseKind::brute_force);
}

TEST(SceneSet, TheLastOneHolds) { EXPECT_EQ(load(small_scene, {"seed=3", "seed=4"}).seed, 4u); }

TEST(SceneSweep, KeysMayBeQuotedOrNot) {
    const Scene scene = load(small_scene +
                             "[sweep]\nseed = [1, 2]\nmaterials.stone.friction = [0.1]\n"
                             "\"grains.pebbles.shape.corners\" = [5, 6]\nrun.dt = [\"auto\", 1]\n");
    ASSERT_EQ(scene.sweep.size(), 4u);
    EXPECT_EQ(scene.sweep[1].key, "materials.stone.friction");
    EXPECT_EQ(scene.sweep[2].key, "grains.pebbles.shape.corners");
    EXPECT_THAT(scene.sweep[3].values, ElementsAre("\"auto\"", "1.0"));
    EXPECT_EQ(load(scene.toml).toml, scene.toml);
}

TEST(SceneSweep, AMemberIsTheSceneWithItsValuesSet) {
    const std::string text = small_scene + "[sweep]\nseed = [1, 7]\nrun.dt = [\"auto\", 1]\n";
    const Scene scene = load(text);
    std::vector<std::string> sets = {"sweep={}"};
    for (const SweepAxis& axis : scene.sweep) sets.push_back(axis.key + "=" + axis.values.back());
    const Scene member = load(text, sets);
    EXPECT_EQ(member.seed, 7u);
    EXPECT_EQ(member.run.dt, 1.0);
    EXPECT_TRUE(member.sweep.empty());
    EXPECT_THAT(member.toml, Not(HasSubstr("sweep]")));
}

TEST(SceneInclude, LaterOverridesAndListsOfTablesAppend) {
    const Scene scene = load_scene(
        "a/main.toml", {},
        reader_of({{"a/main.toml",
                    "scree = 1\ninclude = [\"one.toml\", \"../two.toml\"]\nseed = 3\n"
                    "[materials.stone]\nfriction = 0.9\n"
                    "[[walls]]\nname = \"lid\"\nmaterial = \"stone\"\n"
                    "shape = { kind = \"box\", x = [0, 1], y = [2, 3] }\n"},
                   {"a/one.toml",
                    "scree = 1\nseed = 1\ntitle = \"one\"\nbroad_phase.kind = \"brute_force\"\n"},
                   {"two.toml", "title = \"two\"\n" + small_scene}}));
    EXPECT_EQ(scene.seed, 3u);
    EXPECT_EQ(scene.title, "two");
    EXPECT_EQ(scene.broad_phase.kind, BroadPhaseKind::brute_force);
    EXPECT_EQ(scene.materials[0].friction, 0.9);
    EXPECT_EQ(scene.materials[0].density, 2500.0);
    ASSERT_EQ(scene.walls.size(), 2u);
    EXPECT_EQ(scene.walls[0].name, "floor");
    EXPECT_EQ(scene.walls[1].name, "lid");
    EXPECT_THAT(scene.toml, Not(HasSubstr("include")));
    EXPECT_EQ(load(scene.toml).toml, scene.toml);
}

TEST(SceneInclude, TablesAreMergedKeyByKey) {
    const Scene scene =
        load_scene("main.toml", {},
                   reader_of({{"main.toml",
                               "scree = 1\ninclude = \"base.toml\"\n"
                               "[run]\nstop = { at_rest = 0.5 }\n[domain]\nx = [5, 6]\n"},
                              {"base.toml", small_scene + "[run.stop]\nat_rest = 0.1\n"}}));
    EXPECT_EQ(scene.domain.x.low, 5.0);
    EXPECT_EQ(scene.domain.y.low, -1.0);
    EXPECT_EQ(scene.run.stop_at_rest, 0.5);
}

TEST(SceneInclude, AFileMayBeIncludedByTwoOthers) {
    const Scene scene =
        load_scene("main.toml", {},
                   reader_of({{"main.toml", "scree = 1\ninclude = [\"a.toml\", \"b.toml\"]\n"},
                              {"a.toml", "scree = 1\ninclude = \"base.toml\"\nseed = 5\n"},
                              {"b.toml",
                               "scree = 1\ninclude = \"base.toml\"\nrun.duration = 9\n"
                               "domain = { x = [0, 1], y = [0, 1] }\n"},
                              {"base.toml", "scree = 1\nseed = 8\n"}}));
    EXPECT_EQ(scene.seed, 8u);
    EXPECT_EQ(scene.run.duration, 9.0);
}

/// The small scene with one thing changed.
std::string small_scene_with(const std::string& there, const std::string& instead) {
    std::string text = small_scene;
    return text.replace(text.find(there), there.size(), instead);
}

TEST(SceneGrains, FillAFractionOfTheirPlace) {
    const std::string text = small_scene_with("count = 10", "fraction = 0.3");
    const GrainGroup group = load(text).grains[0];
    // Of 2 m2, with grains of the diameter 0.01 m.
    EXPECT_EQ(group.count, 7639u);
    EXPECT_EQ(load(text, {"grains.pebbles.place={ kind = \"lattice\", x = [0, 1], y = [0, 1] }"})
                  .grains[0]
                  .count,
              3820u);
    EXPECT_THAT(errors_of(text, {"grains.pebbles.place={ kind = \"pack\" }"}),
                HasSubstr("fraction is for grains on a lattice or at random"));
    EXPECT_THAT(errors_of(text, {"grains.pebbles.count=5"}), HasSubstr("exclude each other"));
}

TEST(SceneGrains, MayBeMixed) {
    const std::string text = small_scene_with(
        "shape = { kind = \"regular\", corners = 6 }",
        "shapes = [{ weight = 3, kind = \"disc\" }, { kind = \"regular\", corners = 5, "
        "rounded = 0.2 }]");
    const Scene scene = load(text);
    const auto& mixture = std::get<MixedShapes>(scene.grains[0].shape);
    ASSERT_EQ(mixture.shapes.size(), 2u);
    EXPECT_EQ(mixture.shapes[0].weight, 3.0);
    EXPECT_EQ(mixture.shapes[1].weight, 1.0);
    EXPECT_EQ(std::get<RegularShape>(mixture.shapes[1].shape).rounded, 0.2);
    EXPECT_EQ(load(scene.toml).toml, scene.toml);
    EXPECT_THAT(errors_of(text, {"grains.pebbles.shape={ kind = \"disc\" }"}),
                HasSubstr("grains.pebbles has both shape and shapes"));
    EXPECT_THAT(errors_of(text, {"contact.law=linear"}), HasSubstr("discs only"));
}

TEST(SceneGrains, HaveSizesOfAllKinds) {
    const auto size_of = [](const std::string& size) {
        const Scene scene = load(small_scene, {"grains.pebbles.size=" + size});
        EXPECT_EQ(load(scene.toml).toml, scene.toml);
        return *scene.grains[0].size;
    };
    EXPECT_EQ(
        std::get<FullerSize>(size_of("{ kind = \"fuller\", min = 0.01, max = 0.02 }")).exponent,
        0.5);
    EXPECT_EQ(
        std::get<LognormalSize>(size_of("{ kind = \"lognormal\", median = 0.01, spread = 0.2 }"))
            .cut,
        3.0);
    EXPECT_EQ(std::get<SieveSize>(size_of("{ kind = \"sieve\", openings = [0.01, 0.02], passing = "
                                          "[0, 100] }"))
                  .passing.back(),
              100.0);
    EXPECT_EQ(
        std::get<ListSize>(size_of("{ kind = \"list\", values = [0.01, 0.02] }")).values.size(),
        2u);
}

}  // namespace
}  // namespace scree::engine
