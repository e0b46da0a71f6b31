#include "render/view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/base/quantile.h"
#include "geometry/transform.h"
#include "render/colouring.h"

namespace scree::render {

namespace {

using geometry::Box;
using geometry::Vec2;

/// The margin around the grains is the larger of this share of the longer side of their box and
/// this share of a typical grain.
constexpr double margin = 0.03;
constexpr double margin_in_grains = 0.5;
/// How far walls may widen the grains' box, over its longer side.
constexpr double wall_reach = 0.02;
/// The least ratio of the shorter side of a picture to the longer one.
constexpr double flattest = 0.2;
/// A disc that is more than this many times as large as what is shown is drawn as a polygon.
constexpr double largest_disc = 20.0;
constexpr int corners_of_disc = 4096;

bool is_finite(const PictureBody& body) {
    return geometry::is_finite(body.position) && std::isfinite(body.angle);
}

class Bounds {
public:
    void add(Vec2 p) {
        if (!geometry::is_finite(p)) return;
        box_.low = {std::min(box_.low.x, p.x), std::min(box_.low.y, p.y)};
        box_.high = {std::max(box_.high.x, p.x), std::max(box_.high.y, p.y)};
    }
    void add(const PictureOutline& outline, const PictureBody& body) {
        if (!is_finite(body)) return;
        const geometry::Transform pose{body.position, geometry::Rotation::by(body.angle)};
        for (const Vec2 vertex : outline.vertices) add(apply(pose, vertex));
        if (outline.radius > 0.0) {
            add(body.position + Vec2{outline.radius, outline.radius});
            add(body.position - Vec2{outline.radius, outline.radius});
        }
    }
    bool empty() const { return !(box_.low.x <= box_.high.x); }
    const Box& box() const { return box_; }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    Box box_{{infinity, infinity}, {-infinity, -infinity}};
};

double longer_side(const Box& box) {
    return std::max(box.high.x - box.low.x, box.high.y - box.low.y);
}

/// The box, widened about its middle to at least these sides.
Box widened(Box box, double width, double height) {
    const double x = std::max(0.0, width - (box.high.x - box.low.x));
    const double y = std::max(0.0, height - (box.high.y - box.low.y));
    return {{box.low.x - 0.5 * x, box.low.y - 0.5 * y},
            {box.high.x + 0.5 * x, box.high.y + 0.5 * y}};
}

/// The box, widened so that places of different pixels are different numbers and the picture is not
/// too flat.
Box presentable(const Box& box) {
    const double far = std::max({std::abs(box.low.x), std::abs(box.low.y), std::abs(box.high.x),
                                 std::abs(box.high.y), 1e-300});
    const double side = std::max(longer_side(box), 1e-9 * far);
    return widened(box, flattest * side, flattest * side);
}

/// The part of a polygon on the inner side of the line through `p` with outward normal `n`.
std::vector<Vec2> cut(const std::vector<Vec2>& corners, Vec2 p, Vec2 n) {
    std::vector<Vec2> inside;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec2 a = corners[k];
        const Vec2 b = corners[(k + 1) % corners.size()];
        const double da = dot(a - p, n);
        const double db = dot(b - p, n);
        if (da <= 0.0) inside.push_back(a);
        if ((da <= 0.0) != (db <= 0.0)) inside.push_back(a + da / (da - db) * (b - a));
    }
    return inside;
}

}  // namespace

double radius_of(const PictureOutline& outline) {
    double radius = outline.radius;
    for (const Vec2 vertex : outline.vertices) radius = std::max(radius, length(vertex));
    return radius;
}

double typical_diameter(const PictureScene& scene) {
    if (scene.grain_diameter) return *scene.grain_diameter;
    std::vector<double> diameters;
    for (const PictureBody& grain : scene.grains) {
        const double diameter = 2.0 * radius_of(scene.outlines[grain.outline]);
        if (std::isfinite(diameter)) diameters.push_back(diameter);
    }
    return diameters.empty() ? 0.0 : engine::quantile(diameters, 0.5);
}

Box shown_box(const PictureScene& scene) {
    if (scene.bounds && is_finite(scene.bounds->low) && is_finite(scene.bounds->high) &&
        scene.bounds->low.x <= scene.bounds->high.x &&
        scene.bounds->low.y <= scene.bounds->high.y) {
        return presentable(*scene.bounds);
    }
    Bounds walls;
    for (const PictureBody& wall : scene.walls) walls.add(scene.outlines[wall.outline], wall);
    Bounds all;
    for (const PictureBody& grain : scene.grains) all.add(scene.outlines[grain.outline], grain);
    if (all.empty()) all = walls;
    if (all.empty()) return {{0.0, 0.0}, {1.0, 1.0}};

    if (!walls.empty()) {
        const Box near = fattened(all.box(), wall_reach * longer_side(all.box()));
        const Box box = walls.box();
        if (overlap(near, box)) {
            all.add({std::max(near.low.x, box.low.x), std::max(near.low.y, box.low.y)});
            all.add({std::min(near.high.x, box.high.x), std::min(near.high.y, box.high.y)});
        }
    }
    const double around =
        std::max(margin * longer_side(all.box()), margin_in_grains * typical_diameter(scene));
    return presentable(fattened(all.box(), around));
}

bool is_visible(const PictureOutline& outline, const PictureBody& body, const Box& box) {
    if (!is_finite(body)) return false;
    const double radius = radius_of(outline);
    const Vec2 reach{radius, radius};
    return radius > 0.0 && overlap(box, {body.position - reach, body.position + reach});
}

bool is_round(const PictureOutline& outline, const Box& box) {
    return outline.radius > 0.0 && outline.radius <= largest_disc * longer_side(box);
}

std::vector<Vec2> visible_corners(const PictureOutline& outline, const PictureBody& body,
                                  const Box& box) {
    const double side = longer_side(box);
    std::vector<Vec2> corners;
    if (outline.radius <= 0.0) {
        const geometry::Transform pose{body.position, geometry::Rotation::by(body.angle)};
        for (const Vec2 vertex : outline.vertices) corners.push_back(apply(pose, vertex));
    } else {
        for (int k = 0; k < corners_of_disc; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / corners_of_disc;
            corners.push_back(body.position +
                              outline.radius * Vec2{std::cos(angle), std::sin(angle)});
        }
    }
    if (radius_of(outline) < side) return corners;
    const Box wide = fattened(box, side);  // the edges of the cut must not be seen
    corners = cut(corners, wide.low, {-1.0, 0.0});
    corners = cut(corners, wide.low, {0.0, -1.0});
    corners = cut(corners, wide.high, {1.0, 0.0});
    return cut(corners, wide.high, {0.0, 1.0});
}

}  // namespace scree::render
