#pragma once

#include <string>
#include <vector>

#include "engine/frame/shape_book.h"
#include "engine/run/world.h"

/// The columns of series.csv: the energy ledger, contacts and balance of forces; pose, motion and
/// load of what is traced; and what the scene measures.
namespace scree::engine {

/// The names with their units, "time [s]" and so on, and a line end.
std::string series_header(const Scene& scene);

/// The names of what the scene measures as they are there, without those of uncertainties.
std::vector<std::string> measured_columns(const Scene& scene);

/// The numbers as they are now, in as few digits as tell them from all others; what is not
/// measurable, or of a grain that is not there, is `nan`.
std::string series_row(const World& live, ShapeBook& shapes);

}  // namespace scree::engine
