// What curves are drawn from, taken by a live run itself.

#include "engine/live/samples.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace scree::engine
