#include "engine/frame/facts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <numbers>
#include <vector>

#include "engine/frame/frame.h"
#include "engine/frame/shape_book.h"
#include "engine/run/world.h"
#include "engine/scene/surroundings.h"
#include "tests/engine/grain_stress.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

/// Polygons and discs that fall into a smooth box, and have come to rest.
const char* basin = R"(scree = 1
[run]
duration = 2.0
threads = 1
[domain]
x = [-1, 1]
y = [-1, 3]
[materials.rock]
density = 2000
stiffness = 1e6
friction = 0.0
damping = 0.5
[[walls]]
name = "floor"
material = "rock"
shape = { kind = "box", x = [-0.6, 0.6], y = [-0.5, 0] }
[[walls]]
name = "left"
material = "rock"
shape = { kind = "box", x = [-0.8, -0.3], y = [-0.5, 2] }
[[walls]]
name = "right"
material = "rock"
shape = { kind = "box", x = [0.3, 0.8], y = [-0.5, 2] }
[[grains]]
name = "stones"
material = "rock"
count = 40
shape = { kind = "irregular", corners = [4, 7] }
size = { kind = "uniform", min = 0.05, max = 0.08 }
place = { kind = "lattice", x = [-0.28, 0.28], y = [0.02, 1.4] }
[[grains]]
name = "beads"
material = "rock"
count = 20
shape = { kind = "disc" }
size = { kind = "mono", value = 0.06 }
place = { kind = "lattice", x = [-0.28, 0.28], y = [1.45, 1.95] }
)";

class Basin : public ::testing::Test {
public:
    Basin() {
        std::ofstream(folder_ / "basin.toml") << basin;
        live_ = std::make_unique<World>(load_scene(folder_ / "basin.toml"));
        while (!live_->over()) live_->step();
        shapes_ = std::make_unique<ShapeBook>(live_->simulation().walls().all());
        shapes_->update(live_->simulation());
        frame_ = frame_of(live_->simulation());
    }
    FrameFacts facts(const Frame& frame) const {
        return facts_of(
            frame, [this](BodyNumber body) -> const BodyShape& { return shapes_->of(body); },
            surroundings_of(live_->scene()));
    }

    TemporaryFolder folder_;
    std::unique_ptr<World> live_;
    std::unique_ptr<ShapeBook> shapes_;
    Frame frame_;
};

TEST_F(Basin, GrainsAreWhatTheEngineSaysTheyAre) {
    const Simulation& simulation = live_->simulation();
    const FrameFacts of = facts(frame_);
    ASSERT_EQ(of.grains.size(), 60u);
    double kinetic = 0.0;
    double pressures = 0.0;
    for (std::size_t i = 0; i < of.grains.size(); ++i) {
        const GrainFacts& grain = of.grains[i];
        EXPECT_NEAR(grain.mass, simulation.mass(i), 1e-12 * grain.mass);
        EXPECT_NEAR(grain.size, std::sqrt(4.0 * grain.mass / 2000.0 / std::numbers::pi), 1e-12);
        kinetic += grain.kinetic_energy;
        // Forces act at predicted positions, which are not quite the positions in the frame.
        const Stress stress = stress_of(simulation, i);
        EXPECT_NEAR(grain.stress.pressure(), stress.pressure(), 1e-6 * stress.pressure());
        EXPECT_NEAR(grain.stress.xy, stress.xy, 1e-6 * stress.pressure());
        pressures += stress.pressure();
    }
    EXPECT_GT(pressures / 60.0, 1000.0);
    EXPECT_NEAR(kinetic, simulation.ledger().kinetic, 1e-12 * kinetic);
}

/// The virial: in a smooth basin the vertical stresses, each times the area of its grain, add up to
/// what the contacts carry of each grain, times its height above the floor. (At rest that is its
/// weight; but a heap without friction swings for long. Export.StressInAColumnIsItsWeight rests.)
TEST_F(Basin, VerticalStressIsWhatTheContactsCarry) {
    const FrameFacts of = facts(frame_);
    std::vector<double> carried(of.grains.size(), 0.0);
    double loads = 0.0;
    for (std::size_t k = 0; k < of.contacts.size(); ++k) {
        const auto [first, second] = frame_.contacts.pair[k];
        const double force = frame_.contacts.force[k].y;
        carried[static_cast<std::size_t>(first)] -= force;
        if (second >= 0)
            carried[static_cast<std::size_t>(second)] += force;
        else
            loads += force * frame_.contacts.point[k].y;  // the floor gives way a little
    }
    double stresses = 0.0;
    for (std::size_t i = 0; i < of.grains.size(); ++i) {
        stresses += of.grains[i].mass / 2000.0 * of.grains[i].stress.yy;
        loads += carried[i] * frame_.grains.position[i].y;
    }
    EXPECT_NEAR(stresses, loads, 1e-9 * loads);
}

TEST_F(Basin, ContactsHaveTwoPartsOfForce) {
    const FrameFacts of = facts(frame_);
    ASSERT_GT(of.contacts.size(), 100u);
    for (std::size_t k = 0; k < of.contacts.size(); ++k) {
        const double force = length(frame_.contacts.force[k]);
        EXPECT_NEAR(of.contacts[k].normal_force, force, 1e-9 * force);  // they are smooth
        EXPECT_NEAR(of.contacts[k].friction, 0.0, 1e-9 * force);
        EXPECT_GT(frame_.contacts.area[k], 0.0);
        const bool wall = frame_.contacts.pair[k][1] < 0;
        const auto first = static_cast<std::size_t>(frame_.contacts.pair[k][0]);
        EXPECT_NEAR(length(of.contacts[k].from - frame_.grains.position[first]), 0.0, 1e-15);
        if (wall) {
            EXPECT_EQ(of.contacts[k].to, frame_.contacts.point[k]);
        }
    }
}

/// Everything shifted across a seam: arms lead to the nearest image.
TEST_F(Basin, APeriodicSeamChangesNothing) {
    Scene scene = live_->scene();
    scene.domain.x = {-1.0, 1.0};
    scene.domain.periodic_x = true;
    Frame wrapped = frame_;
    for (BodyStates* states : {&wrapped.grains, &wrapped.walls})
        for (Vec2& p : states->position) p.x = p.x < 0.0 ? p.x + 1.0 : p.x - 1.0;
    const auto shape_of = [this](BodyNumber body) -> const BodyShape& { return shapes_->of(body); };
    for (Vec2& p : wrapped.contacts.point) p.x += 1.0;
    const FrameFacts before = facts(frame_);
    const FrameFacts after = facts_of(wrapped, shape_of, surroundings_of(scene));
    for (std::size_t i = 0; i < before.grains.size(); ++i)
        EXPECT_NEAR(after.grains[i].stress.xx, before.grains[i].stress.xx,
                    1e-9 * (1.0 + std::abs(before.grains[i].stress.xx)));
    for (std::size_t k = 0; k < before.contacts.size(); ++k) {
        const Vec2 line = before.contacts[k].to - before.contacts[k].from;
        EXPECT_NEAR(length(after.contacts[k].to - after.contacts[k].from - line), 0.0, 1e-12);
    }
}

}  // namespace
}  // namespace scree::engine
