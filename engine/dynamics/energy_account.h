#pragma once

#include <optional>
#include <span>

#include "engine/base/hash.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contact_forces.h"
#include "engine/dynamics/walls/walls.h"
#include "engine/laws/ledger.h"

namespace scree::engine {

/// Keeps the energy ledger of a run: the terms that are summed over time, and what the contacts
/// store now. Work is summed by the trapezoidal rule: what forces do at the moment of a step counts
/// half for the time before it, and half for the time after it.
class EnergyAccount {
public:
    /// Begins anew. The second half of the last step still counts.
    void begin() {
        ledger_ = {};
        work_ = 0.0;
    }
    /// Adds the sums over the contacts of a step, block by block.
    void add(std::span<const ContactSums> blocks);
    /// Adds what happened to walls under load in a step. Contacts have booked what these walls do
    /// to grains as work of walls, which it is not as far as the walls move freely.
    void add(const LoadWork& work);
    /// Adds to the work of the elastic forces in a step.
    void add_elastic_work(double work) { count({.elastic = work}); }
    /// Adds what happened to a deforming cell in a step: its rates work as walls do that move as
    /// prescribed, and its stresses as loads on walls.
    void add(const CellWork& work);
    /// Adds energy that came from outside: with a grain, by a pull, or by a change of gravity. It
    /// is negative if energy left.
    void bring(double energy) { ledger_.added += energy; }
    /// Subtracts the energy that a contact stores, when the contact is removed from outside.
    void release(const StoredEnergy& stored);

    /// Returns the ledger, with the energies that follow from where the grains are and how they
    /// move. A law without a potential stores `bed_energy`; other laws do not give it.
    Ledger ledger(const Bodies& bodies, const Walls& walls, geometry::Vec2 gravity,
                  const Domain& domain, const std::optional<double>& bed_energy) const;

    void write(Snapshot& to) const;
    void check(const Snapshot& from) const;
    void read(const Snapshot& from);
    void add_to(Fnv1a& hash) const;

private:
    /// Counts this work as done in the last step.
    void count(const StepWork& work);
    /// Books half of this work.
    void book_half(const StepWork& work);

    Ledger ledger_;      ///< the parts that are summed over time
    double work_ = 0.0;  ///< of the elastic normal forces
    StepWork last_;      ///< of the last step, of which half is booked
};

}  // namespace scree::engine
