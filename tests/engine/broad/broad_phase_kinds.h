#pragma once

#include <array>

#include "engine/broad/broad_phase.h"

namespace scree::tests {

/// Every broad phase except the reference, with which the others are compared.
inline constexpr std::array methods = {
    engine::BroadPhaseKind::sweep,     engine::BroadPhaseKind::linked_cell,
    engine::BroadPhaseKind::hgrid,     engine::BroadPhaseKind::verlet,
    engine::BroadPhaseKind::quadtree,  engine::BroadPhaseKind::loose_quadtree,
    engine::BroadPhaseKind::automatic,
};

}  // namespace scree::tests
