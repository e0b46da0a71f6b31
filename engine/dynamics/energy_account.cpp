#include "engine/dynamics/energy_account.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {

void EnergyAccount::add(std::span<const ContactSums> blocks) {
    const double stored = std::exchange(ledger_.elastic_tangential, 0.0);
    double potential = 0.0;
    StepWork now;
    // Sums in the order of the blocks, whichever worker computed them.
    for (const ContactSums& sums : blocks) {
        potential += sums.potential;
        ledger_.elastic_tangential += sums.tangential;
        now += {.elastic = sums.elastic_work,
                .normal_damping = sums.normal_damping,
                .tangential_damping = sums.tangential_damping,
                .friction = sums.tangential_work,
                .walls = sums.wall_work};
    }
    // The energy that springs neither hold nor gave back, also that of springs that have ended.
    ledger_.sliding += stored - ledger_.elastic_tangential;
    ledger_.elastic_normal = potential;
    book_half(last_);
    last_ = {};
    count(now);
}

void EnergyAccount::add(const LoadWork& work) {
    count({.elastic = work.of_correction, .walls = work.grains, .wall_damping = work.damping});
    ledger_.load_work += work.load;
    ledger_.limiter += work.limiter;
}

void EnergyAccount::count(const StepWork& work) {
    last_ += work;
    book_half(work);
}

void EnergyAccount::book_half(const StepWork& work) {
    work_ += 0.5 * work.elastic;
    ledger_.normal_damping += 0.5 * work.normal_damping;
    ledger_.tangential_damping += 0.5 * work.tangential_damping;
    ledger_.sliding -= 0.5 * work.friction;
    ledger_.wall_work += 0.5 * work.walls;
    ledger_.wall_damping += 0.5 * work.wall_damping;
}

void EnergyAccount::add(const CellWork& work) {
    ledger_.wall_work += work.rates;
    ledger_.load_work += work.stresses;
    ledger_.limiter += work.limiter;
}

void EnergyAccount::release(const StoredEnergy& stored) {
    ledger_.elastic_tangential -= stored.tangential;
    ledger_.elastic_normal -= stored.normal;
    work_ += stored.bed;
    ledger_.added -= stored.tangential + stored.normal + stored.bed;
}

Ledger EnergyAccount::ledger(const Bodies& bodies, const Walls& walls, geometry::Vec2 gravity,
                             const Domain& domain, const std::optional<double>& bed_energy) const {
    Ledger ledger = ledger_;
    if (bed_energy) {
        ledger.elastic_normal += *bed_energy;
        ledger.law_gain = *bed_energy + work_;
    }
    ledger.wall_kinetic = walls.kinetic_energy();
    if (domain.deforms()) ledger.wall_kinetic += domain.cell()->kinetic_energy();
    for (std::size_t i = 0; i < bodies.grain_count(); ++i) {
        ledger.kinetic += bodies.kinetic_energy(i, domain);
        ledger.gravity += bodies.potential_energy(i, gravity, domain.period());
    }
    return ledger;
}

void EnergyAccount::write(Snapshot& to) const {
    to.elastic_work = work_;
    to.ledger = ledger_;
    to.last_work = last_;
}

void EnergyAccount::check(const Snapshot& from) const {
    const Ledger& l = from.ledger;
    snapshot_check::require(std::isfinite(from.elastic_work) && std::isfinite(l.elastic_normal) &&
                                std::isfinite(l.elastic_tangential) &&
                                std::isfinite(l.dissipated()) && std::isfinite(l.wall_work) &&
                                std::isfinite(l.added) && std::isfinite(l.load_work) &&
                                std::ranges::all_of(numbers_of(from.last_work),
                                                    [](double w) { return std::isfinite(w); }),
                            "the ledger is not finite");
}

void EnergyAccount::read(const Snapshot& from) {
    work_ = from.elastic_work;
    ledger_ = from.ledger;
    last_ = from.last_work;
    ledger_.kinetic = 0.0;
    ledger_.gravity = 0.0;
    ledger_.wall_kinetic = 0.0;
}

void EnergyAccount::add_to(Fnv1a& hash) const {
    for (const double value : numbers_of(last_)) hash.number(value);
    for (const double value : {work_, ledger_.normal_damping, ledger_.tangential_damping,
                               ledger_.sliding, ledger_.wall_work, ledger_.added})
        hash.number(value);
    // Runs without walls under load have none of these.
    if (ledger_.load_work != 0.0 || ledger_.limiter != 0.0)
        for (const double value : {ledger_.load_work, ledger_.wall_damping, ledger_.limiter})
            hash.number(value);
}

}  // namespace scree::engine
