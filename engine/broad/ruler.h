#pragma once

#include <emmintrin.h>

#include <algorithm>
#include <cstdint>

#include "geometry/box.h"

namespace scree::engine {

/// A box in whole ticks of a ruler.
struct TickBox {
    std::int32_t low_x = 0;
    std::int32_t low_y = 0;
    std::int32_t high_x = 0;
    std::int32_t high_y = 0;

    friend constexpr bool operator==(const TickBox&, const TickBox&) = default;
};

/// Measures places along both axes in whole ticks, from 0 to 2^31 - 1, which take half the memory
/// of exact coordinates, so that twice as many are compared at once. The order is kept: of two
/// places the further one is not at an earlier tick, however far out they are. So where ticks
/// differ, they tell which place is further, and only where they are equal must the exact places be
/// compared.
class Ruler {
public:
    static constexpr double last_tick = 0x1p31 - 1.0;

    /// Places in `range` get ticks of their own; all beyond it are at the first or the last tick.
    explicit Ruler(const geometry::Box& range)
        : range_(range),
          per_length_(
              std::min(last_tick / std::max(range.high.x - range.low.x, range.high.y - range.low.y),
                       0x1p1000)) {}

    const geometry::Box& range() const { return range_; }
    double per_length() const { return per_length_; }

    TickBox measured(const geometry::Box& box) const {
        TickBox ticks;
        const __m128i both = _mm_unpacklo_epi64(lanes(box.low), lanes(box.high));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(&ticks), both);
        return ticks;
    }

private:
    __m128i lanes(const geometry::Vec2& p) const {
        const __m128d from = _mm_sub_pd(_mm_loadu_pd(&p.x), _mm_loadu_pd(&range_.low.x));
        const __m128d ticks = _mm_mul_pd(from, _mm_set1_pd(per_length_));
        // NaN is at the first tick.
        const __m128d first = _mm_max_pd(ticks, _mm_setzero_pd());
        return _mm_cvttpd_epi32(_mm_min_pd(first, _mm_set1_pd(last_tick)));
    }

    geometry::Box range_;
    double per_length_;
};

}  // namespace scree::engine
