#include "engine/broad/box_scan.h"

#include <immintrin.h>

#include <algorithm>

#include "geometry/wide/wide.h"

namespace scree::engine {
namespace {

/// Two ranges to search: the boxes after box k in its cell and in the next, and those in the next
/// row.
inline Slots rest_of(const CellRows& cells, std::uint32_t k) {
    return {k + 1, cells.first_in[cells.cell_of[k] + 2]};
}
inline Slots row_after(const CellRows& cells, std::uint32_t k) {
    const std::uint32_t* const above = cells.first_in + cells.cell_of[k] + cells.columns;
    return {above[-1], above[2]};
}

/// Returns how far two boxes are apart, as the larger of the gaps along the two axes. It is
/// negative if they overlap.
std::int16_t gap(const ShortBox& a, const ShortBox& b) {
    const auto of_axis = [](ShortSpan p, ShortSpan q) {
        return std::max(static_cast<std::int16_t>(p.low + q.minus_high),
                        static_cast<std::int16_t>(q.low + p.minus_high));
    };
    return std::max(of_axis(a.x, b.x), of_axis(a.y, b.y));
}

std::uint64_t scan_ranges_plainly(const BoxRow& row, const ShortBox& box, std::uint32_t by, Slots a,
                                  Slots b, FoundPairs& found) {
    for (const Slots slots : {a, b})
        for (std::uint32_t k = slots.first; k < slots.last; ++k) {
            const std::int16_t apart = gap(box, row[k]);
            const Hit hit{by, {k, k}, Hit::bit(0)};
            if (apart < 0) found.add_sure(hit);
            if (apart == 0) found.add_doubtful(hit);
        }
    return a.count() + b.count();
}

std::uint64_t scan_windows_plainly(const BoxRow& row, std::span<const CellWindow> windows,
                                   FoundPairs& found) {
    std::uint64_t compared = 0;
    for (const CellWindow& window : windows)
        for (std::uint32_t r = 0; r < window.rows; ++r)
            compared += scan_ranges_plainly(row, window.box, window.by, window.row(r), {}, found);
    return compared;
}

std::uint64_t scan_around_plainly(const BoxRow& row, const CellRows& cells, Slots boxes,
                                  FoundPairs& found) {
    std::uint64_t compared = 0;
    for (std::uint32_t k = boxes.first; k < boxes.last; ++k)
        compared +=
            scan_ranges_plainly(row, row[k], k, rest_of(cells, k), row_after(cells, k), found);
    return compared;
}

#define SCREE_SIXTEENS __attribute__((target("avx2,bmi,bmi2")))

/// A box to compare with sixteen others, with low and minus_high of each axis swapped.
struct Swapped {
    __m256i x;
    __m256i y;
};

SCREE_SIXTEENS inline __m256i swapped(const ShortSpan& span) {
    int bits = 0;
    __builtin_memcpy(&bits, &span, sizeof span);
    const __m256i order = _mm256_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2, 13,
                                          12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2);
    return _mm256_shuffle_epi8(_mm256_set1_epi32(bits), order);
}

/// Returns the gaps to eight boxes, two numbers for each.
SCREE_SIXTEENS inline __m256i gaps_of_eight(const ShortSpan* x, const ShortSpan* y,
                                            const Swapped& box) {
    const __m256i of_x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
    const __m256i of_y = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(y));
    return _mm256_max_epi16(_mm256_add_epi16(box.x, of_x), _mm256_add_epi16(box.y, of_y));
}
/// Returns the gaps to sixteen boxes as bytes. Signs and zeros are kept.
SCREE_SIXTEENS inline __m256i gaps_of_sixteen(const ShortSpan* x, const ShortSpan* y,
                                              const Swapped& box) {
    const __m256i bytes =
        _mm256_packs_epi16(gaps_of_eight(x, y, box), gaps_of_eight(x + 8, y + 8, box));
    return _mm256_permute4x64_epi64(bytes, 0b11'01'10'00);  // restores the order
}
SCREE_SIXTEENS inline std::uint64_t signs(__m256i a, __m256i b) {
    const auto of_a = static_cast<std::uint32_t>(_mm256_movemask_epi8(a));
    const auto of_b = static_cast<std::uint32_t>(_mm256_movemask_epi8(b));
    return of_a | std::uint64_t{of_b} << 32;
}

struct Met {
    std::uint64_t sure;
    std::uint64_t doubtful;
};
/// Compares a box with at most sixteen boxes of each range.
SCREE_SIXTEENS inline Met meet(const ShortSpan* x, const ShortSpan* y, const Swapped& box, Slots a,
                               Slots b) {
    constexpr std::uint64_t even = 0x5555'5555;
    const std::uint64_t there = _bzhi_u64(even, std::min(2 * a.count(), 32u)) |
                                _bzhi_u64(even, std::min(2 * b.count(), 32u)) << 32;
    const __m256i of_a = gaps_of_sixteen(x + a.first, y + a.first, box);
    const __m256i of_b = gaps_of_sixteen(x + b.first, y + b.first, box);
    const __m256i zero = _mm256_setzero_si256();
    const std::uint64_t overlaps = signs(of_a, of_b);
    const std::uint64_t gaps = signs(_mm256_cmpgt_epi8(of_a, zero), _mm256_cmpgt_epi8(of_b, zero));
    const std::uint64_t sure = there & overlaps & overlaps >> 1;
    return {sure, there & ~(sure | gaps | gaps >> 1)};
}

/// There is no branch on which boxes meet, nor on how many there are as long as they are few,
/// because both would be mispredicted too often.
SCREE_SIXTEENS inline std::uint64_t scan_in_sixteens(const ShortSpan* x, const ShortSpan* y,
                                                     const Swapped& box, std::uint32_t by, Slots a,
                                                     Slots b, FoundPairs& found) {
    const std::uint64_t compared = a.count() + b.count();
    for (;;) {
        const Met met = meet(x, y, box, a, b);
        found.add_sure({by, {a.first, b.first}, met.sure});
        if (met.doubtful != 0) [[unlikely]]
            found.add_doubtful({by, {a.first, b.first}, met.doubtful});
        if (std::max(a.count(), b.count()) <= BoxRow::width) [[likely]]
            return compared;
        a.first += std::min(a.count(), BoxRow::width);
        b.first += std::min(b.count(), BoxRow::width);
    }
}

[[gnu::noinline]] SCREE_SIXTEENS std::uint64_t scan_ranges_in_sixteens(const BoxRow& row,
                                                                       const ShortBox& box,
                                                                       std::uint32_t by, Slots a,
                                                                       Slots b, FoundPairs& found) {
    return scan_in_sixteens(row.x(), row.y(), {swapped(box.x), swapped(box.y)}, by, a, b, found);
}

/// Scans two rows at a time.
SCREE_SIXTEENS std::uint64_t scan_windows_in_sixteens(const BoxRow& row,
                                                      std::span<const CellWindow> windows,
                                                      FoundPairs& found) {
    std::uint64_t compared = 0;
    for (const CellWindow& window : windows) {
        const Swapped box{swapped(window.box.x), swapped(window.box.y)};
        for (std::uint32_t r = 0; r < window.rows; r += 2) {
            Slots second = window.row(r + 1);
            second.last = r + 1 < window.rows ? second.last : second.first;
            compared +=
                scan_in_sixteens(row.x(), row.y(), box, window.by, window.row(r), second, found);
        }
    }
    return compared;
}

SCREE_SIXTEENS std::uint64_t scan_around_in_sixteens(const BoxRow& row, const CellRows& cells,
                                                     Slots boxes, FoundPairs& found) {
    const ShortSpan* const x = row.x();
    const ShortSpan* const y = row.y();
    const CellRows of{cells};
    std::uint64_t compared = 0;
    Hit* end = found.make_room(boxes.count());
    for (std::uint32_t k = boxes.first; k < boxes.last; ++k) {
        const Slots a = rest_of(of, k);
        const Slots b = row_after(of, k);
        if (std::max(a.count(), b.count()) > BoxRow::width) [[unlikely]] {
            found.set_end(end);
            compared += scan_ranges_in_sixteens(row, row[k], k, a, b, found);
            end = found.make_room(boxes.last - k);
            continue;
        }
        const Met met = meet(x, y, {swapped(x[k]), swapped(y[k])}, a, b);
        *end = {k, {a.first, b.first}, met.sure};
        end += met.sure != 0 ? 1 : 0;
        if (met.doubtful != 0) [[unlikely]]
            found.add_doubtful({k, {a.first, b.first}, met.doubtful});
        compared += a.count() + b.count();
    }
    found.set_end(end);
    return compared;
}

}  // namespace

BoxScan BoxScan::plain() {
    return {scan_ranges_plainly, scan_windows_plainly, scan_around_plainly};
}

BoxScan BoxScan::fastest() {
    if (geometry::has_avx2 && __builtin_cpu_supports("bmi2"))
        return {scan_ranges_in_sixteens, scan_windows_in_sixteens, scan_around_in_sixteens};
    return plain();
}

}  // namespace scree::engine
