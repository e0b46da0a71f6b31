#include "engine/measure/region.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/periodic_boxes.h"
#include "engine/measure/area.h"

namespace scree::engine {
namespace {

using geometry::Box;

/// A region may be as long as the period but for rounding.
constexpr double rounding = 1e-9;

/// The box around a grain, from the distance of its furthest corner.
double reach_of(const Assembly& assembly, const Outline& outline) {
    if (outline.corner_count == 0) return outline.radius;
    double square = 0.0;
    for (const Vec2 corner : assembly.corners_of(outline))
        square = std::max(square, dot(corner - outline.centre, corner - outline.centre));
    return std::sqrt(square);
}

/// The area of the outline in the box after it was shifted.
double shifted_area(const Assembly& assembly, const Outline& outline, Vec2 shift, const Box& box) {
    const Box back{box.low - shift, box.high - shift};
    return area_within(assembly, outline, back);
}

}  // namespace

Tensor& Tensor::operator+=(const Tensor& other) {
    xx += other.xx;
    xy += other.xy;
    yx += other.yx;
    yy += other.yy;
    return *this;
}

Tensor outer_product(Vec2 a, Vec2 b) { return {a.x * b.x, a.x * b.y, a.y * b.x, a.y * b.y}; }

Principal principal(const Tensor& tensor) {
    const double half = 0.5 * (tensor.xx - tensor.yy);
    const double shear = 0.5 * (tensor.xy + tensor.yx);
    return {tensor.half_trace(), std::hypot(half, shear),
            0.5 * std::atan2(shear, half) * 180.0 / std::numbers::pi};
}

double share_within(const Box& box, Vec2 from, Vec2 to) {
    // Liang and Barsky: the part of 0 <= s <= 1 that is inside of all four edges.
    double begin = 0.0;
    double end = 1.0;
    const auto cut_axis = [&](double start, double way, double low, double high) {
        if (way == 0.0) {
            if (start < low || start >= high) end = begin;
            return;
        }
        const double at_low = (low - start) / way;
        const double at_high = (high - start) / way;
        begin = std::max(begin, std::min(at_low, at_high));
        end = std::min(end, std::max(at_low, at_high));
    };
    cut_axis(from.x, to.x - from.x, box.low.x, box.high.x);
    cut_axis(from.y, to.y - from.y, box.low.y, box.high.y);
    return std::max(end - begin, 0.0);
}

Region::Region(const Assembly& assembly, const Box& box) : assembly_(assembly), box_(box) {
    const Vec2 size = box.high - box.low;
    const double whole = size.x * size.y;
    if (!is_finite(size) || !(size.x > 0.0) || !(size.y > 0.0) || !std::isfinite(whole)) {
        fault_ = "not measurable: the region is empty or has no end";
        return;
    }
    const Period& period = assembly.period;
    const auto is_longer = [](double length, double than) {
        return than > 0.0 && length > (1.0 + rounding) * than;
    };
    if (is_longer(size.x, period.size.x) || is_longer(size.y, period.size.y)) {
        fault_ = "not measurable: the region is larger than the periodic domain";
        return;
    }
    const Vec2 away = period.shift(period.turns_of(box.low));
    box_ = {box.low - away, box.high - away};
    around_x_ = period.size.x > 0.0 && size.x > (1.0 - rounding) * period.size.x;
    around_y_ = period.size.y > 0.0 && size.y > (1.0 - rounding) * period.size.y;
    const double walls = period.any() ? wall_area_within(unfolded_walls(assembly, box_), box_)
                                      : wall_area_within(assembly, box_);
    area_ = whole - walls;
    // If walls fill the region, what is left of it is rounding.
    if (!(area_ > rounding * whole)) {
        fault_ = "not measurable: walls fill the region";
        return;
    }
    find_grains();
}

void Region::find_grains() {
    const auto& grains = assembly_.grains;
    for (std::size_t k = 0; k < grains.size(); ++k) {
        const Outline& outline = grains[k].outline;
        const double reach = reach_of(assembly_, outline);
        const Vec2 corner{reach, reach};
        const Box around{outline.centre - corner, outline.centre + corner};
        for_each_shift(box_, around, assembly_.period, [&](Vec2 shift) {
            const Vec2 centre = outline.centre + shift;
            const bool whole = geometry::contains(box_, {centre - corner, centre + corner});
            const double share =
                whole ? 1.0 : shifted_area(assembly_, outline, shift, box_) / grains[k].area;
            const Vec2 velocity = grains[k].velocity + assembly_.faster_by(shift);
            if (share > 0.0) grains_.push_back({k, centre, velocity, share});
        });
    }
}

Region::Shifts Region::shifts_of(Vec2 from, Vec2 to) const {
    const Box around{{std::min(from.x, to.x), std::min(from.y, to.y)},
                     {std::max(from.x, to.x), std::max(from.y, to.y)}};
    Shifts shifts;
    for_each_shift(box_, around, assembly_.period, [&](Vec2 shift) { shifts.add(shift); });
    return shifts;
}

bool is_in(const Box& box, const Period& period, Vec2 point) {
    if (period.tilt != 0.0 && std::isfinite(box.low.y)) {
        const double up = std::floor((point.y - box.low.y) / period.size.y);
        point -= up * Vec2{period.tilt, period.size.y};
    }
    const auto on_axis = [](double p, double low, double high, double length) {
        if (length > 0.0) p -= length * std::floor((p - low) / length);
        return low <= p && p < high;
    };
    const auto length = [](double of_period, double low) {
        return std::isfinite(low) ? of_period : 0.0;
    };
    return on_axis(point.x, box.low.x, box.high.x, length(period.size.x, box.low.x)) &&
           on_axis(point.y, box.low.y, box.high.y, length(period.size.y, box.low.y));
}

Assembly grains_within(const Assembly& assembly, const Box& box) {
    Assembly result = assembly;
    result.grains.clear();
    result.contacts.clear();
    std::vector<std::optional<AssemblyBody>> places;
    for (const AssemblyGrain& grain : assembly.grains) {
        const Vec2 at = grain.outline.centre;
        const bool inside = is_in(box, assembly.period, at);
        places.push_back(inside ? std::optional(AssemblyBody::grain(result.grains.size()))
                                : std::nullopt);
        if (inside) result.grains.push_back(grain);
    }
    for (AssemblyContact contact : assembly.contacts) {
        const auto is_gone = [&](AssemblyBody body) {
            return body.is_grain() && !places[body.place()];
        };
        if (is_gone(contact.bodies[0]) || is_gone(contact.bodies[1])) continue;
        for (AssemblyBody& body : contact.bodies)
            if (body.is_grain()) body = *places[body.place()];
        result.contacts.push_back(contact);
    }
    return result;
}

Vec2 LinearFlow::operator()(Vec2 point) const {
    const Vec2 d = point - at;
    return velocity +
           Vec2{gradient.xx * d.x + gradient.xy * d.y, gradient.yx * d.x + gradient.yy * d.y};
}

LinearFlow flow_in(const Region& region) {
    const auto& grains = region.assembly().grains;
    LinearFlow flow;
    for (const GrainPart& part : region.grains()) {
        const AssemblyGrain& grain = grains[part.grain];
        const double mass = part.share * grain.mass;
        flow.mass += mass;
        flow.grains += part.share;
        flow.grain_area += part.share * grain.area;
        flow.at += mass * part.centre;
        flow.velocity += mass * part.velocity;
    }
    if (!(flow.mass > 0.0)) return flow;
    flow.at = flow.at / flow.mass;
    flow.velocity = flow.velocity / flow.mass;
    Tensor places;      // sum of m d d, d the way from the centre of mass
    Tensor velocities;  // sum of m v d
    for (const GrainPart& part : region.grains()) {
        const AssemblyGrain& grain = grains[part.grain];
        const double mass = part.share * grain.mass;
        const Vec2 d = part.centre - flow.at;
        places += mass * outer_product(d, d);
        velocities += mass * outer_product(part.velocity - flow.velocity, d);
    }
    // Along an axis on which nothing changes, or on which all grains are in one place, the gradient
    // is zero.
    const double determinant = places.xx * places.yy - places.xy * places.xy;
    const bool flat = !(determinant > rounding * places.xx * places.yy);
    const bool by_x = !region.is_around_x() && places.xx > 0.0;
    const bool by_y = !region.is_around_y() && places.yy > 0.0;
    Tensor& g = flow.gradient;
    if (const auto& cell = region.assembly().cell; cell && !by_x && !by_y) {
        // The whole cell flows as its edges do.
        g.xx = cell->rate.xx;
        g.xy = cell->rate.xy;
        g.yy = cell->rate.yy;
    } else if (by_x && by_y && !flat) {
        g.xx = (velocities.xx * places.yy - velocities.xy * places.xy) / determinant;
        g.xy = (velocities.xy * places.xx - velocities.xx * places.xy) / determinant;
        g.yx = (velocities.yx * places.yy - velocities.yy * places.xy) / determinant;
        g.yy = (velocities.yy * places.xx - velocities.yx * places.xy) / determinant;
    } else if (by_y && !by_x) {
        g.xy = velocities.xy / places.yy;
        g.yy = velocities.yy / places.yy;
    } else if (by_x && !by_y) {
        g.xx = velocities.xx / places.xx;
        g.yx = velocities.yx / places.xx;
    }
    for (const GrainPart& part : region.grains()) {
        const AssemblyGrain& grain = grains[part.grain];
        const Vec2 c = part.velocity - flow(part.centre);
        flow.agitation += part.share * grain.mass * outer_product(c, c);
    }
    flow.temperature = flow.agitation.half_trace() / flow.mass;
    return flow;
}

}  // namespace scree::engine
