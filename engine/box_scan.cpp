#include "engine/box_scan.h"

#include <immintrin.h>

#include <algorithm>

namespace scree::engine {
namespace {

#define SCREE_EIGHTS __attribute__((target("avx512f,bmi2,popcnt")))

/// Eight numbers from each of two places.
SCREE_EIGHTS inline __m512i eights(const std::int32_t* a, const std::int32_t* b) {
    return _mm512_maskz_inserti64x4(
        0xff, _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a))),
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b)), 1);
}

/// Eight boxes of each range at a time. Full masks are named since the functions without them make
/// GCC 12 warn of what they leave out. Masks are slow: so the least of the four overlaps is
/// compared, not each.
SCREE_EIGHTS void scan_boxes_in_eights(const BoxRow& row, const TickBox& box, std::uint32_t by,
                                       Slots a, Slots b, FoundPairs& found) {
    static_assert(BoxRow::width == 16);
    found.make_room(a.count() + b.count());
    const __m512i low_x = _mm512_set1_epi32(box.low_x);
    const __m512i low_y = _mm512_set1_epi32(box.low_y);
    const __m512i high_x = _mm512_set1_epi32(box.high_x);
    const __m512i high_y = _mm512_set1_epi32(box.high_y);
    const __m512i places = _mm512_set_epi32(7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0);
    std::uint32_t* by_out = found.by_end();
    std::uint32_t* it_out = found.it_end();
    std::size_t count = 0;
    unsigned doubtful = 0;
    do {
        const std::uint32_t of_a = std::min(a.count(), 8u);
        const std::uint32_t of_b = std::min(b.count(), 8u);
        const auto there = static_cast<__mmask16>(((1u << of_a) - 1u) | ((1u << of_b) - 1u) << 8);
        const __m512i x = _mm512_maskz_min_epi32(
            0xffff, _mm512_sub_epi32(high_x, eights(row.low_x() + a.first, row.low_x() + b.first)),
            _mm512_sub_epi32(eights(row.high_x() + a.first, row.high_x() + b.first), low_x));
        const __m512i y = _mm512_maskz_min_epi32(
            0xffff, _mm512_sub_epi32(high_y, eights(row.low_y() + a.first, row.low_y() + b.first)),
            _mm512_sub_epi32(eights(row.high_y() + a.first, row.high_y() + b.first), low_y));
        const __m512i overlap = _mm512_maskz_min_epi32(0xffff, x, y);
        const __mmask16 met = _mm512_mask_cmpge_epi32_mask(there, overlap, _mm512_setzero_si512());
        doubtful |= _mm512_mask_cmpeq_epi32_mask(met, overlap, _mm512_setzero_si512());
        const __m512i first = _mm512_mask_set1_epi32(_mm512_set1_epi32(static_cast<int>(a.first)),
                                                     0xff00, static_cast<int>(b.first));
        _mm512_storeu_si512(by_out + count, _mm512_set1_epi32(static_cast<int>(by)));
        _mm512_storeu_si512(it_out + count,
                            _mm512_maskz_compress_epi32(met, _mm512_add_epi32(first, places)));
        count += static_cast<std::size_t>(__builtin_popcount(met));
        a.first += of_a;
        b.first += of_b;
    } while (a.count() + b.count() > 0);
    found.add(count, doubtful != 0);
}

}  // namespace

/// Without a branch on what meets, nor on how many there are as long as they are few: both would be
/// guessed wrong too often.
void scan_boxes_plainly(const BoxRow& row, const TickBox& box, std::uint32_t by, Slots a, Slots b,
                        FoundPairs& found) {
    found.make_room(a.count() + b.count());
    const __m128i low_x = _mm_set1_epi32(box.low_x);
    const __m128i low_y = _mm_set1_epi32(box.low_y);
    const __m128i high_x = _mm_set1_epi32(box.high_x);
    const __m128i high_y = _mm_set1_epi32(box.high_y);
    std::uint32_t* const by_out = found.by_end();
    std::uint32_t* const it_out = found.it_end();
    std::size_t count = 0;
    int doubtful = 0;
    for (const Slots slots : {a, b}) {
        std::uint32_t k = slots.first;
        do {
            const auto at = [&](const std::int32_t* numbers) {
                return _mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers + k));
            };
            const __m128i its_low_x = at(row.low_x());
            const __m128i its_low_y = at(row.low_y());
            const __m128i its_high_x = at(row.high_x());
            const __m128i its_high_y = at(row.high_y());
            const auto any = [](__m128i p, __m128i q, __m128i r, __m128i s) {
                const __m128i lanes = _mm_or_si128(_mm_or_si128(p, q), _mm_or_si128(r, s));
                return _mm_movemask_ps(_mm_castsi128_ps(lanes));
            };
            const int apart =
                any(_mm_cmpgt_epi32(its_low_x, high_x), _mm_cmpgt_epi32(its_low_y, high_y),
                    _mm_cmpgt_epi32(low_x, its_high_x), _mm_cmpgt_epi32(low_y, its_high_y));
            const int touching =
                any(_mm_cmpeq_epi32(its_low_x, high_x), _mm_cmpeq_epi32(its_low_y, high_y),
                    _mm_cmpeq_epi32(low_x, its_high_x), _mm_cmpeq_epi32(low_y, its_high_y));
            const std::uint32_t left = std::min(slots.last - k, 4u);
            const int met = ~apart & ((1 << left) - 1);
            doubtful |= met & touching;
            for (std::uint32_t lane = 0; lane < 4; ++lane) {
                by_out[count] = by;
                it_out[count] = k + lane;
                count += static_cast<std::size_t>((met >> lane) & 1);
            }
            k += 4;
        } while (k < slots.last);
    }
    found.add(count, doubtful != 0);
}

ScanBoxes fastest_scan_of_boxes() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("bmi2")
               ? scan_boxes_in_eights
               : scan_boxes_plainly;
}

}  // namespace scree::engine
