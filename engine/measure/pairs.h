#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "engine/frame/assembly.h"

namespace scree::engine {

/// Calls task(i, j, way) for all pairs of grains whose centroids are nearer than a distance, in
/// both orders; the way leads from the first to the nearest image of the second. In a periodic
/// domain the distance must not be above half of the period.
void for_each_pair_within(const Assembly& assembly, double distance, const auto& task) {
    // Grains in the order of x; those of the other side of the seam are met by going around.
    const auto& grains = assembly.grains;
    std::vector<std::size_t> order(grains.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto x = [&](std::size_t grain) { return grains[grain].outline.centre.x; };
    std::ranges::stable_sort(order, {}, x);
    const double period = assembly.period.size.x;
    for (std::size_t a = 0; a < order.size(); ++a) {
        for (std::size_t step = 1; step < order.size(); ++step) {
            std::size_t b = a + step;
            double around = 0.0;
            if (b >= order.size()) {
                if (!(period > 0.0)) break;
                b -= order.size();
                around = period;
            }
            if (x(order[b]) + around - x(order[a]) > distance) break;
            const Vec2 way = assembly.period.shortest(grains[order[b]].outline.centre -
                                                      grains[order[a]].outline.centre);
            if (length(way) > distance) continue;
            task(order[a], order[b], way);
            task(order[b], order[a], -way);
        }
    }
}

}  // namespace scree::engine
