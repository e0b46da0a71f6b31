#pragma once

#include <cstdint>

#include "engine/base/words.h"

namespace scree::engine {

/// The kinds of measurement. Scenes may ask for all of them except the unbalanced force, which
/// every run has in its series anyway.
enum class MeasureKind : std::uint8_t {
    angle_of_repose,
    coordination,
    packing,
    velocity_profile,
    energy,
    unbalanced_force,
    wall_load,
    stress,
    shear,
    fabric,
    profile,
    force_distribution,
    deposit,
    flow,
    structure,
    msd,
    sieve,
    field,
    segregation
};

template <>
inline constexpr std::array<Word<MeasureKind>, 19> words<MeasureKind>{
    {{MeasureKind::angle_of_repose, "angle_of_repose"},
     {MeasureKind::coordination, "coordination"},
     {MeasureKind::packing, "packing"},
     {MeasureKind::velocity_profile, "velocity_profile"},
     {MeasureKind::energy, "energy"},
     {MeasureKind::unbalanced_force, "unbalanced_force"},
     {MeasureKind::wall_load, "wall_load"},
     {MeasureKind::stress, "stress"},
     {MeasureKind::shear, "shear"},
     {MeasureKind::fabric, "fabric"},
     {MeasureKind::profile, "profile"},
     {MeasureKind::force_distribution, "force_distribution"},
     {MeasureKind::deposit, "deposit"},
     {MeasureKind::flow, "flow"},
     {MeasureKind::structure, "structure"},
     {MeasureKind::msd, "msd"},
     {MeasureKind::sieve, "sieve"},
     {MeasureKind::field, "field"},
     {MeasureKind::segregation, "segregation"}}};

/// Whether a measurement is of a part of the plane.
constexpr bool has_region(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::energy:
        case MeasureKind::unbalanced_force:
        case MeasureKind::wall_load:
        case MeasureKind::flow:
            return false;
        default:
            return true;
    }
}

/// Whether the region is everywhere, and not the domain, unless another is given.
constexpr bool is_everywhere(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::angle_of_repose:
        case MeasureKind::coordination:
        case MeasureKind::deposit:
        case MeasureKind::msd:
        case MeasureKind::sieve:
        case MeasureKind::segregation:
            return true;
        default:
            return false;
    }
}

/// Whether the summary has the mean of the rows of series.csv whatever else a scene says, and not
/// the last moment.
constexpr bool is_averaged(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::wall_load:
        case MeasureKind::stress:
        case MeasureKind::shear:
        case MeasureKind::fabric:
        case MeasureKind::flow:
            return true;
        default:
            return false;
    }
}

/// Whether the summary has the mean over the frames.
constexpr bool is_of_frames(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::velocity_profile:
        case MeasureKind::profile:
        case MeasureKind::force_distribution:
        case MeasureKind::structure:
        case MeasureKind::msd:
        case MeasureKind::field:
            return true;
        default:
            return false;
    }
}

}  // namespace scree::engine
