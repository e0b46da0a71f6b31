#include "geometry/overlap_width.h"

#include <algorithm>
#include <cmath>

#include "geometry/support.h"

namespace scree::geometry {
namespace {

/// The arc of a disc has this many parts, so that an overlap is too narrow by 6e-5 at most.
constexpr int arc_parts = 128;

Vec2 along_and_left(Vec2 point, Vec2 up) { return {dot(point, up), cross(up, point)}; }

/// Keeps the part of a convex outline that lies left of the line from q to r.
Cap cut(const Cap& outline, Vec2 q, Vec2 r) {
    Cap result;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2 here = outline[i];
        const Vec2 next = outline[i + 1 == outline.size() ? 0 : i + 1];
        const double s0 = cross(r - q, here - q);
        const double s1 = cross(r - q, next - q);
        if (s0 >= 0.0) result.push_back(here);
        if ((s0 >= 0.0) != (s1 >= 0.0)) result.push_back(here + (s0 / (s0 - s1)) * (next - here));
    }
    return result;
}

/// The width of a convex outline along the first axis, where the second coordinate is `left`.
double width_at(const Cap& outline, double left) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2 p = outline[i];
        const Vec2 q = outline[i + 1 == outline.size() ? 0 : i + 1];
        if (left < std::min(p.y, q.y) || left > std::max(p.y, q.y)) continue;
        const double share = q.y != p.y ? (left - p.y) / (q.y - p.y) : 0.0;
        const double x = p.x + share * (q.x - p.x);
        low = std::min({low, x, q.y != p.y ? x : q.x});
        high = std::max({high, x, q.y != p.y ? x : q.x});
    }
    return std::max(0.0, high - low);
}

}  // namespace

Cap cap_of(const FeatureRing& ring, const Transform& pose, Vec2 up, double floor) {
    const std::uint32_t top = climb(ring, 0, unrotate(pose.rotation, up));
    const auto point = [&](std::uint32_t i) {
        return along_and_left(apply(pose, ring.vertex(i)), up);
    };
    Cap cap{point(top)};
    std::uint32_t last = top;  // of the corners after the top that are taken
    while (ring.next(last) != top && cap.back().x >= floor) {
        last = ring.next(last);
        cap.push_back(point(last));
    }
    Cap before;
    for (std::uint32_t i = ring.previous(top); i != last; i = ring.previous(i)) {
        before.push_back(point(i));
        if (before.back().x < floor) break;
    }
    cap.insert(cap.begin(), before.rbegin(), before.rend());
    return cap;
}

Cap cap_of_disc(double radius, Vec2 centre, Vec2 up, double floor) {
    const Vec2 middle = along_and_left(centre, up);
    const double below = std::clamp(floor - middle.x, 0.0, radius);
    const double half = std::sqrt(radius * radius - below * below);
    Cap cap;
    for (int i = 0; i <= arc_parts; ++i) {
        const double left = half * (2.0 * i / arc_parts - 1.0);
        cap.push_back(middle + Vec2{std::sqrt(radius * radius - left * left), left});
    }
    return cap;
}

double square_width_integral(const Cap& a, const Cap& b) {
    // The coordinates of b are those of a with the opposite signs.
    Cap common = a;
    for (std::size_t i = 0; i < b.size() && common.size() >= 3; ++i)
        common = cut(common, -b[i], -b[i + 1 == b.size() ? 0 : i + 1]);
    if (common.size() < 3) return 0.0;
    std::vector<double> places;
    for (const Vec2 point : common) places.push_back(point.y);
    std::sort(places.begin(), places.end());
    // Between two corners the width is a linear function.
    double sum = 0.0;
    double width = width_at(common, places[0]);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const double next = width_at(common, places[i]);
        sum += (places[i] - places[i - 1]) * (width * width + width * next + next * next);
        width = next;
    }
    return sum / 6.0;
}

}  // namespace scree::geometry
