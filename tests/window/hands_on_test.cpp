// Everything that a hand can do to a run, done with a real pointer and real keys.

#include <gmock/gmock.h>

#include "tests/cli/process.h"
#include "tests/window/watching.h"

namespace scree::window {
namespace {

using ::testing::HasSubstr;

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

}  // namespace
}  // namespace scree::window
