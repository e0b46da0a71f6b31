#pragma once

#include <emmintrin.h>

#include "engine/base/periodic_boxes.h"
#include "geometry/box.h"

/// Tests whether boxes meet, in the plane or in a periodic domain.
namespace scree::engine {

struct Plane {
    /// There is no branch, since the boxes may be anywhere and the result cannot be predicted.
    unsigned meet(const geometry::Box& a, const geometry::Box& b) const {
        const __m128d a_below_b = _mm_cmple_pd(_mm_loadu_pd(&a.low.x), _mm_loadu_pd(&b.high.x));
        const __m128d b_below_a = _mm_cmple_pd(_mm_loadu_pd(&b.low.x), _mm_loadu_pd(&a.high.x));
        return _mm_movemask_pd(_mm_and_pd(a_below_b, b_below_a)) == 3 ? 1 : 0;
    }
};

/// A plane that is periodic in at least one direction: boxes meet if they do in any image.
struct Torus {
    BoxPeriod period;

    unsigned meet(const geometry::Box& a, const geometry::Box& b) const {
        return images_of(a, b, period).empty() ? 0 : 1;
    }
};

}  // namespace scree::engine
