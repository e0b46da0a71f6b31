#pragma once

#include <functional>
#include <span>

#include "engine/export/folder.h"
#include "render/plots/plot.h"

namespace scree::render {

/// The names of the files of a plot.
std::vector<std::string> files_of(const Plot& plot);

/// Writes the scripts and tables of all plots into the folder, without publishing them.
void write_scripts(std::span<const Plot> plots, const engine::ExportFolder& folder);

/// Runs gnuplot on a script that was written before. Throws ProgramMissing where gnuplot is not
/// installed, and FileError when it fails or leaves an incomplete file.
void draw_plot(const Plot& plot, const engine::ExportFolder& folder);

}  // namespace scree::render
