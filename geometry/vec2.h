#pragma once

#include <cmath>

namespace scree::geometry {

/// A point or a displacement in the plane.
struct Vec2 {
    double x = 0.0;
    double y = 0.0;

    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
constexpr Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
constexpr Vec2 operator/(Vec2 a, double s) { return {a.x / s, a.y / s}; }
constexpr Vec2& operator+=(Vec2& a, Vec2 b) { return a = a + b; }
constexpr Vec2& operator-=(Vec2& a, Vec2 b) { return a = a - b; }

constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

/// The z component of a x b: positive when b is counter-clockwise of a.
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

/// Returns a turned by +90 degrees.
constexpr Vec2 turned_left(Vec2 a) { return {-a.y, a.x}; }

/// Returns a turned by -90 degrees, which is the outward normal of a counter-clockwise edge along
/// a.
constexpr Vec2 turned_right(Vec2 a) { return {a.y, -a.x}; }

inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }

inline bool is_finite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }

}  // namespace scree::geometry
