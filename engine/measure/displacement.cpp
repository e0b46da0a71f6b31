#include "engine/measure/displacement.h"

#include <algorithm>
#include <unordered_map>

#include "engine/measure/pairs.h"
#include "engine/measure/region.h"

namespace scree::engine {
namespace {

Vec2 whole_place(const Assembly& assembly, const AssemblyGrain& grain) {
    return grain.outline.centre + assembly.period.shift(grain.turns);
}

/// The fit of the motion of the neighbours of a grain: with d the way to a neighbour at first and e
/// its displacement relative to the grain, the gradient G for which the sum of (e - G d)^2 is
/// smallest.
struct Fit {
    double neighbours = 0.0;
    Tensor places;   ///< sum of d d
    Tensor motions;  ///< sum of e d
    double rest = 0.0;

    bool is_known() const {
        constexpr double rounding = 1e-9;
        const double size = places.xx + places.yy;
        const double determinant = places.xx * places.yy - places.xy * places.xy;
        return neighbours > 2.5 && determinant > rounding * size * size;
    }
    Vec2 affine(Vec2 d) const {
        const double determinant = places.xx * places.yy - places.xy * places.xy;
        const Vec2 c{(places.yy * d.x - places.xy * d.y) / determinant,
                     (places.xx * d.y - places.xy * d.x) / determinant};
        return {motions.xx * c.x + motions.xy * c.y, motions.yx * c.x + motions.yy * c.y};
    }
};

}  // namespace

std::vector<std::optional<Displacement>> displacements(const Assembly& first, const Assembly& last,
                                                       double reach) {
    std::unordered_map<BodyNumber, std::size_t> place_of;  // in `last`
    for (std::size_t k = 0; k < last.grains.size(); ++k) place_of.emplace(last.grains[k].body, k);
    std::vector<std::optional<Displacement>> result(last.grains.size());
    std::vector<std::optional<std::size_t>> places;  // of the grains of `first`
    for (const AssemblyGrain& grain : first.grains) {
        const auto found = place_of.find(grain.body);
        places.push_back(found == place_of.end() ? std::nullopt : std::optional(found->second));
        if (found == place_of.end()) continue;
        result[found->second] = {
            whole_place(last, last.grains[found->second]) - whole_place(first, grain), {}};
    }
    for (const double period : {first.period.size.x, first.period.size.y})
        if (period > 0.0) reach = std::min(reach, 0.5 * period);
    std::vector<Fit> fits(first.grains.size());
    const auto for_each_neighbour = [&](const auto& task) {
        for_each_pair_within(first, reach, [&](std::size_t i, std::size_t j, Vec2 d) {
            if (!places[i] || !places[j]) return;
            task(fits[i], d, result[*places[j]]->way - result[*places[i]]->way);
        });
    };
    for_each_neighbour([](Fit& fit, Vec2 d, Vec2 e) {
        fit.neighbours += 1.0;
        fit.places += outer_product(d, d);
        fit.motions += outer_product(e, d);
    });
    for_each_neighbour([](Fit& fit, Vec2 d, Vec2 e) {
        if (!fit.is_known()) return;
        const Vec2 off = e - fit.affine(d);
        fit.rest += dot(off, off);
    });
    for (std::size_t i = 0; i < fits.size(); ++i)
        if (places[i] && fits[i].is_known())
            result[*places[i]]->d2min = fits[i].rest / fits[i].neighbours;
    return result;
}

}  // namespace scree::engine
