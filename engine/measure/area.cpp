#include "engine/measure/area.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <utility>

#include "engine/base/periodic_boxes.h"
#include "geometry/polygon_area.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::polygon_area;

/// The area that the wedge from the origin to the edge from a to b has in common with the disc
/// about the origin, positive if it is counter-clockwise.
double wedge(Vec2 a, Vec2 b, double radius) {
    const auto sector = [&](Vec2 p, Vec2 q) {
        return 0.5 * radius * radius * std::atan2(cross(p, q), dot(p, q));
    };
    const Vec2 d = b - a;
    // |a + t d| = radius.
    const double square = dot(d, d);
    const double half = dot(a, d);
    const double inside = half * half - square * (dot(a, a) - radius * radius);
    if (!(inside > 0.0) || !(square > 0.0)) return sector(a, b);
    const double root = std::sqrt(inside);
    const double enter = (-half - root) / square;
    const double leave = (-half + root) / square;
    if (enter >= 1.0 || leave <= 0.0) return sector(a, b);
    const Vec2 p = enter > 0.0 ? a + enter * d : a;
    const Vec2 q = leave < 1.0 ? a + leave * d : b;
    return sector(a, p) + 0.5 * cross(p, q) + sector(q, b);
}

/// Whether the interiors meet; boxes that only share an edge do not.
bool meet(const Box& a, const Box& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

Box box_around(std::span<const Vec2> points) {
    Box box{points[0], points[0]};
    for (const Vec2 p : points) {
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
    }
    return box;
}

Corners polygon_of_disc(const Outline& disc) {
    const double step = 2.0 * std::numbers::pi / corners_of_disc;
    const double radius = disc.radius * std::sqrt(step / std::sin(step));
    Corners corners;
    for (int k = 0; k < corners_of_disc; ++k)
        corners.push_back(disc.centre + radius * Vec2{std::cos(k * step), std::sin(k * step)});
    return corners;
}

/// The parts of the pieces that are not in the polygon. Pieces that only touch it, or are in it by
/// no more than rounding, stay whole.
std::vector<Corners> without(std::vector<Corners> pieces, std::span<const Vec2> polygon) {
    const double rounding = 1e-12 * polygon_area(polygon);
    const Box box = box_around(polygon);
    std::vector<Corners> result;
    for (Corners& piece : pieces) {
        const bool apart =
            !meet(box, box_around(piece)) || polygon_area(common_part(piece, polygon)) <= rounding;
        if (apart) {
            result.push_back(std::move(piece));
            continue;
        }
        Corners rest = std::move(piece);
        for (std::size_t k = 0; k < polygon.size() && rest.size() >= 3; ++k) {
            CutPolygon parts = cut(rest, polygon[k], polygon[(k + 1) % polygon.size()]);
            if (parts.right.size() >= 3) result.push_back(std::move(parts.right));
            rest = std::move(parts.left);
        }
    }
    return result;
}

/// Goes through the boxes from left to right and calls visit(k, the boxes before k that meet it).
void sweep_boxes(std::span<const Box> boxes, const auto& visit) {
    std::vector<std::size_t> order(boxes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return boxes[k].low.x; });
    std::vector<std::size_t> open;
    std::vector<std::size_t> met;
    for (const std::size_t k : order) {
        std::erase_if(open, [&](std::size_t j) { return boxes[j].high.x <= boxes[k].low.x; });
        met.clear();
        std::ranges::copy_if(open, std::back_inserter(met),
                             [&](std::size_t j) { return meet(boxes[j], boxes[k]); });
        visit(k, std::span<const std::size_t>(met));
        open.push_back(k);
    }
}

Corners polygon_of(const Assembly& assembly, const Outline& wall) {
    const std::span<const Vec2> corners = assembly.corners_of(wall);
    return corners.empty() ? polygon_of_disc(wall) : Corners(corners.begin(), corners.end());
}

}  // namespace

CutPolygon cut(std::span<const Vec2> polygon, Vec2 a, Vec2 b) {
    CutPolygon parts;
    const auto side = [&](Vec2 p) { return cross(b - a, p - a); };
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec2 p = polygon[k];
        const Vec2 q = polygon[(k + 1) % polygon.size()];
        const double of_p = side(p);
        const double of_q = side(q);
        if (of_p >= 0.0) parts.left.push_back(p);
        if (of_p <= 0.0) parts.right.push_back(p);
        if ((of_p > 0.0 && of_q < 0.0) || (of_p < 0.0 && of_q > 0.0)) {
            const Vec2 crossing = p + of_p / (of_p - of_q) * (q - p);
            parts.left.push_back(crossing);
            parts.right.push_back(crossing);
        }
    }
    if (parts.left.size() < 3) parts.left.clear();
    if (parts.right.size() < 3) parts.right.clear();
    return parts;
}

Corners common_part(std::span<const Vec2> polygon, std::span<const Vec2> other) {
    Corners rest(polygon.begin(), polygon.end());
    for (std::size_t k = 0; k < other.size() && !rest.empty(); ++k)
        rest = cut(rest, other[k], other[(k + 1) % other.size()]).left;
    return rest;
}

double common_area(Vec2 centre, double radius, std::span<const Vec2> polygon) {
    double area = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k)
        area += wedge(polygon[k] - centre, polygon[(k + 1) % polygon.size()] - centre, radius);
    return std::max(area, 0.0);
}

Corners corners_of(const Box& box) {
    return {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
}

Box box_around(const Assembly& assembly, const Outline& outline) {
    if (outline.corner_count > 0) return box_around(assembly.corners_of(outline));
    const Vec2 reach{outline.radius, outline.radius};
    return {outline.centre - reach, outline.centre + reach};
}

double area_within(const Assembly& assembly, const Outline& outline, const Box& region) {
    const Box box = box_around(assembly, outline);
    if (!meet(box, region)) return 0.0;
    const bool whole = contains(region, box);
    if (outline.corner_count == 0) {
        if (whole) return std::numbers::pi * outline.radius * outline.radius;
        return common_area(outline.centre, outline.radius, corners_of(region));
    }
    const std::span<const Vec2> corners = assembly.corners_of(outline);
    return whole ? polygon_area(corners) : polygon_area(common_part(corners, corners_of(region)));
}

Assembly unfolded(const Assembly& assembly, const Box& region) {
    Assembly result;
    result.gravity = assembly.gravity;
    const auto for_each_image = [&](const Outline& outline, const auto& add) {
        const Box box = box_around(assembly, outline);
        for_each_shift(region, box, assembly.period, [&](Vec2 shift) {
            Outline copy = outline;
            copy.centre += shift;
            copy.first_corner = result.corners.size();
            for (const Vec2 corner : assembly.corners_of(outline))
                result.corners.push_back(corner + shift);
            add(copy);
        });
    };
    for (const AssemblyGrain& grain : assembly.grains)
        for_each_image(grain.outline, [&](const Outline& outline) {
            result.grains.push_back(grain);
            result.grains.back().outline = outline;
        });
    for (const Outline& wall : assembly.walls)
        for_each_image(wall, [&](const Outline& outline) { result.walls.push_back(outline); });
    return result;
}

Assembly unfolded_walls(const Assembly& assembly, const Box& region) {
    Assembly walls;
    walls.period = assembly.period;
    walls.walls = assembly.walls;
    walls.corners = assembly.corners;
    return unfolded(walls, region);
}

double wall_area_within(const Assembly& assembly, const Box& region) {
    std::vector<Box> boxes;
    std::vector<const Outline*> walls;  // that may reach into the region
    for (const Outline& wall : assembly.walls) {
        const Box box = box_around(assembly, wall);
        if (!meet(box, region)) continue;
        boxes.push_back(box);
        walls.push_back(&wall);
    }
    std::vector<bool> shares(boxes.size());  ///< whether it meets another
    sweep_boxes(boxes, [&](std::size_t k, std::span<const std::size_t> met) {
        for (const std::size_t j : met) shares[j] = shares[k] = true;
    });
    double area = 0.0;
    std::vector<Corners> parts(
        boxes.size());  ///< the parts in the region of those that meet others
    sweep_boxes(boxes, [&](std::size_t k, std::span<const std::size_t> met) {
        const Outline& wall = *walls[k];
        if (!shares[k]) {
            area += area_within(assembly, wall, region);
            return;
        }
        parts[k] = common_part(polygon_of(assembly, wall), corners_of(region));
        if (parts[k].empty()) return;
        std::vector<Corners> pieces{parts[k]};
        for (const std::size_t j : met)
            if (!parts[j].empty()) pieces = without(std::move(pieces), parts[j]);
        for (const Corners& piece : pieces) area += polygon_area(piece);
    });
    return area;
}

}  // namespace scree::engine
