#pragma once

#include "geometry/feature_ring.h"
#include "geometry/pair_frame.h"
#include "geometry/proximity.h"
#include "geometry/transform.h"

/// The overlap of two polygons whose outlines cross twice: the state that most contacts of a heap
/// are in, and the hot path of the program.
///
/// Walking counter-clockwise, A's outline enters B at one pair of edges and leaves it at another.
/// The overlap is bounded by A's chain of vertices from `enter` to `leave` and B's chain back; most
/// often that is one corner of one polygon, poking through one edge of the other.
namespace scree::geometry {

/// Computes the contact with these crossing edges, relative to the centre of A, along the axes of
/// the world. Its bits depend on the edges and the poses alone.
///
/// Returns true if it is certain that the edges cross in this sense, by more than rounding, and
/// that the outlines cross nowhere else; a few corners and the centroids show it. False means that
/// this is not known; then the overlap is valid only if these are known to be the only crossings.
bool measure_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                     const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap);

/// Does the same, with the same bits, if the crossings are certain. Otherwise returns false, and
/// the overlap means nothing. It is quicker, because the crossings need not be moved to where they
/// must be.
bool track_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                   const Transform& pose_b, const CrossingPair& crossing, Overlap& overlap);

/// Does the same for crossings that have moved to other edges: follows them along the outlines, if
/// a few steps are enough.
bool follow_contact(const FeatureRing& a, const Transform& pose_a, const FeatureRing& b,
                    const Transform& pose_b, CrossingPair& crossing, Overlap& overlap);

/// Returns a direction from A to B given by the crossing edges: roughly the normal of the chord, of
/// any length, in the frame of A.
Vec2 direction_across(const PairFrame& pair, const CrossingPair& crossing);

}  // namespace scree::geometry
