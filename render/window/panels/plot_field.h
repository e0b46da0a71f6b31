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

/// Draws a line through points, with gaps where the stroke is dashed.
void draw_line(ImDrawList& list, const std::vector<ImVec2>& points, const Stroke& stroke);

/// A field as wide as the panel with curves over time, or over a place, all on one scale that
/// includes zero.
class PlotField {
public:
    struct Axis {
        double low = 0.0;   ///< at the left edge
        double high = 0.0;  ///< at the right one
        const char* unit = "s";
    };
    PlotField(float height, const Axis& across);

    /// Widens the scale to have room for a series. To be called before anything is drawn.
    void make_room_for(const Series& series);
    void draw(const Series& series, const Stroke& stroke);
    /// Draws a line at each of these times, where stages begin.
    void divide(const std::vector<double>& times);
    /// Draws a line at the time that is shown.
    void mark(double now);
    /// Writes what the edges stand for: the highest and the lowest value, and the right end of the
    /// axis.
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
