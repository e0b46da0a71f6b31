#include "tests/geometry/random_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "tests/sanitizers.h"

namespace scree::tests {

using geometry::ConvexPolygon;
using geometry::Rotation;
using geometry::Transform;
using geometry::Vec2;

namespace {

Vec2 unit_vector(double angle) {
    const auto [sine, cosine] = geometry::sine_cosine(angle);
    return {cosine, sine};
}

/// How far the polygon, turned but not moved, reaches along the direction.
double reach(const ConvexPolygon& polygon, Rotation rotation, Vec2 direction) {
    const Vec2 local = unrotate(rotation, direction);
    double furthest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i)
        furthest = std::max(furthest, dot(polygon.vertex(i), local));
    return furthest;
}

/// The stretch of moves of B along `direction` for which the polygons meet.
struct Meeting {
    double first = -std::numeric_limits<double>::infinity();
    double last = std::numeric_limits<double>::infinity();
};

Meeting meeting_along(const ConvexPolygon& a, const Transform& pose_a, const ConvexPolygon& b,
                      const Transform& pose_b, Vec2 direction) {
    const Vec2 offset = pose_b.position - pose_a.position;
    Meeting meeting;
    const auto limit_by = [&](Vec2 normal) {
        const double room = reach(a, pose_a.rotation, normal) + reach(b, pose_b.rotation, -normal) -
                            dot(offset, normal);
        const double rate = dot(direction, normal);
        if (rate > 0.0)
            meeting.last = std::min(meeting.last, room / rate);
        else if (rate < 0.0)
            meeting.first = std::max(meeting.first, room / rate);
        else if (room < 0.0)
            meeting.last = -std::numeric_limits<double>::infinity();
    };
    for (std::uint32_t i = 0; i < a.size(); ++i)
        limit_by(rotate(pose_a.rotation, a.ring().normal(i)));
    for (std::uint32_t i = 0; i < b.size(); ++i)
        limit_by(-rotate(pose_b.rotation, b.ring().normal(i)));
    return meeting;
}

}  // namespace

std::size_t rounds(std::size_t full) {
#if SCREE_SANITIZED || !defined(__OPTIMIZE__)
    return full / 20;
#else
    return full;
#endif
}

ConvexPolygon irregular_polygon(Random& random, std::uint32_t corners, double aspect) {
    // The jitter stays below half a share, so that corners keep their order and some distance.
    constexpr double jitter = 0.8;
    const double turn = random.angle();
    std::vector<Vec2> outline(corners);
    for (std::uint32_t i = 0; i < corners; ++i) {
        const double place = i + jitter * (random.unit() - 0.5);
        const Vec2 on_circle = unit_vector(turn + 2.0 * std::numbers::pi * place / corners);
        outline[i] = {on_circle.x, on_circle.y / aspect};
    }
    return ConvexPolygon(outline);
}

ConvexPolygon regular_polygon(std::uint32_t corners, double radius) {
    std::vector<Vec2> outline(corners);
    for (std::uint32_t i = 0; i < corners; ++i)
        outline[i] = radius * unit_vector(2.0 * std::numbers::pi * i / corners);
    return ConvexPolygon(outline);
}

ConvexPolygon rectangle(double width, double height) {
    const double x = 0.5 * width;
    const double y = 0.5 * height;
    return ConvexPolygon(std::array<Vec2, 4>{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}});
}

ConvexPolygon sliver(Random& random, double aspect) {
    const double half = 1.0 / aspect;
    const double x = random.uniform(-0.9, 0.9);
    if (random.chance(0.5))
        return ConvexPolygon(std::array<Vec2, 3>{{{-1.0, -half}, {1.0, -half}, {x, half}}});
    const double y = random.uniform(-0.9, 0.9);
    return ConvexPolygon(std::array<Vec2, 4>{{{-1.0, 0.0}, {x, -half}, {1.0, 0.0}, {y, half}}});
}

ConvexPolygon any_polygon(Random& random, std::uint32_t most_corners) {
    const auto corners = std::min(
        most_corners, static_cast<std::uint32_t>(random.log_uniform(3.0, most_corners + 1.0)));
    const double kind = random.unit();
    if (kind < 0.5) return irregular_polygon(random, corners, random.uniform(1.0, 1.5));
    if (kind < 0.65) return regular_polygon(corners);
    if (kind < 0.8) return rectangle(2.0, 2.0 / random.log_uniform(1.0, 10.0));
    if (kind < 0.95) return irregular_polygon(random, corners, 10.0);
    return sliver(random, 10.0);
}

ConvexPolygon heap_grain(Random& random) {
    const std::uint32_t corners = random.between(4, 12);
    return irregular_polygon(random, corners, random.uniform(1.0, 1.3));
}

ConvexPolygon scaled(const ConvexPolygon& polygon, double factor) {
    std::vector<Vec2> outline;
    for (std::size_t i = 0; i < polygon.size(); ++i) outline.push_back(factor * polygon.vertex(i));
    return ConvexPolygon(outline);
}

Transform random_pose(Random& random, double spread) {
    const double x = random.uniform(-spread, spread);
    const double y = random.uniform(-spread, spread);
    return {{x, y}, Rotation::by(random.angle())};
}

double penetration_along(const ConvexPolygon& a, const Transform& pose_a, const ConvexPolygon& b,
                         const Transform& pose_b, Vec2 direction) {
    const Meeting meeting = meeting_along(a, pose_a, b, pose_b, direction);
    if (meeting.first > meeting.last) return -std::numeric_limits<double>::infinity();
    return meeting.last;
}

PosedPair pose_pair_at_depth(Random& random, const ConvexPolygon& a, const ConvexPolygon& b,
                             const PairWish& wish) {
    PosedPair pair{random_pose(random, wish.spread), {}, wish.parallel_faces};
    if (!wish.parallel_faces) {
        const Vec2 direction = unit_vector(random.angle());
        pair.b = {pair.a.position, Rotation::by(random.angle())};
        const double to_touch = meeting_along(a, pair.a, b, pair.b, direction).last;
        pair.b.position += (to_touch - wish.depth) * direction;
        return pair;
    }
    // Turn B until one of its faces looks at one of A's, and slide it along that by less than what
    // would take them past each other.
    const std::uint32_t i = random.below(static_cast<std::uint32_t>(a.size()));
    const std::uint32_t j = random.below(static_cast<std::uint32_t>(b.size()));
    const auto face = [](const ConvexPolygon& polygon, std::uint32_t edge) {
        return std::pair{polygon.vertex(edge), polygon.vertex(polygon.ring().next(edge))};
    };
    const auto [a_start, a_end] = face(a, i);
    const auto [b_start, b_end] = face(b, j);
    const Vec2 normal = rotate(pair.a.rotation, a.ring().normal(i));
    const Vec2 local_normal = b.ring().normal(j);
    pair.b.rotation = Rotation::by(std::atan2(normal.y, normal.x) + std::numbers::pi -
                                   std::atan2(local_normal.y, local_normal.x));
    const double most_slide = 0.5 * (length(a_end - a_start) + length(b_end - b_start));
    const double slide = random.uniform(-0.95, 0.95) * most_slide;
    const Vec2 on_a = rotate(pair.a.rotation, 0.5 * (a_start + a_end));
    const Vec2 on_b = rotate(pair.b.rotation, 0.5 * (b_start + b_end));
    pair.b.position =
        pair.a.position + (on_a - on_b + slide * turned_left(normal) - wish.depth * normal);
    return pair;
}

PairWish random_wish(Random& random, double size) {
    PairWish wish;
    const double depth = size * random.log_uniform(1e-6, 0.1);
    wish.depth = random.chance(0.5) ? depth : -depth;
    wish.parallel_faces = random.chance(1.0 / 3.0);
    wish.spread = random.chance(0.25) ? size * random.log_uniform(1.0, 1e6) : size;
    return wish;
}

}  // namespace scree::tests
