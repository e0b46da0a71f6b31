// The stress of grains at rest against the forces on their walls and the weight above.

#include "engine/measure/kinds/stress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/frame/shape_book.h"
#include "engine/run/world.h"
#include "engine/scene/surroundings.h"
#include "tests/engine/small_scene.h"
#include "tests/physics/laboratory.h"

namespace scree::engine {
namespace {

constexpr double width = 6.3;

/// Discs and gravel between frictionless walls, which begin at 0 and `width`, at rest.
class Column {
public:
    Column() {
        tests::Random random(11);
        std::vector<NewGrain> grains;
        for (int row = 0; row < 11; ++row)
            for (int k = 0; k < 6; ++k) {
                const Vec2 at{0.55 + 1.04 * k, 0.6 + 1.05 * row};
                const double size = random.uniform(0.7, 1.0);
                geometry::Shape shape = geometry::Disc(0.5 * size);
                if ((row + k) % 2 == 0) shape = gravel(random, 0.5 * size);
                grains.push_back({shape, 0, at, 6.0 * random(), {}, 0.0});
            }
        simulation_.emplace(model_, few(automatic_dt(model_, grains)));
        for (const NewGrain& grain : grains) simulation_->add_grain(grain);
        run_until(*simulation_, 12.0);
    }

    const Simulation& simulation() const { return *simulation_; }
    Assembly assembly() const {
        ShapeBook shapes(simulation_->walls().all());
        shapes.update(*simulation_);
        return assemble(frame_of(*simulation_),
                        [&](BodyNumber body) -> const BodyShape& { return shapes.of(body); },
                        {{0.0, -gravity}, {1.0}});
    }
    /// The mean over a range of heights of the weight of all grains above, over the width.
    double pressure_above(double low, double high) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < simulation_->grain_count(); ++i) {
            const double part = std::min(simulation_->position(i).y, high) - low;
            if (part > 0.0) sum += simulation_->mass(i) * gravity * part;
        }
        return sum / (width * (high - low));
    }

private:
    Model model_ =
        world(plain(1e5, 0.0, 1.0), {standing(rectangle(20.0, 2.0), {0.0, -1.0}),
                                     standing(rectangle(2.0, 40.0), {-1.0, 15.0}),
                                     standing(rectangle(2.0, 40.0), {width + 1.0, 15.0})});
    std::optional<Simulation> simulation_;
};

double value(const Measurement& measurement, const char* key) {
    return measurement.at(key).value.value_or(std::nan(""));
}

TEST(StressAtRest, IsTheWeightAboveAndTheForceOnTheWalls) {
    const Column column;
    const Assembly assembly = column.assembly();
    for (const double low : {0.5, 2.0, 4.0, 6.0}) {
        const Measurement of = stress(assembly, {{0.0, low}, {width, low + 1.3}});
        const double expected = column.pressure_above(low, low + 1.3);
        EXPECT_NEAR(value(of, "yy"), expected, 0.005 * expected) << low;
        // Without friction anywhere, grains are pressed about alike from all sides.
        EXPECT_NEAR(value(of, "xx"), expected, 0.35 * expected) << low;
        EXPECT_LT(std::abs(value(of, "xy")), 0.2 * expected) << low;
    }
    // Both side walls bear the same, and the stress across the whole column is that over its
    // height.
    const double left = column.simulation().wall_force(1).x;
    const double right = column.simulation().wall_force(2).x;
    EXPECT_NEAR(left, -right, 1e-3 * right);
    const Measurement whole = stress(assembly, {{0.0, 0.0}, {width, 20.0}});
    EXPECT_NEAR(value(whole, "xx"), right / 20.0, 0.01 * right / 20.0);
    EXPECT_NEAR(column.simulation().wall_force(0).y, -column.pressure_above(-1.0, 0.0) * width,
                1e-3 * column.pressure_above(-1.0, 0.0) * width);
}

/// Gravel and discs between two rows of grains, of which the upper one presses and moves along.
const std::string sheared = R"(scree = 1
[run]
threads = 1
gravity = [0.0, 0.0]
duration = 5.0
accuracy = 0.02
[domain]
x = [0.0, 0.1]
y = [-0.02, 0.2]
periodic = ["x"]
[materials.stone]
density = 2500.0
stiffness = 1.0e6
friction = 0.5
restitution = 0.2
[[walls]]
name = "bottom"
material = "stone"
shape = { kind = "grains", from = [0.0, 0.0], to = [0.1, 0.0], grain = { kind = "irregular" }, size = { kind = "uniform", min = 0.008, max = 0.011 } }
one_sided = true
[[walls]]
name = "top"
material = "stone"
shape = { kind = "grains", from = [0.0, 0.18], to = [0.1, 0.18], grain = { kind = "irregular" }, size = { kind = "uniform", min = 0.008, max = 0.011 } }
one_sided = true
motion = { kind = "load", pressure = 200.0, along = [0.0, -1.0], velocity = [0.15, 0.0], max_speed = 0.3 }
[[grains]]
name = "stones"
material = "stone"
count = 60
shape = { kind = "irregular" }
size = { kind = "uniform", min = 0.008, max = 0.011 }
place = { kind = "random", x = [0.0, 0.1], y = [0.01, 0.17] }
[[grains]]
name = "discs"
material = "stone"
count = 60
shape = { kind = "disc" }
size = { kind = "uniform", min = 0.008, max = 0.011 }
place = { kind = "random", x = [0.0, 0.1], y = [0.01, 0.17] }
)";

TEST(StressInSteadyShear, IsTheForceOnTheWallsOverTheirLength) {
    World world(load(sheared));
    ShapeBook shapes(world.simulation().walls().all());
    double samples = 0.0;
    Tensor inside;
    Vec2 upper;
    Vec2 lower;
    double agitation = 0.0;
    while (!world.over()) {
        world.step();
        const Simulation& simulation = world.simulation();
        if (simulation.time() < 1.0 || simulation.steps() % 20 != 0) continue;
        shapes.update(simulation);
        const Assembly assembly = assemble(
            frame_of(simulation),
            [&](BodyNumber body) -> const BodyShape& { return shapes.of(body); },
            surroundings_of(world.scene()));
        const Measurement of = stress(assembly, {{0.0, 0.02}, {0.1, 0.08}});
        inside += Tensor{value(of, "xx"), value(of, "xy"), value(of, "yx"), value(of, "yy")};
        agitation += value(of, "kinetic_yy");
        lower += 10.0 * simulation.wall_force(0);  // over the length
        upper += 10.0 * simulation.wall_force(1);
        samples += 1.0;
    }
    inside = 1.0 / samples * inside;
    upper = upper / samples;
    lower = lower / samples;
    EXPECT_NEAR(upper.y, 200.0, 0.01 * 200.0);
    EXPECT_NEAR(inside.yy, upper.y, 0.01 * upper.y);
    EXPECT_NEAR(inside.yy, -lower.y, 0.01 * upper.y);
    const double shear = 0.5 * (lower.x - upper.x);
    RecordProperty("pressure", std::to_string(inside.yy / upper.y));
    RecordProperty("shear", std::to_string(std::abs(inside.xy) / shear));
    RecordProperty("mu", std::to_string(shear / upper.y));
    EXPECT_GT(shear, 0.2 * upper.y);
    EXPECT_NEAR(std::abs(inside.xy), shear, 0.01 * shear);
    // Here the force along one axis and the way along the other make the same stress both ways.
    EXPECT_NEAR(inside.xy, inside.yx, 0.03 * shear);
    EXPECT_LT(agitation / samples, 0.01 * upper.y);
}

}  // namespace
}  // namespace scree::engine
