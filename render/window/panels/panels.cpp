#include "render/window/panels/panels.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "engine/run/summary.h"
#include "render/labels.h"
#include "render/window/keys.h"
#include "render/window/panels/parameter_panel.h"
#include "render/window/panels/plot_panel.h"
#include "render/window/panels/wall_panel.h"
#include "render/window/stages.h"
#include "render/window/words.h"

namespace scree::window {
namespace {

using engine::LiveStatus;
using render::short_number;
using render::with_unit;

constexpr ImGuiWindowFlags fixed_panel = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                         ImGuiWindowFlags_NoNav;

/// A panel that comes and goes by itself. It must not take the pointer from a slider that is being
/// dragged.
constexpr ImGuiWindowFlags message_panel = fixed_panel | ImGuiWindowFlags_AlwaysAutoResize |
                                           ImGuiWindowFlags_NoInputs |
                                           ImGuiWindowFlags_NoFocusOnAppearing;

void text(const std::string& words) { ImGui::TextUnformatted(words.c_str()); }
void value_line(const char* name, const std::string& value) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(120.0f);
    text(value);
}

const char* words_of(LiveStatus status) {
    switch (status) {
        case LiveStatus::running:
            return "runs";
        case LiveStatus::paused:
            return "is paused";
        case LiveStatus::over:
            return "is over";
        case LiveStatus::broken:
            return "broke down";
        case LiveStatus::failed:
            break;
    }
    return "failed";
}

/// Draws lines about the present stage. Each stage has as many, because what is below must stay
/// where it is.
void draw_stage(Viewer& viewer) {
    const engine::Scene& scene = viewer.player().scene();
    if (!scene.has_stages()) return;
    const engine::LiveView& view = viewer.frame_view()->view();
    if (view.stages.begins.empty()) return value_line("stage", "not recorded");
    value_line("stage", stage_text(scene, view.stages.now));
    value_line("lasts", lasting_text(scene, view.stages, view.frame.time));
    const bool any_condition = std::ranges::any_of(
        scene.stages, [](const engine::Stage& stage) { return stage.until.has_value(); });
    if (!any_condition) return;
    const std::string end = end_text(scene, view.stages.now);
    ImGui::PushTextWrapPos(0.0f);
    value_line("or until", end.empty() ? "\u2013" : end);
    ImGui::PopTextWrapPos();
}

void draw_status(Viewer& viewer) {
    const FrameView& frame_view = *viewer.frame_view();
    const auto& view = frame_view.view();
    value_line("time", short_number(view.frame.time) + " s of " +
                           short_number(viewer.player().end()) + " s");
    value_line("step", std::to_string(view.frame.step));
    draw_stage(viewer);
    value_line("grains", std::to_string(view.frame.grains.body.size()) + ", " +
                             std::to_string(view.frame.contacts.pair.size()) + " contacts");
    const bool is_unread = view.status == LiveStatus::failed && !viewer.is_live();
    value_line("the run", viewer.way() ? "goes to another time"
                          : is_unread  ? "cannot be read there"
                                       : words_of(view.status));
    if (view.history_budget > 0)
        value_line("past in memory", memory_text(view.history_bytes, view.history_budget));
    // There are as many lines while the run is paused, because what is below must not move away
    // from the pointer.
    const std::string none = "\u2013";
    if (viewer.is_running()) {
        value_line("speed", rate_text(viewer.speed().steps_per_second()) + " steps/s");
        value_line("real time", "\u00d7 " + short_number(viewer.speed().real_time_factor()));
    } else {
        value_line("state", view.hash ? engine::hash_text(*view.hash) : none);
        value_line("real time", none);
    }
}

/// Draws the choice of pace: as fast as it goes, or so many simulated seconds in a second.
void draw_pace(Viewer& viewer) {
    bool flat_out = !viewer.pace().has_value();
    if (ImGui::Checkbox("as fast as it goes", &flat_out))
        viewer.set_pace(flat_out ? std::nullopt : std::optional(1.0));
    if (flat_out) return;
    auto factor = static_cast<float>(*viewer.pace());
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::SliderFloat("##pace", &factor, 0.001f, 10.0f, "%.3g \u00d7 real time",
                           ImGuiSliderFlags_Logarithmic))
        viewer.set_pace(static_cast<double>(factor));
}

void draw_colours(Viewer& viewer) {
    const std::string now(render::name_of(viewer.colours().quantity()));
    ImGui::SetNextItemWidth(-1.0f);
    if (!ImGui::BeginCombo("##colour", ("colour: " + now).c_str())) return;
    for (const Quantity quantity : quantities()) {
        const std::string name(render::name_of(quantity));
        if (ImGui::Selectable(name.c_str(), quantity == viewer.colours().quantity()))
            viewer.choose_colour(quantity);
    }
    ImGui::EndCombo();
}

void draw_overlays(Viewer& viewer) {
    const FrameView* frame_view = viewer.frame_view();
    const engine::BroadPhaseKind broad_phase = frame_view != nullptr
                                                   ? frame_view->view().arrangement.kind
                                                   : viewer.player().scene().broad_phase.kind;
    for (std::size_t k = 0; k < overlay_count; ++k) {
        const auto overlay = static_cast<Overlay>(k);
        bool shown = viewer.look().shows(overlay);
        const std::string name = std::string(1, overlay_names[k].key) + "  " +
                                 std::string(name_of(overlay, broad_phase));
        if (ImGui::Checkbox(name.c_str(), &shown)) viewer.toggle(overlay);
    }
}

/// Marks on the slider for the time, the last item, where stages begin, and writes their names
/// below it. Those that have not begun yet are pale.
void draw_stage_marks(const std::vector<StageMark>& marks, double begin, double end) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float rim = 2.0f + 0.5f * ImGui::GetStyle().GrabMinSize;  // as the slider has it
    const float size = 0.8f * ImGui::GetFontSize();
    constexpr float tick = 5.0f;  // of the height of the slider, clear of its text
    ImDrawList* list = ImGui::GetWindowDrawList();
    float free_from = low.x;
    for (const StageMark& mark : marks) {
        if (mark.time < begin || mark.time > end || !(end > begin)) continue;
        const auto share = static_cast<float>((mark.time - begin) / (end - begin));
        const float x = low.x + rim + share * (high.x - low.x - 2.0f * rim);
        const ImU32 colour = mark.is_expected ? IM_COL32(0, 0, 0, 110) : IM_COL32(0, 0, 0, 200);
        list->AddLine({x, high.y - tick}, {x, high.y + size}, colour);
        const float width = ImGui::GetFont()->CalcTextSizeA(size, 1e4f, 0.0f, mark.name.c_str()).x;
        if (x < free_from || x + 3.0f + width > high.x) continue;
        list->AddText(ImGui::GetFont(), size, {x + 3.0f, high.y}, colour, mark.name.c_str());
        free_from = x + 3.0f + width + 6.0f;
    }
}

/// Draws the slider for the time. While the run is on its way to another time, it shows that time.
void draw_time(Viewer& viewer) {
    const engine::Frame& frame = viewer.frame_view()->frame();
    const auto way = viewer.way();
    auto time = static_cast<float>(way ? static_cast<double>(way->to) * viewer.player().live()->dt()
                                       : frame.time);
    std::string format = "t = %.4g s";
    if (way) format = "going to t = %.4g s";
    const double begin = viewer.player().begin();
    const double end = std::max(viewer.player().end(), frame.time);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::SliderFloat("##time", &time, static_cast<float>(begin), static_cast<float>(end),
                           format.c_str()))
        viewer.go_to(static_cast<double>(time));
    draw_stage_marks(stage_marks(viewer.player().scene(), viewer.frame_view()->view().stages),
                     begin, end);
}

}  // namespace

void draw_control_panel(Viewer& viewer) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.0f, 0.0f});
    ImGui::SetNextWindowSize(
        {static_cast<float>(panel_width), size.y - static_cast<float>(timeline_height)});
    ImGui::Begin("scree", nullptr, fixed_panel);
    const std::string& title = viewer.player().scene().title;
    ImGui::PushTextWrapPos(0.0f);
    text(title.empty() ? "scree" : title);
    ImGui::PopTextWrapPos();
    ImGui::Separator();
    if (viewer.frame_view() != nullptr) draw_status(viewer);
    draw_pace(viewer);
    if (ImGui::CollapsingHeader("View", ImGuiTreeNodeFlags_DefaultOpen)) {
        draw_colours(viewer);
        draw_overlays(viewer);
    }
    const engine::Scene& scene = viewer.player().scene();
    if (!scene.walls.empty() &&
        ImGui::CollapsingHeader("Walls", has_loads(scene) ? ImGuiTreeNodeFlags_DefaultOpen : 0))
        draw_walls(viewer);
    if (viewer.player().live() != nullptr) {
        if (ImGui::CollapsingHeader("Hands on")) draw_parameters(viewer);
        if (ImGui::CollapsingHeader("Where the time goes")) draw_phases(viewer);
    }
    if (ImGui::CollapsingHeader("Plots", ImGuiTreeNodeFlags_DefaultOpen)) draw_plots(viewer);
    ImGui::End();
}

void draw_timeline(Viewer& viewer) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const auto height = static_cast<float>(timeline_height);
    ImGui::SetNextWindowPos({0.0f, size.y - height});
    ImGui::SetNextWindowSize({size.x, height});
    ImGui::Begin("timeline", nullptr, fixed_panel | ImGuiWindowFlags_NoScrollbar);
    if (ImGui::Button(viewer.is_running() ? "Pause" : "Run", {58.0f, 0.0f})) viewer.toggle_pause();
    ImGui::SameLine();
    if (ImGui::Button("<")) viewer.step(true);
    ImGui::SameLine();
    if (ImGui::Button(">")) viewer.step(false);
    ImGui::SameLine();
    if (ImGui::Button("Restart")) viewer.restart();
    ImGui::SameLine();
    if (ImGui::Button("Fit")) viewer.fit();
    ImGui::SameLine();
    if (ImGui::Button("?")) viewer.look().help = !viewer.look().help;
    if (viewer.frame_view() != nullptr) {
        ImGui::SameLine();
        draw_time(viewer);
    }
    ImGui::End();
}

void draw_way(Viewer& viewer) {
    const auto way = viewer.way();
    if (!way) return;
    const Box& frame = viewer.camera().frame();
    const auto pixels = [](Vec2 p) {
        return ImVec2{static_cast<float>(p.x), static_cast<float>(p.y)};
    };
    ImGui::GetBackgroundDrawList()->AddRectFilled(pixels(frame.low), pixels(frame.high),
                                                  IM_COL32(255, 255, 255, 140));
    const Vec2 above_the_slider{0.5 * (frame.low.x + frame.high.x), frame.high.y - 16.0};
    ImGui::SetNextWindowPos(pixels(above_the_slider), ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::Begin("way", nullptr, message_panel);
    const std::uint64_t step = viewer.frame_view()->frame().step;
    text(way_text(*way, step, viewer.player().live()->dt()));
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, IM_COL32(31, 104, 142, 255));
    ImGui::ProgressBar(static_cast<float>(share_of(*way, step)), {260.0f, 8.0f}, "");
    ImGui::PopStyleColor();
    ImGui::TextDisabled("on the way: t = %s s",
                        short_number(viewer.frame_view()->frame().time).c_str());
    ImGui::End();
}

void draw_help(Viewer& viewer) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * size.x, 0.5f * size.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin(
        "Keys", &viewer.look().help,
        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove);
    for (const KeyHelp& line : key_help()) {
        text(std::string(line.key));
        ImGui::SameLine(110.0f);
        text(std::string(line.meaning));
    }
    ImGui::End();
}

void draw_notice(Viewer& viewer, double wall) {
    std::string words = viewer.notice(wall);
    const LiveStatus status =
        viewer.frame_view() != nullptr ? viewer.frame_view()->view().status : LiveStatus::paused;
    const bool broken = status == LiveStatus::broken || status == LiveStatus::failed;
    if (broken && !viewer.is_live())
        words = viewer.frame_view()->view().message + ". What is shown is another moment.";
    else if (broken)
        words = (status == LiveStatus::broken ? "The physics broke down: " : "The run failed: ") +
                viewer.frame_view()->view().message + ". Go back in time, or restart.";
    if (words.empty()) return;
    const Box& frame = viewer.camera().frame();
    const auto width = static_cast<float>(frame.high.x - frame.low.x) - 80.0f;
    ImGui::SetNextWindowPos({static_cast<float>(0.5 * (frame.low.x + frame.high.x)), 16.0f},
                            ImGuiCond_Always, {0.5f, 0.0f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {width, 200.0f});
    ImGui::Begin("notice", nullptr, message_panel);
    if (broken) ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(163, 22, 26, 255));
    ImGui::PushTextWrapPos(width - 20.0f);
    text(words);
    ImGui::PopTextWrapPos();
    if (broken) ImGui::PopStyleColor();
    ImGui::End();
}

}  // namespace scree::window
