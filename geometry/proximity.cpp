#include "geometry/proximity.h"

namespace scree::geometry {

QueryCounts& QueryCounts::operator+=(const QueryCounts& other) {
    queries += other.queries;
    tracked += other.tracked;
    searched += other.searched;
    exhaustive += other.exhaustive;
    clipped += other.clipped;
    return *this;
}

Proximity proximity(const Shape& a, const Transform& pose_a, const Shape& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    const auto* disc_a = std::get_if<Disc>(&a);
    const auto* disc_b = std::get_if<Disc>(&b);
    if (disc_a && disc_b) return proximity(*disc_a, pose_a, *disc_b, pose_b);
    if (disc_a)
        return proximity(*disc_a, pose_a, std::get<ConvexPolygon>(b).ring(), pose_b, memory,
                         counts);
    const FeatureRing ring_a = std::get<ConvexPolygon>(a).ring();
    if (disc_b) return proximity(ring_a, pose_a, *disc_b, pose_b, memory, counts);
    return proximity(ring_a, pose_a, std::get<ConvexPolygon>(b).ring(), pose_b, memory, counts);
}

}  // namespace scree::geometry
