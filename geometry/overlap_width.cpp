#include "geometry/overlap_width.h"

#include <algorithm>
#include <cmath>

#include "geometry/support.h"

namespace scree::geometry {
namespace {

/// The arc of a disc is integrated in this many parts.
constexpr int arc_parts = 16;

Vec2 along_and_left(Vec2 point, Vec2 up) { return {dot(point, up), cross(up, point)}; }

/// The integral of w^2 / 2 over a stretch at whose ends and middle the width is known: exact if it
/// is a straight line. Where it is negative there is no overlap.
double stretch(double length, double begin, double middle, double end) {
    if (begin <= 0.0 && end <= 0.0) return 0.0;
    if (begin < 0.0 || end < 0.0) {
        const double positive = std::max(begin, end);
        return length * positive / (std::abs(begin) + std::abs(end)) * positive * positive / 6.0;
    }
    return length * (begin * begin + 4.0 * middle * middle + end * end) / 12.0;
}

}  // namespace

Cap::Cap(const FeatureRing& ring, const Transform& pose, Vec2 up, double floor) {
    const auto point = [&](std::uint32_t i) {
        return along_and_left(apply(pose, ring.vertex(i)), up);
    };
    const std::uint32_t top = climb(ring, 0, unrotate(pose.rotation, up));
    const Vec2 highest = point(top);
    // Corners follow each other to the left as long as they belong to the upper side.
    for (std::uint32_t i = ring.previous(top); i != top; i = ring.previous(i)) {
        const Vec2 next = point(i);
        const Vec2 last = corners_.empty() ? highest : corners_.back();
        if (last.x < floor || next.y >= last.y) break;
        corners_.push_back(next);
    }
    std::reverse(corners_.begin(), corners_.end());
    corners_.push_back(highest);
    for (std::uint32_t i = ring.next(top); i != top; i = ring.next(i)) {
        const Vec2 next = point(i);
        if (corners_.back().x < floor || next.y <= corners_.back().y) break;
        corners_.push_back(next);
    }
    first_ = corners_.front().y;
    last_ = corners_.back().y;
}

Cap::Cap(double radius, Vec2 centre, Vec2 up, double floor)
    : radius_(radius), centre_(along_and_left(centre, up)) {
    const double below = std::clamp(floor - centre_.x, 0.0, radius);
    const double half = std::sqrt(radius * radius - below * below);
    first_ = centre_.y - half;
    last_ = centre_.y + half;
}

double Cap::height(double left) const {
    if (corners_.empty()) {
        const double aside = left - centre_.y;
        return centre_.x + std::sqrt(std::max(0.0, radius_ * radius_ - aside * aside));
    }
    if (corners_.size() == 1) return corners_[0].x;
    const auto place = [](Vec2 corner) { return corner.y; };
    const auto after =
        std::ranges::lower_bound(corners_.begin() + 1, corners_.end() - 1, left, {}, place);
    const Vec2 p = *(after - 1);
    const Vec2 q = *after;
    return p.x + (left - p.y) / (q.y - p.y) * (q.x - p.x);
}

void Cap::append_places(std::vector<double>& places) const {
    for (const Vec2 corner : corners_) places.push_back(corner.y);
    if (!corners_.empty()) return;
    for (int i = 0; i <= arc_parts; ++i)
        places.push_back(first_ + (last_ - first_) * i / arc_parts);
}

double square_width_integral(const Cap& a, const Cap& b) {
    // The coordinates of b are those of a with the opposite signs.
    const double first = std::max(a.first(), -b.last());
    const double last = std::min(a.last(), -b.first());
    if (!(first < last)) return 0.0;
    std::vector<double> places;
    b.append_places(places);
    for (double& place : places) place = -place;
    a.append_places(places);
    places.push_back(first);
    places.push_back(last);
    std::erase_if(places, [&](double place) { return place < first || place > last; });
    std::ranges::sort(places);
    const auto width = [&](double place) { return a.height(place) + b.height(-place); };
    double sum = 0.0;
    double begin = width(places[0]);
    for (std::size_t i = 1; i < places.size(); ++i) {
        const double end = width(places[i]);
        sum += stretch(places[i] - places[i - 1], begin, width(0.5 * (places[i - 1] + places[i])),
                       end);
        begin = end;
    }
    return sum;
}

}  // namespace scree::geometry
