#include <algorithm>
#include <array>
#include <cmath>

#include "engine/grains/packing/relaxation.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

// The numbers of Bitzek et al. (Phys. Rev. Lett. 97, 2006, 170201), in units in which all springs
// have the stiffness 1, and the lightest grains the mass 1.
constexpr double first_step = 0.1;
constexpr double longest_step = 0.6;
constexpr double shortest_step = 0.02;
constexpr double shorter = 0.5;
constexpr double longer = 1.1;
constexpr double first_mixing = 0.1;
constexpr double less_mixing = 0.99;
constexpr int steps_before_longer = 5;
/// No grain moves further than this share of its radius in a step.
constexpr double furthest = 0.3;
/// So large a share of the grains has the mass 1.
constexpr double share_of_lightest = 0.1;

/// Moves and turns, each turn times the grain's radius of gyration.
struct Motion {
    Vec2 way;
    double turn = 0.0;
};

double dot_of(const Motion& a, const Motion& b) { return dot(a.way, b.way) + a.turn * b.turn; }

/// All grains at once, as masses with a spring for each overlap: fast inertial relaxation.
class Fire final : public Relaxation {
public:
    explicit Fire(const PackState& state)
        : velocities_(state.size()), forces_(state.size()), met_(state.size()) {
        // A grain has about as many neighbours as it is large compared with the small ones, and
        // swings as quickly as they do if its mass grows likewise.
        std::vector<double> radii;
        for (const PackCircle& circle : state.circles) radii.push_back(circle.radius);
        const auto lightest =
            radii.begin() +
            static_cast<std::ptrdiff_t>(share_of_lightest * static_cast<double>(radii.size()));
        std::ranges::nth_element(radii, lightest);
        for (const PackCircle& circle : state.circles)
            inverse_masses_.push_back(std::min(1.0, *lightest / circle.radius));
    }

    OverlapsOfAll iterate(PackState& state, NeighbourLists& lists, Workers& workers) override {
        const Period period = state.container.period();
        sums_.assign((state.size() + pack_block - 1) / pack_block, {});
        workers.split(state.size(), pack_block, [&](Range range, std::uint32_t) {
            for (std::size_t i = range.first; i < range.last; ++i) {
                find_force(state, lists, period, i);
                Sums& sums = sums_[i / pack_block];
                sums.power += dot_of(velocities_[i], forces_[i]);
                sums.speed += dot_of(velocities_[i], velocities_[i]);
                sums.force += dot_of(forces_[i], forces_[i]);
            }
        });
        steer();
        left_.assign(sums_.size(), 0);
        workers.split(state.size(), pack_block, [&](Range range, std::uint32_t) {
            for (std::size_t i = range.first; i < range.last; ++i) move(state, lists, i);
        });
        return overlaps_of_all(met_);
    }

    bool has_left_lists() const override {
        return std::ranges::any_of(left_, [](std::uint8_t left) { return left != 0; });
    }

private:
    struct Sums {
        double power = 0.0;
        double speed = 0.0;  ///< square
        double force = 0.0;  ///< square
    };

    void find_force(PackState& state, NeighbourLists& lists, const Period& period, std::size_t i) {
        Motion force;
        OverlapSum met;
        for_each_push(state, lists, period, i, [&](const Push& push) {
            force.way += push.depth * push.normal;
            force.turn += push.depth * push.lever;
            met.add(push);
        });
        forces_[i] = force;
        met_[i] = met;
    }

    /// Decides how far the next step goes, and how far velocities are turned towards the forces.
    void steer() {
        Sums all;
        for (const Sums& block : sums_) {
            all.power += block.power;
            all.speed += block.speed;
            all.force += block.force;
        }
        if (all.power > 0.0) {
            keep_ = 1.0 - mixing_;
            along_ = all.force > 0.0 ? mixing_ * std::sqrt(all.speed / all.force) : 0.0;
            if (++good_steps_ > steps_before_longer) {
                step_ = std::min(longer * step_, longest_step);
                mixing_ *= less_mixing;
            }
        } else {
            keep_ = 0.0;
            along_ = 0.0;
            good_steps_ = 0;
            step_ = std::max(shorter * step_, shortest_step);
            mixing_ = first_mixing;
        }
    }

    void move(PackState& state, NeighbourLists& lists, std::size_t i) {
        Motion& velocity = velocities_[i];
        const double gain = along_ + step_ * inverse_masses_[i];
        velocity.way = keep_ * velocity.way + gain * forces_[i].way;
        velocity.turn = keep_ * velocity.turn + gain * forces_[i].turn;
        PackCircle& circle = state.circles[i];
        Vec2 way = step_ * velocity.way;
        double turn = step_ * velocity.turn;
        const double longest = furthest * circle.radius;
        const double square = dot(way, way) + turn * turn;
        if (square > longest * longest) {
            const double less = longest / std::sqrt(square);
            way = less * way;
            turn *= less;
        }
        circle.at += way;
        if (!state.is_disc(i)) {
            PackBody& body = state.bodies[i];
            body.angle += turn / body.gyration;
            body.rotation = geometry::Rotation::by(body.angle);
        }
        const Vec2 away = circle.at - lists.reference(i);
        if (dot(away, away) > lists.skin(i) * lists.skin(i)) left_[i / pack_block] = 1;
    }

    std::vector<double> inverse_masses_;
    std::vector<Motion> velocities_;
    std::vector<Motion> forces_;
    std::vector<OverlapSum> met_;
    std::vector<Sums> sums_;          ///< of each block
    std::vector<std::uint8_t> left_;  ///< whether a grain of the block has moved by its skin
    double step_ = first_step;
    double mixing_ = first_mixing;
    double keep_ = 1.0;
    double along_ = 0.0;
    int good_steps_ = 0;
};

}  // namespace

std::unique_ptr<Relaxation> make_fire(const PackState& state) {
    return std::make_unique<Fire>(state);
}

}  // namespace scree::engine
