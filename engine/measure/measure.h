#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/laws/ledger.h"
#include "engine/measure/kinds/flow.h"
#include "engine/measure/kinds/velocity.h"
#include "engine/measure/kinds/wall_load.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
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
    MeasureOptions options{};
    /// The mean push on each face of the options since the row before; empty where it is not known,
    /// and then that of the moment counts.
    std::vector<FacePush> pushes{};
    /// What has crossed the line of the options since then.
    std::optional<FlowSince> crossed{};
};

Measurement measure(MeasureKind kind, const Measured& measured);

}  // namespace scree::engine
