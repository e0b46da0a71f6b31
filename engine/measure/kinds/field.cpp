#include "engine/measure/kinds/field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/periodic_boxes.h"
#include "engine/measure/displacement.h"
#include "engine/measure/slicing.h"

namespace scree::engine {
namespace {

using geometry::Box;

/// A region may be as long as the period but for rounding, and a cell as long as was asked for.
constexpr double rounding_of_length = 1e-9;
/// Without a size, half a width is the side of a cell, but the longer side has no more cells than
/// this.
constexpr double most_cells_along = 400.0;
constexpr double usual_neighbours = 2.5;

double mean_diameter(const Assembly& assembly) {
    double sum = 0.0;
    for (const AssemblyGrain& grain : assembly.grains) sum += equivalent_diameter(grain);
    return sum / static_cast<double>(assembly.grains.size());
}

std::string fault_of(const Box& box, const Period& period, double width) {
    const Vec2 size = box.high - box.low;
    if (!is_finite(size) || !(size.x > 0.0) || !(size.y > 0.0))
        return "not measurable: the region is empty or has no end";
    for (const auto& [side, length] :
         {std::pair{size.x, period.size.x}, std::pair{size.y, period.size.y}}) {
        if (!(length > 0.0)) continue;
        if (side > (1.0 + rounding_of_length) * length)
            return "not measurable: the region is larger than the periodic domain";
        if (width > length) return "not measurable: the width is above the period";
    }
    return "";
}

std::size_t cells_along(double side, double cell) {
    const double count = std::ceil(side / cell * (1.0 - rounding_of_length));
    return static_cast<std::size_t>(std::clamp(count, 1.0, static_cast<double>(most_cells)));
}

}  // namespace

const FieldArray* Field::find(std::string_view key) const {
    const auto found = std::ranges::find_if(
        arrays, [&](const FieldArray& array) { return array.column.key == key; });
    return found == arrays.end() ? nullptr : &*found;
}

Measurement measurement_of(const Field& field) {
    Measurement result(MeasureKind::field, field_columns);
    result.note = field.note;
    result.set("frames", static_cast<double>(field.frames));
    if (field.arrays.empty()) return result;
    const Vec2 size = field.box.high - field.box.low;
    result.set("width", field.width);
    result.set("cell_x", size.x / static_cast<double>(field.columns));
    result.set("cell_y", size.y / static_cast<double>(field.rows));
    result.set("columns", static_cast<double>(field.columns));
    result.set("rows", static_cast<double>(field.rows));
    return result;
}

/// Chooses the grid with the first moment; says whether there is one.
bool FieldMean::prepare(const Assembly& assembly) {
    if (grid_.cells() > 0) return true;
    if (assembly.grains.empty() && !(options_.width > 0.0)) {
        fault_ = "not measurable: there are no grains, whose mean diameter would be the width";
        return false;
    }
    const double width = options_.width > 0.0 ? options_.width : mean_diameter(assembly);
    fault_ = fault_of(box_, assembly.period, width);
    if (!fault_.empty()) return false;
    const Vec2 size = box_.high - box_.low;
    const double cell = options_.cell > 0.0
                            ? options_.cell
                            : std::max(0.5 * width, std::max(size.x, size.y) / most_cells_along);
    const std::size_t columns = cells_along(size.x, cell);
    const std::size_t rows = cells_along(size.y, cell);
    if (columns > most_cells / rows) {
        fault_ = "not measurable: there would be more than a million cells";
        return false;
    }
    grid_ = CoarseGrid(box_, columns, rows, width);
    sums_.resize(grid_.cells());
    return true;
}

/// Calls task(share) for each cell that the kernel of a grain, or of one of its images, reaches.
void FieldMean::for_each_share(const Assembly& assembly, std::size_t grain,
                               const auto& task) const {
    const Vec2 centre = assembly.grains[grain].outline.centre;
    std::vector<CellShare> shares;
    images_of(grid_.reach(), {centre, centre}, assembly.period.size).for_each([&](Image image) {
        grid_.spread(centre + assembly.period.shift(image), shares);
        for (const CellShare& share : shares) task(share);
    });
}

void FieldMean::add(const Assembly& assembly) {
    if (!prepare(assembly)) return;
    ++frames_;
    for (std::size_t k = 0; k < assembly.grains.size(); ++k) {
        const AssemblyGrain& grain = assembly.grains[k];
        const Vec2 v = grain.velocity;
        for_each_share(assembly, k, [&](const CellShare& share) {
            Sums& sums = sums_[share.cell];
            const double mass = share.weight * grain.mass;
            sums.mass += mass;
            sums.area += share.weight * grain.area;
            sums.momentum += mass * v;
            sums.flux += mass * outer_product(v, v);
            sums.mass_slope += grain.mass * share.slope;
            sums.slope += grain.mass * outer_product(v, share.slope);
        });
    }
    add_contacts(assembly);
}

void FieldMean::add_contacts(const Assembly& assembly) {
    std::vector<CellShare> shares;
    for (const AssemblyContact& contact : assembly.contacts) {
        if (!contact.bodies[0].is_grain() || contact.force == Vec2{}) continue;
        const Vec2 from = assembly.grains[contact.bodies[0].place()].outline.centre;
        const Vec2 to = from + contact.branch;
        const Tensor whole = outer_product(contact.force, contact.branch);
        const Box around{{std::min(from.x, to.x), std::min(from.y, to.y)},
                         {std::max(from.x, to.x), std::max(from.y, to.y)}};
        images_of(grid_.reach(), around, assembly.period.size).for_each([&](Image image) {
            const Vec2 shift = assembly.period.shift(image);
            grid_.spread(from + shift, to + shift, shares);
            for (const CellShare& share : shares) sums_[share.cell].forces += share.weight * whole;
        });
    }
}

void FieldMean::displace(const Assembly& first, const Assembly& last) {
    if (!prepare(last) || first.grains.empty()) return;
    moved_.assign(grid_.cells(), {});
    const double reach = options_.reach > 0.0 ? options_.reach : usual_neighbours;
    const auto found = displacements(first, last, reach * mean_diameter(first));
    for (std::size_t k = 0; k < found.size(); ++k) {
        if (!found[k]) continue;
        for_each_share(last, k, [&](const CellShare& share) {
            Moved& moved = moved_[share.cell];
            const double mass = share.weight * last.grains[k].mass;
            moved.mass += mass;
            moved.way += mass * found[k]->way;
            if (!found[k]->d2min) return;
            moved.fitted += mass;
            moved.d2min += mass * *found[k]->d2min;
        });
    }
}

void FieldMean::set_cell(std::vector<FieldArray>& arrays, std::size_t cell) const {
    const Sums& sums = sums_[cell];
    const double none = std::numeric_limits<double>::quiet_NaN();
    const bool has_grains = sums.mass > 0.0;
    const double area = grid_.cell().x * grid_.cell().y * static_cast<double>(frames_);
    const Vec2 v = sums.momentum / sums.mass;
    const Tensor contact = 1.0 / area * sums.forces;
    Tensor kinetic;
    Tensor gradient;  // of the velocity: (grad P - v grad m) / m
    if (has_grains) {
        kinetic = sums.flux;
        kinetic += -1.0 * outer_product(v, sums.momentum);
        kinetic = 1.0 / area * kinetic;
        gradient = sums.slope;
        gradient += -1.0 * outer_product(v, sums.mass_slope);
        gradient = 1.0 / sums.mass * gradient;
    }
    Tensor stress = contact;
    stress += kinetic;
    const Principal axes = principal(stress);
    std::size_t array = 0;
    const auto put = [&](double value) { arrays[array++].values.push_back(value); };
    const auto put_if = [&](bool is_known, double value) { put(is_known ? value : none); };
    put(sums.mass / area);
    put(sums.area / area);
    put_if(has_grains, v.x);
    put_if(has_grains, v.y);
    for (const double part : {stress.xx, stress.xy, stress.yx, stress.yy}) put(part);
    put(axes.mean);
    put(axes.difference);
    for (const double part : {contact.xx, contact.xy, contact.yx, contact.yy}) put(part);
    for (const double part : {kinetic.xx, kinetic.xy, kinetic.yy}) put(part);
    put_if(has_grains, kinetic.half_trace() * area / sums.mass);
    for (const double part :
         {gradient.xx, gradient.yy, gradient.xy + gradient.yx, gradient.yx - gradient.xy})
        put_if(has_grains, part);
    if (moved_.empty()) return;
    const Moved& moved = moved_[cell];
    put_if(moved.mass > 0.0, moved.way.x / moved.mass);
    put_if(moved.mass > 0.0, moved.way.y / moved.mass);
    put_if(moved.fitted > 0.0, moved.d2min / moved.fitted);
}

Field FieldMean::result() const {
    Field field;
    field.note = fault_;
    field.frames = frames_;
    if (frames_ == 0) return field;
    field.box = grid_.box();
    field.columns = grid_.columns();
    field.rows = grid_.rows();
    field.width = grid_.kernel().width();
    for (const Column& column : field_arrays) field.arrays.push_back({column, {}});
    if (!moved_.empty())
        for (const Column& column : displacement_arrays) field.arrays.push_back({column, {}});
    for (FieldArray& array : field.arrays) array.values.reserve(grid_.cells());
    for (std::size_t cell = 0; cell < grid_.cells(); ++cell) set_cell(field.arrays, cell);
    return field;
}

}  // namespace scree::engine
