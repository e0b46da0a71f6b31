#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact_forces.h"
#include "engine/dynamics/contacts.h"
#include "engine/dynamics/stability.h"
#include "engine/dynamics/walls/walls.h"

namespace scree::engine {

/// Thrown when the physics breaks down: the state is not finite, a grain is inside another, or an
/// overlap is too deep. The message says which grain, when, and what to change.
class Breakdown : public std::runtime_error {
public:
    Breakdown(const std::string& message, std::optional<GrainId> grain)
        : std::runtime_error(message), grain_(grain) {}
    /// The grain that broke down, unless it was a wall.
    std::optional<GrainId> grain() const { return grain_; }

private:
    std::optional<GrainId> grain_;
};

/// Checks that the state of a run still makes physical sense. The checks throw Breakdown if it does
/// not.
class HealthWatch {
public:
    explicit HealthWatch(const StableLimit& limit) : limit_(limit) {}

    /// How near the run has come to the limit of stability at the moments at which it was examined.
    const Stability& stability() const { return stability_; }
    void look_at_stability(const Bodies& bodies, const Domain& domain, const Contacts& contacts,
                           const ContactForces& forces, double dt, std::uint64_t step);

    /// Bodies must not go around a periodic domain more often between two detections than can be
    /// counted.
    void check_reach(const Bodies& bodies, const Walls& walls, const Period& period,
                     double time) const;
    /// A body must not move further in a step than the smallest grain is wide inside, or it could
    /// pass through another body unnoticed; a wall not further than it is thick itself. `travel` is
    /// the furthest that a body has gone in this step or in several.
    void check_speeds(double travel, double smallest_inradius, const Bodies& bodies,
                      const Walls& walls, const Domain& domain, double dt, double time) const;
    /// A cell must not become so narrow that two grains of this radius could meet twice.
    void check_width(const DeformingCell& cell, double largest_radius, double time) const;
    /// A cell must go on as a whole, and towards the stresses that are asked for.
    void check_cell(const DeformingCell& cell, double dt, double time) const;
    /// Grains from this index on, which are new, must not be placed on top of each other: their
    /// pairs would be as many as the square of their number.
    void check_crowds(std::size_t first, const Bodies& bodies, double time) const;
    void check_overlaps(std::span<const ContactSums> blocks, const Bodies& bodies,
                        const Walls& walls, const Contacts& contacts, double time) const;
    /// Throws Breakdown for a wall under load that no grains resist.
    [[noreturn]] void report_no_resistance(const Walls& walls, std::size_t wall, double time) const;
    [[noreturn]] void report_not_finite(GrainId grain, double time) const;

    void write(Snapshot& to) const;
    void check(const Snapshot& from) const;
    void read(const Snapshot& from);

private:
    StableLimit limit_;
    Stability stability_;
};

}  // namespace scree::engine
