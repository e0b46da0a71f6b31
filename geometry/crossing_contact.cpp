#include "geometry/crossing_contact.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/contact.h"
#include "geometry/lanes.h"
#include "geometry/tolerances.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

/// The outline of a ring between two crossings, on the side that lies outside the other polygon:
/// from the crossing on edge `from` to that on edge `to`.
struct OuterChain {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t vertices;
};

/// Whether p, which lies inside the lines of the crossed edges, is inside the outer chain. The ring
/// holds the figure through the ends of the edges next to the crossed ones and the vertex halfway
/// between; p is inside if it is left of those two edges and of the two diagonals. (With fewer than
/// six vertices one diagonal serves; with fewer than four there are no edges beyond the two.)
[[gnu::noinline]] bool holds(const OuterChain& chain, const FeatureRing& ring, Vec2 p,
                             double margin) {
    const Vec2Lanes point = side_by_side(p, p);
    const std::ptrdiff_t next = after(chain.from);
    const std::ptrdiff_t last = before(chain.to);
    const Vec2Lanes normal = side_by_side(ring.normal(next), ring.normal(last));
    const Lanes above = dot(point - side_by_side(ring.vertex(next), ring.vertex(last)), normal);

    const std::ptrdiff_t size = ring.size();
    const std::ptrdiff_t halfway = chain.from + chain.vertices / 2 + 1;
    const std::ptrdiff_t wrapped = halfway < size ? halfway : halfway - size;
    const Vec2 middle = ring.vertex(chain.vertices < 6 ? last : wrapped);
    const Vec2Lanes start = side_by_side(ring.vertex(after(next)), middle);
    const Vec2Lanes diagonal = side_by_side(middle, ring.vertex(last)) - start;
    const Lanes left = cross(diagonal, point - start);
    const Lanes needed = margin * (abs(diagonal.x) + abs(diagonal.y));
    return static_cast<int>(chain.vertices < 2) |
           static_cast<int>(every(all(above < -margin),
                                  static_cast<int>(all(left >= needed)) | (chain.vertices < 4)));
}

/// A polygon and where it is.
struct Placed {
    const FeatureRing& ring;
    const Transform& pose;
};

/// A corner that pokes through an edge makes a triangle with it. In the coordinates of the edge:
/// along it from its start, and above its line. Lanes: the vertices before the tip and after it.
struct PokeTriangle {
    double tip_along;
    double tip_above;
    double depth;
    Lanes beside_above;
    Lanes rise;    ///< of the edges that cross, from the tip
    double size;   ///< of the edge
    double upper;  ///< where the edge before the tip crosses the line
    double lower;  ///< where the edge after it does
};

/// Whether the corner pokes through the edge for certain, and through no other.
[[gnu::always_inline]] inline bool is_certain(const PokeTriangle& poke, const FeatureRing& edged,
                                              std::uint32_t edge, double extent) {
    // By more than rounding: the tip below the line and its neighbours above, both crossings
    // between the ends of the edge. A crossing's place is uncertain by the margin over the slope of
    // the edge that crosses there.
    const double margin = tolerance::touch * extent;
    const double doubt = margin * extent;
    const Lanes room = Lanes{poke.size - poke.upper, poke.lower} * poke.rise;
    const bool crosses =
        every(poke.tip_above < -margin, all((poke.beside_above > margin) & (room > doubt)));
    // And the tip inside: in the triangle of the crossings and the centroid, most often.
    const Vec2 start = edged.vertex(edge);
    const Vec2 normal = edged.normal(edge);
    const double centroid_along = -dot(start, edged.direction(edge));
    const double centroid_depth = dot(start, normal);
    const Lanes inside =
        centroid_depth * Lanes{poke.upper - poke.tip_along, poke.tip_along - poke.lower} -
        poke.depth * Lanes{poke.upper - centroid_along, centroid_along - poke.lower};
    if (every(crosses, all(inside > doubt))) return true;
    const Vec2 tip = start + poke.tip_along * edged.direction(edge) + poke.tip_above * normal;
    return crosses && holds({edge, edge, edged.size()}, edged, tip, margin);
}

/// One corner of a polygon pokes through one edge of the other. A and B differ in signs only, so
/// that they share the code without a branch.
[[gnu::always_inline]] inline bool corner_in_edge(const Placed& poking, std::ptrdiff_t corner,
                                                  const Placed& edged, std::uint32_t edge,
                                                  double edged_is_b, Overlap& overlap) {
    // The edge, along the axes of the world about its polygon's centre, and of the poking polygon.
    const Vec2 start_w = rotate(edged.pose.rotation, edged.ring.vertex(edge));
    const Vec2 normal_w = rotate(edged.pose.rotation, edged.ring.normal(edge));
    const Vec2 along_w = turned_left(normal_w);
    const Vec2 normal_p = unrotate(poking.pose.rotation, normal_w);
    const Vec2 along_p = turned_left(normal_p);
    const Vec2 centres = poking.pose.position - edged.pose.position;
    const double along_0 = dot(centres - start_w, along_w);
    const double above_0 = dot(centres - start_w, normal_w);

    const Vec2 tip = poking.ring.vertex(corner);
    const Vec2Lanes beside =
        side_by_side(poking.ring.vertex(before(corner)), poking.ring.vertex(after(corner)));
    const Lanes beside_along = along_0 + (beside.x * along_p.x + beside.y * along_p.y);
    PokeTriangle poke;
    poke.tip_along = along_0 + dot(tip, along_p);
    poke.tip_above = above_0 + dot(tip, normal_p);
    poke.beside_above = above_0 + (beside.x * normal_p.x + beside.y * normal_p.y);
    // The clamps matter only at first touch, where rounding may lift the tip above the line or,
    // between parallel edges, move a crossing past the edge's end.
    poke.depth = std::max(-poke.tip_above, 0.0);
    poke.rise = max(poke.beside_above, Lanes{}) + poke.depth;
    const Lanes share = poke.rise > 0.0 ? poke.depth / poke.rise : Lanes{};
    const Lanes crossing = poke.tip_along + share * (beside_along - poke.tip_along);
    poke.size = edge_length(edged.ring, edge);
    poke.upper = std::min(crossing[0], poke.size);
    poke.lower = std::max(crossing[1], 0.0);

    // Where the edged polygon is B, its centre is not the origin of the answer, and the outward
    // normal of its edge leads to A.
    constexpr double third = 1.0 / 3.0;
    const double middle = 0.5 * (poke.upper + poke.lower);
    overlap.chord = std::max(poke.upper - poke.lower, 0.0);
    overlap.area = 0.5 * overlap.chord * poke.depth;
    overlap.midpoint = start_w - edged_is_b * centres + middle * along_w;
    overlap.centroid = overlap.midpoint + (third * (poke.tip_along - middle)) * along_w -
                       (third * poke.depth) * normal_w;
    overlap.normal = (1.0 - 2.0 * edged_is_b) * normal_w;
    overlap.swallowed = false;
    return is_certain(poke, edged.ring, edge, extent_of(poking.ring, edged.ring, centres));
}

/// Where A's outline enters B (lane 0) and where it leaves it (lane 1), in the frame of A.
struct CrossingPoints {
    Vec2 enter;
    Vec2 leave;
    bool certain = false;
};

[[gnu::always_inline]] inline CrossingPoints crossing_points(const PairFrame& pair,
                                                             const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const auto seen_from_a = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
        const Vec2Lanes q = side_by_side(pair.b.vertex(i), pair.b.vertex(j));
        const auto [c, s] = pair.b_in_a.rotation;
        return Vec2Lanes{c * q.x - s * q.y + pair.b_in_a.position.x,
                         s * q.x + c * q.y + pair.b_in_a.position.y};
    };
    const Vec2Lanes start = side_by_side(pair.a.vertex(enter.a), pair.a.vertex(leave.a));
    const Vec2Lanes end =
        side_by_side(pair.a.vertex(after(enter.a)), pair.a.vertex(after(leave.a)));
    const Vec2Lanes normal = side_by_side(pair.a.normal(enter.a), pair.a.normal(leave.a));
    const Vec2Lanes direction = turned_left(normal);
    const Vec2Lanes q0 = seen_from_a(enter.b, leave.b) - start;
    const Vec2Lanes q1 = seen_from_a(after(enter.b), after(leave.b)) - start;
    const Lanes above_0 = dot(q0, normal);
    const Lanes above_1 = dot(q1, normal);
    const Lanes along_0 = dot(q0, direction);
    const Lanes along_1 = dot(q1, direction);
    const Lanes size = dot(end - start, direction);

    // Where the edges are parallel to rounding any point of both will do.
    const Lanes rise = above_1 - above_0;
    const Lanes share =
        min(max(rise != 0.0 ? -above_0 / rise : Lanes{0.5, 0.5}, Lanes{}), Lanes{1.0, 1.0});
    const Lanes along = along_0 + share * (along_1 - along_0);
    const Vec2Lanes point = start + min(max(along, Lanes{}), size) * direction;

    // By more than rounding: B's edge leaves A where A enters B, and the other way round, between
    // the ends of A's edge.
    const double margin = tolerance::touch * pair.extent;
    const Lanes sense{1.0, -1.0};
    const Lanes slope = sense * rise;
    const LaneMask certain = (sense * above_0 < -margin) & (sense * above_1 > margin) &
                             (min(along, size - along) * slope > margin * pair.extent);
    return {lane(point, 0), lane(point, 1), all(certain)};
}

/// Whether every vertex of a chain is inside the other polygon, asked one by one.
template <class ToOther>
bool each_inside(const FeatureRing& ring, std::uint32_t enter, std::uint32_t count,
                 const OuterChain& outer, const FeatureRing& other, ToOther to_other,
                 double margin) {
    for (std::uint32_t i = enter; count > 0; --count) {
        i = ring.next(i);
        if (!holds(outer, other, to_other(ring.vertex(i)), margin)) return false;
    }
    return true;
}

/// Whether A's chain lies inside B and B's inside A. A chain lies inside the triangle that its two
/// crossing edges make with the chord, so its apex speaks for all; and the other polygon holds the
/// triangle of the crossings and its centroid. If that is too narrow, or the crossing edges
/// diverge, every vertex is asked. Lanes: A's chain and B's.
[[gnu::always_inline]] inline bool crosses_nowhere_else(const PairFrame& pair,
                                                        const CrossingPair& crossing,
                                                        const CrossingPoints& points,
                                                        std::uint32_t inner_a,
                                                        std::uint32_t inner_b) {
    const auto [enter, leave] = crossing;
    const double margin = tolerance::touch * pair.extent;
    // The apex of each chain, in its own frame: a chain of one vertex is its own apex.
    const Vec2Lanes first =
        side_by_side(pair.a.vertex(after(enter.a)), pair.b.vertex(after(leave.b)));
    const Vec2Lanes last = side_by_side(pair.a.vertex(leave.a), pair.b.vertex(enter.b));
    const Vec2Lanes d = side_by_side(pair.a.direction(enter.a), pair.b.direction(leave.b));
    const Vec2Lanes e = side_by_side(pair.a.direction(leave.a), pair.b.direction(enter.b));
    const Lanes turn = cross(d, e);
    const Vec2Lanes own = first + (cross(last - first, e) / turn) * d;
    // Now in the frame of A: left of the lines from the chain's first crossing to the other's
    // centroid, and from there to its last.
    const Vec2Lanes apex = side_by_side(lane(own, 0), pair.in_a(lane(own, 1)));
    const Vec2Lanes start = side_by_side(points.enter, points.leave);
    const Vec2Lanes end = side_by_side(points.leave, points.enter);
    const Vec2Lanes centroid = side_by_side(pair.b_in_a.position, Vec2{});
    const Lanes doubt = margin * Lanes{pair.extent, pair.extent};
    const LaneMask inside = (turn > tolerance::parallel) &
                            (cross(centroid - start, apex - start) > doubt) &
                            (cross(end - centroid, apex - centroid) > doubt);
    const bool a_inside = static_cast<int>(inside[0] != 0) | (inner_a == 0);
    const bool b_inside = static_cast<int>(inside[1] != 0) | (inner_b == 0);
    if (every(a_inside, b_inside)) return true;

    const OuterChain outer_a{leave.a, enter.a, pair.a.size() - inner_a};
    const OuterChain outer_b{enter.b, leave.b, pair.b.size() - inner_b};
    const auto in_a = [&](Vec2 p) { return pair.in_a(p); };
    const auto in_b = [&](Vec2 p) { return pair.in_b(p); };
    return (a_inside || each_inside(pair.a, enter.a, inner_a, outer_b, pair.b, in_b, margin)) &&
           (b_inside || each_inside(pair.b, leave.b, inner_b, outer_a, pair.a, in_a, margin));
}

/// The two parts of the overlap on either side of the chord, each bounded by one polygon's chain,
/// in that polygon's own frame about the middle of the chord: nothing is lost, however thin they
/// are. Lanes: A's and B's.
struct Caps {
    Lanes double_area{};
    Vec2Lanes moment{};  ///< six times the first moment
};

[[gnu::always_inline]] inline Caps caps_of(const PairFrame& pair, const CrossingPair& crossing,
                                           std::uint32_t inner_a, std::uint32_t inner_b,
                                           Vec2 middle, Vec2 half) {
    const Vec2Lanes origin = side_by_side(middle, pair.in_b(middle));
    const Vec2Lanes start = side_by_side(-half, unrotate(pair.b_in_a.rotation, half));
    Caps caps;
    Vec2Lanes u = start;
    const auto add = [&](const Vec2Lanes& w) {
        const Lanes c = cross(u, w);
        caps.double_area += c;
        caps.moment = caps.moment + c * (u + w);
        u = w;
    };
    // A chain that has ended waits at its last vertex, where it adds nothing; one without vertices
    // is struck out in the end.
    std::uint32_t i = crossing.enter.a;
    std::uint32_t j = crossing.leave.b;
    const std::uint32_t longer = std::max(inner_a, inner_b);
    for (std::uint32_t k = 0; k < longer; ++k) {
        i += k < inner_a;
        j += k < inner_b;
        i = i == pair.a.size() ? 0 : i;
        j = j == pair.b.size() ? 0 : j;
        add(side_by_side(pair.a.vertex(i), pair.b.vertex(j)) - origin);
    }
    add({-start.x, -start.y});
    const Lanes there{inner_a > 0 ? 1.0 : 0.0, inner_b > 0 ? 1.0 : 0.0};
    return {there * caps.double_area, there * caps.moment};
}

/// A chord too short to have a direction: at first touch the mean of the edges' normals serves. But
/// under an overlap larger than such a chord could bound, one polygon is all but inside the other.
[[gnu::noinline]] void without_chord(const PairFrame& pair, const Transform& pose_a,
                                     const CrossingPair& crossing, Overlap& overlap) {
    const Vec2 centres = rotate(pose_a.rotation, pair.b_in_a.position);
    const Vec2 up{0.0, 1.0};
    const double smaller = std::min(pair.a.radius(), pair.b.radius());
    if (overlap.chord < tolerance::swallowed_chord * smaller &&
        overlap.area > overlap.chord * smaller) {
        overlap = swallowed_contact(overlap.area, overlap.centroid, centres, up);
    } else if (overlap.chord < tolerance::chord_direction * pair.extent) {
        const Vec2 across = direction_across(pair, crossing);
        overlap.normal = unit_or(rotate(pose_a.rotation, across), unit_or(centres, up));
    }
}

/// Any number of vertices of both polygons.
[[gnu::always_inline]] inline bool chain_contact(const PairFrame& pair, const Transform& pose_a,
                                                 const CrossingPair& crossing,
                                                 std::uint32_t inner_a, std::uint32_t inner_b,
                                                 Overlap& overlap) {
    const CrossingPoints points = crossing_points(pair, crossing);
    const Vec2 chord = points.leave - points.enter;
    const Vec2 half = 0.5 * chord;
    const Vec2 middle = points.enter + half;
    const Caps caps = caps_of(pair, crossing, inner_a, inner_b, middle, half);

    const double size = length(chord);
    const double double_area = caps.double_area[0] + caps.double_area[1];
    const Vec2 moment = lane(caps.moment, 0) + rotate(pair.b_in_a.rotation, lane(caps.moment, 1));
    // Below this the area is rounding noise, and so would be a centroid divided by it.
    const bool has_area = double_area > tolerance::rounding * pair.extent * size;
    const Vec2 centroid = has_area ? middle + (1.0 / (3.0 * double_area)) * moment : middle;
    overlap.area = has_area ? 0.5 * double_area : 0.0;
    overlap.chord = size;
    overlap.midpoint = rotate(pose_a.rotation, middle);
    overlap.centroid = rotate(pose_a.rotation, centroid);
    overlap.normal = rotate(pose_a.rotation, (1.0 / size) * turned_right(chord));
    overlap.swallowed = false;
    if (!(size > tolerance::swallowed_chord * pair.extent)) [[unlikely]]
        without_chord(pair, pose_a, crossing, overlap);
    return points.certain && crosses_nowhere_else(pair, crossing, points, inner_a, inner_b);
}

bool follow(const PairFrame& pair, Crossing& crossing, double sense) {
    constexpr int most_steps = 16;
    std::uint32_t i = crossing.a;
    std::uint32_t j = crossing.b;
    for (int steps = 0; steps < most_steps; ++steps) {
        const Vec2 q0 = pair.vertex_of_b(j) - pair.a.vertex(i);
        const Vec2 q1 = pair.vertex_of_b(after(j)) - pair.a.vertex(i);
        const double above_0 = dot(q0, pair.a.normal(i));
        const double above_1 = dot(q1, pair.a.normal(i));
        const double share = above_0 / (above_0 - above_1);
        const double along = dot(q0 + share * (q1 - q0), pair.a.direction(i));
        if (sense * above_0 > 0.0) {
            j = pair.b.previous(j);
        } else if (sense * above_1 < 0.0) {
            j = pair.b.next(j);
        } else if (along < 0.0) {
            i = pair.a.previous(i);
        } else if (along > edge_length(pair.a, i)) {
            i = pair.a.next(i);
        } else {
            crossing = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)};
            return true;
        }
    }
    return false;
}

}  // namespace

Vec2 direction_across(const PairFrame& pair, const CrossingPair& crossing) {
    const auto [enter, leave] = crossing;
    const Rotation turn = pair.b_in_a.rotation;
    if (enter.b == leave.b) return -rotate(turn, pair.b.normal(enter.b));
    if (enter.a == leave.a) return pair.a.normal(enter.a);
    return (pair.a.normal(enter.a) + pair.a.normal(leave.a)) -
           rotate(turn, pair.b.normal(enter.b) + pair.b.normal(leave.b));
}

bool follow(const PairFrame& pair, CrossingPair& crossing) {
    return follow(pair, crossing.enter, 1.0) && follow(pair, crossing.leave, -1.0);
}

bool measure_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                     const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap) {
    const auto [enter, leave] = crossing;
    const std::uint32_t inner_a = a.steps(enter.a, leave.a);
    const std::uint32_t inner_b = b.steps(leave.b, enter.b);
    if (inner_a + inner_b != 1)
        return chain_contact(PairFrame(a, pose_a, b, pose_b), pose_a, crossing, inner_a, inner_b,
                             overlap);
    // Chosen by index: a branch on who pokes whom would be wrong every other time.
    const std::array<const FeatureRing*, 2> ring{&a, &b};
    const std::array<const Transform*, 2> pose{&pose_a, &pose_b};
    const std::array<std::uint32_t, 2> corner{leave.a, enter.b};
    const std::array<std::uint32_t, 2> edge{enter.a, enter.b};
    const std::size_t poking = inner_b;
    const std::size_t edged = inner_a;
    return corner_in_edge({*ring[poking], *pose[poking]}, corner[poking],
                          {*ring[edged], *pose[edged]}, edge[edged], inner_a, overlap);
}

}  // namespace scree::geometry
