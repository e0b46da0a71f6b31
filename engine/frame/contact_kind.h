#pragma once

#include <span>

#include "engine/dynamics/simulation.h"
#include "engine/frame/assembly.h"
#include "engine/frame/tables.h"

namespace scree::engine {

/// How the bodies of a contact that touches do so. Of a wall whose pieces are felt as one only the
/// piece counts in whose place they touch.
ContactKind kind_of(const Simulation& simulation, std::size_t contact);

/// The same of a frame, from where the corners are.
ContactKind kind_of(const Assembly& assembly, const AssemblyContact& contact);

}  // namespace scree::engine
