#include "render/window/panels/plot_panel.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "render/labels.h"
#include "render/window/panels/plot_field.h"
#include "render/window/stages.h"

namespace scree::window {
namespace {

constexpr float plot_height = 60.0f;
constexpr float energy_height = 120.0f;
constexpr float swatch_width = 26.0f;
constexpr Stroke curve{IM_COL32(31, 104, 142, 255)};

/// The strokes of the terms of the energy. The colour-blind tell the colours apart (Okabe and Ito);
/// lines are solid, dashed or dotted by what they mean: where the energy is, where it went, where
/// it came from.
constexpr std::array<Stroke, 14> energy_strokes{{
    {IM_COL32(0, 114, 178, 255), 1.8f},                // kinetic
    {IM_COL32(0, 60, 95, 255), 1.8f},                  // kinetic, walls
    {IM_COL32(230, 159, 0, 255), 1.8f},                // gravity
    {IM_COL32(0, 158, 115, 255), 1.8f},                // elastic
    {IM_COL32(0, 0, 0, 255), 2.4f},                    // total
    {IM_COL32(213, 94, 0, 255), 1.8f, 7.0f, 3.0f},     // damping
    {IM_COL32(204, 121, 167, 255), 1.8f, 7.0f, 3.0f},  // sliding
    {IM_COL32(150, 60, 0, 255), 1.8f, 7.0f, 3.0f},     // damping, walls
    {IM_COL32(110, 50, 95, 255), 1.8f, 7.0f, 3.0f},    // stops and limits
    {IM_COL32(86, 180, 233, 255), 1.8f, 2.0f, 2.5f},   // wall work
    {IM_COL32(0, 90, 60, 255), 1.8f, 2.0f, 2.5f},      // load work
    {IM_COL32(120, 120, 120, 255), 1.8f, 2.0f, 2.5f},  // added
    {IM_COL32(160, 110, 40, 255), 1.8f, 2.0f, 2.5f},   // law gain
    {IM_COL32(0, 0, 0, 255), 1.2f, 2.0f, 2.5f},        // residual
}};

std::string value_text(double value, const std::string& unit) {
    if (!std::isfinite(value)) return "\u2013";
    // Degrees and similar units take no prefix.
    const bool has_prefixes = unit == "J" || unit == "N" || unit == "m";
    if (has_prefixes) return render::with_unit(value, unit);
    return render::short_number(value) + (unit.empty() ? "" : " " + unit);
}

void text_on_the_right(const std::string& text) {
    ImGui::SameLine(ImGui::GetContentRegionAvail().x + 8.0f - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextUnformatted(text.c_str());
}

bool is_known(const Series& series) {
    return std::ranges::any_of(series.values, [](double value) { return std::isfinite(value); });
}

/// Whether a series has anything to show. Walls that do not move do no work, for example.
bool is_of_use(const Series& series) {
    return std::ranges::any_of(series.values,
                               [](double value) { return std::isfinite(value) && value != 0.0; });
}

/// Draws a line for a quantity without values. A run folder may not hold it; a live run will have
/// values when there is something to measure.
void draw_nothing(const Viewer& viewer, const std::string& name) {
    ImGui::TextDisabled("%s", name.c_str());
    text_on_the_right(viewer.is_live() ? "\u2013" : "not recorded");
}

/// What the curves over time have in common.
struct TimeAxis {
    double now = 0.0;
    double begin = 0.0;
    double end = 0.0;
    std::vector<double> stages;  ///< the times at which stages after the first begin

    PlotField field(float height) const {
        PlotField field(height, {begin, end});
        field.divide(stages);
        return field;
    }
};

TimeAxis time_axis(const Viewer& viewer) {
    const engine::Frame& frame = viewer.frame_view()->frame();
    TimeAxis axis{frame.time, viewer.player().begin(), frame.time, {}};
    // The curves fill the width with the run so far.
    const Series any = viewer.watched().series(0);
    if (!any.times.empty()) axis.end = std::max(axis.end, any.times.back());
    const auto marks = stage_marks(viewer.player().scene(), viewer.frame_view()->view().stages);
    for (std::size_t k = 1; k < marks.size(); ++k)
        if (!marks[k].is_expected) axis.stages.push_back(marks[k].time);
    return axis;
}

void draw_curve(const Series& series, const TimeAxis& axis) {
    PlotField field = axis.field(plot_height);
    field.make_room_for(series);
    field.draw(series, curve);
    field.mark(axis.now);
    field.label([&](double value) { return value_text(value, series.unit); });
}

/// Terms that are smaller than this share of the largest are rounding errors, and are shown as 0.
constexpr double rounding = 1e-12;

/// Draws a line of the legend: how the curve looks, its name, its value. A click hides the curve.
void draw_legend(Viewer& viewer, const Series& series, const Stroke& stroke, double now,
                 double largest) {
    bool& hidden = viewer.plot_choice().hidden[series.name];
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable(("##energy" + series.name).c_str())) hidden = !hidden;
    ImGui::SameLine(8.0f);
    const float y = corner.y + 0.5f * ImGui::GetFontSize();
    if (!hidden)
        draw_line(*ImGui::GetWindowDrawList(), {{corner.x, y}, {corner.x + swatch_width, y}},
                  stroke);
    ImGui::SameLine(8.0f + swatch_width + 8.0f);
    if (hidden)
        ImGui::TextDisabled("%s", series.name.c_str());
    else
        ImGui::TextUnformatted(series.name.c_str());
    const double value = series.at(now);
    text_on_the_right(value_text(std::abs(value) < rounding * largest ? 0.0 : value, series.unit));
}

/// Draws the terms of the ledger, all in one field.
void draw_energies(Viewer& viewer, const SeriesGroup& group, const TimeAxis& axis) {
    const double now = axis.now;
    std::vector<std::pair<Series, Stroke>> terms;
    for (std::size_t k = 0; k < group.count; ++k) {
        Series series = viewer.watched().series(group.first + k);
        if (is_of_use(series)) terms.emplace_back(std::move(series), energy_strokes[k]);
    }
    ImGui::TextDisabled("energy (a click on a name hides it)");
    PlotField field = axis.field(energy_height);
    const auto for_each_shown = [&](const auto& task) {
        for (const auto& [series, stroke] : terms)
            if (!viewer.plot_choice().hidden[series.name]) task(series, stroke);
    };
    for_each_shown([&](const Series& series, const Stroke&) { field.make_room_for(series); });
    for_each_shown([&](const Series& series, const Stroke& stroke) { field.draw(series, stroke); });
    field.mark(now);
    field.label([](double value) { return value_text(value, "J"); });
    double largest = 0.0;
    for (const auto& [series, stroke] : terms)
        if (const double value = std::abs(series.at(now)); value > largest) largest = value;
    for (const auto& [series, stroke] : terms) draw_legend(viewer, series, stroke, now, largest);
    if (terms.size() <= 1 && !viewer.is_live()) ImGui::TextDisabled("other terms: not recorded");
}

/// Draws a list to choose from. Lists are told apart by their places, because scenes may give a
/// measurement any name, even `contacts`.
void draw_list(std::size_t place, const std::vector<std::string>& names, std::size_t& chosen) {
    ImGui::SetNextItemWidth(0.62f * ImGui::GetContentRegionAvail().x);
    if (!ImGui::BeginCombo(("##plot" + std::to_string(place)).c_str(), names[chosen].c_str()))
        return;
    for (std::size_t k = 0; k < names.size(); ++k)
        if (ImGui::Selectable(names[k].c_str(), k == chosen)) chosen = k;
    ImGui::EndCombo();
}

/// Draws the chosen one of several series.
void draw_chosen(Viewer& viewer, const SeriesGroup& group, const TimeAxis& axis) {
    const WatchedSeries& watched = viewer.watched();
    std::size_t& chosen =
        viewer.plot_choice().column.try_emplace(group.first, group.usual).first->second;
    if (group.count > 1) {
        std::vector<std::string> names;
        for (std::size_t k = 0; k < group.count; ++k)
            names.push_back(watched.name(group.first + k));
        draw_list(group.first, names, chosen);
    }
    const Series series = watched.series(group.first + chosen);
    if (group.count == 1) {
        if (!is_known(series)) return draw_nothing(viewer, series.name);
        ImGui::TextDisabled("%s", series.name.c_str());
    }
    text_on_the_right(value_text(series.at(axis.now), series.unit));
    draw_curve(series, axis);
}

/// Draws one of the numbers of the slices over their places.
void draw_profile(Viewer& viewer, const Profile& profile, std::size_t place) {
    if (profile.slices.rows.empty()) return draw_nothing(viewer, profile.name);
    std::vector<std::string> names;
    for (std::size_t k = 1; k < profile.slices.columns.size(); ++k)
        names.push_back(profile.series(k).name);
    std::size_t& chosen = viewer.plot_choice().column[place];
    draw_list(place, names, chosen);
    const Series series = profile.series(1 + chosen);
    const double low = series.times.front();
    text_on_the_right("from " + render::with_unit(low, "m"));
    PlotField field(plot_height, {low, series.times.back(), "m"});
    field.make_room_for(series);
    field.draw(series, curve);
    field.label([&](double value) { return value_text(value, series.unit); });
}

}  // namespace

void draw_plots(Viewer& viewer) {
    if (viewer.frame_view() == nullptr) return;
    const WatchedSeries& watched = viewer.watched();
    const TimeAxis axis = time_axis(viewer);
    for (const SeriesGroup& group : watched.groups()) {
        if (group.first == 0)
            draw_energies(viewer, group, axis);
        else
            draw_chosen(viewer, group, axis);
    }
    std::size_t place = watched.series_count();
    for (const Profile& profile : watched.profiles()) draw_profile(viewer, profile, place++);
}

void draw_phases(Viewer& viewer) {
    static constexpr std::array<const char*, engine::phase_count> names{
        "predict", "move boxes", "find pairs", "track features", "apply forces", "correct"};
    const engine::PhaseTimes times = viewer.phase_times();
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
