#include "tests/geometry/disc_oracle.h"

#include <array>

#include "tests/geometry/quad.h"

namespace scree::tests {

using geometry::ConvexPolygon;
using geometry::Transform;
using geometry::Vec2;

namespace {

QuadVec plus(QuadVec a, QuadVec b) { return {a.x + b.x, a.y + b.y}; }
QuadVec minus(QuadVec a, QuadVec b) { return {a.x - b.x, a.y - b.y}; }
QuadVec times(Quad s, QuadVec a) { return {s * a.x, s * a.y}; }
Quad dot(QuadVec a, QuadVec b) { return a.x * b.x + a.y * b.y; }
Quad cross(QuadVec a, QuadVec b) { return a.x * b.y - a.y * b.x; }
Quad length(QuadVec a) { return square_root(dot(a, a)); }
Vec2 rounded(QuadVec a) { return {static_cast<double>(a.x), static_cast<double>(a.y)}; }

/// What the edges of a polygon give to the area in common with a disc about the origin.
class GreenSum {
public:
    explicit GreenSum(Quad radius) : radius_(radius) {}

    void add_edge(QuadVec p, QuadVec q) {
        const QuadVec edge = minus(q, p);
        const Quad size = length(edge);
        const QuadVec along = times(1 / size, edge);
        const Quad foot = -dot(p, along);
        const Quad h = cross(p, along);
        const Quad square = radius_ * radius_ - h * h;
        const Quad half = square_root(square);
        const auto clamped = [&](Quad t) { return t < 0 ? Quad(0) : t > size ? size : t; };
        const Quad enter = clamped(foot - half);
        const Quad leave = clamped(foot + half);
        if (square <= 0 || enter >= leave) {
            add_arc(p, q);
            return;
        }
        const QuadVec from = plus(p, times(enter, along));
        const QuadVec to = plus(p, times(leave, along));
        if (enter > 0) {
            add_arc(p, from);
            add_crossing(from, half);
        }
        add_triangle(from, to);
        if (leave < size) {
            add_arc(to, q);
            add_crossing(to, half);
        }
        const QuadVec outward{along.y, -along.x};
        edges = plus(edges, times(leave - enter, outward));
    }

    Quad area = 0;
    QuadVec moment;
    QuadVec edges;  ///< outward normal times length, over the polygon's edges inside the disc
    std::uint32_t crossings = 0;
    std::array<QuadVec, 2> points;  ///< the first two
    Quad amplification = 0;

private:
    void add_triangle(QuadVec p, QuadVec q) {
        const Quad part = cross(p, q) / 2;
        area += part;
        moment = plus(moment, times(part / 3, plus(p, q)));
    }

    /// The sector between the directions of p and q.
    void add_arc(QuadVec p, QuadVec q) {
        const Quad r2 = radius_ * radius_;
        area += r2 / 2 * quad_angle(cross(p, q), dot(p, q));
        // The integral of (r^3/3) (cos, sin) over the angle.
        const QuadVec from = times(1 / length(p), p);
        const QuadVec to = times(1 / length(q), q);
        moment = plus(moment, times(r2 * radius_ / 3, {to.y - from.y, from.x - to.x}));
    }

    void add_crossing(QuadVec at, Quad half) {
        if (crossings < points.size()) points[crossings] = at;
        ++crossings;
        amplification += radius_ / half;
    }

    Quad radius_;
};

Quad distance_from_segment(QuadVec p, QuadVec q) {
    const QuadVec edge = minus(q, p);
    const Quad t = -dot(p, edge) / dot(edge, edge);
    return length(t <= 0 ? p : t >= 1 ? q : plus(p, times(t, edge)));
}

}  // namespace

DiscTruth find_truth(const ConvexPolygon& a, const Transform& pose_a, double radius_b,
                     Vec2 position_b) {
    const QuadOutline outline = place(a, pose_a, position_b);
    const QuadVec centre_of_b{Quad(position_b.x) - pose_a.position.x,
                              Quad(position_b.y) - pose_a.position.y};
    GreenSum sum(radius_b);
    bool centre_inside = true;
    Quad closest = -1;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const QuadVec p = outline[i];
        const QuadVec q = outline[i + 1 < outline.size() ? i + 1 : 0];
        sum.add_edge(p, q);
        centre_inside = centre_inside && cross(p, q) >= 0;
        const Quad distance = distance_from_segment(p, q);
        if (closest < 0 || distance < closest) closest = distance;
    }
    DiscTruth truth;
    truth.overlap = centre_inside || closest < radius_b;
    if (!truth.overlap) {
        truth.distance = static_cast<double>(closest - radius_b);
        return truth;
    }
    truth.area = static_cast<double>(sum.area);
    truth.centroid = rounded(plus(centre_of_b, times(1 / sum.area, sum.moment)));
    const Quad chord = length(sum.edges);
    truth.chord = static_cast<double>(chord);
    if (chord > 0) truth.normal = rounded(times(1 / chord, sum.edges));
    truth.crossings = sum.crossings;
    truth.amplification = static_cast<double>(sum.amplification);
    if (sum.crossings == 2)
        truth.midpoint =
            rounded(plus(centre_of_b, times(Quad(1) / 2, plus(sum.points[0], sum.points[1]))));
    return truth;
}

DiscTruth find_truth(double radius_a, Vec2 position_a, double radius_b, Vec2 position_b) {
    const QuadVec centres{Quad(position_b.x) - position_a.x, Quad(position_b.y) - position_a.y};
    const Quad ra = radius_a;
    const Quad rb = radius_b;
    const Quad d = length(centres);
    DiscTruth truth;
    truth.overlap = d < ra + rb;
    if (!truth.overlap) {
        truth.distance = static_cast<double>(d - ra - rb);
        return truth;
    }
    if (d <= quad_abs(ra - rb)) {
        const Quad inner = ra < rb ? ra : rb;
        truth.area = static_cast<double>(quad_pi * inner * inner);
        truth.centroid = ra < rb ? Vec2{} : rounded(centres);
        return truth;
    }
    // The law of cosines, and two segments on the two sides of the chord.
    const Quad from_a = (d * d + ra * ra - rb * rb) / (2 * d);
    const Quad from_b = d - from_a;
    const Quad half = square_root(ra * ra - from_a * from_a);
    const Quad area_a = ra * ra * quad_angle(half, from_a) - half * from_a;
    const Quad area_b = rb * rb * quad_angle(half, from_b) - half * from_b;
    // Each segment has the moment (2/3) half^3 about its own disc's centre, away from it; about the
    // centre of A the two cancel but for the arm of B's.
    const Quad moment = d * area_b;
    const QuadVec normal = times(1 / d, centres);
    truth.area = static_cast<double>(area_a + area_b);
    truth.centroid = rounded(times(moment / (area_a + area_b), normal));
    truth.chord = static_cast<double>(2 * half);
    truth.normal = rounded(normal);
    truth.midpoint = rounded(times(from_a, normal));
    truth.crossings = 2;
    truth.amplification = static_cast<double>(2 * ra * rb / (d * half));
    return truth;
}

}  // namespace scree::tests
