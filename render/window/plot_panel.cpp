#include "render/window/plot_panel.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "render/labels.h"

namespace scree::window {
namespace {

constexpr ImU32 curve_colour = IM_COL32(31, 104, 142, 255);
constexpr ImU32 now_colour = IM_COL32(163, 22, 26, 160);
constexpr ImU32 ground_colour = IM_COL32(255, 255, 255, 255);
constexpr ImU32 rim_colour = IM_COL32(0, 0, 0, 40);
constexpr float plot_height = 52.0f;

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void add(double v) {
        if (!std::isfinite(v)) return;
        low = std::min(low, v);
        high = std::max(high, v);
    }
    double share(double v) const { return high > low ? (v - low) / (high - low) : 0.5; }
};

std::string value_text(double value, const std::string& unit) {
    if (!std::isfinite(value)) return "\u2013";
    return unit.empty() ? render::short_number(value) : render::with_unit(value, unit);
}

/// Degrees and the like keep their unit.
bool has_prefixes(const std::string& unit) { return unit == "J" || unit == "N" || unit == "m"; }

void draw_curve(const Series& series, double now, double end) {
    const std::string unit = has_prefixes(series.unit) ? series.unit : "";
    ImGui::TextDisabled("%s", series.name.c_str());
    const std::string text = value_text(series.at(now), unit) +
                             (unit.empty() && !series.unit.empty() ? " " + series.unit : "");
    ImGui::SameLine(ImGui::GetContentRegionAvail().x + 8.0f - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextUnformatted(text.c_str());

    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, plot_height};
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, ground_colour, 3.0f);
    list->AddRect(corner, {corner.x + size.x, corner.y + size.y}, rim_colour, 3.0f);
    Range values;
    values.add(0.0);
    for (const double value : series.values) values.add(value);
    const Range times{0.0, std::max(end, 1e-300)};
    std::vector<ImVec2> line;
    const auto flush = [&] {
        if (line.size() > 1)
            list->AddPolyline(line.data(), static_cast<int>(line.size()), curve_colour, 0, 1.5f);
        line.clear();
    };
    for (std::size_t k = 0; k < series.times.size(); ++k) {
        if (!std::isfinite(series.values[k])) {
            flush();
            continue;
        }
        const double height = 0.06 + 0.88 * values.share(series.values[k]);
        line.push_back({corner.x + size.x * static_cast<float>(times.share(series.times[k])),
                        corner.y + size.y * static_cast<float>(1.0 - height)});
    }
    flush();
    const float x = corner.x + size.x * static_cast<float>(times.share(now));
    list->AddLine({x, corner.y}, {x, corner.y + size.y}, now_colour);
    ImGui::Dummy(size);
}

}  // namespace

void draw_plots(Desk& desk) {
    if (desk.moment() == nullptr) return;
    const Chronicle& chronicle = desk.chronicle();
    const double now = desk.moment()->frame().time;
    // The run so far fills the width.
    double end = now;
    for (std::size_t k = 0; k < chronicle.series_count(); ++k) {
        const Series series = chronicle.series(k);
        const auto is_known = [](double value) { return std::isfinite(value); };
        if (std::ranges::none_of(series.values, is_known)) continue;
        if (!series.times.empty()) end = std::max(end, series.times.back());
        draw_curve(series, now, end);
    }
}

void draw_phases(Desk& desk) {
    static constexpr std::array<const char*, engine::phase_count> names{
        "predict", "move boxes", "find pairs", "track features", "apply forces", "correct"};
    const engine::PhaseTimes times = desk.phase_times();
    double sum = 0.0;
    for (const double time : times) sum += time;
    if (!(sum > 0.0)) {
        ImGui::TextDisabled("nothing was computed yet");
        return;
    }
    for (std::size_t k = 0; k < times.size(); ++k) {
        ImGui::TextDisabled("%s", names[k]);
        ImGui::SameLine(120.0f);
        const std::string text = render::with_unit(times[k], "s");
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, IM_COL32(143, 169, 184, 255));
        ImGui::ProgressBar(static_cast<float>(times[k] / sum), {-1.0f, 15.0f}, text.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::TextDisabled("a step");
    ImGui::SameLine(120.0f);
    ImGui::TextUnformatted(render::with_unit(sum, "s").c_str());
}

}  // namespace scree::window
