// The stress of grains at rest against the forces on their walls and the weight above.

#include "engine/measure/kinds/stress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/frame/shape_book.h"
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

}  // namespace
}  // namespace scree::engine
