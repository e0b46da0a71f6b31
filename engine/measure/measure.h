#pragma once

#include <span>

#include "engine/frame/assembly.h"
#include "engine/laws/ledger.h"
#include "engine/measure/measurement.h"
#include "engine/measure/velocity.h"
#include "geometry/box.h"

namespace scree::engine {

/// The numbers that a kind of measurement always has.
std::span<const Column> columns_of(MeasureKind kind);

/// All that a measurement needs to know.
struct Measured {
    const Assembly& assembly;
    geometry::Box region;            ///< for the kinds that have one
    const Ledger* ledger = nullptr;  ///< of a live run; a frame has none
    Slicing slicing{};               ///< for profiles
};

Measurement measure(MeasureKind kind, const Measured& measured);

}  // namespace scree::engine
