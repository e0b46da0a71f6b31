// A real window on a virtual screen: what is pressed and clicked there, and what is to be seen.

#include "render/window/watch_window.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "tests/cli/process.h"
#include "tests/window/watching.h"

namespace scree::window {
namespace {

using engine::LiveStatus;
using ::testing::HasSubstr;

TEST_F(Watching, GrainsAreWhereTheStateSays) {
    const Screenshot shot = shoot();
    ASSERT_EQ(moment()->frame().grains.body.size(), 10u);
    for (std::size_t row = 0; row < 10; ++row) {
        const auto material = moment()->bodies().of(static_cast<int>(row)).shape.material;
        EXPECT_EQ(shot.at(pixels_of(row)), code_of(render::of_material(material))) << row;
    }
    const Camera& camera = desk().camera();
    const auto background = code_of(render::palette::background);
    EXPECT_EQ(shot.at(camera.to_pixels({-0.25, 0.15})), background);
    EXPECT_EQ(shot.at(camera.to_pixels({0.1, 0.25})), background);
    EXPECT_EQ(shot.at(camera.to_pixels({0.0, -0.01})), code_of(render::palette::wall));
    // Just inside and outside of the first hexagon, along its apothem.
    const double apothem = 0.04 * 0.9523;  // of a hexagon with the area of that disc
    const Vec2 down = moment()->frame().grains.position[0];
    EXPECT_NE(shot.at(camera.to_pixels(down + Vec2{0.0, 0.9 * apothem})), background);
    EXPECT_EQ(shot.at(camera.to_pixels(down + Vec2{0.0, 1.2 * apothem})), background);
}

TEST_F(Watching, SpaceRunsAndStands) {
    EXPECT_EQ(view().status, LiveStatus::paused);
    key("space");
    pump([this] { return desk().is_running(); });
    pump([this] { return view().frame.step > 50; });
    key("space");
    pump([this] { return !desk().is_running(); });
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

TEST_F(Watching, ForceChainsAreSeen) {
    desk().go_to(0.6);
    pump([this] { return view().frame.time >= 0.6; });
    const Camera& camera = desk().camera();
    const Vec2 low = camera.to_pixels({-0.28, 0.005});
    const Vec2 high = camera.to_pixels({0.28, 0.28});
    const auto red = [&](const Screenshot& shot) {
        return shot.red(static_cast<int>(low.x), static_cast<int>(high.y), static_cast<int>(high.x),
                        static_cast<int>(low.y));
    };
    const std::size_t before = red(shoot());
    key("1");
    EXPECT_TRUE(desk().look().shows(Overlay::chains));
    EXPECT_GT(desk().overlays().largest_force(), 0.0);
    EXPECT_GT(red(shoot()), before + 500);
    key("1");
    EXPECT_EQ(red(shoot()), before);
}

TEST_F(Watching, EveryOverlayChangesThePicture) {
    click(pixels_of(6));
    ASSERT_EQ(desk().look().picked, 6);
    for (const double time : {0.02, 0.04, 0.05}) {  // grains fall and touch
        desk().go_to(time);
        pump([&] { return view().frame.time >= time; });
    }
    EXPECT_GE(desk().overlays().trails().points(6), 3u);
    // Beside the panel, whose check box changes too.
    desk().look().panel = false;
    for (std::size_t k = 0; k < overlay_count; ++k) {
        const Screenshot before = shoot();
        key(std::string(1, overlay_names[k].key));
        EXPECT_TRUE(desk().look().overlays[k]);
        EXPECT_GT(desk().overlays().size(), 0u) << overlay_names[k].name;
        EXPECT_GT(shoot().difference(before), 50u) << overlay_names[k].name;
        key(std::string(1, overlay_names[k].key));
        EXPECT_FALSE(desk().look().overlays[k]);
        EXPECT_EQ(shoot().difference(before), 0u) << overlay_names[k].name;
    }
}

TEST_F(Watching, VoronoiRegionsLieAroundThePickedGrain) {
    click(pixels_of(9));  // the top one, with nothing above it
    key("6");
    const Screenshot shot = shoot();
    const Body& body = moment()->bodies().of(9);
    const Vec2 at = moment()->frame().grains.position[9];
    const auto background = code_of(render::palette::background);
    // All around, just outside of the grain, regions are tinted; far away nothing is.
    std::size_t blue = 0;
    std::size_t orange = 0;
    for (int k = 0; k < 360; ++k) {
        const double angle = k * 3.14159265 / 180.0;
        const Vec2 way{std::cos(angle), std::sin(angle)};
        const std::uint32_t p = shot.at(desk().camera().to_pixels(at + 1.25 * body.reach * way));
        const auto red_part = static_cast<int>(p >> 16 & 255u);
        const auto blue_part = static_cast<int>(p & 255u);
        blue += blue_part > red_part + 10;
        orange += red_part > blue_part + 10;
        EXPECT_EQ(shot.at(desk().camera().to_pixels(at + 2.5 * body.reach * Vec2{0.0, 1.0})),
                  background);
    }
    EXPECT_GT(blue, 100u);   // above edges
    EXPECT_GT(orange, 50u);  // at vertices
}

TEST_F(Watching, TheInspectorIsThereForAPickedGrain) {
    const Screenshot before = shoot();
    click(pixels_of(0));
    EXPECT_GT(shoot().difference(before), 20'000u);
    click({700.0, 30.0});
    EXPECT_FALSE(desk().look().picked.has_value());
}

TEST_F(Watching, ShiftPicksOneMore) {
    click(pixels_of(0));
    mouse({"keydown", "shift"});
    click(pixels_of(3));
    mouse({"keyup", "shift"});
    EXPECT_EQ(desk().look().tracked, (std::vector<engine::BodyNumber>{0, 3}));
    EXPECT_EQ(desk().look().picked, 3);
    click(pixels_of(1));
    EXPECT_EQ(desk().look().tracked, (std::vector<engine::BodyNumber>{1}));
}

TEST_F(Watching, TheRightButtonPullsAGrain) {
    desk().set_pace(0.5);
    const Vec2 start = pixels_of(9);
    point_at(start);
    mouse({"mousedown", "3"});
    ASSERT_TRUE(desk().pull().has_value());
    EXPECT_EQ(desk().pull()->grain, 9u);
    const Vec2 target = start + Vec2{120.0, -120.0};
    point_at(target);
    key("space");
    pump([&] { return length(pixels_of(9) - target) < 20.0; });
    mouse({"mouseup", "3"});
    EXPECT_FALSE(desk().pull().has_value());
    key("space");
    pump([this] { return !desk().is_running(); });
    const auto& changes = view().changes;
    ASSERT_GE(changes.size(), 3u);
    EXPECT_FALSE(std::get<engine::ChangePull>(changes.back().change).pull.has_value());
    // Back before it all and on again, to the same bits.
    const auto hash = view().hash;
    const double time = view().frame.time;
    desk().go_to(0.0);
    pump([this] { return view().frame.step == 0; });
    desk().go_to(time);
    pump([&] { return view().frame.time >= time && !desk().is_running(); });
    EXPECT_EQ(view().hash, hash);
}

TEST_F(Watching, NDropsAGrainWhereThereIsRoom) {
    point_at(pixels_of(2));
    key("n");
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("no room"));
    EXPECT_EQ(view().frame.grains.body.size(), 10u);
    const Vec2 place = desk().camera().to_pixels({-0.2, 0.25});
    point_at(place);
    key("n");
    pump([this] { return view().frame.grains.body.size() == 11; });
    EXPECT_NEAR(pixels_of(10).x, place.x, 1.0);
    EXPECT_NEAR(pixels_of(10).y, place.y, 1.0);
    EXPECT_EQ(moment()->bodies().of(10).name, "dropped 0");
    EXPECT_EQ(shoot().at(pixels_of(10)), code_of(render::of_material(1)));
    key("r");
    pump([this] { return view().frame.grains.body.size() == 10; });
}

TEST_F(Watching, GravityTiltsWithTheDial) {
    click({100.0, 412.0});  // opens "Hands on"
    pump(3);
    point_at({54.0, 474.0});
    mouse({"mousedown", "1"});
    point_at({90.0, 474.0});
    mouse({"mouseup", "1"});
    pump([this] { return view().parameters.gravity.x > 9.0; });
    EXPECT_NEAR(length(view().parameters.gravity), 9.81, 1e-9);
    EXPECT_NEAR(view().parameters.gravity.y, 0.0, 0.5);
    EXPECT_FALSE(view().changes.empty());
    EXPECT_EQ(view().message, "");
}

TEST_F(Watching, WSavesTheRunToGoOnWith) {
    desk().go_to(0.1);
    pump([this] { return view().frame.time >= 0.1 && !desk().is_running(); });
    desk().change(engine::ChangeGravity{{0.125, -9.0}});
    key("w");
    const auto branch = folder_.path() / "dozen-branch";
    pump([&] { return !desk().notice(window_.wall()).empty(); });
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("scree resume " + branch.string()));
    EXPECT_EQ(cli::run({SCREE_PROGRAM, "resume", branch, "--quiet"}).exit_code, 0);
    EXPECT_THAT(engine::read_scene(branch / "scene.toml"), HasSubstr("gravity = [0.125, -9.0]"));
}

TEST_F(Watching, ThePanelChoosesWhatIsShown) {
    click({18.0, 212.0});  // the first check box
    EXPECT_TRUE(desk().look().shows(Overlay::chains));
    click({18.0, 212.0});
    EXPECT_FALSE(desk().look().shows(Overlay::chains));
    click({18.0, 387.0});  // the last
    EXPECT_TRUE(desk().look().shows(Overlay::trails));
    click({18.0, 138.0});  // as fast as it goes, or not
    EXPECT_EQ(desk().pace(), 1.0);
    click({18.0, 138.0});
    EXPECT_FALSE(desk().pace().has_value());
    click({140.0, 187.0});  // the list of colours
    click({60.0, 229.0});
    EXPECT_EQ(desk().colours().quantity(), Quantity::speed);
    desk().zoom(3.0, {700.0, 300.0});
    const double scale = desk().camera().scale();
    click({199.0, 780.0});  // Fit
    EXPECT_LT(desk().camera().scale(), 0.5 * scale);
    EXPECT_TRUE(desk().look().fitting);
}

TEST_F(Watching, CurvesHaveWhatTheSceneMeasures) {
    EXPECT_EQ(desk().chronicle().series_count(), 4u);
    EXPECT_EQ(desk().chronicle().series(3).name, "contacts: mean");
    desk().set_pace(0.5);
    key("space");
    pump([this] { return desk().chronicle().samples() >= 5; });
    const Series kinetic = desk().chronicle().series(0);
    EXPECT_GT(*std::ranges::max_element(kinetic.values), 0.0);
    EXPECT_TRUE(std::ranges::is_sorted(kinetic.times));
    pump([this] { return view().frame.time > 1.2; });  // s of the clock on the wall: two and more
    double sum = 0.0;
    for (const double time : desk().phase_times()) sum += time;
    EXPECT_GT(sum, 0.0);
}

TEST_F(Watching, ColoursGoRound) {
    key("space");
    pump([this] { return view().frame.step > 200; });
    key("space");
    pump([this] { return !desk().is_running(); });
    for (std::size_t k = 1; k <= quantities().size(); ++k) {
        key("c");
        EXPECT_EQ(desk().colours().quantity(), quantities()[k % quantities().size()]);
        const Screenshot shot = shoot();
        for (std::size_t row = 0; row < 10; ++row) {
            const sf::Color c = desk().colours().of_grain(row);
            // A stripe runs through the centre where rotation is shown.
            const Vec2 at = pixels_of(row) + Vec2{0.0, 8.0};
            EXPECT_EQ(shot.at(at), static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b))
                << render::name_of(desk().colours().quantity()) << " of grain " << row;
        }
    }
    key("C");
    EXPECT_EQ(desk().colours().quantity(), quantities().back());
}

TEST_F(Watching, WheelZoomsAtThePointerAndDraggingMoves) {
    Camera& camera = desk().camera();
    const Vec2 grain = pixels_of(2);
    point_at(grain);
    const double scale = camera.scale();
    mouse({"click", "4"});
    EXPECT_GT(camera.scale(), 1.1 * scale);
    EXPECT_NEAR(pixels_of(2).x, grain.x, 1.5);
    EXPECT_NEAR(pixels_of(2).y, grain.y, 1.5);
    EXPECT_FALSE(desk().look().fitting);

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
    EXPECT_EQ(desk().look().picked, 7);
    key("g");
    EXPECT_TRUE(desk().look().follow);
    const Vec2 middle = 0.5 * (desk().camera().frame().low + desk().camera().frame().high);
    EXPECT_NEAR(pixels_of(7).x, middle.x, 1e-6);
    EXPECT_NEAR(pixels_of(7).y, middle.y, 1e-6);
    click({700.0, 30.0});
    EXPECT_FALSE(desk().look().picked.has_value());
}

TEST_F(Watching, SmallGrainsArePointsAndLargeOnesHaveOutlines) {
    EXPECT_EQ(window_.grains().shapes(), 10u);
    EXPECT_EQ(window_.grains().outlines(), 10u);
    const Vec2 middle = pixels_of(2);
    const double across = desk().camera().scale() * 0.09;
    desk().zoom(10.0 / across, middle);
    pump(2);
    EXPECT_EQ(window_.grains().shapes(), 10u);
    EXPECT_EQ(window_.grains().outlines(), 0u);
    desk().zoom(0.15, middle);
    pump(2);
    EXPECT_EQ(window_.grains().shapes(), 0u);
    EXPECT_EQ(window_.grains().points(), 10u);
    EXPECT_NE(shoot().at(pixels_of(2)), code_of(render::palette::background));
    // What is out of sight is not drawn at all.
    desk().zoom(10.0 * across, middle);
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
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("dozen.png"));
    key("s");
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "dozen-2.png"));  // nothing is replaced
}

TEST_F(Watching, VMakesAFilm) {
    key("v");
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("filming"));
    const double start = window_.wall();
    pump([&] { return window_.wall() - start > 0.5; });
    key("v");
    const auto file = folder_.path() / "dozen.mp4";
    ASSERT_TRUE(std::filesystem::exists(file)) << desk().notice(window_.wall());
    EXPECT_GT(std::filesystem::file_size(file), 1000u);
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("wrote"));
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
    const Screenshot after = shoot();
    EXPECT_GT(after.red(400, 10, 1200, 70), before.red(400, 10, 1200, 70) + 200);  // the reason
    desk().go_to(0.1);
    pump([this] { return view().status == LiveStatus::paused && view().frame.time >= 0.1; });
    key("r");
    pump([this] { return view().frame.step == 0; });
}

TEST_F(Watching, QuestionMarkShowsTheKeys) {
    const Screenshot before = shoot();
    key("question");
    EXPECT_TRUE(desk().look().help);
    EXPECT_GT(shoot().difference(before), 10'000u);
}

TEST_F(Watching, EscClosesTheKeysThenThePanelsThenTheWindow) {
    key("question");
    key("Escape");
    EXPECT_FALSE(desk().look().help);
    EXPECT_TRUE(desk().look().panel);
    key("Escape");
    EXPECT_FALSE(desk().look().panel);
    EXPECT_TRUE(window_.is_open());
    EXPECT_EQ(desk().camera().frame().low.x, 0.0);
    key("Tab");
    EXPECT_TRUE(desk().look().panel);
    key("Tab");
    key("Escape");
    EXPECT_FALSE(window_.is_open());
}

TEST_F(Watching, KeysThatAreHeldDoItOnce) {
    const auto hold = [this](const std::string& name) {
        screen_.xdotool({"keydown", name});
        const double start = window_.wall();
        pump([&] { return window_.wall() - start > 1.2; });  // repeats come after 0.7 s
        screen_.xdotool({"keyup", name});
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        pump(3);
    };
    hold("period");
    EXPECT_GT(view().frame.step, 3u);  // this one is to be repeated, and is
    hold("s");
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "dozen.png"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "dozen-2.png"));
    hold("v");
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("filming"));
    key("v");
    EXPECT_THAT(desk().notice(window_.wall()), HasSubstr("wrote"));
    hold("Escape");
    EXPECT_FALSE(desk().look().panel);
    EXPECT_TRUE(window_.is_open());
}

TEST_F(Watching, ThePanelsAreNotTheScene) {
    // There and pressed before anything was drawn again.
    desk().camera().look_at(moment()->frame().grains.position[2] + Vec2{0.5, 0.0});
    desk().look().fitting = false;
    const Vec2 behind = pixels_of(2);
    ASSERT_LT(behind.x, desk().camera().frame().low.x);
    ASSERT_GT(behind.x, 0.0);
    point_at({700.0, 30.0});
    mouse({"mousemove", std::to_string(std::lround(behind.x)),
           std::to_string(std::lround(behind.y)), "click", "1", "mousedown", "3"});
    EXPECT_FALSE(desk().look().picked.has_value());
    EXPECT_FALSE(desk().pull().has_value());
    mouse({"mouseup", "3"});
}

/// One large grain among small ones.
class WatchingABoulder : public Watching {
public:
    WatchingABoulder()
        : Watching(dozen, {"grains.chips.size.value=0.6", "grains.chips.place.at=[[0.6, 0.27]]",
                           "walls.floor.shape.x=[-0.3, 0.9]", "walls.floor.shape.y=[-0.9, 0.0]"}) {}
};

TEST_F(WatchingABoulder, ChainsAreSeenThatComeFromFarAway) {
    desk().go_to(0.3);
    pump([this] { return view().frame.time >= 0.3 && !desk().is_running(); });
    key("1");
    const auto& lines = moment()->facts().contacts;
    const Vec2 centre = moment()->frame().grains.position.back();
    const auto far = std::ranges::find_if(lines, [&](const auto& line) {
        return length(line.from - centre) < 1e-9 && length(line.to - centre) > 0.2;
    });
    ASSERT_NE(far, lines.end());
    desk().look().fitting = false;
    const Vec2 near_end = far->from + 0.95 * (far->to - far->from);
    const Vec2 middle = 0.5 * (desk().camera().frame().low + desk().camera().frame().high);
    desk().camera().look_at(near_end);
    desk().zoom(20.0, middle);
    pump(2);
    EXPECT_GT(desk().overlays().size(), 0u);
    desk().camera().look_at(centre + Vec2{0.0, 0.15});  // above it there are none
    pump(2);
    EXPECT_EQ(desk().overlays().size(), 0u);
}

TEST_F(Watching, TheSweepHasAxes) {
    EXPECT_EQ(name_of(Overlay::axes, player_.scene().broad_phase.kind), "sorted axes");
    EXPECT_EQ(name_of(Overlay::axes, engine::BroadPhaseKind::hgrid), "cells of the grid");
}

class WatchingLinkedCells : public Watching {
public:
    explicit WatchingLinkedCells(
        std::vector<std::string> sets = {"broad_phase.kind=\"linked_cell\""})
        : Watching(dozen, std::move(sets)) {}

    /// The box around some grains, all of them by default, m.
    Box box_of(std::size_t first = 0, std::size_t last = 10) {
        Box box{{1e9, 1e9}, {-1e9, -1e9}};
        const auto& grains = moment()->frame().grains;
        for (std::size_t k = first; k < last; ++k)
            for (const Vec2 v : moment()->bodies().of(grains.body[k]).shape.vertices) {
                const Vec2 p =
                    apply({grains.position[k], geometry::Rotation::by(grains.angle[k])}, v);
                box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
                box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
            }
        return box;
    }
    double width_of(std::size_t k) {
        const Box box = box_of(k, k + 1);
        return std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    }
    /// Whether a line through the free space beside the top grain is there.
    bool is_line(const Screenshot& shot, double x) {
        const Vec2 at = desk().camera().to_pixels({x, 0.235});
        const auto background = code_of(render::palette::background);
        return shot.at(at) != background || shot.at(at - Vec2{1.0, 0.0}) != background ||
               shot.at(at + Vec2{1.0, 0.0}) != background;
    }
};

TEST_F(WatchingLinkedCells, AreAsWideAsTheWidestGrain) {
    const Box all = box_of();
    double widest = 0.0;
    for (std::size_t k = 0; k < 10; ++k) widest = std::max(widest, width_of(k));
    const Screenshot before = shoot();
    key("5");
    const Screenshot shot = shoot();
    for (const double column : {0.0, 1.0, 4.0, 5.0}) {
        EXPECT_TRUE(is_line(shot, all.low.x + column * widest)) << column;
        EXPECT_FALSE(is_line(before, all.low.x + column * widest)) << column;
        EXPECT_FALSE(is_line(shot, all.low.x + (column + 0.3) * widest)) << column;
    }
    EXPECT_FALSE(is_line(shot, all.low.x - widest));  // there are no grains
    // The cell of a picked grain is filled, others are not.
    const auto pixel = [&](const Screenshot& s, std::size_t k) {
        return s.at(desk().camera().to_pixels(moment()->frame().grains.position[k]));
    };
    click(pixels_of(9));
    const Screenshot picked = shoot();
    EXPECT_NE(pixel(picked, 9), pixel(shot, 9));
    EXPECT_EQ(pixel(picked, 0), pixel(shot, 0));
    // Cells that are too small are not drawn.
    click({700.0, 30.0});
    desk().zoom(4.0 / (widest * desk().camera().scale()), {700.0, 300.0});
    pump(2);
    EXPECT_EQ(desk().overlays().size(), 0u);
}

class WatchingAGrid : public WatchingLinkedCells {
public:
    WatchingAGrid()
        : WatchingLinkedCells({"broad_phase.kind=\"hgrid\"", "broad_phase.cells=[0.15, 0.28]"}) {}
};

TEST_F(WatchingAGrid, HasCellsOnEveryLevel) {
    key("5");
    const Screenshot shot = shoot();
    const double origin = box_of().low.x;
    for (const double x : {0.0, 0.15, 0.28, 0.30, 0.45})
        EXPECT_TRUE(is_line(shot, origin + x) || std::abs(origin + x) < 0.06) << x;
    for (const double x : {0.05, 0.11, 0.38}) EXPECT_FALSE(is_line(shot, origin + x)) << x;
}

TEST_F(Watching, ButtonsDoWhatKeysDo) {
    desk().set_pace(0.1);
    click({37.0, 780.0});  // Run
    pump([this] { return desk().is_running(); });
    click({37.0, 780.0});  // Pause
    pump([this] { return !desk().is_running(); });
    click({154.0, 780.0});  // Restart
    pump([this] { return view().frame.step == 0; });
    click({112.0, 780.0});  // >
    pump([this] { return view().frame.step == 1; });
    click({84.0, 780.0});  // <
    pump([this] { return view().frame.step == 0; });
    click({226.0, 780.0});  // ?
    EXPECT_TRUE(desk().look().help);
    key("Escape");
    // The slider goes to a time, and stands there.
    click({760.0, 780.0});
    pump([this] { return view().frame.time > 0.9 && view().status == LiveStatus::paused; });
    EXPECT_LT(view().frame.time, 1.2);
    EXPECT_FALSE(desk().look().picked.has_value());
}

}  // namespace
}  // namespace scree::window
