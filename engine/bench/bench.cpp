#include "engine/bench/bench.h"

#include <array>

#include "engine/bench/corners.h"
#include "engine/bench/levels.h"
#include "engine/bench/neighbours.h"
#include "engine/bench/optimum.h"
#include "engine/bench/overhead.h"
#include "engine/bench/packing.h"
#include "engine/bench/trees.h"
#include "engine/bench/workers.h"

namespace scree::engine {

std::span<const Benchmark> benchmarks() {
    static constexpr std::array all{
        Benchmark{"corners", "time over the number of corners (Schinner 1999, figure 11)",
                  bench_corners},
        Benchmark{"levels",
                  "hgrid over the number of levels and of grains (Ogarko and Luding 2012, figures "
                  "4 and 5)",
                  bench_levels},
        Benchmark{"neighbours",
                  "Verlet lists, linked cells and sweep over the number of grains and their sizes "
                  "(Muth 2007, figures 11 and 14)",
                  bench_neighbours},
        Benchmark{"optimum",
                  "rules for the cells of hgrid, and optimal levels against one in a run "
                  "(Krijgsman 2014, figure 9 and section 5.4.2)",
                  bench_optimum},
        Benchmark{"overhead", "K of the planner's cost model (Krijgsman 2014, section 3.3)",
                  bench_overhead},
        Benchmark{"packing",
                  "grid, quadtree and loose quadtree inside a dense packing, with Verlet lists and "
                  "without (Raschdorf and Kolonko 2009, table 1)",
                  bench_packing},
        Benchmark{"trees",
                  "candidates of linked cells, quadtree and loose quadtree (Raschdorf and Kolonko "
                  "2009, table 1)",
                  bench_trees},
        Benchmark{"workers", "speed-up over the number of workers (Schinner 1999, section 5)",
                  bench_workers},
    };
    return all;
}

}  // namespace scree::engine
