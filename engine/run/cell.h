#pragma once

#include <span>

#include "engine/dynamics/simulation.h"
#include "engine/run/loads.h"
#include "engine/scene/scene.h"

/// What a cell that deforms takes from its grains (docs/physics.md, "Deforming cell").
namespace scree::engine {

/// Fills in what the scene leaves to follow from the grains: the mass of the cell, and in all
/// stages how long changes of stresses take. Throws std::invalid_argument for a cell that is too
/// narrow to be sheared.
void fill_cell(CellControl& cell, std::vector<Stage>& stages, const DomainSpec& domain,
               const MeanGrain& grain, double largest_diameter);

/// By which factor a cell with so little mass makes the time step smaller.
double step_factor(const CellControl& cell, const MeanGrain& grain);

/// Whether the cell is at rest, and the stresses that are asked for are there to within this share.
/// Without a cell there is nothing to wait for.
bool is_cell_at_rest(const Simulation& simulation, double share);

}  // namespace scree::engine
