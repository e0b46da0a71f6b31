#pragma once

/// Every tolerance of the geometry kernel: what it is a share of, and why it has this size.
namespace scree::geometry::tolerance {

/// Half the distance from 1 to the next double: the relative error of one rounded operation.
inline constexpr double rounding = 0x1p-53;

/// Share of the pair's extent (both bounding radii and the distance of the centres). Coordinates
/// in the frame of one body carry a few roundings of that extent; below this a distance says
/// nothing, and the exact side tests decide.
inline constexpr double touch = 64.0 * rounding;

/// Between unit vectors. Directions that agree to this are parallel: the walk does not step.
inline constexpr double parallel = 8.0 * rounding;

/// Share of the diameter. Every corner must stand out this far from the line through its
/// neighbours, a thousand times the rounding that a change of frame brings, so that a polygon stays
/// strictly convex in the frame of any that is not thousands of times larger. (In that of a larger
/// one corners may turn flat; answers then come from the clip more often.)
inline constexpr double corner = 1e-12;

/// Share of the smaller body's radius. A chord shorter than this under an overlap with area is no
/// chord: one body lies inside the other, or they cross symmetrically (docs/physics.md, Contact
/// geometry).
inline constexpr double swallowed_chord = 1e-9;

/// Share of the pair's extent. The direction of a shorter chord is rounding noise.
inline constexpr double chord_direction = 1e-13;

/// A vector shorter than this has no direction: its square would lose digits. Far below the
/// smallest shape.
inline constexpr double no_length = 1e-100;

/// Smallest and largest diameter of a shape: fourth powers and exact products stay in range.
inline constexpr double smallest_diameter = 1e-60;
inline constexpr double largest_diameter = 1e60;

}  // namespace scree::geometry::tolerance
