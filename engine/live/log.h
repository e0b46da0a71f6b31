#pragma once

#include <vector>

#include "engine/run/world.h"

namespace scree::engine {

/// Removes the logged change that a new one in the same step undoes: of a slider that moves while
/// the run stands, only the last change counts. Changes before a grain was dropped stay, because
/// the grain came under the gravity of that moment.
void forget_undone(std::vector<LoggedChange>& changes, const LoggedChange& by);

/// Whether a change would change nothing, because its value is in force already: a slider that is
/// held sends the same value again and again.
bool holds(const World& live, const LiveChange& change);

}  // namespace scree::engine
