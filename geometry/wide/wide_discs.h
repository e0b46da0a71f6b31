#pragma once

#include "geometry/circle.h"
#include "geometry/wide/wide_overlap.h"

/// The overlaps of several discs side by side, with each other and with edges of polygons. The
/// formulas, and the order of their operations, are those of disc_pair.cpp and disc_polygon.cpp, so
/// that an overlap has the same bits by either.
namespace scree::geometry {

namespace wide_detail {

/// The part of a disc that a chord cuts off (see circular_segment), where it is shallow.
template <class T>
struct Segment {
    T area;
    T moment;
    T certainty;
};

template <class T>
SCREE_WIDE inline Segment<T> segment_of(const T& radius, const T& half_chord, const T& x) {
    const T cube = half_chord * half_chord * half_chord;
    const T share = half_chord / radius;
    const T z = share * share;
    Segment<T> segment;
    segment.area = cube / radius * shallow_segment_series(z);
    segment.moment = (2.0 / 3.0) * cube - x * segment.area;
    segment.certainty = smaller<T>(x, shallow_segment - z);
    return segment;
}

}  // namespace wide_detail

/// Computes the overlaps of discs. Returns a number that is positive where they hold: where the
/// discs overlap, neither holds the centre of the other, and the chord is short; other overlaps
/// mean nothing. `depth` is how deep they reach into each other.
template <class T>
SCREE_WIDE inline T disc_overlaps(const T& radius_a, const T& radius_b, const WideVec2<T>& centres,
                                  T& depth, WideOverlap<T>& overlap) {
    const T d = square_root(dot(centres, centres));
    depth = radius_a + radius_b - d;
    const T difference = radius_a - radius_b;
    const T from_a = (d + difference) * 0.5 + difference * depth / (2.0 * d);
    const T from_b = d - from_a;
    const T half_chord =
        square_root(depth * (radius_a + radius_b + d) * (d - difference) * (d + difference)) /
        (2.0 * d);
    const auto beyond_a = wide_detail::segment_of(radius_a, half_chord, from_a);
    const auto beyond_b = wide_detail::segment_of(radius_b, half_chord, from_b);
    overlap.normal = {centres.x / d, centres.y / d};
    overlap.chord = 2.0 * half_chord;
    overlap.area = beyond_a.area + beyond_b.area;
    overlap.midpoint = from_a * overlap.normal;
    const T off = overlap.area > 0.0 ? (beyond_a.moment - beyond_b.moment) / overlap.area : T{};
    const T to_centroid = from_a + off;
    overlap.centroid = to_centroid * overlap.normal;
    const T apart = smaller<T>(d - magnitude(difference), d - tolerance::no_length);
    return least<T>(depth, apart, smaller<T>(beyond_a.certainty, beyond_b.certainty));
}

/// Discs that lie on edges of polygons, each edge given in the frame of its polygon.
template <class T>
struct WideDiscOnEdge {
    WideVec2<T> start;  ///< of the edge
    WideVec2<T> normal;
    T size;       ///< length of the edge
    T radius;     ///< of the disc
    T disc_is_a;  ///< 1 if the disc is A, else 0
    /// Where the polygon's centroid is: how far along the edge from its start, and how far below
    /// it.
    T centroid_along;
    T centroid_depth;
};

/// Returns what disc_on_edge() needs to know of a disc with this radius and an edge of a polygon.
WideDiscOnEdge<double> disc_on_edge_of(const FeatureRing& polygon, std::uint32_t edge,
                                       double radius, bool disc_is_a);

/// Computes the overlaps. Returns a number that is positive where they hold: where the centre of
/// the disc is above the edge, the part below the edge is shallow, and lies in the triangle of the
/// edge and the polygon's centroid; other overlaps mean nothing. `depth` is how deep the disc
/// reaches.
template <class T>
SCREE_WIDE inline T disc_on_edge(const WideDiscOnEdge<T>& given, const WideRotation<T>& turn,
                                 const WideVec2<T>& from_polygon_to_disc, T& depth,
                                 WideOverlap<T>& overlap) {
    const WideVec2<T> centre = unrotate(turn, from_polygon_to_disc);
    const WideVec2<T> along = turned_left(given.normal);
    const T height = dot(centre - given.start, given.normal);
    depth = given.radius - height;
    const T half = square_root((given.radius - height) * (given.radius + height));
    const T foot = dot(centre - given.start, along);
    const T first = foot - half;
    const T last = foot + half;
    const WideVec2<T> enter = given.start + first * along;
    const WideVec2<T> leave = given.start + last * along;
    const WideVec2<T> chord = leave - enter;
    const WideVec2<T> middle = enter + 0.5 * chord;
    overlap.chord = square_root(dot(chord, chord));
    const auto arc = wide_detail::segment_of<T>(given.radius, 0.5 * overlap.chord,
                                                dot(centre - middle, given.normal));
    overlap.area = larger<T>(T{}, T{} + arc.area);
    const WideVec2<T> off = WideVec2<T>{T{}, T{}} - arc.moment * given.normal;
    const WideVec2<T> centroid = middle + WideVec2<T>{off.x / overlap.area, off.y / overlap.area};
    const BitsOf<T> disc_is_a = given.disc_is_a > 0.5;
    const WideVec2<T> turned_centroid = rotate(turn, centroid);
    const WideVec2<T> turned_middle = rotate(turn, middle);
    const WideVec2<T> turned_normal = rotate(turn, given.normal);
    overlap.centroid =
        chosen<T>(disc_is_a, turned_centroid - from_polygon_to_disc, turned_centroid);
    overlap.midpoint = chosen<T>(disc_is_a, turned_middle - from_polygon_to_disc, turned_middle);
    overlap.normal = chosen<T>(disc_is_a, -turned_normal, turned_normal);

    // The part of the disc below the edge lies in the rectangle of the chord and the depth, whose
    // corners must be in the triangle: the upper ones on the edge, the lower ones as well.
    const T room = given.centroid_depth - depth;
    const T before = first * given.centroid_depth - given.centroid_along * depth;
    const T after =
        (given.size - last) * given.centroid_depth - (given.size - given.centroid_along) * depth;
    const T extent = given.size + given.centroid_depth + given.radius;
    const T on_edge = smaller<T>(first, given.size - last) * given.centroid_depth;
    const T inside = smaller<T>(least<T>(before, after, on_edge), room * given.size) -
                     tolerance::touch * extent * extent;
    const T has_area = overlap.area - tolerance::rounding * given.radius * overlap.chord;
    return least<T>(inside, smaller<T>(height, depth), smaller<T>(has_area, arc.certainty));
}

}  // namespace scree::geometry
