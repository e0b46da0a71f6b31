#pragma once

#include <array>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
#include "engine/measure/slicing.h"
#include "geometry/box.h"

namespace scree::engine {

/// The shape of what has come down: of the grains that hang together, as in the angle of repose.
inline constexpr std::array deposit_columns{
    Column{"run_out", "m"},  ///< the larger of those to the left and to the right
    Column{"height", "m"},   ///< of the crest above the lowest grain
    Column{"angle", "deg", true}, Column{"length", "m"},  ///< from end to end across gravity
    Column{"run_out_left", "m"},  Column{"run_out_right", "m"},
    Column{"support", "1"},  ///< what walls bear of the weight of the deposit
    Column{"grains", "1"}};

/// In slices across gravity from end to end of the deposit.
inline constexpr std::array deposit_slice_columns{
    Column{"position", "m"},     ///< the middle of a slice
    Column{"pressure", "N/m"}};  ///< the force on walls down gravity over the width of the slice

/// The run-out is how far the deposit reaches beyond the interval of the options, where it was at
/// first, across gravity; without one, from the crest to its ends.
Measurement deposit(const Assembly& assembly, const Slicing& slicing,
                    const MeasureOptions& options);

}  // namespace scree::engine
