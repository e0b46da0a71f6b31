#include "engine/live/log.h"

#include <gtest/gtest.h>

#include "engine/live/run.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

Scene scene() { return load(small_scene, std::vector<std::string>{"run.threads=1"}); }

TEST(LiveLog, AChangeToWhatHoldsIsNone) {
    LiveRun run(scene());
    const auto changes = [&] { return run.wait_for_view()->changes.size(); };
    const auto start = run.wait_for_view();
    run.change(ChangeGravity{start->parameters.gravity});
    run.change(ChangeFriction{0, 0, start->parameters.friction[0]});
    run.change(ChangeWallRate{0, 1.0});
    run.change(ChangePull{});
    EXPECT_EQ(changes(), 0u);
    EXPECT_EQ(run.wait_for_view()->hash, start->hash);
    for (int k = 0; k < 3; ++k) run.change(ChangeGravity{{1.0, -2.0}});
    EXPECT_EQ(changes(), 1u);
    run.change(ChangeGravity{start->parameters.gravity});  // back is another one
    EXPECT_EQ(changes(), 2u);
}

TEST(LiveLog, WhatCannotBeDoesNotHold) {
    const World live(scene());
    EXPECT_FALSE(holds(live, ChangeFriction{7, 0, 0.5}));
    EXPECT_FALSE(holds(live, ChangeFriction{0, 7, 0.5}));
    EXPECT_FALSE(holds(live, ChangeWallRate{7, 1.0}));
}

TEST(LiveViews, TellWhereGrainsAreInTheGridOnlyWhereSomebodyWantsToKnow) {
    LiveRun run(load(small_scene, {"run.threads=1", "broad_phase.kind=\"hgrid\""}));
    run.go_to(1);
    while (run.wait_for_view()->frame.step < 1) continue;
    const auto whole = run.wait_for_view();
    EXPECT_EQ(whole->arrangement.grains.size(), whole->frame.grains.body.size());
    run.show_arrangement(false);
    const auto kind_alone = run.wait_for_view();
    EXPECT_EQ(kind_alone->arrangement.kind, BroadPhaseKind::hgrid);
    EXPECT_TRUE(kind_alone->arrangement.grains.empty());
    EXPECT_EQ(kind_alone->hash, whole->hash);
    run.show_arrangement(true);
    EXPECT_EQ(run.wait_for_view()->arrangement.grains.size(), whole->arrangement.grains.size());
}

}  // namespace
}  // namespace scree::engine
