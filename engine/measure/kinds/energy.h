#pragma once

#include <array>

#include "engine/frame/assembly.h"
#include "engine/laws/ledger.h"
#include "engine/measure/measurement.h"

namespace scree::engine {

/// The entries of the ledger, and the two parts of the kinetic energy (J, per metre of depth).
inline constexpr std::array energy_columns{Column{"kinetic", "J"},
                                           Column{"kinetic_translation", "J"},
                                           Column{"kinetic_rotation", "J"},
                                           Column{"gravity", "J"},
                                           Column{"elastic_normal", "J"},
                                           Column{"elastic_tangential", "J"},
                                           Column{"normal_damping", "J"},
                                           Column{"tangential_damping", "J"},
                                           Column{"sliding", "J"},
                                           Column{"wall_work", "J"},
                                           Column{"added", "J"},
                                           Column{"law_gain", "J"},
                                           Column{"wall_kinetic", "J"},
                                           Column{"load_work", "J"},
                                           Column{"wall_damping", "J"},
                                           Column{"limiter", "J"},
                                           Column{"residual", "J"}};

/// Without a ledger, it reports only what can be seen in a single frame.
Measurement energy(const Assembly& assembly, const Ledger* ledger = nullptr);

}  // namespace scree::engine
