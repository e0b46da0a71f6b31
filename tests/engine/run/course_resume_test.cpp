#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "engine/run/checkpoint.h"
#include "engine/run/course.h"
#include "tests/engine/run/staged_scene.h"

// A run with stages and loads goes on from a checkpoint to the same bits.

namespace scree::engine {
namespace {

WorldState through_a_file(const World& world) {
    return decode_checkpoint(encode({"seed = 1\n", world.state(), {}})).live;
}

/// The hash after every step of the whole run, and the states after some of them.
struct WholeRun {
    explicit WholeRun(const Scene& scene, const std::vector<std::uint64_t>& keep = {}) {
        World world(scene);
        hashes.push_back(world.state_hash());
        while (!world.over()) {
            if (std::ranges::find(keep, hashes.size() - 1) != keep.end())
                states.push_back(through_a_file(world));
            world.step();
            hashes.push_back(world.state_hash());
            if (world.course().now() >= begins.size())
                begins.push_back(world.course().first_step(world.course().now()));
        }
        residual = world.simulation().ledger().residual();
    }

    std::vector<std::uint64_t> hashes;
    std::vector<std::uint64_t> begins{0};
    std::vector<WorldState> states;
    double residual = 0.0;
};

/// In the middle of each stage, and with the last steps and the first ones of each.
std::vector<std::uint64_t> moments_of(const WholeRun& run) {
    std::vector<std::uint64_t> moments{0, 1};
    for (std::size_t k = 0; k < run.begins.size(); ++k) {
        const std::uint64_t end =
            k + 1 < run.begins.size() ? run.begins[k + 1] : run.hashes.size() - 1;
        moments.push_back((run.begins[k] + end) / 2);
        if (k + 1 < run.begins.size()) moments.insert(moments.end(), {end - 1, end, end + 1});
    }
    return moments;
}

TEST(CourseResume, GoesOnInLockstepFromAnyMoment) {
    const Scene scene = load(staged_box + busy_stages);
    const std::vector<std::uint64_t> moments = moments_of(WholeRun(scene));
    const WholeRun whole(scene, moments);
    ASSERT_EQ(whole.begins.size(), 5u);
    ASSERT_EQ(whole.states.size(), moments.size());
    for (const WorldState& state : whole.states) {
        SCOPED_TRACE(state.snapshot.steps);
        World world(scene);
        for (int n = 0; n < 3; ++n) world.step();  // of no account
        world.restore(state);
        std::size_t step = state.snapshot.steps;
        ASSERT_EQ(world.state_hash(), whole.hashes[step]);
        while (!world.over()) {
            world.step();
            ++step;
            ASSERT_EQ(world.state_hash(), whole.hashes.at(step)) << step;
        }
        EXPECT_EQ(step + 1, whole.hashes.size());
        EXPECT_EQ(world.simulation().ledger().residual(), whole.residual);
    }
}

/// What was changed by hand before holds too, be it in the present stage or in one before.
TEST(CourseResume, WithChangesByHand) {
    const Scene scene = load(staged_box + busy_stages);
    const std::vector<LoggedChange> changes{
        {200, ChangeGravity{{0.0, -5.0}}},
        {500, ChangeFriction{1, 1, 0.7}},
        {1100, ChangeLoad{3, 50.0}},
        {1200, EndStage{}},
    };
    const auto run_with = [&](World& world, std::size_t next, const auto& look) {
        while (!world.over()) {
            for (; next < changes.size() && changes[next].step == world.simulation().steps();
                 ++next)
                world.change(changes[next].change);
            look(next);
            world.step();
        }
        return world.state_hash();
    };
    World whole(scene);
    struct Kept {
        WorldState state;
        std::size_t changes;
        std::uint64_t hash;
    };
    std::vector<Kept> kept;
    const std::uint64_t hash = run_with(whole, 0, [&](std::size_t made) {
        if (whole.simulation().steps() % 300 == 0)
            kept.push_back({through_a_file(whole), made, whole.state_hash()});
    });
    WholeRun untouched(scene);
    EXPECT_NE(hash, untouched.hashes.back());
    EXPECT_GE(kept.size(), 5u);
    for (const Kept& from : kept) {
        World world(scene);
        world.restore(from.state, std::span(changes).first(from.changes));
        EXPECT_EQ(world.state_hash(), from.hash) << from.state.snapshot.steps;
        EXPECT_EQ(run_with(world, from.changes, [](std::size_t) {}), hash)
            << from.state.snapshot.steps;
    }
}

TEST(CourseResume, StatesThatAreNoneAreRefused) {
    const Scene scene = load(staged_box + busy_stages);
    World world(scene);
    step_to_stage(world, 3);
    for (int n = 0; n < 100; ++n) world.step();
    const WorldState good = world.state();
    ASSERT_EQ(good.course.begins.size(), 4u);
    EXPECT_NO_THROW(World(scene).restore(good));
    const auto refuses = [&](const auto& damage) {
        WorldState bad = good;
        damage(bad.course);
        EXPECT_THROW(World(scene).restore(bad), std::invalid_argument);
    };
    refuses([](CourseState& c) { c.begins.clear(); });
    refuses([](CourseState& c) { c.begins[0] = 1; });
    refuses([](CourseState& c) { std::swap(c.begins[1], c.begins[2]); });
    refuses([](CourseState& c) { c.begins[1] += 100000; });
    refuses([&](CourseState& c) { c.begins[3] = good.snapshot.steps; });
    refuses([](CourseState& c) { c.begins.insert(c.begins.end(), 3, c.begins.back()); });
    refuses([](CourseState& c) { c.wall_from.x = std::nan(""); });
    refuses([](CourseState& c) { c.samples.push_back(std::numeric_limits<double>::infinity()); });
    refuses([](CourseState& c) { c.samples.resize(1000, 1.0); });
}

/// Every number of the state of a course that decides how it goes on is in the hash.
TEST(CourseResume, TheHashHoldsTheCourse) {
    const Scene scene = load(staged_box + busy_stages);
    World world(scene);
    step_to_stage(world, 3);
    for (int n = 0; n < 100; ++n) world.step();
    const WorldState good = world.state();
    ASSERT_FALSE(good.course.samples.empty());
    const auto differs = [&](const auto& change) {
        WorldState other = good;
        change(other);
        World there(scene);
        there.restore(other);
        EXPECT_NE(there.state_hash(), world.state_hash());
    };
    differs([](WorldState& s) { s.course.begins[3] -= 1; });
    differs([](WorldState& s) { s.course.ended = true; });
    differs([](WorldState& s) { s.course.wall_from.y += 1e-6; });
    differs([](WorldState& s) { s.course.samples.back() += 1e-9; });
    differs([](WorldState& s) { s.snapshot.wall_states[4 * Snapshot::wall_numbers + 3] = 0.0; });
    differs([](WorldState& s) { s.snapshot.ledger.load_work += 1e-9; });
    differs([](WorldState& s) { s.snapshot.ledger.limiter += 1e-9; });
}

}  // namespace
}  // namespace scree::engine
