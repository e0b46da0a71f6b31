#pragma once

#include <span>
#include <vector>

#include "engine/base/periodic_boxes.h"
#include "engine/frame/assembly.h"
#include "geometry/box.h"

/// Areas of outlines within a rectangle, exact but for rounding.
namespace scree::engine {

/// The corners of a convex polygon, counter-clockwise. Fewer than three corners mean that there is
/// no polygon.
using Corners = std::vector<Vec2>;

/// A polygon cut in two along the line from a to b.
struct CutPolygon {
    Corners left;
    Corners right;
};
CutPolygon cut(std::span<const Vec2> polygon, Vec2 a, Vec2 b);

/// The part that two convex polygons have in common.
Corners common_part(std::span<const Vec2> polygon, std::span<const Vec2> other);

/// The area that a disc and a polygon have in common.
double common_area(Vec2 centre, double radius, std::span<const Vec2> polygon);

Corners corners_of(const geometry::Box& box);
geometry::Box box_around(const Assembly& assembly, const Outline& outline);

/// The area of the part of the outline that is within the region.
double area_within(const Assembly& assembly, const Outline& outline, const geometry::Box& region);

/// Calls task(shift) for the images of a box that meet a region, with the ways to them.
template <class Task>
void for_each_shift(const geometry::Box& region, const geometry::Box& box, const Period& period,
                    const Task& task) {
    if (period.tilt == 0.0)
        return images_of(region, box, period.size).for_each([&](Image image) {
            task(period.shift(image));
        });
    const ImageRange up =
        images_on_axis(region.low.y, region.high.y, box.low.y, box.high.y, period.size.y);
    for (int y = up.first; y <= up.last; ++y) {
        const ImageRange along =
            images_on_axis(region.low.x, region.high.x, box.low.x + y * period.tilt,
                           box.high.x + y * period.tilt, period.size.x);
        for (int x = along.first; x <= along.last; ++x) task(period.shift(Turns{x, y}));
    }
}

/// The same grains and walls as they appear in a region of a periodic domain, together with the
/// images that reach into it. The region must not be larger than the domain. The result is for
/// areas only: it has no contacts.
Assembly unfolded(const Assembly& assembly, const geometry::Box& region);
/// The same of the walls alone, which takes much less time.
Assembly unfolded_walls(const Assembly& assembly, const geometry::Box& region);

/// The area of the region that walls cover; what several of them cover counts once. A disc that
/// meets another wall is taken as a polygon of the same area with `corners_of_disc` corners.
double wall_area_within(const Assembly& assembly, const geometry::Box& region);
inline constexpr int corners_of_disc = 256;

}  // namespace scree::engine
