#include "render/window/panels/plot_field.h"

#include <algorithm>
#include <cmath>

#include "render/labels.h"

namespace scree::window {
namespace {

constexpr ImU32 now_colour = IM_COL32(163, 22, 26, 160);
constexpr ImU32 stage_colour = IM_COL32(0, 0, 0, 90);
constexpr ImU32 ground_colour = IM_COL32(255, 255, 255, 255);
constexpr ImU32 rim_colour = IM_COL32(0, 0, 0, 40);
constexpr ImU32 zero_colour = IM_COL32(0, 0, 0, 30);

constexpr ImU32 label_colour = IM_COL32(0, 0, 0, 190);
constexpr ImU32 label_ground = IM_COL32(255, 255, 255, 215);
/// The size of the numbers at the edges, over the size of other text.
constexpr float label_size = 0.8f;

float distance(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

ImVec2 between(ImVec2 a, ImVec2 b, float share) {
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// Keeps only the lowest and the highest of the points in a column of pixels, in their order,
/// because a long run has more points than there are pixels.
std::vector<ImVec2> thinned(const std::vector<ImVec2>& points) {
    std::vector<ImVec2> kept;
    for (std::size_t first = 0, next = 0; first < points.size(); first = next) {
        while (next < points.size() && std::floor(points[next].x) == std::floor(points[first].x))
            ++next;
        const auto from = points.begin() + static_cast<std::ptrdiff_t>(first);
        const auto to = points.begin() + static_cast<std::ptrdiff_t>(next);
        auto [low, high] = std::minmax_element(
            from, to, [](const ImVec2& a, const ImVec2& b) { return a.y < b.y; });
        if (high < low) std::swap(low, high);
        kept.push_back(*low);
        if (high != low) kept.push_back(*high);
    }
    return kept;
}

}  // namespace

void draw_line(ImDrawList& list, const std::vector<ImVec2>& points, const Stroke& stroke) {
    const auto draw = [&](const std::vector<ImVec2>& line) {
        if (line.size() > 1)
            list.AddPolyline(line.data(), static_cast<int>(line.size()), stroke.colour, 0,
                             stroke.width);
    };
    if (!(stroke.dash > 0.0f)) return draw(points);
    std::vector<ImVec2> dash;
    bool is_on = true;
    float left = stroke.dash;
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (k == 0) {
            dash.push_back(points[0]);
            continue;
        }
        ImVec2 at = points[k - 1];
        for (float way = distance(at, points[k]); way > left; way = distance(at, points[k])) {
            at = between(at, points[k], left / way);
            if (is_on) {
                dash.push_back(at);
                draw(dash);
                dash.clear();
            } else {
                dash = {at};
            }
            is_on = !is_on;
            left = is_on ? stroke.dash : stroke.gap;
        }
        left -= distance(at, points[k]);
        if (is_on) dash.push_back(points[k]);
    }
    if (is_on) draw(dash);
}

PlotField::PlotField(float height, const Axis& across)
    : corner_(ImGui::GetCursorScreenPos()),
      size_(ImGui::GetContentRegionAvail().x, height),
      times_{across.low, std::max(across.high, across.low + 1e-300)},
      unit_(across.unit) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 far{corner_.x + size_.x, corner_.y + size_.y};
    list->AddRectFilled(corner_, far, ground_colour, 3.0f);
    list->AddRect(corner_, far, rim_colour, 3.0f);
    ImGui::Dummy(size_);
}

void PlotField::make_room_for(const Series& series) {
    for (const double value : series.values) {
        if (!std::isfinite(value)) continue;
        values_.low = std::min(values_.low, value);
        values_.high = std::max(values_.high, value);
    }
}

ImVec2 PlotField::place(double time, double value) const {
    const float room = label_size * ImGui::GetFontSize() + 2.0f;  // above and below, for labels
    return {corner_.x + size_.x * static_cast<float>(times_.share(time)),
            corner_.y + room +
                (size_.y - 2.0f * room) * static_cast<float>(1.0 - values_.share(value))};
}

void PlotField::draw(const Series& series, const Stroke& stroke) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    std::vector<ImVec2> points;
    const auto flush = [&] {
        draw_line(*list, thinned(points), stroke);
        points.clear();
    };
    // Sharp corners of a line may reach further than its points, so they are clipped.
    list->PushClipRect(corner_, {corner_.x + size_.x, corner_.y + size_.y}, true);
    for (std::size_t k = 0; k < series.times.size(); ++k) {
        if (std::isfinite(series.values[k]))
            points.push_back(place(series.times[k], series.values[k]));
        else
            flush();
    }
    flush();
    list->PopClipRect();
}

void PlotField::divide(const std::vector<double>& times) {
    for (const double time : times) {
        if (!(time > times_.low && time < times_.high)) continue;
        const float x = place(time, 0.0).x;
        ImGui::GetWindowDrawList()->AddLine({x, corner_.y}, {x, corner_.y + size_.y}, stage_colour);
    }
}

void PlotField::mark(double now) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (values_.low < 0.0 && values_.high > 0.0)
        list->AddLine(place(times_.low, 0.0), place(times_.high, 0.0), zero_colour);
    const float x = place(now, 0.0).x;
    list->AddLine({x, corner_.y}, {x, corner_.y + size_.y}, now_colour);
}

void PlotField::label(const std::function<std::string(double value)>& text_of) {
    ImFont* const font = ImGui::GetFont();
    const float size = label_size * ImGui::GetFontSize();
    const auto write = [&](const std::string& text, bool right, bool low) {
        const float width = font->CalcTextSizeA(size, size_.x, 0.0f, text.c_str()).x;
        const ImVec2 at{right ? corner_.x + size_.x - width - 3.0f : corner_.x + 3.0f,
                        low ? corner_.y + size_.y - size - 1.0f : corner_.y + 1.0f};
        ImDrawList* list = ImGui::GetWindowDrawList();
        list->AddRectFilled({at.x - 1.0f, at.y}, {at.x + width + 1.0f, at.y + size}, label_ground);
        list->AddText(font, size, at, label_colour, text.c_str());
    };
    write(text_of(values_.high), false, false);
    if (values_.low < values_.high) write(text_of(values_.low), false, true);
    const std::string high = render::with_unit(times_.high, unit_);
    const bool from_zero = times_.low == 0.0;
    write(from_zero ? high : render::with_unit(times_.low, unit_) + " \u2013 " + high, true, true);
}

}  // namespace scree::window
