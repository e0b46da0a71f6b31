#pragma once

#include <array>

#include "engine/measure/measurement.h"
#include "engine/measure/region.h"

namespace scree::engine {

/// The mean stress in a region: sum of f l / A over the parts of contacts in it, and of m c c / A
/// over the grains, c their velocity relative to the linear flow of the region.
inline constexpr std::array stress_columns{
    Column{"xx", "N/m"},         Column{"xy", "N/m"},         Column{"yx", "N/m"},
    Column{"yy", "N/m"},         Column{"p", "N/m"},  ///< (xx + yy) / 2
    Column{"q", "N/m"},  ///< half of the difference of the principal stresses
    Column{"q_over_p", "1"},     Column{"angle", "deg"},  ///< of the larger principal stress
    Column{"contact_xx", "N/m"}, Column{"contact_xy", "N/m"}, Column{"contact_yx", "N/m"},
    Column{"contact_yy", "N/m"}, Column{"kinetic_xx", "N/m"}, Column{"kinetic_xy", "N/m"},
    Column{"kinetic_yy", "N/m"}};

/// The part of the stress that contacts pass on, N/m. The region must have no fault.
Tensor contact_stress(const Region& region);

Measurement stress(const Assembly& assembly, const geometry::Box& box);

}  // namespace scree::engine
