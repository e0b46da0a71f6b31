// What is seen of a run on its way to another moment.

#include <gtest/gtest.h>

#include <chrono>

#include "engine/live_run.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

std::unique_ptr<LiveView> stand(LiveRun& run) {
    for (;;) {
        auto view = run.wait_for_view();
        if (view->status != LiveStatus::running) return view;
    }
}

/// Only the first state is kept, so that every way back is a long one.
constexpr LiveMemory sparse{std::size_t{1} << 30, std::chrono::hours(1)};

TEST(LiveWay, ToAnotherMomentIsToldAsSuch) {
    LiveRun run(load(small_scene, {"run.threads=1"}), sparse);
    const auto expect_way = [&](const LiveView& view, std::uint64_t from, std::uint64_t to) {
        ASSERT_TRUE(view.way.has_value());
        EXPECT_EQ(view.way->from, from);
        EXPECT_EQ(view.way->to, to);
        EXPECT_GE(view.frame.step, from);
        EXPECT_LT(view.frame.step, to);
        EXPECT_FALSE(view.hash.has_value());
    };
    EXPECT_FALSE(run.wait_for_view()->way.has_value());
    run.go_to(900);
    expect_way(*run.wait_for_view(), 0, 900);
    EXPECT_FALSE(stand(run)->way.has_value());
    run.go_to(899);
    expect_way(*run.wait_for_view(), 0, 899);
    run.step_once();  // a little further: the same way
    expect_way(*run.wait_for_view(), 0, 900);
    run.pause(true);
    EXPECT_FALSE(stand(run)->way.has_value());
    run.pause(false);  // goes on, to no place
    EXPECT_FALSE(run.wait_for_view()->way.has_value());
}

}  // namespace
}  // namespace scree::engine
