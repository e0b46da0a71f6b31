// A wall that a stage lets come or go, in states that are restored.

#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/run/world.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

// A lid is pushed onto two discs that lie on the floor, and taken away again.
const std::string text = R"(scree = 1
[run]
threads = 1
[domain]
x = [-1, 1]
y = [-1, 1]
[materials.stone]
density = 1000
stiffness = 1e5
friction = 0.5
damping = 0.3
[[walls]]
name = "floor"
material = "stone"
shape = { kind = "box", x = [-0.5, 0.5], y = [-0.2, 0] }
[[walls]]
name = "lid"
material = "stone"
shape = { kind = "box", x = [-0.5, 0.5], y = [0.099, 0.25] }
motion = { kind = "load", force = 50, along = [0, -1] }
present = false
[[grains]]
name = "discs"
material = "stone"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.1 }
place = { kind = "list", at = [[-0.3, 0.05], [0.3, 0.05]] }
[[stage]]
name = "wait"
duration = 0.02
[[stage]]
name = "press"
duration = 0.05
set = { "walls.lid.present" = true }
[[stage]]
name = "release"
duration = 0.05
set = { "walls.lid.present" = false }
)";

void expect_lockstep(World& one, int steps) {
    World other(load(text));
    other.restore(one.state());
    ASSERT_EQ(other.state_hash(), one.state_hash());
    for (int k = 0; k < steps && !one.over(); ++k) {
        one.step();
        other.step();
        ASSERT_EQ(other.state_hash(), one.state_hash()) << "after " << k + 1 << " steps";
    }
}

TEST(PresentWalls, AreInStatesThatAreRestored) {
    World live(load(text));
    for (const double moment : {0.01, 0.021, 0.05, 0.069, 0.08}) {
        while (live.simulation().time() < moment) live.step();
        const bool pressed = live.course().now() == 1;
        EXPECT_EQ(live.simulation().is_there(1), pressed);
        EXPECT_EQ(live.touching_contacts(), pressed ? 4u : 2u) << moment;
        expect_lockstep(live, 20);
    }
}

TEST(PresentWalls, ThatAreAwayHaveNoContactsInAState) {
    World live(load(text));
    while (live.simulation().time() < 0.05) live.step();
    WorldState state = live.state();
    state.snapshot.wall_states[Snapshot::wall_numbers + 3] = 0.0;
    World other(load(text));
    EXPECT_THROW(other.restore(state), std::invalid_argument);
}

}  // namespace
}  // namespace scree::engine
