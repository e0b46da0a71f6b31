#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/words.h"
#include "engine/dynamics/body_state.h"
#include "engine/dynamics/stability.h"
#include "engine/laws/contact_law.h"
#include "engine/laws/material.h"

namespace scree::engine {

/// How deep an overlap is when the automatic time step looks at it: its share of the grain's
/// diameter 2 R.
inline constexpr double usual_depth = 0.02;

/// The properties of a grain that decide how stiff its contacts are.
struct GrainKind {
    std::uint16_t material = 0;
    double mass = 0.0;
    double size = 0.0;   ///< R = sqrt(area / pi)
    double lever = 0.0;  ///< r^2 / I, r the distance of its furthest point from its centre
    /// The longest chords of an overlap of the usual depth with a straight wall, and with a grain
    /// like itself, where each of the two takes half of the depth.
    double chord = 0.0;
    double half_chord = 0.0;
};

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials);

/// What a time step follows from.
struct StepBasis {
    std::span<const GrainKind> grains;
    std::span<const std::uint16_t> wall_materials;
    const ContactTable& contacts;
    LawKind law = LawKind::area;
    IntegratorKind integrator = IntegratorKind::gear3;
    double accuracy = usual_accuracy;  ///< of the restitution of any contact
};

/// What limits a time step.
enum class StepReason : std::uint8_t { stiffness, damping, friction, stability };

template <>
inline constexpr std::array<Word<StepReason>, 4> words<StepReason>{
    {{StepReason::stiffness, "stiffness"},
     {StepReason::damping, "damping"},
     {StepReason::friction, "friction"},
     {StepReason::stability, "stability"}}};

/// A time step, and the two bodies that decide it: two grains, or a grain and the index of a wall.
struct TimeStep {
    double dt = 0.0;
    std::size_t first = 0;
    std::size_t second = 0;
    bool wall = false;
    StepReason reason = StepReason::stiffness;
};

/// The time step with which the restitution of every contact is as accurate as asked, and with
/// which four contacts of a grain are stable (docs/physics.md, "Automatic time step"). Every grain
/// is looked at with its like, with the lightest grain of each material, and with every wall. It is
/// infinite if there is nothing that decides it.
TimeStep automatic_time_step(const StepBasis& basis);

/// The duration of the shortest contact without damping, pi / omega_n, of the same pairs, s. It is
/// the time in which contacts change, whatever the time step is.
double shortest_contact(const StepBasis& basis);

/// The largest time step that is stable for every pair of bodies, if a grain has this many contacts
/// like the one between the two.
TimeStep stable_time_step(const StepBasis& basis, double contacts_of_grain);

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
TimeStepVerdict judge_time_step(double dt, const StepBasis& basis);

/// Names the two bodies of a contact, given the names of their groups or walls.
std::string pair_text(std::string_view first, std::string_view second);

/// Returns a sentence for the user, who knows the bodies of `verdict.limit` by these names. It is
/// empty if the time step is fine.
std::string explain(const TimeStepVerdict& verdict, IntegratorKind integrator,
                    std::string_view first, std::string_view second);

}  // namespace scree::engine
