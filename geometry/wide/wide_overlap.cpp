#include "geometry/wide/wide_overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/chain_contact.h"
#include "geometry/contact.h"
#include "geometry/voronoi.h"
#include "geometry/wide/wide_discs.h"

namespace scree::geometry {
namespace {

/// Where the outlines cross.
struct ChordEnds {
    Vec2 enter;
    Vec2 leave;
};

/// Returns where an edge of one polygon meets an edge of another.
Vec2 meeting(const Placed& a, std::uint32_t edge_a, const Placed& b, std::uint32_t edge_b) {
    const Vec2 p = apply(a.pose, a.ring.vertex(edge_a));
    const Vec2 q = apply(b.pose, b.ring.vertex(edge_b));
    const Vec2 along_p = rotate(a.pose.rotation, a.ring.direction(edge_a));
    const Vec2 along_q = rotate(b.pose.rotation, b.ring.direction(edge_b));
    return p + cross(q - p, along_q) / cross(along_p, along_q) * along_p;
}

ChordEnds chord_of(const CrossingPolygons& polygons) {
    const auto& [a, b, crossing] = polygons;
    return {meeting(a, crossing.enter.a, b, crossing.enter.b),
            meeting(a, crossing.leave.a, b, crossing.leave.b)};
}

/// Whether a point is in the triangle of the chord and the origin, well away from the sides that
/// lead to the origin.
bool is_well_before_origin(Vec2 enter, Vec2 leave, Vec2 point) {
    const double whole = cross(leave - enter, -enter);
    const double towards_leave = cross(point - enter, -enter) / whole;
    const double towards_origin = cross(leave - enter, point - enter) / whole;
    constexpr double enough = 0.05;
    return towards_origin > 0.0 && towards_leave > enough &&
           towards_leave + towards_origin < 1.0 - enough;
}

/// Returns a point inside a polygon, in its own frame, with which it will show for long that a
/// corner of the other is inside, because the corner is in the triangle of the point and the chord.
/// That is the centroid, or else a point behind the corner, half way to the outline, in the
/// direction that is furthest from leaving the corner aside.
Vec2 witness_of(const Placed& polygon, const ChordEnds& chord, Vec2 corner) {
    const FeatureRing& ring = polygon.ring;
    const Vec2 from = apply_inverse(polygon.pose, corner);
    const Vec2 enter = apply_inverse(polygon.pose, chord.enter);
    const Vec2 leave = apply_inverse(polygon.pose, chord.leave);
    if (is_well_before_origin(enter, leave, from)) return {};
    const Vec2 way = unit_or(from - enter, {}) + unit_or(from - leave, {});
    double furthest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
        const double speed = dot(way, ring.normal(i));
        if (speed > 0.0)
            furthest = std::min(furthest, dot(ring.vertex(i) - from, ring.normal(i)) / speed);
    }
    // If the corner is not inside, or nothing else goes well, the centroid is as good as any.
    return furthest > 0.0 && std::isfinite(furthest) ? from + 0.5 * furthest * way : Vec2{};
}

WideVec2<double> wide(Vec2 v) { return {v.x, v.y}; }

}  // namespace

WidePoke<double> poke_of(const CrossingPolygons& polygons) {
    const auto& [a, b, crossing] = polygons;
    const auto [enter, leave] = crossing;
    const bool edged_is_b = inner_corners(crossing, a.ring, b.ring).a == 1;
    const Placed& poking = edged_is_b ? a : b;
    const Placed& edged = edged_is_b ? b : a;
    const std::uint32_t corner = edged_is_b ? leave.a : enter.b;
    const std::uint32_t edge = edged_is_b ? enter.b : enter.a;
    const Vec2 start = edged.ring.vertex(edge);
    const Vec2 witness =
        witness_of(edged, chord_of(polygons), apply(poking.pose, poking.ring.vertex(corner))) -
        start;
    WidePoke<double> poke;
    poke.before = wide(poking.ring.vertex(before(corner)));
    poke.tip = wide(poking.ring.vertex(corner));
    poke.after = wide(poking.ring.vertex(after(corner)));
    poke.start = wide(start);
    poke.normal = wide(edged.ring.normal(edge));
    poke.size = edge_length(edged.ring, edge);
    poke.edged_is_b = edged_is_b ? 1.0 : 0.0;
    poke.witness_along = dot(witness, edged.ring.direction(edge));
    poke.witness_depth = -dot(witness, edged.ring.normal(edge));
    poke.reach = poking.ring.radius() + edged.ring.radius();
    return poke;
}

namespace {

/// Returns the edges that cross, and the reach; no corners.
WideChain<double> ends_of(const CrossingPolygons& polygons) {
    const auto& [a, b, crossing] = polygons;
    const Corner* const enter_a = a.ring.at(crossing.enter.a);
    const Corner* const enter_b = b.ring.at(crossing.enter.b);
    const Corner* const leave_a = a.ring.at(crossing.leave.a);
    const Corner* const leave_b = b.ring.at(crossing.leave.b);
    WideChain<double> chain{};
    chain.enter = {wide(enter_a[1].vertex), wide(enter_b[0].vertex),
                   wide(enter_a[0].vertex - enter_a[1].vertex),
                   wide(enter_b[1].vertex - enter_b[0].vertex)};
    chain.leave = {wide(leave_a[0].vertex), wide(leave_b[1].vertex),
                   wide(leave_a[1].vertex - leave_a[0].vertex),
                   wide(leave_b[0].vertex - leave_b[1].vertex)};
    chain.reach = a.ring.radius() + b.ring.radius();
    return chain;
}

/// Returns a witness for each of these corners of a polygon.
std::array<WideVec2<double>, 2> witnesses(const Placed& own, Vec2 first, Vec2 last,
                                          const Placed& other, const ChordEnds& chord) {
    return {wide(witness_of(other, chord, apply(own.pose, first))),
            wide(witness_of(other, chord, apply(own.pose, last)))};
}

}  // namespace

WideChain<double> chain_of(const CrossingPolygons& polygons) {
    const auto& [a, b, crossing] = polygons;
    const InnerCorners inner = inner_corners(crossing, a.ring, b.ring);
    const ChordEnds chord = chord_of(polygons);
    WideChain<double> chain = ends_of(polygons);
    chain.has_a = inner.a > 0 ? 1.0 : 0.0;
    chain.has_b = inner.b > 0 ? 1.0 : 0.0;
    if (inner.a > 0)
        chain.witness_in_b = witnesses(a, a.ring.at(crossing.enter.a)[1].vertex,
                                       a.ring.vertex(crossing.leave.a), b, chord);
    if (inner.b > 0)
        chain.witness_in_a = witnesses(b, b.ring.at(crossing.leave.b)[1].vertex,
                                       b.ring.vertex(crossing.enter.b), a, chord);
    return chain;
}

namespace {

/// The corners of a polygon inside the other one, by the edges that lead to the first and on from
/// the last of them. Without corners inside, one edge crosses twice.
struct InnerChain {
    std::uint32_t edge_to_first;
    std::uint32_t edge_from_last;

    bool is_empty() const { return edge_to_first == edge_from_last; }
};

/// Whether the edges turn towards each other, by less than a right angle.
bool turns_a_little(const FeatureRing& ring, InnerChain chain) {
    const Vec2 to = ring.direction(chain.edge_to_first);
    const Vec2 from = ring.direction(chain.edge_from_last);
    return chain.is_empty() || (cross(to, from) > tolerance::parallel && dot(to, from) > 0.0);
}

WideArcSide<double> side_of(const Placed& own, InnerChain chain, const Placed& other,
                            const ChordEnds& chord) {
    WideArcSide<double> side{};
    if (chain.is_empty()) return side;
    const Vec2 p = own.ring.vertex(chain.edge_to_first);
    const Vec2 q = own.ring.vertex(chain.edge_from_last);
    const Vec2 to = own.ring.direction(chain.edge_to_first);
    const Vec2 from = own.ring.direction(chain.edge_from_last);
    const Vec2 apex = p + cross(q - p, from) / cross(to, from) * to;
    side.apex = wide(apex);
    side.witness = wide(witness_of(other, chord, apply(own.pose, apex)));
    side.has = 1.0;
    return side;
}

}  // namespace

bool is_arc(const CrossingPair& crossing, const FeatureRing& a, const FeatureRing& b) {
    return turns_a_little(a, {crossing.enter.a, crossing.leave.a}) &&
           turns_a_little(b, {crossing.leave.b, crossing.enter.b});
}

WideArc<double> arc_of(const CrossingPolygons& polygons) {
    const auto& [a, b, crossing] = polygons;
    const auto [enter, leave] = crossing;
    const InnerCorners corners = inner_corners(crossing, a.ring, b.ring);
    const Inner inner{corners.a, corners.b};
    const WideChain<double> ends = ends_of(polygons);
    const ChordEnds chord = chord_of(polygons);
    // As in chain_contact(), because the bits depend on the way.
    const Moments chains = std::max(inner.a, inner.b) > short_chain
                               ? moments_of_chains(a.ring, b.ring, crossing, inner)
                               : moments_of_short_chains(a.ring, b.ring, crossing, inner);
    WideArc<double> arc;
    arc.enter = ends.enter;
    arc.leave = ends.leave;
    arc.a = side_of(a, {enter.a, leave.a}, b, chord);
    arc.b = side_of(b, {leave.b, enter.b}, a, chord);
    arc.a.double_area = chains.double_area[0];
    arc.b.double_area = chains.double_area[1];
    arc.a.moment = wide(lane(chains.moment, 0));
    arc.b.moment = wide(lane(chains.moment, 1));
    arc.reach = ends.reach;
    return arc;
}

WideDiscOnEdge<double> disc_on_edge_of(const FeatureRing& polygon, std::uint32_t edge,
                                       double radius, bool disc_is_a) {
    WideDiscOnEdge<double> given;
    given.start = wide(polygon.vertex(edge));
    given.normal = wide(polygon.normal(edge));
    given.size = edge_length(polygon, edge);
    given.radius = radius;
    given.disc_is_a = disc_is_a ? 1.0 : 0.0;
    given.centroid_along = -dot(polygon.vertex(edge), polygon.direction(edge));
    given.centroid_depth = dot(polygon.vertex(edge), polygon.normal(edge));
    return given;
}

}  // namespace scree::geometry
