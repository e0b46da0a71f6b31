#pragma once

#include <string>
#include <vector>

#include "engine/files/csv_table.h"
#include "engine/scene/scene.h"
#include "render/plots/plot.h"

namespace scree::render {

/// The plots of a test over its strain, from series.csv (docs/physics.md, "Plots of tests"): for
/// each shear between two walls mu and the fraction (strain_NAME); for a sample that is pressed
/// from two sides the ratio of stresses and the change of volume (compression); for other walls
/// that move the pressure over the way (way_NAME).
std::vector<Plot> strain_plots(const engine::Scene& scene, const engine::CsvTable& table,
                               const std::string& title);

}  // namespace scree::render
