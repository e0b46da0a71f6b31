#include "engine/box_scan.h"

#include <immintrin.h>

#include <algorithm>

namespace scree::engine {
namespace {

using geometry::Box;

/// Eight boxes at a time.
__attribute__((target("avx512f,popcnt"))) Found* scan_boxes_in_eights(
    const BoxRow& row, const Box& box, std::uint32_t by, std::uint32_t first, std::uint32_t last,
    Found* out) {
    static_assert(sizeof(Found) == 8 && BoxRow::width == 8);
    const __m512d low_x = _mm512_set1_pd(box.low.x);
    const __m512d low_y = _mm512_set1_pd(box.low.y);
    const __m512d high_x = _mm512_set1_pd(box.high.x);
    const __m512d high_y = _mm512_set1_pd(box.high.y);
    const __m512i places = _mm512_set_epi64(7LL << 32, 6LL << 32, 5LL << 32, 4LL << 32, 3LL << 32,
                                            2LL << 32, 1LL << 32, 0);
    std::uint32_t k = first;
    do {
        auto met = static_cast<__mmask8>((1u << std::min(last - k, 8u)) - 1u);
        met = _mm512_mask_cmp_pd_mask(met, _mm512_loadu_pd(row.low_x() + k), high_x, _CMP_LE_OQ);
        met = _mm512_mask_cmp_pd_mask(met, _mm512_loadu_pd(row.low_y() + k), high_y, _CMP_LE_OQ);
        met = _mm512_mask_cmp_pd_mask(met, low_x, _mm512_loadu_pd(row.high_x() + k), _CMP_LE_OQ);
        met = _mm512_mask_cmp_pd_mask(met, low_y, _mm512_loadu_pd(row.high_y() + k), _CMP_LE_OQ);
        const auto start = static_cast<long long>(std::uint64_t{k} << 32 | by);
        const __m512i found = _mm512_add_epi64(_mm512_set1_epi64(start), places);
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(met, found));
        out += __builtin_popcount(met);
        k += 8;
    } while (k < last);
    return out;
}

}  // namespace

/// Without a branch on what meets, nor on how many there are as long as they are few: both would be
/// guessed wrong too often.
Found* scan_boxes_plainly(const BoxRow& row, const Box& box, std::uint32_t by, std::uint32_t first,
                          std::uint32_t last, Found* out) {
    const __m128d low_x = _mm_set1_pd(box.low.x);
    const __m128d low_y = _mm_set1_pd(box.low.y);
    const __m128d high_x = _mm_set1_pd(box.high.x);
    const __m128d high_y = _mm_set1_pd(box.high.y);
    std::uint32_t k = first;
    do {
        for (int half = 0; half < 2; ++half, k += 2) {
            const __m128d x = _mm_and_pd(_mm_cmple_pd(_mm_loadu_pd(row.low_x() + k), high_x),
                                         _mm_cmple_pd(low_x, _mm_loadu_pd(row.high_x() + k)));
            const __m128d y = _mm_and_pd(_mm_cmple_pd(_mm_loadu_pd(row.low_y() + k), high_y),
                                         _mm_cmple_pd(low_y, _mm_loadu_pd(row.high_y() + k)));
            const int met = _mm_movemask_pd(_mm_and_pd(x, y));
            *out = {by, k};
            out += (met & 1) & static_cast<int>(k < last);
            *out = {by, k + 1};
            out += (met >> 1) & static_cast<int>(k + 1 < last);
        }
    } while (k < last);
    return out;
}

ScanBoxes fastest_scan_of_boxes() {
    return __builtin_cpu_supports("avx512f") ? scan_boxes_in_eights : scan_boxes_plainly;
}

}  // namespace scree::engine
