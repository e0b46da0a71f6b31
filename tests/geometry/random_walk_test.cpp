#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <variant>

#include "geometry/proximity.h"
#include "geometry/side.h"
#include "tests/geometry/oracle.h"
#include "tests/geometry/random_shapes.h"
#include "tests/geometry/same_bits.h"

// Two polygons that move as in a simulation, in small steps, in and out of contact. At each step
// the answer with the memory of the step before is compared with the one without memory.
namespace scree::tests {
namespace {

using geometry::Apart;
using geometry::ConvexPolygon;
using geometry::Overlap;
using geometry::PairMemory;
using geometry::Proximity;
using geometry::QueryCounts;
using geometry::Rotation;
using geometry::Transform;
using geometry::Vec2;

struct Pair {
    const ConvexPolygon& a;
    const ConvexPolygon& b;
    double size = std::min(a.diameter(), b.diameter());

    double diameter() const { return std::max(a.diameter(), b.diameter()); }
    Proximity query(const Transform& pose_a, const Transform& pose_b, PairMemory& memory,
                    QueryCounts& counts) const {
        return proximity(a.ring(), pose_a, b.ring(), pose_b, memory, counts);
    }
};

/// Whether the outlines cross exactly twice, by every pair of edges, with the kernel's coordinates
/// and its side test.
bool cross_exactly_twice(const Pair& pair, const Transform& pose_a, const Transform& pose_b) {
    const Transform b_in_a = relative(pose_a, pose_b);
    const auto vertex_of_b = [&](std::uint32_t j) { return apply(b_in_a, pair.b.vertex(j)); };
    int enters = 0;
    int leaves = 0;
    for (std::uint32_t i = 0; i < pair.a.size(); ++i)
        for (std::uint32_t j = 0; j < pair.b.size(); ++j) {
            const Vec2 p0 = pair.a.vertex(i);
            const Vec2 p1 = pair.a.vertex(pair.a.ring().next(i));
            const Vec2 q0 = vertex_of_b(j);
            const Vec2 q1 = vertex_of_b(pair.b.ring().next(j));
            const bool from = geometry::inside_b(geometry::side(p0, q0, q1));
            const bool to = geometry::inside_b(geometry::side(p1, q0, q1));
            if (from == to) continue;
            if (geometry::inside_a(geometry::side(q0, p0, p1)) ==
                geometry::inside_a(geometry::side(q1, p0, p1)))
                continue;
            ++(to ? enters : leaves);
        }
    return enters == 1 && leaves == 1;
}

struct WalkReport {
    std::size_t steps = 0;
    std::size_t overlaps = 0;
    std::size_t changes = 0;       ///< between apart and overlapping
    std::size_t same_bits = 0;     ///< overlaps with two crossings
    std::size_t other_counts = 0;  ///< overlaps with more crossings, or none
    std::size_t torn = 0;          ///< called apart with memory and not without, or vice versa
    double deepest = 0.0;          ///< 2 area / chord, a share of the size
    QueryCounts warm;

    WalkReport& operator+=(const WalkReport& other) {
        steps += other.steps;
        overlaps += other.overlaps;
        changes += other.changes;
        same_bits += other.same_bits;
        other_counts += other.other_counts;
        torn += other.torn;
        deepest = std::max(deepest, other.deepest);
        warm += other.warm;
        return *this;
    }
};

/// Asks the kernel warm and cold, step after step, and compares.
class Comparison {
public:
    explicit Comparison(const Pair& pair) : pair_(pair) {}

    /// Returns the cold answer.
    Proximity at(const Transform& pose_a, const Transform& pose_b) {
        PairMemory cold_memory;
        QueryCounts cold_counts;
        const Proximity cold = pair_.query(pose_a, pose_b, cold_memory, cold_counts);
        const Proximity warm = pair_.query(pose_a, pose_b, memory_, report_.warm);
        const bool was_overlap = is_overlap_;
        is_overlap_ = std::holds_alternative<Overlap>(cold);
        if (report_.steps++ > 0 && was_overlap != is_overlap_) ++report_.changes;
        if (warm.index() != cold.index())
            compare_touch(warm, cold);
        else if (is_overlap_)
            compare(std::get<Overlap>(warm), std::get<Overlap>(cold), pose_a, pose_b, cold_memory);
        else
            compare(std::get<Apart>(warm), std::get<Apart>(cold));
        if (report_.steps % 1000 == 0) compare_with_oracle(warm, pose_a, pose_b);
        return cold;
    }

    const WalkReport& report() const { return report_; }

private:
    /// The two answers may contradict each other only where polygons touch to within rounding.
    void compare_touch(const Proximity& warm, const Proximity& cold) {
        ++report_.torn;
        for (const Proximity* answer : {&warm, &cold}) {
            if (const Apart* apart = std::get_if<Apart>(answer))
                EXPECT_LE(apart->distance, rounding()) << "step " << report_.steps;
            else
                EXPECT_LE(std::get<Overlap>(*answer).area, rounding() * pair_.diameter())
                    << "step " << report_.steps;
        }
    }

    void compare(const Apart& warm, const Apart& cold) const {
        EXPECT_NEAR(warm.distance, cold.distance, rounding()) << "step " << report_.steps;
    }

    void compare(const Overlap& warm, const Overlap& cold, const Transform& pose_a,
                 const Transform& pose_b, const PairMemory& cold_memory) {
        ++report_.overlaps;
        if (cold.chord > 0.0)
            report_.deepest =
                std::max(report_.deepest, 2.0 * cold.area / (cold.chord * pair_.size));
        const bool same_crossings = memory_.kind == PairMemory::Kind::crossing &&
                                    cold_memory.kind == PairMemory::Kind::crossing &&
                                    memory_.crossing == cold_memory.crossing;
        // The count takes long: done where the bits could differ, and now and then to test itself.
        const bool two_crossings = same_crossings && report_.steps % 256 != 0
                                       ? true
                                       : cross_exactly_twice(pair_, pose_a, pose_b);
        EXPECT_TRUE(two_crossings || !same_crossings) << "step " << report_.steps;
        if (two_crossings) {
            EXPECT_TRUE(same_bits(warm, cold))
                << "step " << report_.steps << ": areas " << warm.area << " and " << cold.area;
            ++report_.same_bits;
            return;
        }
        ++report_.other_counts;
        EXPECT_NEAR(warm.area, cold.area, rounding() * pair_.diameter())
            << "step " << report_.steps;
    }

    void compare_with_oracle(const Proximity& warm, const Transform& pose_a,
                             const Transform& pose_b) const {
        const PairTruth truth = find_truth(pair_.a, pose_a, pair_.b, pose_b);
        const double diameter = pair_.diameter();
        if (const Apart* apart = std::get_if<Apart>(&warm)) {
            EXPECT_NEAR(apart->distance, truth.distance, 1e-12 * diameter);
            EXPECT_LE(truth.common.area, 1e-14 * diameter * diameter);
        } else {
            EXPECT_NEAR(std::get<Overlap>(warm).area, truth.common.area,
                        1e-9 * truth.common.area + 1e-14 * diameter * diameter);
            EXPECT_LE(truth.distance, 1e-12 * diameter);
        }
    }

    /// Some roundings of the pair's extent.
    double rounding() const { return 64.0 * 0x1p-53 * 2.0 * (pair_.a.radius() + pair_.b.radius()); }

    const Pair& pair_;
    PairMemory memory_;
    WalkReport report_;
    bool is_overlap_ = false;
};

/// A random walk of B around A, steered so that it hovers about first contact.
class Walk {
public:
    Walk(Random& random, const Pair& pair) : random_(random), pair_(pair) {
        const PosedPair start =
            pose_pair_at_depth(random, pair.a, pair.b, {-0.005 * pair.size, false, pair.size});
        a_ = start.a;
        b_ = start.b;
        angle_a_ = std::atan2(a_.rotation.s, a_.rotation.c);
        angle_b_ = std::atan2(b_.rotation.s, b_.rotation.c);
    }

    const Transform& a() const { return a_; }
    const Transform& b() const { return b_; }

    void step(const Proximity& answer) {
        const double size = pair_.size;
        // Speeds wander between 1e-4 and 1e-3 of the size a step, and last for some hundred steps.
        velocity_ += 1e-4 * size * Vec2{random_.uniform(-1.0, 1.0), random_.uniform(-1.0, 1.0)};
        velocity_ = kept_between(velocity_, 1e-4 * size, 1e-3 * size);
        spin_a_ = changed(spin_a_, pair_.size / pair_.a.diameter());
        spin_b_ = changed(spin_b_, pair_.size / pair_.b.diameter());
        steer(answer);
        const Vec2 drift =
            1e-4 * size * Vec2{random_.uniform(-1.0, 1.0), random_.uniform(-1.0, 1.0)};
        angle_a_ += spin_a_;
        angle_b_ += spin_b_;
        a_ = {a_.position + drift, Rotation::by(angle_a_)};
        b_ = {b_.position + drift + velocity_, Rotation::by(angle_b_)};
    }

private:
    /// The ends of a long wall move no faster than a grain.
    double changed(double spin, double share) {
        return std::clamp(spin + share * random_.uniform(-5e-5, 5e-5), -5e-4 * share, 5e-4 * share);
    }

    static Vec2 kept_between(Vec2 v, double least, double most) {
        const double speed = length(v);
        if (!(speed > 0.0)) return {least, 0.0};
        return v * (std::clamp(speed, least, most) / speed);
    }

    /// Turns the motion outwards when the overlap is deeper than one percent, and back when the gap
    /// is larger than that.
    void steer(const Proximity& answer) {
        const double size = pair_.size;
        if (const Apart* apart = std::get_if<Apart>(&answer)) {
            const Vec2 away = (apart->on_b - apart->on_a) / apart->distance;
            const double speed = dot(velocity_, away);
            if (apart->distance > 0.01 * size && speed > 0.0) velocity_ -= 2.0 * speed * away;
            return;
        }
        const Overlap& overlap = std::get<Overlap>(answer);
        if (!(2.0 * overlap.area > 0.01 * size * overlap.chord)) return;
        const double speed = dot(velocity_, overlap.normal);
        if (speed < 1e-3 * size) velocity_ += (1e-3 * size - speed) * overlap.normal;
    }

    Random& random_;
    const Pair& pair_;
    Transform a_;
    Transform b_;
    double angle_a_ = 0.0;
    double angle_b_ = 0.0;
    Vec2 velocity_;
    double spin_a_ = 0.0;
    double spin_b_ = 0.0;
};

constexpr std::size_t steps_of_a_walk = 100'000;

WalkReport walk(std::uint64_t seed, const ConvexPolygon& a, const ConvexPolygon& b) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Pair pair{a, b};
    Walk motion(random, pair);
    Comparison comparison(pair);
    for (std::size_t i = 0; i < rounds(steps_of_a_walk); ++i) {
        motion.step(comparison.at(motion.a(), motion.b()));
        if (testing::Test::HasFailure()) break;
    }
    return comparison.report();
}

void record(const WalkReport& report) {
    const auto property = [](const char* name, std::uint64_t value) {
        testing::Test::RecordProperty(name, std::to_string(value));
    };
    property("steps", report.steps);
    property("overlaps", report.overlaps);
    property("changes", report.changes);
    property("other_counts", report.other_counts);
    property("torn", report.torn);
    property("queries", report.warm.queries);
    property("tracked", report.warm.tracked);
    property("searched", report.warm.searched);
    property("exhaustive", report.warm.exhaustive);
    property("clipped", report.warm.clipped);
    testing::Test::RecordProperty("deepest", std::to_string(report.deepest));
}

/// In and out of contact, often, and a good share of the time in each; random motion never comes
/// to a touch that is exact to rounding.
void expect_representative(const WalkReport& report) {
    EXPECT_GE(report.overlaps, report.steps * 3 / 10);
    EXPECT_LE(report.overlaps, report.steps * 7 / 10);
    EXPECT_GE(report.changes, report.steps / 1000);
    EXPECT_EQ(report.torn, 0u);
}

void walk_heap_grains(std::uint64_t first_seed, std::uint64_t count) {
    WalkReport total;
    for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
        Random random(seed);
        const ConvexPolygon a = heap_grain(random);
        const ConvexPolygon b = scaled(heap_grain(random), random.log_uniform(0.5, 2.0));
        total += walk(random.bits(), a, b);
        if (testing::Test::HasFailure()) return;
    }
    record(total);
    expect_representative(total);
    EXPECT_LE(total.deepest, 0.02);
    const std::uint64_t last_resort = total.warm.exhaustive + total.warm.clipped;
    EXPECT_LT(static_cast<double>(last_resort), 1e-4 * static_cast<double>(total.warm.queries));
}

/// The same motion for shapes at the ends of what there is; what is rare there is reported.
void walk_shapes(std::uint64_t seed, const ConvexPolygon& a, const ConvexPolygon& b) {
    const WalkReport report = walk(seed, a, b);
    record(report);
    if (!testing::Test::HasFailure()) expect_representative(report);
}

TEST(RandomWalk, GrainsOfAHeapGetTheSameAnswerWarmAndCold) { walk_heap_grains(1000, 40); }

TEST(SlowRandomWalk, ManyGrainsOfAHeapGetTheSameAnswerWarmAndCold) { walk_heap_grains(2000, 200); }

TEST(RandomWalk, TrianglesGetTheSameAnswerWarmAndCold) {
    Random random(1);
    walk_shapes(1, irregular_polygon(random, 3), irregular_polygon(random, 3));
}

TEST(RandomWalk, SquaresGetTheSameAnswerWarmAndCold) {
    walk_shapes(2, rectangle(1.0, 1.0), rectangle(1.0, 1.0));
}

TEST(RandomWalk, LongRectanglesGetTheSameAnswerWarmAndCold) {
    walk_shapes(3, rectangle(2.0, 0.2), rectangle(2.0, 0.2));
}

TEST(RandomWalk, SixtyFourCornersGetTheSameAnswerWarmAndCold) {
    Random random(4);
    walk_shapes(4, irregular_polygon(random, 64), irregular_polygon(random, 64));
}

TEST(RandomWalk, RegularPolygonsWith256CornersGetTheSameAnswerWarmAndCold) {
    walk_shapes(5, regular_polygon(256), regular_polygon(256));
}

TEST(RandomWalk, ATriangleAnd256CornersGetTheSameAnswerWarmAndCold) {
    Random random(6);
    walk_shapes(6, regular_polygon(256), irregular_polygon(random, 3));
}

TEST(RandomWalk, AGrainOnALongWallGetsTheSameAnswerWarmAndCold) {
    Random random(7);
    walk_shapes(7, rectangle(100.0, 2.0), heap_grain(random));
}

TEST(SlowRandomWalk, ManyShapesGetTheSameAnswerWarmAndCold) {
    WalkReport total;
    for (std::uint64_t seed = 0; seed < 100 && !HasFailure(); ++seed) {
        Random random(seed);
        const ConvexPolygon a = any_polygon(random, 256);
        const ConvexPolygon b = scaled(any_polygon(random, 256), random.log_uniform(0.2, 5.0));
        total += walk(random.bits(), a, b);
    }
    record(total);
}

/// Slides B along a face of A, to and fro past its ends, up and down through first contact, without
/// turning it. Ways along and across are sums of binary fractions, so that with `turn` zero corners
/// meet corners and faces meet faces exactly.
WalkReport slide(const ConvexPolygon& a, const ConvexPolygon& b, double turn) {
    const Pair pair{a, b};
    Comparison comparison(pair);
    const Rotation rotation = Rotation::by(turn);
    const auto zigzag = [](std::size_t step, std::size_t period) {
        const std::size_t phase = step % (2 * period);
        return static_cast<double>(phase < period ? phase : 2 * period - phase);
    };
    const Vec2 top = a.vertex(2);
    const double rest = top.y - b.vertex(0).y;
    const double end = top.x - b.vertex(0).x;
    for (std::size_t i = 0; i < rounds(steps_of_a_walk) && !testing::Test::HasFailure(); ++i) {
        const double along = -(end + 0.0625) + 0x1p-11 * zigzag(i, 4096 + 256);
        const double up = rest - 0.0078125 + 0x1p-13 * zigzag(i, 127);
        comparison.at({{0.0, 0.0}, rotation}, {rotate(rotation, {along, up}), rotation});
    }
    return comparison.report();
}

TEST(RandomWalk, SquaresThatSlideWithExactlyParallelFacesAgreeToRounding) {
    const WalkReport report = slide(rectangle(1.0, 1.0), rectangle(1.0, 1.0), 0.0);
    record(report);
    EXPECT_GE(report.changes, report.steps / 1000);
}

TEST(RandomWalk, SquaresThatSlideWithNearlyParallelFacesAgreeToRounding) {
    WalkReport total;
    for (const double turn : {0.1, 1.0, 2.5, -1.3}) {
        total += slide(rectangle(1.0, 1.0), rectangle(1.0, 1.0), turn);
        total += slide(rectangle(2.0, 0.2), rectangle(0.5, 0.25), turn);
    }
    record(total);
    EXPECT_GE(total.changes, total.steps / 1000);
}

}  // namespace
}  // namespace scree::tests
