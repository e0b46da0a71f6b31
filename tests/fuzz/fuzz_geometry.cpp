// Shapes, poses and memories from any bytes. What is no shape must be refused with
// InvalidShape and nothing else; every other query must end with an answer that can be true.
//
//   build/asan-ubsan/tests/fuzz/fuzz_geometry -max_total_time=300 NEW_INPUTS tests/fuzz/corpus

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <optional>
#include <variant>
#include <vector>

#include "geometry/bounding_box.h"
#include "geometry/outline.h"
#include "geometry/proximity.h"
#include "tests/fuzz/require.h"

namespace scree::geometry {
namespace {

using fuzz::require;

/// Takes values from the input, and zeros when it is used up.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    template <typename T>
    T take() {
        T value{};
        const std::size_t count = std::min(sizeof value, size_);
        if (count > 0) std::memcpy(&value, data_, count);
        data_ += count;
        size_ -= count;
        return value;
    }
    std::uint32_t below(std::size_t n) {
        return static_cast<std::uint32_t>(take<std::uint16_t>() % n);
    }

private:
    const std::uint8_t* data_;
    std::size_t size_;
};

/// From 2e-10 to 4e9, by quarters of an octave.
double any_size(Bytes& bytes) { return std::exp2(bytes.take<std::int8_t>() / 4.0); }

constexpr std::size_t most_points = 64;

std::vector<Vec2> raw_points(Bytes& bytes) {
    std::vector<Vec2> points(bytes.take<std::uint8_t>() % (most_points + 1));
    for (Vec2& p : points) {
        p.x = bytes.take<double>();
        p.y = bytes.take<double>();
    }
    return points;
}

std::vector<Vec2> coarse_points(Bytes& bytes) {
    std::vector<Vec2> points(3 + bytes.take<std::uint8_t>() % (most_points - 2));
    const double size = any_size(bytes);
    for (Vec2& p : points) {
        p.x = size * bytes.take<std::int16_t>() / 1024.0;
        p.y = size * bytes.take<std::int16_t>() / 1024.0;
    }
    return points;
}

std::vector<Vec2> stretched_ring(Bytes& bytes) {
    std::vector<Vec2> points(3 + bytes.take<std::uint8_t>() % (most_points - 2));
    const double size = any_size(bytes);
    const double aspect = std::exp2(-bytes.take<std::uint8_t>() / 12.0);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(points.size());
        const auto [s, c] = sine_cosine(2.0 * std::numbers::pi * share);
        points[i] = {size * c, size * aspect * s};
    }
    return points;
}

std::vector<Vec2> hull_of(const std::vector<Vec2>& points) {
    const std::vector<Vec2> hull = convex_hull(points);
    require(!find_outline_error(hull), "a hull is the outline of a polygon");
    for (const Vec2 corner : hull)
        require(std::find(points.begin(), points.end(), corner) != points.end(),
                "a hull has corners among the points");
    return hull;
}

/// Throws InvalidShape.
Shape any_shape(Bytes& bytes) {
    switch (bytes.take<std::uint8_t>() % 6) {
        case 0:
            return ConvexPolygon(raw_points(bytes));
        case 1:
            return ConvexPolygon(hull_of(raw_points(bytes)));
        case 2:
            return ConvexPolygon(hull_of(coarse_points(bytes)));
        case 3:
            return ConvexPolygon(stretched_ring(bytes));
        case 4:
            return Disc(bytes.take<double>());
        default:
            return Disc(any_size(bytes));
    }
}

/// What the checks need to know of a shape.
struct Measures {
    double radius = 0.0;
    double diameter = 0.0;
    double area = 0.0;
    std::uint32_t corners = 1;  ///< 1 for a disc, which has one feature
};

Measures measures_of(const Shape& shape) {
    if (const auto* disc = std::get_if<Disc>(&shape))
        return {disc->radius(), disc->diameter(), disc->area()};
    const auto& polygon = std::get<ConvexPolygon>(shape);
    require(polygon.area() > 0.0 && std::isfinite(polygon.area()), "a polygon has an area");
    require(polygon.second_moment() > 0.0 && std::isfinite(polygon.second_moment()),
            "a polygon has a second moment");
    require(polygon.inradius() > 0.0 && polygon.inradius() <= polygon.radius(),
            "the centroid is inside");
    require(polygon.diameter() <= 2.0 * polygon.radius() * (1.0 + 1e-12), "the diameter fits");
    return {polygon.radius(), polygon.diameter(), polygon.area(),
            static_cast<std::uint32_t>(polygon.size())};
}

Rotation any_rotation(Bytes& bytes, std::uint8_t mode) {
    switch (mode % 4) {
        case 0:
            return {};
        case 1:
            return {0.0, 1.0};
        case 2: {
            const double angle = bytes.take<double>();
            return Rotation::by(std::isfinite(angle) ? angle : 0.0);
        }
        default:
            return Rotation::by(bytes.take<std::int16_t>() * (std::numbers::pi / 1024.0));
    }
}

/// A pose within `reach` of `from`, or one made of raw bytes; none where these are out of range.
std::optional<Transform> any_pose(Bytes& bytes, Vec2 from, double reach) {
    const auto mode = bytes.take<std::uint8_t>();
    Transform pose{from, any_rotation(bytes, mode / 4)};
    switch (mode % 4) {
        case 0:
            break;
        case 1: {
            pose.position.x = bytes.take<double>();
            pose.position.y = bytes.take<double>();
            const bool in_range =
                std::abs(pose.position.x) < 1e100 && std::abs(pose.position.y) < 1e100;
            if (!in_range) return std::nullopt;
            break;
        }
        case 2:
            pose.position.x += reach * bytes.take<std::int16_t>() / 32768.0;
            pose.position.y += reach * bytes.take<std::int16_t>() / 32768.0;
            break;
        default:
            pose.position.x += reach * bytes.take<std::int8_t>() / 64.0;
            pose.position.y += reach * bytes.take<std::int8_t>() / 64.0;
    }
    return pose;
}

Feature any_feature(Bytes& bytes, std::uint32_t corners) {
    const std::uint32_t i = bytes.below(corners);
    return bytes.take<std::uint8_t>() % 2 == 0 ? Feature::vertex(i) : Feature::edge(i);
}

PairMemory any_memory(Bytes& bytes, const Measures& a, const Measures& b) {
    const auto edge = [&](const Measures& shape) {
        return static_cast<std::uint16_t>(bytes.below(shape.corners));
    };
    PairMemory memory;
    memory.kind = PairMemory::Kind{static_cast<std::uint8_t>(bytes.below(3))};
    memory.a = any_feature(bytes, a.corners);
    memory.b = any_feature(bytes, b.corners);
    memory.crossing = {{edge(a), edge(b)}, {edge(a), edge(b)}};
    return memory;
}

struct Pair {
    Shape a;
    Shape b;
    Measures of_a;
    Measures of_b;
    Transform pose_a;
    Transform pose_b;

    /// The extent of the pair, to which rounding errors are proportional.
    double extent() const {
        return of_a.diameter + of_b.diameter + length(pose_b.position - pose_a.position);
    }
    /// Whether the smaller shape is larger than the rounding errors of the larger one's
    /// coordinates.
    bool has_digits() const { return extent() < 1e6 * std::min(of_a.diameter, of_b.diameter); }
    double area_tolerance() const {
        return 1e-9 * std::min(of_a.area, of_b.area) + 1e-12 * of_a.diameter * of_b.diameter;
    }
};

void check(const Pair& pair, const Apart& apart) {
    require(apart.distance >= 0.0 && std::isfinite(apart.distance), "a distance is one");
    require(is_finite(apart.on_a) && is_finite(apart.on_b), "the closest points are finite");
    require(std::abs(length(apart.on_b - apart.on_a) - apart.distance) <= 1e-9 * pair.extent(),
            "the closest points are as far apart as the shapes");
    require(apart.a.index() < pair.of_a.corners && apart.b.index() < pair.of_b.corners,
            "the closest features exist");
}

void check(const Pair& pair, const Overlap& overlap) {
    require(overlap.area >= 0.0 && std::isfinite(overlap.area), "an area is one");
    require(overlap.chord >= 0.0 && std::isfinite(overlap.chord), "a chord is one");
    require(is_finite(overlap.centroid) && is_finite(overlap.midpoint), "points are finite");
    require(std::abs(length(overlap.normal) - 1.0) <= 1e-12, "the normal is a unit vector");
    if (!pair.has_digits()) return;
    require(overlap.area <= std::min(pair.of_a.area, pair.of_b.area) + pair.area_tolerance(),
            "no more than each of the two overlaps");
    require(length(overlap.centroid) <= pair.of_a.radius + 1e-9 * pair.extent(),
            "the overlap is in A");
}

Proximity query(const Pair& pair, PairMemory& memory) {
    QueryCounts counts;
    const Proximity answer = proximity(pair.a, pair.pose_a, pair.b, pair.pose_b, memory, counts);
    std::visit([&](const auto& alternative) { check(pair, alternative); }, answer);
    require(memory.a.index() < pair.of_a.corners && memory.b.index() < pair.of_b.corners,
            "remembered features exist");
    return answer;
}

void check_agreement(const Pair& pair, const Proximity& warm, const Proximity& cold) {
    if (!pair.has_digits()) return;
    const auto distance_of = [](const Proximity& answer) {
        const auto* apart = std::get_if<Apart>(&answer);
        return apart ? apart->distance : 0.0;
    };
    const auto area_of = [](const Proximity& answer) {
        const auto* overlap = std::get_if<Overlap>(&answer);
        return overlap ? overlap->area : 0.0;
    };
    require(std::abs(distance_of(warm) - distance_of(cold)) <= 1e-10 * pair.extent(),
            "warm and cold distances agree");
    require(std::abs(area_of(warm) - area_of(cold)) <= pair.area_tolerance(),
            "warm and cold areas agree");
}

void check_box(Bytes& bytes, const Shape& shape, const Transform& pose, const Measures& measures) {
    ExtremeVertices extremes;
    for (std::uint16_t& index : extremes.index)
        index = static_cast<std::uint16_t>(bytes.below(measures.corners));
    const Box box = bounding_box(shape, pose, extremes);
    require(is_finite(box.low) && is_finite(box.high), "a box is finite");
    const auto* polygon = std::get_if<ConvexPolygon>(&shape);
    if (!polygon) return;
    for (std::size_t i = 0; i < polygon->size(); ++i) {
        const Vec2 v = apply(pose, polygon->vertex(i));
        require(contains(box, {v, v}), "a box holds every vertex");
    }
}

/// A few steps of motion with the memory that the one before left, or any other.
void run_pair(Bytes& bytes) {
    Shape a = any_shape(bytes);
    Shape b = any_shape(bytes);
    const Measures of_a = measures_of(a);
    const Measures of_b = measures_of(b);
    const double reach = 1.25 * (of_a.radius + of_b.radius);
    const auto pose_a = any_pose(bytes, {}, 1e6 * reach);
    if (!pose_a) return;
    const auto pose_b = any_pose(bytes, pose_a->position, reach);
    if (!pose_b) return;
    Pair pair{std::move(a), std::move(b), of_a, of_b, *pose_a, *pose_b};
    check_box(bytes, pair.a, pair.pose_a, of_a);

    PairMemory memory;
    constexpr int most_steps = 6;
    for (int step = 0; step < most_steps; ++step) {
        PairMemory none;
        const Proximity cold = query(pair, none);
        check_agreement(pair, query(pair, memory), cold);
        check_agreement(pair, query(pair, memory), cold);
        const auto mode = bytes.take<std::uint8_t>();
        if (mode % 4 == 0) {
            PairMemory other = any_memory(bytes, of_a, of_b);
            check_agreement(pair, query(pair, other), cold);
        }
        const double stride = std::exp2(-mode / 4.0);
        pair.pose_b.position.x += stride * reach * bytes.take<std::int8_t>() / 128.0;
        pair.pose_b.position.y += stride * reach * bytes.take<std::int8_t>() / 128.0;
        const Rotation turn = Rotation::by(stride * bytes.take<std::int8_t>() / 128.0);
        const Vec2 turned = rotate(turn, {pair.pose_b.rotation.c, pair.pose_b.rotation.s});
        pair.pose_b.rotation = {turned.x, turned.y};
    }
}

}  // namespace
}  // namespace scree::geometry

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    scree::geometry::Bytes bytes(data, size);
    try {
        scree::geometry::run_pair(bytes);
    } catch (const scree::geometry::InvalidShape&) {
        // The input is refused with the proper error.
    }
    return 0;
}
