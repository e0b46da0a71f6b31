// Keys that are held, keys that can do nothing, and how far the wheel goes.

#include "render/window/keys.h"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "render/window/panels/inspector.h"
#include "render/window/replay.h"
#include "tests/cli/small_run.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

using engine::LiveStatus;
using ::testing::HasSubstr;

TEST_F(Watching, KeysThatAreHeldDoItOnce) {
    const auto hold = [this](const std::string& name, const std::function<bool()>& enough) {
        screen_.xdotool({"keydown", name});
        pump(enough);
        mouse({"keyup", name});
    };
    hold("period", [this] { return view().frame.step > 3; });  // this key repeats
    // Other keys do not repeat, however long they are held. Repeats would come after 0.7 s.
    double start = 0.0;
    const auto long_enough = [&] { return window_.wall() - start > 1.2; };
    const auto hold_long = [&](const std::string& name) {
        start = window_.wall();
        hold(name, long_enough);
    };
    hold_long("s");
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "dozen.png"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "dozen-2.png"));
    hold_long("v");
    key("v");
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("wrote"));
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "dozen.mp4"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "dozen-2.mp4"));
    point_at(viewer().camera().to_pixels({-0.2, 0.25}));
    hold_long("n");
    EXPECT_EQ(view().changes.size(), 1u);
    hold_long("1");
    EXPECT_TRUE(viewer().look().shows(Overlay::chains));
    const auto colour = viewer().colours().quantity();
    hold_long("c");
    key("C");
    EXPECT_EQ(viewer().colours().quantity(), colour);
    hold_long("w");
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "dozen-branch"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "dozen-branch-2"));
    hold_long("Escape");
    EXPECT_FALSE(viewer().look().panel);
    EXPECT_TRUE(window_.is_open());
}

TEST(KeysWithoutEffect, SayThatTheRunIsOver) {
    LivePlayer player(engine::load(dozen, {"run.duration=0.01"}));
    Viewer viewer(player);
    player.pause(false);
    while (!viewer.frame_view() || viewer.frame_view()->view().status != LiveStatus::over)
        viewer.refresh(0.0);
    EXPECT_EQ(viewer.notice(0.0), "");
    press(viewer, U' ');
    EXPECT_THAT(viewer.notice(0.0), HasSubstr("over"));
    // One can go on from an earlier moment.
    viewer.go_to(0.005);
    while (viewer.frame_view()->view().status != LiveStatus::paused) viewer.refresh(10.0);
    press(viewer, U' ');
    EXPECT_EQ(viewer.notice(10.0), "");
    while (viewer.frame_view()->view().status != LiveStatus::over) viewer.refresh(10.0);
}

class KeysInAReplay : public cli::SmallRun {};

TEST_F(KeysInAReplay, SayWhatTheyCannotDo) {
    EXPECT_EQ(scree({"run", scene(), "-o", path("whole"), "--quiet"}).exit_code, 0);
    Replay player(path("whole"));
    Viewer viewer(player);
    while (viewer.frame_view() == nullptr) {
        viewer.refresh(0.0);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    press(viewer, U'w');
    EXPECT_THAT(viewer.notice(0.0), HasSubstr("folder"));
    viewer.drop({640.0, 400.0}, 0.0);
    EXPECT_THAT(viewer.notice(0.0), HasSubstr("dropped"));
    press(viewer, U' ');
    viewer.refresh(20.0);
    EXPECT_EQ(viewer.notice(20.0), "");
}

TEST(Zoom, EndsAtAPartOfAGrainAndFarOutsideOfAll) {
    LivePlayer player(engine::load(dozen));
    Viewer viewer(player);
    while (viewer.frame_view() == nullptr) viewer.refresh(0.0);
    const auto seen = [&] {
        const Box box = viewer.camera().seen({1280.0, 800.0});
        return box.high.y - box.low.y;
    };
    const Vec2 grain = viewer.frame_view()->frame().grains.position[2];
    const double grain_size = viewer.frame_view()->bodies().usual_diameter();
    for (int k = 0; k < 200; ++k) viewer.zoom(1.25, viewer.camera().to_pixels(grain));
    EXPECT_NEAR(seen(), 1e-3 * grain_size, 1e-6 * grain_size);
    EXPECT_EQ(viewer.frame_view()->grain_at(viewer.camera().to_world({640.0, 400.0})).has_value(),
              true);
    for (int k = 0; k < 400; ++k) viewer.zoom(0.8, {640.0, 400.0});
    const Box extent = viewer.frame_view()->extent();
    EXPECT_NEAR(seen() / (1e4 * (extent.high.x - extent.low.x)), 1.0, 1e-9);
    const double far = seen();
    viewer.zoom(1.25, {640.0, 400.0});
    EXPECT_NEAR(seen(), far / 1.25, 1e-9 * far);
}

TEST_F(Watching, ThePanelOfAGrainSaysWhatGDoesNow) {
    const auto is_followed = [this] {
        const Vec2 middle = 0.5 * (viewer().camera().frame().low + viewer().camera().frame().high);
        return length(pixels_of(7) - middle) < 1e-6;
    };
    click(pixels_of(7));
    EXPECT_STREQ(follow_text(viewer()), "G follows it");
    key("g");
    EXPECT_TRUE(is_followed());
    EXPECT_STREQ(follow_text(viewer()), "followed; G ends it");
    key("g");
    EXPECT_STREQ(follow_text(viewer()), "G follows it");
    key("g");
    drag({700.0, 60.0}, {760.0, 90.0});  // the user moves the view
    EXPECT_FALSE(is_followed());
    EXPECT_STREQ(follow_text(viewer()), "G follows it");
    // While a grain is pulled the view does not move.
    point_at(pixels_of(7));
    mouse({"mousedown", "3"});
    ASSERT_TRUE(viewer().pull().has_value());
    EXPECT_STREQ(follow_text(viewer()), "G follows it once you let go");
    key("g");
    EXPECT_FALSE(is_followed());
    EXPECT_STREQ(follow_text(viewer()), "followed once you let go");
    mouse({"mouseup", "3"});
    EXPECT_TRUE(is_followed());
    EXPECT_STREQ(follow_text(viewer()), "followed; G ends it");
}

/// One grain falls from high above the others.
class WatchingAFall : public Watching {
public:
    WatchingAFall()
        : Watching(dozen, {"grains.chips.place.at=[[-0.15, 0.15], [-0.05, 0.15], [0.05, 0.15], "
                           "[0.15, 0.15], [0.0, 1.8]]"}) {}
};

TEST_F(WatchingAFall, FFitsWhatIsThereNowAlsoWhileItRuns) {
    const double wide = viewer().camera().scale();
    viewer().go_to(0.7);
    pump([this] { return view().frame.time >= 0.7 && !view().way; });
    viewer().set_pace(0.05);
    key("space");
    pump([this] { return viewer().is_running(); });
    EXPECT_LT(frame_view()->extent().high.y, 0.6);
    EXPECT_EQ(viewer().camera().scale(), wide);  // it does not zoom by itself
    key("f");
    ASSERT_TRUE(viewer().is_running());
    EXPECT_GT(viewer().camera().scale(), 1.5 * wide);
    const Box seen = viewer().camera().seen({1280.0, 800.0});
    EXPECT_LT(seen.high.y - seen.low.y,
              2.0 * (frame_view()->extent().high.y - frame_view()->extent().low.y));
    // From now on everything stays in view.
    viewer().restart();
    pump([this] { return view().frame.time < 0.2; });
    EXPECT_NEAR(viewer().camera().scale(), wide, 0.1 * wide);
}

}  // namespace
}  // namespace scree::window
