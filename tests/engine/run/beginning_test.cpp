#include "engine/run/beginning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "engine/files/hdf5.h"
#include "engine/files/sealed_file.h"
#include "engine/run/run.h"
#include "tests/engine/run/deposit.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

/// Runs a scene to its end, or to a time.
void run_in(const std::filesystem::path& folder, const Scene& scene, double until = 1e9) {
    RunObserver nobody;
    auto world = std::make_unique<World>(with_beginning(scene));
    RunLimits limits;
    limits.stop_requested = [&live = *world, until] { return live.simulation().time() >= until; };
    Run(std::move(world), RunFolder::create(folder, false), "test").go(limits, nobody);
}

void step_to(World& world, double time) {
    while (world.simulation().time() < time) world.step();
}

/// A run of the deposit, made once.
class Beginnings : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder_ = std::make_unique<TemporaryFolder>();
        run_in(*folder_ / "deposit", load(deposit));
    }
    static void TearDownTestSuite() { folder_.reset(); }

    static std::filesystem::path old_run() { return *folder_ / "deposit"; }
    static Scene scene(const std::string& text, const std::vector<std::string>& sets = {}) {
        return with_beginning(load(from(old_run(), text), sets));
    }
    static std::string refusal(const std::string& text, const std::vector<std::string>& sets = {}) {
        try {
            scene(text, sets);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "nothing";
    }

    static inline std::unique_ptr<TemporaryFolder> folder_;
};

TEST_F(Beginnings, AnUnchangedRunGoesOnInLockstep) {
    World whole(load(deposit, {"run.duration=0.5"}));
    step_to(whole, 0.3);
    World rest(scene(deposit, {"run.duration=0.5", "start.keep_time=true"}));
    EXPECT_TRUE(rest.scene().beginning->goes_on);
    EXPECT_EQ(rest.state_hash(), whole.state_hash());
    while (!whole.over()) {
        whole.step();
        rest.step();
        if (whole.simulation().steps() % 100 == 0) {
            ASSERT_EQ(rest.state_hash(), whole.state_hash()) << whole.simulation().time();
        }
    }
    EXPECT_TRUE(rest.over());
    EXPECT_EQ(rest.state_hash(), whole.state_hash());
    EXPECT_EQ(rest.name_of(70), whole.name_of(70));
}

TEST_F(Beginnings, ThreadsAndBroadPhasesMakeNoDifference) {
    std::optional<std::uint64_t> hash;
    for (const char* kind : {"sweep", "hgrid", "quadtree", "brute_force"})
        for (const char* threads : {"1", "3"}) {
            World world(scene(without_grains(deposit),
                              {std::string("broad_phase.kind=") + kind,
                               std::string("run.threads=") + threads, "run.duration=0.05"}));
            while (!world.over()) world.step();
            if (!hash) hash = world.state_hash();
            EXPECT_EQ(world.state_hash(), *hash) << kind << ' ' << threads;
        }
}

TEST_F(Beginnings, GrainsComeWithShapesMotionAndSprings) {
    World old(load(deposit));
    while (!old.over()) old.step();
    const World now(scene(without_grains(deposit)));
    EXPECT_EQ(now.simulation().time(), 0.0);
    EXPECT_FALSE(now.scene().beginning->goes_on);
    ASSERT_EQ(now.simulation().grain_count(), old.simulation().grain_count());
    EXPECT_LT(old.simulation().grain_count(), 92u) << "one has left";
    for (std::size_t i = 0; i < now.simulation().grain_count(); ++i) {
        EXPECT_EQ(now.simulation().position(i), old.simulation().position(i));
        EXPECT_EQ(now.simulation().angle(i), old.simulation().angle(i));
        EXPECT_EQ(now.simulation().velocity(i), old.simulation().velocity(i));
        EXPECT_EQ(now.simulation().spin(i), old.simulation().spin(i));
        EXPECT_NEAR(now.simulation().mass(i) / old.simulation().mass(i), 1.0, 1e-14);
    }
    const Snapshot before = old.simulation().snapshot();
    const Snapshot after = now.simulation().snapshot();
    const auto sum = [](const Snapshot& state) {
        double all = 0.0;
        for (const double spring : state.springs) all += std::abs(spring);
        return all;
    };
    EXPECT_GT(sum(before), 0.1);
    EXPECT_NEAR(sum(after), sum(before), 1e-9 * sum(before));
    EXPECT_NEAR(now.simulation().ledger().residual(), 0.0, 1e-12);
    EXPECT_NEAR(now.simulation().kinetic_energy(), old.simulation().kinetic_energy(), 1e-12);
    EXPECT_EQ(now.name_of(0), "stones 0");
}

TEST_F(Beginnings, ALongerOrShorterStepTakesOverTheMotion) {
    const Scene usual = scene(without_grains(deposit));
    const double dt = World(usual).step_choice().dt;
    // At 1 m/s a grain moves by 1 mm in this time.
    const auto places_after = [&](double share, const char* integrator) {
        World world(scene(without_grains(deposit), {"run.dt=" + number_text(share * dt),
                                                    std::string("run.integrator=") + integrator}));
        for (int n = 0; n < 20 / share; ++n) world.step();
        std::vector<Vec2> places;
        for (std::size_t i = 0; i < world.simulation().grain_count(); ++i)
            places.push_back(world.simulation().position(i));
        return places;
    };
    const auto furthest = [](const std::vector<Vec2>& some, const std::vector<Vec2>& others) {
        double most = 0.0;
        for (std::size_t i = 0; i < some.size(); ++i)
            most = std::max(most, length(some[i] - others[i]));
        return most;
    };
    const std::vector<Vec2> fine = places_after(0.0625, "gear3");
    EXPECT_LT(furthest(places_after(1.0, "gear3"), fine), 2e-6);
    EXPECT_LT(furthest(places_after(0.25, "gear3"), fine), 5e-7) << "it becomes more accurate";
    EXPECT_LT(furthest(places_after(0.0625, "gear5"), fine), 1e-9);
    EXPECT_LT(furthest(places_after(0.0625, "verlet"), fine), 1e-8);
}

TEST_F(Beginnings, WallsWithTheSameShapeAreWhereTheyWere) {
    World old(load(deposit));
    while (!old.over()) old.step();
    const Vec2 swung = old.simulation().wall_place(2).shift;
    const Vec2 pressed = old.simulation().wall_place(4).shift;
    ASSERT_GT(old.simulation().wall_force(4).y, 1.0) << "the lid has found the stones";
    const World now(scene(without_grains(deposit), {"seed=77"}));
    EXPECT_EQ(now.simulation().wall_place(2).shift, swung);
    EXPECT_EQ(now.simulation().wall_place(3).shift, pressed) << "the lid, and no gate before it";
    // The teeth are those of the old run, although they would be others with this seed.
    EXPECT_EQ(now.simulation().walls()[0].pieces[3].position,
              old.simulation().walls()[0].pieces[3].position);
    EXPECT_THAT(now.scene().beginning->note, HasSubstr("walls that are gone: `gate`"));
    // The load goes on from what it was.
    EXPECT_NEAR(now.simulation().walls().load_force(3, 0.0), 20.0, 0.5);
    // A wall with another shape stands where that says.
    const World other(scene(without_grains(deposit), {"walls.lid.shape.y=[0.45, 0.5]"}));
    EXPECT_EQ(other.simulation().wall_place(3).shift, Vec2{});
    EXPECT_THAT(other.scene().beginning->note, HasSubstr("another shape, which are as new: `lid`"));
}

TEST_F(Beginnings, KeptTimeGoesOnWithChanges) {
    World now(scene(without_grains(deposit),
                    {"start.keep_time=true", "run.duration=0.35", "materials.stone.friction=0.1"}));
    EXPECT_FALSE(now.scene().beginning->goes_on);
    EXPECT_NEAR(now.simulation().time(), 0.3, 2e-4);
    while (!now.over()) now.step();
    EXPECT_NEAR(now.simulation().time(), 0.35, 2e-4);
}

TEST_F(Beginnings, KeptTimeGoesOnWithTheRain) {
    World now(scene(deposit, {"start.keep_time=true", "run.duration=0.4", "walls.lid.until=0.35"}));
    const std::size_t before = now.simulation().grain_count();
    while (!now.over()) now.step();
    EXPECT_FALSE(now.scene().beginning->goes_on);
    EXPECT_NEAR(static_cast<double>(now.simulation().grain_count() - before), 6.0, 2.0);
}

TEST_F(Beginnings, MoreGrainsArePlacedAmongThem) {
    const std::string more = R"([[grains]]
name = "more"
material = "stone"
count = 20
shape = { kind = "regular", corners = 5 }
size = { kind = "mono", value = 0.01 }
place = { kind = "random", x = [-0.09, 0.09], y = [0.01, 0.25] }
)";
    World now(scene(without_grains(deposit) + more, {"run.duration=0.02"}));
    const std::size_t count = now.simulation().grain_count();
    EXPECT_EQ(now.name_of(static_cast<GrainId>(count - 1)), "more 19");
    now.step();
    for (std::size_t k = 0; k < now.simulation().contacts().size(); ++k)
        if (now.simulation().contacts()[k].pair.j >= count - 20 &&
            !is_wall(now.simulation().contacts()[k].pair.j)) {
            EXPECT_FALSE(now.simulation().touches(k));
        }
    while (!now.over()) now.step();
}

TEST_F(Beginnings, AFrameHasNoSprings) {
    const World now(scene(without_grains(deposit), {"start.time=0.21"}));
    EXPECT_NEAR(now.scene().beginning->left.time, 0.2, 1e-3);
    EXPECT_THAT(now.scene().beginning->note, HasSubstr("friction springs begin at zero"));
    EXPECT_TRUE(now.simulation().contacts().empty());
    World old(load(deposit));
    step_to(old, now.scene().beginning->left.time - 1e-9);
    ASSERT_EQ(now.simulation().grain_count(), old.simulation().grain_count());
    for (std::size_t i = 0; i < now.simulation().grain_count(); ++i) {
        EXPECT_EQ(now.simulation().position(i), old.simulation().position(i));
        EXPECT_LT(length(now.simulation().velocity(i) - old.simulation().velocity(i)), 1e-12);
    }
    for (const std::size_t wall : {0u, 1u, 2u})
        EXPECT_LT(length(now.simulation().wall_place(wall).shift -
                         old.simulation().wall_place(wall).shift),
                  1e-12);
    EXPECT_LT(length(now.simulation().wall_place(3).shift - old.simulation().wall_place(4).shift),
              1e-12);
}

TEST_F(Beginnings, OneAfterAnother) {
    run_in(*folder_ / "second", scene(without_grains(deposit), {"run.duration=0.05"}));
    const std::string third = from(*folder_ / "second", without_grains(deposit));
    World whole(scene(without_grains(deposit), {"run.duration=0.1"}));
    while (!whole.over()) whole.step();
    Scene last = load(from(*folder_ / "second", without_grains(deposit), "keep_time = true\n"),
                      {"run.duration=0.1"});
    World rest(with_beginning(last));
    EXPECT_TRUE(rest.scene().beginning->goes_on);
    while (!rest.over()) rest.step();
    EXPECT_EQ(rest.state_hash(), whole.state_hash());
}

/// Stages of a run that began later than at the time 0 go on too.
TEST_F(Beginnings, OneAfterAnotherWithStages) {
    const std::string stages = R"([[stage]]
name = "hold"
duration = 0.02
[[stage]]
name = "tilt"
duration = 0.04
ramp = { "run.gravity" = [2.0, -9.0] }
)";
    const std::string bare = without_duration(without_grains(deposit)) + stages;
    const std::vector<std::string> sets{"start.keep_time=true", "materials.stone.friction=0.3"};
    World whole(scene(bare, sets));
    EXPECT_FALSE(whole.scene().beginning->goes_on);
    run_in(*folder_ / "half", scene(bare, sets), 0.34);
    World rest(with_beginning(load(from(*folder_ / "half", bare), sets)));
    EXPECT_TRUE(rest.scene().beginning->goes_on);
    EXPECT_EQ(rest.course().now(), 1u);
    while (!whole.over()) whole.step();
    while (!rest.over()) rest.step();
    EXPECT_NEAR(rest.simulation().time(), 0.36, 1e-3);
    EXPECT_EQ(rest.state_hash(), whole.state_hash());

    // What is over has nothing to go on to.
    run_in(*folder_ / "over", scene(bare, sets));
    try {
        World(with_beginning(load(from(*folder_ / "over", bare), sets)));
        ADD_FAILURE() << "a run without a step";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), HasSubstr("is over at t = 0.36"));
    }
}

TEST_F(Beginnings, WhatDoesNotFitIsNamed) {
    const std::string bare = without_grains(deposit);
    EXPECT_THAT(refusal(deposit), HasSubstr("grains.stones: the run in "));
    EXPECT_THAT(refusal(deposit,
                        {"start.keep_time=true", "run.duration=1", "grains.stones.size.max=0.013"}),
                HasSubstr("grains.stones: the run in"));
    EXPECT_THAT(refusal(bare, {"domain.periodic=[\"x\"]"}), HasSubstr("domain.periodic"));
    EXPECT_THAT(refusal(bare, {"output.trace=[\"bloc\"]"}),
                HasSubstr("output.trace: there is no wall, nor group of grains, `bloc`"));
    EXPECT_THAT(refusal(bare, {"output.trace=[\"stones\"]"}), HasSubstr("`stones` has 60"));
    EXPECT_THAT(refusal(bare, {"walls.left.name=block"}), HasSubstr("walls.block: grains in"));
    EXPECT_THAT(refusal(bare, {"start.time=0.6"}), HasSubstr("start.time: the run in"));
    EXPECT_THAT(refusal(bare, {"start.keep_time=true", "run.duration=0.2"}),
                HasSubstr("run.duration: the time goes on from t = 0.3"));
    std::string no_steel = bare;
    for (std::size_t at; (at = no_steel.find("steel")) != std::string::npos;)
        no_steel.replace(at, 5, "brass");
    EXPECT_THAT(refusal(no_steel), HasSubstr("materials.steel is missing: grains of `"));
    EXPECT_THROW(with_beginning(load(from(*folder_ / "nowhere", bare))), FileError);
    EXPECT_EQ(refusal(bare, {"output.trace=[\"block\", \"lid\"]"}), "nothing");
}

TEST_F(Beginnings, TheCopyHoldsEverything) {
    const LeftRun left = read_left_run(old_run(), {});
    const std::vector<std::byte> image = encode(left);
    const LeftRun copy = decode_left_run(image);
    EXPECT_EQ(copy.scene, left.scene);
    EXPECT_EQ(copy.time, left.time);
    EXPECT_EQ(copy.groups.size(), left.groups.size());
    EXPECT_EQ(copy.walls.back().force, left.walls.back().force);
    EXPECT_EQ(encode(copy), image);
}

/// A folder may come from a stranger: what was changed is refused or read, and never crashes.
TEST_F(Beginnings, JunkIsRefused) {
    EXPECT_THROW(decode_left_run({}), Hdf5Error);
    for (const std::string name : {"\x1b[2J", "two words", "", "\xff"}) {
        LeftRun forged = read_left_run(old_run(), {});
        forged.groups.front().name = name;
        EXPECT_THROW(decode_left_run(encode(forged)), Hdf5Error);
    }
    const Scene bare = load(from(old_run(), without_grains(deposit)));
    const std::vector<std::byte> image = encode(read_left_run(old_run(), {}));
    std::mt19937 random(5);
    int refused = 0;
    for (int k = 0; k < 150; ++k) {
        std::vector<std::byte> junk = image;
        for (int n = 0; n < 20; ++n)
            junk[random() % junk.size()] = static_cast<std::byte>(random());
        TemporaryFolder folder;
        write_sealed(Folder(folder.path()), RunFolder::start, junk);
        try {
            World world(with_beginning_in(folder.path(), bare));
            world.step();
        } catch (const std::exception&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace scree::engine
