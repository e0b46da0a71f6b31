#pragma once

#include <string_view>
#include <vector>

#include "engine/bench/bench.h"
#include "render/plots/plot.h"

namespace scree::render {

/// Makes a plot for each table of a report. Files are named after the benchmark and the table.
std::vector<Plot> bench_plots(std::string_view benchmark, const engine::BenchReport& report);

}  // namespace scree::render
