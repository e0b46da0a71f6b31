#include "engine/broad_phase.h"

#include "engine/brute_force.h"
#include "engine/linked_cell.h"
#include "engine/loose_quadtree.h"
#include "engine/quadtree.h"
#include "engine/sweep.h"
#include "engine/verlet_lists.h"

namespace scree::engine {

std::string_view name_of(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::brute_force:
            return "brute_force";
        case BroadPhaseKind::linked_cell:
            return "linked_cell";
        case BroadPhaseKind::verlet:
            return "verlet";
        case BroadPhaseKind::quadtree:
            return "quadtree";
        case BroadPhaseKind::loose_quadtree:
            return "loose_quadtree";
        case BroadPhaseKind::sweep:
            break;
    }
    return "sweep";
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind, BoxPeriod period) {
    switch (kind) {
        case BroadPhaseKind::brute_force:
            return std::make_unique<BruteForce>(period);
        case BroadPhaseKind::linked_cell:
            return std::make_unique<LinkedCell>(period);
        case BroadPhaseKind::verlet:
            return std::make_unique<VerletLists>(period);
        case BroadPhaseKind::quadtree:
            return std::make_unique<Quadtree>(period);
        case BroadPhaseKind::loose_quadtree:
            return std::make_unique<LooseQuadtree>(period);
        case BroadPhaseKind::sweep:
            break;
    }
    return std::make_unique<Sweep>(period);
}

}  // namespace scree::engine
