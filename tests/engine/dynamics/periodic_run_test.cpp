#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>

#include "engine/frame/frame.h"
#include "engine/run/checkpoint.h"
#include "tests/engine/broad/broad_phase_kinds.h"
#include "tests/engine/small_world.h"
#include "tests/sanitizers.h"

/// A run in a periodic domain: one hash however it is computed, the same bits when it goes on, and
/// its frames.
namespace scree::engine {
namespace {

using geometry::Vec2;
using testing::HasSubstr;

/// Grains that fall on a belt of short pieces and a fixed block, driven to one side.
std::unique_ptr<Simulation> busy(std::uint32_t threads, BroadPhaseKind broad_phase) {
    Settings settings;
    settings.dt = 2e-4;
    settings.largest_overlap = 0.9;
    settings.period = {{0.0, 0.0}, {9.0, 0.0}};
    settings.gravity = {1.0, -10.0};
    settings.threads = threads;
    settings.broad_phase = broad_phase;
    Wall rough;
    for (int k = 0; k < 9; ++k)
        rough.pieces.push_back({rectangle(1.0, 1.0 + 0.2 * (k % 2)), {k + 0.5, -0.5}});
    rough.motion.kind = WallMotion::Kind::constant;
    rough.motion.velocity = {-2.0, 0.0};
    auto simulation = std::make_unique<Simulation>(
        world(plain(1e5, 0.5, 0.3), {rough, standing(rectangle(9.0, 1.0), {4.5, -1.6}),
                                     standing(rectangle(0.7, 0.7), {8.9, 2.5}, 0.4)}),
        settings);
    Random random(3);
    for (int k = 0; k < 60; ++k)
        simulation->add_grain({gravel(random, 0.3 + 0.15 * random()),
                               0,
                               {1.0 * (k % 9) + 0.1, 1.2 + 1.0 * (k / 9)},
                               6.28 * random(),
                               {5.0 * random(), -2.0 * random()},
                               random()});
    return simulation;
}

TEST(PeriodicRun, OneHashForAnyWorkersAndBroadPhase) {
    constexpr std::uint64_t steps = SCREE_SANITIZED ? 1500 : 6000;
    const auto hash_of = [](std::uint32_t threads, BroadPhaseKind kind, std::uint64_t until) {
        const auto simulation = busy(threads, kind);
        while (simulation->steps() < until) simulation->step();
        int touching = 0;
        for (std::size_t k = 0; k < simulation->contacts().size(); ++k)
            touching += simulation->touches(k) ? 1 : 0;
        EXPECT_GT(touching, 5) << "or the hash says little";
        return simulation->state_hash();
    };
    const std::uint64_t one = hash_of(1, BroadPhaseKind::sweep, steps);
    for (const std::uint32_t threads : {2u, 3u, 8u})
        EXPECT_EQ(hash_of(threads, BroadPhaseKind::sweep, steps), one) << threads;
    for (const std::uint32_t threads : {1u, 3u})
        EXPECT_EQ(hash_of(threads, BroadPhaseKind::brute_force, steps), one) << threads;
    for (const BroadPhaseKind kind : tests::methods)
        EXPECT_EQ(hash_of(2, kind, steps), one) << name_of(kind);
    EXPECT_NE(hash_of(1, BroadPhaseKind::sweep, steps - 1), one);
}

// Through the file of a checkpoint, every few hundred steps, while grains and walls go around.
TEST(PeriodicRun, GoesOnToTheSameBits) {
    constexpr std::uint64_t steps = 6000;
    const auto whole = busy(1, BroadPhaseKind::sweep);
    auto stopped = busy(1, BroadPhaseKind::sweep);
    while (whole->steps() < steps) {
        whole->step();
        stopped->step();
        if (whole->steps() % 371 != 0) continue;
        Checkpoint checkpoint;
        checkpoint.live.snapshot = stopped->snapshot();
        std::vector<NewGrain> kinds;
        for (std::size_t i = 0; i < stopped->grain_count(); ++i)
            kinds.push_back({stopped->shape(i), 0, {}, 0.0, {}, 0.0});
        auto other = busy(whole->steps() % 2 == 0 ? 2 : 3, BroadPhaseKind::sweep);
        other->restore(decode_checkpoint(encode(checkpoint)).live.snapshot, kinds);
        stopped = std::move(other);
        ASSERT_EQ(stopped->state_hash(), whole->state_hash()) << whole->steps();
        ASSERT_EQ(stopped->unwrapped_position(5), whole->unwrapped_position(5));
    }
    EXPECT_EQ(stopped->state_hash(), whole->state_hash());
    EXPECT_EQ(stopped->ledger().residual(), whole->ledger().residual());
    std::size_t around = 0;
    for (std::size_t i = 0; i < whole->grain_count(); ++i)
        around += whole->turns(i) == Turns{} ? 0 : 1;
    EXPECT_GT(around, 5u) << "or the test says little";
}

TEST(PeriodicRun, RefusesAStateThatIsNone) {
    const auto simulation = busy(1, BroadPhaseKind::sweep);
    while (simulation->steps() < 1500) simulation->step();
    std::vector<NewGrain> kinds;
    for (std::size_t i = 0; i < simulation->grain_count(); ++i)
        kinds.push_back({simulation->shape(i), 0, {}, 0.0, {}, 0.0});
    const Snapshot good = simulation->snapshot();
    const auto refused = [&](const auto& damage) {
        Snapshot bad = good;
        damage(bad);
        EXPECT_THROW(simulation->restore(bad, kinds), std::invalid_argument);
    };
    refused([](Snapshot& s) { s.turns.pop_back(); });
    refused([](Snapshot& s) { s.turns[1] = 1; });  // not periodic in y
    refused([](Snapshot& s) { s.turns[0] = std::numeric_limits<std::int32_t>::max(); });
    refused([](Snapshot& s) { s.images.push_back(0); });
    refused([](Snapshot& s) { s.images[0] = 100; });
    refused([](Snapshot& s) { s.images[1] = 1; });
    simulation->restore(good, kinds);
}

// What is written of a run can be put together again: positions within the domain, and images that
// lead from one body to the other.
TEST(PeriodicRun, FramesAreWrapped) {
    const auto simulation = busy(1, BroadPhaseKind::sweep);
    Wall rough;
    for (int k = 0; k < 9; ++k)
        rough.pieces.push_back({rectangle(1.0, 1.0 + 0.2 * (k % 2)), {k + 0.5, -0.5}});
    rough.motion.kind = WallMotion::Kind::constant;
    rough.motion.velocity = {-2.0, 0.0};
    const std::vector<Wall> walls{rough, standing(rectangle(9.0, 1.0), {4.5, -1.6}),
                                  standing(rectangle(0.7, 0.7), {8.9, 2.5}, 0.4)};
    const Period& period = simulation->period();
    std::size_t across = 0;
    while (simulation->steps() < 6000) {
        simulation->step();
        if (simulation->steps() % 50 != 0) continue;
        const Frame frame = frame_of(*simulation);
        for (const BodyStates* states : {&frame.grains, &frame.walls})
            for (const Vec2 at : states->position) {
                ASSERT_GE(at.x, 0.0);
                ASSERT_LE(at.x, 9.0);
            }
        for (std::size_t i = 0; i < simulation->grain_count(); ++i)
            ASSERT_NEAR(frame.grains.position[i].x + period.shift(frame.grains.turns[i]).x,
                        simulation->unwrapped_position(i).x, 1e-12);
        for (std::size_t k = 0; k < frame.contacts.pair.size(); ++k) {
            const auto [i, j] = frame.contacts.pair[k];
            const auto at = [&](BodyNumber body) {
                return body >= 0 ? frame.grains.position[static_cast<std::size_t>(body)]
                                 : frame.walls.position[static_cast<std::size_t>(-1 - body)];
            };
            ASSERT_LT(length(frame.contacts.point[k] - at(i)), 0.5);
            if (j == -10) continue;  // the floor without ends
            const Vec2 met = at(j) + period.shift(frame.contacts.image[k]);
            ASSERT_LT(length(frame.contacts.point[k] - met), 1.0);
            across += frame.contacts.image[k] == Turns{} ? 0 : 1;
        }
    }
    EXPECT_GT(across, 20u);
}

}  // namespace
}  // namespace scree::engine
