// A run that is watched where the memory does not suffice. This is a program of its own, since it
// has a `new` of its own.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "engine/base/generator.h"
#include "engine/broad/broad_phase.h"
#include "engine/broad/overhead.h"
#include "engine/live/run.h"
#include "tests/engine/small_scene.h"
#include "tests/scarce_memory.h"

namespace {

constexpr long never = std::numeric_limits<long>::max();

/// How many requests of threads other than the test's are still granted.
std::atomic<long> granted = never;
/// Whether all requests are refused from then on, not only one.
std::atomic<bool> for_good = false;
thread_local bool is_spared = false;

void refuse_after(long requests, bool all = false) {
    for_good = all;
    granted = requests;
}

void grant_all() { granted = never; }

}  // namespace

bool scree::tests::is_refused() {
    if (is_spared || granted == never) return false;
    const long left = granted--;
    if (left > 0) return false;
    if (for_good)
        granted = 0;
    else
        granted = never;
    return true;
}

namespace scree::engine {
namespace {

Scene scene() {
    return load(small_scene,
                {"run.threads=1", "run.duration=0.3", "run.accuracy=2e-4",
                 "grains.pebbles.count=40", "grains.pebbles.size.value=0.05",
                 "grains.pebbles.place={ kind = \"rain\", x = [-0.1, 0.1], y = 0.1, rate = 400 }"});
}

class OutOfMemory : public ::testing::Test {
public:
    OutOfMemory() { is_spared = true; }
    ~OutOfMemory() override { grant_all(); }

    std::unique_ptr<LiveView> stand() {
        for (;;) {
            auto view = run_.wait_for_view();
            if (view->status != LiveStatus::running) return view;
        }
    }
    std::unique_ptr<LiveView> go_to(std::uint64_t step) {
        run_.go_to(step);
        return stand();
    }
    /// Goes to a step without asking for a view.
    void reach(std::uint64_t step) {
        run_.go_to(step);
        for (std::uint64_t now = step + 1; now != step;) {
            std::promise<std::uint64_t> told;
            run_.visit(
                [&](const World& live, const auto&) { told.set_value(live.simulation().steps()); });
            now = told.get_future().get();
        }
    }
    static std::uint64_t hash_at(std::uint64_t step) {
        World live(scene());
        while (live.simulation().steps() < step) live.step();
        return live.state_hash();
    }

    LiveRun run_{scene(), {std::size_t{1} << 30, std::chrono::milliseconds(0)}};
};

TEST_F(OutOfMemory, AViewThatCannotBeMadeIsToldAndMadeLater) {
    reach(900);
    // Memory is refused at every place where it is asked for, one after the other.
    long refused = 0;
    std::unique_ptr<LiveView> view;
    for (; !view; ++refused) {
        ASSERT_LT(refused, 10'000);
        refuse_after(refused);
        try {
            view = run_.wait_for_view();
        } catch (const std::bad_alloc&) {
            EXPECT_EQ(granted, never);
        }
        grant_all();
    }
    EXPECT_GT(refused, 20);
    EXPECT_EQ(view->status, LiveStatus::paused);
    EXPECT_EQ(view->hash, hash_at(900));
    // No grain that came was forgotten on the way.
    EXPECT_EQ(view->first_new, 0u);
    ASSERT_GT(view->grains.size(), 5u);
    EXPECT_EQ(view->grains.size(), view->frame.grains.body.size());
    for (const GrainCome& grain : view->grains) EXPECT_FALSE(grain.name.empty());
}

TEST_F(OutOfMemory, AViewThatNobodyTookKeepsItsNews) {
    run_.ask();
    reach(900);  // the view is there by now
    refuse_after(0, true);
    EXPECT_THROW(run_.wait_for_view(), std::bad_alloc);
    grant_all();
    const auto view = run_.wait_for_view();
    EXPECT_EQ(view->first_new, 0u);
    EXPECT_EQ(view->grains.size(), view->frame.grains.body.size());
}

TEST_F(OutOfMemory, AStepThatFailsIsToldAndOneCanGoBack) {
    constexpr std::uint64_t from = 850;
    constexpr std::uint64_t to = 900;
    const std::uint64_t hash = hash_at(to);
    int failures = 0;
    bool refused = true;
    for (long k = 0; refused; ++k) {
        ASSERT_LT(k, 10'000);
        go_to(from);
        refuse_after(k);
        run_.go_to(to);
        std::unique_ptr<LiveView> view;
        while (!view) {
            try {
                view = stand();
            } catch (const std::bad_alloc&) {  // making the view ran out of memory
            }
        }
        refused = granted == never;
        grant_all();
        if (view->status == LiveStatus::failed) {
            ++failures;
            EXPECT_EQ(view->message, "out of memory");
            EXPECT_FALSE(view->hash.has_value());
            EXPECT_LE(view->frame.step, to);
            run_.pause(false);  // the run must not go on as if nothing had happened
            EXPECT_EQ(stand()->frame.step, view->frame.step);
        }
        EXPECT_EQ(go_to(to)->hash, hash) << k;
    }
    EXPECT_GT(failures, 20);
}

TEST_F(OutOfMemory, WhereNothingIsLeftTheOneWhoLooksIsTold) {
    reach(200);
    refuse_after(0, true);
    run_.go_to(300);
    EXPECT_THROW(stand(), std::bad_alloc);
    EXPECT_THROW(stand(), std::bad_alloc);
    grant_all();
    EXPECT_EQ(go_to(300)->hash, hash_at(300));
}

Boxes random_discs(std::size_t count, double side) {
    Generator random(1, "discs");
    Boxes boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const geometry::Vec2 centre{random.uniform(0.0, side), random.uniform(0.0, side)};
        const double radius = random.uniform(0.1, 1.0);
        const geometry::Vec2 half{radius, radius};
        boxes.push_grain({centre - half, centre + half});
    }
    return boxes;
}

std::vector<ImagePair> pairs_of(BroadPhase& method, const Boxes& boxes) {
    Workers alone(1);
    std::vector<ImagePair> pairs;
    method.find_pairs(boxes, alone, pairs);
    return pairs;
}

// Whichever request is refused, the next search finds everything.
TEST(OutOfMemoryOfBroadPhases, LeavesNoTrace) {
    measured_overhead();
    const Boxes before = random_discs(200, 30.0);
    Workers alone(1);
    for (const Boxes& boxes : {random_discs(200, 9.0), random_discs(700, 40.0)}) {
        const auto brute_force = make_broad_phase(BroadPhaseKind::brute_force);
        const std::vector<ImagePair> expected = pairs_of(*brute_force, boxes);
        const std::vector<ImagePair> expected_before = pairs_of(*brute_force, before);
        for (std::uint8_t k = 0; k < broad_phase_kinds; ++k) {
            BroadPhaseSettings settings(static_cast<BroadPhaseKind>(k));
            settings.hgrid.cells = {0.7, 1.3, 2.0};
            bool is_granted = false;
            long refused = 0;
            // The first ones one by one.
            for (; !is_granted && refused < 1'000'000; refused += 1 + refused / 32) {
                const auto method = make_broad_phase(settings);
                pairs_of(*method, before);
                method->forget();
                std::vector<ImagePair> pairs;
                is_spared = false;
                refuse_after(refused);
                try {
                    method->find_pairs(boxes, alone, pairs);
                    is_granted = true;
                } catch (const std::bad_alloc&) {
                }
                grant_all();
                method->forget();
                ASSERT_EQ(pairs_of(*method, boxes), expected) << name_of(settings.kind);
                method->forget();
                ASSERT_EQ(pairs_of(*method, before), expected_before) << name_of(settings.kind);
            }
            EXPECT_GT(refused, 1) << "nothing was asked for";
            EXPECT_TRUE(is_granted);
        }
    }
}

TEST(HistoryOutOfMemory, IsThinnedWithoutMemory) {
    LiveHistory history(std::size_t{1} << 30);
    std::size_t one = 0;
    for (std::uint64_t step = 0; step < 1000; ++step) {
        WorldState state;
        state.snapshot.steps = step;
        state.snapshot.derivatives.assign(10, static_cast<double>(step));
        one = bytes_of(state);
        history.add(std::move(state));
    }
    is_spared = false;
    refuse_after(0, true);
    EXPECT_NO_THROW(history.thin());
    is_spared = true;
    grant_all();
    EXPECT_EQ(history.size(), 500u);
    EXPECT_EQ(history.bytes(), 500 * one);
    for (std::uint64_t step = 0; step < 1000; ++step) {
        const Snapshot& snapshot = history.before(step).snapshot;
        EXPECT_EQ(snapshot.steps, step - step % 2);
        EXPECT_EQ(snapshot.derivatives,
                  std::vector<double>(10, static_cast<double>(snapshot.steps)));
    }
}

}  // namespace
}  // namespace scree::engine
