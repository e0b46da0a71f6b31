#pragma once

#include <cairo.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "geometry/vec2.h"
#include "render/colours.h"

namespace scree::render {

enum class PictureFormat : std::uint8_t { png, svg, pdf };

/// Where text stands beside its point.
enum class Align : std::uint8_t { left, centre, right };

/// A sheet to draw on, in pixels from the upper left corner, that becomes a file in memory. The
/// same strokes give the same bytes.
class Canvas {
public:
    Canvas(PictureFormat format, double width, double height);

    /// What everything is drawn with.
    cairo_t* pen() { return pen_.get(); }
    /// Pixels.
    double width() const { return width_; }
    double height() const { return height_; }

    void set_colour(Colour c);
    void text(const std::string& text, geometry::Vec2 at, double size, Align align = Align::left);
    /// That a text takes in this size.
    double text_width(const std::string& text, double size);

    /// An empty sheet: the next page of a PDF, the next picture of a film.
    void clear();
    /// Of a PNG, row by row from the top: blue, green, red and an unused byte.
    std::span<const std::byte> pixels();
    /// The file. Nothing can be drawn afterwards.
    std::vector<std::byte> finish();

private:
    struct DestroySurface {
        void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    };
    struct DestroyPen {
        void operator()(cairo_t* pen) const { cairo_destroy(pen); }
    };

    void paint_background();

    PictureFormat format_;
    double width_;
    double height_;
    std::vector<std::byte> bytes_;  ///< before the surface, which writes into it to its end
    std::unique_ptr<cairo_surface_t, DestroySurface> surface_;
    std::unique_ptr<cairo_t, DestroyPen> pen_;
};

}  // namespace scree::render
