#include "render/window/drawing/captions.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "render/labels.h"
#include "render/window/drawing/broad_phase_overlay.h"

namespace scree::window {
namespace {

using render::Colour;

constexpr float bar_width = 14.0f;
constexpr float bar_height = 180.0f;
constexpr float border = 16.0f;
/// The room for the ticks of a sorted axis, pixels.
constexpr float axis_room = 12.0f;
constexpr ImU32 ink = IM_COL32(38, 38, 38, 255);
constexpr ImU32 paper = IM_COL32(255, 255, 255, 215);

ImU32 im_colour(Colour c) {
    const auto part = [](double v) { return static_cast<int>(std::lround(255.0 * v)); };
    return IM_COL32(part(c.red), part(c.green), part(c.blue), 255);
}

/// A column of captions, from the bottom right corner upwards.
class Column {
public:
    Column(const Box& frame, float free_below)
        : right_(static_cast<float>(frame.high.x) - border),
          bottom_(static_cast<float>(frame.high.y) - border - free_below) {}

    /// Makes room for a caption, and returns its upper left corner.
    ImVec2 take(float width, float height) {
        bottom_ -= height;
        const ImVec2 corner{right_ - width, bottom_};
        list()->AddRectFilled({corner.x - 6.0f, corner.y - 4.0f},
                              {right_ + 6.0f, bottom_ + height + 4.0f}, paper, 4.0f);
        bottom_ -= 14.0f;
        return corner;
    }
    static ImDrawList* list() { return ImGui::GetBackgroundDrawList(); }

private:
    float right_;
    float bottom_;
};

float width_of(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }
float line_height() { return ImGui::GetFontSize(); }

void write(ImVec2 at, const std::string& text) { Column::list()->AddText(at, ink, text.c_str()); }

void add_scale_bar(Column& column, const Camera& camera) {
    const double most = 160.0 / camera.scale();
    const double metres = render::round_below(most);
    const auto pixels = static_cast<float>(metres * camera.scale());
    const std::string text = render::with_unit(metres, "m");
    const float width = std::max(pixels, width_of(text));
    const ImVec2 at = column.take(width, line_height() + 8.0f);
    write({at.x + 0.5f * (width - width_of(text)), at.y}, text);
    const float y = at.y + line_height() + 4.0f;
    const float x = at.x + 0.5f * (width - pixels);
    Column::list()->AddRectFilled({x, y}, {x + pixels, y + 4.0f}, ink);
}

void add_materials(Column& column, const FrameView& frame_view) {
    std::set<std::size_t> used;
    for (const engine::BodyNumber grain : frame_view.frame().grains.body)
        used.insert(frame_view.bodies().of(grain).shape.material);
    if (used.size() < 2) return;
    float width = 0.0f;
    for (const std::size_t k : used)
        width = std::max(width, width_of(frame_view.scene().materials[k].name));
    const float line = line_height() + 4.0f;
    ImVec2 at = column.take(width + 24.0f, line * static_cast<float>(used.size()));
    for (const std::size_t k : used) {
        Column::list()->AddRectFilled({at.x, at.y + 1.0f}, {at.x + 16.0f, at.y + line_height()},
                                      im_colour(render::of_material(k)), 2.0f);
        write({at.x + 24.0f, at.y}, frame_view.scene().materials[k].name);
        at.y += line;
    }
}

/// Adds the colours of the levels, where a grid has several. Levels are counted from 1, as in the
/// colours by level. Where there are very many, only the first are named.
void add_levels(Column& column, const Camera& camera, const engine::Arrangement& arrangement) {
    if (arrangement.cells.size() < 2) return;
    std::vector<std::size_t> levels = levels_in_sight(arrangement, camera);
    if (levels.empty()) return;
    const std::size_t more = levels.size() - std::min(levels.size(), level_colours);
    levels.resize(levels.size() - more);
    std::vector<std::string> words;
    for (const std::size_t level : levels)
        words.push_back("cells of level " + std::to_string(level + 1) + ": " +
                        render::with_unit(arrangement.cells[level], "m"));
    if (more > 0) words.push_back("and " + std::to_string(more) + " more");
    float width = 0.0f;
    for (const std::string& text : words) width = std::max(width, width_of(text));
    const float line = line_height() + 4.0f;
    ImVec2 at = column.take(width + 32.0f, line * static_cast<float>(words.size()));
    for (std::size_t k = 0; k < words.size(); ++k, at.y += line) {
        write({at.x + 32.0f, at.y}, words[k]);
        if (k == levels.size()) break;
        const sf::Color colour = level_colour(levels[k]);
        const float y = at.y + 0.5f * line_height();
        Column::list()->AddLine({at.x, y}, {at.x + 24.0f, y},
                                IM_COL32(colour.r, colour.g, colour.b, 255), 2.4f);
    }
}

void add_words(Column& column, const std::string& text) {
    write(column.take(width_of(text), line_height()), text);
}

void add_colour_bar(Column& column, const ColourScale& colours) {
    const render::Colouring& colouring = colours.colouring();
    const auto& range = colouring.range();
    const render::ScaledUnit unit = render::scaled_unit(
        colouring.look().unit, std::max(std::abs(range.low), std::abs(range.high)));
    const std::string title = colours.title() + (unit.text.empty() ? "" : " / " + unit.text);
    const double smallest = colouring.look().is_count ? 1.0 : 0.0;
    const auto ticks =
        render::ticks(range.low * unit.factor, range.high * unit.factor, 5, smallest);
    float label = 0.0f;
    for (const double tick : ticks) label = std::max(label, width_of(render::short_number(tick)));
    const float width = std::max(width_of(title), bar_width + 10.0f + label);
    const ImVec2 at = column.take(width, bar_height + 1.8f * line_height());
    write({at.x + width - width_of(title), at.y}, title);
    const float left = at.x + width - bar_width;
    const float top = at.y + 1.6f * line_height();
    constexpr int pieces = 60;
    for (int k = 0; k < pieces; ++k) {
        const float y = top + bar_height * static_cast<float>(k) / pieces;
        Column::list()->AddRectFilled({left, y}, {left + bar_width, y + bar_height / pieces + 0.5f},
                                      im_colour(colouring.at(1.0 - (k + 0.5) / pieces)));
    }
    Column::list()->AddRect({left, top}, {left + bar_width, top + bar_height}, ink);
    for (const double tick : ticks) {
        const double share = (tick / unit.factor - range.low) / (range.high - range.low);
        const float y = top + bar_height * static_cast<float>(1.0 - share);
        const std::string text = render::short_number(tick);
        Column::list()->AddLine({left - 4.0f, y}, {left, y}, ink);
        write({left - 7.0f - width_of(text), y - 0.5f * line_height()}, text);
    }
}

/// Adds a piece of line or arrow, and the value that it stands for.
template <class Draw>
void add_sample(Column& column, double value, std::string_view unit, double pixels,
                const Draw& draw) {
    if (!(value > 0.0)) return;
    const double shown = render::round_below(value);
    const std::string text = render::with_unit(shown, unit);
    const ImVec2 at = column.take(width_of(text) + 70.0f, line_height() + 2.0f);
    draw(ImVec2{at.x, at.y + 0.5f * line_height()}, shown / value,
         static_cast<float>(shown / value * pixels));
    write({at.x + 70.0f, at.y}, text);
}

}  // namespace

void draw_captions(const Camera& camera, const ColourScale& colours, const FrameView& frame_view,
                   const Overlays& overlays, const Look& look) {
    const bool has_axis = look.shows(Overlay::axes) && has_axes(frame_view.view().arrangement.kind);
    Column column(camera.frame(), has_axis ? axis_room : 0.0f);
    add_scale_bar(column, camera);
    if (look.shows(Overlay::axes)) add_levels(column, camera, frame_view.view().arrangement);
    if (look.shows(Overlay::velocities))
        add_sample(
            column, overlays.largest_speed(), "m/s", overlays.longest_arrow(),
            [](ImVec2 at, double, float pixels) {
                const ImVec2 tip{at.x + 60.0f, at.y};
                const ImU32 colour = IM_COL32(20, 60, 110, 230);
                Column::list()->AddLine({tip.x - pixels, at.y}, {tip.x - 5.0f, at.y}, colour, 2.0f);
                Column::list()->AddTriangleFilled(tip, {tip.x - 7.0f, at.y - 3.5f},
                                                  {tip.x - 7.0f, at.y + 3.5f}, colour);
            });
    if (look.shows(Overlay::stress)) {
        const double longest = std::min(overlays.longest_cross(), 60.0);
        add_sample(column, overlays.largest_stress() * longest / overlays.longest_cross(), "N/m",
                   longest, [](ImVec2 at, double, float pixels) {
                       Column::list()->AddLine({at.x + 60.0f - pixels, at.y}, {at.x + 60.0f, at.y},
                                               IM_COL32(120, 16, 20, 235), 3.0f);
                   });
    }
    if (look.shows(Overlay::chains))
        add_sample(column, overlays.largest_force(), "N", overlays.largest_width(),
                   [](ImVec2 at, double share, float pixels) {
                       Column::list()->AddLine({at.x + 10.0f, at.y}, {at.x + 60.0f, at.y},
                                               im_colour(chain_colour(share)),
                                               std::max(pixels, 1.0f));
                   });
    if (colours.colouring().by_material())
        add_materials(column, frame_view);
    else if (colours.has_bar())
        add_colour_bar(column, colours);
    else
        add_words(column, colours.title());
}

}  // namespace scree::window
