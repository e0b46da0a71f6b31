#include "engine/cell_grid.h"

#include <emmintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/cell_grid_search.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

constexpr std::size_t grain_block = 256;

/// Parts of the table that are sorted one by one: enough that each fits into the cache, and that
/// workers are evenly busy.
constexpr std::size_t most_parts = 64;

/// Cells in the table for each grain of a level, at most.
constexpr std::size_t most_cells_a_grain = 16;
constexpr std::uint32_t least_side = 4;
constexpr std::uint32_t most_cells_along = 1u << 20;

/// Grains whose sizes are looked at to lay out tables.
constexpr std::size_t most_sampled = 1000;

/// How many levels are searched through one by one.
constexpr std::size_t few_levels = 12;

Vec2 centre_of(const Box& box) { return 0.5 * (box.low + box.high); }
double width_of(const Box& box) { return std::max(box.high.x - box.low.x, box.high.y - box.low.y); }

std::uint32_t cell_in(const CellLevel& level, const Box& box) {
    const Vec2 centre = centre_of(box);
    return level.cell(level.column_of(centre.x), level.row_of(centre.y));
}

std::uint32_t cells_along(double length, double size) {
    return static_cast<std::uint32_t>(
        std::clamp<double>(length / size + 1.0, least_side, most_cells_along));
}

/// How far boxes reach, and how wide they are.
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
    // The last level takes what is left.
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
}

/// So that the centre lies in the domain. Exact, as BoxAxis sees to it.
Box CellGrid::wrapped(const Box& box, Turns& turns) const {
    const Period period{{}, period_};
    turns = period.turns_of(centre_of(box));
    const Vec2 shift = period.shift(turns);
    return {box.low - shift, box.high - shift};
}

BoxSurvey CellGrid::survey(const Boxes& boxes, Workers& workers) const {
    Ends ends;
    std::vector<Ends> of_worker(workers.count());
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t worker) {
        Ends seen;
        for (std::size_t i = range.first; i < range.last; ++i)
            seen.add(boxes[static_cast<Body>(i)]);
        of_worker[worker] = seen;
    });
    for (const Ends& seen : of_worker) ends.add(seen);
    BoxSurvey survey;
    if (boxes.grains() > 0) {
        survey.widest = ends.widest();
        survey.centres = ends.bounds();
    }
    Box& all = survey.centres;
    if (period_.x > 0.0) all.low.x = 0.0, all.high.x = period_.x;
    if (period_.y > 0.0) all.low.y = 0.0, all.high.y = period_.y;
    for (const double end : {all.low.x, all.low.y, all.high.x, all.high.y})
        survey.reach = std::max(survey.reach, std::abs(end));
    return survey;
}

/// From some of them: tables need not be exact.
std::vector<std::size_t> CellGrid::guess_grains_of_levels(const Boxes& boxes) const {
    const std::size_t stride = (boxes.grains() / most_sampled + 1) | 1u;  // not by turns
    std::vector<std::size_t> grains(sizes_.size(), stride > 1 ? 2 * stride : 0);
    for (std::size_t i = 0; i < boxes.grains(); i += stride)
        grains[level_of(width_of(boxes[static_cast<Body>(i)]))] += stride;
    return grains;
}

void CellGrid::lay_out(const Boxes& boxes, const BoxSurvey& survey) {
    const std::vector<std::size_t> grains = guess_grains_of_levels(boxes);
    levels_.clear();
    widest_ = survey.widest;
    const Vec2 extent = survey.centres.high - survey.centres.low;
    std::uint32_t first_cell = 0;
    for (std::size_t h = 0; h < sizes_.size(); ++h) {
        double size = sizes_[h];
        if (h + 1 == sizes_.size()) size = std::max(size, survey.widest);
        // Boxes may be points, all of them.
        size = std::max(size, 0x1p-30 * survey.reach);
        if (!(size > 0.0)) size = 1.0;
        std::uint32_t columns = cells_along(extent.x, size);
        std::uint32_t rows = cells_along(extent.y, size);
        const std::size_t most =
            std::max<std::size_t>(least_side * least_side, most_cells_a_grain * grains[h]);
        bool holds_all = columns < most_cells_along && rows < most_cells_along;
        while (std::size_t{columns} * rows > most) {
            std::uint32_t& longer = columns > rows ? columns : rows;
            longer = std::max(least_side, longer / 2);
            holds_all = false;
        }
        levels_.emplace_back(size, survey.reach, survey.centres.low, columns, rows, holds_all,
                             first_cell);
        first_cell = levels_.back().last_cell();
    }
}

void CellGrid::sort_grains(const Boxes& boxes, Workers& workers) {
    const std::size_t grains = boxes.grains();
    const std::uint32_t cells = levels_.back().last_cell();
    part_shift_ = static_cast<std::uint32_t>(std::bit_width((cells - 1) / most_parts));
    parts_ = ((cells - 1) >> part_shift_) + 1;

    cell_of_.resize(grains);
    place_.assign(parts_ * workers.count(), 0);
    workers.split(grains, grain_block, [&](Range range, std::uint32_t worker) {
        std::array<std::uint32_t, most_parts> counts{};
        for (std::size_t i = range.first; i < range.last; ++i) {
            Box box = boxes[static_cast<Body>(i)];
            Turns turns;
            if (is_periodic()) box = wrapped(box, turns);
            // Most grains are on the first level, as a rule, and that is quickly said.
            const double width = width_of(box);
            const std::uint32_t cell = width <= sizes_.front()
                                           ? cell_in(levels_.front(), box)
                                           : cell_in(levels_[level_of(width)], box);
            cell_of_[i] = cell;
            ++counts[cell >> part_shift_];
        }
        for (std::size_t part = 0; part < parts_; ++part)
            place_[part * workers.count() + worker] = counts[part];
    });

    first_of_part_.resize(parts_ + 1);
    std::uint32_t sum = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
        first_of_part_[part] = sum;
        for (std::uint32_t worker = 0; worker < workers.count(); ++worker) {
            std::uint32_t& place = place_[part * workers.count() + worker];
            sum += std::exchange(place, sum);
        }
    }
    first_of_part_[parts_] = sum;

    by_part_.resize(grains);
    workers.split(grains, grain_block, [&](Range range, std::uint32_t worker) {
        std::array<std::uint32_t, most_parts> places{};
        for (std::size_t part = 0; part < parts_; ++part)
            places[part] = place_[part * workers.count() + worker];
        for (std::size_t i = range.first; i < range.last; ++i)
            by_part_[places[cell_of_[i] >> part_shift_]++] = {cell_of_[i], static_cast<Body>(i)};
    });

    first_in_cell_.resize(cells + 1);
    first_in_cell_[cells] = sum;
    boxes_.resize(grains);
    grains_.resize(grains);
    if (is_periodic()) turns_.resize(grains);
    // The same parts for the same worker each time: they may still be in its cache.
    workers.split(parts_, 1, [&](Range range, std::uint32_t) {
        for (std::size_t part = range.first; part < range.last; ++part) sort_part(part, boxes);
    });
}

/// By counting.
void CellGrid::sort_part(std::size_t part, const Boxes& boxes) {
    const std::size_t first_cell = part << part_shift_;
    const std::size_t last_cell =
        std::min<std::size_t>((part + 1) << part_shift_, levels_.back().last_cell());
    std::uint32_t* const first_in_cell = first_in_cell_.data();
    std::fill(first_in_cell + first_cell, first_in_cell + last_cell, 0);
    const std::uint32_t first = first_of_part_[part];
    const std::uint32_t last = first_of_part_[part + 1];
    for (std::uint32_t k = first; k < last; ++k) ++first_in_cell[by_part_[k].cell];
    // Where each ends; grains are then put in from there backwards.
    std::uint32_t sum = first;
    for (std::size_t cell = first_cell; cell < last_cell; ++cell)
        first_in_cell[cell] = sum += first_in_cell[cell];
    for (std::uint32_t k = first; k < last; ++k)
        grains_[--first_in_cell[by_part_[k].cell]] = by_part_[k].grain;
    if (is_periodic()) {
        for (std::uint32_t k = first; k < last; ++k)
            boxes_.set(k, wrapped(boxes[grains_[k]], turns_[k]));
    } else {
        for (std::uint32_t k = first; k < last; ++k) boxes_.set(k, boxes[grains_[k]]);
    }
}

void CellGrid::find_pairs(const Boxes& boxes, const BoxSurvey& survey, Workers& workers,
                          std::vector<ImagePair>& pairs) {
    lay_out(boxes, survey);
    sort_grains(boxes, workers);
    list_tasks(boxes.walls(), workers);
    sorter_.begin(boxes.grains(), workers);
    worker_counts_.assign(workers.count(), {});
    found_.resize(workers.count());
    workers.run([&](std::uint32_t worker) {
        Search search(*this, found_[worker], sorter_.of_worker(worker));
        // Its own first, then those of others.
        for (std::uint32_t k = 0; k < workers.count(); ++k) {
            const std::uint32_t owner = (worker + k) % workers.count();
            const std::atomic_ref<std::size_t> next(next_task_[owner]);
            for (std::size_t task;
                 (task = next.fetch_add(1, std::memory_order_relaxed)) < last_task_[owner];)
                search.run(tasks_[task], boxes);
        }
        worker_counts_[worker] = search.counts();
    });
    sorter_.sort_into(workers, pairs);
}

/// For each worker the grains that it has sorted, which may still be in its cache, and the walls
/// for the first. The largest grains come first, since they take longest.
void CellGrid::list_tasks(std::size_t walls, const Workers& workers) {
    tasks_.clear();
    next_task_.clear();
    last_task_.clear();
    const auto levels = static_cast<std::uint32_t>(levels_.size());
    const auto list = [&](std::uint32_t level, std::uint32_t first, std::uint32_t last,
                          std::uint32_t block) {
        for (; first < last; first += block)
            tasks_.push_back({level, first, std::min(last, first + block)});
    };
    for (std::uint32_t worker = 0; worker < workers.count(); ++worker) {
        next_task_.push_back(tasks_.size());
        if (worker == 0 && !grains_.empty())
            list(levels, 0, static_cast<std::uint32_t>(walls), wall_block);
        const Range parts = workers.share_of(parts_, 1, worker);
        const std::uint32_t first = first_of_part_[parts.first];
        const std::uint32_t last = first_of_part_[parts.last];
        for (std::uint32_t h = levels; h-- > 0;)
            list(h, std::max(first, first_in_cell_[levels_[h].first_cell()]),
                 std::min(last, first_in_cell_[levels_[h].last_cell()]), search_block);
        last_task_.push_back(tasks_.size());
    }
}

Arrangement CellGrid::arrangement(BroadPhaseKind kind, const Boxes& boxes) const {
    Arrangement arrangement{kind, {}, {}, {}};
    if (levels_.empty()) return arrangement;  // nothing was looked for yet
    for (const CellLevel& level : levels_) arrangement.cells.push_back(level.width());
    arrangement.origin = levels_.front().origin();
    for (Box box : boxes.of_grains()) {
        Turns turns;
        if (is_periodic()) box = wrapped(box, turns);
        const std::size_t level = level_of(width_of(box));
        arrangement.grains.push_back(
            {static_cast<std::uint16_t>(level), levels_[level].corner_of(centre_of(box))});
    }
    return arrangement;
}

BroadPhaseCounts CellGrid::counts() const {
    BroadPhaseCounts sum;
    for (const BroadPhaseCounts& counts : worker_counts_) {
        sum.candidates += counts.candidates;
        sum.accesses += counts.accesses;
    }
    return sum;
}

}  // namespace scree::engine
