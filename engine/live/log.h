#pragma once

#include <vector>

#include "engine/run/world.h"

namespace scree::engine {

/// A hand that moves while the run stands leaves no trace but the last. What was changed before a
/// grain was dropped stays: the grain came under the gravity of that moment.
void forget_undone(std::vector<LoggedChange>& changes, const LoggedChange& by);

/// Whether a change is what holds already: a hand on a slider says the same again and again.
bool holds(const World& live, const LiveChange& change);

}  // namespace scree::engine
