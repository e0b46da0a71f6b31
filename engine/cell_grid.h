#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/box_scan.h"
#include "engine/broad_phase.h"
#include "engine/cell_level.h"
#include "engine/grid_search.h"
#include "engine/pair_sorter.h"
#include "engine/plan.h"

namespace scree::engine {

/// What boxes are like, to lay out cells for them.
struct BoxSurvey {
    double widest = 0.0;      ///< the longest side of any grain's box
    double reach = 0.0;       ///< the largest coordinate
    geometry::Box centres{};  ///< are within
};

/// Grids of square cells, one on another, each with the grains that fit into its cells and into no
/// smaller ones (Ogarko & Luding 2012, section 2; Krijgsman et al. 2014, section 2). A grain is in
/// the cell where its centre lies, so it is compared with the grains of the cells around that; with
/// those of another level, in the cells where they could reach into its box.
///
/// Everything is built anew each time: grains are sorted by cell, so that the cells of a row are
/// one piece of memory and the rows of a neighbourhood few pieces. Sorting goes in two passes, by
/// parts of the table that fit into the cache and then by cell.
class CellGrid {
public:
    explicit CellGrid(BoxPeriod period) : period_(period) {}

    /// In a first look.
    BoxSurvey survey(const Boxes& boxes, Workers& workers) const;

    /// The widths of cells, rising.
    void set_levels(std::vector<double> sizes, GridSearch search);
    std::span<const double> levels() const { return sizes_; }

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
    };
    /// A grain on its way to its cell.
    struct Keyed {
        std::uint32_t cell = 0;
        Body grain = 0;
    };

    bool is_periodic() const { return period_ != BoxPeriod{}; }
    geometry::Box wrapped(const geometry::Box& box, Turns& turns) const;
    std::size_t level_of(double width) const;
    std::vector<std::size_t> guess_grains_of_levels(const Boxes& boxes) const;
    void lay_out(const Boxes& boxes, const BoxSurvey& survey);
    void sort_grains(const Boxes& boxes, Workers& workers);
    void sort_part(std::size_t part, const Boxes& boxes);
    void list_tasks(std::size_t walls, const Workers& workers);

    BoxPeriod period_;
    GridSearch search_ = GridSearch::top_down;
    std::vector<double> sizes_;
    std::vector<CellLevel> levels_;
    double widest_ = 0.0;  ///< side of a grain's box: how far grains reach over the seam

    // Grains by cell.
    std::vector<std::uint32_t> first_in_cell_;  ///< of all levels, and one more
    BoxRow boxes_;
    std::vector<Body> grains_;
    std::vector<Turns> turns_;  ///< in periodic domains: taken off the boxes

    // To sort them.
    std::vector<std::uint32_t> cell_of_;  ///< of each grain
    std::uint32_t part_shift_ = 0;
    std::size_t parts_ = 0;
    std::vector<std::uint32_t> place_;  ///< of each worker's share of a part
    std::vector<std::uint32_t> first_of_part_;
    std::vector<Keyed> by_part_;

    std::vector<Task> tasks_;  ///< one worker's after the other's
    std::vector<std::size_t> next_task_;
    std::vector<std::size_t> last_task_;
    std::vector<BroadPhaseCounts> worker_counts_;
    std::vector<std::vector<Found>> found_;  ///< of each worker
    PairSorter sorter_;
};

}  // namespace scree::engine
