#pragma once

/// Every tolerance of the geometry kernel: what it is a share of, and why it has this size.
namespace scree::geometry::tolerance {

/// Half the distance from 1 to the next double: the relative error of one rounded operation.
inline constexpr double rounding = 0x1p-53;

/// As a share of the pair's extent (both bounding radii and the distance of the centres).
/// Coordinates in the frame of one body carry a few roundings of that extent; smaller distances are
/// not significant, and the exact side tests decide.
inline constexpr double touch = 64.0 * rounding;

/// For unit vectors. Directions that agree to this are parallel, and the walk does not step.
inline constexpr double parallel = 8.0 * rounding;

/// As a share of the diameter. Every corner must stand out this far from the line through its
/// neighbours, a thousand times the rounding that a change of frame brings, so that a polygon stays
/// strictly convex in the frame of any that is not thousands of times larger. (In the frame of a
/// larger one, corners may become flat; answers then come from the clip more often.)
inline constexpr double corner = 1e-12;

/// As a share of the smaller body's radius. A shorter chord does not count as one if the overlap
/// has area: one body lies inside the other, or they cross symmetrically (docs/physics.md, Contact
/// geometry).
inline constexpr double swallowed_chord = 1e-9;

/// As a share of the pair's extent. The direction of a shorter chord is rounding noise.
inline constexpr double chord_direction = 1e-13;

/// A vector shorter than this has no direction, because its square would lose digits. This is far
/// below the size of the smallest shape.
inline constexpr double no_length = 1e-100;

/// The smallest and largest diameter of a shape, between which fourth powers and exact products do
/// not overflow or underflow.
inline constexpr double smallest_diameter = 1e-60;
inline constexpr double largest_diameter = 1e60;

}  // namespace scree::geometry::tolerance
