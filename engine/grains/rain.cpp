#include "engine/grains/rain.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// A batch fills no more than this share of the range, so that it does not fall like a bar.
constexpr double share_of_range = 0.25;

/// A batch costs about as much as a few steps, so there is at most one in so many steps.
constexpr double steps_of_a_batch = 50.0;

/// In units of a grain's largest width: it keeps neighbours in the air from touching at once.
constexpr double gap_in_flight = 0.05;

/// So many places across the range are tried before a grain waits. At the first few it must have
/// room as it is; at the others it may be lifted over so many grains that are in flight above each
/// other.
constexpr int places_without_lift = 5;
constexpr int most_places = 15;
constexpr int most_lifts = 100;

constexpr std::size_t most_columns = 2000;

const PlaceRain& rain_of(const GrainGroup& group) {
    if (const auto* rain = std::get_if<PlaceRain>(&group.place)) return *rain;
    throw std::invalid_argument("grains " + group.name + ": place must be of the kind rain");
}

}  // namespace

Rain::Rain(const GrainGroup& group, std::uint64_t seed, const Interval& domain, double dt,
           const Period& period)
    : place_(rain_of(group)),
      domain_(domain),
      period_(period),
      grains_(make_grains(group, seed)),
      generator_(seed, group.name + "/places") {
    if (place_.below) domain_.high = std::min(domain_.high, *place_.below);
    double widest = 0.0;
    double narrowest = HUGE_VAL;
    for (const NewGrain& grain : grains_) {
        widest = std::max(widest, 2.0 * geometry::radius(grain.shape));
        narrowest = std::min(narrowest, 2.0 * geometry::inradius(grain.shape));
    }
    check_period();
    const double range = place_.x.high - place_.x.low;
    if (widest > range)
        throw std::invalid_argument("grains " + group.name + ": place.x is " + number_text(range) +
                                    " m wide, less than the " + number_text(widest) +
                                    " m of the largest grain; make it wider");
    batch_ = std::max(
        {1.0, std::floor(share_of_range * range / widest), steps_of_a_batch * dt * place_.rate});
    columns_ = static_cast<std::size_t>(
        std::clamp(range / narrowest, 1.0, static_cast<double>(most_columns)));
}

void Rain::check_period() const {
    if (period_.size.y > 0.0)
        throw std::invalid_argument(
            "rain falls on a surface, and a domain that is periodic in y has "
            "none: place the grains at random or on a lattice");
    const double low = period_.low.x;
    const double high = low + period_.size.x;
    if (period_.size.x > 0.0 && (place_.x.low < low || place_.x.high > high))
        throw std::invalid_argument(
            "place.x reaches beyond a domain that is periodic in x: keep it "
            "within " +
            number_text(low) + " and " + number_text(high) + " m");
}

bool Rain::due(double time) const {
    // Batch k comes at k batch / rate: divided last, so that round numbers stay round.
    return !finished() && time >= static_cast<double>(batches_) * batch_ / place_.rate;
}

std::uint64_t Rain::due_after(std::uint64_t batches) const {
    const double grains = std::floor(static_cast<double>(batches) * batch_);
    return grains < static_cast<double>(count()) ? static_cast<std::uint64_t>(grains) : count();
}

std::size_t Rain::waiting() const { return due_after(batches_) - released_; }

std::vector<NewGrain> Rain::release(double time, std::span<const PlacedShape> walls,
                                    std::span<const PlacedShape> grains) {
    std::vector<NewGrain> out;
    if (!due(time)) return out;
    // More than one batch is due where a step is longer than a batch, or after a while without
    // calls.
    const auto passed = static_cast<std::uint64_t>(time * place_.rate / batch_);
    batches_ = std::max(batches_, passed) + 1;
    out.reserve(waiting());  // the index points into it

    std::vector<PlacedShape> bodies(walls.begin(), walls.end());
    for (const PlacedShape& grain : grains) {
        const Box box = box_of(grain);
        const bool below = box.high.x >= place_.x.low && box.low.x <= place_.x.high;
        if (below || period_.any()) bodies.push_back(grain);
    }
    ShapeIndex index(bodies, period_);
    Surface surface(place_.x, columns_, domain_.low, period_.size.x);
    for (const PlacedShape& wall : walls) surface.add_wall(wall, domain_.high);
    add_grains_at_rest(surface, index, bodies, walls.size());

    while (waiting() > 0) {
        NewGrain grain = grains_[released_];
        if (!find_room(grain, surface, index)) break;
        out.push_back(std::move(grain));
        index.add(placed(out.back()));
        ++released_;
    }
    return out;
}

bool Rain::find_room(NewGrain& grain, const Surface& surface, const ShapeIndex& index) {
    grain.velocity = place_.velocity;
    const double gap = 2.0 * gap_in_flight * geometry::radius(grain.shape);
    for (int places = 0; places < most_places; ++places) {
        grain.position = {};
        grain.angle = generator_.uniform(0.0, 2.0 * std::numbers::pi);
        const Box box = box_of(placed(grain));
        const double x = generator_.uniform(place_.x.low - box.low.x, place_.x.high - box.high.x);
        const double ground = surface.highest({x + box.low.x, x + box.high.x});
        const double top = domain_.high - box.high.y;
        // Under a low top the grain starts lower than asked for, if it can.
        grain.position = {x, std::min(ground + std::max(place_.y, 2.0 * gap) - box.low.y, top)};
        if (grain.position.y + box.low.y < ground + gap) continue;
        const int tries = places < places_without_lift ? 1 : 1 + most_lifts;
        for (int k = 0; k < tries && grain.position.y <= top; ++k) {
            const auto obstacle = index.top_of_what_is_near(placed(grain), gap);
            if (!obstacle) return true;
            grain.position.y = std::max(grain.position.y + gap, *obstacle + 2.0 * gap - box.low.y);
        }
    }
    return false;
}

void Rain::restore(const RainState& state) {
    const Generator generator(state.generator);
    if (state.released > due_after(state.batches))
        throw std::invalid_argument("the state of the rain does not belong to these grains");
    generator_ = generator;
    released_ = state.released;
    batches_ = state.batches;
}

}  // namespace scree::engine
