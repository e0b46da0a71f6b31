#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "tests/physics/laboratory.h"

namespace scree::engine {
namespace {

/// The pose of B. A stays at the origin.
struct Pose {
    geometry::Vec2 position;
    double angle = 0.0;
};

/// The work of the elastic force on B along a path, and the sum of its absolute values.
struct Work {
    double net = 0.0;
    double gross = 0.0;
};

/// A unit square at the origin meets a block of 1 by 2, both of 1 kg/m2, without damping.
class Pair {
public:
    /// Adds the work along the straight line between two poses, by two Gauss points in each piece.
    template <class Law>
    void move(const Pose& from, const Pose& to, int pieces, Work& work) {
        const geometry::Vec2 way = to.position - from.position;
        const double turn = to.angle - from.angle;
        const double half = 0.5 / pieces;
        for (int k = 0; k < pieces; ++k) {
            for (const double side : {-1.0, 1.0}) {
                const double s = (2.0 * k + 1.0 + side / std::sqrt(3.0)) * half;
                const double done =
                    half * power<Law>({from.position + s * way, from.angle + s * turn}, way, turn);
                work.net += done;
                work.gross += std::abs(done);
            }
        }
    }

private:
    /// The elastic force and its torque on B in a pose, times the way and the turn of B.
    template <class Law>
    double power(const Pose& pose, geometry::Vec2 way, double turn) {
        const geometry::Transform pose_a{};
        const geometry::Transform pose_b{pose.position, geometry::Rotation::by(pose.angle)};
        const auto answer = proximity(a_, pose_a, b_, pose_b, memory_, counts_);
        const auto* overlap = std::get_if<Overlap>(&answer);
        if (overlap == nullptr || overlap->touching()) return 0.0;
        ContactMotion motion;
        motion.centres = pose.position;
        motion.inverse_mass = 1.0;
        motion.inverse_length = inverse_length_of(std::sqrt(std::numbers::pi / geometry::area(a_)),
                                                  std::sqrt(std::numbers::pi / geometry::area(b_)));
        const NormalForce force = Law::normal(parameters_, *overlap, motion);
        return force.total() * (dot(overlap->normal, way) +
                                cross(force.point - pose.position, overlap->normal) * turn);
    }

    geometry::Shape a_{rectangle(1.0, 1.0)};
    geometry::Shape b_{rectangle(1.0, 2.0)};
    ContactParameters parameters_{1e5, 0.0, 0.0, 0.0};
    geometry::PairMemory memory_;
    geometry::QueryCounts counts_;
};

/// A closed path: B is loaded along a straight line, turned and shifted under load, and unloaded
/// along another line.
using Poses = std::array<Pose, 4>;

/// A corner of B moves along a side of A.
Poses on_a_side(double deepest) {
    return {{{{1.1, 0.3}, 0.02},
             {{1.0 - deepest, 0.3}, 0.02},
             {{1.0 - deepest, 0.4}, 0.25},
             {{1.5, 0.7}, 0.25}}};
}

/// The pose in which the lower left corner of B is at this point.
Pose with_corner_at(geometry::Vec2 corner, double angle) {
    return {corner - rotate(geometry::Rotation::by(angle), {-0.5, -1.0}), angle};
}

/// A corner of B moves over a corner of A.
Poses on_a_corner(double deepest) {
    return {{with_corner_at({0.6, 0.6}, 0.1), with_corner_at({0.5 - deepest, 0.5 - deepest}, 0.1),
             with_corner_at({0.5 - 0.7 * deepest, 0.5 - 1.4 * deepest}, 0.2),
             with_corner_at({0.9, 0.9}, 0.2)}};
}

template <class Law>
Work load_rotate_unload(const Poses& path, int pieces) {
    Pair pair;
    Work work;
    for (std::size_t k = 1; k < path.size(); ++k)
        pair.move<Law>(path[k - 1], path[k], pieces, work);
    return work;
}

template <class Law>
void expect_no_cost(const Poses& path) {
    const Work work = load_rotate_unload<Law>(path, 100000);
    ASSERT_GT(work.gross, 0.0);
    EXPECT_LT(std::abs(work.net), 1e-7 * work.gross);
}

TEST(ClosedPath, CostsNothingUnderTheEnergyLaw) {
    for (const double deepest : {1e-3, 1e-2, 5e-2}) {
        expect_no_cost<EnergyLaw>(on_a_side(deepest));
        expect_no_cost<EnergyLaw>(on_a_corner(deepest));
    }
}

TEST(ClosedPath, OnAStraightSideCostsNothingUnderTheAreaLaw) {
    for (const double deepest : {1e-3, 1e-2, 5e-2}) expect_no_cost<AreaLaw>(on_a_side(deepest));
}

TEST(ClosedPath, OverACornerCostsOrBringsSomethingUnderTheAreaLaw) {
    // The law has no potential there (docs/physics.md, Normal laws): by how much is only reported.
    for (const double deepest : {1e-3, 1e-2, 5e-2}) {
        const Work work = load_rotate_unload<AreaLaw>(on_a_corner(deepest), 100000);
        ASSERT_GT(work.gross, 0.0);
        RecordProperty("share_at_" + std::to_string(deepest),
                       std::to_string(work.net / work.gross));
        EXPECT_GT(std::abs(work.net), 1e-5 * work.gross) << "the check can tell";
        EXPECT_LT(std::abs(work.net), 0.5 * work.gross);
    }
}

}  // namespace
}  // namespace scree::engine
