#include "engine/grains/irregular_polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/transform.h"

namespace scree::engine {
namespace {

using geometry::Rotation;
using geometry::Vec2;

constexpr double full_turn = 2.0 * std::numbers::pi;

// These numbers make the grains look like gravel: their edges run in directions that are spread by
// this share of the mean angle between them, and their lengths differ by as much from the mean one.
constexpr double spread_of_directions = 0.8;
constexpr double spread_of_lengths = 0.8;

/// Edges of random length in directions that go round once, made to close by the least change of
/// their lengths. Sorted by direction they bound a convex polygon, if all lengths stay positive.
std::vector<Vec2> random_edges(std::uint32_t corners, double spread, Generator& generator) {
    std::vector<Vec2> directions(corners);
    std::vector<double> lengths(corners);
    Vec2 gap;  // the gap between the two ends of the ring
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    for (std::uint32_t k = 0; k < corners; ++k) {
        const double jitter = spread * spread_of_directions * (generator.unit() - 0.5);
        const Rotation r = Rotation::by(full_turn * (k + jitter) / corners);
        lengths[k] = 1.0 + spread * spread_of_lengths * (2.0 * generator.unit() - 1.0);
        const Vec2 d = directions[k] = {r.c, r.s};
        gap += lengths[k] * d;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
    }
    // Least squares: lengths change by -d.w, where (sum of d d^T) w = gap.
    const double determinant = xx * yy - xy * xy;
    const Vec2 w{(yy * gap.x - xy * gap.y) / determinant, (xx * gap.y - xy * gap.x) / determinant};
    for (std::uint32_t k = 0; k < corners; ++k)
        directions[k] = (lengths[k] - dot(directions[k], w)) * directions[k];
    return directions;
}

std::vector<Vec2> outline_of(const std::vector<Vec2>& edges) {
    std::vector<Vec2> vertices;
    Vec2 at;
    for (const Vec2 edge : edges) {
        vertices.push_back(at);
        at += edge;
    }
    return vertices;
}

/// Shears and stretches the polygon so that its second moments about its centroid are those of a
/// disc.
std::vector<Vec2> rounded(const std::vector<Vec2>& vertices) {
    const std::size_t n = vertices.size();
    double area = 0.0;  // all sums over the triangles with the first vertex
    Vec2 moment;
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const Vec2 u = vertices[i] - vertices[0];
        const Vec2 v = vertices[i + 1] - vertices[0];
        const double c = cross(u, v);
        area += c / 2.0;
        moment += c / 6.0 * (u + v);
        xx += c / 12.0 * (u.x * u.x + u.x * v.x + v.x * v.x);
        xy += c / 24.0 * (2.0 * u.x * u.y + u.x * v.y + v.x * u.y + 2.0 * v.x * v.y);
        yy += c / 12.0 * (u.y * u.y + u.y * v.y + v.y * v.y);
    }
    const Vec2 centroid = moment / area;
    xx = xx / area - centroid.x * centroid.x;
    xy = xy / area - centroid.x * centroid.y;
    yy = yy / area - centroid.y * centroid.y;
    // With the Cholesky factor of the moments: x = l p, y = m p + k q.
    const double l = std::sqrt(xx);
    const double m = xy / l;
    const double k = std::sqrt(yy - m * m);
    std::vector<Vec2> round(n);
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 from = vertices[i] - vertices[0] - centroid;
        const double p = from.x / l;
        round[i] = {p, (from.y - m * p) / k};
    }
    return round;
}

/// Whether the polygon keeps the bounds that irregular_polygon() promises.
bool is_well_shaped(const std::vector<Vec2>& vertices) {
    const std::size_t n = vertices.size();
    const double mean_turn = full_turn / static_cast<double>(n);
    double perimeter = 0.0;
    double shortest = HUGE_VAL;
    // The cosine falls as the turn grows; a turn of half a circle is out of reach.
    const double least = Rotation::by(least_turn * mean_turn).c;
    const double most = Rotation::by(std::min(most_turn * mean_turn, std::numbers::pi)).c;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 in = vertices[(i + 1) % n] - vertices[i];
        const Vec2 out = vertices[(i + 2) % n] - vertices[(i + 1) % n];
        const double product = length(in) * length(out);
        const double cosine = dot(in, out) / product;
        if (!(cross(in, out) > 0.0 && cosine <= least && cosine >= most)) return false;
        perimeter += length(in);
        shortest = std::min(shortest, length(in));
    }
    return shortest >= shortest_edge * perimeter / static_cast<double>(n);
}

}  // namespace

std::vector<Vec2> irregular_polygon(std::uint32_t corners, double elongation,
                                    Generator& generator) {
    std::vector<Vec2> vertices = rounded(outline_of(random_edges(corners, 1.0, generator)));
    // Each attempt that fails makes the next one a little more regular, so the loop ends.
    double spread = 1.0;
    while (!is_well_shaped(vertices)) {
        spread *= 0.97;
        vertices = rounded(outline_of(random_edges(corners, spread, generator)));
    }
    const Rotation any = Rotation::by(generator.uniform(0.0, full_turn));
    const double stretch = std::sqrt(elongation);
    for (Vec2& vertex : vertices) {
        const Vec2 turned = rotate(any, vertex);
        vertex = {stretch * turned.x, turned.y / stretch};
    }
    return vertices;
}

}  // namespace scree::engine
