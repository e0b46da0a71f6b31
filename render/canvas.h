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

/// How text is aligned with its point.
enum class Align : std::uint8_t { left, centre, right };

/// A sheet to draw on, which becomes a file in memory. Places are in pixels from the upper left
/// corner. The same drawing gives the same bytes.
class Canvas {
public:
    Canvas(PictureFormat format, double width, double height);

    /// The Cairo context that everything is drawn with.
    cairo_t* pen() { return pen_.get(); }
    /// The width and height of the sheet are in pixels.
    double width() const { return width_; }
    double height() const { return height_; }

    void set_colour(Colour c);
    void text(const std::string& text, geometry::Vec2 at, double size, Align align = Align::left);
    /// The width of a text of this size, pixels.
    double text_width(const std::string& text, double size);

    /// Begins an empty sheet: the next page of a PDF, or the next picture of a film.
    void clear();
    /// The pixels of a PNG, row by row from the top, each as blue, green, red and an unused byte.
    std::span<const std::byte> pixels();
    /// Returns the bytes of the file. Nothing can be drawn afterwards.
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
    /// It is declared before the surface, which writes into it until the surface is destroyed.
    std::vector<std::byte> bytes_;
    std::unique_ptr<cairo_surface_t, DestroySurface> surface_;
    std::unique_ptr<cairo_t, DestroyPen> pen_;
};

}  // namespace scree::render
