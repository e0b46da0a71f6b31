#include "engine/dynamics/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "tests/engine/grain_stress.h"
#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t run_steps = 4000;
constexpr int mutations = 2000;

/// A floor in pieces that shakes, sides, a paddle that turns, and a gate that closes and opens.
Model busy_box() {
    Wall floor;
    for (int k = 0; k < 12; ++k) floor.pieces.push_back({rectangle(1.0, 2.0), {k + 0.5, -1.0}});
    floor.motion.kind = WallMotion::Kind::oscillate;
    floor.motion.amplitude = {0.05, 0.03};
    floor.motion.angular_amplitude = 0.01;
    floor.motion.frequency = 5.0;
    floor.motion.about = {6.0, 0.0};
    Wall paddle;
    paddle.pieces.push_back({rectangle(1.5, 0.6), {6.0, 2.0}});
    paddle.pieces.push_back({rectangle(0.6, 0.45), {6.0, 2.525}});
    paddle.motion.kind = WallMotion::Kind::constant;
    paddle.motion.spin = 3.0;
    paddle.motion.velocity = {0.2, 0.0};
    paddle.motion.about = {6.0, 2.0};
    Wall gate = standing(rectangle(4.0, 0.6), {3.0, 3.2}, 0.2);
    gate.from = 0.02;
    gate.until = 0.45;
    Model model =
        world(plain(1e5, 0.5, 0.3), {standing(rectangle(4.0, 200.0), {-2.0, 98.0}), floor, paddle,
                                     gate, standing(rectangle(4.0, 200.0), {14.0, 98.0})});
    model.materials.push_back(plain(5e4, 0.2, 0.6));
    model.materials.back().cohesion = 3.0;
    model.contacts = ContactTable(model.materials);
    return model;
}

NewGrain any_grain(Random& random, bool disc, geometry::Vec2 position) {
    const double radius = 0.3 + 0.15 * random();
    NewGrain grain{geometry::Disc(radius),
                   random() < 0.5 ? std::uint16_t{0} : std::uint16_t{1},
                   position,
                   6.28 * random(),
                   {4.0 * (random() - 0.5), -4.0 * random()},
                   random()};
    if (!disc) grain.shape = gravel(random, radius);
    return grain;
}

Settings settings_of(LawKind law, IntegratorKind integrator) {
    Settings settings;
    settings.dt = 2e-4;
    settings.law = law;
    settings.integrator = integrator;
    settings.threads = 1;
    settings.largest_overlap = 0.9;  // the paddle is rough with them
    return settings;
}

/// A run, and what is needed to restore it.
struct BusyRun {
    std::unique_ptr<Simulation> simulation;
    Settings settings;

    explicit BusyRun(const Settings& chosen)
        : simulation(std::make_unique<Simulation>(busy_box(), chosen)), settings(chosen) {}

    std::vector<NewGrain> kinds() const {
        std::vector<NewGrain> grains;
        for (std::size_t i = 0; i < simulation->grain_count(); ++i)
            grains.push_back({simulation->shape(i), simulation->material(i), {}, 0.0, {}, 0.0});
        return grains;
    }

    /// Stops the simulation, and goes on in another one.
    void resume(std::uint32_t threads, BroadPhaseKind broad_phase) {
        const Snapshot state = simulation->snapshot();
        const std::vector<NewGrain> grains = kinds();
        settings.threads = threads;
        settings.broad_phase = broad_phase;
        auto other = std::make_unique<Simulation>(busy_box(), settings);
        other->restore(state, grains);
        simulation = std::move(other);
    }
};

void fill(Simulation& simulation, Random& random, bool discs, int count) {
    for (int k = 0; k < count; ++k)
        simulation.add_grain(
            any_grain(random, discs, {1.0 + 1.1 * (k % 10), 4.6 + 1.1 * (k / 10)}));
}

void expect_same(const Simulation& a, const Simulation& b) {
    ASSERT_EQ(a.state_hash(), b.state_hash()) << "at step " << a.steps();
    EXPECT_EQ(a.detections(), b.detections());
    EXPECT_EQ(a.query_counts().queries, b.query_counts().queries);
    EXPECT_EQ(a.query_counts().tracked, b.query_counts().tracked);
    EXPECT_EQ(a.ledger().residual(), b.ledger().residual());
    EXPECT_EQ(a.stability().share, b.stability().share);
    ASSERT_EQ(a.contacts().size(), b.contacts().size());
    for (std::size_t k = 0; k < a.walls().count(); ++k) {
        EXPECT_EQ(a.wall_force(k), b.wall_force(k));
        EXPECT_EQ(a.wall_torque(k), b.wall_torque(k));
    }
    for (std::size_t i = 0; i < a.grain_count(); ++i)
        EXPECT_EQ(stress_of(a, i).pressure(), stress_of(b, i).pressure());
}

/// The contacts that overlap now and did not before.
std::size_t begun(const std::vector<std::uint8_t>& before, const Snapshot& after) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < std::min(before.size(), after.touched.size()); ++k)
        count += before[k] == 0 && after.touched[k] != 0 ? 1u : 0u;
    return count;
}

TEST(Snapshot, IsTheSameRightBeforeAndAfterContactsBegin) {
    BusyRun one(settings_of(LawKind::area, IntegratorKind::gear3));
    Random random(3);
    fill(*one.simulation, random, false, 40);
    std::size_t onsets = 0;
    std::vector<std::uint8_t> touched;
    for (int step = 0; step < 1500; ++step) {
        const Snapshot before = one.simulation->snapshot();
        const std::vector<NewGrain> grains = one.kinds();
        one.simulation->step();
        const bool has_begun = begun(touched, one.simulation->snapshot()) > 0;
        touched = one.simulation->snapshot().touched;
        if (!has_begun) continue;
        ++onsets;
        // Another run begins with the state before the step in which contacts began, makes this
        // step, is stopped there too, and goes on for a while.
        BusyRun other(one.settings);
        other.simulation->restore(before, grains);
        other.simulation->step();
        ASSERT_EQ(other.simulation->state_hash(), one.simulation->state_hash());
        BusyRun third(one.settings);
        third.simulation->restore(other.simulation->snapshot(), grains);
        other.simulation->step();
        third.simulation->step();
        ASSERT_EQ(third.simulation->state_hash(), other.simulation->state_hash());
    }
    EXPECT_GT(onsets, 10u);
}

class Lockstep : public ::testing::TestWithParam<std::tuple<LawKind, IntegratorKind>> {};

TEST_P(Lockstep, ARestoredRunHasTheBitsOfOneThatWasNotStopped) {
    const auto [law, integrator] = GetParam();
    const bool discs = law == LawKind::linear;
    BusyRun one(settings_of(law, integrator));
    BusyRun other(settings_of(law, integrator));
    for (BusyRun* run : {&one, &other}) {
        Random random(3);
        fill(*run->simulation, random, discs, 40);
    }
    other.resume(2, BroadPhaseKind::brute_force);  // before the first step
    Random when(11);
    std::size_t resumed = 0;
    bool joined = false;
    while (one.simulation->steps() < run_steps) {
        one.simulation->step();
        other.simulation->step();
        const double dice = when();
        if (dice < 0.004) {
            for (BusyRun* run : {&one, &other}) {
                Random random(one.simulation->steps());
                run->simulation->add_grain(
                    any_grain(random, discs, {1.5 + 9.0 * random(), 11.0 + random()}));
            }
        } else if (dice < 0.008) {
            const auto grain = static_cast<std::size_t>(
                when() * static_cast<double>(one.simulation->grain_count()));
            for (BusyRun* run : {&one, &other})
                run->simulation->remove_grain(run->simulation->id_of(grain));
        }
        for (const Contact& contact : one.simulation->contacts())
            joined = joined || (is_wall(contact.pair.j) && contact.spring != 0.0 &&
                                one.simulation->walls().wall_of(contact.pair.j) == 1);
        if (dice < 0.008 || when() < 0.01) {
            ++resumed;
            other.resume(1 + static_cast<std::uint32_t>(3.0 * when()),
                         when() < 0.5 ? BroadPhaseKind::sweep : BroadPhaseKind::brute_force);
            expect_same(*one.simulation, *other.simulation);
            if (HasFatalFailure()) return;
        }
    }
    expect_same(*one.simulation, *other.simulation);
    EXPECT_GT(resumed, run_steps / 200);
    EXPECT_TRUE(joined) << "nobody lay on the floor of pieces";
}

INSTANTIATE_TEST_SUITE_P(Laws, Lockstep,
                         ::testing::Values(std::tuple{LawKind::area, IntegratorKind::gear5},
                                           std::tuple{LawKind::energy, IntegratorKind::gear4},
                                           std::tuple{LawKind::linear, IntegratorKind::gear3},
                                           std::tuple{LawKind::area, IntegratorKind::verlet}));

/// A state in the middle of things.
BusyRun in_the_middle() {
    BusyRun run(settings_of(LawKind::area, IntegratorKind::gear5));
    Random random(3);
    fill(*run.simulation, random, false, 40);
    while (run.simulation->steps() < 12000) run.simulation->step();
    return run;
}

std::string refusal(const Snapshot& state, const std::vector<NewGrain>& grains) {
    BusyRun run(settings_of(LawKind::area, IntegratorKind::gear5));
    const std::uint64_t before = run.simulation->state_hash();
    try {
        run.simulation->restore(state, grains);
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(run.simulation->state_hash(), before) << "and nothing has changed";
        return error.what();
    }
    return "";
}

TEST(SnapshotOfARun, OfARestoredRunIsTheSame) {
    const BusyRun run = in_the_middle();
    const Snapshot state = run.simulation->snapshot();
    BusyRun other(run.settings);
    Random random(99);
    fill(*other.simulation, random, true, 7);  // what was there before does not matter
    other.simulation->step();
    other.simulation->restore(state, run.kinds());
    const Snapshot again = other.simulation->snapshot();
    EXPECT_EQ(again.ids, state.ids);
    EXPECT_EQ(again.derivatives, state.derivatives);
    EXPECT_EQ(again.bodies, state.bodies);
    EXPECT_EQ(again.extremes, state.extremes);
    EXPECT_EQ(again.pairs, state.pairs);
    EXPECT_EQ(again.memories, state.memories);
    EXPECT_EQ(again.springs, state.springs);
    EXPECT_EQ(again.clear_until, state.clear_until);
    EXPECT_EQ(again.touching, state.touching);
    EXPECT_EQ(again.touched, state.touched);
    EXPECT_EQ(again.overlaps, state.overlaps);
    EXPECT_GT(state.overlaps.size(), 5 * Snapshot::overlap_numbers) << "some must touch";
}

TEST(SnapshotOfARun, ThatIsNoneIsRefusedWithAReason) {
    const BusyRun run = in_the_middle();
    const Snapshot good = run.simulation->snapshot();
    const std::vector<NewGrain> grains = run.kinds();
    EXPECT_EQ(refusal(good, grains), "");
    const auto refused = [&](const char* reason, const std::function<void(Snapshot&)>& spoil) {
        Snapshot bad = good;
        spoil(bad);
        EXPECT_THAT(refusal(bad, grains), HasSubstr(reason));
    };
    refused("the grains", [](Snapshot& s) { s.ids.pop_back(); });
    refused("ids of the grains do not rise", [](Snapshot& s) { std::swap(s.ids[3], s.ids[4]); });
    refused("beyond the next free one", [](Snapshot& s) { s.next_id = s.ids.back(); });
    refused("motion of the grains", [](Snapshot& s) { s.derivatives.push_back(0.0); });
    refused("not finite", [](Snapshot& s) { s.derivatives[17] = std::nan(""); });
    refused("out of reach", [](Snapshot& s) { s.derivatives[17] = 1e80; });
    refused("not finite", [](Snapshot& s) { s.bodies[20] = HUGE_VAL; });
    refused("belong to no angle", [](Snapshot& s) { s.bodies[2] = 2.0; });
    refused("travelled", [](Snapshot& s) { s.bodies[7] = -1.0; });
    refused("a vertex", [](Snapshot& s) { s.extremes.back() = 77; });
    refused("half a pair", [](Snapshot& s) { s.pairs.pop_back(); });
    refused("bodies that do not exist", [](Snapshot& s) { s.pairs[0] = 4000; });
    refused("bodies that do not exist", [](Snapshot& s) { s.pairs[1] = s.pairs[0]; });
    refused("bodies that do not exist", [](Snapshot& s) { s.pairs[1] = 0x80000000u; });
    refused("not in their order", [](Snapshot& s) {
        std::swap(s.pairs[0], s.pairs[2]);
        std::swap(s.pairs[1], s.pairs[3]);
    });
    refused("features", [](Snapshot& s) { s.memories[0] = 3; });
    refused("features", [](Snapshot& s) { s.memories[1] = 1000; });
    refused("not finite", [](Snapshot& s) { s.springs[0] = std::nan(""); });
    refused("which contacts touch", [](Snapshot& s) { s.touching.pop_back(); });
    refused("which contacts touched", [](Snapshot& s) { s.touched.pop_back(); });
    refused("neither 0 nor 1", [](Snapshot& s) { s.touched[0] = 2; });
    refused("the other way round", [](Snapshot& s) { s.touched[0] ^= 1; });
    refused("the overlaps", [](Snapshot& s) { s.overlaps.resize(s.overlaps.size() - 1); });
    refused("ledger", [](Snapshot& s) { s.ledger.added = std::nan(""); });
    refused("steps", [](Snapshot& s) { s.steps = ~std::uint64_t{0}; });
    refused("phases", [](Snapshot& s) { s.phase_times.clear(); });

    std::vector<NewGrain> others = grains;
    others[0].material = 9;
    EXPECT_THAT(refusal(good, others), HasSubstr("material"));
    others = grains;
    others.pop_back();
    EXPECT_NE(refusal(good, others), "");
    // Other shapes: most likely some contact remembers a corner that is not there.
    others = grains;
    const std::vector<geometry::Vec2> triangle{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}};
    for (NewGrain& grain : others) grain.shape = geometry::ConvexPolygon(triangle);
    EXPECT_NE(refusal(good, others), "");
}

/// One of the lists is made longer or shorter, or one of its numbers another.
template <class T>
void mutate(std::vector<T>& values, Random& random, const std::vector<T>& poison) {
    if (values.empty()) return;
    const auto at = [&](std::size_t size) {
        return static_cast<std::size_t>(random() * static_cast<double>(size));
    };
    const double dice = random();
    if (dice < 0.1) {
        values.resize(at(2 * values.size() + 1));
    } else if (dice < 0.6) {
        values[at(values.size())] = poison[at(poison.size())];
    } else {
        values[at(values.size())] = values[at(values.size())];
    }
}

TEST(SnapshotOfARun, NoJunkCrashes) {
    BusyRun run = in_the_middle();
    const Snapshot good = run.simulation->snapshot();
    const std::vector<NewGrain> grains = run.kinds();
    Random random(5);
    const double inf = std::numeric_limits<double>::infinity();
    const std::vector<double> numbers{0.0, -1.0, 1.0, inf, std::nan(""), 1e-310, 1e49, 1e300, -1e9};
    const std::vector<std::uint16_t> places{0, 1, 2, 3, 7, 15, 16, 65535};
    const std::vector<std::uint32_t> bodies{0, 1, 39, 40, 0x7fffffffu, 0x80000000u, ~0u, ~4u, ~16u};
    const std::vector<std::uint8_t> flags{0, 1, 2, 255};
    int accepted = 0;
    for (int k = 0; k < mutations; ++k) {
        Snapshot state = good;
        for (double more = 0.0; more < 0.5; more = random()) {
            const std::array<std::function<void()>, 12> ways{
                [&] { mutate(state.ids, random, bodies); },
                [&] { mutate(state.derivatives, random, numbers); },
                [&] { mutate(state.bodies, random, numbers); },
                [&] { mutate(state.extremes, random, places); },
                [&] { mutate(state.pairs, random, bodies); },
                [&] { mutate(state.memories, random, places); },
                [&] { mutate(state.springs, random, numbers); },
                [&] { mutate(state.clear_until, random, numbers); },
                [&] { mutate(state.touching, random, flags); },
                [&] { mutate(state.touched, random, flags); },
                [&] { mutate(state.overlaps, random, numbers); },
                [&] { state.steps = static_cast<std::uint64_t>(1e16 * random()); }};
            ways[static_cast<std::size_t>(11.0 * random())]();
        }
        try {
            run.simulation->restore(state, grains);
            ++accepted;
            for (int i = 0; i < 3; ++i) run.simulation->step();
            run.simulation->remove_grain(run.simulation->id_of(20));
            run.simulation->step();
        } catch (const std::invalid_argument&) {
        } catch (const Breakdown&) {
        }
    }
    EXPECT_GT(accepted, mutations / 20) << "the rest is refused before it is tried";
    EXPECT_LT(accepted, mutations * 9 / 10);
}

}  // namespace
}  // namespace scree::engine
