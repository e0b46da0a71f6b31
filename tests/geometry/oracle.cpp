#include "tests/geometry/oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::tests {

using geometry::ConvexPolygon;
using geometry::Transform;
using geometry::Vec2;

namespace {

QuadVec operator+(QuadVec a, QuadVec b) { return {a.x + b.x, a.y + b.y}; }
QuadVec operator-(QuadVec a, QuadVec b) { return {a.x - b.x, a.y - b.y}; }
QuadVec operator*(Quad s, QuadVec a) { return {s * a.x, s * a.y}; }
Quad dot(QuadVec a, QuadVec b) { return a.x * b.x + a.y * b.y; }
Quad cross(QuadVec a, QuadVec b) { return a.x * b.y - a.y * b.x; }
Quad absolute(Quad a) { return a < 0 ? -a : a; }
double rounded(Quad a) { return static_cast<double>(a); }
Vec2 rounded(QuadVec a) { return {rounded(a.x), rounded(a.y)}; }

QuadVec after(const QuadOutline& outline, std::size_t i) {
    return outline[i + 1 == outline.size() ? 0 : i + 1];
}

/// Positive when p lies on the left of the edge that starts at vertex j, which is inside.
Quad left_of(const QuadOutline& outline, std::size_t j, QuadVec p) {
    return cross(after(outline, j) - outline[j], p - outline[j]);
}

Quad square_distance(QuadVec p, QuadVec start, QuadVec end) {
    const QuadVec edge = end - start;
    const QuadVec to_p = p - start;
    const Quad along = dot(to_p, edge);
    const Quad square = dot(edge, edge);
    if (along <= 0) return dot(to_p, to_p);
    if (along >= square) return dot(p - end, p - end);
    const Quad lever = cross(edge, to_p);
    return lever * lever / square;
}

double rough_distance(Vec2 p, Vec2 start, Vec2 end) {
    const Vec2 edge = end - start;
    const double along = std::clamp(dot(p - start, edge) / dot(edge, edge), 0.0, 1.0);
    return length(p - (start + along * edge));
}

std::vector<Vec2> rounded(const QuadOutline& outline) {
    std::vector<Vec2> result;
    for (const QuadVec v : outline) result.push_back(rounded(v));
    return result;
}

/// The smallest square of a distance of a vertex of `points` from an edge of `edges` among those
/// pairs that `candidate` does not rule out.
template <class Candidate>
Quad smallest_square(const QuadOutline& points, const QuadOutline& edges, Quad best,
                     Candidate candidate) {
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < edges.size(); ++j)
            if (candidate(i, j))
                best = std::min(best, square_distance(points[i], edges[j], after(edges, j)));
    return best;
}

using RoughDistances = std::vector<double>;

RoughDistances rough_distances(const std::vector<Vec2>& points, const std::vector<Vec2>& edges) {
    RoughDistances result;
    for (const Vec2 p : points)
        for (std::size_t j = 0; j < edges.size(); ++j)
            result.push_back(rough_distance(p, edges[j], edges[(j + 1) % edges.size()]));
    return result;
}

std::vector<OverlapEdge> clip_by_edge(const std::vector<OverlapEdge>& subject, const QuadOutline& b,
                                      std::uint32_t j) {
    std::vector<OverlapEdge> result;
    for (std::size_t i = 0; i < subject.size(); ++i) {
        const OverlapEdge& edge = subject[i];
        const QuadVec end = subject[(i + 1) % subject.size()].start;
        const Quad from = left_of(b, j, edge.start);
        const Quad to = left_of(b, j, end);
        const auto crossing = [&] { return edge.start + from / (from - to) * (end - edge.start); };
        if (from >= 0) {
            result.push_back(edge);
            if (to < 0) result.push_back({crossing(), true, j});
        } else if (to >= 0) {
            result.push_back({crossing(), edge.of_b, edge.index});
        }
    }
    return result;
}

/// The edge of B that has the most vertices of A outside. Half-planes may come in any order; after
/// this one little is left of A, and the others are quickly done.
std::uint32_t most_cutting_edge(const QuadOutline& a, const QuadOutline& b) {
    std::uint32_t best = 0;
    std::ptrdiff_t most = -1;
    for (std::uint32_t j = 0; j < b.size(); ++j) {
        const Vec2 start = rounded(b[j]);
        const Vec2 edge = rounded(after(b, j)) - start;
        const auto outside = std::count_if(a.begin(), a.end(), [&](QuadVec p) {
            return geometry::cross(edge, rounded(p) - start) < 0.0;
        });
        if (outside > most) {
            most = outside;
            best = j;
        }
    }
    return best;
}

double extent(const std::vector<OverlapEdge>& outline, QuadVec direction) {
    Quad low = dot(outline[0].start, direction);
    Quad high = low;
    for (const OverlapEdge& edge : outline) {
        low = std::min(low, dot(edge.start, direction));
        high = std::max(high, dot(edge.start, direction));
    }
    return rounded(high - low);
}

QuadVec direction(const QuadOutline& outline, std::uint32_t i) {
    const QuadVec edge = after(outline, i) - outline[i];
    return 1 / square_root(dot(edge, edge)) * edge;
}

Quad double_area(const std::vector<OverlapEdge>& outline) {
    Quad sum = 0;
    for (std::size_t i = 1; i + 1 < outline.size(); ++i)
        sum += cross(outline[i].start - outline[0].start, outline[i + 1].start - outline[0].start);
    return sum;
}

QuadVec centroid(const std::vector<OverlapEdge>& outline) {
    QuadVec moment;
    for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
        const QuadVec u = outline[i].start - outline[0].start;
        const QuadVec w = outline[i + 1].start - outline[0].start;
        moment = moment + cross(u, w) * (u + w);
    }
    return outline[0].start + 1 / (3 * double_area(outline)) * moment;
}

void measure_crossings(OverlapTruth& truth, const QuadOutline& a, const QuadOutline& b) {
    const std::vector<OverlapEdge>& outline = truth.outline;
    QuadVec sum;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const OverlapEdge& before = outline[(i + outline.size() - 1) % outline.size()];
        const OverlapEdge& here = outline[i];
        if (before.of_b == here.of_b) continue;
        const OverlapEdge& of_a = here.of_b ? before : here;
        const OverlapEdge& of_b = here.of_b ? here : before;
        const Quad sine = cross(direction(a, of_a.index), direction(b, of_b.index));
        ++truth.crossings;
        truth.amplification += 1.0 / rounded(absolute(sine));
        sum = sum + here.start;
    }
    truth.midpoint = rounded(Quad(0.5) * sum);
}

OverlapTruth measure(std::vector<OverlapEdge> outline, const QuadOutline& a, const QuadOutline& b,
                     QuadVec position_of_b) {
    OverlapTruth truth;
    truth.area = rounded(double_area(outline) / 2);
    truth.centroid = rounded(centroid(outline));
    QuadVec g;
    Quad torque = 0;
    Quad perimeter = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const QuadVec start = outline[i].start;
        const QuadVec end = outline[(i + 1) % outline.size()].start;
        const QuadVec edge = end - start;
        perimeter += square_root(dot(edge, edge));
        if (!outline[i].of_b) continue;
        const QuadVec outward = {edge.y, -edge.x};
        g = g + outward;
        torque += cross(Quad(0.5) * (start + end) - position_of_b, outward);
    }
    const Quad chord = square_root(dot(g, g));
    truth.chord = rounded(chord);
    truth.torque = rounded(torque);
    truth.perimeter = rounded(perimeter);
    const QuadVec normal = chord > 0 ? -1 / chord * g : QuadVec{};
    truth.normal = rounded(normal);
    truth.extent_along = extent(outline, {-normal.y, normal.x});
    truth.extent_across = extent(outline, normal);
    truth.outline = std::move(outline);
    measure_crossings(truth, a, b);
    return truth;
}

}  // namespace

Quad square_root(Quad value) {
    if (value <= 0) return 0;
    // Each step of Newton's doubles the digits, from 53 bits.
    Quad root = std::sqrt(rounded(value));
    for (int i = 0; i < 2; ++i) root = (root + value / root) / 2;
    return root;
}

QuadOutline place(const ConvexPolygon& polygon, const Transform& pose, Vec2 centre) {
    const Quad c = pose.rotation.c;
    const Quad s = pose.rotation.s;
    const QuadVec offset = {Quad(pose.position.x) - centre.x, Quad(pose.position.y) - centre.y};
    QuadOutline outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 v = polygon.vertex(i);
        outline.push_back(QuadVec{c * v.x - s * v.y, s * v.x + c * v.y} + offset);
    }
    return outline;
}

Quad outline_distance(const QuadOutline& a, const QuadOutline& b, bool every_pair) {
    // Not the largest number of all: its square root must not overflow on the way.
    Quad best = std::numeric_limits<double>::max();
    if (every_pair) {
        const auto all = [](std::size_t, std::size_t) { return true; };
        return square_root(smallest_square(b, a, smallest_square(a, b, best, all), all));
    }
    const std::vector<Vec2> rough_a = rounded(a);
    const std::vector<Vec2> rough_b = rounded(b);
    const RoughDistances ab = rough_distances(rough_a, rough_b);
    const RoughDistances ba = rough_distances(rough_b, rough_a);
    // An edge that is a point in doubles has no rough distance.
    const auto is_finite = [](double d) { return std::isfinite(d); };
    if (!std::all_of(ab.begin(), ab.end(), is_finite) ||
        !std::all_of(ba.begin(), ba.end(), is_finite))
        return outline_distance(a, b, true);
    const double closest =
        std::min(*std::min_element(ab.begin(), ab.end()), *std::min_element(ba.begin(), ba.end()));
    // Rough distances are wrong by some 1e-16 of this; whatever is further off is not the closest.
    double size = closest;
    for (const Vec2 v : rough_a) size = std::max(size, length(v));
    for (const Vec2 v : rough_b) size = std::max(size, length(v));
    const double limit = closest + 1e-12 * size;
    best = smallest_square(
        a, b, best, [&](std::size_t i, std::size_t j) { return ab[i * b.size() + j] <= limit; });
    best = smallest_square(
        b, a, best, [&](std::size_t i, std::size_t j) { return ba[i * a.size() + j] <= limit; });
    return square_root(best);
}

std::vector<OverlapEdge> clip(const QuadOutline& a, const QuadOutline& b) {
    std::vector<OverlapEdge> result;
    for (std::uint32_t i = 0; i < a.size(); ++i) result.push_back({a[i], false, i});
    const std::uint32_t first = most_cutting_edge(a, b);
    const auto count = static_cast<std::uint32_t>(b.size());
    for (std::uint32_t j = 0; j < count && !result.empty(); ++j)
        result = clip_by_edge(result, b, (first + j) % count);
    if (result.size() < 3 || !(double_area(result) > 0)) result.clear();
    return result;
}

std::uint32_t count_crossings(const QuadOutline& a, const QuadOutline& b) {
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) {
            const bool a_changes = (left_of(b, j, a[i]) < 0) != (left_of(b, j, after(a, i)) < 0);
            const bool b_changes = (left_of(a, i, b[j]) < 0) != (left_of(a, i, after(b, j)) < 0);
            if (a_changes && b_changes) ++count;
        }
    return count;
}

bool contains(const QuadOutline& outer, const QuadOutline& inner) {
    return std::all_of(inner.begin(), inner.end(), [&](QuadVec p) {
        for (std::size_t j = 0; j < outer.size(); ++j)
            if (left_of(outer, j, p) < 0) return false;
        return true;
    });
}

PairTruth find_truth(const ConvexPolygon& a, const Transform& pose_a, const ConvexPolygon& b,
                     const Transform& pose_b) {
    const QuadOutline outline_a = place(a, pose_a, pose_a.position);
    const QuadOutline outline_b = place(b, pose_b, pose_a.position);
    PairTruth truth;
    std::vector<OverlapEdge> common = clip(outline_a, outline_b);
    truth.overlap = !common.empty();
    if (!truth.overlap) {
        truth.distance = rounded(outline_distance(outline_a, outline_b));
        return truth;
    }
    const QuadVec offset = {Quad(pose_b.position.x) - pose_a.position.x,
                            Quad(pose_b.position.y) - pose_a.position.y};
    truth.common = measure(std::move(common), outline_a, outline_b, offset);
    return truth;
}

}  // namespace scree::tests
