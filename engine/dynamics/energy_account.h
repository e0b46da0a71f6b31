#pragma once

#include <span>

#include "engine/base/hash.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact_forces.h"
#include "engine/laws/ledger.h"

namespace scree::engine {

/// Keeps the energy ledger of a run: what is summed over time, and what the contacts store now.
class EnergyAccount {
public:
    /// What the contacts did in a step, by blocks; where their force is conservative, what they
    /// store is their potential, else the work that was done on them.
    void add(std::span<const ContactSums> blocks, bool conservative);
    /// Energy that came from outside: with a grain, by a hand, by a change of gravity. Negative
    /// where it left.
    void bring(double energy) { ledger_.added += energy; }
    /// A contact ends from outside, and what it stores leaves with it.
    void release(const StoredEnergy& stored);

    /// With the energies that follow from where the grains are and how they move.
    Ledger ledger(const Bodies& bodies, geometry::Vec2 gravity, const Period& period) const;

    void write(Snapshot& to) const;
    void check(const Snapshot& from) const;
    void read(const Snapshot& from);
    void add_to(Fnv1a& hash) const;

private:
    Ledger ledger_;      ///< the parts that are summed over time
    double work_ = 0.0;  ///< of the elastic normal forces
};

}  // namespace scree::engine
