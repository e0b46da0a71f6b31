#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/laws/ledger.h"
#include "geometry/proximity.h"

namespace scree::engine {

/// All that a run depends on from here on, between two steps, but for what does not change: the
/// model, the settings, and the shapes and materials of the grains. Plain numbers, ready to be
/// written to a file and read back; a run that goes on from them has the same bits as one that was
/// never stopped. Rows follow each other: those of the first item, then of the next.
struct Snapshot {
    std::uint64_t steps = 0;
    GrainId next_id = 0;
    /// Grains came or went since the last step.
    bool grains_changed = true;

    std::vector<GrainId> ids;
    /// x, y and angle in turn; of each the scaled derivatives in turn, as many as the integrator
    /// has; of each a number a grain.
    std::vector<double> derivatives;

    /// As of the last force evaluation, of every piece of a wall, then of every grain: position,
    /// cosine and sine of the angle, velocity, spin, travel since the last detection.
    static constexpr std::size_t body_numbers = 8;
    std::vector<double> bodies;
    /// Of the same: the vertices that touch the box, left, right, bottom, top.
    static constexpr std::size_t extreme_numbers = 4;
    std::vector<std::uint16_t> extremes;
    /// Of the same: how often it went around a periodic domain, in x and y.
    std::vector<std::int32_t> turns;
    /// Of every wall, its own time: when it began to go as it goes, how late it was there then, and
    /// how fast it goes.
    static constexpr std::size_t clock_numbers = 3;
    std::vector<double> wall_clocks;
    double skin = 0.0;              ///< m, on the boxes since the last detection
    std::uint64_t detected_at = 0;  ///< the step of that

    /// Of every contact, in the order of Simulation::contacts(): the two bodies.
    std::vector<std::uint32_t> pairs;
    /// Of every contact: the image of the second body that the first is with, in x and y.
    std::vector<std::int32_t> images;
    /// Of every contact: the kind of its memory, the features of both, then the edges that cross
    /// where the outline enters (of both) and where it leaves.
    static constexpr std::size_t memory_numbers = 7;
    std::vector<std::uint16_t> memories;
    std::vector<double> springs;
    std::vector<double> clear_until;     ///< travel of both before the pair can touch
    std::vector<std::uint8_t> touching;  ///< 0 or 1
    /// Of every contact that touches: area, chord, centroid, midpoint, normal, force, both torques.
    static constexpr std::size_t overlap_numbers = 12;
    std::vector<double> overlaps;

    double elastic_work = 0.0;  ///< of the normal forces
    Ledger ledger;              ///< without the kinetic energy and that of gravity, which follow

    // What the run has to tell, and does not depend on.
    std::uint64_t detections = 0;
    geometry::QueryCounts queries;
    double stability_drag = 0.0;
    GrainId stability_grain = 0;
    std::uint64_t stability_step = 0;
    std::vector<double> phase_times;
};

}  // namespace scree::engine
