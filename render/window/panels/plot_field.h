#pragma once

#include <imgui.h>

#include <functional>
#include <string>
#include <vector>

#include "render/window/watched_series.h"

namespace scree::window {

/// How a curve is drawn. Dashes tell curves apart where colours do not.
struct Stroke {
    ImU32 colour = IM_COL32(0, 0, 0, 255);
    float width = 1.5f;
    float dash = 0.0f;  ///< pixels; 0: without gaps
    float gap = 0.0f;   ///< pixels
};

/// A line of points, with gaps where the stroke has some.
void draw_line(ImDrawList& list, const std::vector<ImVec2>& points, const Stroke& stroke);

/// A field as wide as the panel with curves over time, or over a place, all on one scale that has
/// zero on it.
class PlotField {
public:
    struct Axis {
        double low = 0.0;   ///< at the left edge
        double high = 0.0;  ///< at the right one
        const char* unit = "s";
    };
    PlotField(float height, const Axis& across);

    /// Before anything is drawn: the scale has room for it.
    void make_room_for(const Series& series);
    void draw(const Series& series, const Stroke& stroke);
    /// The time that is shown.
    void mark(double now);
    /// What the edges stand for: the highest and the lowest value, and the end at the right.
    void label(const std::function<std::string(double value)>& text_of);

private:
    struct Range {
        double low = 0.0;
        double high = 0.0;
        double share(double v) const { return high > low ? (v - low) / (high - low) : 0.5; }
    };
    ImVec2 place(double time, double value) const;

    ImVec2 corner_;
    ImVec2 size_;
    Range times_;
    const char* unit_;  ///< of times, or places
    Range values_;
};

}  // namespace scree::window
