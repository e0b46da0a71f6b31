// On the way to another moment, and when the memory does not suffice, the window says that what is
// seen is not the wanted moment.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <new>
#include <thread>

#include "render/window/words.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

using engine::LiveStatus;
using engine::LiveWay;
using ::testing::HasSubstr;

TEST(WayWords, SayWhereToAndHowFar) {
    EXPECT_EQ(way_text({100, 300}, 100, 0.01), "going to t = 3 s: 0 %");
    EXPECT_EQ(way_text({100, 300}, 226, 0.01), "going to t = 3 s: 63 %");
    EXPECT_EQ(way_text({100, 300}, 299, 0.01), "going to t = 3 s: 99 %");
    EXPECT_EQ(share_of({100, 300}, 50), 0.0);
    EXPECT_EQ(share_of({100, 300}, 301), 1.0);
    EXPECT_EQ(share_of({7, 7}, 7), 0.0);
}

TEST(MemoryWords, AreInMebibytes) {
    EXPECT_EQ(memory_text(std::size_t{312} << 20, std::size_t{1} << 30), "312 of 1024 MiB");
    EXPECT_EQ(memory_text(1000, std::size_t{64} << 20), "0 of 64 MiB");
    EXPECT_EQ(memory_text((3u << 19) + 1, 0), "2 of 0 MiB");
}

int brightness(std::uint32_t colour) {
    return static_cast<int>((colour >> 16 & 255u) + (colour >> 8 & 255u) + (colour & 255u));
}

class OnTheWay : public Watching {
public:
    /// Sets out for a time, and holds the run up on the way.
    void set_out(double time) {
        slow_down(*player_.live(), held_, gate_.get_future().share());
        viewer().go_to(time);
        pump([this] { return view().way.has_value(); });
        *held_ = true;
    }
    void let_pass() { gate_.set_value(); }

private:
    /// The run takes a millisecond for a step until it is held, so that it cannot arrive before.
    static void slow_down(engine::LiveRun& run, const std::shared_ptr<std::atomic<bool>>& held,
                          const std::shared_future<void>& there) {
        run.visit([&run, held, there](const auto&, const auto&) {
            if (*held) return there.wait();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            slow_down(run, held, there);
        });
    }

    std::promise<void> gate_;
    std::shared_ptr<std::atomic<bool>> held_ = std::make_shared<std::atomic<bool>>(false);
};

TEST_F(OnTheWay, TheSceneIsVeiled) {
    const Screenshot before = shoot();
    set_out(1.9);
    ASSERT_TRUE(viewer().way().has_value());
    EXPECT_EQ(viewer().way()->from, 0u);
    const Screenshot veiled = shoot();
    for (std::size_t row = 0; row < 5; ++row)  // they lie on the floor, and hardly move
        EXPECT_GT(brightness(veiled.at(pixels_of(row))),
                  brightness(before.at(pixels_of(row))) + 50);
    let_pass();
    pump([this] { return view().status == LiveStatus::paused; });
    EXPECT_FALSE(viewer().way().has_value());
    EXPECT_GE(view().frame.time, 1.9);
    const Screenshot after = shoot();
    for (std::size_t row = 0; row < 5; ++row)
        EXPECT_EQ(after.at(pixels_of(row)), before.at(pixels_of(row)));
    EXPECT_GT(view().history_bytes, 0u);
    EXPECT_EQ(view().history_budget, std::size_t{1} << 30);
}

TEST_F(OnTheWay, TheSliderStandsWhereOneGoes) {
    set_out(1.9);
    // What has been passed is darker than the rest; the grab is near the right end.
    const Screenshot veiled = shoot();
    let_pass();
    pump([this] { return view().status == LiveStatus::paused; });
    const Screenshot there = shoot();
    std::size_t different = 0;
    for (int x = 1100; x < 1270; ++x)
        different +=
            veiled.at({static_cast<double>(x), 774.0}) != there.at({static_cast<double>(x), 774.0});
    EXPECT_LE(different, 4u) << "the grab has moved";
}

TEST_F(OnTheWay, ASingleStepIsNone) {
    viewer().step(false);
    pump([this] { return view().frame.step == 1; });
    EXPECT_FALSE(viewer().way().has_value());
}

TEST_F(Watching, AFailureThatIsNotOfThePhysicsIsTold) {
    const Screenshot before = shoot();
    player_.live()->visit([](const auto&, const auto&) { throw std::bad_alloc(); });
    pump([this] { return view().status == LiveStatus::failed; });
    EXPECT_EQ(view().message, "out of memory");
    EXPECT_GT(shoot().red(400, 10, 1200, 70), before.red(400, 10, 1200, 70) + 100);
    viewer().go_to(0.01);
    pump([this] { return view().status == LiveStatus::paused && view().frame.time >= 0.01; });
}

/// A run that gives no views for a while.
class Unseen : public LivePlayer {
public:
    using LivePlayer::LivePlayer;
    std::unique_ptr<engine::LiveView> take() override {
        if (hidden) throw std::bad_alloc();
        return LivePlayer::take();
    }
    bool hidden = true;
};

TEST(ViewsThatCannotBeMade, AreToldAndWhatIsShownStays) {
    Unseen player(engine::load(dozen));
    Viewer viewer(player);
    EXPECT_THROW(viewer.refresh(0.0), std::bad_alloc);  // there is nothing to show
    player.hidden = false;
    while (viewer.frame_view() == nullptr) viewer.refresh(0.0);
    const FrameView* shown = viewer.frame_view();
    player.hidden = true;
    EXPECT_FALSE(viewer.refresh(1.0));
    EXPECT_EQ(viewer.frame_view(), shown);
    EXPECT_THAT(viewer.notice(1.0), HasSubstr("out of memory"));
    player.hidden = false;
    viewer.step(false);
    while (viewer.frame_view()->frame().step == 0) viewer.refresh(2.0);
}

/// A run that has no memory left for a while, which shows while a panel is being drawn.
class Short : public LivePlayer {
public:
    using LivePlayer::LivePlayer;
    double end() const override {
        if (is_short) throw std::bad_alloc();
        return LivePlayer::end();
    }
    bool is_short = false;
};

TEST(DrawingsThatCannotBeMade, AreToldAndTheWindowStays) {
    engine::TemporaryFolder folder;
    Screen::get();
    Short player(engine::load(dozen));
    WatchWindow window(player, {"dozen", folder.path()});
    while (window.viewer().frame_view() == nullptr) window.draw_frame();
    for (int k = 0; k < 3; ++k) {
        player.is_short = true;
        for (int frame = 0; frame < 3; ++frame) window.draw_frame();
        EXPECT_TRUE(window.is_open());
        EXPECT_THAT(window.viewer().notice(window.wall()), HasSubstr("out of memory"));
        player.is_short = false;
        window.viewer().step(false);
        const std::uint64_t step = window.viewer().frame_view()->frame().step;
        while (window.viewer().frame_view()->frame().step == step) window.draw_frame();
    }
}

}  // namespace
}  // namespace scree::window
