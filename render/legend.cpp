#include "render/legend.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "render/labels.h"

namespace scree::render {

namespace {

using geometry::Vec2;

// These lengths are in heights of text.
constexpr double bar_height = 0.8;
constexpr double line_height = 1.4;
constexpr double gap_below_text = 0.3;
constexpr double gap = 0.5;  // between a sign and its text
constexpr double gap_of_items = 2.2;
constexpr double gap_of_lines = 0.7;
constexpr double tick_size = 0.85;  // of the text at ticks
constexpr double baseline = 0.36;   // below the middle of capitals

void fill_rectangle(Canvas& canvas, Vec2 at, double width, double height) {
    cairo_rectangle(canvas.pen(), at.x, at.y, width, height);
    cairo_fill(canvas.pen());
}

void stroke_hairline(Canvas& canvas, double size) {
    canvas.set_colour(palette::ink);
    cairo_set_line_width(canvas.pen(), 0.05 * size);
    cairo_stroke(canvas.pen());
}

/// A length as text; in cm below a metre, which people prefer to hundreds of mm.
std::string length_text(double metres) {
    if (metres >= 0.0099 && metres < 0.99) return short_number(100.0 * metres) + " cm";
    return with_unit(metres, "m");
}

/// Draws the strip of colours, with a tip at an end beyond which there are values.
void draw_strip(Canvas& canvas, const Colouring& colouring, Vec2 at, double width, double height) {
    constexpr int steps = 64;
    cairo_pattern_t* colours = cairo_pattern_create_linear(at.x, 0.0, at.x + width, 0.0);
    for (int k = 0; k <= steps; ++k) {
        const double share = static_cast<double>(k) / steps;
        const Colour c = colouring.at(share);
        cairo_pattern_add_color_stop_rgb(colours, share, c.red, c.green, c.blue);
    }
    cairo_t* pen = canvas.pen();
    cairo_set_source(pen, colours);
    cairo_pattern_destroy(colours);

    const double tip = 0.6 * height;
    cairo_move_to(pen, at.x, at.y);
    cairo_line_to(pen, at.x + width, at.y);
    if (colouring.has_higher()) cairo_line_to(pen, at.x + width + tip, at.y + 0.5 * height);
    cairo_line_to(pen, at.x + width, at.y + height);
    cairo_line_to(pen, at.x, at.y + height);
    if (colouring.has_lower()) cairo_line_to(pen, at.x - tip, at.y + 0.5 * height);
    cairo_close_path(pen);
    cairo_fill_preserve(pen);
}

}  // namespace

std::set<std::size_t> materials_of(const PictureScene& scene) {
    std::set<std::size_t> present;
    for (const PictureBody& grain : scene.grains) {
        if (grain.value >= 0.0 && grain.value < static_cast<double>(scene.materials.size())) {
            present.insert(static_cast<std::size_t>(grain.value));
        }
    }
    return present;
}

Legend::Legend(const PictureScene& scene, const Colouring& colouring, const ChainLook& chains,
               double pixels_per_metre, double width, double text_size)
    : ruler_(PictureFormat::png, 1.0, 1.0), size_(text_size) {
    add_scale_bar(pixels_per_metre, width);
    if (colouring.by_material()) {
        add_materials(scene);
    } else {
        add_colour_bar(colouring, width);
    }
    if (chains.largest_force > 0.0) add_force(chains);
    place(width);
}

void Legend::add_scale_bar(double pixels_per_metre, double width) {
    // The bar is between a tenth and a quarter of the picture long, or longer where that would be
    // too short to be seen.
    const double metres = round_below(std::max(0.25 * width, 3.0 * size_) / pixels_per_metre);
    const double bar = metres * pixels_per_metre;
    const std::string text = length_text(metres);
    const double size = size_;
    const auto draw = [=](Canvas& canvas, Vec2 at) {
        const double middle = at.y + 0.5 * line_height * size;
        canvas.set_colour(palette::ink);
        fill_rectangle(canvas, {at.x, middle - 0.14 * size}, bar, 0.28 * size);
        canvas.text(text, {at.x + bar + gap * size, middle + baseline * size}, size);
    };
    const double text_width = ruler_.text_width(text, size);
    items_.push_back({bar + gap * size + text_width, line_height * size, draw});
}

void Legend::add_materials(const PictureScene& scene) {
    const std::set<std::size_t> present = scene.in_legend.value_or(materials_of(scene));
    if (present.size() < 2) return;
    const double size = size_;
    for (const std::size_t material : present) {
        // From here on colours repeat, and would be ambiguous.
        if (material >= material_colours) break;
        const std::string text = scene.materials[material];
        const auto draw = [=](Canvas& canvas, Vec2 at) {
            const double middle = at.y + 0.5 * line_height * size;
            canvas.set_colour(of_material(material));
            cairo_rectangle(canvas.pen(), at.x, middle - 0.5 * size, size, size);
            cairo_fill_preserve(canvas.pen());
            stroke_hairline(canvas, size);
            canvas.text(text, {at.x + (1.0 + gap) * size, middle + baseline * size}, size);
        };
        const double text_width = ruler_.text_width(text, size);
        items_.push_back({(1.0 + gap) * size + text_width, line_height * size, draw});
    }
}

void Legend::add_colour_bar(const Colouring& colouring, double width) {
    const ValueRange range = colouring.range();
    const Look& look = colouring.look();
    const ScaledUnit unit =
        scaled_unit(look.unit, std::max(std::abs(range.low), std::abs(range.high)));
    std::string title = look.name;
    if (!unit.text.empty()) title += " (" + unit.text + ")";
    const double size = size_;
    const double bar = std::clamp(0.3 * width, 8.0 * size, 16.0 * size);
    const double left = ruler_.text_width(title, size) + 2.0 * gap * size;
    const double low = range.low * unit.factor;
    const double high = range.high * unit.factor;
    // Counts need steps of at least one.
    const std::vector<double> marks =
        ticks(low, high, bar < 12.0 * size ? 4 : 5, look.is_count ? 1.0 : 0.0);

    const auto draw = [=](Canvas& canvas, Vec2 at) {
        const double middle = at.y + 0.5 * line_height * size;
        canvas.set_colour(palette::ink);
        canvas.text(title, {at.x, middle + baseline * size}, size);
        const Vec2 corner{at.x + left, middle - 0.5 * bar_height * size};
        draw_strip(canvas, colouring, corner, bar, bar_height * size);
        const double bottom = corner.y + bar_height * size;
        const auto place = [&](double mark) {
            return corner.x + bar * (mark - low) / (high - low);
        };
        for (const double mark : marks) {
            cairo_move_to(canvas.pen(), place(mark), bottom);
            cairo_line_to(canvas.pen(), place(mark), bottom + 0.22 * size);
        }
        stroke_hairline(canvas, size);
        for (const double mark : marks) {
            const Vec2 below{place(mark), bottom + (gap_below_text + tick_size) * size};
            canvas.text(short_number(mark), below, tick_size * size, Align::centre);
        }
    };
    const double height = 0.5 * (line_height + bar_height) + gap_below_text + 1.2 * tick_size;
    items_.push_back({left + bar + size, height * size, draw});
}

void Legend::add_force(const ChainLook& chains) {
    const double force = round_below(chains.largest_force);
    const double line = chains.width(force);
    const std::string text = with_unit(force, "N");
    const double size = size_;
    const double sample = 2.5 * size;
    const auto draw = [=](Canvas& canvas, Vec2 at) {
        const double middle = at.y + 0.5 * line_height * size;
        canvas.set_colour(palette::chain);
        fill_rectangle(canvas, {at.x, middle - 0.5 * line}, sample, line);
        canvas.set_colour(palette::ink);
        canvas.text(text, {at.x + sample + gap * size, middle + baseline * size}, size);
    };
    const double text_width = ruler_.text_width(text, size);
    items_.push_back({sample + gap * size + text_width, line_height * size, draw});
}

void Legend::place(double width) {
    Vec2 at;
    double line = 0.0;
    for (const Item& item : items_) {
        if (at.x > 0.0 && at.x + item.width > width) {
            at = {0.0, at.y + line + gap_of_lines * size_};
            line = 0.0;
        }
        placed_.push_back({&item, at});
        at.x += item.width + gap_of_items * size_;
        line = std::max(line, item.height);
    }
    height_ = at.y + line;
}

double Legend::height() const { return height_; }

void Legend::draw(Canvas& canvas, Vec2 corner) const {
    for (const Placed& placed : placed_) placed.item->draw(canvas, corner + placed.at);
}

}  // namespace scree::render
