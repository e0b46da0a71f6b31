#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/workers.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/contacts.h"
#include "engine/dynamics/domain.h"
#include "engine/dynamics/stability.h"
#include "engine/laws/contact_law.h"
#include "engine/laws/material.h"

namespace scree::engine {

struct LaneSums;

/// How many contacts in lanes this processor can compute at once: 2, 4 or 8.
int most_lanes_at_once();

/// The sums over a block of contacts that go into the ledger (J), and the first fault in the block.
struct ContactSums {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    double elastic_work = 0.0;
    double potential = 0.0;
    double tangential = 0.0;  ///< stored in friction springs
    double normal_damping = 0.0;
    double tangential_damping = 0.0;
    double tangential_work = 0.0;
    double wall_work = 0.0;
    /// In a deforming cell: the products of the force on the second body and the way to it from the
    /// first, from centre to centre.
    StressSums stress;
    std::size_t touching = 0;
    std::size_t too_deep = none;  ///< the first contact that overlaps too much

    void add(const LaneSums& lanes);
};

/// The energy that a contact stores, J.
struct StoredEnergy {
    double normal = 0.0;  ///< by the potentials of the law and of cohesion
    double bed = 0.0;     ///< by a law without a potential
    double tangential = 0.0;
};

/// How long tracking features and applying forces took in the blocks that were timed, s.
struct ContactTimes {
    double tracking = 0.0;
    double forces = 0.0;
};

/// Applies the contact law to all contacts: computes the forces from where the bodies are.
class ContactForces {
public:
    /// `largest_overlap` is the largest overlap that still counts as a contact, as a share of the
    /// smaller body's area. `lanes_at_once` is 8, 4, 2, 1 (the slow reference), or 0 for as many as
    /// the processor can; it must be able to.
    ContactForces(LawKind law, ContactTable table, double largest_overlap, double dt,
                  std::uint32_t workers, int lanes_at_once = 0)
        : law_(law),
          table_(std::move(table)),
          largest_overlap_(largest_overlap),
          dt_(dt),
          lanes_at_once_(lanes_at_once > 0 ? lanes_at_once : most_lanes_at_once()),
          worker_counts_(workers) {}

    LawKind law() const { return law_; }
    const ContactTable& table() const { return table_; }
    void set_table(const ContactTable& table) { table_ = table; }
    /// Throws std::invalid_argument unless the friction is zero or positive, and finite.
    void set_friction(std::size_t first, std::size_t second, double friction);

    /// Returns where the force of a contact acts, relative to the centre of its first body.
    /// Cohesion acts at another point.
    geometry::Vec2 point_of_force(const Overlap& overlap) const {
        return with_law(law_, [&](auto law) { return law.point(overlap); });
    }
    /// Whether the force of the law has a potential, which is then the energy that contacts store.
    bool is_conservative() const {
        return with_law(law_, [](auto law) { return decltype(law)::conservative; });
    }

    /// Tracks the features of every contact, and applies the law where the bodies touch. Returns
    /// the sums of each block, in an order that does not depend on the workers.
    std::span<const ContactSums> apply(const Bodies& bodies, const Domain& domain,
                                       Contacts& contacts, Workers& workers, std::uint64_t step);

    /// Returns what all contacts store as elastic beds, or nothing if the law has a potential: Y /
    /// l times the integral of w^2 / 2 along the chord, w the width of the overlap along the normal
    /// (docs/physics.md, "Energy ledger").
    std::optional<double> bed_energy(const Bodies& bodies, const Domain& domain, const Walls& walls,
                                     const Contacts& contacts) const;

    /// Returns the energy that leaves with contact k when it ends.
    StoredEnergy stored_in(std::size_t k, const Bodies& bodies, const Domain& domain,
                           const Walls& walls, const Contacts& contacts) const;
    /// Returns how stiffly a grain is held by its contacts and the grains at their other sides, and
    /// how strongly it is damped. The largest of these over all grains is never below that of the
    /// fastest motion of the whole assembly (docs/physics.md, "Limits of stability").
    ContactRates rates_of(std::size_t grain, const Bodies& bodies, const Domain& domain,
                          const Contacts& contacts) const;

    geometry::QueryCounts query_counts() const;
    const ContactTimes& times() const { return times_; }

    void write(Snapshot& to) const { to.queries = query_counts(); }
    void read(const Snapshot& from);
    void set_times(const ContactTimes& times) { times_ = times; }

private:
    template <class Law>
    class Pass;

    double bed_energy_of(std::size_t k, const Bodies& bodies, const Domain& domain,
                         const Walls& walls, const Contacts& contacts) const;

    template <class Law>
    void apply_law(Pass<Law>& pass, Workers& workers, std::uint64_t step);
    void share_blocks(std::uint32_t workers);

    LawKind law_;
    ContactTable table_;
    double largest_overlap_;
    double dt_;
    int lanes_at_once_;
    std::vector<ContactSums> sums_;         ///< of each block
    std::vector<std::size_t> block_share_;  ///< first block of each worker, and the end
    std::vector<geometry::QueryCounts> worker_counts_;
    ContactTimes times_;
};

}  // namespace scree::engine
