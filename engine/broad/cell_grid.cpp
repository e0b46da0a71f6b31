#include "engine/broad/cell_grid.h"

#include <emmintrin.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/broad/cell_grid_search.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

constexpr std::size_t grain_block = 64;
/// How far ahead items are fetched. The processor does that by itself, but not beyond the end of a
/// page.
constexpr std::size_t far_ahead = 128;

/// The most cells in the table of a level for each of its grains. The table may always have one
/// cell for each grain of all levels, unless there are many levels.
constexpr std::size_t most_cells_a_grain = 16;
constexpr std::size_t many_levels = 64;
/// A table may always have this many cells.
constexpr std::size_t few_cells = 256;

/// A layout is kept as long as the number of grains, and the region that they cover, have grown or
/// shrunk by no more than this factor.
constexpr double tolerance = 1.25;

/// How many grains are sampled for their sizes to lay out tables.
constexpr std::size_t most_sampled = 1000;

/// Up to this many levels, the level of a grain is found by a linear search.
constexpr std::size_t few_levels = 12;

Vec2 centre_of(const Box& box) { return 0.5 * (box.low + box.high); }
double width_of(const Box& box) { return std::max(box.high.x - box.low.x, box.high.y - box.low.y); }

bool is_near(double now, double then) { return now <= tolerance * then && then <= tolerance * now; }

/// The bounds of boxes, and the width of the widest.
class Ends {
public:
    void add(const Box& box) {
        const __m128d low = _mm_loadu_pd(&box.low.x);
        const __m128d high = _mm_loadu_pd(&box.high.x);
        low_ = _mm_min_pd(low_, low);
        high_ = _mm_max_pd(high_, high);
        width_ = _mm_max_pd(width_, _mm_sub_pd(high, low));
    }
    void add(const Ends& other) {
        low_ = _mm_min_pd(low_, other.low_);
        high_ = _mm_max_pd(high_, other.high_);
        width_ = _mm_max_pd(width_, other.width_);
    }
    Box bounds() const { return {vector(low_), vector(high_)}; }
    double widest() const { return std::max(vector(width_).x, vector(width_).y); }

private:
    static Vec2 vector(__m128d lanes) {
        Vec2 result;
        _mm_storeu_pd(&result.x, lanes);
        return result;
    }
    static __m128d all(double value) { return _mm_set1_pd(value); }

    __m128d low_ = all(std::numeric_limits<double>::infinity());
    __m128d high_ = all(-std::numeric_limits<double>::infinity());
    __m128d width_ = all(0.0);
};

}  // namespace

inline std::size_t CellGrid::level_of(double width) const {
    // The last level takes all wider boxes.
    const std::size_t last = sizes_.size() - 1;
    if (last > few_levels)
        return static_cast<std::size_t>(std::lower_bound(sizes_.begin(), sizes_.end() - 1, width) -
                                        sizes_.begin());
    std::size_t level = 0;
    for (std::size_t h = 0; h < last; ++h) level += width > sizes_[h] ? 1 : 0;
    return level;
}

void CellGrid::set_levels(std::vector<double> sizes, GridSearch search) {
    sizes_ = std::move(sizes);
    search_ = search;
    levels_.clear();
}

/// Moves a box so that its centre lies in the domain. The result is exact, because BoxAxis has
/// rounded the box.
Box CellGrid::wrapped(const Box& box, Turns turns) const {
    const Vec2 shift = Period{{}, period_}.shift(turns);
    // Both axes are written at once because they are read so; otherwise the processor would wait
    // for the writes.
    const __m128d both = _mm_set_pd(shift.y, shift.x);
    Box result;
    _mm_storeu_pd(&result.low.x, _mm_sub_pd(_mm_loadu_pd(&box.low.x), both));
    _mm_storeu_pd(&result.high.x, _mm_sub_pd(_mm_loadu_pd(&box.high.x), both));
    return result;
}

BoxSurvey CellGrid::survey(const Boxes& boxes, Workers& workers) {
    shelves_.resize(workers.count());
    for (Shelves<Keyed>& shelves : shelves_) shelves.clear();
    if (is_periodic()) turns_.resize(boxes.grains());
    std::vector<Ends> of_worker(workers.count());
    std::atomic<bool> is_folded = false;
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t worker) {
        Ends seen;
        // The shelves are on the stack, next to other data that is read and written here. Elsewhere
        // they might lie a multiple of 4096 bytes away from it, and the processor would mistake one
        // address for the other.
        Shelves<Keyed> shelves = std::move(shelves_[worker]);
        // Boxes are handled in blocks, so that each is fetched from memory only once.
        for (std::size_t first = range.first; first < range.last; first += grain_block) {
            const Range block{first, std::min(first + grain_block, range.last)};
            Ends of_block;
            for (std::size_t i = block.first; i < block.last; ++i) {
                const std::size_t soon = std::min(i + grain_block, range.last - 1);
                __builtin_prefetch(&boxes[static_cast<Body>(soon)]);
                of_block.add(boxes[static_cast<Body>(i)]);
            }
            seen.add(of_block);
            if (!levels_.empty() && shelve(boxes, block, shelves))
                is_folded.store(true, std::memory_order_relaxed);
        }
        shelves_[worker] = std::move(shelves);
        of_worker[worker] = seen;
    });
    is_folded_ = is_folded;
    Ends ends;
    for (const Ends& seen : of_worker) ends.add(seen);
    BoxSurvey survey;
    if (boxes.grains() > 0) {
        survey.widest = ends.widest();
        survey.bounds = ends.bounds();
    }
    Box& all = survey.bounds;
    if (period_.x > 0.0) all.low.x = 0.0, all.high.x = period_.x;
    if (period_.y > 0.0) all.low.y = 0.0, all.high.y = period_.y;
    return survey;
}

/// Puts grains on shelves, and returns whether some of them are not inside the tables.
bool CellGrid::shelve(const Boxes& boxes, Range range, Shelves<Keyed>& shelves) {
    // Local copies, which need not be read from memory again for each grain.
    const CellLevel first = levels_.front();
    const Ruler ruler = ruler_;
    const std::uint32_t part_shift = part_shift_;
    bool is_folded = false;
    const auto put = [&](Body grain, const Box& box) {
        const TickBox ticks = ruler.measured(box);
        const auto put_on = [&](const CellLevel& level) {
            const std::uint32_t cell = level.cell_of(ticks, is_folded);
            shelves.add(cell >> part_shift, {cell, grain, level.shortened(ticks)});
        };
        // Most grains are usually on the first level, which is a quick test.
        const double width = width_of(box);
        if (width <= first.size()) {
            put_on(first);
        } else {
            put_on(levels_[level_of(width)]);
        }
    };
    if (!is_periodic()) {
        for (std::size_t i = range.first; i < range.last; ++i)
            put(static_cast<Body>(i), boxes[static_cast<Body>(i)]);
        return is_folded;
    }
    const Period period{{}, period_};
    for (std::size_t i = range.first; i < range.last; ++i) {
        const Box& box = boxes[static_cast<Body>(i)];
        turns_[i] = period.turns_of(centre_of(box));
        put(static_cast<Body>(i), wrapped(box, turns_[i]));
    }
    return is_folded;
}

/// Estimates the numbers from a sample, since the sizes of tables need not be exact.
std::vector<std::size_t> CellGrid::guess_grains_of_levels(const Boxes& boxes) const {
    // An odd stride samples all sizes, even if they alternate from grain to grain.
    const std::size_t stride = (boxes.grains() / most_sampled + 1) | 1u;
    std::vector<std::size_t> grains(sizes_.size(), stride > 1 ? 2 * stride : 0);
    for (std::size_t i = 0; i < boxes.grains(); i += stride)
        grains[level_of(width_of(boxes[static_cast<Body>(i)]))] += stride;
    return grains;
}

bool CellGrid::fits(const Boxes& boxes, const BoxSurvey& survey) const {
    if (levels_.empty() || survey.widest > levels_.back().size()) return false;
    const Vec2 now = survey.bounds.high - survey.bounds.low;
    const Vec2 then = laid_out_bounds_.high - laid_out_bounds_.low;
    return contains(ruler_.range(), survey.bounds) && (is_limited_ || !is_folded_) &&
           is_near(now.x, then.x) && is_near(now.y, then.y) &&
           is_near(static_cast<double>(boxes.grains()), static_cast<double>(laid_out_grains_)) &&
           levels_.back().size() <= std::max(sizes_.back(), tolerance * survey.widest);
}

void CellGrid::lay_out(const Boxes& boxes, const BoxSurvey& survey) {
    levels_.clear();  // in case the allocations below fail
    laid_out_grains_ = boxes.grains();
    laid_out_bounds_ = survey.bounds;
    // The range has some room for grains to move, and for grains across the seam.
    Box range = survey.bounds;
    const Vec2 room = 0.125 * (range.high - range.low) + Vec2{survey.widest, survey.widest};
    range.low -= room;
    range.high += room;
    ruler_ = Ruler(range);

    // A box with finite ends may be infinitely wide; in ticks it is not.
    const double last_size =
        std::min(std::max(sizes_.back(), survey.widest), std::numeric_limits<double>::max());
    const std::vector<std::size_t> grains = guess_grains_of_levels(boxes);
    const std::size_t of_few = boxes.grains() / (sizes_.size() / many_levels + 1);
    std::vector<CellLevel> levels;
    for (std::size_t h = 0; h < sizes_.size(); ++h)
        levels.emplace_back(h + 1 == sizes_.size() ? last_size : sizes_[h], ruler_, survey.bounds,
                            std::max({of_few, most_cells_a_grain * grains[h], few_cells}),
                            h == 0 ? 0 : levels.back().last_cell());
    is_limited_ = std::any_of(levels.begin(), levels.end(),
                              [](const CellLevel& level) { return level.is_limited(); });
    const std::uint32_t cells = levels.back().last_cell();
    part_shift_ = static_cast<std::uint32_t>(std::bit_width((cells - 1) / Shelves<Keyed>::most));
    parts_ = ((cells - 1) >> part_shift_) + 1;
    levels_ = std::move(levels);
}

void CellGrid::sort_grains(const Boxes& boxes, Workers& workers) {
    first_of_part_.resize(parts_ + 1);
    std::uint32_t sum = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
        first_of_part_[part] = sum;
        for (const Shelves<Keyed>& shelves : shelves_)
            sum += static_cast<std::uint32_t>(shelves[part].size());
    }
    first_of_part_[parts_] = sum;

    first_in_cell_.resize(levels_.back().last_cell() + 1);
    first_in_cell_.back() = sum;
    boxes_.resize(boxes.grains());
    grains_.resize(boxes.grains());
    cells_.resize(boxes.grains());
    sorted_.resize(workers.count());
    workers.share_out(
        parts_, [&](std::size_t part) { return first_of_part_[part]; },
        [&](std::size_t part, std::uint32_t worker) { sort_part(part, sorted_[worker]); });
}

/// Sorts the grains of a part by counting.
void CellGrid::sort_part(std::size_t part, std::vector<const Keyed*>& sorted) {
    const std::size_t first_cell = part << part_shift_;
    const std::size_t last_cell =
        std::min<std::size_t>((part + 1) << part_shift_, levels_.back().last_cell());
    std::uint32_t* const first_in_cell = first_in_cell_.data();
    std::fill(first_in_cell + first_cell, first_in_cell + last_cell, 0);
    for (const Shelves<Keyed>& shelves : shelves_) {
        const std::span<const Keyed> here = shelves[part];
        for (std::size_t k = 0; k < here.size(); ++k) {
            if (k + far_ahead < here.size()) __builtin_prefetch(&here[k + far_ahead]);
            ++first_in_cell[here[k].cell];
        }
    }
    // First the end of each cell is computed; grains are then put in from there backwards.
    std::uint32_t sum = first_of_part_[part];
    for (std::size_t cell = first_cell; cell < last_cell; ++cell)
        first_in_cell[cell] = sum += first_in_cell[cell];
    // The data of the grains is copied afterwards, in order, because scattered writes to memory are
    // slow.
    const std::uint32_t first = first_of_part_[part];
    sorted.resize(sum - first);
    for (const Shelves<Keyed>& shelves : shelves_)
        for (const Keyed& keyed : shelves[part])
            sorted[--first_in_cell[keyed.cell] - first] = &keyed;
    for (std::uint32_t slot = first; slot < sum; ++slot) {
        const Keyed& keyed = *sorted[slot - first];
        boxes_.set(slot, keyed.box);
        grains_[slot] = keyed.grain;
        cells_[slot] = keyed.cell;
    }
}

void CellGrid::find_pairs(const Boxes& boxes, const BoxSurvey& survey, Workers& workers,
                          std::vector<ImagePair>& pairs) {
    widest_ = survey.widest;
    if (!fits(boxes, survey)) {
        lay_out(boxes, survey);
        this->survey(boxes, workers);
    }
    sort_grains(boxes, workers);
    list_tasks(boxes.walls());
    sorter_.begin(boxes.grains(), workers);
    scratch_.resize(workers.count());
    for (Scratch& scratch : scratch_) {
        // These may be left over from a search that threw an exception.
        scratch.windows.clear();
        scratch.found.clear();
        scratch.counts = {};
    }
    workers.share_out(
        tasks_.size(), [](std::size_t task) { return task; },
        [&](std::size_t task, std::uint32_t worker) {
            Search(*this, boxes, scratch_[worker], sorter_.of_worker(worker)).run(tasks_[task]);
        });
    sorter_.sort_into(workers, pairs);
}

/// Tasks are sorted by how far up their grains look, whatever their level. Then the cells that a
/// large grain looks at have just been looked at, and workers mostly search around the grains that
/// they have sorted.
void CellGrid::list_tasks(std::size_t walls) {
    tasks_.clear();
    const auto levels = static_cast<std::uint32_t>(levels_.size());
    const auto list = [&](std::uint32_t level, std::uint32_t first, std::uint32_t last,
                          std::uint32_t block) {
        for (; first < last; first += block)
            tasks_.push_back({level, first, std::min(last, first + block)});
    };
    if (!grains_.empty()) list(levels, 0, static_cast<std::uint32_t>(walls), wall_block);
    for (std::uint32_t h = 0; h < levels; ++h) {
        const CellLevel& level = levels_[h];
        const std::size_t before = tasks_.size();
        list(h, first_in_cell_[level.first_cell()], first_in_cell_[level.last_cell()],
             search_block);
        for (std::size_t k = before; k < tasks_.size(); ++k)
            tasks_[k].reach = level.reach_of(cells_[tasks_[k].last - 1]);
    }
    std::sort(tasks_.begin(), tasks_.end(),
              [](const Task& a, const Task& b) { return a.reach < b.reach; });
}

Arrangement CellGrid::arrangement(BroadPhaseKind kind, const Boxes& boxes) const {
    Arrangement arrangement{kind, {}, {}, {}};
    if (levels_.empty()) return arrangement;  // no search was made yet
    const double tick = 1.0 / ruler_.per_length();
    for (const CellLevel& level : levels_) arrangement.cells.push_back(level.ticks() * tick);
    arrangement.origin = laid_out_bounds_.low;
    for (Box box : boxes.of_grains()) {
        if (is_periodic()) box = wrapped(box, Period{{}, period_}.turns_of(centre_of(box)));
        const std::size_t level = level_of(width_of(box));
        const Vec2 corner = levels_[level].corner_of(ruler_.measured(box));
        arrangement.grains.push_back(
            {static_cast<std::uint16_t>(level), ruler_.range().low + tick * corner});
    }
    return arrangement;
}

BroadPhaseCounts CellGrid::counts() const {
    BroadPhaseCounts sum;
    for (const Scratch& scratch : scratch_) {
        sum.candidates += scratch.counts.candidates;
        sum.accesses += scratch.counts.accesses;
    }
    return sum;
}

}  // namespace scree::engine
