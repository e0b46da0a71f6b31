#include "engine/forecast/cell_facts.h"

#include <algorithm>
#include <cmath>

#include "engine/run/loads.h"

namespace scree::engine {
namespace {

CellFacts facts_of(const CellTargets& targets, const CellControl& cell, const MeanGrain& grain) {
    CellFacts facts;
    facts.targets = targets;
    facts.mass = *cell.mass;
    double largest = 0.0;
    double count = 0.0;
    for (std::size_t c = 0; c < cell_components; ++c) {
        const CellTarget& target = targets[c];
        if (!target.is_stress) {
            facts.rate = std::max(facts.rate, std::abs(target.value));
            continue;
        }
        facts.rise = *target.rise;
        largest = std::max(largest, std::abs(target.value));
        if (c == static_cast<std::size_t>(CellComponent::xy)) continue;
        facts.pressure += target.value;
        count += 1.0;
    }
    facts.limit = share_of_rate * std::sqrt(largest / grain.mass);
    if (count > 0.0) facts.pressure /= count;
    if (!(facts.pressure > 0.0)) return facts;
    facts.rigidity = grain.stiffness / facts.pressure;
    facts.inertial = facts.rate * std::sqrt(grain.mass / facts.pressure);
    return facts;
}

}  // namespace

std::vector<CellFacts> cell_facts(const Scene& scene, const RunSetup& setup) {
    std::vector<CellFacts> all;
    if (!setup.settings.cell) return all;
    std::vector<std::span<const NewGrain>> groups;
    for (std::size_t g = 0; g < scene.grains.size(); ++g) groups.push_back(setup.grains_of(g));
    const MeanGrain grain =
        mean_grain(groups, scene.materials, setup.stages.front().begin.contacts, scene.law);
    for (std::size_t k = 0; k < setup.stages.size(); ++k) {
        const CellTargets& targets = setup.stages[k].end.cell;
        if (!all.empty() && all.back().targets == targets) continue;
        all.push_back(facts_of(targets, *setup.settings.cell, grain));
        all.back().stage = k;
    }
    return all;
}

}  // namespace scree::engine
