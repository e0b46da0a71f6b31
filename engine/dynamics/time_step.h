#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/laws/material.h"

namespace scree::engine {

/// The properties of a grain that decide how stiff its contacts are.
struct GrainKind {
    std::uint16_t material = 0;
    double mass = 0.0;
    double diameter = 0.0;
    double inradius = 0.0;
};

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials);

/// A time step, and the two bodies that decide it: two grains, or a grain and the index of a wall.
struct TimeStep {
    double dt = 0.0;
    std::size_t first = 0;
    std::size_t second = 0;
    bool wall = false;
    bool damping = false;  ///< whether damping limits it, and not stiffness
};

/// The largest time step with which every contact is resolved and damped stably (docs/physics.md,
/// "Automatic time step"). It is taken over any two grains, and any grain with any wall, at their
/// stiffest: k = Y min(D) / l with l = 4 rho1 rho2 / (rho1 + rho2), wall: 4 rho; c = gamma sqrt(m
/// Y) k / Y; dt is the least of pi sqrt(m / k) / 50 and 0.04 m / c. It is infinite if there is
/// nothing that decides it.
TimeStep largest_time_step(std::span<const GrainKind> grains,
                           std::span<const std::uint16_t> wall_materials,
                           const ContactTable& contacts);

/// Where an integrator becomes unstable, for x'' = -omega^2 x - r x' (r = c / m = 2 zeta omega):
/// (omega dt / stiff)^2 + r dt / drag = 1, found by test and good to 3 %. Both terms are sums over
/// the contacts that hold a grain. Without damping, gear4 and gear5 already grow at smaller steps,
/// though slowly: omega dt must stay below `undamped`, up to which the growth is less than 1e-5 per
/// step.
struct StableLimit {
    double undamped = 0.0;
    double stiff = 0.0;
    double drag = 0.0;
};

StableLimit stable_limit_of(IntegratorKind integrator);

/// The largest time step that is stable for every pair of bodies, if a grain has this many contacts
/// like the one between the two.
TimeStep stable_time_step(std::span<const GrainKind> grains,
                          std::span<const std::uint16_t> wall_materials,
                          const ContactTable& contacts, IntegratorKind integrator,
                          double contacts_of_grain);

/// The judgement of a time step that was set by hand.
struct TimeStepVerdict {
    enum class Kind : std::uint8_t {
        fine,
        near,   ///< four contacts on one grain may be too many: a warning
        beyond  ///< a single contact is unstable: an error
    };

    Kind kind = Kind::fine;
    double dt = 0.0;
    double automatic = 0.0;
    TimeStep limit;  ///< the smallest limit that was exceeded; if none was, the next one
};

/// Compares a time step with the automatic one and with the limits of stability. Throws
/// std::invalid_argument unless it is a positive number.
TimeStepVerdict judge_time_step(double dt, std::span<const GrainKind> grains,
                                std::span<const std::uint16_t> wall_materials,
                                const ContactTable& contacts, IntegratorKind integrator);

/// Names the two bodies of a contact, given the names of their groups or walls.
std::string pair_text(std::string_view first, std::string_view second);

/// Returns a sentence for the user, who knows the bodies of `verdict.limit` by these names. It is
/// empty if the time step is fine.
std::string explain(const TimeStepVerdict& verdict, IntegratorKind integrator,
                    std::string_view first, std::string_view second);

}  // namespace scree::engine
