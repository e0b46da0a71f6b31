#include "engine/dynamics/time_step.h"
#include "engine/laws/kinds.h"
#include "geometry/largest_chord.h"

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

/// The steps for an error of `usual_accuracy`, in units of 1 / omega_n, 1 / (gamma omega_n) and 1 /
/// omega_t (docs/physics.md, "Automatic time step").
constexpr double stiffness_step = 0.20;
constexpr double damping_step = 0.15;
constexpr double friction_step = 0.33;

/// A contact as two damped oscillators, along its normal and along its tangent.
struct Oscillators {
    double normal = 0.0;      ///< omega_n^2 = k (1/m1 + 1/m2)
    double gamma = 0.0;       ///< c = gamma sqrt(m k): the damping ratio is gamma / 2
    double tangential = 0.0;  ///< omega_t^2 = k_t (1/m1 + 1/m2 + r1^2/I1 + r2^2/I2)
    double zeta = 0.0;        ///< its damping ratio
};

/// The stiffness of the law over Y, given the share b / l of the chord.
double share_of_stiffness(LawKind law, double share) {
    switch (law) {
        case LawKind::energy:
            return share * share;
        case LawKind::linear:
            return 1.0;
        case LawKind::area:
            break;
    }
    return share;
}

Oscillators oscillators(LawKind law, const ContactParameters& contact, double share,
                        double inverse_mass, double lever) {
    return {contact.stiffness * share_of_stiffness(law, share) * inverse_mass, contact.damping,
            contact.tangential_stiffness() * (inverse_mass + lever), contact.tangential_damping};
}

/// The depth is shared by the two grains in some way, so that one of them takes half of it at most.
double chord_between(const GrainKind& a, const GrainKind& b) {
    return std::max(std::min(a.half_chord, b.chord), std::min(a.chord, b.half_chord));
}

Oscillators with_grain(const StepBasis& basis, const GrainKind& a, const GrainKind& b) {
    const double share = chord_between(a, b) * 0.25 * (1.0 / a.size + 1.0 / b.size);
    return oscillators(basis.law, basis.contacts.at(a.material, b.material), share,
                       1.0 / a.mass + 1.0 / b.mass, a.lever + b.lever);
}

Oscillators with_wall(const StepBasis& basis, const GrainKind& grain, std::uint16_t wall) {
    return oscillators(basis.law, basis.contacts.at(grain.material, wall),
                       grain.chord * 0.25 / grain.size, 1.0 / grain.mass, grain.lever);
}

/// The largest time step for one pair, and what limits it.
struct PairLimit {
    double dt = std::numeric_limits<double>::infinity();
    StepReason reason = StepReason::stiffness;

    void lower_to(double other, StepReason why) {
        if (other < dt) *this = {other, why};
    }
};

/// The root of n ((omega dt / stiff)^2 + r dt / drag) = 1 with r = 2 zeta omega, or the limit
/// without damping.
double stable_step(const StableLimit& limit, double n, double square_frequency, double zeta) {
    const double frequency = std::sqrt(square_frequency);
    const double stiff = std::sqrt(n) / limit.stiff;
    const double drag = n * 2.0 * zeta / limit.drag;
    const double root = 2.0 / (drag + std::sqrt(drag * drag + 4.0 * stiff * stiff));
    return std::min(root, limit.undamped / std::sqrt(n)) / frequency;
}

double stable_step(const StableLimit& limit, double n, const Oscillators& contact) {
    return std::min(stable_step(limit, n, contact.normal, 0.5 * contact.gamma),
                    stable_step(limit, n, contact.tangential, contact.zeta));
}

PairLimit automatic_limit(const StepBasis& basis, const Oscillators& contact) {
    const double factor = std::sqrt(basis.accuracy / usual_accuracy);
    const double normal = std::sqrt(contact.normal);
    PairLimit limit;
    limit.lower_to(factor * stiffness_step / normal, StepReason::stiffness);
    limit.lower_to(factor * damping_step / (contact.gamma * normal), StepReason::damping);
    limit.lower_to(factor * friction_step / std::sqrt(contact.tangential), StepReason::friction);
    limit.lower_to(stable_step(stable_limit_of(basis.integrator), usual_contacts, contact),
                   StepReason::stability);
    return limit;
}

/// Returns the numbers of the lightest grains of each material.
std::vector<std::size_t> lightest_grains(std::span<const GrainKind> grains) {
    std::vector<std::size_t> lightest;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const auto same = std::ranges::find_if(
            lightest, [&](std::size_t k) { return grains[k].material == grains[i].material; });
        if (same == lightest.end())
            lightest.push_back(i);
        else if (grains[i].mass < grains[*same].mass)
            *same = i;
    }
    return lightest;
}

/// Returns the least value of `limit` over the pairs that are looked at.
template <class Limit>
TimeStep least_time_step(const StepBasis& basis, const Limit& limit) {
    TimeStep best{std::numeric_limits<double>::infinity()};
    const auto consider = [&](const PairLimit& pair, std::size_t i, std::size_t j, bool wall) {
        if (pair.dt < best.dt) best = {pair.dt, i, j, wall, pair.reason};
    };
    const std::span<const GrainKind> grains = basis.grains;
    const std::vector<std::size_t> lightest = lightest_grains(grains);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        consider(limit(with_grain(basis, grains[i], grains[i])), i, i, false);
        for (const std::size_t j : lightest)
            consider(limit(with_grain(basis, grains[i], grains[j])), i, j, false);
        for (std::size_t k = 0; k < basis.wall_materials.size(); ++k)
            consider(limit(with_wall(basis, grains[i], basis.wall_materials[k])), i, k, true);
    }
    return best;
}

}  // namespace

GrainKind kind_of(const NewGrain& grain, const std::vector<Material>& materials) {
    const double area = geometry::area(grain.shape);
    const double density = materials[grain.material].density;
    const double size = std::sqrt(area * std::numbers::inv_pi);
    // A plate is not pressed in by more than half of its thickness.
    const double depth = std::min(usual_depth * 2.0 * size, geometry::inradius(grain.shape));
    const double reach = geometry::radius(grain.shape);
    return {.material = grain.material,
            .mass = density * area,
            .size = size,
            .lever = reach * reach / (density * geometry::second_moment(grain.shape)),
            .chord = geometry::largest_chord(grain.shape, depth),
            .half_chord = geometry::largest_chord(grain.shape, 0.5 * depth)};
}

TimeStep automatic_time_step(const StepBasis& basis) {
    return least_time_step(
        basis, [&](const Oscillators& contact) { return automatic_limit(basis, contact); });
}

double shortest_contact(const StepBasis& basis) {
    return least_time_step(basis,
                           [](const Oscillators& contact) {
                               return PairLimit{std::numbers::pi / std::sqrt(contact.normal),
                                                StepReason::stiffness};
                           })
        .dt;
}

TimeStep stable_time_step(const StepBasis& basis, double contacts_of_grain) {
    const StableLimit limit = stable_limit_of(basis.integrator);
    return least_time_step(basis, [&](const Oscillators& contact) {
        return PairLimit{stable_step(limit, contacts_of_grain, contact), StepReason::stability};
    });
}

TimeStepVerdict judge_time_step(double dt, const StepBasis& basis) {
    if (!(dt > 0.0) || !std::isfinite(dt))
        throw std::invalid_argument("the time step must be a positive number of seconds");
    TimeStepVerdict verdict;
    verdict.dt = dt;
    verdict.automatic = automatic_time_step(basis).dt;
    verdict.limit = stable_time_step(basis, 1.0);
    if (dt > verdict.limit.dt) {
        verdict.kind = TimeStepVerdict::Kind::beyond;
        return verdict;
    }
    verdict.limit = stable_time_step(basis, usual_contacts);
    if (dt > verdict.limit.dt) verdict.kind = TimeStepVerdict::Kind::near;
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
