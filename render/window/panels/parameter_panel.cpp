#include "render/window/panels/parameter_panel.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "engine/live/branch.h"
#include "render/window/words.h"

namespace scree::window {
namespace {

using render::short_number;

constexpr float dial_radius = 46.0f;
constexpr double earth = 9.81;  // m/s2

/// Draws a slider. A value that is typed counts when it is complete, and not with each key.
bool slide(const char* label, float& value, double low, double high, const char* format) {
    const bool changed = ImGui::SliderFloat(label, &value, static_cast<float>(low),
                                            static_cast<float>(high), format);
    return changed && !ImGui::TempInputIsActive(ImGui::GetItemID());
}

const engine::Stage& present_stage(Viewer& viewer) {
    return viewer.player().scene().stages[viewer.frame_view()->view().stages.now];
}

/// Draws an arrow in a circle. Dragging it tilts gravity.
void draw_dial(Viewer& viewer, Vec2 gravity) {
    const double strength = length(gravity);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 middle{corner.x + dial_radius, corner.y + dial_radius};
    ImGui::InvisibleButton("dial", {2.0f * dial_radius, 2.0f * dial_radius});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Vec2 way{static_cast<double>(mouse.x - middle.x),
                   static_cast<double>(middle.y - mouse.y)};
    if (ImGui::IsItemActive() && length(way) > 4.0) {
        const double size = strength > 0.0 ? strength : earth;
        const Vec2 turned = size / length(way) * way;
        // Rounding changes the last digits of the strength, which alone must not count as a change.
        if (length(turned - gravity) > 1e-9 * size) viewer.change(engine::ChangeGravity{turned});
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddCircleFilled(middle, dial_radius, IM_COL32(255, 255, 255, 255), 48);
    list->AddCircle(middle, dial_radius, IM_COL32(0, 0, 0, 70), 48);
    if (!(strength > 0.0)) return;
    const ImVec2 along{static_cast<float>(gravity.x / strength),
                       static_cast<float>(-gravity.y / strength)};
    const float l = dial_radius - 8.0f;
    const ImVec2 tip{middle.x + l * along.x, middle.y + l * along.y};
    const ImVec2 neck{tip.x - 12.0f * along.x, tip.y - 12.0f * along.y};
    list->AddLine(middle, neck, IM_COL32(31, 78, 121, 255), 3.0f);
    list->AddTriangleFilled(tip, {neck.x - 6.0f * along.y, neck.y + 6.0f * along.x},
                            {neck.x + 6.0f * along.y, neck.y - 6.0f * along.x},
                            IM_COL32(31, 78, 121, 255));
}

void draw_gravity(Viewer& viewer, Vec2 gravity) {
    if (length(gravity) > 0.0) viewer.look().down = 1.0 / length(gravity) * gravity;
    draw_dial(viewer, gravity);
    ImGui::SameLine();
    ImGui::BeginGroup();
    ImGui::TextDisabled("gravity / m/s\u00b2");
    ImGui::TextUnformatted(pair_text(gravity).c_str());
    auto strength = static_cast<float>(length(gravity));
    ImGui::SetNextItemWidth(-1.0f);
    if (slide("##strength", strength, 0.0, 30.0, "%.2f")) {
        const Vec2 pull = static_cast<double>(strength) * viewer.look().down;
        viewer.change(engine::ChangeGravity{pull + Vec2{}});  // adding zero turns -0 into 0
    }
    ImGui::EndGroup();
}

/// Draws a slider for the friction of each pair of materials that can meet.
void draw_friction(Viewer& viewer) {
    const engine::Scene& scene = viewer.player().scene();
    std::set<std::uint16_t> grains;
    for (const Body& grain : viewer.frame_view()->bodies().grains())
        grains.insert(grain.shape.material);
    std::set<std::uint16_t> all = grains;
    for (const engine::SceneWall& wall : scene.walls) all.insert(wall.wall.material);
    const std::size_t materials = scene.materials.size();
    for (const std::uint16_t a : grains)
        for (const std::uint16_t b : all) {
            if (b < a && grains.contains(b)) continue;
            const std::string name = scene.materials[a].name + " on " + scene.materials[b].name;
            auto friction = static_cast<float>(
                viewer.frame_view()->view().parameters.friction[a * materials + b]);
            ImGui::TextDisabled("friction, %s", name.c_str());
            ImGui::SetNextItemWidth(-1.0f);
            if (slide(("##" + name).c_str(), friction, 0.0, 2.0, "%.2f"))
                viewer.change(engine::ChangeFriction{a, b, static_cast<double>(friction)});
        }
}

/// Draws a slider for the speed of each wall that moves as prescribed in the present stage.
void draw_speeds(Viewer& viewer) {
    const auto& walls = viewer.player().scene().walls;
    const engine::Stage& stage = present_stage(viewer);
    for (std::size_t w = 0; w < walls.size(); ++w) {
        if (!viewer.frame_view()->walls()[w].is_there) continue;
        if (!moves_as_prescribed(stage.begin.motions[w])) continue;
        auto rate = static_cast<float>(viewer.frame_view()->view().parameters.wall_rates[w]);
        ImGui::TextDisabled("speed of `%s`", walls[w].name.c_str());
        ImGui::SetNextItemWidth(-1.0f);
        if (slide(("##wall" + walls[w].name).c_str(), rate, -3.0, 3.0, "\u00d7 %.2f"))
            viewer.change(
                engine::ChangeWallRate{static_cast<std::uint32_t>(w), static_cast<double>(rate)});
    }
}

/// The largest load on a wall that the scene speaks of; the smallest is zero, or its opposite.
std::pair<double, double> loads_of(const engine::Scene& scene, std::size_t wall) {
    double low = 0.0;
    double high = 0.0;
    for (const engine::Stage& stage : scene.stages)
        for (const engine::StageValues* values : {&stage.begin, &stage.end}) {
            if (!values->motions[wall].is_loaded()) continue;
            low = std::min(low, values->motions[wall].load.value);
            high = std::max(high, std::abs(values->motions[wall].load.value));
        }
    if (high == 0.0) high = 1.0;
    return {low < 0.0 ? -high : 0.0, high};
}

/// Draws a slider for the load of each wall that is under one now, up to three times what the scene
/// asks for; any other value can be typed.
void draw_loads(Viewer& viewer) {
    constexpr double room = 3.0;
    const engine::Scene& scene = viewer.player().scene();
    const auto& loads = viewer.frame_view()->view().parameters.loads;
    for (std::size_t w = 0; w < loads.size(); ++w) {
        if (!loads[w]) continue;
        const std::string& name = scene.walls[w].name;
        const auto [low, high] = loads_of(scene, w);
        auto value = static_cast<float>(loads[w]->target);
        ImGui::TextDisabled("%s on `%s`", loads[w]->is_pressure ? "pressure" : "force",
                            name.c_str());
        ImGui::SetNextItemWidth(-1.0f);
        if (slide(("##load" + name).c_str(), value, room * low, room * high,
                  loads[w]->is_pressure ? "%.4g N/m" : "%.4g N"))
            viewer.change(
                engine::ChangeLoad{static_cast<std::uint32_t>(w), static_cast<double>(value)});
    }
}

/// Draws a button that ends the present stage, where another one follows.
void draw_end_of_stage(Viewer& viewer) {
    const engine::Scene& scene = viewer.player().scene();
    const engine::LiveStages& stages = viewer.frame_view()->view().stages;
    if (stages.now + 1 >= scene.stages.size()) return;
    const std::string& name = scene.stages[stages.now].name;
    if (stages.is_ending)
        ImGui::TextDisabled("`%s` ends with the next step", name.c_str());
    else if (ImGui::Button(("End stage `" + name + "`###end stage").c_str()))
        viewer.change(engine::EndStage{});
}

/// Draws the list of changes that were made to the run, the last on top.
void draw_log(Viewer& viewer) {
    const auto& changes = viewer.frame_view()->view().changes;
    if (changes.empty()) {
        ImGui::TextDisabled("untouched: same as without a window");
        return;
    }
    ImGui::Text("touched %zu times", changes.size());
    constexpr std::size_t most_lines = 12;
    const double dt = viewer.player().live()->dt();
    for (std::size_t k = changes.size(); k-- > 0 && changes.size() - k <= most_lines;) {
        const std::string when = short_number(static_cast<double>(changes[k].step) * dt) + " s: ";
        const std::string what =
            engine::words_of(changes[k].change, viewer.player().scene(), short_number);
        const bool ahead = changes[k].step > viewer.frame_view()->frame().step;
        if (ahead)
            ImGui::TextDisabled("%s%s", when.c_str(), what.c_str());
        else
            ImGui::TextUnformatted((when + what).c_str());
    }
}

}  // namespace

void draw_parameters(Viewer& viewer) {
    if (viewer.frame_view() == nullptr || viewer.player().live() == nullptr) return;
    draw_gravity(viewer, viewer.frame_view()->view().parameters.gravity);
    draw_friction(viewer);
    draw_speeds(viewer);
    draw_loads(viewer);
    draw_end_of_stage(viewer);
    if (ImGui::Button("Save this run")) viewer.save_branch();
    draw_log(viewer);
}

}  // namespace scree::window
