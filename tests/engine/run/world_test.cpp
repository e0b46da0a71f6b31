#include "engine/run/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>

#include "engine/files/hdf5_reader.h"
#include "engine/files/hdf5_writer.h"
#include "engine/run/checkpoint.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::vector<std::string> raining = {
    "run.threads=1", "grains.pebbles.count=60", "grains.pebbles.size.value=0.05",
    "grains.pebbles.place={ kind = \"rain\", x = [-0.1, 0.1], y = 0.1, rate = 400 }"};

World live_scene(std::vector<std::string> sets = raining) { return World(load(small_scene, sets)); }

void step(World& live, int steps) {
    for (int k = 0; k < steps; ++k) live.step();
}

TEST(World, RainComesInTime) {
    World live = live_scene();
    EXPECT_GE(live.simulation().grain_count(), 1u);
    while (live.simulation().time() < 0.1) live.step();
    EXPECT_NEAR(static_cast<double>(live.simulation().grain_count()), 40.0, 5.0);
    EXPECT_EQ(live.grains_to_come(), 60 - live.simulation().grain_count());
    EXPECT_EQ(live.name_of(7), "pebbles 7");
}

TEST(World, GrainsLeave) {
    std::vector<std::string> sets = raining;
    sets.push_back("walls.floor.shape.x=[-0.3, -0.2]");
    World error = live_scene(sets);
    try {
        step(error, 100'000);
        FAIL() << "no grain left";
    } catch (const Breakdown& breakdown) {
        EXPECT_THAT(breakdown.what(),
                    AllOf(HasSubstr("left the domain at t = "), HasSubstr(", -1.0")));
    }
    sets.push_back("domain.outflow=remove");
    World remove = live_scene(sets);
    while (!remove.over()) remove.step();
    EXPECT_EQ(remove.simulation().grain_count(), 0u);
    // What fell out took its energy along: some hundred joules.
    EXPECT_NEAR(remove.simulation().ledger().residual(), 0.0, 0.01);
}

TEST(World, RestIsMoreThanAMomentOfBalance) {
    std::vector<std::string> sets = raining;
    sets.push_back("run.stop={ at_rest = 1e-3 }");
    sets.push_back("run.duration=60");
    sets.push_back("domain.outflow=remove");
    sets.push_back("walls.floor.shape.rough=0.03");
    World live = live_scene(sets);
    while (!live.over()) live.step();
    EXPECT_TRUE(live.at_rest());
    EXPECT_EQ(live.grains_to_come(), 0u);
    EXPECT_LT(live.simulation().time(), 60.0);
    // And stays so.
    for (int k = 0; k < 20; ++k) {
        step(live, 100);
        EXPECT_LT(live.unbalanced_force().value_or(1.0), 1e-2);
    }
}

TEST(World, GoesOnToTheSameBits) {
    // Stiff enough for the whole pile: softer corners would be pressed in too deep after half a
    // second.
    std::vector<std::string> sets = raining;
    sets.push_back("materials.stone.stiffness=4e6");
    World whole = live_scene(sets);
    step(whole, 500);
    const Checkpoint checkpoint{"seed = 1\n", whole.state(), {}};
    World other = live_scene(sets);
    step(other, 3);  // of no account
    other.restore(decode_checkpoint(encode(checkpoint)).live);
    EXPECT_EQ(other.state_hash(), whole.state_hash());
    for (int k = 0; k < 30; ++k) {
        step(whole, 50);
        step(other, 50);
        ASSERT_EQ(other.state_hash(), whole.state_hash()) << k;
    }
    EXPECT_EQ(other.largest_overlap(), whole.largest_overlap());
    EXPECT_EQ(other.grain_steps(), whole.grain_steps());
    EXPECT_EQ(other.simulation().ledger().residual(), whole.simulation().ledger().residual());
}

/// A hexagon at the left end of a domain, a gate that goes, and a wall that comes.
World crowded(const std::string& periodic) {
    const std::string walls = R"([[walls]]
name = "gate"
material = "stone"
shape = { kind = "box", x = [-0.2, 0.0], y = [0.3, 0.5] }
until = 0.01
[[walls]]
name = "piston"
material = "stone"
shape = { kind = "box", x = [0.2, 0.3], y = [0.3, 0.5] }
motion = { kind = "constant", velocity = [10.0, 0.0] }
)";
    return World(load(small_scene + walls,
                      {"run.threads=1", "run.gravity=[0.0, 0.0]", "domain.periodic=" + periodic,
                       "grains.pebbles.count=1", "grains.pebbles.size.value=0.1",
                       "grains.pebbles.place={ kind = \"list\", at = [[-0.99, 1.0]] }"}));
}

TEST(World, GrainsAreDroppedOnlyWhereThereIsRoom) {
    World live = crowded("[]");
    const std::uint64_t hash = live.state_hash();
    const auto drop = [](World& into, Vec2 place) {
        const std::size_t before = into.grains_so_far();
        try {
            into.change(DropGrain{{geometry::Disc(0.05), 0, place, 0.0, {}, 0.0}});
        } catch (const std::invalid_argument& error) {
            EXPECT_THAT(error.what(), HasSubstr("no room for a grain at ("));
            EXPECT_EQ(into.grains_so_far(), before);
            return false;
        }
        return true;
    };
    EXPECT_FALSE(drop(live, {-0.92, 1.0}));  // on the hexagon
    EXPECT_FALSE(drop(live, {0.5, -0.2}));   // inside the floor
    EXPECT_FALSE(drop(live, {-0.1, 0.4}));   // in the gate
    EXPECT_FALSE(drop(live, {0.25, 0.4}));   // in the piston
    EXPECT_EQ(live.state_hash(), hash);
    EXPECT_TRUE(drop(live, {0.45, 0.8}));
    EXPECT_FALSE(drop(live, {0.48, 0.8}));  // on the one before
    while (live.simulation().time() < 0.02) live.step();
    EXPECT_TRUE(drop(live, {-0.1, 0.4}));
    EXPECT_TRUE(drop(live, {0.25, 0.4}));
    EXPECT_FALSE(drop(live, {0.45, 0.4}));  // where the piston is by now

    // The other end of the domain is next to the hexagon only if what leaves there comes in here.
    EXPECT_TRUE(drop(live, {0.97, 1.0}));
    World round = crowded("[\"x\"]");
    EXPECT_FALSE(drop(round, {0.97, 1.0}));
    EXPECT_TRUE(drop(round, {0.85, 1.0}));
}

TEST(World, RefusesStatesThatAreNone) {
    World live = live_scene();
    step(live, 500);
    const WorldState good = live.state();
    const auto expect_refused = [&](const std::function<void(WorldState&)>& damage) {
        WorldState bad = good;
        damage(bad);
        EXPECT_THROW(live_scene().restore(bad), std::invalid_argument);
    };
    expect_refused([](WorldState& s) { s.rains.clear(); });
    expect_refused([](WorldState& s) { s.rains[0].generator = {}; });
    expect_refused([](WorldState& s) { s.rains[0].released = 1'000'000; });
    expect_refused([](WorldState& s) { s.origins.pop_back(); });
    expect_refused([](WorldState& s) { s.origins[3].group = 1; });
    expect_refused([](WorldState& s) { s.origins[3].member = 60; });
    expect_refused([](WorldState& s) {
        s.origins.resize(1000);
        s.snapshot.next_id = 1000;
    });
    expect_refused([](WorldState& s) { s.snapshot.ids[1] = s.snapshot.ids[0]; });
    expect_refused([](WorldState& s) { s.snapshot.ids.back() = 4'000'000'000u; });
    expect_refused([](WorldState& s) { s.snapshot.derivatives.pop_back(); });
    expect_refused([](WorldState& s) { s.snapshot.wall_clocks.pop_back(); });
    expect_refused([](WorldState& s) {
        s.snapshot.wall_clocks.insert(end(s.snapshot.wall_clocks), {0, 0, 1});
    });
    expect_refused([](WorldState& s) { s.snapshot.wall_clocks[0] = 1e9; });
    expect_refused([](WorldState& s) { s.snapshot.wall_clocks[0] = -1.0; });
    expect_refused(
        [](WorldState& s) { s.snapshot.wall_clocks[2] = std::numeric_limits<double>::infinity(); });
    expect_refused(
        [](WorldState& s) { s.largest_overlap = std::numeric_limits<double>::quiet_NaN(); });
    EXPECT_NO_THROW(live_scene().restore(good));
}

TEST(Checkpoint, KeepsEverything) {
    World live = live_scene();
    step(live, 500);
    live.change(ChangeWallRate{0, 2.5});
    Checkpoint checkpoint{"seed = 42\n", live.state(), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5}};
    const std::vector<std::byte> image = encode(checkpoint);
    EXPECT_EQ(encode(decode_checkpoint(image)), image);
    // Every number counts: a change of any shows.
    checkpoint.output.wall_seconds = 11.5;
    EXPECT_NE(encode(checkpoint), image);
    const OutputState output = decode_checkpoint(image).output;
    EXPECT_EQ(output.log_bytes, 8u);
    EXPECT_EQ(output.wall_seconds, 10.5);
    EXPECT_EQ(decode_checkpoint(image).live.snapshot.wall_clocks[2], 2.5);
}

TEST(Checkpoint, OtherFilesAreRefused) {
    EXPECT_THROW(decode_checkpoint({}), Hdf5Error);
    Hdf5Writer writer;
    EXPECT_THROW(decode_checkpoint(writer.image()), Hdf5Error);
    writer.write_attribute("checkpoint_format", std::uint64_t{2});  // of an earlier program
    try {
        decode_checkpoint(writer.image());
        FAIL() << "it was read";
    } catch (const Hdf5Error& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("written by scree 0.1 (format 2), and this is scree 0.2 (format 6)"));
    }
}

}  // namespace
}  // namespace scree::engine
