#include "engine/measure/kinds/deposit.h"

#include <algorithm>

#include "engine/measure/kinds/profile.h"
#include "engine/measure/kinds/repose.h"

namespace scree::engine {
namespace {

/// The lines of the surface for each mean grain diameter, as in the angle of repose.
double spacing_of(const Assembly& assembly, std::span<const std::size_t> grains) {
    double sum = 0.0;
    for (const std::size_t grain : grains) sum += equivalent_diameter(assembly.grains[grain]);
    return sum / static_cast<double>(grains.size()) / lines_per_grain;
}

void set_pressure(Measurement& result, const Assembly& assembly,
                  std::span<const std::size_t> grains, const HeapProfile& profile,
                  std::size_t slices) {
    const Upright upright(assembly.gravity);
    std::vector<bool> belongs(assembly.grains.size());
    double weight = 0.0;
    for (const std::size_t grain : grains) {
        belongs[grain] = true;
        weight += assembly.grains[grain].mass * length(assembly.gravity);
    }
    const auto count = static_cast<double>(slices);
    const double width = (profile.right - profile.left) / count;
    std::vector<double> forces(slices, 0.0);
    double borne = 0.0;
    for (const AssemblyContact& contact : assembly.contacts) {
        const auto [grain, wall] = contact.bodies;
        if (!grain.is_grain() || wall.is_grain() || !belongs[grain.place()]) continue;
        const double down = -dot(contact.force, upright.up);
        const double slice = (upright(contact.point).x - profile.left) / width;
        forces[static_cast<std::size_t>(std::clamp(slice, 0.0, count - 1.0))] += down;
        borne += down;
    }
    result.set("support", borne / weight);
    for (std::size_t k = 0; k < slices; ++k)
        result.slices.rows.push_back(
            {profile.left + (static_cast<double>(k) + 0.5) * width, forces[k] / width});
}

}  // namespace

Measurement deposit(const Assembly& assembly, const Slicing& slicing,
                    const MeasureOptions& options) {
    Measurement result(MeasureKind::deposit, deposit_columns);
    result.slices.columns = deposit_slice_columns;
    const Measurement repose = angle_of_repose(assembly);
    result.note = repose.note;
    if (const Quantity& angle = repose.at("angle"); angle.value)
        result.set("angle", *angle.value, angle.uncertainty);
    // Where there is no deposit at all, there is not even a number of grains.
    if (!repose.at("grains").value) return result;
    const std::vector<std::size_t> grains = main_deposit(assembly);
    const HeapProfile profile = profile_of(assembly, grains, spacing_of(assembly, grains));
    result.set("grains", static_cast<double>(grains.size()));
    if (profile.points.empty()) return result;
    const Vec2 crest = *std::ranges::max_element(profile.points, {}, [](Vec2 p) { return p.y; });
    const bool has_first = options.inner < options.outer;
    const double left = (has_first ? options.inner : crest.x) - profile.left;
    const double right = profile.right - (has_first ? options.outer : crest.x);
    result.set("run_out", std::max(left, right));
    result.set("run_out_left", left);
    result.set("run_out_right", right);
    result.set("height", crest.y - profile.bottom);
    result.set("length", profile.right - profile.left);
    set_pressure(result, assembly, grains, profile, std::max<std::size_t>(slicing.slices, 1));
    return result;
}

}  // namespace scree::engine
