#include "engine/measure/kinds/packing.h"

#include <algorithm>
#include <cmath>

#include "engine/measure/area.h"

namespace scree::engine {

Measurement packing(const Assembly& assembly, const geometry::Box& region) {
    Measurement result(MeasureKind::packing, packing_columns);
    const Vec2 size = region.high - region.low;
    const double whole = size.x * size.y;
    if (!is_finite(size) || !(size.x > 0.0) || !(size.y > 0.0) || !std::isfinite(whole)) {
        result.note = "not measurable: the region is empty or has no end";
        return result;
    }
    if (const Period& period = assembly.period; period.any()) {
        constexpr double rounding = 1.0 + 1e-9;
        if ((period.size.x > 0.0 && size.x > rounding * period.size.x) ||
            (period.size.y > 0.0 && size.y > rounding * period.size.y)) {
            result.note = "not measurable: the region is larger than the periodic domain";
            return result;
        }
        const Vec2 away = period.shift(period.turns_of(region.low));
        const geometry::Box here{region.low - away, region.high - away};
        return packing(unfolded(assembly, here), here);
    }
    double grains = 0.0;
    for (const AssemblyGrain& grain : assembly.grains)
        grains += area_within(assembly, grain.outline, region);
    const double available = std::max(whole - wall_area_within(assembly, region), 0.0);
    result.set("grain_area", grains);
    result.set("available_area", available);
    // If walls fill the region, what is left of it is rounding.
    if (available > 1e-9 * whole)
        result.set("fraction", grains / available);
    else
        result.note = "fraction not measurable: walls fill the region";
    return result;
}

}  // namespace scree::engine
