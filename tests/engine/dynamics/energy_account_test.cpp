#include "engine/dynamics/energy_account.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

/// The ledger of an account in a world without bodies and walls.
Ledger ledger_of(const EnergyAccount& account, std::optional<double> bed_energy = std::nullopt) {
    Bodies nobody(1e-3, 6);
    const Walls no_walls({}, 1, IntegratorKind::gear3, 1e-3, Domain({}), nobody);
    return account.ledger(nobody, no_walls, {}, Domain({}), bed_energy);
}

std::uint64_t hash_of(const EnergyAccount& account) {
    Fnv1a fnv;
    account.add_to(fnv);
    return fnv.mixed();
}

ContactSums some_sums() {
    ContactSums sums;
    sums.elastic_work = -3.0;
    sums.potential = 2.0;
    sums.tangential = 0.5;
    sums.normal_damping = 0.25;
    sums.tangential_damping = 0.125;
    sums.tangential_work = -1.0;
    sums.wall_work = 4.0;
    return sums;
}

TEST(EnergyAccount, SumsOverStepsWhatIsDissipatedAndKeepsWhatIsStoredNow) {
    EnergyAccount account;
    const std::vector<ContactSums> blocks{some_sums(), some_sums()};
    account.add(blocks);
    account.add(blocks);
    const Ledger ledger = ledger_of(account);
    EXPECT_EQ(ledger.elastic_normal, 4.0) << "the potential now";
    EXPECT_EQ(ledger.elastic_tangential, 1.0);
    // Of each step half counts before its end, and half after it.
    EXPECT_EQ(ledger.normal_damping, 0.75 * 1.0);
    EXPECT_EQ(ledger.tangential_damping, 0.75 * 0.5);
    EXPECT_EQ(ledger.sliding, 0.75 * 4.0 - 1.0) << "what friction took, less what springs hold";
    EXPECT_EQ(ledger.wall_work, 0.75 * 16.0);
}

TEST(EnergyAccount, WithoutAPotentialTheBedsStoreAndTheLawGainsWhatTheyDoNotExplain) {
    EnergyAccount account;
    const std::vector<ContactSums> blocks{some_sums()};
    account.add(blocks);
    account.add(blocks);
    const Ledger ledger = ledger_of(account, 5.0);
    EXPECT_EQ(ledger.elastic_normal, 2.0 + 5.0) << "with the potential of cohesion";
    EXPECT_EQ(ledger.law_gain, 5.0 - 4.5) << "4.5 J went in, and 5 J are there";
    // Whatever the beds store, the work that was done explains the motion.
    EXPECT_EQ(ledger.residual(), ledger_of(account, 4.0).residual());
}

TEST(EnergyAccount, ABedThatEndsIsNoGainOfTheLaw) {
    EnergyAccount account;
    const std::vector<ContactSums> blocks{some_sums()};
    account.add(blocks);
    const Ledger before = ledger_of(account, 5.0);
    account.release({.normal = 0.0, .bed = 5.0, .tangential = 0.0});
    const Ledger after = ledger_of(account, 0.0);
    EXPECT_EQ(after.law_gain, before.law_gain);
    EXPECT_EQ(after.residual(), before.residual());
    EXPECT_EQ(after.added, before.added - 5.0);
}

TEST(EnergyAccount, ASpringThatEndsHasSlid) {
    EnergyAccount account;
    const std::vector<ContactSums> blocks{some_sums()};
    account.add(blocks);
    const Ledger before = ledger_of(account);
    account.add(std::span<const ContactSums>());
    const Ledger after = ledger_of(account);
    EXPECT_EQ(before.elastic_tangential, 0.5);
    EXPECT_EQ(after.elastic_tangential, 0.0);
    const double last_half = 0.5;  // of what friction took in the step before
    EXPECT_EQ(after.sliding, before.sliding + 0.5 + last_half);
}

TEST(EnergyAccount, AContactThatEndsTakesItsEnergyAlongAndLeavesNoResidual) {
    EnergyAccount account;
    const std::vector<ContactSums> blocks{some_sums()};
    account.add(blocks);
    const double residual = ledger_of(account).residual();
    account.release({.normal = 2.0, .bed = 0.0, .tangential = 0.5});
    EXPECT_EQ(ledger_of(account).elastic_normal, 0.0);
    EXPECT_EQ(ledger_of(account).elastic_tangential, 0.0);
    EXPECT_EQ(ledger_of(account).residual(), residual);
}

TEST(EnergyAccount, KnowsWhereTheGrainsAreAndHowTheyMove) {
    Bodies bodies(1e-3, 6);
    const Walls no_walls({}, 1, IntegratorKind::gear3, 1e-3, Domain({}), bodies);
    bodies.add({rectangle(1.0, 1.0), 0, {0.0, 2.0}, 0.0, {3.0, 0.0}, 0.0}, 2.0, {});
    EnergyAccount account;
    account.bring(9.0 + 40.0);
    const Ledger ledger = account.ledger(bodies, no_walls, {0.0, -10.0}, Domain({}), std::nullopt);
    EXPECT_DOUBLE_EQ(ledger.kinetic, 9.0);
    EXPECT_DOUBLE_EQ(ledger.gravity, 40.0);
    EXPECT_NEAR(ledger.residual(), 0.0, 1e-12);
}

TEST(EnergyAccount, IsInSnapshotAndHash) {
    EnergyAccount account;
    const std::vector<ContactSums> blocks{some_sums()};
    account.add(blocks);
    account.bring(7.0);
    Snapshot snapshot;
    account.write(snapshot);
    EnergyAccount other;
    EXPECT_NE(hash_of(other), hash_of(account));
    EXPECT_NO_THROW(other.check(snapshot));
    other.read(snapshot);
    EXPECT_EQ(hash_of(other), hash_of(account));
    account.add(blocks);
    other.add(blocks);
    EXPECT_EQ(ledger_of(other).elastic_normal, ledger_of(account).elastic_normal);
    snapshot.ledger.sliding = std::nan("");
    EXPECT_THROW(other.check(snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
