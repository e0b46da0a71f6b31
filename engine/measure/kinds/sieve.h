#pragma once

#include <array>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
#include "geometry/box.h"

namespace scree::engine {

/// The sizes of the grains whose centroids are in a region: the equivalent diameters below which so
/// many hundredths of the mass are.
inline constexpr std::array sieve_columns{Column{"d50", "m"},        Column{"d10", "m"},
                                          Column{"d60", "m"},        Column{"d90", "m"},
                                          Column{"uniformity", "1"},  ///< d60 / d10
                                          Column{"mean", "m"},        ///< by number
                                          Column{"grains", "1"}};

inline constexpr std::array sieve_slice_columns{
    Column{"diameter", "m"}, Column{"passing", "1"}};  ///< the share of the mass up to there

/// The curve has `bins` steps, evenly spaced from the smallest diameter to the largest.
Measurement sieve(const Assembly& assembly, const geometry::Box& box,
                  const MeasureOptions& options);

}  // namespace scree::engine
