#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/plan/grid_search.h"
#include "engine/plan/size_distribution.h"

/// The planner of the hierarchical grid: it decides which levels the grid should have. The cost of
/// finding pairs is that of Krijgsman, Ogarko and Luding, "Optimal parameters for a hierarchical
/// grid data structure for contact detection in arbitrarily polydisperse particle systems", Comput.
/// Part. Mech. 1 (2014) 357; equation numbers are theirs. A plan never changes the results of a
/// run, only how long it takes.
///
/// Cells and radii may be in any unit, but both in the same. A level holds the grains whose
/// diameter is at most its cell and larger than the cell of the level before.
namespace scree::engine {

/// How cell sizes are chosen.
enum class CellRule : std::uint8_t {
    optimal,      ///< the least cost
    constant,     ///< the same number of grains per cell in every level: (37) with q = 1
    exponential,  ///< a geometric sequence: (36)
    linear,       ///< in equal steps: (34)
};

template <>
inline constexpr std::array<Word<CellRule>, 4> words<CellRule>{
    {{CellRule::optimal, "optimal"},
     {CellRule::constant, "constant"},
     {CellRule::exponential, "exponential"},
     {CellRule::linear, "linear"}}};

/// What to plan for. Grains are assumed to be spread evenly at random.
struct PlanProblem {
    SizeDistribution sizes;
    int dimension = 2;      ///< or 3
    double fraction = 0.0;  ///< of space that the circles cover; overlapping parts count twice
    /// K in (27), the time to look into a cell over the time for a candidate. The default is the
    /// value of the paper.
    double overhead = 0.2;
    GridSearch search = GridSearch::top_down;
};

struct PlannedLevel {
    double cell = 0.0;                ///< its side
    double share = 0.0;               ///< of the number of all grains
    double particles_per_cell = 0.0;  ///< m, (11)
    double candidates = 0.0;          ///< pairs to examine for the level's grains, (23) or (25)
    double accesses = 0.0;            ///< cells to look into for them, (24) or (26)
};

/// Numbers are per grain, counting all grains: the sums in (27) over N.
struct Plan {
    std::vector<PlannedLevel> levels;  ///< the smallest cells first
    double candidates = 0.0;
    double accesses = 0.0;
    double cost = 0.0;              ///< candidates + K accesses
    double linked_cell_cost = 0.0;  ///< the cost of one level for all grains
};

/// More levels than are useful for any distribution.
inline constexpr std::size_t most_levels = 1000;

/// Returns what these cells cost. Throws std::invalid_argument for an invalid problem, and for
/// cells that do not increase or do not hold the largest grain.
Plan evaluate(const PlanProblem& problem, std::span<const double> cells);

/// Chooses cells by a rule: this many, or as many as are best for the rule. The largest cell is the
/// diameter of the largest grain. No level is empty, so there may be fewer levels than asked for if
/// there are not as many sizes. Throws std::invalid_argument as evaluate() does, and for a number
/// of levels that is zero or more than most_levels.
Plan plan_levels(const PlanProblem& problem, CellRule rule, std::optional<std::size_t> levels = {});

}  // namespace scree::engine
