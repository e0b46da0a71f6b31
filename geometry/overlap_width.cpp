#include "geometry/overlap_width.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/support.h"

namespace scree::geometry {
namespace {

/// The arc of a disc is integrated in this many parts.
constexpr std::uint32_t arc_parts = 16;

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

/// Goes along a cap, from right to left, or the other way with places of the opposite sign: places
/// rise in both cases.
class Walk {
public:
    Walk(const Cap& cap, bool reversed)
        : cap_(cap), reversed_(reversed), behind_(corner(0)), ahead_(corner(1)) {}

    /// The height at this place. Places that are asked for must not fall.
    double height(double place) {
        while (next_ + 1 < cap_.place_count() &&
               (reversed_ ? place_of(ahead_) <= place : place_of(ahead_) < place)) {
            behind_ = ahead_;
            ahead_ = corner(++next_);
        }
        const double left = reversed_ ? -place : place;
        if (cap_.is_of_disc()) return cap_.height_of_disc(left);
        const auto [p, q] = reversed_ ? std::pair{ahead_, behind_} : std::pair{behind_, ahead_};
        return p.x + (left - p.y) / (q.y - p.y) * (q.x - p.x);
    }
    /// The first corner beyond this place, for which height() was called last; infinite if there is
    /// none.
    double corner_after(double place) const {
        if (place_of(ahead_) > place) return place_of(ahead_);
        if (next_ + 1 < cap_.place_count()) return place_of(corner(next_ + 1));
        return std::numeric_limits<double>::infinity();
    }

private:
    Vec2 corner(std::uint32_t k) const {
        return cap_.at(reversed_ ? cap_.place_count() - 1 - k : k);
    }
    double place_of(Vec2 corner) const { return reversed_ ? -corner.y : corner.y; }

    const Cap& cap_;
    bool reversed_;
    std::uint32_t next_ = 1;
    Vec2 behind_;  ///< corners as height and place
    Vec2 ahead_;
};

}  // namespace

Cap::Cap(const FeatureRing& ring, const Transform& pose, Vec2 up, double floor)
    : ring_(ring), pose_(pose), up_(up) {
    const std::uint32_t top = climb(ring, 0, unrotate(pose.rotation, up));
    rightmost_ = top;
    count_ = 1;
    // Corners follow each other to either side as long as they belong to the upper one.
    const Vec2 highest = corner(top);
    Vec2 last = highest;
    for (std::uint32_t i = ring.previous(top); i != top; i = ring.previous(i)) {
        const Vec2 next = corner(i);
        if (last.x < floor || next.y >= last.y) break;
        last = next;
        rightmost_ = i;
        ++count_;
    }
    first_ = last.y;
    last = highest;
    for (std::uint32_t i = ring.next(top); i != top; i = ring.next(i)) {
        const Vec2 next = corner(i);
        if (last.x < floor || next.y <= last.y) break;
        last = next;
        ++count_;
    }
    last_ = last.y;
}

Cap::Cap(double radius, Vec2 centre, Vec2 up, double floor)
    : radius_(radius), centre_(along_and_left(centre, up)), count_(arc_parts + 1) {
    const double below = std::clamp(floor - centre_.x, 0.0, radius);
    const double half = std::sqrt(radius * radius - below * below);
    first_ = centre_.y - half;
    last_ = centre_.y + half;
}

Vec2 Cap::corner(std::uint32_t i) const {
    return along_and_left(apply(pose_, ring_.vertex(i)), up_);
}

Vec2 Cap::at(std::uint32_t k) const {
    if (is_of_disc()) {
        const double left = first_ + (last_ - first_) * k / arc_parts;
        return {height_of_disc(left), left};
    }
    const std::uint32_t i = rightmost_ + k;
    return corner(i < ring_.size() ? i : i - ring_.size());
}

double Cap::height_of_disc(double left) const {
    const double aside = left - centre_.y;
    return centre_.x + std::sqrt(std::max(0.0, radius_ * radius_ - aside * aside));
}

double square_width_integral(const Cap& a, const Cap& b) {
    // The coordinates of b are those of a with the opposite signs.
    const double first = std::max(a.first(), -b.last());
    const double last = std::min(a.last(), -b.first());
    if (!(first < last)) return 0.0;
    Walk lower(a, false);
    Walk upper(b, true);
    const auto width = [&](double place) { return lower.height(place) + upper.height(place); };
    double sum = 0.0;
    double begin = width(first);
    for (double place = first; place < last;) {
        const double next = std::min({last, lower.corner_after(place), upper.corner_after(place)});
        const double middle = width(0.5 * (place + next));
        const double end = width(next);
        sum += stretch(next - place, begin, middle, end);
        place = next;
        begin = end;
    }
    return sum;
}

}  // namespace scree::geometry
