#include "geometry/closest_features.h"

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/support.h"
#include "geometry/voronoi.h"

namespace scree::geometry {
namespace {

enum class Step { moved, closest, under };

/// Makes one step for a vertex of one polygon above an edge of the other. `p` is the vertex in the
/// frame of the edge's polygon, `towards` the inward normal of the edge in the frame of the
/// vertex's polygon.
Step step_vertex_edge(const FeatureRing& vertices, Feature& vertex, const FeatureRing& edges,
                      Feature& edge, Vec2 p, Vec2 towards, double least, double& distance) {
    // First the vertex must be the lowest above the edge's line: the step leads straight to the
    // other end of the violated edge, which lies lower.
    const std::uint32_t i = vertex.index();
    switch (beyond_normal_cone(vertices, i, towards)) {
        case Beyond::previous:
            vertex = Feature::vertex(vertices.previous(i));
            return Step::moved;
        case Beyond::next:
            vertex = Feature::vertex(vertices.next(i));
            return Step::moved;
        case Beyond::neither:
            break;
    }
    const std::uint32_t j = edge.index();
    switch (beyond_edge_region(edges, j, p)) {
        case Beyond::previous:
            edge = Feature::vertex(j);
            return Step::moved;
        case Beyond::next:
            edge = Feature::vertex(edges.next(j));
            return Step::moved;
        case Beyond::neither:
            break;
    }
    distance = height(edges, j, p);
    return distance > least ? Step::closest : Step::under;
}

/// Makes one step for two vertices. If the other's point is beyond a ray of both, the walk steps to
/// the edge that is next on the outline of the Minkowski difference B - A, whose point closest to
/// the origin is what the walk looks for. So the walk goes along that outline in one sense and
/// cannot cycle. The normals of B are compared with those of A reversed.
Step step_vertex_vertex(const PairFrame& pair, Feature& a, Feature& b, Vec2 p, Vec2 q) {
    const Beyond of_a = beyond_vertex_region(pair.a, a.index(), q);
    const Beyond of_b = beyond_vertex_region(pair.b, b.index(), pair.in_b(p));
    if (of_a == Beyond::neither && of_b == Beyond::neither) return Step::closest;
    const auto step = [](const FeatureRing& ring, Feature f, Beyond side) {
        return side == Beyond::next ? ring.next(f) : ring.previous(f);
    };
    bool move_a = of_b == Beyond::neither;
    if (of_a == of_b) {
        const Feature edge_a = step(pair.a, a, of_a);
        const Feature edge_b = step(pair.b, b, of_b);
        const double order = cross(pair.a.normal(edge_a.index()),
                                   rotate(pair.b_in_a.rotation, pair.b.normal(edge_b.index())));
        move_a = (order > 0.0) == (of_a == Beyond::previous);
    }
    if (move_a)
        a = step(pair.a, a, of_a);
    else
        b = step(pair.b, b, of_b);
    return Step::moved;
}

std::optional<Apart> still_closest_vertices(const FeatureRing& a, const Transform& pose_a,
                                            const FeatureRing& b, const Transform& pose_b,
                                            Feature feature_a, Feature feature_b) {
    const Transform motion = relative(pose_a, pose_b);
    const double least = tolerance::touch * extent_of(a, b, motion.position);
    const Vec2 p = a.vertex(feature_a.index());
    const Vec2 q = apply(motion, b.vertex(feature_b.index()));
    const double distance = length(q - p);
    const bool closest = every(distance > least, in_vertex_region(a, feature_a.index(), q),
                               in_vertex_region(b, feature_b.index(), apply_inverse(motion, p)));
    if (!closest) return std::nullopt;
    return Apart{distance, rotate(pose_a.rotation, p), rotate(pose_a.rotation, q), feature_a,
                 feature_b};
}

/// The point of edge i closest to p, both in the frame of the ring.
Vec2 closest_on_edge(const FeatureRing& ring, std::uint32_t i, Vec2 p) {
    const Vec2 start = ring.vertex(i);
    const Vec2 edge = ring.vertex(after(i)) - start;
    const double t = std::clamp(dot(p - start, edge) / dot(edge, edge), 0.0, 1.0);
    return start + t * edge;
}

/// The feature of the ring that holds a point closest_on_edge found on edge i.
Feature feature_at(const FeatureRing& ring, std::uint32_t i, Vec2 p) {
    switch (beyond_edge_region(ring, i, p)) {
        case Beyond::previous:
            return Feature::vertex(i);
        case Beyond::next:
            return Feature::vertex(ring.next(i));
        case Beyond::neither:
            return Feature::edge(i);
    }
    return Feature::edge(i);
}

}  // namespace

std::optional<Apart> still_closest(const FeatureRing& a, const Transform& pose_a,
                                   const FeatureRing& b, const Transform& pose_b, Feature feature_a,
                                   Feature feature_b) {
    if (feature_a.is_vertex() && feature_b.is_vertex())
        return still_closest_vertices(a, pose_a, b, pose_b, feature_a, feature_b);
    // Which of the two has the edge is selected by index, because a branch would be mispredicted
    // half the time.
    const std::size_t edged = feature_b.is_edge() ? 1 : 0;
    const std::size_t other = 1 - edged;
    const std::array<const FeatureRing*, 2> ring{&a, &b};
    const std::array<const Transform*, 2> pose{&pose_a, &pose_b};
    const std::array<std::uint32_t, 2> index{feature_a.index(), feature_b.index()};
    const FeatureRing& edges = *ring[edged];
    const FeatureRing& vertices = *ring[other];
    const Transform& pose_edges = *pose[edged];
    const std::uint32_t j = index[edged];
    const std::uint32_t i = index[other];

    const Transform motion = relative(pose_edges, *pose[other]);
    const double least = tolerance::touch * extent_of(a, b, motion.position);
    const Vec2 vertex = apply(motion, vertices.vertex(i));
    const Vec2 normal = edges.normal(j);
    const Vec2 towards = -unrotate(motion.rotation, normal);
    const double distance = height(edges, j, vertex);
    const bool closest = every(distance > least, in_edge_region(edges, j, vertex),
                               in_normal_cone(vertices, i, towards));
    if (!closest) return std::nullopt;

    const Vec2 centre = static_cast<double>(edged) * (pose_b.position - pose_a.position);
    std::array<Vec2, 2> on;
    on[other] = centre + rotate(pose_edges.rotation, vertex);
    on[edged] = on[other] - distance * rotate(pose_edges.rotation, normal);
    return Apart{distance, on[0], on[1], feature_a, feature_b};
}

std::optional<ClosestPoints> walk_to_closest(const PairFrame& pair, Feature& a, Feature& b,
                                             double least) {
    const FeatureRing& ring_a = pair.a;
    const FeatureRing& ring_b = pair.b;
    const Rotation turn = pair.b_in_a.rotation;
    // Two polygons have no more closest pairs than twice their features; a longer walk goes in
    // circles because of rounding noise.
    const std::uint32_t most_steps = 2 * (ring_a.size() + ring_b.size()) + 8;
    for (std::uint32_t steps = 0; steps < most_steps; ++steps) {
        double distance = 0.0;
        if (a.is_vertex() && b.is_edge()) {
            const Vec2 vertex = ring_a.vertex(a.index());
            const Vec2 towards = -rotate(turn, ring_b.normal(b.index()));
            switch (step_vertex_edge(ring_a, a, ring_b, b, pair.in_b(vertex), towards, least,
                                     distance)) {
                case Step::closest:
                    return ClosestPoints{distance, vertex, vertex + distance * towards};
                case Step::under:
                    return std::nullopt;
                case Step::moved:
                    break;
            }
        } else if (a.is_edge() && b.is_vertex()) {
            const Vec2 vertex = pair.vertex_of_b(b.index());
            const Vec2 normal = ring_a.normal(a.index());
            switch (step_vertex_edge(ring_b, b, ring_a, a, vertex, -unrotate(turn, normal), least,
                                     distance)) {
                case Step::closest:
                    return ClosestPoints{distance, vertex - distance * normal, vertex};
                case Step::under:
                    return std::nullopt;
                case Step::moved:
                    break;
            }
        } else if (a.is_vertex() && b.is_vertex()) {
            const Vec2 p = ring_a.vertex(a.index());
            const Vec2 q = pair.vertex_of_b(b.index());
            if (step_vertex_vertex(pair, a, b, p, q) == Step::moved) continue;
            distance = length(q - p);
            if (!(distance > least)) return std::nullopt;
            return ClosestPoints{distance, p, q};
        } else {
            b = Feature::vertex(b.index());
        }
    }
    return std::nullopt;
}

ClosestPoints search_closest(const PairFrame& pair, Feature& a, Feature& b) {
    ClosestPoints best{std::numeric_limits<double>::infinity(), {}, {}};
    for (std::uint32_t i = 0; i < pair.a.size(); ++i) {
        const Vec2 p = pair.a.vertex(i);
        const Vec2 p_in_b = pair.in_b(p);
        for (std::uint32_t j = 0; j < pair.b.size(); ++j) {
            const Vec2 on_b = closest_on_edge(pair.b, j, p_in_b);
            if (const double d = length(on_b - p_in_b); d < best.distance) {
                best = {d, p, pair.in_a(on_b)};
                a = Feature::vertex(i);
                b = feature_at(pair.b, j, p_in_b);
            }
        }
    }
    for (std::uint32_t j = 0; j < pair.b.size(); ++j) {
        const Vec2 q = pair.vertex_of_b(j);
        for (std::uint32_t i = 0; i < pair.a.size(); ++i) {
            const Vec2 on_a = closest_on_edge(pair.a, i, q);
            if (const double d = length(on_a - q); d < best.distance) {
                best = {d, on_a, q};
                a = feature_at(pair.a, i, q);
                b = Feature::vertex(j);
            }
        }
    }
    return best;
}

SeparatingAxis climb_to_axis(const PairFrame& pair, std::uint32_t i, std::uint32_t j) {
    const auto climb_one_way = [&](bool forward) {
        SeparatingAxis best{-std::numeric_limits<double>::infinity(), {}, {}};
        std::uint32_t at_a = i;
        std::uint32_t at_b = j;
        for (std::uint32_t steps = pair.a.size() + pair.b.size(); steps > 0; --steps) {
            // The next edge of the difference is the edge of A or of B whose normal comes first,
            // with A's normals reversed.
            const std::uint32_t edge_a = forward ? at_a : pair.a.previous(at_a);
            const std::uint32_t edge_b = forward ? at_b : pair.b.previous(at_b);
            const double order =
                cross(pair.a.normal(edge_a), rotate(pair.b_in_a.rotation, pair.b.normal(edge_b)));
            SeparatingAxis axis;
            if ((order > 0.0) == forward) {
                axis = {height(pair.b, edge_b, pair.in_b(pair.a.vertex(at_a))),
                        Feature::vertex(at_a), Feature::edge(edge_b)};
                at_b = forward ? pair.b.next(at_b) : edge_b;
            } else {
                axis = {height(pair.a, edge_a, pair.vertex_of_b(at_b)), Feature::edge(edge_a),
                        Feature::vertex(at_b)};
                at_a = forward ? pair.a.next(at_a) : edge_a;
            }
            if (!(axis.separation > best.separation)) break;
            best = axis;
        }
        return best;
    };
    const SeparatingAxis ahead = climb_one_way(true);
    const SeparatingAxis behind = climb_one_way(false);
    return ahead.separation > behind.separation ? ahead : behind;
}

SeparatingAxis best_axis(const PairFrame& pair) {
    const Rotation turn = pair.b_in_a.rotation;
    SeparatingAxis best{-std::numeric_limits<double>::infinity(), {}, {}};
    std::uint32_t lowest = 0;
    for (std::uint32_t i = 0; i < pair.a.size(); ++i) {
        lowest = climb(pair.b, lowest, -unrotate(turn, pair.a.normal(i)));
        const double h = height(pair.a, i, pair.vertex_of_b(lowest));
        if (h > best.separation) best = {h, Feature::edge(i), Feature::vertex(lowest)};
    }
    lowest = 0;
    for (std::uint32_t j = 0; j < pair.b.size(); ++j) {
        lowest = climb(pair.a, lowest, -rotate(turn, pair.b.normal(j)));
        const double h = height(pair.b, j, pair.in_b(pair.a.vertex(lowest)));
        if (h > best.separation) best = {h, Feature::vertex(lowest), Feature::edge(j)};
    }
    return best;
}

}  // namespace scree::geometry
