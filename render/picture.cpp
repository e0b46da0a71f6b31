#include "render/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "geometry/transform.h"
#include "render/colouring.h"
#include "render/layout.h"
#include "render/periodic_picture.h"
#include "render/view.h"

namespace scree::render {

namespace {

using geometry::Vec2;

/// The number of widths in which lines of forces are drawn.
constexpr std::size_t chain_widths = 32;
/// Grains of fewer pixels are drawn without outlines, and discs of fewer pixels without marks.
constexpr double smallest_outlined = 4.0;
constexpr double smallest_marked = 10.0;

/// What all parts of a drawing need.
struct Drawing {
    const PictureScene& scene;
    const Colouring& colouring;
    const Layout& layout;
    const View& view = layout.view;
};

/// Adds a body to the path; says whether there was anything to add.
bool trace(Canvas& canvas, const View& view, const PictureOutline& outline,
           const PictureBody& body) {
    if (!is_visible(outline, body, view.box)) return false;
    cairo_new_sub_path(canvas.pen());
    if (is_round(outline, view.box)) {
        const Vec2 at = view.to_sheet(body.position);
        // The arc goes round as polygons do, so that overlapping walls do not cancel each other
        // out.
        cairo_arc_negative(canvas.pen(), at.x, at.y, outline.radius * view.pixels_per_metre,
                           2.0 * std::numbers::pi, 0.0);
    } else {
        for (const Vec2 corner : visible_corners(outline, body, view.box)) {
            const Vec2 at = view.to_sheet(corner);
            if (is_finite(at)) cairo_line_to(canvas.pen(), at.x, at.y);
        }
    }
    cairo_close_path(canvas.pen());
    return true;
}

/// Fills all walls at once, so that no seam is seen where they meet.
void draw_walls(Canvas& canvas, const Drawing& drawing) {
    for (const PictureBody& wall : drawing.scene.walls) {
        trace(canvas, drawing.view, drawing.scene.outlines[wall.outline], wall);
    }
    canvas.set_colour(palette::wall);
    cairo_fill(canvas.pen());
}

/// Fills the cells of a field. Each reaches a little under the next ones, so that no seam is seen.
void draw_field(Canvas& canvas, const Drawing& drawing) {
    constexpr double lap = 1.0;  // pixels
    const PictureField& field = *drawing.scene.field;
    const Vec2 size = field.box.high - field.box.low;
    const Vec2 cell{size.x / static_cast<double>(field.columns),
                    size.y / static_cast<double>(field.rows)};
    const double scale = drawing.view.pixels_per_metre;
    for (const Vec2 shift : field.shifts)
        for (std::size_t k = 0; k < field.values.size(); ++k) {
            if (!std::isfinite(field.values[k])) continue;
            const Vec2 corner{static_cast<double>(k % field.columns) * cell.x,
                              static_cast<double>(k / field.columns + 1) * cell.y};
            const Vec2 at = drawing.view.to_sheet(field.box.low + shift + corner);
            canvas.set_colour(drawing.colouring.of(field.values[k]));
            cairo_rectangle(canvas.pen(), at.x, at.y, cell.x * scale + lap, cell.y * scale + lap);
            cairo_fill(canvas.pen());
        }
}

/// Draws the outlines of the grains over a field.
void draw_outlines(Canvas& canvas, const Drawing& drawing) {
    if (drawing.layout.grain_pixels < smallest_outlined) return;
    cairo_set_line_width(canvas.pen(), std::clamp(0.03 * drawing.layout.grain_pixels, 0.3, 1.5));
    cairo_set_line_join(canvas.pen(), CAIRO_LINE_JOIN_ROUND);
    canvas.set_colour(mixed(palette::wall, palette::background, 0.3));
    for (const PictureBody& grain : drawing.scene.grains)
        if (trace(canvas, drawing.view, drawing.scene.outlines[grain.outline], grain))
            cairo_stroke(canvas.pen());
}

/// The colour of an outline that stands out from the fill.
Colour line_colour(Colour fill) {
    constexpr double dark = 0.06;
    return luminance(fill) < dark ? mixed(fill, palette::background, 0.45)
                                  : mixed(fill, palette::ink, 0.65);
}

/// Draws a line from the centre of a disc to its rim, along the disc's own x axis.
void draw_mark(Canvas& canvas, const View& view, const PictureOutline& disc,
               const PictureBody& body) {
    const geometry::Rotation turned = geometry::Rotation::by(body.angle);
    const Vec2 from = view.to_sheet(body.position);
    const Vec2 to = view.to_sheet(body.position + disc.radius * Vec2{turned.c, turned.s});
    cairo_move_to(canvas.pen(), from.x, from.y);
    cairo_line_to(canvas.pen(), to.x, to.y);
    cairo_stroke(canvas.pen());
}

void draw_grains(Canvas& canvas, const Drawing& drawing) {
    const View& view = drawing.view;
    const bool outlined = drawing.layout.grain_pixels >= smallest_outlined;
    cairo_set_line_width(canvas.pen(), std::clamp(0.035 * drawing.layout.grain_pixels, 0.3, 2.5));
    cairo_set_line_join(canvas.pen(), CAIRO_LINE_JOIN_ROUND);
    for (const PictureBody& grain : drawing.scene.grains) {
        const PictureOutline& outline = drawing.scene.outlines[grain.outline];
        if (!trace(canvas, view, outline, grain)) continue;
        const Colour fill = drawing.colouring.of(grain.value);
        canvas.set_colour(fill);
        if (!outlined) {
            cairo_fill(canvas.pen());
            continue;
        }
        cairo_fill_preserve(canvas.pen());
        canvas.set_colour(line_colour(fill));
        cairo_stroke(canvas.pen());
        const double pixels = 2.0 * outline.radius * view.pixels_per_metre;
        if (outline.radius > 0.0 && pixels >= smallest_marked) {
            draw_mark(canvas, view, outline, grain);
        }
    }
}

/// Whether a chain can be drawn. Places far outside are beyond the range of Cairo's numbers; they
/// can be left out, since a chain is not longer than two grains.
bool is_drawable(const PictureChain& chain, const View& view) {
    const double side = std::max(view.width(), view.height()) / view.pixels_per_metre;
    const auto is_near = [&](Vec2 p) {
        return is_finite(p) && geometry::overlap(fattened(view.box, side), {p, p});
    };
    return chain.force > 0.0 && std::isfinite(chain.force) && is_near(chain.from) &&
           is_near(chain.to);
}

void stroke_chains(Canvas& canvas, const View& view, const std::vector<const PictureChain*>& chains,
                   double width) {
    cairo_set_line_width(canvas.pen(), width);
    for (const PictureChain* chain : chains) {
        const Vec2 from = view.to_sheet(chain->from);
        const Vec2 to = view.to_sheet(chain->to);
        cairo_move_to(canvas.pen(), from.x, from.y);
        cairo_line_to(canvas.pen(), to.x, to.y);
        cairo_stroke(canvas.pen());
    }
}

void draw_chains(Canvas& canvas, const Drawing& drawing) {
    const ChainLook& look = drawing.layout.chains;
    if (!(look.largest_force > 0.0)) return;
    // Chains are drawn by width, the thinnest first, so that strong forces are on top.
    std::array<std::vector<const PictureChain*>, chain_widths> by_width;
    for (const PictureChain& chain : drawing.scene.chains) {
        if (!is_drawable(chain, drawing.view)) continue;
        const double share = std::min(1.0, chain.force / look.largest_force);
        const auto k = static_cast<std::size_t>(std::ceil(share * chain_widths));
        by_width[std::clamp<std::size_t>(k, 1, chain_widths) - 1].push_back(&chain);
    }
    cairo_set_line_cap(canvas.pen(), CAIRO_LINE_CAP_ROUND);
    for (std::size_t k = 0; k < chain_widths; ++k) {
        // The width stands for the middle of its range of forces.
        const double width = look.largest_width * (static_cast<double>(k) + 0.5) / chain_widths;
        // A rim in the colour of the background sets the line off from any colour.
        if (look.rim > 0.0) {
            canvas.set_colour(palette::background);
            stroke_chains(canvas, drawing.view, by_width[k], 1.2 * width + look.rim);
        }
        canvas.set_colour(palette::chain);
        stroke_chains(canvas, drawing.view, by_width[k], width);
    }
}

void draw(Canvas& canvas, const Drawing& drawing) {
    const Layout& layout = drawing.layout;
    const View& view = layout.view;
    if (!drawing.scene.caption.empty()) {
        canvas.set_colour(palette::ink);
        canvas.text(drawing.scene.caption, layout.caption_at, layout.text_size);
    }
    cairo_save(canvas.pen());
    cairo_rectangle(canvas.pen(), view.origin.x, view.origin.y, view.width(), view.height());
    cairo_clip(canvas.pen());
    if (drawing.scene.field) draw_field(canvas, drawing);
    draw_walls(canvas, drawing);
    drawing.scene.field ? draw_outlines(canvas, drawing) : draw_grains(canvas, drawing);
    draw_chains(canvas, drawing);
    cairo_restore(canvas.pen());
    layout.legend.draw(canvas, layout.legend_at);
}

void check(int pixels) {
    if (pixels < fewest_pixels || pixels > most_pixels) {
        throw std::invalid_argument("a picture has from " + std::to_string(fewest_pixels) + " to " +
                                    std::to_string(most_pixels) + " pixels, not " +
                                    std::to_string(pixels));
    }
}

void check(const PictureScene& scene) {
    for (const auto* bodies : {&scene.grains, &scene.walls}) {
        for (const PictureBody& body : *bodies) {
            if (body.outline >= scene.outlines.size()) {
                throw std::invalid_argument(
                    "a body of the picture refers to outline " + std::to_string(body.outline) +
                    ", but the number of outlines is " + std::to_string(scene.outlines.size()));
            }
        }
    }
}

}  // namespace

void draw_picture(Canvas& canvas, const PictureScene& scene) {
    check(scene);
    if (scene.period.any()) return draw_picture(canvas, unfolded(scene));
    const Colouring colouring(scene);
    const Layout layout = layout_in(scene, colouring, {canvas.width(), canvas.height()});
    draw(canvas, {scene, colouring, layout});
}

SheetSize sheet_size(const PictureScene& scene, int pixels) {
    check(scene);
    check(pixels);
    if (scene.period.any()) return sheet_size(unfolded(scene), pixels);
    const Vec2 size = layout_for(scene, Colouring(scene), pixels).sheet;
    const auto even = [](double side) { return 2 * static_cast<int>(std::ceil(0.5 * side)); };
    return {even(size.x), even(size.y)};
}

std::vector<std::byte> draw_picture(const PictureScene& scene, PictureFormat format, int pixels) {
    check(scene);
    check(pixels);
    if (scene.period.any()) return draw_picture(unfolded(scene), format, pixels);
    const Colouring colouring(scene);
    const Layout layout = layout_for(scene, colouring, pixels);
    Canvas canvas(format, layout.sheet.x, layout.sheet.y);
    draw(canvas, {scene, colouring, layout});
    return canvas.finish();
}

}  // namespace scree::render
