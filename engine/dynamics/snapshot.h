#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/laws/ledger.h"
#include "geometry/proximity.h"

namespace scree::engine {

/// The complete state between two steps: everything that the rest of a run depends on, except for
/// what does not change, which is the model, the settings, and the shapes and materials of the
/// grains. It consists of plain numbers, ready to be written to a file and read back; a run that
/// continues from them has the same bits as one that was never stopped. In each list the numbers of
/// the first item come first, then those of the next.
struct Snapshot {
    std::uint64_t steps = 0;
    GrainId next_id = 0;
    /// Whether grains came or went since the last step.
    bool grains_changed = true;

    std::vector<GrainId> ids;
    /// For x, y and angle in turn: the scaled derivatives in turn, as many as the integrator has,
    /// with one number for each grain.
    std::vector<double> derivatives;

    /// For every piece of a wall, then for every grain, as of the last force evaluation: position,
    /// cosine and sine of the angle, velocity, spin, travel since the last detection.
    static constexpr std::size_t body_numbers = 8;
    std::vector<double> bodies;
    /// For the same bodies: the vertices that touch the box on the left, right, bottom and top.
    static constexpr std::size_t extreme_numbers = 4;
    std::vector<std::uint16_t> extremes;
    /// For the same bodies: how often the body went around a periodic domain, in x and y.
    std::vector<std::int32_t> turns;
    /// For every wall, the state of its own clock: since when it has had its present rate (run
    /// time), what it showed then, and the rate.
    static constexpr std::size_t clock_numbers = 3;
    std::vector<double> wall_clocks;
    /// For every wall: where its present motion began (shift in x and y, turn), whether it is meant
    /// to be there, its load before and after its last change, when that began, how long it takes
    /// and whether it is linear, the force that acts, and the scaled derivatives of its way along
    /// the load and of its turn.
    static constexpr std::size_t wall_numbers = 22;
    std::vector<double> wall_states;
    /// Of a cell that deforms; otherwise there are none: its matrix with all derivatives, that of
    /// the last force evaluation with its velocity, that of the last detection, the stress, the
    /// strain, the skin, whether the powers are known; for each component its target and its power.
    std::vector<double> cell;
    double skin = 0.0;              ///< m, on the boxes since the last detection
    std::uint64_t detected_at = 0;  ///< the step of that

    /// For every contact, in the order of Simulation::contacts(): the two bodies.
    std::vector<std::uint32_t> pairs;
    /// For every contact: which image of the second body the first one meets, in x and y.
    std::vector<std::int32_t> images;
    /// For every contact: the kind of its memory, the features of both, then the edges of both that
    /// cross where the outline enters, and where it leaves.
    static constexpr std::size_t memory_numbers = 7;
    std::vector<std::uint16_t> memories;
    std::vector<std::uint8_t> touched;   ///< for every contact: 1 if it touched in the last step
    std::vector<double> springs;         ///< half a step ahead
    std::vector<double> clear_until;     ///< travel of both bodies before the pair can touch
    std::vector<std::uint8_t> touching;  ///< 0 or 1
    /// For every contact that touches: area, chord, centroid, midpoint, normal, force, both
    /// torques.
    static constexpr std::size_t overlap_numbers = 12;
    std::vector<double> overlaps;

    double elastic_work = 0.0;  ///< of the normal forces
    StepWork last_work;
    Ledger ledger;  ///< without kinetic energy and that of gravity, which are computed

    // Statistics, on which the run does not depend.
    std::uint64_t detections = 0;
    geometry::QueryCounts queries;
    double stability_share = 0.0;
    GrainId stability_grain = 0;
    std::uint64_t stability_step = 0;
    std::vector<double> phase_times;
};

}  // namespace scree::engine
