#include "engine/broad/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/broad/automatic.h"
#include "engine/broad/brute_force.h"
#include "engine/broad/hgrid.h"
#include "engine/broad/linked_cell.h"
#include "engine/broad/loose_quadtree.h"
#include "engine/broad/quadtree.h"
#include "engine/broad/sweep.h"
#include "engine/broad/verlet_lists.h"

namespace scree::engine {

std::string text_of(const BroadPhaseContest& contest) {
    const auto nanoseconds = [&](const BroadPhaseTrial& trial) {
        const auto grains = static_cast<double>(std::max<std::size_t>(contest.grains, 1));
        return std::to_string(std::lround(1e9 * trial.seconds / grains));
    };
    if (contest.trials.empty()) return "undecided, " + std::to_string(contest.grains) + " grains";
    std::string others;
    for (const BroadPhaseTrial& trial : std::span(contest.trials).subspan(1))
        others += (others.empty() ? "" : ", ") + std::string(name_of(trial.kind)) + ' ' +
                  nanoseconds(trial);
    const BroadPhaseTrial& kept = contest.trials.front();
    return std::string(name_of(kept.kind)) + " at " + nanoseconds(kept) + " ns a grain" +
           (others.empty() ? "" : " (" + others + ")") + ", " + std::to_string(contest.grains) +
           " grains";
}

std::unique_ptr<BroadPhase> make_broad_phase(const BroadPhaseSettings& settings, BoxPeriod period) {
    switch (settings.kind) {
        case BroadPhaseKind::brute_force:
            return std::make_unique<BruteForce>(period);
        case BroadPhaseKind::linked_cell:
            return std::make_unique<LinkedCell>(period);
        case BroadPhaseKind::verlet:
            return std::make_unique<VerletLists>(period, settings.verlet_radius);
        case BroadPhaseKind::quadtree:
            return std::make_unique<Quadtree>(period);
        case BroadPhaseKind::loose_quadtree:
            return std::make_unique<LooseQuadtree>(period);
        case BroadPhaseKind::hgrid:
            return std::make_unique<Hgrid>(settings.hgrid, period);
        case BroadPhaseKind::automatic:
            return std::make_unique<AutoBroadPhase>(settings, period);
        case BroadPhaseKind::sweep:
            break;
    }
    return std::make_unique<Sweep>(period);
}

Arrangement put_into(const Period& domain, Arrangement arrangement) {
    const geometry::Vec2 low{domain.size.x > 0.0 ? domain.low.x : 0.0,
                             domain.size.y > 0.0 ? domain.low.y : 0.0};
    arrangement.origin += low;
    for (Arrangement::Cell& cell : arrangement.grains) cell.corner += low;
    return arrangement;
}

Arrangement arrangement_of(const BroadPhaseSettings& settings,
                           std::span<const geometry::Box> grains, const Period& domain) {
    const bool are_finite = std::ranges::all_of(
        grains, [](const geometry::Box& box) { return is_finite(box.low) && is_finite(box.high); });
    if (!are_finite || (!has_grid(settings.kind) && !has_tree(settings.kind)))
        return {settings.kind, {}, {}, {}};
    const BoxAxis x(domain.low.x, domain.size.x);
    const BoxAxis y(domain.low.y, domain.size.y);
    Boxes boxes;
    for (const auto& [low, high] : grains)
        boxes.push_grain({{x.snapped_low(low.x), y.snapped_low(low.y)},
                          {x.snapped_high(high.x), y.snapped_high(high.y)}});
    const auto method = make_broad_phase(settings, {x.period(), y.period()});
    Workers alone(1);
    std::vector<ImagePair> pairs;
    method->find_pairs(boxes, alone, pairs);
    return put_into(domain, method->arrangement(boxes));
}

}  // namespace scree::engine
