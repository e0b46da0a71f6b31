#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/broad/box_scan.h"
#include "engine/broad/broad_phase.h"
#include "engine/broad/cell_level.h"
#include "engine/broad/pair_sorter.h"
#include "engine/broad/shelves.h"
#include "engine/plan/grid_search.h"

namespace scree::engine {

/// The properties of boxes that matter for laying out cells.
struct BoxSurvey {
    double widest = 0.0;     ///< the longest side of any grain's box
    geometry::Box bounds{};  ///< of all grains; in periodic directions those of the domain
};

/// Grids of square cells on top of each other. Each holds the grains that fit into its cells but
/// into no smaller ones (Ogarko & Luding 2012, section 2; Krijgsman et al. 2014, section 2). A
/// grain is in the cell where its centre lies, so it is compared with the grains of the cells
/// around that one, and with those grains of other levels whose cells are near enough for them to
/// reach into its box.
///
/// All grains are sorted anew by cell each time, so that the cells of a row are one piece of memory
/// and the rows of a neighbourhood a few pieces. Sorting takes two passes: first onto shelves, by
/// parts of the table that fit into the cache, and then by cell. Both passes and the search are
/// limited by the speed of memory, so they work on boxes in ticks of few bits; where these leave a
/// doubt, the exact boxes decide.
class CellGrid {
public:
    explicit CellGrid(BoxPeriod period) : period_(period) {}

    /// Sets the widths of cells, from small to large.
    void set_levels(std::vector<double> sizes, GridSearch search);
    std::span<const double> levels() const { return sizes_; }

    /// Takes a first look at the boxes, and puts grains on shelves for the current cells at the
    /// same time.
    BoxSurvey survey(const Boxes& boxes, Workers& workers);

    /// Does what BroadPhase::find_pairs does, given the survey of these boxes. A grain that is too
    /// wide for all levels widens the cells of the last.
    void find_pairs(const Boxes& boxes, const BoxSurvey& survey, Workers& workers,
                    std::vector<ImagePair>& pairs);

    /// Returns the arrangement for the boxes of the last search.
    Arrangement arrangement(BroadPhaseKind kind, const Boxes& boxes) const;

    BroadPhaseCounts counts() const;

private:
    class Search;
    /// Grains of one level, or walls, for which one worker searches at a time.
    struct Task {
        std::uint32_t level = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        double reach = 0.0;  ///< the highest tick up to which its grains look for others
    };
    /// A grain with the cell that it will be sorted into.
    struct Keyed {
        std::uint32_t cell = 0;
        Body grain = 0;
        ShortBox box;
    };

    /// The working memory of one worker.
    struct Scratch {
        std::vector<CellWindow> windows;  ///< not searched yet
        FoundPairs found;
        BroadPhaseCounts counts;
    };

    bool is_periodic() const { return period_ != BoxPeriod{}; }
    geometry::Box wrapped(const geometry::Box& box, Turns turns) const;
    std::size_t level_of(double width) const;
    std::vector<std::size_t> guess_grains_of_levels(const Boxes& boxes) const;
    bool fits(const Boxes& boxes, const BoxSurvey& survey) const;
    void lay_out(const Boxes& boxes, const BoxSurvey& survey);
    bool shelve(const Boxes& boxes, Range grains, Shelves<Keyed>& shelves);
    void sort_grains(const Boxes& boxes, Workers& workers);
    void sort_part(std::size_t part, std::vector<const Keyed*>& sorted);
    void list_tasks(std::size_t walls);

    BoxPeriod period_;
    GridSearch search_ = GridSearch::top_down;
    std::vector<double> sizes_;
    double widest_ = 0.0;  ///< longest side of a grain's box: how far grains reach over the seam

    // The layout; there is none yet if there are no levels. Any layout works for any boxes that are
    // not wider than the cells of the last level, but one that was made for these boxes is faster.
    Ruler ruler_{{}};
    std::vector<CellLevel> levels_;
    std::size_t laid_out_grains_ = 0;
    geometry::Box laid_out_bounds_;
    bool is_limited_ = false;  ///< the tables are too small for all cells
    std::uint32_t part_shift_ = 0;
    std::size_t parts_ = 0;
    /// Some grains of the last survey are not inside the tables: cells far apart may share a place,
    /// so that short ticks cannot tell for certain whether boxes meet.
    bool is_folded_ = false;

    // The grains, sorted by cell.
    std::vector<std::uint32_t> first_in_cell_;  ///< for the cells of all levels, and one more entry
    BoxRow boxes_;
    std::vector<Body> grains_;
    std::vector<std::uint32_t> cells_;

    std::vector<Shelves<Keyed>> shelves_;  ///< one for each worker, with one shelf for each part
    std::vector<std::uint32_t> first_of_part_;
    std::vector<std::vector<const Keyed*>> sorted_;  ///< one for each worker
    std::vector<Turns> turns_;  ///< for each grain, in periodic domains: the periods to subtract

    std::vector<Task> tasks_;
    std::vector<Scratch> scratch_;  ///< one for each worker
    PairSorter sorter_;
};

}  // namespace scree::engine
