// Loads, stages and runs that go on from others, watched: changed by hand, and gone back in.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "engine/live/run.h"
#include "engine/run/beginning.h"
#include "engine/run/run.h"
#include "tests/engine/loaded_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

constexpr LiveMemory dense{std::size_t{1} << 30, std::chrono::milliseconds(0)};
/// Only the first state is kept, so that every way back begins there.
constexpr LiveMemory sparse{std::size_t{1} << 30, std::chrono::hours(1)};
constexpr std::uint32_t lid = 1;
constexpr BodyNumber piece_of_ram = -3;

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

bool is_there(const LiveView& view, BodyNumber piece) {
    return std::ranges::find(view.frame.walls.body, piece) != view.frame.walls.body.end();
}

/// The step with which a stage begins in a run that nobody touches.
std::uint64_t begin_of(const Scene& scene, std::size_t stage) {
    World live(scene);
    while (live.course().now() < stage) live.step();
    return live.course().first_step(stage);
}

TEST(LiveLoads, ALoadIsChangedOnceAndMadeAgain) {
    const Scene scene = load(loaded_scene);
    for (const LiveMemory& memory : {dense, sparse}) {
        LiveRun run(scene, memory);
        EXPECT_EQ(run.wait_for_view()->parameters.loads[lid]->target, 100.0);
        const auto untouched = go_to(run, 300);
        go_to(run, 100);
        for (int k = 0; k < 3; ++k) run.change(ChangeLoad{lid, 180.0});
        const auto changed = run.wait_for_view();
        EXPECT_EQ(changed->changes.size(), 1u);
        EXPECT_EQ(changed->parameters.loads[lid]->target, 180.0);
        EXPECT_EQ(changed->reached, 100u);
        const auto later = go_to(run, 300);
        EXPECT_NE(later->hash, untouched->hash);
        EXPECT_EQ(go_to(run, 50)->parameters.loads[lid]->target, 100.0);
        EXPECT_EQ(go_to(run, 300)->hash, later->hash);

        World same(scene);
        while (same.simulation().steps() < 100) same.step();
        same.change(ChangeLoad{lid, 180.0});
        while (same.simulation().steps() < 300) same.step();
        EXPECT_EQ(later->hash, same.state_hash());
    }
}

TEST(LiveLoads, OfSeveralInAStepTheLastCountsAlsoAsAShock) {
    for (const char* rise : {"0.0", "0.01"}) {
        LiveRun run(load(loaded_scene, {std::string("walls.lid.motion.ramp=") + rise}), sparse);
        go_to(run, 100);
        run.change(ChangeLoad{lid, 50.0});
        run.change(ChangeLoad{lid, 300.0});
        EXPECT_EQ(run.wait_for_view()->changes.size(), 1u);
        const auto later = go_to(run, 130);
        go_to(run, 20);
        EXPECT_EQ(go_to(run, 130)->hash, later->hash) << rise;
    }
}

TEST(LiveLoads, WhatCannotBeIsRefusedWithASentence) {
    LiveRun run(load(loaded_scene));
    const auto before = go_to(run, 20);
    const auto refusal = [&](const LiveChange& change) {
        run.change(change);
        return run.wait_for_view()->message;
    };
    EXPECT_EQ(refusal(ChangeLoad{0, 10.0}), "wall `floor` is not under load");
    EXPECT_EQ(refusal(ChangeLoad{7, 10.0}), "there is no such wall");
    EXPECT_EQ(refusal(ChangeLoad{lid, std::numeric_limits<double>::quiet_NaN()}),
              "the load of a wall must be finite");
    EXPECT_EQ(refusal(ChangeLoad{lid, std::numeric_limits<double>::infinity()}),
              "the load of a wall must be finite");
    const auto after = run.wait_for_view();
    EXPECT_TRUE(after->changes.empty());
    EXPECT_EQ(after->hash, before->hash);
    EXPECT_EQ(refusal(ChangeLoad{lid, 120.0}), "");
}

TEST(LiveLoads, AreToldWithWhatIsBorne) {
    LiveRun run(load(loaded_scene, {"walls.lid.motion.max_speed=0.005",
                                    "walls.lid.motion.travel=[-1.0, 0.0002]"}),
                dense);
    const auto first = run.wait_for_view();
    EXPECT_FALSE(first->parameters.loads[0].has_value());
    EXPECT_EQ(first->parameters.loads[lid]->displacement, 0.0);
    bool was_at_limit = false;
    bool was_at_stop = false;
    std::uint64_t stopped = 0;
    for (std::uint64_t step = 10; !was_at_stop && step < run.last_step(); step += 10) {
        const auto view = go_to(run, step);
        const WallLoading& load = *view->parameters.loads[lid];
        EXPECT_TRUE(load.is_pressure);
        EXPECT_NEAR(load.force, 0.2 * load.asked, 1e-9);
        EXPECT_LE(load.speed, 0.005 * (1.0 + 1e-12));
        EXPECT_EQ(view->traced.size(), 12u);
        EXPECT_EQ(view->traced[9], load.force);
        EXPECT_EQ(view->traced[10], load.borne);
        EXPECT_EQ(view->traced[11], load.displacement);
        was_at_limit = was_at_limit || load.hold == WallHold::speed;
        was_at_stop = load.hold == WallHold::stop;
        stopped = step;
    }
    EXPECT_TRUE(was_at_limit);
    ASSERT_TRUE(was_at_stop);
    // What holds a wall is seen after going back too.
    go_to(run, 10);
    EXPECT_EQ(go_to(run, stopped)->parameters.loads[lid]->hold, WallHold::stop);
}

TEST(LiveStages, AreToldAndGoneBackOver) {
    const Scene scene = load(loaded_scene);
    const std::uint64_t second = begin_of(scene, 1);
    const std::uint64_t third = begin_of(scene, 2);
    for (const LiveMemory& memory : {dense, sparse}) {
        LiveRun run(scene, memory);
        run.pause(false);
        std::vector<std::string> news;
        std::unique_ptr<LiveView> view;
        do {
            view = run.wait_for_view();
            news.insert(news.end(), view->news.begin(), view->news.end());
        } while (view->status == LiveStatus::running);
        EXPECT_EQ(view->status, LiveStatus::over);
        EXPECT_EQ(view->frame.step, run.last_step());
        EXPECT_EQ(std::ranges::count_if(
                      news, [](const auto& one) { return one.find(" begins at") != one.npos; }),
                  2);
        EXPECT_THAT(news, testing::Contains(HasSubstr("stage `compact` reached its duration")));
        EXPECT_THAT(news, testing::Contains(HasSubstr("stage `shear` begins")));
        EXPECT_EQ(view->stages.now, 2u);
        const auto end = view->hash;
        EXPECT_EQ(view->stages.end, static_cast<double>(run.last_step()) * run.dt());

        const auto before = go_to(run, second - 3);
        EXPECT_EQ(before->stages.now, 0u);
        EXPECT_TRUE(is_there(*before, piece_of_ram));
        EXPECT_EQ(before->parameters.friction[0], 0.0);
        EXPECT_TRUE(before->news.empty());
        ASSERT_EQ(before->stages.begins.size(), 3u) << "it has been there";
        EXPECT_EQ(before->stages.begins[1], static_cast<double>(second) * run.dt());
        EXPECT_EQ(before->stages.begins[2], static_cast<double>(third) * run.dt());
        const auto on_the_border = go_to(run, second);
        EXPECT_EQ(on_the_border->stages.now, 0u);
        EXPECT_TRUE(on_the_border->stages.is_ending);
        const auto after = go_to(run, second + 1);
        EXPECT_EQ(after->stages.now, 1u);
        EXPECT_FALSE(is_there(*after, piece_of_ram));
        EXPECT_EQ(after->parameters.friction[0], 0.5);
        EXPECT_TRUE(is_there(*go_to(run, third + 1), piece_of_ram));
        EXPECT_FALSE(is_there(*go_to(run, third), piece_of_ram));
        EXPECT_EQ(go_to(run, run.last_step())->hash, end);
    }
}

TEST(LiveStages, AreEndedByHand) {
    const Scene scene = load(loaded_scene);
    for (const LiveMemory& memory : {dense, sparse}) {
        LiveRun run(scene, memory);
        const auto untouched = go_to(run, run.last_step());
        go_to(run, 60);
        run.change(EndStage{});
        run.change(EndStage{});
        const auto ended = run.wait_for_view();
        EXPECT_EQ(ended->changes.size(), 1u);
        EXPECT_TRUE(ended->stages.is_ending);
        EXPECT_EQ(ended->stages.now, 0u);
        EXPECT_EQ(ended->stages.begins.size(), 1u) << "the next one begins at another time now";
        const auto next = go_to(run, 61);
        EXPECT_EQ(next->stages.now, 1u);
        EXPECT_EQ(next->stages.begins[1], 60.0 * run.dt());
        EXPECT_LT(next->stages.end, untouched->stages.end);
        run.change(EndStage{});
        const auto third = go_to(run, 62);
        EXPECT_EQ(third->stages.now, 2u);
        run.change(EndStage{});
        EXPECT_EQ(run.wait_for_view()->message, "the last stage ends with the run");
        const auto end = go_to(run, run.last_step());
        EXPECT_EQ(end->status, LiveStatus::over);
        EXPECT_LT(end->frame.step, untouched->frame.step);
        for (const std::uint64_t step : {30u, 60u, 61u, 70u}) {
            go_to(run, step);
            EXPECT_EQ(go_to(run, run.last_step())->hash, end->hash) << step;
        }
        EXPECT_TRUE(go_to(run, 60)->stages.is_ending) << "the change is made again";
        run.restart();
        EXPECT_EQ(run.wait_for_view()->stages.begins.size(), 1u);
        EXPECT_EQ(go_to(run, run.last_step())->hash, untouched->hash);
    }
}

TEST(LiveStages, ThatAHandHasEndedAreSaidToBe) {
    World live(load(loaded_scene));
    for (const char* name : {"compact", "shear"}) {  // with a condition, and without one
        for (int k = 0; k < 20; ++k) live.step();
        live.take_news();
        live.change(EndStage{});
        live.step();
        EXPECT_THAT(live.take_news().front(),
                    HasSubstr("stage `" + std::string(name) + "` is ended by hand"));
    }
}

TEST(LiveStages, StayEndedWhenSomethingElseIsChangedInTheSameStep) {
    LiveRun run(load(loaded_scene), sparse);
    go_to(run, 60);
    run.change(EndStage{});
    run.change(ChangeGravity{{0.5, -1.0}});
    run.change(ChangeLoad{lid, 120.0});
    EXPECT_TRUE(run.wait_for_view()->stages.is_ending);
    const auto next = go_to(run, 80);
    EXPECT_EQ(next->stages.now, 1u);
    go_to(run, 10);
    EXPECT_EQ(go_to(run, 80)->hash, next->hash);
}

/// A run that goes on from another one, whose time goes on too.
class LiveStart : public testing::TestWithParam<const char*> {
public:
    TemporaryFolder folder_;
};

TEST_P(LiveStart, BeginsWhereItBeginsAndNoEarlier) {
    const Scene old = load(loaded_scene);
    RunObserver nobody;
    int steps = 0;
    const RunLimits limits{[&] { return ++steps == 150; }};
    engine::Run(std::make_unique<World>(old), RunFolder::create(folder_ / "old", false), "test")
        .go(limits, nobody);
    std::string text =
        loaded_scene + "[start]\nrun = \"" + (folder_ / "old").string() + "\"\nkeep_time = true\n";
    text.erase(text.find("[[grains]]"), text.find("[output]") - text.find("[[grains]]"));
    const Scene scene = with_beginning(load(text, {GetParam()}));
    World same(scene);
    const std::uint64_t first = same.simulation().steps();
    ASSERT_GT(first, 100u);

    LiveRun run(scene, dense);
    EXPECT_EQ(run.first_step(), first);
    EXPECT_EQ(run.last_step(), same.course().last_step_of_all());
    const auto begin = run.wait_for_view();
    EXPECT_EQ(begin->frame.step, first);
    EXPECT_EQ(begin->reached, first);
    EXPECT_EQ(begin->hash, same.state_hash());
    const auto later = go_to(run, first + 200);
    while (same.simulation().steps() < first + 200) same.step();
    EXPECT_EQ(later->hash, same.state_hash());
    EXPECT_EQ(go_to(run, 0)->frame.step, first);
    EXPECT_EQ(run.wait_for_view()->hash, begin->hash);
    run.change(ChangeLoad{lid, 120.0});
    EXPECT_EQ(run.wait_for_view()->changes.size(), 1u);
    run.restart();
    EXPECT_EQ(run.wait_for_view()->hash, begin->hash);
    EXPECT_EQ(go_to(run, first + 200)->hash, later->hash);
}

INSTANTIATE_TEST_SUITE_P(Scenes, LiveStart,
                         testing::Values("run.threads=1", "materials.wood.friction=0.3"));

}  // namespace
}  // namespace scree::engine
