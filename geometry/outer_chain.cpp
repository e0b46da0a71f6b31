#include "geometry/outer_chain.h"

#include "geometry/wide/every.h"
#include "geometry/wide/lanes.h"

namespace scree::geometry {

bool holds(const OuterChain& chain, const FeatureRing& ring, Vec2 p, double margin) {
    const Vec2Lanes point = side_by_side(p, p);
    const std::ptrdiff_t next = after(chain.from);
    const std::ptrdiff_t last = before(chain.to);
    const Vec2Lanes normal = side_by_side(ring.normal(next), ring.normal(last));
    const Lanes above = dot(point - side_by_side(ring.vertex(next), ring.vertex(last)), normal);

    const std::ptrdiff_t size = ring.size();
    const std::ptrdiff_t halfway = chain.from + chain.vertices / 2 + 1;
    const std::ptrdiff_t wrapped = halfway < size ? halfway : halfway - size;
    const Vec2 middle = ring.vertex(chain.vertices < 6 ? last : wrapped);
    const Vec2Lanes start = side_by_side(ring.vertex(after(next)), middle);
    const Vec2Lanes diagonal = side_by_side(middle, ring.vertex(last)) - start;
    const Lanes left = cross(diagonal, point - start);
    const Lanes needed = margin * (abs(diagonal.x) + abs(diagonal.y));
    return static_cast<int>(chain.vertices < 2) |
           static_cast<int>(every(all(above < -margin),
                                  static_cast<int>(all(left >= needed)) | (chain.vertices < 4)));
}

}  // namespace scree::geometry
