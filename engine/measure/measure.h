#pragma once

#include <span>
#include <string_view>

#include "engine/dynamics/ledger.h"
#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/velocity.h"
#include "geometry/box.h"

namespace scree::engine {

/// A kind of measurement by its name in scenes and on the command line, and what it always has.
struct MeasureTable {
    std::string_view kind;
    std::span<const Column> columns;
};

/// All kinds.
std::span<const MeasureTable> measure_tables();

/// What measurements look at.
struct Measured {
    const Assembly& assembly;
    geometry::Box region;            ///< for those that have one
    const Ledger* ledger = nullptr;  ///< of a live run; none of a frame
    Slicing slicing{};               ///< for profiles
};

/// Throws std::invalid_argument, with the known kinds, for a kind that is not among them.
Measurement measure(std::string_view kind, const Measured& measured);

}  // namespace scree::engine
