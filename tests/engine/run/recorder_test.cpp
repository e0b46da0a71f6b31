#include "engine/run/recorder.h"

#include <gtest/gtest.h>

#include "engine/files/sealed_file.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

using std::chrono::milliseconds;

/// A small scene whose own checkpoints are an hour apart, recorded by a clock that the test moves.
class WallTime : public testing::Test {
protected:
    void pass(milliseconds time) {
        now_ += time;
        live_.step();
        recorder_.record();
    }

    /// The step of the last checkpoint; 0 where there is none, or where it is of the beginning.
    std::uint64_t checkpoint_step() const {
        if (!folder_.folder().contains(RunFolder::checkpoint)) return 0;
        return decode_checkpoint(read_sealed(folder_.folder(), RunFolder::checkpoint))
            .live.snapshot.steps;
    }

    TemporaryFolder parent_;
    RunFolder folder_ = RunFolder::create(parent_ / "run", false);
    World live_{load(small_scene, {"output.every.checkpoint=3600", "run.duration=7200"})};
    ShapeBook shapes_{live_.simulation().walls().all()};
    RunRecorder::Clock::time_point now_{};
    RunRecorder recorder_{folder_, live_, shapes_, OutputState{}, [this] { return now_; }};
};

TEST_F(WallTime, BringsACheckpointEveryMinute) {
    EXPECT_EQ(between_checkpoints, std::chrono::minutes{1});
    recorder_.record();
    pass(milliseconds{59'999});
    EXPECT_EQ(checkpoint_step(), 0u);
    pass(milliseconds{1});
    EXPECT_EQ(checkpoint_step(), 2u);
    pass(milliseconds{59'999});
    EXPECT_EQ(checkpoint_step(), 2u);
    pass(milliseconds{100'000});  // one, however late
    EXPECT_EQ(checkpoint_step(), 4u);
    pass(milliseconds{59'999});
    EXPECT_EQ(checkpoint_step(), 4u);
}

TEST_F(WallTime, CountsFromTheLastCheckpointOfAnyKind) {
    recorder_.record();
    pass(milliseconds{30'000});
    recorder_.write_checkpoint();
    EXPECT_EQ(checkpoint_step(), 1u);
    pass(milliseconds{59'999});
    EXPECT_EQ(checkpoint_step(), 1u);
    pass(milliseconds{1});
    EXPECT_EQ(checkpoint_step(), 3u);
}

TEST_F(WallTime, IsThatOfTheWholeRun) {
    pass(milliseconds{1'500});
    EXPECT_DOUBLE_EQ(recorder_.wall_seconds(), 1.5);
    recorder_.write_checkpoint();
    const auto output =
        decode_checkpoint(read_sealed(folder_.folder(), RunFolder::checkpoint)).output;
    EXPECT_DOUBLE_EQ(output.wall_seconds, 1.5);
    const RunRecorder later(folder_, live_, shapes_, output, [this] { return now_; });
    now_ += milliseconds{500};
    EXPECT_DOUBLE_EQ(later.wall_seconds(), 2.0);
}

}  // namespace
}  // namespace scree::engine
