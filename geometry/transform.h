#pragma once

#include "geometry/trigonometry.h"
#include "geometry/vec2.h"

namespace scree::geometry {

/// A rotation about the origin, held as the cosine and sine of its angle.
struct Rotation {
    double c = 1.0;
    double s = 0.0;

    static Rotation by(double angle) {
        const auto [sine, cosine] = sine_cosine(angle);
        return {cosine, sine};
    }

    friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
};

constexpr Vec2 rotate(Rotation r, Vec2 v) { return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y}; }
constexpr Vec2 unrotate(Rotation r, Vec2 v) {
    return {r.c * v.x + r.s * v.y, r.c * v.y - r.s * v.x};
}

/// A rigid motion: first rotates, then moves by `position`. It is used as the pose of a body: where
/// its centroid is, and how its own axes are turned.
struct Transform {
    Vec2 position;
    Rotation rotation;

    friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

constexpr Vec2 apply(const Transform& t, Vec2 p) { return rotate(t.rotation, p) + t.position; }
constexpr Vec2 apply_inverse(const Transform& t, Vec2 p) {
    return unrotate(t.rotation, p - t.position);
}

/// Returns the pose of b as seen by a. The positions are subtracted first, so that no digits are
/// lost far from the origin.
constexpr Transform relative(const Transform& a, const Transform& b) {
    const Vec2 r = unrotate(a.rotation, {b.rotation.c, b.rotation.s});
    return {unrotate(a.rotation, b.position - a.position), {r.x, r.y}};
}

}  // namespace scree::geometry
