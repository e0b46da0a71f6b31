#include "engine/frame/facts.h"

#include <gtest/gtest.h>

#include <array>
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

/// The corners of a body where forces were evaluated last.
std::vector<Vec2> corners_at(const Simulation& simulation, const BodyShape& shape, Body body) {
    std::vector<Vec2> corners;
    for (const Vec2 vertex : shape.vertices)
        corners.push_back(apply(simulation.kinematics(body).pose, vertex));
    return corners;
}

/// Where two outlines cross: every edge with every edge.
std::vector<Vec2> crossings(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    std::vector<Vec2> found;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            const Vec2 p = a[i], along_a = a[(i + 1) % a.size()] - p;
            const Vec2 q = b[j], along_b = b[(j + 1) % b.size()] - q;
            const double det = cross(along_a, along_b);
            const double s = cross(q - p, along_b) / det;
            const double t = cross(q - p, along_a) / det;
            if (s >= 0.0 && s < 1.0 && t >= 0.0 && t < 1.0) found.push_back(p + s * along_a);
        }
    }
    return found;
}

std::size_t corners_in(const std::vector<Vec2>& corners, const std::vector<Vec2>& outline) {
    std::size_t count = 0;
    for (const Vec2 corner : corners) {
        bool inside = true;
        for (std::size_t k = 0; k < outline.size(); ++k) {
            const Vec2 from = outline[k];
            inside = inside && cross(outline[(k + 1) % outline.size()] - from, corner - from) > 0.0;
        }
        if (inside) ++count;
    }
    return count;
}

TEST_F(Basin, ContactsSayHowBodiesTouch) {
    const Simulation& simulation = live_->simulation();
    std::array<int, 3> found{};
    std::size_t row = 0;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        if (!simulation.touches(k)) continue;
        const auto [i, j] = simulation.contacts()[k].pair;
        const auto [first, second] = frame_.contacts.pair[row];
        const auto a = corners_at(simulation, shapes_->of(first), i);
        const auto b = corners_at(simulation, shapes_->of(second), j);
        const ContactKind kind = frame_.contacts.kind[row];
        const double chord = frame_.contacts.chord[row++];
        ++found.at(static_cast<std::size_t>(kind));
        if (a.empty() || b.empty()) {
            EXPECT_EQ(kind, ContactKind::with_disc);
            EXPECT_GT(chord, 0.0);
            continue;
        }
        const std::vector<Vec2> ends = crossings(a, b);
        ASSERT_EQ(ends.size(), 2u);
        EXPECT_NEAR(chord, length(ends[1] - ends[0]), 1e-7 * chord);  // in single precision
        const bool has_side = corners_in(a, b) + corners_in(b, a) >= 2;
        EXPECT_EQ(kind, has_side ? ContactKind::side_side : ContactKind::side_corner) << row;
    }
    ASSERT_EQ(row, frame_.contacts.kind.size());
    for (const int count : found) EXPECT_GT(count, 5);
}

/// A basin that is rough and sticky, still on the move.
TEST(RoughBasin, ContactsSayHowMuchFrictionIsMobilised) {
    const TemporaryFolder folder;
    std::ofstream(folder / "basin.toml") << basin;
    World live(
        load_scene(folder / "basin.toml",
                   std::vector<std::string>{"materials.rock.friction=0.4",
                                            "materials.rock.cohesion=500.0", "run.duration=0.4"}));
    while (!live.over()) live.step();
    const Frame frame = live.frame();
    std::size_t sliding = 0;
    std::size_t sticking = 0;
    for (std::size_t k = 0; k < frame.contacts.pair.size(); ++k) {
        const Vec2 n = frame.contacts.normal[k];
        const Vec2 force = frame.contacts.force[k];
        const double pressing =
            n.x * force.x + n.y * force.y + 500.0 * double{frame.contacts.chord[k]};
        const double friction = std::abs(n.x * force.y - n.y * force.x);
        const double mobilised = frame.contacts.mobilised[k];
        if (!(pressing > 1e-3)) continue;  // N: far above the rounding of the chord
        EXPECT_NEAR(mobilised, friction / (0.4 * pressing), 1e-6);
        EXPECT_LE(mobilised, 1.0 + 1e-6);
        mobilised > 1.0 - 1e-6 ? ++sliding : ++sticking;
    }
    EXPECT_GT(sliding, 3u);
    EXPECT_GT(sticking, 20u);
    // Forty stones and twenty beads, in this order.
    for (std::size_t k = 0; k < frame.grains.body.size(); ++k)
        EXPECT_EQ(frame.grains.group[k], frame.grains.body[k] < 40 ? 0 : 1);
    EXPECT_EQ(frame.walls.group, (std::vector<std::int32_t>{0, 1, 2}));
    EXPECT_EQ(frame.stage, 0);
}

TEST_F(Basin, WithoutFrictionNoneIsMobilised) {
    for (const float mobilised : frame_.contacts.mobilised) EXPECT_TRUE(std::isnan(mobilised));
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
