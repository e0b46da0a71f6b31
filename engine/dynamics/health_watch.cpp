#include "engine/dynamics/health_watch.h"

#include <cmath>

#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {
namespace {

std::string at_time(double time) { return "at t = " + std::to_string(time) + " s "; }

std::string grain_name(GrainId id) { return "grain " + std::to_string(id); }

}  // namespace

void HealthWatch::look_at_stability(const Bodies& bodies, const Domain& domain,
                                    const Contacts& contacts, const ContactForces& forces,
                                    double dt, std::uint64_t step) {
    for (std::size_t i = 0; i < bodies.grain_count(); ++i) {
        const double drag = dt * forces.drag_on(i, bodies, domain, contacts);
        if (!(drag > stability_.drag)) continue;
        stability_.drag = drag;
        stability_.grain = bodies.id_of(i);
        stability_.step = step;
    }
}

void HealthWatch::check_reach(const Bodies& bodies, const Walls& walls, const Period& period,
                              double time) const {
    bodies.for_each([&](Body body) {
        if (period.is_in_reach(bodies.kinematics(body).pose.position)) return;
        if (is_wall(body))
            throw Breakdown(at_time(time) + walls.name_of(walls.wall_of(body)) +
                                " has gone around a periodic domain too often",
                            0);
        throw Breakdown(at_time(time) + grain_name(bodies.id_of(body)) +
                            " goes around a periodic domain too fast: take a smaller time step",
                        bodies.id_of(body));
    });
}

void HealthWatch::check_overlaps(std::span<const ContactSums> blocks, const Bodies& bodies,
                                 const Walls& walls, const Contacts& contacts, double time) const {
    for (const ContactSums& sums : blocks) {
        if (sums.too_deep == ContactSums::none) continue;
        const auto [i, j] = contacts.all()[sums.too_deep].pair;
        const std::string other =
            is_wall(j) ? walls.name_of(walls.wall_of(j)) : grain_name(bodies.id_of(j));
        const bool swallowed = contacts.overlap(sums.too_deep).swallowed;
        throw Breakdown(at_time(time) + grain_name(bodies.id_of(i)) +
                            (swallowed ? " is swallowed by " : " overlaps with ") + other +
                            ", which is too deep for a contact: take a smaller time step or a "
                            "stiffer material, or place grains further apart",
                        bodies.id_of(i));
    }
}

void HealthWatch::report_not_finite(GrainId grain, double time) const {
    throw Breakdown(at_time(time) + "the state of " + grain_name(grain) +
                        " is no longer finite: take a smaller time step or a softer material",
                    grain);
}

void HealthWatch::write(Snapshot& to) const {
    to.stability_drag = stability_.drag;
    to.stability_grain = stability_.grain;
    to.stability_step = stability_.step;
}

void HealthWatch::check(const Snapshot& from) const {
    snapshot_check::require(std::isfinite(from.stability_drag), "a drag is not finite");
}

void HealthWatch::read(const Snapshot& from) {
    stability_.drag = from.stability_drag;
    stability_.grain = from.stability_grain;
    stability_.step = from.stability_step;
}

}  // namespace scree::engine
