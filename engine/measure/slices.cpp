#include "engine/measure/slices.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/measure/area.h"

namespace scree::engine {
namespace {

using geometry::Box;

/// The area of a disc about the origin where x < h.
double area_below(double radius, double h) {
    const double t = std::clamp(h / radius, -1.0, 1.0);
    const double quarter = 0.5 * std::numbers::pi;
    return radius * radius * (quarter + std::asin(t) + t * std::sqrt(1.0 - t * t));
}

/// The area that two discs have in common.
double common_area(double radius, double other, double distance) {
    const double smaller = std::min(radius, other);
    if (distance >= radius + other) return 0.0;
    if (distance <= std::abs(radius - other)) return std::numbers::pi * smaller * smaller;
    // The chord through both crossings is this far from the first centre.
    const double at = (distance * distance + radius * radius - other * other) / (2.0 * distance);
    return area_below(radius, -at) + area_below(other, at - distance);
}

/// The share of the straight way that is within a radius of a point.
double share_within(Vec2 from, Vec2 to, Vec2 centre, double radius) {
    const Vec2 a = from - centre;
    const Vec2 d = to - from;
    const double square = dot(d, d);
    const double inside = dot(a, d) * dot(a, d) - square * (dot(a, a) - radius * radius);
    if (!(square > 0.0)) return dot(a, a) < radius * radius ? 1.0 : 0.0;
    if (!(inside > 0.0)) return 0.0;
    const double root = std::sqrt(inside);
    const double enter = std::clamp((-dot(a, d) - root) / square, 0.0, 1.0);
    const double leave = std::clamp((-dot(a, d) + root) / square, 0.0, 1.0);
    return leave - enter;
}

Box box_for(const Box& box, const MeasureOptions& options) {
    if (!options.along_r) return box;
    const Vec2 reach{options.outer, options.outer};
    return {options.centre - reach, options.centre + reach};
}

}  // namespace

Slices::Slices(const Assembly& assembly, const Box& box, const Slicing& slicing,
               const MeasureOptions& options)
    : assembly_(assembly),
      along_x_(slicing.along_x),
      is_radial_(options.along_r),
      centre_(options.centre),
      region_(assembly, box_for(box, options)) {
    areas_.resize(std::clamp<std::size_t>(slicing.slices, 1, most_slices));
    if (!fault().empty()) return;
    const Box& cut = region_.box();
    const auto count = static_cast<double>(areas_.size());
    low_ = is_radial_ ? options.inner : along_x_ ? cut.low.x : cut.low.y;
    const double high = is_radial_ ? options.outer : along_x_ ? cut.high.x : cut.high.y;
    width_ = (high - low_) / count;
    find_areas();
}

void Slices::find_areas() {
    if (is_radial_) {
        for (std::size_t k = 0; k < count(); ++k) {
            const double inner = low_ + static_cast<double>(k) * width_;
            const double outer = inner + width_;
            areas_[k] = std::numbers::pi * (outer * outer - inner * inner);
            for (const Outline& wall : assembly_.walls)
                areas_[k] -= area_within(wall, outer) - area_within(wall, inner);
        }
        return;
    }
    const Assembly walls =
        assembly_.period.any() ? unfolded_walls(assembly_, region_.box()) : Assembly{};
    for (std::size_t k = 0; k < count(); ++k) {
        const Box box = box_of(k);
        const Vec2 size = box.high - box.low;
        areas_[k] =
            size.x * size.y - wall_area_within(assembly_.period.any() ? walls : assembly_, box);
    }
}

std::size_t Slices::slice_of(double place) const {
    const double number = std::floor((place - low_) / width_);
    return static_cast<std::size_t>(std::clamp(number, 0.0, static_cast<double>(count()) - 1.0));
}

Box Slices::box_of(std::size_t slice) const {
    Box box = region_.box();
    const double low = low_ + static_cast<double>(slice) * width_;
    (along_x_ ? box.low.x : box.low.y) = low;
    (along_x_ ? box.high.x : box.high.y) = low + width_;
    return box;
}

double Slices::place(Vec2 point) const {
    return is_radial_ ? length(point - centre_) : along_x_ ? point.x : point.y;
}

Vec2 Slices::first_axis(Vec2 point) const {
    if (!is_radial_) return {1.0, 0.0};
    const double distance = length(point - centre_);
    return distance > 0.0 ? (point - centre_) / distance : Vec2{1.0, 0.0};
}

double Slices::area_within(const Outline& outline, double radius) const {
    if (!(radius > 0.0)) return 0.0;
    if (outline.corner_count == 0)
        return common_area(outline.radius, radius, length(outline.centre - centre_));
    return engine::common_area(centre_, radius, assembly_.corners_of(outline));
}

/// The areas of the parts of a polygon. By Green's theorem the area between two lines across an
/// axis is the integral of the other coordinate along the outline between them: the lines
/// themselves add nothing.
void Slices::cut_polygon(const GrainPart& part, std::vector<double>& areas) const {
    const Outline& outline = assembly_.grains[part.grain].outline;
    const Vec2 shift = part.centre - outline.centre;
    std::span<const Vec2> corners = assembly_.corners_of(outline);
    Corners cut_corners;
    if (part.share < 1.0 || shift != Vec2{}) {
        for (const Vec2 corner : corners) cut_corners.push_back(corner + shift);
        if (part.share < 1.0)
            cut_corners = common_part(cut_corners, engine::corners_of(region_.box()));
        corners = cut_corners;
    }
    if (corners.empty()) return;
    // (along, across) is turned so that the outline is counter-clockwise for across d(along).
    const auto turned = [&](Vec2 p) {
        const Vec2 q = p - part.centre;
        return along_x_ ? Vec2{q.x, -q.y} : Vec2{q.y, q.x};
    };
    const double origin = place(part.centre);
    Vec2 a = turned(corners.back());
    for (const Vec2 corner : corners) {
        const Vec2 b = turned(corner);
        const double low = std::min(a.x, b.x);
        const double high = std::max(a.x, b.x);
        const std::size_t last = slice_of(origin + high);
        for (std::size_t k = slice_of(origin + low); k <= last && high > low; ++k) {
            const double line = low_ + static_cast<double>(k) * width_ - origin;
            const double begin = k == 0 ? low : std::max(low, line);
            const double end = k + 1 == count() ? high : std::min(high, line + width_);
            if (!(end > begin)) continue;
            const double middle = 0.5 * (begin + end);
            const double across = a.y + (middle - a.x) / (b.x - a.x) * (b.y - a.y);
            areas[k] += (b.x > a.x ? 1.0 : -1.0) * across * (end - begin);
        }
        a = b;
    }
}

void Slices::cut_disc(const GrainPart& part, std::vector<double>& areas) const {
    const double radius = assembly_.grains[part.grain].outline.radius;
    const double origin = place(part.centre);
    const std::size_t last = slice_of(origin + radius);
    for (std::size_t k = slice_of(origin - radius); k <= last; ++k) {
        const double line = low_ + static_cast<double>(k) * width_ - origin;
        areas[k] = part.share < 1.0
                       ? engine::common_area(part.centre, radius, engine::corners_of(box_of(k)))
                       : area_below(radius, line + width_) - area_below(radius, line);
    }
}

std::vector<GrainSlice> Slices::grains() const {
    std::vector<GrainSlice> result;
    const auto add = [&](std::size_t grain, std::size_t slice, double area, Vec2 centre) {
        if (area > 0.0)
            result.push_back({grain, slice, area / assembly_.grains[grain].area, centre});
    };
    std::vector<double> areas(count(), 0.0);  // of one grain
    for (const GrainPart& part : region_.grains()) {
        const Outline& outline = assembly_.grains[part.grain].outline;
        if (!is_radial_) {
            std::ranges::fill(areas, 0.0);
            outline.corner_count == 0 ? cut_disc(part, areas) : cut_polygon(part, areas);
            for (std::size_t k = 0; k < count(); ++k) add(part.grain, k, areas[k], part.centre);
            continue;
        }
        double before = area_within(outline, low_);
        for (std::size_t k = 0; k < count(); ++k) {
            const double within = area_within(outline, low_ + static_cast<double>(k + 1) * width_);
            add(part.grain, k, within - before, part.centre);
            before = within;
        }
    }
    return result;
}

std::vector<ContactSlice> Slices::contacts() const {
    std::vector<ContactSlice> result;
    region_.for_each_way([&](const AssemblyContact& contact, Vec2 from, Vec2 to) {
        const Vec2 middle = 0.5 * (from + to);
        const auto add = [&](std::size_t slice, double share) {
            if (share > 0.0) result.push_back({&contact, slice, share, middle});
        };
        if (is_radial_) {
            double before = share_within(from, to, centre_, low_);
            for (std::size_t k = 0; k < count(); ++k) {
                const double radius = low_ + static_cast<double>(k + 1) * width_;
                const double within = share_within(from, to, centre_, radius);
                add(k, within - before);
                before = within;
            }
            return;
        }
        const auto [low, high] = std::minmax({place(from), place(to)});
        const std::size_t last = slice_of(high);
        for (std::size_t k = slice_of(low); k <= last; ++k)
            add(k, engine::share_within(box_of(k), from, to));
    });
    return result;
}

}  // namespace scree::engine
