#include "engine/measure/kinds/shear.h"

#include <algorithm>
#include <cmath>

#include "engine/measure/kinds/stress.h"
#include "geometry/transform.h"

namespace scree::engine {
namespace {

void set_inertia(Measurement& result, double rate, double pressure, const LinearFlow& flow) {
    if (!(pressure > 0.0) || !(flow.grains > 0.0)) return;
    result.set("I", std::abs(rate) * std::sqrt(flow.mass / flow.grains / pressure));
}

void set_state(Measurement& result, const Region& region, const LinearFlow& flow) {
    result.set("fraction", flow.grain_area / region.area());
    if (flow.mass > 0.0) result.set("temperature", flow.temperature);
}

Measurement shear_of_region(const Assembly& assembly, const geometry::Box& box) {
    Measurement result(MeasureKind::shear, shear_columns);
    const Region region(assembly, box);
    result.note = region.fault();
    if (!region.fault().empty()) return result;
    const LinearFlow flow = flow_in(region);
    Tensor stress = contact_stress(region);
    stress += (1.0 / region.area()) * flow.agitation;
    const double rate = flow.gradient.xy + flow.gradient.yx;
    const double pressure = stress.half_trace();
    result.set("rate", rate);
    if (assembly.cell) result.set("strain", assembly.cell->strain.xy);
    // Without contacts and agitation the pressure is rounding.
    const double rounding = 1e-12 * dot(flow.velocity, flow.velocity) * flow.mass / region.area();
    if (pressure > rounding) {
        result.set("mu", 0.5 * std::abs(stress.xy + stress.yx) / pressure);
        set_inertia(result, rate, pressure, flow);
    }
    set_state(result, region, flow);
    return result;
}

/// The part of a region that is between two faces, where these lie along an axis.
geometry::Box between(geometry::Box box, Vec2 normal, double first, double second) {
    constexpr double rounding = 1e-9;
    const auto cut = [&](double on_axis, double& low, double& high) {
        if (std::abs(std::abs(on_axis) - 1.0) > rounding) return;
        const auto [least, most] = std::minmax({first * on_axis, second * on_axis});
        low = std::max(low, least);
        high = std::min(high, most);
    };
    cut(normal.x, box.low.x, box.high.x);
    cut(normal.y, box.low.y, box.high.y);
    return box;
}

}  // namespace

Measurement shear(const Assembly& assembly, const geometry::Box& box, const MeasureOptions& options,
                  std::span<const FacePush> pushes) {
    if (options.faces.size() != 2) return shear_of_region(assembly, box);
    Measurement result(MeasureKind::shear, shear_columns);
    const auto first = push_on(assembly, options.faces[0]);
    const auto second = push_on(assembly, options.faces[1]);
    const auto one = place_of_wall(assembly, options.faces[0].wall);
    const auto other = place_of_wall(assembly, options.faces[1].wall);
    if (!first || !second) {
        result.note = "not measurable: one of the walls is not there";
        return result;
    }
    const Vec2 normal = rotate(geometry::Rotation::by(one->turn), options.faces[0].normal);
    const Vec2 tangent = turned_right(normal);
    const Vec2 moved = other->shift - one->shift;
    const double height = options.gap + dot(moved, normal);
    if (!(height > 0.0)) {
        result.note = "not measurable: the faces of the walls do not look at each other";
        return result;
    }
    const double rate = dot(other->velocity - one->velocity, tangent) / height;
    const FacePush& push = pushes.size() == 2 ? pushes[0] : first->push;
    const FacePush& opposite = pushes.size() == 2 ? pushes[1] : second->push;
    const double pressure = 0.5 * (push.normal / first->length + opposite.normal / second->length);
    const double stress = 0.5 * (push.shear / first->length + opposite.shear / second->length);
    result.set("rate", rate);
    result.set("strain", dot(moved, tangent) / height);
    if (pressure > 0.0) result.set("mu", std::abs(stress) / pressure);
    const double from = dot(one->centre, normal) + options.faces[0].reach;
    const Region region(assembly, between(box, normal, from, from + height));
    result.note = region.fault();
    if (!region.fault().empty()) return result;
    const LinearFlow flow = flow_in(region);
    set_inertia(result, rate, pressure, flow);
    set_state(result, region, flow);
    return result;
}

}  // namespace scree::engine
