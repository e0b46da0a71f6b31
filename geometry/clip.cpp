#include "geometry/clip.h"

#include <algorithm>
#include <vector>

#include "geometry/contact.h"
#include "geometry/tolerances.h"

namespace scree::geometry {
namespace {

struct ClipPoint {
    Vec2 point;
    bool edge_of_b = false;  ///< the edge to the next point lies on B's outline
};

/// Keeps the part of the outline that lies left of the line from q to r. Its points are no longer
/// vertices, so plain signs are enough: a rounding error moves the line by as much.
void cut(const std::vector<ClipPoint>& outline, Vec2 q, Vec2 r, std::vector<ClipPoint>& result) {
    result.clear();
    const std::size_t n = outline.size();
    for (std::size_t i = 0; i < n; ++i) {
        const ClipPoint& here = outline[i];
        const ClipPoint& next = outline[i + 1 == n ? 0 : i + 1];
        const double s0 = cross(r - q, here.point - q);
        const double s1 = cross(r - q, next.point - q);
        if (s0 >= 0.0) result.push_back(here);
        if ((s0 >= 0.0) != (s1 >= 0.0)) {
            const Vec2 crossing = here.point + (s0 / (s0 - s1)) * (next.point - here.point);
            result.push_back({crossing, s0 >= 0.0 || here.edge_of_b});
        }
    }
}

std::vector<ClipPoint> clipped_outline(const PairFrame& pair, const Chain& of_b) {
    std::vector<ClipPoint> outline;
    outline.reserve(pair.a.size() + of_b.count);
    for (std::uint32_t i = 0; i < pair.a.size(); ++i) outline.push_back({pair.a.vertex(i)});
    std::vector<ClipPoint> scratch;
    scratch.reserve(pair.a.size() + of_b.count);
    std::uint32_t j = of_b.first;
    for (std::uint32_t edges = of_b.count; edges > 0 && !outline.empty(); --edges) {
        cut(outline, pair.vertex_of_b(j), pair.vertex_of_b(after(j)), scratch);
        std::swap(outline, scratch);
        j = pair.b.next(j);
    }
    return outline;
}

}  // namespace

std::optional<Overlap> clip(const PairFrame& pair, const Slab& slab, Vec2 up) {
    const std::vector<ClipPoint> outline = clipped_outline(pair, chain_of_b(pair, slab));
    if (outline.size() < 3) return std::nullopt;

    OverlapBoundary boundary;
    const Vec2 reference = outline[0].point;
    double double_area = 0.0;
    double perimeter = 0.0;
    Vec2 moment;
    std::uint32_t changes = 0;  // changes of owner along the outline
    Vec2 ends;                  // the sum of the points where the owner changes
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const ClipPoint& next = outline[i + 1 == outline.size() ? 0 : i + 1];
        const Vec2 u = outline[i].point - reference;
        const Vec2 w = next.point - reference;
        if (next.edge_of_b != outline[i].edge_of_b) {
            ++changes;
            ends += next.point;
        }
        const double c = cross(u, w);
        double_area += c;
        moment += c * (u + w);
        perimeter += length(w - u);
        if (!outline[i].edge_of_b) continue;
        const Vec2 outward = turned_right(w - u);
        boundary.edges_of_b += outward;
        boundary.torque_of_b += cross(reference + 0.5 * (u + w), outward);
    }
    if (!(double_area > tolerance::touch * pair.extent * perimeter)) return std::nullopt;
    boundary.area = 0.5 * double_area;
    boundary.centroid = reference + moment / (3.0 * double_area);
    Overlap overlap = general_contact(boundary, pair.b_in_a.position,
                                      std::min(pair.a.radius(), pair.b.radius()), up);
    // If there is a single chord after all, its middle is used.
    if (changes == 2 && !overlap.swallowed) overlap.midpoint = 0.5 * ends;
    return overlap;
}

}  // namespace scree::geometry
