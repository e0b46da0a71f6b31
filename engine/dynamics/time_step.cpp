#include "engine/dynamics/time_step.h"
#include "engine/laws/kinds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <stdexcept>

namespace scree::engine {
namespace {

/// A grain usually has this many contacts at once (docs/physics.md, "Limits of stability").
constexpr double usual_contacts = 4.0;

/// The contact of two bodies where it is stiffest.
struct Stiffest {
    double mass = 0.0;
    double stiffness = 0.0;
    double drag = 0.0;  ///< c, N s/m
};

Stiffest stiffest(const ContactParameters& contact, double mass, double stiffness) {
    const double drag =
        contact.damping * std::sqrt(mass * contact.stiffness) * stiffness / contact.stiffness;
    return {mass, stiffness, drag};
}

Stiffest with_grain(const GrainKind& a, const GrainKind& b, const ContactParameters& contact) {
    const double mass = a.mass * b.mass / (a.mass + b.mass);
    const double l = 4.0 * a.inradius * b.inradius / (a.inradius + b.inradius);
    return stiffest(contact, mass, contact.stiffness * std::min(a.diameter, b.diameter) / l);
}

Stiffest with_wall(const GrainKind& grain, const ContactParameters& contact) {
    return stiffest(contact, grain.mass,
                    contact.stiffness * grain.diameter / (4.0 * grain.inradius));
}

/// The largest time step for one pair, and whether damping is what limits it.
struct PairLimit {
    double dt = 0.0;
    bool damping = false;
};

PairLimit automatic_limit(const Stiffest& contact) {
    const double period = std::numbers::pi * std::sqrt(contact.mass / contact.stiffness) / 50.0;
    const double damped = contact.drag > 0.0 ? 0.04 * contact.mass / contact.drag : period;
    return {std::min(period, damped), damped < period};
}

/// The root of n ((omega dt / stiff)^2 + r dt / drag) = 1.
PairLimit stable_limit(const Stiffest& contact, const StableLimit& limit, double n) {
    const double frequency = std::sqrt(n * contact.stiffness / contact.mass);
    const double stiff = frequency / limit.stiff;
    const double drag = n * contact.drag / contact.mass / limit.drag;
    const double root = 2.0 / (drag + std::sqrt(drag * drag + 4.0 * stiff * stiff));
    // Damping decides if its term is the larger of the two.
    return {std::min(root, limit.undamped / frequency), drag * root > 0.5};
}

/// All limits fall as a grain becomes lighter, longer or thinner. So of each material only those
/// grains matter that no other grain exceeds in all three.
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

/// Returns the least value of `limit` over any two grains, and any grain with any wall.
template <class Limit>
TimeStep least_time_step(std::span<const GrainKind> grains,
                         std::span<const std::uint16_t> wall_materials,
                         const ContactTable& contacts, const Limit& limit) {
    TimeStep best{std::numeric_limits<double>::infinity()};
    const auto consider = [&](const PairLimit& pair, std::size_t i, std::size_t j, bool wall) {
        if (pair.dt < best.dt) best = {pair.dt, i, j, wall, pair.damping};
    };
    const std::vector<std::size_t> worst = worst_grains(grains);
    for (const std::size_t i : worst) {
        const std::uint16_t material = grains[i].material;
        for (const std::size_t j : worst)
            consider(
                limit(with_grain(grains[i], grains[j], contacts.at(material, grains[j].material))),
                i, j, false);
        for (std::size_t k = 0; k < wall_materials.size(); ++k)
            consider(limit(with_wall(grains[i], contacts.at(material, wall_materials[k]))), i, k,
                     true);
    }
    return best;
}

}  // namespace

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials) {
    return {grain.material, materials[grain.material].density * geometry::area(grain.shape),
            geometry::diameter(grain.shape), geometry::inradius(grain.shape)};
}

StableLimit stable_limit_of(IntegratorKind integrator) {
    switch (integrator) {
        case IntegratorKind::verlet:
            return {2.0, 2.0, 1.0};
        case IntegratorKind::gear3:
            return {1.41, 1.41, 0.55};
        case IntegratorKind::gear4:
            return {0.23, 1.04, 0.30};
        case IntegratorKind::gear5:
            break;
    }
    return {0.31, 0.80, 0.164};
}

TimeStep largest_time_step(std::span<const GrainKind> grains,
                           std::span<const std::uint16_t> wall_materials,
                           const ContactTable& contacts) {
    return least_time_step(grains, wall_materials, contacts, automatic_limit);
}

TimeStep stable_time_step(std::span<const GrainKind> grains,
                          std::span<const std::uint16_t> wall_materials,
                          const ContactTable& contacts, IntegratorKind integrator,
                          double contacts_of_grain) {
    const StableLimit limit = stable_limit_of(integrator);
    return least_time_step(grains, wall_materials, contacts, [&](const Stiffest& contact) {
        return stable_limit(contact, limit, contacts_of_grain);
    });
}

TimeStepVerdict judge_time_step(double dt, std::span<const GrainKind> grains,
                                std::span<const std::uint16_t> wall_materials,
                                const ContactTable& contacts, IntegratorKind integrator) {
    if (!(dt > 0.0) || !std::isfinite(dt))
        throw std::invalid_argument("the time step must be a positive number of seconds");
    TimeStepVerdict verdict;
    verdict.dt = dt;
    verdict.automatic = largest_time_step(grains, wall_materials, contacts).dt;
    verdict.limit = stable_time_step(grains, wall_materials, contacts, integrator, 1.0);
    if (dt > verdict.limit.dt) {
        verdict.kind = TimeStepVerdict::Kind::beyond;
        return verdict;
    }
    verdict.limit = stable_time_step(grains, wall_materials, contacts, integrator, usual_contacts);
    if (dt > verdict.limit.dt && dt > verdict.automatic) verdict.kind = TimeStepVerdict::Kind::near;
    return verdict;
}

std::string pair_text(std::string_view first, std::string_view second) {
    std::ostringstream text;
    if (first == second)
        text << "two grains like those of `" << first << '`';
    else
        text << '`' << first << "` and `" << second << '`';
    return text.str();
}

std::string explain(const TimeStepVerdict& verdict, IntegratorKind integrator,
                    std::string_view first, std::string_view second) {
    if (verdict.kind == TimeStepVerdict::Kind::fine) return {};
    const bool beyond = verdict.kind == TimeStepVerdict::Kind::beyond;
    std::ostringstream text;
    text << "a time step of " << verdict.dt << " s is beyond the limit of " << verdict.limit.dt
         << " s up to which " << name_of(integrator) << " is stable "
         << (beyond ? "for a single contact" : "where a grain has four contacts like that")
         << " between " << pair_text(first, second) << ": take at most " << verdict.automatic
         << " s, or dt = \"auto\"";
    return text.str();
}

}  // namespace scree::engine
