// Walls under load and stages in the window: what is said of them, what hands can do to them, and
// going back over it.

#include <gmock/gmock.h>

#include <cmath>
#include <set>
#include <thread>

#include "engine/run/summary.h"
#include "render/window/replay.h"
#include "render/window/stages.h"
#include "tests/cli/process.h"
#include "tests/engine/loaded_scene.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

using engine::LiveStages;
using engine::LiveStatus;
using ::testing::HasSubstr;

constexpr std::uint32_t lid = 1;

TEST(StageWords, SayWhichAndHowLong) {
    const engine::Scene scene = engine::load(engine::loaded_scene);
    EXPECT_EQ(stage_text(scene, 1), "shear, 2 of 3");
    EXPECT_EQ(lasting_text(scene, {1, {0.0, 0.08}, false, 0.28}, 0.12), "0.04 s of 0.1 s");
    EXPECT_EQ(lasting_text(scene, {0, {0.0}, false, 0.3}, 0.05), "0.05 s of 0.1 s at most");
}

TEST(StageWords, SayWhatEndsAStage) {
    const auto text = [](const std::string& until) {
        const engine::Scene scene =
            engine::load(engine::loaded_scene, {"stage.compact.until=" + until});
        return end_text(scene, 0);
    };
    const engine::Scene scene = engine::load(engine::loaded_scene);
    EXPECT_EQ(end_text(scene, 0), "unbalanced force 1e-09");
    EXPECT_EQ(end_text(scene, 1), "");
    EXPECT_EQ(text("{ wall = \"lid\", displacement = 0.01 }"), "`lid` has moved 10 mm");
}

TEST(StageMarks, AreWhereStagesHaveBegunOrWillBegin) {
    const engine::Scene scene = engine::load(engine::loaded_scene);
    const auto marks = stage_marks(scene, {0, {0.0, 0.04}, false, 0.24});
    ASSERT_EQ(marks.size(), 3u);
    EXPECT_EQ(marks[1].name, "shear");
    EXPECT_EQ(marks[1].time, 0.04);
    EXPECT_FALSE(marks[1].is_expected);
    EXPECT_DOUBLE_EQ(marks[2].time, 0.14);
    EXPECT_TRUE(marks[2].is_expected);
    EXPECT_EQ(stage_marks(scene, {1, {0.0, 0.04}, false, 0.0}).size(), 2u) << "of a folder";
    EXPECT_TRUE(stage_marks(scene, {}).empty());
    EXPECT_TRUE(stage_marks(engine::load(dozen), {0, {0.0}, false, 2.0}).empty());
}

/// The panel with the settings for hands is open.
class Loaded : public Watching {
public:
    Loaded() : Watching(engine::loaded_scene) {
        click(control("View"));  // makes room
        click(control("Walls"));
        click(control("Plots"));
        click(control("Hands on"));
    }
    std::optional<std::uint64_t> hash_at(double time) {
        viewer().go_to(time);
        pump([&] {
            return std::abs(view().frame.time - time) < player_.live()->dt() &&
                   view().status != LiveStatus::running;
        });
        return view().hash;
    }
    std::optional<std::uint64_t> hash_at_end() {
        viewer().go_to(1.0);
        pump([&] { return view().status == LiveStatus::over; });
        return view().hash;
    }
    double load() { return view().parameters.loads[lid]->target; }
    /// Which of these controls there are now. The pointer is moved over the whole panel.
    std::set<std::string> shown_of(const std::vector<std::string>& labels) {
        ImGuiWindow* const panel = ImGui::FindWindowByName("scree");
        std::set<ImGuiID> hovered;
        window_.window().setFramerateLimit(0);
        for (float y = 6.0f; y < panel->Size.y; y += 12.0f)
            for (float x = 18.0f; x < panel->Size.x; x += 160.0f) {
                ImGui::GetIO().MousePos = {panel->Pos.x + x, panel->Pos.y + y};
                pump(1);
                hovered.insert(ImGui::GetCurrentContext()->HoveredId);
            }
        window_.window().setFramerateLimit(60);
        std::set<std::string> shown;
        for (const std::string& label : labels)
            if (hovered.contains(panel->GetID(label.c_str()))) shown.insert(label);
        return shown;
    }
};

TEST_F(Loaded, ALoadHasASlider) {
    const Vec2 slider = control("##loadlid");
    const auto untouched = hash_at(0.05);
    hash_at(0.02);
    drag(slider, {1000.0, slider.y});
    pump([this] { return !view().changes.empty(); });
    EXPECT_EQ(load(), 450.0) << "three times the largest of the scene";
    ASSERT_EQ(view().changes.size(), 1u);
    EXPECT_EQ(std::get<engine::ChangeLoad>(view().changes[0].change).wall, lid);
    const auto changed = hash_at(0.05);
    EXPECT_NE(changed, untouched);
    hash_at(0.01);
    EXPECT_EQ(load(), 100.0);
    EXPECT_EQ(hash_at(0.05), changed);
}

TEST_F(Loaded, ALoadThatCannotBeIsRefused) {
    const Vec2 slider = control("##loadlid");
    const auto type = [&](const std::string& text) {
        point_at(slider);
        screen_.xdotool({"keydown", "ctrl"});
        pump(3);
        mouse({"click", "1"});
        screen_.xdotool({"keyup", "ctrl"});
        pump(3);
        for (const char digit : text) {
            screen_.xdotool({"type", std::string(1, digit)});
            pump(3);
        }
        key("Return");
    };
    type("1e999");
    pump([this] { return !view().message.empty(); });
    EXPECT_EQ(view().message, "the load of a wall must be finite");
    EXPECT_EQ(viewer().notice(window_.wall()), view().message);
    EXPECT_TRUE(view().changes.empty()) << "what is typed counts when it is complete";
    for (const char* text : {"12", "1234.5"}) type(text);
    pump([this] { return load() == 1234.5; });
    EXPECT_EQ(view().message, "");
    EXPECT_EQ(view().changes.size(), 1u) << "in one step the last counts";
}

TEST_F(Loaded, AStageIsEndedByAButton) {
    const auto untouched = hash_at(0.08);
    hash_at(0.05);
    click(control("###end stage"));
    pump([this] { return view().stages.is_ending; });
    EXPECT_EQ(view().changes.size(), 1u);
    EXPECT_TRUE(shown_of({"###end stage"}).empty()) << "it is ending already";
    viewer().step(false);
    pump([this] { return view().stages.now == 1; });
    EXPECT_NEAR(view().stages.begins[1], 0.05, 1e-3);
    EXPECT_LT(player_.end(), 0.26);
    const auto ended = hash_at(0.08);
    EXPECT_NE(ended, untouched);
    hash_at(0.02);
    EXPECT_EQ(view().stages.now, 0u);
    EXPECT_EQ(hash_at(0.08), ended);
}

TEST_F(Loaded, ControlsAreThereOnlyWhereTheyMakeSense) {
    const std::vector<std::string> all{"##loadfloor", "##loadlid", "##loadram",   "##wallfloor",
                                       "##walllid",   "##wallram", "###end stage"};
    using Shown = std::set<std::string>;
    EXPECT_EQ(shown_of(all), (Shown{"##loadlid", "##wallram", "###end stage"}));
    hash_at(0.15);  // the lid shears, and the ram is away
    EXPECT_EQ(shown_of(all), (Shown{"##loadlid", "##walllid", "###end stage"}));
    hash_at(0.25);  // this stage is the last
    EXPECT_EQ(shown_of(all), (Shown{"##loadlid", "##wallram"}));
}

TEST_F(Loaded, ASavedRunGoesOnToTheSameBits) {
    hash_at(0.03);
    viewer().change(engine::ChangeLoad{lid, 140.0});
    viewer().change(engine::ChangeGravity{{0.2, -1.0}});
    hash_at(0.06);
    viewer().change(engine::EndStage{});
    pump([this] { return view().stages.is_ending; });
    click(control("Save this run"));
    pump([&] { return !viewer().notice(window_.wall()).empty(); });
    SCOPED_TRACE(viewer().notice(window_.wall()));
    const auto branch = folder_.path() / "dozen-branch";
    const auto end = hash_at_end();
    ASSERT_TRUE(end.has_value());
    const cli::Outcome resumed = cli::run({SCREE_PROGRAM, "resume", branch, "--quiet"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_THAT(engine::read_scene(branch / "summary.json"), HasSubstr(engine::hash_text(*end)));
    EXPECT_THAT(engine::read_scene(branch / "log.txt"), HasSubstr("load on lid 140 N/m"));
}

TEST_F(Watching, NothingIsSeenOfStagesInASceneWithoutThem) {
    click(control("View"));
    click(control("Hands on"));
    EXPECT_THROW(control("###end stage"), std::invalid_argument);
    EXPECT_TRUE(stage_marks(player_.scene(), view().stages).empty());
    EXPECT_TRUE(view().news.empty());
}

/// A viewer without a window.
void wait(Viewer& viewer, const std::function<bool()>& holds, int line = __builtin_LINE()) {
    const auto start = std::chrono::steady_clock::now();
    while (viewer.frame_view() == nullptr || !holds()) {
        viewer.refresh(0.0);
        ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20))
            << "in line " << line;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

TEST(WatchedWalls, HaveCurvesAndFacts) {
    LivePlayer player(engine::load(engine::loaded_scene));
    Viewer viewer(player);
    wait(viewer, [] { return true; });
    viewer.go_to(1.0);
    wait(viewer, [&] { return viewer.frame_view()->view().status == LiveStatus::over; });
    const Series borne = viewer.watched().series("lid: borne");
    const Series load = viewer.watched().series("lid: load");
    EXPECT_EQ(borne.unit, "N");
    EXPECT_EQ(viewer.watched().series("lid: displacement").unit, "m");
    EXPECT_GT(borne.values.size(), 40u);
    const double end = viewer.frame_view()->frame().time;
    const engine::WallLoading& now = *viewer.frame_view()->view().parameters.loads[lid];
    EXPECT_EQ(load.at(end), now.force);
    EXPECT_EQ(borne.at(end), now.borne);
    EXPECT_NEAR(load.at(0.09), 0.2 * 100.0, 1e-9);
    EXPECT_NEAR(load.at(0.19), 0.2 * 150.0, 1e-9);
    EXPECT_NEAR(viewer.frame_view()->walls()[lid].force.y, now.borne, 1e-9);
    // What the scene measures in one stage is not known in others.
    const Series fraction = viewer.watched().series("density: fraction");
    EXPECT_TRUE(std::isnan(fraction.at(end)));
    viewer.go_to(0.15);
    wait(viewer, [&] { return viewer.frame_view()->view().stages.now == 1; });
    wait(viewer, [&] { return viewer.frame_view()->view().status == LiveStatus::paused; });
    EXPECT_GT(viewer.watched().series("density: fraction").at(viewer.frame_view()->frame().time),
              0.3);
    EXPECT_FALSE(viewer.frame_view()->walls()[2].is_there);
    EXPECT_NEAR(viewer.frame_view()->walls()[lid].velocity.x, 0.1, 1e-9);
    for (const char* term : {"kinetic, walls", "load work", "damping, walls", "stops and limits"})
        EXPECT_NO_THROW(viewer.watched().series(term)) << term;
    EXPECT_NE(viewer.watched().series("load work").at(0.15), 0.0);
}

class ReplayOfStages : public ::testing::Test {
public:
    ReplayOfStages() {
        std::ofstream(folder_ / "scene.toml") << engine::loaded_scene;
        const cli::Outcome outcome = cli::run(
            {SCREE_PROGRAM, "run", folder_ / "scene.toml", "-o", folder_ / "run", "--quiet"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    engine::TemporaryFolder folder_;
};

TEST_F(ReplayOfStages, TellsStagesAndWalls) {
    Replay replay(folder_ / "run");
    Viewer viewer(replay);
    const auto view_at = [&](double time) -> const engine::LiveView& {
        viewer.go_to(time + 0.002);  // the frame before it
        wait(viewer, [&] { return std::abs(viewer.frame_view()->frame().time - time) < 2e-3; });
        return viewer.frame_view()->view();
    };
    EXPECT_EQ(view_at(0.05).stages.now, 0u);
    EXPECT_TRUE(viewer.frame_view()->walls()[2].is_there);
    EXPECT_EQ(view_at(0.05).parameters.gravity, (Vec2{0.0, -1.0}));
    const engine::LiveView& shear = view_at(0.15);
    EXPECT_EQ(shear.stages.now, 1u);
    EXPECT_FALSE(viewer.frame_view()->walls()[2].is_there);
    EXPECT_NEAR(shear.parameters.gravity.y, -1.0 - 0.5 * 8.81, 0.1);
    ASSERT_EQ(shear.stages.begins.size(), 3u);
    EXPECT_NEAR(shear.stages.begins[1], 0.1, 6e-3);
    EXPECT_NEAR(shear.stages.begins[2], 0.2, 6e-3);
    EXPECT_EQ(stage_marks(replay.scene(), shear.stages).size(), 3u);
    EXPECT_NEAR(viewer.watched().series("lid: load").at(0.19), 0.2 * 150.0, 1e-6);
    EXPECT_EQ(view_at(0.25).stages.now, 2u);
    EXPECT_TRUE(viewer.frame_view()->walls()[2].is_there);
    EXPECT_NEAR(viewer.frame_view()->walls()[lid].force.y,
                viewer.watched().series("lid: borne").at(viewer.frame_view()->frame().time), 1e-9);
    EXPECT_EQ(view_at(0.05).stages.now, 0u);
}

TEST_F(ReplayOfStages, OfARunThatBeganWhereItEnded) {
    std::string text = "seed = 9\n" + engine::loaded_scene;
    text.erase(text.find("[[grains]]"), text.find("[output]") - text.find("[[grains]]"));
    std::ofstream(folder_ / "next.toml") << text << "[start]\nrun = \"run\"\nkeep_time = true\n";
    const cli::Outcome outcome =
        cli::run({SCREE_PROGRAM, "run", folder_ / "next.toml", "-o", folder_ / "next", "--quiet",
                  "--set", "materials.wood.friction=0.3"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    Replay replay(folder_ / "next");
    Viewer viewer(replay);
    EXPECT_NEAR(replay.begin(), 0.3, 2e-3);
    EXPECT_NEAR(replay.end(), 0.6, 2e-3);
    EXPECT_THAT(viewer.notice(0.0), HasSubstr("the run begins with the 27 grains"));
    wait(viewer, [] { return true; });
    EXPECT_EQ(viewer.frame_view()->frame().grains.body.size(), 27u);
    EXPECT_EQ(viewer.frame_view()->view().stages.now, 0u);
    viewer.go_to(0.45);
    wait(viewer, [&] { return viewer.frame_view()->view().stages.now == 1; });
}

}  // namespace
}  // namespace scree::window
