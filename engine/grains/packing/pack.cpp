#include "engine/grains/packing/pack.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/base/elementary.h"
#include "engine/base/spec_error.h"
#include "engine/grains/packing/relaxation.h"
#include "engine/grains/packing/separation.h"
#include "engine/grains/packing/start.h"

namespace scree::engine {
namespace {

/// Skins as shares of the radii: while grains still find their places, and when they are about
/// there.
constexpr double widest_share = 0.5;
constexpr double narrowest_share = 0.1;
/// Overlaps of this share of a diameter let grains move by about a skin of that share.
constexpr double skins_of_overlap = 5.0;

/// Overlaps that become less by no more than this share do not become less.
constexpr double standstill = 0.99;
/// Beyond this mean overlap the container does not grow faster.
constexpr double largest_mean = 0.1;

void check_size(const PackState& state) {
    const Period period = state.container.period();
    const double across = 2.0 * state.largest_radius;
    for (const double size : {period.size.x, period.size.y})
        if (size > 0.0 && size < least_period * across)
            throw std::invalid_argument(
                "the grains are too few for a periodic packing: the largest is " +
                number_text(across) + " m across, and all together would fill a box that is only " +
                number_text(size) + " m long in a periodic direction; that must be " +
                number_text(least_period) +
                " times as long as a grain, so that no two grains meet "
                "twice: take more grains, or smaller ones");
}

double skin_share(double mean_overlap) {
    return std::clamp(skins_of_overlap * mean_overlap, narrowest_share, widest_share);
}

PackResult result_of(const PackState& state, const NeighbourLists& lists) {
    PackResult result;
    result.centres.resize(state.size());
    result.angles.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
        result.centres[state.number[i]] = state.circles[i].at;
        result.angles[state.number[i]] = state.bodies[i].angle;
    }
    result.scale = state.scale;
    result.fraction = state.fraction();
    result.rebuilds = lists.rebuilds();
    result.candidates = lists.candidates();
    result.listed = lists.listed();
    return result;
}

}  // namespace

PackResult pack(std::span<const geometry::Shape* const> shapes, Container container,
                const PackSettings& settings, Generator& generator, Workers& workers) {
    if (shapes.empty()) throw std::invalid_argument("there are no grains to pack");
    PackState state(shapes, container);
    // At first the grains fill all of the container, so that they overlap.
    state.grow(std::sqrt(state.grain_area / state.container.area()));
    check_size(state);
    throw_in(state, generator);

    NeighbourLists lists(settings.index);
    const std::unique_ptr<Relaxation> relaxation =
        settings.method == PackMethod::fire ? make_fire(state) : make_rearrangement();
    OverlapsOfAll overlaps{largest_mean, 0.0};
    double first_mean = 0.0;
    std::uint64_t iterations = 0;
    while (iterations < settings.most_iterations) {
        if (iterations == 0 || relaxation->has_left_lists() || !settings.keeps_lists) {
            lists.rebuild(state, skin_share(overlaps.mean), workers);
            relaxation->begin_with(lists, state);
        }
        const double before = overlaps.mean;
        overlaps = relaxation->iterate(state, lists, workers);
        if (iterations++ == 0) first_mean = overlaps.mean;
        if (settings.progress) {
            const double all = logarithm(std::max(first_mean, 2.0 * settings.mean_overlap) /
                                         settings.mean_overlap);
            const double left =
                logarithm(std::max(overlaps.mean, settings.mean_overlap) / settings.mean_overlap);
            settings.progress({iterations, overlaps.mean, state.fraction(),
                               std::clamp(1.0 - left / all, 0.0, 1.0)});
        }
        if (overlaps.mean < settings.mean_overlap) break;
        if (overlaps.mean > standstill * before) {
            const double factor = 1.0 + settings.growth * std::min(overlaps.mean, largest_mean);
            state.grow(factor);
            lists.grow(factor);
        }
    }
    separate(state, lists, workers);
    PackResult result = result_of(state, lists);
    result.iterations = iterations;
    result.mean_overlap = overlaps.mean;
    result.largest_overlap = overlaps.largest;
    return result;
}

}  // namespace scree::engine
