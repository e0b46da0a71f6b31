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
    unbalanced_force
};

template <>
inline constexpr std::array<Word<MeasureKind>, 6> words<MeasureKind>{
    {{MeasureKind::angle_of_repose, "angle_of_repose"},
     {MeasureKind::coordination, "coordination"},
     {MeasureKind::packing, "packing"},
     {MeasureKind::velocity_profile, "velocity_profile"},
     {MeasureKind::energy, "energy"},
     {MeasureKind::unbalanced_force, "unbalanced_force"}}};

}  // namespace scree::engine
