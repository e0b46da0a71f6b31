#include "engine/dynamics/bodies.h"

#include <gtest/gtest.h>

#include "tests/engine/small_world.h"

namespace scree::engine {
namespace {

constexpr double dt = 1e-3;

NewGrain grain_at(Vec2 position, Vec2 velocity = {}, double spin = 0.0) {
    return {rectangle(2.0, 1.0), 0, position, 0.5, velocity, spin};
}

/// Two pieces of walls, and grains at x = 0, 1, 2, ...
Bodies five_grains() {
    Bodies bodies(dt, 6);
    bodies.make_pieces(2);
    for (int i = 0; i < 5; ++i) bodies.add(grain_at({1.0 * i, 0.0}), 3.0, {0.0, -10.0});
    return bodies;
}

std::uint64_t hash_of(const Bodies& bodies) {
    Fnv1a hash;
    bodies.add_grains_to(hash, {});
    bodies.add_pieces_to(hash);
    return hash.mixed();
}

TEST(Bodies, AGrainHasTheMassAndTheMotionThatItIsAddedWith) {
    Bodies bodies(dt, 6);
    const GrainId id = bodies.add(grain_at({1.0, 2.0}, {3.0, 4.0}, 5.0), 3.0, {0.0, -10.0});
    EXPECT_EQ(id, 0u);
    EXPECT_DOUBLE_EQ(bodies.mass(0), 6.0);
    EXPECT_DOUBLE_EQ(bodies.inertia(0), 6.0 * (4.0 + 1.0) / 12.0);
    EXPECT_EQ(bodies.position(0), (Vec2{1.0, 2.0}));
    EXPECT_DOUBLE_EQ(bodies.velocity(0).x, 3.0);
    EXPECT_DOUBLE_EQ(bodies.spin(0), 5.0);
    EXPECT_DOUBLE_EQ(bodies.y().derivative(2)[0], -10.0 * 0.5 * dt * dt);
    EXPECT_DOUBLE_EQ(bodies.kinetic_energy(0, Domain({})), 0.5 * 6.0 * 25.0 + 0.5 * 2.5 * 25.0);
    EXPECT_DOUBLE_EQ(bodies.potential_energy(0, {0.0, -10.0}, {}), 6.0 * 10.0 * 2.0);
    EXPECT_THROW(bodies.add(grain_at({HUGE_VAL, 0.0}), 3.0, {}), std::invalid_argument);
    EXPECT_EQ(bodies.grain_count(), 1u);
}

TEST(Bodies, ManyGrainsGoInOnePassAndTheOthersKeepTheirIdsAndTheirOrder) {
    Bodies bodies = five_grains();
    const std::vector<std::uint8_t> marks{0, 1, 0, 1, 0};
    bodies.remove(marks);
    ASSERT_EQ(bodies.grain_count(), 3u);
    for (const std::size_t i : {0u, 1u, 2u}) {
        EXPECT_EQ(bodies.id_of(i), 2 * i);
        EXPECT_EQ(bodies.position(i).x, 2.0 * static_cast<double>(i));
        EXPECT_EQ(bodies.kinematics(static_cast<Body>(i)).pose.position, bodies.position(i));
    }
    EXPECT_EQ(bodies.find(4), std::optional<std::size_t>(2));
    EXPECT_FALSE(bodies.find(3));
    EXPECT_EQ(bodies.piece_count(), 2u);
    EXPECT_EQ(bodies.add(grain_at({9.0, 0.0}), 3.0, {}), 5u) << "ids are never used again";
}

TEST(Bodies, TravelBoundsHowFarAnyPointHasMoved) {
    Bodies bodies = five_grains();
    const Kinematics before = bodies.kinematics(1);
    const geometry::Transform pose{before.pose.position + Vec2{0.01, -0.02},
                                   geometry::Rotation::by(0.8)};
    bodies.move(1, pose, {}, 0.0);
    double furthest = 0.0;
    const auto& shape = std::get<geometry::ConvexPolygon>(bodies.shape(1));
    for (std::size_t k = 0; k < shape.size(); ++k)
        furthest = std::max(
            furthest, length(apply(pose, shape.vertex(k)) - apply(before.pose, shape.vertex(k))));
    EXPECT_GE(bodies.furthest_travel(), furthest);
    EXPECT_LT(bodies.furthest_travel(), 3.0 * furthest);
    bodies.forget_travel();
    EXPECT_EQ(bodies.furthest_travel(), 0.0);
}

TEST(Bodies, WrappingChangesNothingButWhereThePeriodIsCounted) {
    Bodies bodies = five_grains();
    const Period period{{0.0, 0.0}, {2.5, 0.0}};
    std::vector<Vec2> unwrapped;
    for (std::size_t i = 0; i < 5; ++i) unwrapped.push_back(bodies.unwrapped_position(i, period));
    EXPECT_TRUE(bodies.wrap(period));
    EXPECT_EQ(bodies.turned()[4], (Turns{1, 0}));
    EXPECT_EQ(bodies.turned()[1], Turns{});
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_LT(bodies.position(i).x, 2.5);
        EXPECT_EQ(bodies.unwrapped_position(i, period), unwrapped[i]);
    }
    EXPECT_FALSE(bodies.wrap(period));
}

TEST(Bodies, ASnapshotBringsBackEveryBit) {
    Bodies bodies = five_grains();
    bodies.remove(std::vector<std::uint8_t>{1, 0, 0, 0, 0});
    bodies.move(2, {{7.0, 8.0}, geometry::Rotation::by(0.1)}, {1.0, 2.0}, 3.0);
    Snapshot snapshot;
    bodies.write(snapshot);
    const std::vector<NewGrain> grains(4, grain_at({}));
    Bodies other(dt, 6);
    other.make_pieces(2);
    EXPECT_NO_THROW(other.check(snapshot, 4, {}));
    other.read(snapshot, grains, std::vector<double>{3.0});
    EXPECT_EQ(hash_of(other), hash_of(bodies));
    EXPECT_EQ(other.kinematics(2).spin, 3.0);
    EXPECT_EQ(other.next_id(), 5u);
}

TEST(Bodies, ASnapshotThatCannotBeIsRefused) {
    const Bodies bodies = five_grains();
    const auto refused = [&](auto&& spoil) {
        Snapshot snapshot;
        bodies.write(snapshot);
        spoil(snapshot);
        EXPECT_THROW(bodies.check(snapshot, 5, {}), std::invalid_argument);
    };
    refused([](Snapshot& s) { s.ids[1] = s.ids[2]; });
    refused([](Snapshot& s) { s.next_id = 3; });
    refused([](Snapshot& s) { s.derivatives.pop_back(); });
    refused([](Snapshot& s) { s.derivatives[3] = std::nan(""); });
    refused([](Snapshot& s) { s.bodies[2] = 2.0; });
    refused([](Snapshot& s) { s.bodies[7] = -1.0; });
    refused([](Snapshot& s) { s.turns[0] = 1; });
}

TEST(Bodies, TheHashSeesEveryCoordinate) {
    const std::uint64_t before = hash_of(five_grains());
    for (const auto coordinate : {&Bodies::x, &Bodies::y, &Bodies::angles}) {
        for (std::size_t k = 0; k < 6; ++k) {
            Bodies bodies = five_grains();
            double& value = (bodies.*coordinate)().derivative(k)[3];
            value = std::nextafter(value, 1.0);
            EXPECT_NE(hash_of(bodies), before) << "derivative " << k;
        }
    }
}

}  // namespace
}  // namespace scree::engine
