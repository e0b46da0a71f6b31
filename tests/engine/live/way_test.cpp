// What is seen of a run on its way to another moment.

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>

#include "engine/live/run.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

std::unique_ptr<LiveView> stand(LiveRun& run) {
    for (;;) {
        auto view = run.wait_for_view();
        if (view->status != LiveStatus::running) return view;
    }
}

/// What is seen when wishes were heard, before the run has gone far: it is held up until all were
/// told, and the view was asked for.
std::unique_ptr<LiveView> at_once(LiveRun& run, const std::function<void()>& wishes) {
    std::promise<void> told;
    run.visit([all = told.get_future().share()](const auto&, const auto&) { all.wait(); });
    wishes();
    run.ask();
    told.set_value();
    for (;;)
        if (auto view = run.take()) return view;
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
    expect_way(*at_once(run, [&] { run.go_to(900); }), 0, 900);
    EXPECT_FALSE(stand(run)->way.has_value());
    expect_way(*at_once(run, [&] { run.go_to(899); }), 0, 899);
    stand(run);
    const auto a_little_further = [&] {
        run.go_to(899);
        run.step_once();  // the same way
    };
    run.go_to(900);
    stand(run);
    expect_way(*at_once(run, a_little_further), 0, 900);
    run.pause(true);
    EXPECT_FALSE(stand(run)->way.has_value());
    run.pause(false);  // the run goes on without a destination
    EXPECT_FALSE(run.wait_for_view()->way.has_value());
}

}  // namespace
}  // namespace scree::engine
