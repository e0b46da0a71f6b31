// Everything that a hand can do to a run, done with a real pointer and real keys.

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "tests/cli/process.h"
#include "tests/render/window/watching.h"

namespace scree::window {
namespace {

using engine::LiveStatus;
using ::testing::HasSubstr;

TEST_F(Watching, TheRightButtonPullsAGrain) {
    viewer().set_pace(0.5);
    const Vec2 start = pixels_of(9);
    point_at(start);
    mouse({"mousedown", "3"});
    ASSERT_TRUE(viewer().pull().has_value());
    EXPECT_EQ(viewer().pull()->grain, 9u);
    const Vec2 target = start + Vec2{120.0, -120.0};
    const Vec2 place = viewer().camera().to_world(target);
    point_at(target);
    key("space");
    // The whole scene would need more room by now, but the place under the pointer stays there.
    pump([&] { return length(pixels_of(9) - target) < 20.0; });
    EXPECT_LT(length(viewer().pull()->target - place), 1e-3);
    mouse({"mouseup", "3"});
    EXPECT_FALSE(viewer().pull().has_value());
    key("space");
    pump([this] { return !viewer().is_running(); });
    const auto& changes = view().changes;
    ASSERT_GE(changes.size(), 2u);
    EXPECT_EQ(std::get<engine::ChangePull>(changes.front().change).pull->grain, 9u);
    EXPECT_FALSE(std::get<engine::ChangePull>(changes.back().change).pull.has_value());
    // Going back to before the changes and on again gives the same bits.
    const auto hash = view().hash;
    const double time = view().frame.time;
    viewer().go_to(0.0);
    pump([this] { return view().frame.step == 0; });
    viewer().go_to(time);
    pump([&] { return view().frame.time >= time && !viewer().is_running(); });
    EXPECT_EQ(view().hash, hash);
}

TEST_F(Watching, TheRightButtonBesideAllGrainsDoesNothing) {
    const auto hash = view().hash;
    const Vec2 nothing = viewer().camera().to_pixels({-0.25, 0.15});
    point_at(nothing);
    mouse({"mousedown", "3"});
    EXPECT_FALSE(viewer().pull().has_value());
    point_at(pixels_of(9));
    mouse({"mouseup", "3"});
    EXPECT_TRUE(view().changes.empty());
    EXPECT_EQ(view().hash, hash);
}

TEST_F(Watching, NDropsAGrainWhereThereIsRoom) {
    point_at(pixels_of(2));
    key("n");
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("no room"));
    EXPECT_EQ(view().frame.grains.body.size(), 10u);
    const Vec2 place = viewer().camera().to_pixels({-0.2, 0.25});
    point_at(place);
    key("n");
    pump([this] { return view().frame.grains.body.size() == 11; });
    EXPECT_NEAR(pixels_of(10).x, place.x, 1.0);
    EXPECT_NEAR(pixels_of(10).y, place.y, 1.0);
    EXPECT_EQ(frame_view()->bodies().of(10).name, "dropped 0");
    EXPECT_EQ(shoot().at(pixels_of(10)), code_of(render::of_material(1)));
    key("r");
    pump([this] { return view().frame.grains.body.size() == 10; });
}

/// The panel with the settings for hands is open, and the floor shakes.
class HandsOn : public Watching {
public:
    HandsOn()
        : Watching(dozen, {"walls.floor.motion={ kind = \"oscillate\", amplitude = [0.02, 0.0], "
                           "frequency = 2.0 }"}) {
        click(control("View"));  // makes room
        click(control("Hands on"));
    }
    std::optional<std::uint64_t> hash_at(double time) {
        viewer().go_to(time);
        pump([&] {
            return std::abs(view().frame.time - time) < player_.live()->dt() &&
                   view().status == LiveStatus::paused;
        });
        return view().hash;
    }
    void restart() {
        key("r");
        pump([this] { return view().frame.step == 0 && view().changes.empty(); });
    }
    /// Checks that what `hand` does at the beginning changes what comes later, and that nothing
    /// else does. Returns the last change in the log.
    template <class Change>
    Change touch(const std::function<void()>& hand) {
        const auto untouched = hash_at(0.3);
        restart();
        EXPECT_EQ(hash_at(0.3), untouched);
        restart();
        hand();
        pump([this] { return !view().changes.empty(); });
        EXPECT_EQ(view().message, "");
        const Change last = std::get<Change>(view().changes.back().change);
        EXPECT_NE(hash_at(0.3), untouched);
        restart();
        EXPECT_EQ(hash_at(0.3), untouched);
        return last;
    }
};

TEST_F(HandsOn, GravityTiltsWithTheDial) {
    const Vec2 dial = control("dial");
    const auto tilted = touch<engine::ChangeGravity>([&] {
        point_at(dial);
        mouse({"mousedown", "1"});
        point_at({1000.0, dial.y + 46.0});  // along the middle of the dial, far to the right
        mouse({"mouseup", "1"});
    });
    EXPECT_NEAR(length(tilted.gravity), 9.81, 1e-9);
    EXPECT_GT(tilted.gravity.x, 9.7);
    EXPECT_NEAR(tilted.gravity.y, 0.0, 0.5);
}

TEST_F(HandsOn, GravityHasAStrength) {
    const Vec2 slider = control("##strength");
    const auto none = touch<engine::ChangeGravity>([&] { drag(slider, {0.0, slider.y}); });
    EXPECT_EQ(none.gravity, Vec2{});
    const auto strong = touch<engine::ChangeGravity>([&] { drag(slider, {1000.0, slider.y}); });
    EXPECT_NEAR(strong.gravity.x, 0.0, 1e-9);
    EXPECT_NEAR(strong.gravity.y, -30.0, 1e-6);
}

TEST_F(HandsOn, GravityKeepsItsDirectionThroughZero) {
    const Vec2 slider = control("##strength");
    viewer().change(engine::ChangeGravity{{3.0, -4.0}});
    pump([this] { return view().parameters.gravity.x == 3.0; });
    point_at(slider);
    mouse({"mousedown", "1"});
    point_at({0.0, slider.y});
    pump([this] { return view().parameters.gravity == Vec2{}; });
    point_at({1000.0, slider.y});
    mouse({"mouseup", "1"});
    pump([this] { return view().parameters.gravity != Vec2{}; });
    EXPECT_NEAR(view().parameters.gravity.x, 18.0, 1e-5);
    EXPECT_NEAR(view().parameters.gravity.y, -24.0, 1e-5);
}

TEST_F(HandsOn, EachChangeOfGravityIsNotedOnce) {
    const Vec2 dial = control("dial");
    point_at(dial);
    mouse({"mousedown", "1"});
    for (int k = 0; k < 4; ++k) {
        point_at({1000.0, dial.y + 46.0 + 30.0 * k});
        pump(10);
    }
    mouse({"mouseup", "1"});
    pump(10);
    const auto& changes = view().changes;
    EXPECT_GE(changes.size(), 4u);
    EXPECT_LE(changes.size(), 5u);  // the press itself is one
    for (std::size_t k = 1; k < changes.size(); ++k) {
        const Vec2 a = std::get<engine::ChangeGravity>(changes[k - 1].change).gravity;
        const Vec2 b = std::get<engine::ChangeGravity>(changes[k].change).gravity;
        EXPECT_GT(length(b - a), 1e-3);
    }
}

TEST_F(HandsOn, FrictionOfEachPairOfMaterials) {
    const std::vector<std::pair<std::string, std::pair<int, int>>> pairs{
        {"##stone on stone", {0, 0}}, {"##stone on wood", {0, 1}}, {"##wood on wood", {1, 1}}};
    for (const auto& [label, materials] : pairs) {
        const Vec2 slider = control(label);
        const auto smooth = touch<engine::ChangeFriction>([&] { drag(slider, {0.0, slider.y}); });
        EXPECT_EQ(smooth.first, materials.first) << label;
        EXPECT_EQ(smooth.second, materials.second) << label;
        EXPECT_EQ(smooth.friction, 0.0) << label;
    }
    drag(control(pairs[1].first), {1000.0, control(pairs[1].first).y});
    pump([this] { return view().parameters.friction[1] == 2.0; });
    EXPECT_EQ(view().parameters.friction, (std::vector{0.5, 2.0, 2.0, 0.5}));
}

TEST_F(HandsOn, WallsGoFasterAndBackwards) {
    const Vec2 slider = control("##wallfloor");
    // It is right of the middle at first, and after a quarter of a period furthest.
    const double quarter = 0.125;
    const auto floor_at = [this](double time) {
        hash_at(time);
        return view().frame.walls.position[0].x;
    };
    EXPECT_NEAR(floor_at(quarter / 3.0), 0.01, 1e-4);
    restart();
    for (const double sign : {1.0, -1.0}) {
        const auto hand = [&] { drag(slider, {sign > 0.0 ? 1000.0 : 0.0, slider.y}); };
        const auto change = touch<engine::ChangeWallRate>(hand);
        EXPECT_EQ(change.wall, 0u);
        EXPECT_NEAR(change.rate, sign * 3.0, 1e-6);
        restart();
        hand();
        EXPECT_NEAR(floor_at(quarter / 3.0), sign * 0.02, 1e-4);
        restart();
    }
}

TEST_F(HandsOn, TheRunIsSavedByAButton) {
    const auto branch = folder_.path() / "dozen-branch";
    const Vec2 slider = control("##strength");
    drag(slider, {0.0, slider.y});
    pump([this] { return view().parameters.gravity == Vec2{}; });
    hash_at(0.05);
    EXPECT_FALSE(std::filesystem::exists(branch));
    click(control("Save this run"));
    pump([&] { return !viewer().notice(window_.wall()).empty(); });
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("scree resume " + branch.string()));
    EXPECT_THAT(engine::read_scene(branch / "scene.toml"), HasSubstr("gravity = [0.0, 0.0]"));
    const cli::Outcome resumed = cli::run({SCREE_PROGRAM, "resume", branch, "--quiet"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
}

TEST_F(Watching, WSavesTheRunToGoOnWith) {
    viewer().go_to(0.1);
    pump([this] { return view().frame.time >= 0.1 && !viewer().is_running(); });
    viewer().change(engine::ChangeGravity{{0.125, -9.0}});
    key("w");
    const auto branch = folder_.path() / "dozen-branch";
    pump([&] { return !viewer().notice(window_.wall()).empty(); });
    EXPECT_THAT(viewer().notice(window_.wall()), HasSubstr("scree resume " + branch.string()));
    // The branch has no frames yet.
    const cli::Outcome watched = cli::run({SCREE_PROGRAM, "watch", branch},
                                          {"DISPLAY=" + screen_.display(), "PATH=/usr/bin:/bin"});
    EXPECT_EQ(watched.exit_code, 5);
    EXPECT_THAT(watched.err, HasSubstr("has no frames yet: scree resume " + branch.string()));
    EXPECT_EQ(cli::run({SCREE_PROGRAM, "resume", branch, "--quiet"}).exit_code, 0);
    EXPECT_THAT(engine::read_scene(branch / "scene.toml"), HasSubstr("gravity = [0.125, -9.0]"));
}

}  // namespace
}  // namespace scree::window
