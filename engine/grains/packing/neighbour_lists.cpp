#include "engine/grains/packing/neighbour_lists.h"

#include <algorithm>
#include <limits>

namespace scree::engine {
namespace {

using geometry::Vec2;

/// The widest skin of a grain: with it around them, two of the largest grains still meet in no more
/// than one place of a periodic container.
double widest_skin(const PackState& state) {
    const Period period = state.container.period();
    double widest = std::numeric_limits<double>::infinity();
    for (const double size : {period.size.x, period.size.y})
        if (size > 0.0) widest = std::min(widest, 0.5 * size / least_period - state.largest_radius);
    return widest;
}

}  // namespace

void NeighbourLists::rebuild(PackState& state, double share, Workers& workers) {
    const Period period = state.container.period();
    const double widest = widest_skin(state);
    skin_.resize(state.size());
    reference_.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
        PackCircle& circle = state.circles[i];
        circle.at = period.wrapped(circle.at);
        reference_[i] = circle.at;
        skin_[i] = std::min(share * circle.radius, widest);
    }
    find_pairs(state, workers);
    list(state);
    ++rebuilds_;
}

void NeighbourLists::find_pairs(const PackState& state, Workers& workers) {
    const Period period = state.container.period();
    const BoxAxis x(period.low.x, period.size.x);
    const BoxAxis y(period.low.y, period.size.y);
    Boxes boxes;
    for (std::size_t i = 0; i < state.size(); ++i) {
        const PackCircle& circle = state.circles[i];
        const double reach = circle.radius + skin_[i];
        boxes.push_grain(
            {{x.snapped_low(circle.at.x - reach), y.snapped_low(circle.at.y - reach)},
             {x.snapped_high(circle.at.x + reach), y.snapped_high(circle.at.y + reach)}});
    }
    const auto search = make_broad_phase(index_, BoxPeriod{x.period(), y.period()});
    search->find_pairs(boxes, workers, pairs_);
    candidates_ += search->counts().candidates;
}

void NeighbourLists::list(const PackState& state) {
    const Period period = state.container.period();
    std::erase_if(pairs_, [&](const ImagePair& pair) {
        const auto [i, j] = pair.bodies;
        const double reach =
            state.circles[i].radius + skin_[i] + state.circles[j].radius + skin_[j];
        const Vec2 way = state.circles[j].at + period.shift(pair.image) - state.circles[i].at;
        return dot(way, way) >= reach * reach;
    });
    listed_ += pairs_.size();
    first_.assign(state.size() + 1, 0);
    for (const ImagePair& pair : pairs_) {
        const auto [i, j] = pair.bodies;
        ++first_[i];
        ++first_[j];
    }
    std::size_t sum = 0;
    for (std::size_t& first : first_) first = sum += first;
    neighbours_.resize(sum);
    for (std::size_t k = pairs_.size(); k-- > 0;) {
        const auto [bodies, image] = pairs_[k];
        const auto [i, j] = bodies;
        neighbours_[--first_[i]] = {j, image};
        neighbours_[--first_[j]] = {
            i, {static_cast<std::int8_t>(-image.x), static_cast<std::int8_t>(-image.y)}};
    }
    if (!state.discs_only) memory_.assign(sum, {});
}

void NeighbourLists::grow(double factor) {
    for (Vec2& reference : reference_) reference = factor * reference;
}

void Colours::assign(const NeighbourLists& lists, std::size_t grains) {
    constexpr std::uint32_t none = 0xffff'ffff;
    colour_.assign(grains, none);
    std::vector<std::size_t> taken_by;  // the last grain to which a neighbour denied the colour
    first_.clear();
    for (std::size_t i = 0; i < grains; ++i) {
        for (const NeighbourLists::Neighbour& neighbour : lists.of(i)) {
            const std::uint32_t colour = colour_[neighbour.grain];
            if (colour != none) taken_by[colour] = i;
        }
        std::uint32_t colour = 0;
        while (colour < taken_by.size() && taken_by[colour] == i) ++colour;
        if (colour == taken_by.size()) {
            taken_by.push_back(none);
            first_.push_back(0);
        }
        colour_[i] = colour;
        ++first_[colour];
    }
    first_.push_back(0);
    std::size_t sum = 0;
    for (std::size_t& first : first_) first = sum += first;
    grains_.resize(grains);
    for (std::size_t i = grains; i-- > 0;)
        grains_[--first_[colour_[i]]] = static_cast<std::uint32_t>(i);
}

}  // namespace scree::engine
