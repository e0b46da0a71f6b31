#include "engine/live/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <map>
#include <new>
#include <stdexcept>
#include <thread>

#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

/// Rain onto a floor with a paddle that swings: all that can happen between steps.
const std::vector<std::string> raining = {
    "run.threads=1",
    "run.duration=0.3",
    "run.dt=1.5e-4",
    "grains.pebbles.count=60",
    "grains.pebbles.size.value=0.05",
    "grains.pebbles.place={ kind = \"rain\", x = [-0.1, 0.1], y = 0.1, rate = 400 }"};

const std::string paddle = R"([[walls]]
name = "paddle"
material = "stone"
shape = { kind = "box", x = [-0.4, -0.3], y = [0, 0.2] }
motion = { kind = "oscillate", amplitude = [0.1, 0.0], frequency = 5.0 }
)";

Scene scene(std::vector<std::string> more = {}) {
    std::vector<std::string> sets = raining;
    sets.insert(sets.end(), more.begin(), more.end());
    return load(small_scene + paddle, sets);
}

std::unique_ptr<LiveView> stand(LiveRun& run) {
    for (;;) {
        auto view = run.wait_for_view();
        if (view->status != LiveStatus::running) return view;
    }
}

std::unique_ptr<LiveView> go_to(LiveRun& run, std::uint64_t step) {
    run.go_to(step);
    return stand(run);
}

/// Memory settings that keep as many states to go back to as there is time for.
constexpr LiveMemory dense{std::size_t{1} << 30, std::chrono::milliseconds(0)};

std::uint64_t hash_at(const Scene& scene, std::uint64_t step) {
    World live(scene);
    while (live.simulation().steps() < step) live.step();
    return live.state_hash();
}

TEST(LiveRun, WatchingDoesNotChangeTheResult) {
    // Short steps, so that the run is not over before it was looked at.
    const Scene slow = scene({"run.dt=1e-5"});
    World headless(slow);
    while (!headless.over()) headless.step();

    LiveRun run(slow);
    EXPECT_EQ(run.wait_for_view()->status, LiveStatus::paused);
    run.pause(false);
    std::size_t views = 0;
    std::uint64_t last = 0;
    std::unique_ptr<LiveView> view;
    do {
        view = run.wait_for_view();
        EXPECT_GE(view->frame.step, last);
        last = view->frame.step;
        ++views;
    } while (view->status == LiveStatus::running);
    EXPECT_EQ(view->status, LiveStatus::over);
    EXPECT_GT(views, 3u);
    EXPECT_EQ(view->frame.step, headless.simulation().steps());
    EXPECT_EQ(view->hash, headless.state_hash());
}

TEST(LiveRun, GrainsAreToldOnceAsTheyCome) {
    LiveRun run(scene());
    std::map<std::size_t, GrainCome> known;
    run.pause(false);
    for (bool over = false; !over;) {
        const auto view = run.wait_for_view();
        EXPECT_EQ(view->first_new, known.size());
        for (const GrainCome& grain : view->grains) known.emplace(known.size(), grain);
        for (const BodyNumber body : view->frame.grains.body) {
            ASSERT_TRUE(known.contains(static_cast<std::size_t>(body)));
            const GrainCome& grain = known.at(static_cast<std::size_t>(body));
            EXPECT_EQ(grain.shape.vertices.size(), 6u);
            EXPECT_EQ(grain.name, "pebbles " + std::to_string(body));
        }
        over = view->status == LiveStatus::over;
    }
    EXPECT_EQ(known.size(), 60u);
}

TEST(LiveRun, NewsOfAViewThatNobodyTookAreNotLost) {
    LiveRun run(scene());
    run.ask();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // it is there now
    run.go_to(800);
    const auto view = run.wait_for_view();
    EXPECT_EQ(view->first_new, 0u);
    ASSERT_GE(view->grains.size(), view->frame.grains.body.size());
    for (const GrainCome& grain : view->grains) EXPECT_EQ(grain.shape.vertices.size(), 6u);
}

TEST(LiveRun, OneStepAtATime) {
    LiveRun run(scene());
    run.step_once();
    EXPECT_EQ(stand(run)->frame.step, 1u);
    run.step_once();
    const auto view = stand(run);
    EXPECT_EQ(view->frame.step, 2u);
    EXPECT_EQ(view->hash, hash_at(scene(), 2));
}

TEST(LiveRun, BackInTimeAndForthToTheSameBits) {
    LiveRun run(scene(), dense);
    for (const std::uint64_t step : {900u, 300u, 301u, 0u, 900u, 450u})
        EXPECT_EQ(go_to(run, step)->hash, hash_at(scene(), step)) << step;
    EXPECT_EQ(run.wait_for_view()->reached, 900u);
    EXPECT_EQ(run.wait_for_view()->history_budget, dense.bytes);
    EXPECT_GT(run.wait_for_view()->history_bytes, 10 * bytes_of(World(scene()).state()));
    const auto end = go_to(run, run.last_step() + 1000);
    EXPECT_EQ(end->frame.step, run.last_step());
    EXPECT_EQ(end->status, LiveStatus::over);
}

TEST(LiveRun, OfManyPlacesTheLastCounts) {
    LiveRun run(scene(), dense);
    go_to(run, 900);
    for (std::uint64_t k = 0; k < 500; ++k) run.go_to((7 * k) % 900);  // a hand at a slider
    run.step_once();
    const std::uint64_t last = 7 * 499 % 900;
    const auto view = stand(run);
    EXPECT_EQ(view->frame.step, last + 1);
    EXPECT_EQ(view->hash, hash_at(scene(), last + 1));
}

TEST(LiveRun, EveryPressIsAStep) {
    LiveRun run(scene());
    std::promise<void> pressed;
    run.visit([&](const World&, const auto&) { pressed.get_future().wait(); });
    for (int k = 0; k < 5; ++k) run.step_once();
    pressed.set_value();
    EXPECT_EQ(stand(run)->frame.step, 5u);
}

/// A single grain on a floor, at rest long before the duration has passed.
Scene resting() {
    return load(small_scene, {"run.threads=1", "run.duration=5.0", "run.stop={ at_rest = 1e-3 }",
                              "grains.pebbles.count=1", "grains.pebbles.size.value=0.05",
                              "grains.pebbles.shape={ kind = \"rectangle\", aspect = 1.0 }",
                              "grains.pebbles.place={ kind = \"list\", at = [[0.0, 0.0252]] }"});
}

TEST(LiveRun, APlaceAfterTheEndIsNoneToGoTo) {
    LiveRun run(resting(), dense);
    auto view = go_to(run, run.last_step());
    EXPECT_EQ(view->status, LiveStatus::over);
    EXPECT_LT(view->frame.step, run.last_step());
    EXPECT_FALSE(view->way.has_value());
    const std::uint64_t end = view->frame.step;
    for (int again = 0; again < 2; ++again) {
        view = go_to(run, end + 10);
        EXPECT_EQ(view->frame.step, end);
        EXPECT_FALSE(view->way.has_value());
        run.step_once();
    }
    // A change that stirs the grain again does not make the run go on by itself.
    run.change(ChangeGravity{{8.0, -9.81}});
    view = stand(run);
    EXPECT_EQ(view->status, LiveStatus::paused);
    EXPECT_EQ(view->frame.step, end);
    // The result is the same from the state that was kept there.
    const auto later = go_to(run, end + 50);
    EXPECT_EQ(later->frame.step, end + 50);
    go_to(run, end);
    EXPECT_EQ(go_to(run, end + 50)->hash, later->hash);
    go_to(run, 0);
    EXPECT_EQ(go_to(run, end + 50)->hash, later->hash);
}

TEST(LiveRun, WhatAVisitorThrowsIsToldAndOneCanGoBack) {
    LiveRun run(scene());
    run.visit([](const World&, const auto&) { throw std::bad_alloc(); });
    auto view = stand(run);
    EXPECT_EQ(view->status, LiveStatus::failed);
    EXPECT_EQ(view->message, "out of memory");
    run.visit([](const World&, const auto&) { throw std::runtime_error("the disk is full"); });
    EXPECT_EQ(stand(run)->message, "the disk is full");
    view = go_to(run, 50);
    EXPECT_EQ(view->status, LiveStatus::paused);
    EXPECT_TRUE(view->message.empty());
    EXPECT_EQ(view->hash, hash_at(scene(), 50));
}

TEST(LiveRun, OfManyChangesAtOneStepTheLastCounts) {
    LiveRun run(load(small_scene + paddle +
                         "[materials.wood]\ndensity = 600\nstiffness = 1e6\nfriction = 0.5\n"
                         "damping = 0.3\n",
                     raining),
                dense);
    go_to(run, 300);
    for (const double x : {1.1, 2.3, 3.0}) {  // a hand at every slider
        run.change(ChangeGravity{{x, -9.0}});
        run.change(ChangeFriction{0, 1, 0.1 * x});
        run.change(ChangeFriction{1, 0, 0.2 * x});
        run.change(ChangeFriction{0, 0, 0.3 * x});
        run.change(ChangeWallRate{0, x});
        run.change(ChangeWallRate{1, 1.0 + x});
        run.change(ChangePull{Pull{4, {0.01, 0.0}, {0.2, 0.2 * x}, 500.0, 10.0}});
    }
    auto view = run.wait_for_view();
    EXPECT_EQ(view->changes.size(), 8u) << "of gravity all";
    EXPECT_EQ(view->parameters.gravity, (Vec2{3.0, -9.0}));
    EXPECT_DOUBLE_EQ(view->parameters.friction[1], 0.6);
    // A grain came between these changes of gravity, so that both must be kept.
    run.change(DropGrain{{geometry::Disc(0.03), 0, {0.6, 0.8}, 0.3, {}, 0.0}});
    run.change(ChangeGravity{{5.0, -9.0}});
    run.change(ChangeGravity{{6.0, -9.0}});
    EXPECT_EQ(run.wait_for_view()->changes.size(), 11u);
    const auto later = go_to(run, 600);
    go_to(run, 100);
    EXPECT_EQ(go_to(run, 600)->hash, later->hash);
    run.change(ChangeGravity{{6.0, -9.0}});  // as it is
    EXPECT_EQ(run.wait_for_view()->changes.size(), 11u);
    run.change(ChangeFriction{0, 0, 0.1});  // at another step: another change
    EXPECT_EQ(run.wait_for_view()->changes.size(), 12u);
}

/// A change of each kind, in the middle of things.
void disturb(LiveRun& run) {
    go_to(run, 200);
    run.change(ChangeGravity{{3.0, -9.0}});
    run.change(ChangeWallRate{1, 2.5});
    go_to(run, 400);
    run.change(ChangePull{Pull{4, {0.01, 0.0}, {0.2, 0.6}, 500.0, 10.0}});
    run.change(ChangeFriction{0, 0, 0.05});
    go_to(run, 500);
    run.change(DropGrain{{geometry::Disc(0.03), 0, {0.6, 0.8}, 0.3, {-1.0, 0.0}, 2.0}});
    go_to(run, 600);
    run.change(ChangePull{});
}

TEST(LiveRun, ChangesAreMadeAgainOnTheWay) {
    LiveRun run(scene(), dense);
    disturb(run);
    const auto first = go_to(run, 1200);
    EXPECT_NE(first->hash, hash_at(scene(), 1200));
    EXPECT_EQ(first->changes.size(), 6u);
    EXPECT_EQ(first->parameters.gravity, (Vec2{3.0, -9.0}));
    EXPECT_EQ(first->parameters.friction, std::vector<double>{0.05});
    EXPECT_EQ(first->parameters.wall_rates, (std::vector<double>{1.0, 2.5}));

    const auto early = go_to(run, 150);
    EXPECT_EQ(early->hash, hash_at(scene(), 150));
    EXPECT_EQ(early->parameters.gravity, (Vec2{0.0, -9.81}));
    EXPECT_EQ(early->parameters.wall_rates, (std::vector<double>{1.0, 1.0}));
    go_to(run, 550);  // between a grain that was dropped and a hand that let go
    EXPECT_EQ(go_to(run, 1200)->hash, first->hash);

    // Another run with the same changes, and little memory: other states to go back to.
    LiveRun other(scene(), {1, std::chrono::milliseconds(0)});
    disturb(other);
    EXPECT_EQ(go_to(other, 1200)->hash, first->hash);
    go_to(other, 450);
    EXPECT_EQ(go_to(other, 1200)->hash, first->hash);
}

TEST(LiveRun, AChangeInThePastIsANewWay) {
    LiveRun run(scene(), dense);
    disturb(run);
    go_to(run, 1000);
    go_to(run, 450);
    run.change(ChangeGravity{{0.0, 9.81}});
    const auto view = run.wait_for_view();
    EXPECT_EQ(view->changes.size(), 5u);  // the later two are gone
    EXPECT_EQ(view->reached, 450u);
    // The id of the dropped grain belongs to a grain of rain now.
    const auto later = go_to(run, 1000);
    EXPECT_LE(later->first_new, 60u);
    for (const GrainCome& grain : later->grains) EXPECT_THAT(grain.name, HasSubstr("pebbles"));
}

TEST(LiveRun, RestartForgetsAllChanges) {
    LiveRun run(scene());
    disturb(run);
    run.restart();
    EXPECT_EQ(run.wait_for_view()->frame.step, 0u);
    const auto view = go_to(run, 700);
    EXPECT_EQ(view->hash, hash_at(scene(), 700));
    EXPECT_TRUE(view->changes.empty());
}

TEST(LiveRun, ARefusedChangeChangesNothing) {
    LiveRun run(scene());
    go_to(run, 100);
    run.change(ChangeFriction{0, 7, 0.1});
    const auto view = run.wait_for_view();
    EXPECT_THAT(view->message, HasSubstr("material"));
    EXPECT_TRUE(view->changes.empty());
    EXPECT_EQ(view->hash, hash_at(scene(), 100));
}

TEST(LiveRun, ABreakdownIsToldAndOneCanGoBack) {
    const Scene leaving =
        scene({"walls.floor.shape.x=[-0.3, -0.2]", "run.duration=2.0", "domain.outflow=error"});
    LiveRun run(leaving);
    run.pause(false);
    const auto view = stand(run);
    EXPECT_EQ(view->status, LiveStatus::broken);
    EXPECT_THAT(view->message, HasSubstr("left the domain"));
    EXPECT_FALSE(view->hash.has_value());
    run.change(ChangeGravity{{0.0, 0.0}});  // too late
    EXPECT_EQ(run.wait_for_view()->status, LiveStatus::broken);
    const auto earlier = go_to(run, 500);
    EXPECT_EQ(earlier->status, LiveStatus::paused);
    EXPECT_EQ(earlier->hash, hash_at(leaving, 500));
}

TEST(LiveRun, KeepsThePace) {
    using Clock = std::chrono::steady_clock;
    LiveRun run(scene());
    run.set_pace(0.1);
    run.wait_for_view();
    const auto start = Clock::now();
    run.pause(false);
    std::unique_ptr<LiveView> view;
    double elapsed = 0.0;
    do {
        view = run.wait_for_view();
        elapsed = std::chrono::duration<double>(Clock::now() - start).count();
        EXPECT_LE(view->frame.time, 0.1 * elapsed + run.dt());
    } while (elapsed < 0.3);
    EXPECT_GT(view->frame.step, 0u);
}

TEST(LiveHistory, ThinsOutAndKeepsTheFirst) {
    WorldState state;
    state.snapshot.derivatives.assign(1000, 0.0);
    const std::size_t one = bytes_of(state);
    EXPECT_GE(one, 8000u);
    LiveHistory history(10 * one);
    for (std::uint64_t step = 0; step <= 400; step += 10 * history.thinned()) {
        state.snapshot.steps = step;
        history.add(state);
        EXPECT_LE(history.bytes(), 10 * one);
    }
    EXPECT_EQ(history.before(5).snapshot.steps, 0u);
    EXPECT_GE(history.thinned(), 4u);
    EXPECT_GE(history.size(), 5u);
    EXPECT_GE(history.before(400).snapshot.steps, 320u);
    const std::uint64_t middle = history.before(200).snapshot.steps;
    EXPECT_GT(middle, 100u);
    history.forget_after(middle);
    EXPECT_EQ(history.before(400).snapshot.steps, middle);
    EXPECT_EQ(history.bytes(), history.size() * one);
    // With the memory half full, new states must still be far apart; with the memory nearly empty
    // they need not.
    EXPECT_GE(history.size(), 3u);
    EXPECT_GE(history.thinned(), 4u);
    history.forget_after(0);
    EXPECT_EQ(history.size(), 1u);
    EXPECT_EQ(history.thinned(), 1u);
}

TEST(LiveHistory, BeginsAnewEvenWhereAStateFillsTheMemory) {
    LiveHistory history(1);
    for (std::uint64_t step = 0; step < 5; ++step) {
        WorldState state;
        state.snapshot.steps = step;
        history.add(state);
    }
    EXPECT_GT(history.thinned(), 1u);
    history.forget_after(0);
    EXPECT_EQ(history.thinned(), 1u);
}

}  // namespace
}  // namespace scree::engine
