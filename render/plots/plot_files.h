#pragma once

#include <functional>
#include <span>

#include "engine/export/folder.h"
#include "render/plots/plot.h"

namespace scree::render {

/// The names of the files of a plot.
std::vector<std::string> files_of(const Plot& plot);

/// Scripts and tables of all plots, not yet published.
void write_scripts(std::span<const Plot> plots, const engine::ExportFolder& folder);

/// Runs gnuplot on a script that was written. Throws ProgramMissing without gnuplot, FileError when
/// it fails or leaves a file that is not whole.
void draw_plot(const Plot& plot, const engine::ExportFolder& folder);

}  // namespace scree::render
