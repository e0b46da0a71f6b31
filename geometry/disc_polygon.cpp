#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "geometry/circle.h"
#include "geometry/contact.h"
#include "geometry/proximity.h"
#include "geometry/tolerances.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

/// A disc as a polygon sees it: in the polygon's frame.
struct DiscInFrame {
    Vec2 centre;
    double radius;
};

/// The closest feature of the polygon to a point outside it, tracked from the last one, and the
/// closest point. Signed: a point inside has minus its distance from the outline.
struct ClosestToPoint {
    double distance = 0.0;
    Vec2 point;
};

/// The edge with the greatest signed distance from p: negative when p is inside.
std::uint32_t highest_edge(const FeatureRing& ring, Vec2 p) {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < ring.size(); ++i)
        if (height(ring, i, p) > height(ring, best, p)) best = i;
    return best;
}

ClosestToPoint track_closest(const FeatureRing& ring, Vec2 p, Feature& feature,
                             QueryCounts& counts) {
    bool searched = false;
    // A walk round the ring and back again visits every feature twice; rounding could make it
    // turn on a ray, so it is bounded.
    for (std::uint32_t steps = 0; steps < 4 * ring.size(); ++steps) {
        const std::uint32_t i = feature.index();
        if (feature.is_vertex()) {
            const Beyond side = beyond_vertex_region(ring, i, p);
            if (side == Beyond::neither) return {length(p - ring.vertex(i)), ring.vertex(i)};
            feature = side == Beyond::next ? ring.next(feature) : ring.previous(feature);
            continue;
        }
        const Beyond side = beyond_edge_region(ring, i, p);
        if (side == Beyond::neither) {
            const double h = height(ring, i, p);
            if (h >= 0.0 || searched) return {h, p - h * ring.normal(i)};
            // Under this edge: inside the polygon, or seen through it.
            searched = true;
            ++counts.exhaustive;
            feature = Feature::edge(highest_edge(ring, p));
            const double best = height(ring, feature.index(), p);
            if (best <= 0.0) return {best, p - best * ring.normal(feature.index())};
            continue;
        }
        feature = side == Beyond::next ? ring.next(feature) : ring.previous(feature);
    }
    const double h = height(ring, feature.index(), p);
    return {h, p - h * ring.normal(feature.index())};
}

/// The part of edge i inside the disc, as distances along it from its first vertex.
struct EdgeInside {
    double enter = 0.0;
    double leave = 0.0;
};

std::optional<EdgeInside> edge_inside(const FeatureRing& ring, std::uint32_t i,
                                      const DiscInFrame& disc) {
    const double h = std::abs(height(ring, i, disc.centre));
    if (h >= disc.radius) return std::nullopt;
    const double half = std::sqrt((disc.radius - h) * (disc.radius + h));
    const double foot = dot(disc.centre - ring.vertex(i), ring.direction(i));
    const double size = dot(ring.vertex(after(i)) - ring.vertex(i), ring.direction(i));
    const EdgeInside part{std::max(foot - half, 0.0), std::min(foot + half, size)};
    if (!(part.enter < part.leave)) return std::nullopt;
    return part;
}

bool holds(const DiscInFrame& disc, Vec2 p) {
    const Vec2 from = p - disc.centre;
    return dot(from, from) < disc.radius * disc.radius;
}

/// Whether the segment from p to q comes nearer to the centre than the radius.
bool reaches(const DiscInFrame& disc, Vec2 p, Vec2 q) {
    const Vec2 edge = q - p;
    const Vec2 to_centre = disc.centre - p;
    const double square = dot(edge, edge);
    const double along = dot(to_centre, edge);
    if (along <= 0.0) return holds(disc, p);
    if (along >= square) return holds(disc, q);
    const double area = cross(edge, to_centre);
    return area * area < disc.radius * disc.radius * square;
}

/// The polygon's outline enters the disc on edge `enter` and leaves it on edge `leave`, with
/// `inner` vertices inside between.
struct DiscCrossing {
    std::uint32_t enter = 0;
    std::uint32_t leave = 0;
    std::uint32_t inner = 0;
};

/// Follows the outline both ways from the closest feature to where it leaves the disc. Nothing is
/// returned when it never does, or when it comes back elsewhere.
std::optional<DiscCrossing> find_crossing(const FeatureRing& ring, const DiscInFrame& disc,
                                          Feature closest) {
    DiscCrossing found;
    found.leave = closest.index();
    found.enter = closest.is_edge() ? closest.index() : ring.previous(closest.index());
    if (closest.is_vertex()) ++found.inner;
    while (found.inner < ring.size() && holds(disc, ring.vertex(after(found.leave)))) {
        found.leave = ring.next(found.leave);
        ++found.inner;
    }
    while (found.inner < ring.size() && holds(disc, ring.vertex(found.enter))) {
        found.enter = ring.previous(found.enter);
        ++found.inner;
    }
    if (found.inner >= ring.size()) return std::nullopt;

    // The arc must stay inside the polygon. As for two polygons (OuterChain), the edges next to
    // the crossing ones and the diagonal between them usually settle that; else ask every edge.
    const std::uint32_t outer = ring.size() - found.inner;
    const auto edge_reaches = [&](std::uint32_t i) {
        return reaches(disc, ring.vertex(i), ring.vertex(after(i)));
    };
    if (outer < 2) return found;
    const std::uint32_t after = ring.next(found.leave);
    const std::uint32_t before = ring.previous(found.enter);
    if (edge_reaches(after) || edge_reaches(before)) return std::nullopt;
    if (outer < 4 || !reaches(disc, ring.vertex(ring.next(after)), ring.vertex(before)))
        return found;
    for (std::uint32_t i = ring.next(after); i != before; i = ring.next(i))
        if (edge_reaches(i)) return std::nullopt;
    return found;
}

/// The overlap of a polygon (as A) and a disc that cross twice, in the polygon's frame.
std::optional<Overlap> measure(const FeatureRing& ring, const DiscInFrame& disc,
                               const DiscCrossing& crossing) {
    const auto first = edge_inside(ring, crossing.enter, disc);
    const auto last = edge_inside(ring, crossing.leave, disc);
    if (!first || !last) return std::nullopt;
    const Vec2 enter = ring.vertex(crossing.enter) + first->enter * ring.direction(crossing.enter);
    const Vec2 leave = ring.vertex(crossing.leave) + last->leave * ring.direction(crossing.leave);
    const Vec2 chord = leave - enter;
    const Vec2 half = 0.5 * chord;
    const Vec2 middle = enter + half;

    Overlap overlap;
    overlap.chord = length(chord);
    overlap.midpoint = middle;
    if (crossing.inner == 0)
        overlap.normal = ring.normal(crossing.enter);
    else if (overlap.chord > tolerance::chord_direction * (ring.radius() + disc.radius))
        overlap.normal = turned_right(chord) / overlap.chord;
    else
        return std::nullopt;

    double double_area = 0.0;
    Vec2 moment;  // six times the first moment of the polygon's cap, about the middle
    Vec2 u = -half;
    const auto add = [&](Vec2 w) {
        const double c = cross(u, w);
        double_area += c;
        moment += c * (u + w);
        u = w;
    };
    std::uint32_t i = crossing.enter;
    for (std::uint32_t inner = crossing.inner; inner > 0; --inner) {
        i = ring.next(i);
        add(ring.vertex(i) - middle);
    }
    if (crossing.inner > 0) add(half);
    const CircularSegment arc = circular_segment(disc.radius, 0.5 * overlap.chord,
                                                 dot(disc.centre - middle, overlap.normal));
    overlap.area = std::max(0.0, 0.5 * double_area + arc.area);
    overlap.centroid = middle;
    if (overlap.area > tolerance::rounding * disc.radius * overlap.chord)
        overlap.centroid += (moment / 6.0 - arc.moment * overlap.normal) / overlap.area;
    return overlap;
}

/// The polygon's area, if the disc holds all of it.
std::optional<double> area_if_held(const FeatureRing& ring, const DiscInFrame& disc) {
    double double_area = 0.0;
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        if (!holds(disc, ring.vertex(i))) return std::nullopt;
        double_area += cross(ring.vertex(i), ring.vertex(after(i)));
    }
    return 0.5 * double_area;
}

/// Any overlap of a polygon (as A) and a disc, by Green's theorem around the centre of the disc:
/// every edge gives the triangle of its part inside, and sectors for the parts outside.
Overlap measure_any(const FeatureRing& ring, const DiscInFrame& disc, Vec2 up) {
    if (const auto area = area_if_held(ring, disc))
        return swallowed_contact(*area, {}, disc.centre, up);
    OverlapBoundary boundary;  // of the polygon as A; B's part of a closed boundary is minus A's
    Vec2 moment;
    // By the edge and not by its end: the disc may be far larger than the polygon.
    const auto add_triangle = [&](Vec2 u, Vec2 edge) {
        const double c = 0.5 * cross(u, edge);
        boundary.area += c;
        moment += (c / 3.0) * (2.0 * u + edge);
    };
    const auto add_sector = [&](Vec2 u, Vec2 w) {
        const double sine = cross(u, w);
        const double angle = std::copysign(arc_tangent(std::abs(sine), dot(u, w)), sine);
        boundary.area += 0.5 * disc.radius * disc.radius * angle;
        const Vec2 turn = (disc.radius / length(w)) * w - (disc.radius / length(u)) * u;
        moment += (disc.radius * disc.radius / 3.0) * turned_right(turn);
    };
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        const Vec2 v = ring.vertex(i) - disc.centre;
        const Vec2 w = ring.vertex(after(i)) - disc.centre;
        const auto part = edge_inside(ring, i, disc);
        if (!part) {
            add_sector(v, w);
            continue;
        }
        const Vec2 p = v + part->enter * ring.direction(i);
        const Vec2 q = v + part->leave * ring.direction(i);
        if (part->enter > 0.0) add_sector(v, p);
        add_triangle(p, (part->leave - part->enter) * ring.direction(i));
        if (!holds(disc, ring.vertex(after(i)))) add_sector(q, w);
        const Vec2 outward = (part->leave - part->enter) * ring.normal(i);
        boundary.edges_of_b -= outward;
        boundary.torque_of_b -= cross(disc.centre + 0.5 * (p + q), outward);
    }
    const double smaller = std::min(ring.radius(), disc.radius);
    if (!(boundary.area > tolerance::touch * smaller * smaller)) {
        boundary.area = std::max(boundary.area, 0.0);
        boundary.centroid = disc.centre;
    } else {
        boundary.centroid = disc.centre + moment / boundary.area;
    }
    return general_contact(boundary, disc.centre, smaller, up);
}

Overlap touching_contact(const DiscInFrame& disc, const ClosestToPoint& closest) {
    const Vec2 towards = disc.centre - closest.point;
    Overlap overlap;
    overlap.midpoint = closest.point;
    overlap.centroid = closest.point;
    overlap.normal = towards / length(towards);
    return overlap;
}

/// The polygon as A, in its own frame. `up` is the direction of the world's +y.
Proximity polygon_and_disc(const FeatureRing& ring, const DiscInFrame& disc, Vec2 up,
                           Feature& feature, QueryCounts& counts) {
    ++counts.queries;
    const QueryCounts before = counts;
    const ClosestToPoint closest = track_closest(ring, disc.centre, feature, counts);
    if (closest.distance > disc.radius) {
        if (counts.exhaustive == before.exhaustive) ++counts.tracked;
        const Vec2 on_disc =
            disc.centre - (disc.radius / closest.distance) * (disc.centre - closest.point);
        return Apart{closest.distance - disc.radius, closest.point, on_disc, feature, {}};
    }
    if (const auto crossing = find_crossing(ring, disc, feature)) {
        if (const auto overlap = measure(ring, disc, *crossing)) {
            if (counts.exhaustive == before.exhaustive) ++counts.tracked;
            return *overlap;
        }
    }
    if (disc.radius - closest.distance <= tolerance::touch * (disc.radius + ring.radius()))
        return touching_contact(disc, closest);
    if (counts.exhaustive == before.exhaustive) ++counts.clipped;
    return measure_any(ring, disc, up);
}

Proximity in_world(const Transform& pose, const Proximity& answer) {
    return std::visit([&](const auto& a) { return Proximity(in_world(pose, a)); }, answer);
}

}  // namespace

Proximity proximity(const FeatureRing& a, const Transform& pose_a, const Disc& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    const Transform b_in_a = relative(pose_a, pose_b);
    const Vec2 up = unrotate(pose_a.rotation, {0.0, 1.0});
    memory.kind = PairMemory::Kind::closest;
    return in_world(pose_a,
                    polygon_and_disc(a, {b_in_a.position, b.radius()}, up, memory.a, counts));
}

Proximity proximity(const Disc& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    const Transform a_in_b = relative(pose_b, pose_a);
    // Exchanging the two turns the normal round, so "up" must point down here.
    const Vec2 down = unrotate(pose_b.rotation, {0.0, -1.0});
    memory.kind = PairMemory::Kind::closest;
    const Proximity answer = in_world(
        pose_b, polygon_and_disc(b, {a_in_b.position, a.radius()}, down, memory.b, counts));
    return exchanged(answer, pose_a.position - pose_b.position);
}

}  // namespace scree::geometry
