// A real window on a virtual screen: what is pressed and clicked there, and what is to be seen.

#include "render/window/watch_window.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

using engine::LiveStatus;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST_F(Watching, GrainsAreWhereTheStateSays) {
    const Screenshot shot = shoot();
    ASSERT_EQ(frame_view()->frame().grains.body.size(), 10u);
    for (std::size_t row = 0; row < 10; ++row) {
        const auto material = frame_view()->bodies().of(static_cast<int>(row)).shape.material;
        EXPECT_EQ(shot.at(pixels_of(row)), code_of(render::of_material(material))) << row;
    }
    const Camera& camera = viewer().camera();
    const auto background = code_of(render::palette::background);
    EXPECT_EQ(shot.at(camera.to_pixels({-0.25, 0.15})), background);
    EXPECT_EQ(shot.at(camera.to_pixels({0.1, 0.25})), background);
    EXPECT_EQ(shot.at(camera.to_pixels({0.0, -0.01})), code_of(render::palette::wall));
    // Just inside and outside of the first hexagon, along its apothem.
    const double apothem = 0.04 * 0.9523;  // of a hexagon with the area of that disc
    const Vec2 down = frame_view()->frame().grains.position[0];
    EXPECT_NE(shot.at(camera.to_pixels(down + Vec2{0.0, 0.9 * apothem})), background);
    EXPECT_EQ(shot.at(camera.to_pixels(down + Vec2{0.0, 1.2 * apothem})), background);
}

TEST(WatchWindow, IsNoLargerThanTheScreen) {
    Screen::get();
    LivePlayer player(engine::load(dozen));
    WatchWindow large(player, {"dozen", {}, 4000, 3000});
    EXPECT_EQ(large.window().getSize(), sf::Vector2u(1280, 800));
}

TEST_F(Watching, SpaceRunsAndStands) {
    EXPECT_EQ(view().status, LiveStatus::paused);
    viewer().set_pace(0.1);  // flat out it might be over before anybody looks
    key("space");
    pump([this] { return viewer().is_running(); });
    pump([this] { return view().frame.step > 50; });
    key("space");
    pump([this] { return !viewer().is_running(); });
    const std::uint64_t step = view().frame.step;
    pump(10);
    EXPECT_EQ(view().frame.step, step);
    EXPECT_TRUE(view().hash.has_value());
}

TEST_F(Watching, StepsOnAndBackAndRestarts) {
    key("period");
    pump([this] { return view().frame.step == 1; });
    key("period");
    pump([this] { return view().frame.step == 2; });
    key("comma");
    pump([this] { return view().frame.step == 1; });
    key("r");
    pump([this] { return view().frame.step == 0; });
}

TEST_F(Watching, TheInspectorIsThereForAPickedGrain) {
    const Screenshot before = shoot();
    click(pixels_of(0));
    EXPECT_GT(shoot().difference(before), 20'000u);
    click({700.0, 30.0});
    EXPECT_FALSE(viewer().look().picked.has_value());
}

TEST_F(Watching, ShiftPicksOneMore) {
    click(pixels_of(0));
    mouse({"keydown", "shift"});
    click(pixels_of(3));
    mouse({"keyup", "shift"});
    EXPECT_EQ(viewer().look().tracked, (std::vector<engine::BodyNumber>{0, 3}));
    EXPECT_EQ(viewer().look().picked, 3);
    click(pixels_of(1));
    EXPECT_EQ(viewer().look().tracked, (std::vector<engine::BodyNumber>{1}));
}

TEST_F(Watching, ThePanelChoosesWhatIsShown) {
    const auto kind = player_.scene().broad_phase.kind;
    for (std::size_t k = 0; k < overlay_count; ++k) {
        const auto overlay = static_cast<Overlay>(k);
        const char number = overlay_names[k].key;
        click(control(number + ("  " + std::string(name_of(overlay, kind)))));
        EXPECT_TRUE(viewer().look().shows(overlay));
        mouse({"click", "1"});
        EXPECT_FALSE(viewer().look().shows(overlay));
    }
    click(control("##colour"));  // the list of colours
    pump(3);
    click(control("speed", "##Combo_00"));
    EXPECT_EQ(viewer().colours().quantity(), Quantity::speed);
}

TEST_F(Watching, ThePanelSetsThePace) {
    EXPECT_FALSE(viewer().pace().has_value());
    click(control("as fast as it goes"));
    EXPECT_EQ(viewer().pace(), 1.0);
    const Vec2 slider = control("##pace");
    drag(slider, {1000.0, slider.y});
    EXPECT_NEAR(viewer().pace().value(), 10.0, 1e-6);
    drag(slider, {0.0, slider.y});
    EXPECT_NEAR(viewer().pace().value(), 0.001, 1e-6);
    // Two seconds would take half an hour.
    const Vec2 box = control("as fast as it goes");
    key("space");
    pump([this] { return view().frame.step > 3; });
    EXPECT_LT(view().frame.time, 0.1);
    click(box);  // nothing has moved
    EXPECT_FALSE(viewer().pace().has_value());
    pump([this] { return view().status == LiveStatus::over; });
    EXPECT_NEAR(view().frame.time, 2.0, 1e-3);
}

TEST_F(Watching, PartsOfThePanelOpenAndClose) {
    viewer().go_to(0.1);
    pump([this] { return view().frame.time >= 0.1 && !viewer().is_running(); });
    for (const char* part : {"View", "Hands on", "Where the time goes", "Plots"}) {
        const Vec2 header = control(part);
        point_at(header);
        const Screenshot before = shoot();
        mouse({"click", "1"});
        EXPECT_GT(shoot().difference(before), 1000u) << part;
        mouse({"click", "1"});
        EXPECT_EQ(shoot().difference(before), 0u) << part;
    }
}

TEST_F(Watching, FollowsTheSizeOfTheWindow) {
    mouse({"search", "--name", "a dozen - scree", "windowsize", "900", "600"});
    pump([this] { return viewer().camera().frame().high.x == 900.0; });
    EXPECT_LT(viewer().camera().frame().high.y, 600.0);
    const Screenshot shot = shoot();
    for (std::size_t row = 0; row < 10; ++row) {
        const auto material = frame_view()->bodies().of(static_cast<int>(row)).shape.material;
        EXPECT_EQ(shot.at(pixels_of(row)), code_of(render::of_material(material))) << row;
    }
    EXPECT_EQ(shot.at({1000.0, 300.0}), 0u);  // there is nothing any more
}

TEST_F(Watching, CurvesHaveWhatTheSceneMeasures) {
    EXPECT_EQ(viewer().watched().groups().size(), 4u);
    EXPECT_EQ(viewer().watched().series("contacts: mean").unit, "");
    viewer().set_pace(0.5);
    key("space");
    pump([this] { return viewer().watched().samples() >= 5; });
    const Series kinetic = viewer().watched().series(0);
    EXPECT_GT(*std::ranges::max_element(kinetic.values), 0.0);
    EXPECT_TRUE(std::ranges::is_sorted(kinetic.times));
    pump([this] { return view().frame.time > 1.2; });  // s of the clock on the wall: two and more
    double sum = 0.0;
    for (const double time : viewer().phase_times()) sum += time;
    EXPECT_GT(sum, 0.0);
}

TEST_F(Watching, ColoursGoRound) {
    viewer().set_pace(0.1);
    key("space");
    pump([this] { return view().frame.step > 200; });
    key("space");
    pump([this] { return !viewer().is_running(); });
    for (std::size_t k = 1; k <= quantities().size(); ++k) {
        key("c");
        EXPECT_EQ(viewer().colours().quantity(), quantities()[k % quantities().size()]);
        const Screenshot shot = shoot();
        for (std::size_t row = 0; row < 10; ++row) {
            const sf::Color c = viewer().colours().of_grain(row);
            // A stripe runs through the centre where rotation is shown.
            const Vec2 at = pixels_of(row) + Vec2{0.0, 8.0};
            EXPECT_EQ(shot.at(at), static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b))
                << render::name_of(viewer().colours().quantity()) << " of grain " << row;
        }
    }
    key("C");
    EXPECT_EQ(viewer().colours().quantity(), quantities().back());
}

TEST_F(Watching, WheelZoomsAtThePointerAndDraggingMoves) {
    Camera& camera = viewer().camera();
    const Vec2 grain = pixels_of(2);
    point_at(grain);
    const double scale = camera.scale();
    mouse({"click", "4"});
    EXPECT_GT(camera.scale(), 1.1 * scale);
    EXPECT_NEAR(pixels_of(2).x, grain.x, 1.5);
    EXPECT_NEAR(pixels_of(2).y, grain.y, 1.5);
    EXPECT_FALSE(viewer().look().fitting);

    point_at({700.0, 120.0});
    const Vec2 before = pixels_of(2);
    mouse({"mousedown", "1"});
    point_at({760.0, 150.0});
    mouse({"mouseup", "1"});
    EXPECT_NEAR(pixels_of(2).x, before.x + 60.0, 1.0);
    EXPECT_NEAR(pixels_of(2).y, before.y + 30.0, 1.0);

    key("f");
    EXPECT_NEAR(camera.scale(), scale, 1e-9 * scale);
}

TEST_F(Watching, AClickPicksAndGFollows) {
    click(pixels_of(7));
    EXPECT_EQ(viewer().look().picked, 7);
    key("g");
    EXPECT_TRUE(viewer().look().follow);
    const Vec2 middle = 0.5 * (viewer().camera().frame().low + viewer().camera().frame().high);
    EXPECT_NEAR(pixels_of(7).x, middle.x, 1e-6);
    EXPECT_NEAR(pixels_of(7).y, middle.y, 1e-6);
    click({700.0, 30.0});
    EXPECT_FALSE(viewer().look().picked.has_value());
}

TEST_F(Watching, SmallGrainsArePointsAndLargeOnesHaveOutlines) {
    EXPECT_EQ(window_.grains().shapes(), 10u);
    EXPECT_EQ(window_.grains().outlines(), 10u);
    const Vec2 middle = pixels_of(2);
    const double across = viewer().camera().scale() * 0.09;
    viewer().zoom(10.0 / across, middle);
    pump(2);
    EXPECT_EQ(window_.grains().shapes(), 10u);
    EXPECT_EQ(window_.grains().outlines(), 0u);
    viewer().zoom(0.15, middle);
    pump(2);
    EXPECT_EQ(window_.grains().shapes(), 0u);
    EXPECT_EQ(window_.grains().points(), 10u);
    EXPECT_NE(shoot().at(pixels_of(2)), code_of(render::palette::background));
    // What is out of sight is not drawn at all.
    viewer().zoom(10.0 * across, middle);
    pump(2);
    EXPECT_LT(window_.grains().shapes(), 3u);
}

TEST_F(Watching, SWritesWhatIsSeen) {
    key("Tab");
    const Screenshot shot = shoot();
    key("s");
    const auto file = folder_.path() / "dozen.png";
    ASSERT_TRUE(std::filesystem::exists(file));
    sf::Image image;
    ASSERT_TRUE(image.loadFromFile(file.string()));
    ASSERT_EQ(image.getSize(), sf::Vector2u(1280, 800));
    for (std::size_t row = 0; row < 10; ++row) {
        const Vec2 at = pixels_of(row);
        const sf::Color c =
            image.getPixel(static_cast<unsigned>(at.x), static_cast<unsigned>(at.y));
        EXPECT_EQ(shot.at(at), static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b));
    }
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("dozen.png"));
    key("s");
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "dozen-2.png"));  // nothing is replaced
}

TEST_F(Watching, VMakesAFilm) {
    key("v");
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("filming"));
    const double start = window_.wall();
    pump([&] { return window_.wall() - start > 0.5; });
    key("v");
    const auto file = folder_.path() / "dozen.mp4";
    ASSERT_TRUE(std::filesystem::exists(file)) << viewer().notice(window_.wall());
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("wrote"));
}

/// Without a floor all grains leave the domain, which is an error.
class WatchingABreakdown : public Watching {
public:
    WatchingABreakdown() : Watching(dozen, {"walls.floor.shape.x=[-0.9, -0.8]"}) {}
};

TEST_F(WatchingABreakdown, SaysWhyAndGoesBack) {
    const Screenshot before = shoot();
    key("space");
    pump([this] { return view().status == LiveStatus::broken; });
    EXPECT_THAT(view().message, HasSubstr("left the domain"));
    EXPECT_THAT(view().message, ContainsRegex("is `(pebbles|chips) [0-4]`"));
    const Screenshot after = shoot();
    EXPECT_GT(after.red(400, 10, 1200, 70), before.red(400, 10, 1200, 70) + 200);  // the reason
    viewer().go_to(0.1);
    pump([this] { return view().status == LiveStatus::paused && view().frame.time >= 0.1; });
    key("r");
    pump([this] { return view().frame.step == 0; });
}

TEST_F(Watching, QuestionMarkShowsTheKeys) {
    const Screenshot before = shoot();
    key("question");
    EXPECT_TRUE(viewer().look().help);
    EXPECT_GT(shoot().difference(before), 10'000u);
}

TEST_F(Watching, EscClosesTheKeysThenThePanelsThenTheWindow) {
    key("question");
    key("Escape");
    EXPECT_FALSE(viewer().look().help);
    EXPECT_TRUE(viewer().look().panel);
    key("Escape");
    EXPECT_FALSE(viewer().look().panel);
    EXPECT_TRUE(window_.is_open());
    EXPECT_EQ(viewer().camera().frame().low.x, 0.0);
    key("Tab");
    EXPECT_TRUE(viewer().look().panel);
    key("Tab");
    key("Escape");
    EXPECT_FALSE(window_.is_open());
}

TEST_F(Watching, ThePanelsAreNotTheScene) {
    // There and pressed before anything was drawn again.
    viewer().camera().look_at(frame_view()->frame().grains.position[2] + Vec2{0.5, 0.0});
    viewer().look().fitting = false;
    const Vec2 behind = pixels_of(2);
    ASSERT_LT(behind.x, viewer().camera().frame().low.x);
    ASSERT_GT(behind.x, 0.0);
    point_at({700.0, 30.0});
    mouse({"mousemove", std::to_string(std::lround(behind.x)),
           std::to_string(std::lround(behind.y)), "click", "1", "mousedown", "3"});
    EXPECT_FALSE(viewer().look().picked.has_value());
    EXPECT_FALSE(viewer().pull().has_value());
    mouse({"mouseup", "3"});
}

TEST_F(Watching, ButtonsDoWhatKeysDo) {
    const auto press = [this](const char* label) { click(control(label, "timeline")); };
    viewer().set_pace(0.1);
    press("Run");
    pump([this] { return viewer().is_running(); });
    press("Pause");
    pump([this] { return !viewer().is_running(); });
    press("Restart");
    pump([this] { return view().frame.step == 0; });
    press(">");
    pump([this] { return view().frame.step == 1; });
    press("<");
    pump([this] { return view().frame.step == 0; });
    press("?");
    EXPECT_TRUE(viewer().look().help);
    key("Escape");
    viewer().zoom(3.0, {700.0, 300.0});
    const double scale = viewer().camera().scale();
    press("Fit");
    EXPECT_LT(viewer().camera().scale(), 0.5 * scale);
    EXPECT_TRUE(viewer().look().fitting);
    EXPECT_FALSE(viewer().look().picked.has_value());
}

TEST_F(Watching, TheTimeSliderGoesBackToTheSameBits) {
    const Vec2 slider = control("##time", "timeline");
    const auto drag_to = [&](double x) {
        const double before = view().frame.time;
        point_at({x, slider.y});
        pump([&] {
            return view().frame.time != before && !view().way &&
                   view().status == LiveStatus::paused;
        });
        return std::pair(view().frame.time, view().hash);
    };
    point_at({slider.x + 100.0, slider.y});
    mouse({"mousedown", "1"});
    const auto early = drag_to(500.0);
    const auto late = drag_to(1000.0);
    EXPECT_GT(early.first, 0.3);
    EXPECT_GT(late.first, early.first + 0.5);
    EXPECT_NE(late.second, early.second);
    EXPECT_EQ(drag_to(500.0), early);
    EXPECT_EQ(drag_to(1000.0), late);
    EXPECT_EQ(drag_to(0.0).first, 0.0);
    mouse({"mouseup", "1"});
    point_at({700.0, slider.y});
    pump(5);
    EXPECT_EQ(view().frame.step, 0u);  // it was let go
    EXPECT_TRUE(view().changes.empty());
}

}  // namespace
}  // namespace scree::window
