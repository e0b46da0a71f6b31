#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dynamics/body_state.h"
#include "engine/laws/material.h"

namespace scree::engine {

/// What decides how stiffly a grain is held by a contact.
struct GrainKind {
    std::uint16_t material = 0;
    double mass = 0.0;
    double diameter = 0.0;
    double inradius = 0.0;
};

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials);

/// A time step, and the two grains (or the grain and the wall's place in its list) that decide it.
struct TimeStep {
    double dt = 0.0;
    std::size_t first = 0;
    std::size_t second = 0;
    bool wall = false;
    bool damping = false;  ///< limits it, not stiffness
};

/// The largest time step with which every contact is resolved and damped stably (PHYSICS, automatic
/// time step). For any two grains, and any with any wall, at their stiffest: k = Y min(D) / l with
/// l = 4 rho1 rho2 / (rho1 + rho2), wall: 4 rho; c = gamma sqrt(m Y) k / Y; dt is the least of
/// pi sqrt(m / k) / 50 and 0.04 m / c. Nothing to decide it: infinity.
TimeStep largest_time_step(std::span<const GrainKind> grains,
                           std::span<const std::uint16_t> wall_materials,
                           const ContactTable& contacts);

/// Where an integrator becomes unstable, for x'' = -omega^2 x - r x' (r = c / m = 2 zeta omega):
/// (omega dt / stiff)^2 + r dt / drag = 1, found by test and good to 3 %. Both terms are sums over
/// the contacts that hold a grain. Without damping gear4 and gear5 grow earlier, if slowly:
/// omega dt stays below `undamped`, up to where it is less than 1e-5 a step.
struct StableLimit {
    double undamped = 0.0;
    double stiff = 0.0;
    double drag = 0.0;
};

StableLimit stable_limit_of(IntegratorKind integrator);

/// The largest time step that is stable for every pair of bodies, when a grain has so many contacts
/// like the one between the two.
TimeStep stable_time_step(std::span<const GrainKind> grains,
                          std::span<const std::uint16_t> wall_materials,
                          const ContactTable& contacts, IntegratorKind integrator,
                          double contacts_of_grain);

/// What is to be said about a time step that was set by hand.
struct TimeStepVerdict {
    enum class Kind : std::uint8_t {
        fine,
        near,   ///< four contacts on one grain may be too many: a warning
        beyond  ///< a single contact is unstable: an error
    };

    Kind kind = Kind::fine;
    double dt = 0.0;
    double automatic = 0.0;
    TimeStep limit;  ///< the smallest that was passed; of one that is fine: the next
};

/// Compares a time step with the automatic one and with the limits of stability. Throws
/// std::invalid_argument unless it is a positive number.
TimeStepVerdict judge_time_step(double dt, std::span<const GrainKind> grains,
                                std::span<const std::uint16_t> wall_materials,
                                const ContactTable& contacts, IntegratorKind integrator);

/// Whose contact it is, by the names of groups and walls.
std::string pair_text(std::string_view first, std::string_view second);

/// A sentence for the user, who knows the bodies of `verdict.limit` by these names. Empty when the
/// time step is fine.
std::string explain(const TimeStepVerdict& verdict, IntegratorKind integrator,
                    std::string_view first, std::string_view second);

}  // namespace scree::engine
