#pragma once

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <chrono>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "render/window/watch_window.h"
#include "tests/engine/small_scene.h"
#include "tests/engine/temporary_folder.h"
#include "tests/render/window/screen.h"

namespace scree::window {

/// A dozen hexagons of two materials on a floor, in a heap of three layers.
inline const std::string dozen = R"(scree = 1
title = "a dozen"
[run]
duration = 2.0
threads = 1
[domain]
x = [-1.0, 1.0]
y = [-1.0, 2.0]
[materials.stone]
density = 2500
stiffness = 1e6
friction = 0.5
damping = 0.3
[materials.wood]
density = 700
stiffness = 1e6
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "stone"
shape = { kind = "box", x = [-0.3, 0.3], y = [-0.1, 0] }
[[grains]]
name = "pebbles"
material = "stone"
shape = { kind = "regular", corners = 6 }
size = { kind = "mono", value = 0.08 }
place = { kind = "list", at = [[-0.2, 0.05], [-0.1, 0.05], [0.0, 0.05], [0.1, 0.05], [0.2, 0.05]] }
[[grains]]
name = "chips"
material = "wood"
shape = { kind = "regular", corners = 5 }
size = { kind = "mono", value = 0.08 }
place = { kind = "list", at = [[-0.15, 0.15], [-0.05, 0.15], [0.05, 0.15], [0.15, 0.15], [0.0, 0.25]] }
[[measure]]
name = "contacts"
kind = "coordination"
)";

/// A window on a virtual screen that shows the dozen. The run is paused at its beginning.
class Watching : public ::testing::Test {
public:
    explicit Watching(const std::string& scene = dozen, std::vector<std::string> sets = {})
        : player_(engine::load(scene, sets)), window_(player_, {"dozen", folder_.path()}) {
        pump([this] {
            return frame_view() != nullptr &&
                   screen_.corner_of(window_.window().getSystemHandle()) == Vec2{};
        });
        pump(3);
    }

    Viewer& viewer() { return window_.viewer(); }
    const FrameView* frame_view() { return window_.viewer().frame_view(); }
    const engine::LiveView& view() { return frame_view()->view(); }

    void pump(int frames) {
        for (int k = 0; k < frames && window_.is_open(); ++k) window_.draw_frame();
    }
    /// Draws until something holds.
    void pump(const std::function<bool()>& holds, int line = __builtin_LINE()) {
        const auto start = std::chrono::steady_clock::now();
        while (!holds()) {
            ASSERT_TRUE(window_.is_open()) << "the window was closed";
            window_.draw_frame();
            ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60))
                << "in line " << line;
        }
    }
    void key(const std::string& name) {
        screen_.xdotool({"key", name});
        pump(3);
    }
    void mouse(std::vector<std::string> arguments) {
        screen_.xdotool(std::move(arguments));
        pump(3);
    }
    void point_at(Vec2 pixels) {
        mouse({"mousemove", std::to_string(std::lround(pixels.x)),
               std::to_string(std::lround(pixels.y))});
    }
    void click(Vec2 pixels, const std::string& button = "1") {
        point_at(pixels);
        mouse({"click", button});
    }
    void drag(Vec2 from, Vec2 to) {
        point_at(from);
        mouse({"mousedown", "1"});
        point_at(to);
        mouse({"mouseup", "1"});
    }
    /// The place of a visible control, by the name that Dear ImGui knows it by. The pointer is
    /// moved over the whole panel until the control is under it.
    Vec2 control(const std::string& label, const std::string& panel = "scree") {
        ImGuiWindow* const window = ImGui::FindWindowByName(panel.c_str());
        if (window == nullptr) throw std::invalid_argument("no panel " + panel);
        const ImGuiID id = window->GetID(label.c_str());
        const ImVec2 size = window->Size;
        const bool is_row = size.y < 60.0f;
        std::vector<ImVec2> places;
        for (float y = is_row ? 0.5f * size.y : 6.0f; y < size.y; y += is_row ? size.y : 12.0f)
            for (float x = 18.0f; x < size.x; x += is_row ? 12.0f : 160.0f)
                places.push_back({window->Pos.x + x, window->Pos.y + y});
        window_.window().setFramerateLimit(0);
        // Mostly the control is not far from the one that was looked for last.
        std::size_t& at = last_place_[panel];
        for (std::size_t k = 0; k < places.size(); ++k, ++at) {
            const ImVec2 place = places[at % places.size()];
            ImGui::GetIO().MousePos = place;
            pump(1);
            if (ImGui::GetCurrentContext()->HoveredId != id) continue;
            window_.window().setFramerateLimit(60);
            return {static_cast<double>(place.x), static_cast<double>(place.y)};
        }
        throw std::invalid_argument(panel + " shows no " + label);
    }
    Vec2 pixels_of(std::size_t row) {
        return viewer().camera().to_pixels(frame_view()->frame().grains.position[row]);
    }
    /// Takes a screenshot of a run that is paused, once the picture does not change any more.
    Screenshot shoot() {
        pump(3);
        Screenshot last = screen_.shoot();
        for (int k = 0; k < 100; ++k) {
            pump(2);
            Screenshot next = screen_.shoot();
            if (next.difference(last) == 0) return next;
            last = std::move(next);
        }
        ADD_FAILURE() << "the picture does not stand still";
        return last;
    }

protected:
    engine::TemporaryFolder folder_;
    Screen& screen_ = Screen::get();
    LivePlayer player_;
    WatchWindow window_;
    /// The index of the place of the last control that was found, in each panel.
    std::map<std::string, std::size_t> last_place_;
};

}  // namespace scree::window
