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

bool fits(const PairMemory& memory, const Shape& a, const Shape& b) {
    // A disc has one feature, its vertex 0, and no edges.
    const auto size = [](const Shape& shape) {
        const auto* polygon = std::get_if<ConvexPolygon>(&shape);
        return polygon ? polygon->size() : std::size_t{0};
    };
    const auto has = [&](const Shape& shape, Feature feature) {
        return size(shape) > 0 ? feature.index() < size(shape) : feature == Feature();
    };
    const auto [enter, leave] = memory.crossing;
    const bool crosses = enter.a < size(a) && leave.a < size(a) && enter.b < size(b) &&
                         leave.b < size(b) && enter != leave;
    return has(a, memory.a) && has(b, memory.b) &&
           (memory.kind != PairMemory::Kind::crossing || crosses);
}

Proximity proximity(const Shape& a, const Transform& pose_a, const Shape& b,
                    const Transform& pose_b, PairMemory& memory, QueryCounts& counts) {
    const auto* disc_a = std::get_if<Disc>(&a);
    const auto* disc_b = std::get_if<Disc>(&b);
    if (disc_a && disc_b) {
        ++counts.queries;
        ++counts.tracked;  // a pair of discs needs no search
        return proximity(*disc_a, pose_a, *disc_b, pose_b);
    }
    if (disc_a)
        return proximity(*disc_a, pose_a, std::get<ConvexPolygon>(b).ring(), pose_b, memory,
                         counts);
    const FeatureRing ring_a = std::get<ConvexPolygon>(a).ring();
    if (disc_b) return proximity(ring_a, pose_a, *disc_b, pose_b, memory, counts);
    return proximity(ring_a, pose_a, std::get<ConvexPolygon>(b).ring(), pose_b, memory, counts);
}

}  // namespace scree::geometry
