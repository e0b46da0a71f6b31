#include "engine/grains/rain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <stdexcept>

#include "engine/dynamics/simulation.h"
#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

using geometry::Rotation;
using geometry::Vec2;
using testing::HasSubstr;

constexpr double dt = 2e-5;
const Interval domain{-0.1, 2.0};

GrainGroup gravel_rain(std::size_t count, double rate) {
    return {"stones",
            0,
            count,
            IrregularShape{5, 9, 1.3},
            UniformSize{0.004, 0.008},
            PlaceRain{{0.45, 0.55}, 0.05, rate, {}, {}}};
}

/// A floor, and what a run does with a rain.
class World {
public:
    World(const GrainGroup& group, std::uint64_t seed)
        : rain(group, seed, domain, dt), simulation_(model(), settings()) {}

    void step() {
        if (rain.due(simulation_.time())) {
            std::vector<PlacedShape> walls{{&floor_, floor_pose_}};
            std::vector<PlacedShape> grains;
            for (std::size_t i = 0; i < simulation_.grain_count(); ++i)
                grains.push_back({&out[simulation_.id_of(i)].shape,
                                  {simulation_.position(i), Rotation::by(simulation_.angle(i))}});
            const std::size_t before = out.size();
            for (const NewGrain& grain : rain.release(simulation_.time(), walls, grains)) {
                simulation_.add_grain(grain);
                out.push_back(grain);
            }
            batches += out.size() > before;
        }
        simulation_.step();
    }

    const Simulation& simulation() const { return simulation_; }

    Rain rain;
    std::deque<NewGrain> out;  ///< as they were released, by id
    std::size_t batches = 0;

private:
    Model model() const {
        return world({"stone", 2500.0, 1e6, 0.5, 0.5, 0.0},
                     {standing(floor_, floor_pose_.position)});
    }
    static Settings settings() {
        Settings settings;
        settings.dt = dt;
        settings.threads = 1;
        return settings;
    }

    geometry::Shape floor_ = rectangle(2.0, 0.1);
    geometry::Transform floor_pose_{{0.5, -0.05}, {}};
    Simulation simulation_;
};

// The heap of the scene reference: 1000 grains/s through a gap of 0.1 m, faster than one layer
// after the other could fall away.
TEST(Rain, KeepsItsRateAndFollowsTheSurface) {
    World world(gravel_rain(150, 1000.0), 1);
    double highest_grain = 0.0;
    while (world.simulation().time() < 0.16) {
        const std::size_t before = world.out.size();
        world.step();
        // Never more than a batch ahead or behind.
        const double due = std::min(150.0, world.simulation().time() * 1000.0);
        ASSERT_NEAR(static_cast<double>(world.out.size()), due, 4.0);
        ASSERT_EQ(world.rain.waiting(), 0u);
        for (std::size_t i = before; i < world.out.size(); ++i) {
            const geometry::Box box = box_of(placed(world.out[i]));
            EXPECT_GE(box.low.x, 0.45);
            EXPECT_LE(box.high.x, 0.55);
            EXPECT_GE(box.low.y, 0.05);
            highest_grain = std::max(highest_grain, box.high.y);
        }
    }
    EXPECT_TRUE(world.rain.finished());
    EXPECT_FALSE(world.rain.due(1e9));
    EXPECT_LT(world.batches, 80u);
    // The heap is some 0.02 m high, and what falls needs some 0.16 m at this rate.
    EXPECT_LT(highest_grain, 0.25);
    while (world.simulation().time() < 0.5) world.step();
    EXPECT_EQ(world.simulation().grain_count(), 150u);
    for (std::size_t i = 0; i < 150; ++i) EXPECT_LT(world.simulation().position(i).y, 0.1);
}

// A slow rain falls from the height above the heap that it has made.
TEST(Rain, StartsTheHeightAboveWhatLiesThere) {
    const geometry::Shape floor = rectangle(2.0, 0.1);
    const geometry::Shape step = rectangle(2.0, 1.0);
    const std::vector<PlacedShape> walls{{&floor, {{0.5, -0.05}, {}}}};
    const std::vector<PlacedShape> grains{{&step, {{0.5, 0.4}, {}}}};  // touches the floor
    Rain rain(gravel_rain(10, 10.0), 1, domain, dt);
    const std::vector<NewGrain> first = rain.release(0.0, walls, {});
    ASSERT_EQ(first.size(), 2u);
    for (const NewGrain& grain : first) EXPECT_NEAR(box_of(placed(grain)).low.y, 0.05, 1e-12);
    const std::vector<NewGrain> second = rain.release(1.0, walls, grains);
    ASSERT_EQ(second.size(), 8u);  // nobody asked for a while: more than one batch
    EXPECT_NEAR(box_of(placed(second[0])).low.y, 0.95, 1e-12);
    // The same body in flight is not a surface, but it is in the way.
    Rain other(gravel_rain(10, 10.0), 1, domain, dt);
    const std::vector<PlacedShape> flying{{&step, {{0.5, 0.552}, {}}}};
    const std::vector<NewGrain> above = other.release(0.0, walls, flying);
    ASSERT_EQ(above.size(), 2u);
    EXPECT_GT(box_of(placed(above[0])).low.y, 1.052);
    EXPECT_LT(box_of(placed(above[0])).low.y, 1.06);
}

TEST(Rain, StaysBelowItsTopAndWaitsWhereThereIsNoRoom) {
    const geometry::Shape floor = rectangle(2.0, 0.1);
    const geometry::Shape lid = rectangle(2.0, 0.1);
    const std::vector<PlacedShape> walls{{&floor, {{0.5, -0.05}, {}}}, {&lid, {{0.5, 0.15}, {}}}};
    GrainGroup group = gravel_rain(200, 1000.0);
    std::get<PlaceRain>(group.place).below = 0.1;
    Rain rain(group, 1, domain, dt);
    std::vector<NewGrain> out;
    std::vector<PlacedShape> grains;
    out.reserve(200);
    // Nothing falls here: the box fills, and then the rain waits.
    for (int k = 0; k < 400; ++k) {
        for (const NewGrain& grain : rain.release(0.001 * k, walls, grains)) {
            out.push_back(grain);
            grains.push_back(placed(out.back()));
            const geometry::Box box = box_of(grains.back());
            ASSERT_LT(box.high.y, 0.1);
            ASSERT_GT(box.low.y, 0.04);
        }
    }
    EXPECT_GT(out.size(), 30u);
    EXPECT_LT(out.size(), 150u);
    EXPECT_EQ(rain.waiting(), 200u - out.size());
    EXPECT_TRUE(rain.due(0.5));
    // And goes on when there is room again.
    EXPECT_FALSE(rain.release(0.5, walls, {}).empty());
}

TEST(Rain, GrainsOfABatchDoNotTouch) {
    Rain rain(gravel_rain(300, 1e7), 1, domain, dt);  // all at once
    const std::vector<NewGrain> out = rain.release(0.0, {}, {});
    ASSERT_EQ(out.size(), 300u);
    std::vector<PlacedShape> bodies;
    for (const NewGrain& grain : out) bodies.push_back(placed(grain));
    const ShapeIndex index(bodies);
    for (std::size_t i = 0; i < bodies.size(); ++i) EXPECT_TRUE(index.touching(i).empty());
    // Without a wall the bottom of the domain is the surface.
    EXPECT_NEAR(box_of(bodies[0]).low.y, domain.low + 0.05, 1e-12);
}

TEST(Rain, GoesOnFromItsStateToTheSameBits) {
    const auto same = [](const NewGrain& a, const NewGrain& b) {
        return a.position == b.position && a.angle == b.angle && a.velocity == b.velocity &&
               geometry::area(a.shape) == geometry::area(b.shape) &&
               geometry::second_moment(a.shape) == geometry::second_moment(b.shape);
    };
    const GrainGroup group = gravel_rain(60, 1000.0);
    World world(group, 7);
    while (world.simulation().time() < 0.03) world.step();
    const RainState state = world.rain.state();
    EXPECT_GT(state.released, 20u);
    EXPECT_LT(state.released, 60u);
    Rain resumed(group, 7, domain, dt);
    resumed.restore(state);
    // Both release the same grains at the same time.
    const double time = world.simulation().time() + 0.01;
    const std::vector<NewGrain> expected = world.rain.release(time, {}, {});
    const std::vector<NewGrain> out = resumed.release(time, {}, {});
    ASSERT_EQ(out.size(), expected.size());
    ASSERT_GT(out.size(), 5u);
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_TRUE(same(out[i], expected[i]));
    EXPECT_EQ(resumed.state().generator, world.rain.state().generator);
    EXPECT_EQ(resumed.state().batches, world.rain.state().batches);
}

TEST(Rain, AWholeRunIsTheSameForTheSameSeedOnly) {
    const auto run = [](std::uint64_t seed) {
        World world(gravel_rain(30, 1000.0), seed);
        while (world.simulation().time() < 0.06) world.step();
        return world.simulation().state_hash();
    };
    const std::uint64_t hash = run(1);
    EXPECT_EQ(run(1), hash);
    EXPECT_NE(run(2), hash);
}

TEST(Rain, RefusesWhatItCannotBe) {
    const auto refusal = [](const GrainGroup& group) -> std::string {
        try {
            const Rain rain(group, 1, domain, dt);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    };
    GrainGroup group = gravel_rain(10, 10.0);
    EXPECT_EQ(refusal(group), "");
    std::get<PlaceRain>(group.place).x = {0.45, 0.455};
    EXPECT_THAT(refusal(group), HasSubstr("place.x is"));
    std::get<PlaceRain>(group.place).rate = 0.0;
    EXPECT_THAT(refusal(group), HasSubstr("grains stones: place.rate must be from"));
    group.place = PlaceLattice{{0, 1}, {0, 1}, {}};
    EXPECT_THAT(refusal(group), HasSubstr("place must be of the kind rain"));

    Rain rain(gravel_rain(10, 10.0), 1, domain, dt);
    RainState state = rain.state();
    state.released = 11;
    EXPECT_THROW(rain.restore(state), std::invalid_argument);
    state = rain.state();
    state.released = 3;  // before the first batch
    EXPECT_THROW(rain.restore(state), std::invalid_argument);
    state = rain.state();
    state.generator = {};
    EXPECT_THROW(rain.restore(state), std::invalid_argument);
    state = rain.state();
    state.batches = std::numeric_limits<std::uint64_t>::max();
    EXPECT_NO_THROW(rain.restore(state));  // absurd, but no harm: it is never due again
    EXPECT_FALSE(rain.due(1e9));
}

}  // namespace
}  // namespace scree::engine
