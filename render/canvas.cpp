#include "render/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace scree::render {

namespace {

/// Points of a PDF page per pixel: 1600 pixels are as wide as a page of text.
constexpr double pdf_scale = 0.3;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
    try {
        const auto* begin = reinterpret_cast<const std::byte*>(data);
        auto& into = *static_cast<std::vector<std::byte>*>(bytes);
        into.insert(into.end(), begin, begin + length);
        return CAIRO_STATUS_SUCCESS;
    } catch (const std::bad_alloc&) {
        return CAIRO_STATUS_NO_MEMORY;  // Cairo is C: nothing may be thrown through it
    }
}

void check(cairo_status_t status) {
    if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
    if (status != CAIRO_STATUS_SUCCESS) {
        throw std::runtime_error(std::string("could not draw the picture: ") +
                                 cairo_status_to_string(status));
    }
}

cairo_surface_t* new_surface(PictureFormat format, double width, double height,
                             std::vector<std::byte>* into) {
    if (format == PictureFormat::svg) {
        cairo_surface_t* svg = cairo_svg_surface_create_for_stream(append, into, width, height);
        cairo_svg_surface_set_document_unit(svg, CAIRO_SVG_UNIT_PX);
        return svg;
    }
    if (format == PictureFormat::pdf) {
        cairo_surface_t* pdf = cairo_pdf_surface_create_for_stream(append, into, width * pdf_scale,
                                                                   height * pdf_scale);
        // Without a date Cairo writes the time of day, and the bytes would differ each time.
        cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
        return pdf;
    }
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(width)),
                                      static_cast<int>(std::ceil(height)));
}

/// Removes the number by which Cairo names the group around an SVG (id="surface123"). It counts the
/// surfaces of the whole process, so that the bytes would depend on what was drawn before.
void forget_number(std::vector<std::byte>& svg) {
    constexpr std::string_view name = "id=\"surface";
    const auto is_digit = [](std::byte b) { return b >= std::byte{'0'} && b <= std::byte{'9'}; };
    const auto found = std::search(svg.begin(), svg.end(), name.begin(), name.end(),
                                   [](std::byte b, char c) { return b == std::byte(c); });
    if (found == svg.end()) return;
    const auto number = found + static_cast<std::ptrdiff_t>(name.size());
    svg.erase(number, std::find_if_not(number, svg.end(), is_digit));
}

}  // namespace

Canvas::Canvas(PictureFormat format, double width, double height)
    : format_(format),
      width_(width),
      height_(height),
      surface_(new_surface(format, width, height, &bytes_)),
      pen_(cairo_create(surface_.get())) {
    check(cairo_status(pen()));
    if (format == PictureFormat::pdf) cairo_scale(pen(), pdf_scale, pdf_scale);
    // Letters are placed to a fraction of a pixel, whatever the settings of the user's screen are.
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(pen(), options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(pen(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    paint_background();
}

void Canvas::paint_background() {
    set_colour(palette::background);
    cairo_paint(pen());
}

void Canvas::clear() {
    if (format_ == PictureFormat::pdf) cairo_show_page(pen());
    paint_background();
}

std::span<const std::byte> Canvas::pixels() {
    check(cairo_status(pen()));
    cairo_surface_flush(surface_.get());
    const auto* data = cairo_image_surface_get_data(surface_.get());
    if (data == nullptr) throw std::logic_error("only a PNG has pixels");
    const int rows = cairo_image_surface_get_height(surface_.get());
    const int stride = cairo_image_surface_get_stride(surface_.get());  // four bytes a pixel
    return {reinterpret_cast<const std::byte*>(data), static_cast<std::size_t>(rows * stride)};
}

void Canvas::set_colour(Colour c) { cairo_set_source_rgb(pen(), c.red, c.green, c.blue); }

double Canvas::text_width(const std::string& text, double size) {
    cairo_set_font_size(pen(), size);
    cairo_text_extents_t extents;
    cairo_text_extents(pen(), text.c_str(), &extents);
    return extents.x_advance;
}

void Canvas::text(const std::string& text, geometry::Vec2 at, double size, Align align) {
    const double width = text_width(text, size);
    if (align == Align::centre) at.x -= 0.5 * width;
    if (align == Align::right) at.x -= width;
    cairo_move_to(pen(), at.x, at.y);
    cairo_show_text(pen(), text.c_str());
}

std::vector<std::byte> Canvas::finish() {
    check(cairo_status(pen()));
    if (format_ == PictureFormat::png) {
        check(cairo_surface_write_to_png_stream(surface_.get(), append, &bytes_));
    } else {
        cairo_surface_finish(surface_.get());
        check(cairo_surface_status(surface_.get()));
        if (format_ == PictureFormat::svg) forget_number(bytes_);
    }
    return std::move(bytes_);
}

}  // namespace scree::render
