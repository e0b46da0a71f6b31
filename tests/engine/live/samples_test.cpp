// What curves are drawn from, taken by a live run itself.

#include "engine/live/samples.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/trigger.h"
#include "engine/live/run.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

Scene falling(std::vector<std::string> more = {}) {
    std::vector<std::string> sets{"run.threads=1", "run.duration=0.3"};
    sets.insert(sets.end(), more.begin(), more.end());
    return load(small_scene, sets);
}

std::vector<LiveSample> samples_up_to(LiveRun& run, std::uint64_t step) {
    std::vector<LiveSample> all;
    run.go_to(step);
    for (;;) {
        const auto view = run.wait_for_view();
        all.insert(all.end(), view->samples.begin(), view->samples.end());
        if (view->status != LiveStatus::running) return all;
    }
}

TEST(LiveSamples, AreThoseOfTheRunAtEvenDistances) {
    const Scene scene = falling();
    LiveRun run(scene);
    const std::vector<LiveSample> samples = samples_up_to(run, run.last_step());
    ASSERT_GT(samples.size(), 20u);
    World live(scene);
    const std::uint64_t period = samples[0].step;
    for (std::size_t k = 0; k < samples.size(); ++k) {
        EXPECT_EQ(samples[k].step, (k + 1) * period);
        while (live.simulation().steps() < samples[k].step) live.step();
        EXPECT_EQ(samples[k].time, live.simulation().time());
        EXPECT_EQ(samples[k].ledger.kinetic, live.simulation().ledger().kinetic);
        EXPECT_EQ(samples[k].ledger.elastic_normal, live.simulation().ledger().elastic_normal);
        EXPECT_EQ(samples[k].contacts, static_cast<double>(live.touching_contacts()));
        EXPECT_EQ(std::isnan(samples[k].unbalanced), !live.unbalanced_force().has_value());
    }
    EXPECT_LT(static_cast<double>(run.last_step() - samples.back().step),
              static_cast<double>(period));
}

TEST(LiveSamples, AreNoMoreThanCurvesNeed) {
    World live(falling({"output.every.series=1e-7"}));
    LiveSamples some(live);
    std::vector<LiveSample> samples;
    for (int k = 0; k < 20'000 && !live.over(); ++k) {
        live.step();
        some.note(live);
    }
    some.give(samples);
    EXPECT_GT(samples.size(), 20u);
    EXPECT_LE(samples.size(), 1000u);
    for (std::size_t k = 1; k < samples.size(); ++k)
        EXPECT_GE(samples[k].step, samples[k - 1].step + 4);
    std::vector<LiveSample> none;
    some.give(none);
    EXPECT_TRUE(none.empty());
}

TEST(LiveSamples, OfAnotherWayAreForgotten) {
    World live(falling());
    LiveSamples some(live);
    for (int k = 0; k < 2000; ++k) {
        live.step();
        some.note(live);
    }
    some.forget_after(1000);
    std::vector<LiveSample> samples;
    some.give(samples);
    ASSERT_FALSE(samples.empty());
    EXPECT_LE(samples.back().step, 1000u);
}

/// A scene that measures what needs every step.
Scene measured_at_every_step() {
    std::string text = small_scene;
    text.insert(text.find("[[grains]]"), R"([output.every]
series = 0.02
[[measure]]
name = "load"
kind = "wall_load"
wall = "floor"
[[measure]]
name = "contacts"
kind = "coordination"
[[measure]]
name = "rain"
kind = "flow"
line = [[-1.0, 0.3], [1.0, 0.3]]
)");
    return load(text, {"run.threads=1", "run.duration=0.5"});
}

TEST(LiveSamples, ViewsHaveTheMeansThatARowWouldHave) {
    const Scene scene = measured_at_every_step();
    LiveRun run(scene);
    World live(scene);
    const double period = 0.02;
    // At a row the mean is since the row before; then a few steps later since that row.
    for (const std::uint64_t more : {0u, 7u}) {
        const std::uint64_t row = first_step_at(20 * period, run.dt());
        const std::uint64_t since = more > 0 ? row : first_step_at(19 * period, run.dt());
        while (live.simulation().steps() < since) live.step();
        const std::vector<double> before = live.step_sums().numbers();
        while (live.simulation().steps() < row + more) live.step();
        const auto expected =
            step_means(scene.measures, before, live.step_sums().numbers(), run.dt());
        run.go_to(row + more);
        auto view = run.wait_for_view();
        while (view->status == LiveStatus::running) view = run.wait_for_view();
        ASSERT_EQ(view->frame.step, row + more);
        ASSERT_EQ(view->step_means.size(), 3u);
        ASSERT_EQ(view->step_means[0].pushes.size(), 1u);
        EXPECT_EQ(view->step_means[0].pushes[0].force, expected[0].pushes[0].force);
        EXPECT_EQ(view->step_means[0].pushes[0].torque, expected[0].pushes[0].torque);
        EXPECT_TRUE(view->step_means[1].pushes.empty());
        EXPECT_FALSE(view->step_means[1].crossed);
        ASSERT_TRUE(view->step_means[2].crossed);
        EXPECT_EQ(view->step_means[2].crossed->seconds, expected[2].crossed->seconds);
        EXPECT_EQ(view->step_means[2].crossed->crossed.mass_forward,
                  expected[2].crossed->crossed.mass_forward);
    }
    // Something was there to be summed.
    EXPECT_NE(live.step_sums().numbers()[2], 0.0);
}

}  // namespace
}  // namespace scree::engine
