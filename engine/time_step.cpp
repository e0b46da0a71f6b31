#include "engine/time_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree::engine {
namespace {

double limit(const ContactParameters& contact, double mass, double stiffness) {
    const double period = std::numbers::pi * std::sqrt(mass / stiffness) / 50.0;
    const double drag =
        contact.damping * std::sqrt(mass * contact.stiffness) * stiffness / contact.stiffness;
    return drag > 0.0 ? std::min(period, 0.04 * mass / drag) : period;
}

double with_grain(const GrainKind& a, const GrainKind& b, const ContactParameters& contact) {
    const double mass = a.mass * b.mass / (a.mass + b.mass);
    const double l = 4.0 * a.inradius * b.inradius / (a.inradius + b.inradius);
    return limit(contact, mass, contact.stiffness * std::min(a.diameter, b.diameter) / l);
}

double with_wall(const GrainKind& grain, const ContactParameters& contact) {
    return limit(contact, grain.mass, contact.stiffness * grain.diameter / (4.0 * grain.inradius));
}

/// Both limits only fall with a lighter, a longer and a thinner grain. So of each material just the
/// grains matter that no other beats in all three.
std::vector<std::size_t> worst_grains(std::span<const GrainKind> grains) {
    const auto beats = [](const GrainKind& a, const GrainKind& b) {
        return a.material == b.material && a.mass <= b.mass && a.diameter >= b.diameter &&
               a.inradius <= b.inradius;
    };
    std::vector<std::size_t> worst;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (std::any_of(worst.begin(), worst.end(),
                        [&](std::size_t k) { return beats(grains[k], grains[i]); }))
            continue;
        std::erase_if(worst, [&](std::size_t k) { return beats(grains[i], grains[k]); });
        worst.push_back(i);
    }
    return worst;
}

}  // namespace

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials) {
    return {grain.material, materials[grain.material].density * geometry::area(grain.shape),
            geometry::diameter(grain.shape), geometry::inradius(grain.shape)};
}

TimeStep largest_time_step(std::span<const GrainKind> grains,
                           std::span<const std::uint16_t> wall_materials,
                           const ContactTable& contacts) {
    TimeStep best{std::numeric_limits<double>::infinity()};
    const auto consider = [&](const TimeStep& step) {
        if (step.dt < best.dt) best = step;
    };
    const std::vector<std::size_t> worst = worst_grains(grains);
    for (const std::size_t i : worst) {
        for (const std::size_t j : worst)
            consider({with_grain(grains[i], grains[j],
                                 contacts.at(grains[i].material, grains[j].material)),
                      i, j, false});
        for (const std::uint16_t material : wall_materials)
            consider({with_wall(grains[i], contacts.at(grains[i].material, material)), i, i, true});
    }
    return best;
}

}  // namespace scree::engine
