#include "engine/run/packing/packing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "engine/batch/batch.h"
#include "engine/files/hdf5.h"
#include "engine/files/sealed_file.h"
#include "engine/forecast/placed_overlaps.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "engine/run/run.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string packed_scene = R"(scree = 1
[run]
duration = 0.01
[domain]
x = [0.0, 1.0]
y = [1.0, 3.0]
periodic = ["x", "y"]
[materials.stone]
density = 2500
stiffness = 1e6
friction = 0.5
damping = 0.3
[[grains]]
name = "pebbles"
material = "stone"
count = 120
shape = { kind = "irregular", corners = [4, 7] }
size = { kind = "uniform", min = 0.03, max = 0.05 }
place = { kind = "pack", growth = 0.03 }
[[grains]]
name = "discs"
material = "stone"
count = 80
shape = { kind = "disc" }
size = { kind = "mono", value = 0.03 }
place = { kind = "pack", growth = 0.03 }
[output.every]
frames = 0.005
series = 0.005
checkpoint = 0.005
[[measure]]
name = "all"
kind = "packing"
)";

const std::vector<std::string> walled = {"domain.periodic=[]"};

/// A box between walls that the packing fills.
const std::vector<std::string> in_a_box = {
    "domain.periodic=[\"x\"]",
    "walls=[{ name = \"floor\", material = \"stone\", shape = { kind = \"box\", x = [0, 1], y = "
    "[1.0, 1.2] } }]",
    "grains.pebbles.place.y=[1.2, 3.0]", "grains.discs.place.y=[1.2, 3.0]"};

double area_of(const RunSetup& setup) {
    double area = 0.0;
    for (const auto& group : setup.grains)
        for (const NewGrain& grain : group) area += geometry::area(grain.shape);
    return area;
}

TEST(PackedScenes, ThePeriodicDomainShrinksToThePacking) {
    const Scene before = load(packed_scene);
    const Scene scene = with_packing(before);
    const DomainSpec& domain = scene.domain;
    // The form of the domain and its centre stay.
    EXPECT_NEAR(domain.y.high - domain.y.low, 2.0 * (domain.x.high - domain.x.low), 1e-12);
    EXPECT_NEAR(domain.x.high + domain.x.low, 1.0, 1e-12);
    EXPECT_NEAR(domain.y.high + domain.y.low, 4.0, 1e-12);
    EXPECT_NEAR(scene.packing->scale, domain.x.high - domain.x.low, 1e-12);
    EXPECT_FALSE(scene.packing->keeps_box);
    const RunSetup setup = set_up(scene);
    EXPECT_TRUE(placed_overlaps(scene, setup).empty());
    EXPECT_EQ(setup.settings.period.size, domain.period().size);
    const double fraction =
        area_of(setup) / ((domain.x.high - domain.x.low) * (domain.y.high - domain.y.low));
    EXPECT_NEAR(fraction, scene.packing->fraction, 1e-9);
    EXPECT_GT(fraction, 0.8);
    EXPECT_EQ(scene.packing->grains, 200u);
    EXPECT_THAT(words_of(*scene.packing, domain),
                HasSubstr("packed 200 grains to the fraction 0."));
}

TEST(PackedScenes, TheTextLeadsToTheSamePacking) {
    const Scene scene = with_packing(load(packed_scene));
    const Scene again = with_packing(load(scene.toml));
    EXPECT_EQ(again.toml, scene.toml);
    EXPECT_EQ(World(again).state_hash(), World(scene).state_hash());
    EXPECT_EQ(with_box_of(scene, load(packed_scene)).toml, scene.toml);
    EXPECT_NE(with_box_of(scene, load(packed_scene, {"domain.x=[0.0, 1.1]"})).toml, scene.toml);
}

TEST(PackedScenes, ThreadsDoNotMatter) {
    EXPECT_EQ(World(with_packing(load(packed_scene, {"run.threads=1"}))).state_hash(),
              World(with_packing(load(packed_scene, {"run.threads=3"}))).state_hash());
}

TEST(PackedScenes, BetweenWallsTheGrainsGrowInstead) {
    const Scene scene = with_packing(load(packed_scene, in_a_box));
    EXPECT_TRUE(scene.packing->keeps_box);
    EXPECT_EQ(scene.domain.x.high, 1.0);
    const RunSetup setup = set_up(scene);
    EXPECT_TRUE(placed_overlaps(scene, setup).empty());
    EXPECT_NEAR(area_of(setup) / 1.8, scene.packing->fraction, 1e-9);
    // Twice as many grains in the same box are smaller by the root of two.
    const Scene more =
        with_packing(load(packed_scene, {in_a_box[0], in_a_box[1], in_a_box[2], in_a_box[3],
                                         "grains.pebbles.count=240", "grains.discs.count=160"}));
    EXPECT_NEAR(more.packing->scale, scene.packing->scale / std::sqrt(2.0),
                0.05 * scene.packing->scale);
}

TEST(PackedScenes, WithoutWallsTheBoxShrinksInTheDomain) {
    const Scene scene = with_packing(load(packed_scene, walled));
    EXPECT_EQ(scene.domain.x.high, 1.0);
    for (const auto& group : set_up(scene).grains)
        for (const NewGrain& grain : group) {
            EXPECT_LT(std::abs(grain.position.x - 0.5), 0.5 * scene.packing->scale);
            EXPECT_LT(std::abs(grain.position.y - 2.0), scene.packing->scale);
        }
}

std::string refusal(const std::vector<std::string>& sets) {
    try {
        with_packing(load(packed_scene, sets));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing";
}

TEST(PackedScenes, WhatDoesNotFitIsRefused) {
    EXPECT_THAT(refusal({walled[0], "domain.x=[0.0, 0.2]", "domain.y=[0.0, 0.2]"}),
                AllOf(HasSubstr("domain.x: the grains fill a box from"), HasSubstr("keep = ")));
    EXPECT_THAT(refusal({in_a_box[0], in_a_box[1]}),
                HasSubstr("walls.floor: reaches into the room that grains are packed in"));
    EXPECT_THAT(refusal({"grains.pebbles.count=2", "grains.discs.count=1"}),
                HasSubstr("the grains are too few for a periodic packing"));
}

TEST(PackedScenes, RunsGoOnWithoutPackingAgain) {
    TemporaryFolder folder;
    RunObserver nobody;
    const Scene scene = with_beginning(load(packed_scene));
    World whole(scene);
    while (!whole.over()) whole.step();
    RunLimits limits;
    auto live = std::make_unique<World>(scene);
    limits.stop_requested = [&world = *live] { return world.simulation().time() > 0.004; };
    const auto path = folder / "run";
    EXPECT_EQ(
        engine::Run(std::move(live), RunFolder::create(path, false), "test").go(limits, nobody),
        RunEnd::interrupted);
    {
        engine::Run rest = engine::Run::resume(RunFolder::open(path), {}, "test");
        EXPECT_EQ(rest.go({}, nobody), RunEnd::duration);
        EXPECT_EQ(rest.live().state_hash(), whole.state_hash());
    }
    EXPECT_EQ(require_same_scene(path, load(packed_scene)).toml, scene.toml);
    EXPECT_THROW(require_same_scene(path, load(packed_scene, {"domain.x=[0.0, 1.1]"})),
                 RunFolderError);
    // Another run can begin from it, in its domain.
    Scene next = load(scene.toml.substr(0, scene.toml.find("[[grains]]")) + "[start]\nrun = \"" +
                      path.string() + "\"\n[output.every]\nframes = 0.005\n");
    EXPECT_EQ(World(with_beginning(next)).simulation().grain_count(), 200u);
    std::filesystem::remove(path / "packing.h5");
    EXPECT_THROW(engine::Run::resume(RunFolder::open(path), {}, "test"), FileError);
}

TEST(PackedScenes, JunkIsRefused) {
    const Scene scene = with_packing(load(packed_scene));
    const std::vector<std::byte> image = encode(*scene.packing);
    EXPECT_EQ(encode(decode_packing(image)), image);
    EXPECT_THROW(decode_packing({}), Hdf5Error);
    std::mt19937 random(7);
    int refused = 0;
    for (int k = 0; k < 100; ++k) {
        std::vector<std::byte> junk = image;
        for (int n = 0; n < 20; ++n)
            junk[random() % junk.size()] = static_cast<std::byte>(random());
        TemporaryFolder folder;
        write_sealed(Folder(folder.path()), RunFolder::packing, junk);
        try {
            with_packing_in(folder.path(), load(scene.toml));
        } catch (const std::exception&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace scree::engine
