#pragma once

#include <emmintrin.h>

#include "engine/base/periodic_boxes.h"
#include "geometry/box.h"

/// Whether boxes meet, in the space in which they are.
namespace scree::engine {

struct Plane {
    /// Without a branch, since what is compared may be anywhere.
    unsigned meet(const geometry::Box& a, const geometry::Box& b) const {
        const __m128d a_below_b = _mm_cmple_pd(_mm_loadu_pd(&a.low.x), _mm_loadu_pd(&b.high.x));
        const __m128d b_below_a = _mm_cmple_pd(_mm_loadu_pd(&b.low.x), _mm_loadu_pd(&a.high.x));
        return _mm_movemask_pd(_mm_and_pd(a_below_b, b_below_a)) == 3 ? 1 : 0;
    }
};

/// A plane that is periodic in some direction: boxes meet if they do in any image.
struct Torus {
    BoxPeriod period;

    unsigned meet(const geometry::Box& a, const geometry::Box& b) const {
        return images_of(a, b, period).empty() ? 0 : 1;
    }
};

}  // namespace scree::engine
