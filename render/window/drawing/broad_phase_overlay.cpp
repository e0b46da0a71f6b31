#include "render/window/drawing/broad_phase_overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "render/window/drawing/grain_layer.h"
#include "render/window/look.h"

namespace scree::window {
namespace {

using engine::Arrangement;

/// Cells that are smaller than this cannot be told apart, pixels.
constexpr double smallest_cell = 6.0;

const sf::Color begin_colour(25, 92, 168, 200);
const sf::Color end_colour(200, 110, 0, 200);
const sf::Color axis_colour(40, 110, 60, 200);
const sf::Color square_colour(25, 60, 130, 255);  // opaque, so that shared edges look the same
const sf::Color held_colour(25, 92, 168, 60);

/// The widths of the lines of levels, pixels. Lines of larger cells are wider, and cover the
/// others.
constexpr double thinnest_line = 1.2;
constexpr double widest_line = 2.4;

std::array<Vec2, 4> corners_of(const Box& box) {
    return {box.low, Vec2{box.high.x, box.low.y}, box.high, Vec2{box.low.x, box.high.y}};
}

/// Draws where the boxes of grains begin and end: along x at the bottom, along y on the left. In a
/// periodic domain boxes that stick out are there twice, as in the sweep.
void add_axes(Mesh& mesh, const FrameView& frame_view, const Camera& camera, const Box& seen,
              std::optional<engine::BodyNumber> picked) {
    const auto& [corner, opposite] = camera.frame();
    const double bottom = opposite.y - 4.0;
    const double left = corner.x + 4.0;
    const auto& grains = frame_view.frame().grains;
    std::vector<Vec2> corners;
    const auto tick_x = [&](double x, double length, sf::Color colour) {
        mesh.line({x, bottom}, {x, bottom - length}, 1.2, colour);
    };
    const auto tick_y = [&](double y, double length, sf::Color colour) {
        mesh.line({left, y}, {left + length, y}, 1.2, colour);
    };
    for_each_seen(frame_view, grains, seen, [&](const Body& body, std::size_t row, Vec2 at) {
        const Box box = box_in_pixels(body, camera, at, grains.angle[row], corners);
        const auto& [low, high] = box;
        tick_x(low.x, 14.0, begin_colour);
        tick_x(high.x, 8.0, end_colour);
        tick_y(high.y, 14.0, begin_colour);  // y grows upwards
        tick_y(low.y, 8.0, end_colour);
        if (picked != grains.body[row]) return;
        mesh.convex(corners_of({{low.x, high.y}, {high.x, bottom}}), held_colour);
        mesh.convex(corners_of({{left, low.y}, {low.x, high.y}}), held_colour);
        mesh.outline(corners_of(box), 1.5, begin_colour);
    });
    mesh.line({left, bottom}, {opposite.x, bottom}, 1.0, axis_colour);
    mesh.line({left, bottom}, {left, corner.y}, 1.0, axis_colour);
}

/// The box that the cells of grains cover, m.
Box extent_of(const FrameView& frame_view, const Arrangement& arrangement) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box extent{{infinity, infinity}, {-infinity, -infinity}};
    for (const auto& [level, corner] : arrangement.grains) {
        const double size = arrangement.cells[level];
        extent.low = {std::min(extent.low.x, corner.x), std::min(extent.low.y, corner.y)};
        extent.high = {std::max(extent.high.x, corner.x + size),
                       std::max(extent.high.y, corner.y + size)};
    }
    const Vec2 low = frame_view.period().low;
    const Vec2 size = frame_view.period().size;
    if (size.x > 0.0) extent.low.x = low.x, extent.high.x = low.x + size.x;
    if (size.y > 0.0) extent.low.y = low.y, extent.high.y = low.y + size.y;
    return extent;
}

/// Draws the lines between the cells of a level, where there are grains and as far as they are in
/// sight.
void add_level(Mesh& mesh, const Camera& camera, const Arrangement& arrangement, std::size_t level,
               const Box& extent, const Box& seen) {
    const double size = arrangement.cells[level];
    const Vec2 origin = arrangement.origin;
    const double width = std::min(thinnest_line + 0.4 * static_cast<double>(level), widest_line);
    const Box shown{{std::max(extent.low.x, seen.low.x), std::max(extent.low.y, seen.low.y)},
                    {std::min(extent.high.x, seen.high.x), std::min(extent.high.y, seen.high.y)}};
    if (!(shown.low.x <= shown.high.x) || !(shown.low.y <= shown.high.y)) return;
    const double slack = 1e-3 * size;  // by rounding, cells are slightly wider than `size`
    const auto for_each_line = [&](double from, double low, double high, const auto& task) {
        for (double k = std::ceil((low - slack - from) / size); from + k * size <= high + slack;
             ++k)
            task(from + k * size);
    };
    const auto line = [&](Vec2 a, Vec2 b) {
        mesh.line(camera.to_pixels(a), camera.to_pixels(b), width, level_colour(level));
    };
    for_each_line(origin.x, shown.low.x, shown.high.x, [&](double x) {
        line({x, shown.low.y}, {x, shown.high.y});
    });
    for_each_line(origin.y, shown.low.y, shown.high.y, [&](double y) {
        line({shown.low.x, y}, {shown.high.x, y});
    });
}

Box cell_in_pixels(const Camera& camera, Vec2 corner, double size) {
    const Vec2 a = camera.to_pixels(corner);
    const Vec2 b = camera.to_pixels(corner + Vec2{size, size});
    return {{a.x, b.y}, {b.x, a.y}};
}

/// Draws the squares of a tree that hold grains.
void add_squares(Mesh& mesh, const Camera& camera, const Arrangement& arrangement,
                 const Box& seen) {
    std::set<std::tuple<std::uint16_t, double, double>> drawn;
    for (const auto& [level, corner] : arrangement.grains) {
        const double size = arrangement.cells[level];
        if (size * camera.scale() < smallest_cell ||
            !overlap(seen, Box{corner, corner + Vec2{size, size}}) ||
            !drawn.emplace(level, corner.x, corner.y).second)
            continue;
        mesh.outline(corners_of(cell_in_pixels(camera, corner, size)), 1.2, square_colour);
    }
}

}  // namespace

sf::Color level_colour(std::size_t level) {
    // Colours like those of Okabe and Ito, dark enough for thin lines on white.
    static constexpr std::array<render::Colour, level_colours> colours{
        render::colour(0x195ca8), render::colour(0xd55e00), render::colour(0x009e73),
        render::colour(0xb0478a), render::colour(0x262626), render::colour(0x56b4e9)};
    return sf_colour(colours[level % level_colours]);
}

std::vector<std::size_t> levels_in_sight(const Arrangement& arrangement, const Camera& camera) {
    std::vector<std::size_t> levels;
    if (!has_grid(arrangement.kind)) return levels;
    for (std::size_t level = 0; level < arrangement.cells.size(); ++level)
        if (const double size = arrangement.cells[level];
            size * camera.scale() >= smallest_cell && std::isfinite(size))
            levels.push_back(level);
    return levels;
}

Box box_in_pixels(const Body& body, const Camera& camera, Vec2 place, double angle,
                  std::vector<Vec2>& corners) {
    const Vec2 at = camera.to_pixels(place);
    const double radius = camera.scale() * body.shape.radius;
    Box box{at - Vec2{radius, radius}, at + Vec2{radius, radius}};
    corners_in_pixels(body, at, angle, camera.scale(), body.shape.vertices.size(), corners);
    for (const Vec2 c : corners) {
        box.low = {std::min(box.low.x, c.x), std::min(box.low.y, c.y)};
        box.high = {std::max(box.high.x, c.x), std::max(box.high.y, c.y)};
    }
    return box;
}

void add_broad_phase(Mesh& mesh, const FrameView& frame_view, const Camera& camera, const Box& seen,
                     std::optional<engine::BodyNumber> picked) {
    const Arrangement& arrangement = frame_view.view().arrangement;
    if (has_axes(arrangement.kind)) return add_axes(mesh, frame_view, camera, seen, picked);
    if (const auto row = picked ? frame_view.row_of(*picked) : std::nullopt;
        row && *row < arrangement.grains.size()) {
        const auto& [level, corner] = arrangement.grains[*row];
        sf::Color colour = has_tree(arrangement.kind) ? held_colour : level_colour(level);
        colour.a = held_colour.a;
        mesh.convex(corners_of(cell_in_pixels(camera, corner, arrangement.cells[level])), colour);
    }
    if (has_tree(arrangement.kind)) return add_squares(mesh, camera, arrangement, seen);
    const Box extent = extent_of(frame_view, arrangement);
    for (const std::size_t level : levels_in_sight(arrangement, camera))
        add_level(mesh, camera, arrangement, level, extent, seen);
}

}  // namespace scree::window
