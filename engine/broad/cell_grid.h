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

/// What boxes are like, to lay out cells for them.
struct BoxSurvey {
    double widest = 0.0;     ///< the longest side of any grain's box
    geometry::Box bounds{};  ///< of all grains, in periodic directions of the domain
};

/// Grids of square cells, one on another, each with the grains that fit into its cells and into no
/// smaller ones (Ogarko & Luding 2012, section 2; Krijgsman et al. 2014, section 2). A grain is in
/// the cell where its centre lies, so it is compared with the grains of the cells around that; with
/// those of another level, in the cells where they could reach into its box.
///
/// Everything is sorted anew each time by cell, so that the cells of a row are one piece of memory
/// and the rows of a neighbourhood few pieces. That goes in two passes: on shelves, by parts of the
/// table that fit into the cache, and then by cell. Both passes and the search are as fast as the
/// memory is, so they have boxes in ticks of few digits; where these leave a doubt, the boxes
/// themselves decide.
class CellGrid {
public:
    explicit CellGrid(BoxPeriod period) : period_(period) {}

    /// The widths of cells, rising.
    void set_levels(std::vector<double> sizes, GridSearch search);
    std::span<const double> levels() const { return sizes_; }

    /// A first look, in which grains are put on shelves as well, for the cells as they were.
    BoxSurvey survey(const Boxes& boxes, Workers& workers);

    /// As BroadPhase::find_pairs, with the survey of these boxes. A grain that is too wide for all
    /// levels widens the cells of the last.
    void find_pairs(const Boxes& boxes, const BoxSurvey& survey, Workers& workers,
                    std::vector<ImagePair>& pairs);

    /// Of the boxes of the last search.
    Arrangement arrangement(BroadPhaseKind kind, const Boxes& boxes) const;

    BroadPhaseCounts counts() const;

private:
    class Search;
    /// Grains of one level, or walls, that one worker looks at in one go.
    struct Task {
        std::uint32_t level = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        double reach = 0.0;  ///< of its grains, up to where they look for others, in ticks
    };
    /// A grain on its way to its cell.
    struct Keyed {
        std::uint32_t cell = 0;
        Body grain = 0;
        ShortBox box;
    };

    /// What one worker has at hand.
    struct Scratch {
        std::vector<CellWindow> windows;  ///< where it has not looked yet
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
    double widest_ = 0.0;  ///< side of a grain's box: how far grains reach over the seam

    // As laid out; no levels: not yet. Any layout will do for any boxes that are not wider than the
    // cells of the last level; one for these boxes is faster.
    Ruler ruler_{{}};
    std::vector<CellLevel> levels_;
    std::size_t laid_out_grains_ = 0;
    geometry::Box laid_out_bounds_;
    bool is_limited_ = false;  ///< the tables are too small for all cells
    std::uint32_t part_shift_ = 0;
    std::size_t parts_ = 0;
    /// Some grains of the last survey are not inside the tables: cells far apart may share a place,
    /// so that short ticks tell nothing for sure.
    bool is_folded_ = false;

    // Grains by cell.
    std::vector<std::uint32_t> first_in_cell_;  ///< of all levels, and one more
    BoxRow boxes_;
    std::vector<Body> grains_;
    std::vector<std::uint32_t> cells_;

    std::vector<Shelves<Keyed>> shelves_;  ///< of each worker, by parts
    std::vector<std::uint32_t> first_of_part_;
    std::vector<std::vector<const Keyed*>> sorted_;  ///< of each worker
    std::vector<Turns> turns_;  ///< of each grain, in periodic domains: taken off its box

    std::vector<Task> tasks_;
    std::vector<Scratch> scratch_;  ///< of each worker
    PairSorter sorter_;
};

}  // namespace scree::engine
