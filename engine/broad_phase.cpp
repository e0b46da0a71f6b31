#include "engine/broad_phase.h"

#include "engine/brute_force.h"
#include "engine/linked_cell.h"
#include "engine/sweep.h"

namespace scree::engine {

std::string_view name_of(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::brute_force:
            return "brute_force";
        case BroadPhaseKind::linked_cell:
            return "linked_cell";
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
        case BroadPhaseKind::sweep:
            break;
    }
    return std::make_unique<Sweep>(period);
}

}  // namespace scree::engine
