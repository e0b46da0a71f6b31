#include "render/window/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "engine/files/sealed_file.h"
#include "engine/run/run.h"
#include "render/window/viewer.h"
#include "tests/cli/small_run.h"

namespace scree::window {
namespace {

using engine::LiveStatus;

/// An undisturbed run of 31 frames, shown by a viewer without a window.
class Replaying : public cli::SmallRun {
public:
    Replaying() { EXPECT_EQ(scree({"run", scene(), "-o", path("whole"), "--quiet"}).exit_code, 0); }
};

/// The next view: frames are read on another thread.
bool next(Viewer& viewer) {
    const auto start = Replay::Clock::now();
    while (!viewer.refresh(0.0)) {
        if (Replay::Clock::now() - start > std::chrono::seconds(20)) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

TEST_F(Replaying, ShowsEveryFrameInItsTurn) {
    Replay replay(path("whole"));
    engine::TrajectoryReader reader(path("whole"));
    Viewer viewer(replay);
    for (std::uint64_t k = 0; k < reader.frames(); ++k) {
        ASSERT_TRUE(next(viewer));
        const engine::Frame frame = reader.read(k);
        EXPECT_EQ(viewer.frame_view()->frame().step, frame.step);
        EXPECT_EQ(viewer.frame_view()->frame().grains.position, frame.grains.position);
        for (const engine::BodyNumber grain : frame.grains.body)
            EXPECT_EQ(viewer.frame_view()->bodies().of(grain).shape.vertices,
                      reader.shape(grain).vertices);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_FALSE(viewer.refresh(0.0));  // nothing new
        viewer.step(false);
    }
    EXPECT_NEAR(replay.end(), 1.5, 1e-3);
    EXPECT_EQ(viewer.player().live(), nullptr);
}

TEST(ReplayOfAnotherVersion, ShowsItsFrames) {
    for (const char* version : {"0.1", "0.2"}) {
        const engine::TemporaryFolder folder;
        std::filesystem::copy(std::filesystem::path(SCREE_SOURCES) / "tests/folders" / version,
                              folder / "run", std::filesystem::copy_options::recursive);
        Replay replay(folder / "run");
        Viewer viewer(replay);
        ASSERT_TRUE(next(viewer)) << version;
        EXPECT_EQ(viewer.frame_view()->frame().grains.body.size(), 6u);
        EXPECT_NEAR(replay.end(), 0.12, 1e-3);
    }
}

TEST_F(Replaying, CurvesReachWhatIsShown) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    // All this happens at one moment of the wall clock.
    for (const double time : {0.5, 0.3, 5.0, 0.7}) {
        viewer.go_to(time);
        ASSERT_TRUE(next(viewer));
        const Series contacts = viewer.watched().series("contacts");
        const engine::Frame& frame = viewer.frame_view()->frame();
        EXPECT_EQ(std::ranges::count(contacts.times, frame.time), 1) << time;
        EXPECT_EQ(contacts.at(frame.time), static_cast<double>(frame.contacts.pair.size()));
        EXPECT_EQ(contacts.at(frame.time + 1e-6), contacts.at(frame.time));
    }
    const Series contacts = viewer.watched().series("contacts");
    EXPECT_EQ(contacts.at(1e9), contacts.values.back());
    EXPECT_TRUE(std::isnan(contacts.at(-1e-9)));
    EXPECT_EQ((Series{"", "", {1.0, 2.0}, {5.0, 6.0}}).at(1.999), 5.0);
}

TEST_F(Replaying, TheLastFrameIsSampledAlsoInPassing) {
    std::filesystem::remove(path("whole") + "/series.csv");
    Replay replay(path("whole"));
    Viewer viewer(replay);
    ASSERT_TRUE(next(viewer));
    viewer.set_pace(10.0);
    viewer.toggle_pause();
    for (const auto start = std::chrono::steady_clock::now();
         viewer.frame_view()->view().status != LiveStatus::over; viewer.refresh(0.0))
        ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    EXPECT_EQ(viewer.watched().series(0).times.back(), replay.end());
    EXPECT_LE(viewer.watched().samples(), 3u);  // other moments are not sampled
}

TEST_F(Replaying, SaysWhyThereAreNoCurves) {
    const std::string file = path("whole") + "/series.csv";
    {
        Replay replay(path("whole"));
        Viewer viewer(replay);
        ASSERT_TRUE(next(viewer));
        EXPECT_EQ(viewer.notice(0.0), "");
    }
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    Replay replay(path("whole"));
    Viewer viewer(replay);
    ASSERT_TRUE(next(viewer));
    EXPECT_THAT(viewer.notice(0.0),
                testing::HasSubstr("There are no curves: " + file + ": damaged"));
}

TEST_F(Replaying, TwoWishesAtOnceAreBothHeard) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    ASSERT_TRUE(next(viewer));
    viewer.toggle_pause();
    ASSERT_TRUE(next(viewer));
    ASSERT_TRUE(viewer.is_running());
    viewer.toggle_pause();
    viewer.toggle_pause();
    ASSERT_TRUE(next(viewer));
    EXPECT_TRUE(viewer.is_running());
    viewer.toggle_pause();
    ASSERT_TRUE(next(viewer));
    EXPECT_FALSE(viewer.is_running());
    viewer.toggle_pause();
    viewer.step(false);
    viewer.toggle_pause();  // a step pauses the run
    ASSERT_TRUE(next(viewer));
    EXPECT_TRUE(viewer.is_running());
}

TEST_F(Replaying, GoesToAnyTime) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    for (const double time : {1.0, 0.2, 0.72, 0.0, 5.0}) {
        viewer.go_to(time);
        ASSERT_TRUE(next(viewer));
        const double shown = viewer.frame_view()->frame().time;
        EXPECT_LE(shown, std::min(time, replay.end()) + 1e-9);
        EXPECT_GT(shown, std::min(time, replay.end()) - 0.06);
        // Grains that came and went in between are known on the way back.
        for (const engine::BodyNumber grain : viewer.frame_view()->frame().grains.body)
            EXPECT_FALSE(viewer.frame_view()->bodies().of(grain).name.empty());
    }
    engine::TrajectoryReader reader(path("whole"));
    viewer.go_to(reader.read(10).time);
    ASSERT_TRUE(next(viewer));
    EXPECT_EQ(viewer.frame_view()->frame().step, reader.read(10).step);
    viewer.step(true);
    ASSERT_TRUE(next(viewer));
    EXPECT_EQ(viewer.frame_view()->frame().step, reader.read(9).step);
    viewer.restart();
    ASSERT_TRUE(next(viewer));
    EXPECT_EQ(viewer.frame_view()->frame().step, 0u);
    viewer.go_to(-1.0);
    ASSERT_TRUE(next(viewer));
    EXPECT_EQ(viewer.frame_view()->frame().step, 0u);
}

/// The value of each grain that is shown, by its number.
std::map<engine::BodyNumber, double> values_of(Viewer& viewer) {
    std::map<engine::BodyNumber, double> values;
    const auto& grains = viewer.frame_view()->frame().grains.body;
    for (std::size_t row = 0; row < grains.size(); ++row)
        values[grains[row]] = viewer.colours().value_of_grain(row);
    return values;
}

TEST_F(Replaying, RotationCountsFromTheFirstFrameOfAGrain) {
    engine::TrajectoryReader reader(path("whole"));
    std::map<engine::BodyNumber, double> first;
    engine::Frame frame;
    for (std::uint64_t k = 0; k < reader.frames(); ++k) {
        frame = reader.read(k);
        for (std::size_t row = 0; row < frame.grains.body.size(); ++row)
            first.try_emplace(frame.grains.body[row], frame.grains.angle[row]);
    }
    std::map<engine::BodyNumber, double> expected;
    double largest = 0.0;
    for (std::size_t row = 0; row < frame.grains.body.size(); ++row) {
        const engine::BodyNumber grain = frame.grains.body[row];
        expected[grain] = frame.grains.angle[row] - first.at(grain);
        largest = std::max(largest, std::abs(expected[grain]));
    }
    ASSERT_GT(largest, 0.1);

    Replay at_once(path("whole"));
    at_once.go_to(1e9);
    Viewer straight(at_once);
    straight.choose_colour(Quantity::rotation);
    ASSERT_TRUE(next(straight));
    ASSERT_EQ(straight.frame_view()->frame().step, frame.step);
    EXPECT_EQ(values_of(straight), expected);

    Replay replay(path("whole"));
    Viewer viewer(replay);
    viewer.choose_colour(Quantity::rotation);
    for (const double time : {0.9, 0.4, 1.2, 0.0, 0.7, 1e9}) {
        viewer.go_to(time);
        ASSERT_TRUE(next(viewer));
    }
    EXPECT_EQ(values_of(viewer), expected);
}

TEST_F(Replaying, TheLastOfManyWishesIsSeenNext) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    ASSERT_TRUE(next(viewer));
    for (int k = 0; k < 200; ++k) viewer.go_to(1.5 * (k % 31) / 30.0);
    viewer.go_to(0.6);
    ASSERT_TRUE(next(viewer));
    EXPECT_NEAR(viewer.frame_view()->frame().time, 0.6, 0.06);
    // And no grain was forgotten on the way.
    viewer.go_to(1e9);
    ASSERT_TRUE(next(viewer));
    for (const engine::BodyNumber grain : viewer.frame_view()->frame().grains.body)
        EXPECT_FALSE(viewer.frame_view()->bodies().of(grain).name.empty());
}

/// The segment that a moment lies in: each is as long as the others.
std::filesystem::path segment_at(const std::string& folder, double time) {
    std::vector<std::filesystem::path> segments;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/trajectory"))
        segments.push_back(entry.path());
    std::ranges::sort(segments);
    return segments[static_cast<std::size_t>(time / 1.5 * static_cast<double>(segments.size()))];
}

TEST_F(Replaying, OneDamagedSegmentIsNotTheEnd) {
    // After the rain: shapes are in the segments in which grains came.
    std::filesystem::resize_file(segment_at(path("whole"), 1.15), 1000);
    Replay replay(path("whole"));
    Viewer viewer(replay);
    ASSERT_TRUE(next(viewer));
    int failed = 0;
    int seen = 0;
    for (int k = 0; k <= 30; ++k) {
        const double time = 0.05 * k + 0.001;
        viewer.go_to(time);
        ASSERT_TRUE(next(viewer));
        const engine::LiveView& view = viewer.frame_view()->view();
        if (view.status == LiveStatus::failed) {
            ++failed;
            EXPECT_THAT(view.message, ::testing::HasSubstr("trajectory/"));
            EXPECT_LT(view.frame.time, time - 0.04);  // the last that could be read
            EXPECT_FALSE(view.frame.grains.body.empty());
        } else {
            ++seen;
            EXPECT_THAT(view.message, ::testing::IsEmpty());
            EXPECT_NEAR(view.frame.time, time, 0.002);
        }
    }
    EXPECT_EQ(failed, 2);  // frames in a segment
    EXPECT_EQ(seen, 29);
    EXPECT_EQ(viewer.frame_view()->frame().time, replay.end());
    EXPECT_THROW(replay.check(), engine::FileError);
}

TEST_F(Replaying, PlaysUpToADamagedSegmentAndStandsThere) {
    std::filesystem::resize_file(segment_at(path("whole"), 1.15), 1000);
    Replay replay(path("whole"));
    Viewer viewer(replay);
    ASSERT_TRUE(next(viewer));
    EXPECT_NO_THROW(replay.check());
    viewer.set_pace(10.0);
    viewer.toggle_pause();
    while (viewer.frame_view()->view().status != LiveStatus::failed) ASSERT_TRUE(next(viewer));
    EXPECT_GT(viewer.frame_view()->frame().time, 0.5);
    EXPECT_FALSE(viewer.is_running());
    viewer.restart();
    ASSERT_TRUE(next(viewer));
    EXPECT_EQ(viewer.frame_view()->frame().step, 0u);
    EXPECT_NE(viewer.frame_view()->view().status, LiveStatus::failed);
}

TEST_F(Replaying, AFolderInWhichNothingCanBeReadIsRefused) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(path("whole")) / "trajectory"))
        std::filesystem::resize_file(entry.path(), 1000);
    Replay replay(path("whole"));
    Viewer viewer(replay);
    EXPECT_THROW(next(viewer), engine::FileError);
    EXPECT_THROW(replay.check(), engine::FileError);
}

TEST_F(Replaying, ARunThatGoesOnIsSeenToGrow) {
    const std::string part = path("part");
    ASSERT_EQ(scree({"run", scene(), "-o", part, "--quiet", "--set", "run.duration=0.5"}).exit_code,
              0);
    Replay replay(part);
    Viewer viewer(replay);
    viewer.go_to(1e9);
    ASSERT_TRUE(next(viewer));
    ASSERT_NEAR(viewer.frame_view()->frame().time, 0.5, 0.051);
    const double before = replay.end();
    viewer.toggle_pause();
    viewer.toggle_pause();
    ASSERT_TRUE(next(viewer));
    ASSERT_EQ(scree({"resume", part, "--quiet", "--duration", "1.5"}).exit_code, 0);
    const auto start = Replay::Clock::now();
    while (replay.end() < 1.49) {
        ASSERT_LT(Replay::Clock::now() - start, std::chrono::seconds(20));
        viewer.refresh(0.0);
    }
    EXPECT_LT(before, 0.6);
    viewer.go_to(1e9);
    while (viewer.frame_view()->frame().time < replay.end()) ASSERT_TRUE(next(viewer));
    engine::TrajectoryReader reader(path("whole"));
    const engine::Frame last = reader.read(reader.frames() - 1);
    EXPECT_EQ(viewer.frame_view()->frame().step, last.step);
    EXPECT_EQ(viewer.frame_view()->frame().grains.position, last.grains.position);
    EXPECT_GT(viewer.watched().series("gravity").times.back(), 1.49);  // the curves, too
}

TEST_F(Replaying, PlaysToTheEndAndThenAgain) {
    Replay replay(path("whole"));
    Viewer viewer(replay);
    replay.set_pace(20.0);
    replay.pause(false);
    const auto start = Replay::Clock::now();
    do {
        viewer.refresh(0.0);
        ASSERT_LT(Replay::Clock::now() - start, std::chrono::seconds(20));
    } while (viewer.frame_view() == nullptr ||
             viewer.frame_view()->view().status != LiveStatus::over);
    EXPECT_EQ(viewer.frame_view()->frame().time, replay.end());
    viewer.toggle_pause();
    ASSERT_TRUE(next(viewer));
    EXPECT_LT(viewer.frame_view()->frame().time, replay.end());
    // A run from a folder cannot be changed.
    viewer.change(engine::ChangeGravity{{1.0, 0.0}});
    viewer.drop({700.0, 100.0}, 0.0);
    viewer.grab({700.0, 100.0});
    EXPECT_FALSE(viewer.pull().has_value());
}

}  // namespace
}  // namespace scree::window
