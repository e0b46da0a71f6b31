#include "engine/bench/discs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// The number of steps that the smallest two discs are in contact.
constexpr double steps_of_contact = 12.0;

/// The share of an overlap that a round takes away; more would throw discs about.
constexpr double eagerness = 0.6;

Box box_of_disc(Vec2 centre, double radius) {
    return {{centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}};
}

}  // namespace

MovingDiscs::MovingDiscs(std::vector<double> radii, double fraction, std::uint64_t seed)
    : radii_(std::move(radii)), generator_(seed, "bench") {
    double area = 0.0;
    for (const double radius : radii_) area += std::numbers::pi * radius * radius;
    side_ = std::sqrt(area / fraction);
    smallest_ = std::ranges::min(radii_);
    throw_in();
    pushes_.resize(size());
    velocities_.resize(size());
    for (std::size_t i = 0; i < size(); ++i) boxes_.push_grain({});
    boxes_[wall_body(0)] = {{-1.0, -1.0}, {side_ + 1.0, 0.0}};
    boxes_[wall_body(1)] = {{-1.0, side_}, {side_ + 1.0, side_ + 1.0}};
    boxes_[wall_body(2)] = {{-1.0, -1.0}, {0.0, side_ + 1.0}};
    boxes_[wall_body(3)] = {{side_, -1.0}, {side_ + 1.0, side_ + 1.0}};
    place();
}

/// Throws the discs in, and numbers them row by row as in a scene that was filled by rows.
void MovingDiscs::throw_in() {
    struct Disc {
        Vec2 centre;
        double radius;
        double row;
    };
    const double height = 2.0 * std::sqrt(side_ * side_ / static_cast<double>(size()));
    std::vector<Disc> discs;
    for (const double radius : radii_) {
        const double high = std::max(radius, side_ - radius);
        const Vec2 centre{generator_.uniform(radius, high), generator_.uniform(radius, high)};
        discs.push_back({centre, radius, std::floor(centre.y / height)});
    }
    std::ranges::sort(discs, [](const Disc& a, const Disc& b) {
        return a.row < b.row || (a.row == b.row && a.centre.x < b.centre.x);
    });
    radii_.clear();
    for (const Disc& disc : discs) {
        radii_.push_back(disc.radius);
        centres_.push_back(disc.centre);
    }
}

void MovingDiscs::place() {
    for (std::size_t i = 0; i < size(); ++i)
        boxes_[static_cast<Body>(i)] = box_of_disc(centres_[i], radii_[i]);
}

Boxes MovingDiscs::boxes_without_walls() const {
    Boxes boxes;
    for (const Box& box : boxes_.of_grains()) boxes.push_grain(box);
    return boxes;
}

/// Calls visit(i, j, depth, unit vector from i to j) for all discs that overlap.
template <class Visit>
void MovingDiscs::for_each_overlap(const Visit& visit) {
    tree_.find_pairs(boxes_, workers_, pairs_);
    for (const ImagePair& pair : pairs_) {
        const auto [i, j] = pair.bodies;
        if (is_wall(j)) continue;
        const Vec2 apart = centres_[j] - centres_[i];
        const double distance = length(apart);
        const double depth = radii_[i] + radii_[j] - distance;
        if (depth > 0.0 && distance > 0.0) visit(i, j, depth, (1.0 / distance) * apart);
    }
}

void MovingDiscs::rearrange(std::size_t rounds) {
    for (std::size_t round = 0; round < rounds; ++round) {
        std::ranges::fill(pushes_, Vec2{});
        for_each_overlap([&](Body i, Body j, double depth, Vec2 normal) {
            // The larger disc gives way less.
            const double i_area = radii_[i] * radii_[i];
            const double j_area = radii_[j] * radii_[j];
            const double share = j_area / (i_area + j_area);
            pushes_[i] -= eagerness * share * depth * normal;
            pushes_[j] += eagerness * (1.0 - share) * depth * normal;
        });
        for (std::size_t i = 0; i < size(); ++i) {
            const double high = std::max(radii_[i], side_ - radii_[i]);
            const Vec2 to = centres_[i] + pushes_[i];
            centres_[i] = {std::clamp(to.x, radii_[i], high), std::clamp(to.y, radii_[i], high)};
        }
        place();
    }
}

void MovingDiscs::stir(double way) {
    // A number that is uniform in -1 .. 1 has a mean square of a third.
    const double most = way * std::sqrt(1.5);
    for (Vec2& velocity : velocities_)
        velocity = {generator_.uniform(-most, most), generator_.uniform(-most, most)};
}

/// Time is counted in steps, and a disc's mass is the square of its radius.
void MovingDiscs::step() {
    const double rate = std::numbers::pi / steps_of_contact;
    const double stiffness = 0.5 * smallest_ * smallest_ * rate * rate;
    for_each_overlap([&](Body i, Body j, double depth, Vec2 normal) {
        const double force = stiffness * depth;
        velocities_[i] -= force / (radii_[i] * radii_[i]) * normal;
        velocities_[j] += force / (radii_[j] * radii_[j]) * normal;
    });
    for (std::size_t i = 0; i < size(); ++i) {
        Vec2& centre = centres_[i];
        Vec2& velocity = velocities_[i];
        centre += velocity;
        // Walls throw the discs back.
        const double high = side_ - radii_[i];
        if (centre.x < radii_[i]) velocity.x = std::abs(velocity.x);
        if (centre.y < radii_[i]) velocity.y = std::abs(velocity.y);
        if (centre.x > high) velocity.x = -std::abs(velocity.x);
        if (centre.y > high) velocity.y = -std::abs(velocity.y);
    }
    place();
}

double MovingDiscs::mean_overlap() {
    double sum = 0.0;
    double count = 0.0;
    for_each_overlap([&](Body i, Body j, double depth, Vec2) {
        sum += depth / (radii_[i] + radii_[j]);
        count += 1.0;
    });
    return count > 0.0 ? sum / count : 0.0;
}

}  // namespace scree::engine
