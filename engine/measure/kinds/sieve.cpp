#include "engine/measure/kinds/sieve.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/measure/region.h"

namespace scree::engine {

Measurement sieve(const Assembly& assembly, const geometry::Box& box,
                  const MeasureOptions& options) {
    Measurement result(MeasureKind::sieve, sieve_columns);
    result.slices.columns = sieve_slice_columns;
    std::vector<std::pair<double, double>> grains;  // diameter and mass
    double mass = 0.0;
    double diameters = 0.0;
    for (const AssemblyGrain& grain : assembly.grains) {
        if (!is_in(box, assembly.period, grain.outline.centre)) continue;
        grains.emplace_back(equivalent_diameter(grain), grain.mass);
        mass += grain.mass;
        diameters += grains.back().first;
    }
    result.set("grains", static_cast<double>(grains.size()));
    if (grains.empty()) {
        result.note = "not measurable: there are no grains in the region";
        return result;
    }
    std::ranges::sort(grains);
    const auto diameter_at = [&](double share) {
        double sum = 0.0;
        for (const auto& [diameter, own] : grains)
            if ((sum += own) >= share * mass) return diameter;
        return grains.back().first;
    };
    result.set("d10", diameter_at(0.1));
    result.set("d50", diameter_at(0.5));
    result.set("d60", diameter_at(0.6));
    result.set("d90", diameter_at(0.9));
    result.set("uniformity", diameter_at(0.6) / diameter_at(0.1));
    result.set("mean", diameters / static_cast<double>(grains.size()));
    const double smallest = grains.front().first;
    const double largest = grains.back().first;
    double sum = 0.0;
    auto next = grains.begin();
    const std::size_t steps = std::max<std::size_t>(options.bins, 1);
    for (std::size_t k = 0; k <= steps; ++k) {
        // The last step has the largest grain whatever rounding says.
        const double share = static_cast<double>(k) / static_cast<double>(steps);
        const double diameter = k == steps ? largest : smallest + share * (largest - smallest);
        for (; next != grains.end() && next->first <= diameter; ++next) sum += next->second;
        result.slices.rows.push_back({diameter, sum / mass});
    }
    return result;
}

}  // namespace scree::engine
