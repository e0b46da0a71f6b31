/// The words for contact laws and for integrators.
#pragma once

#include "engine/base/words.h"
#include "engine/laws/contact_law.h"
#include "engine/laws/gear.h"

namespace scree::engine {

template <>
inline constexpr std::array<Word<LawKind>, 3> words<LawKind>{
    {{LawKind::area, "area"}, {LawKind::energy, "energy"}, {LawKind::linear, "linear"}}};

template <>
inline constexpr std::array<Word<IntegratorKind>, 4> words<IntegratorKind>{
    {{IntegratorKind::gear3, "gear3"},
     {IntegratorKind::gear4, "gear4"},
     {IntegratorKind::gear5, "gear5"},
     {IntegratorKind::verlet, "verlet"}}};

}  // namespace scree::engine
