#include "engine/measure/kinds/structure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/measure/kinds/contacts.h"
#include "engine/measure/kinds/force_distribution.h"
#include "engine/measure/pairs.h"
#include "engine/measure/region.h"
#include "engine/measure/statistics.h"

namespace scree::engine {
namespace {

/// How far a point is from the edges of a region that it does not go around.
double depth_in(const Region& region, Vec2 point) {
    const geometry::Box& box = region.box();
    const Vec2 at = Period{box.low, region.assembly().period.size}.wrapped(point);
    double depth = std::numeric_limits<double>::infinity();
    if (!region.is_around_x()) depth = std::min({depth, at.x - box.low.x, box.high.x - at.x});
    if (!region.is_around_y()) depth = std::min({depth, at.y - box.low.y, box.high.y - at.y});
    return depth;
}

}  // namespace

Structure::Structure(const geometry::Box& box, const MeasureOptions& options) : box_(box) {
    const std::size_t bins = std::clamp<std::size_t>(options.bins, 1, most_bins);
    width_ = (options.reach > 0.0 ? options.reach : usual_reach) / static_cast<double>(bins);
    pairs_.resize(bins);
}

void Structure::add(const Assembly& assembly) {
    const Region region(assembly, box_);
    fault_ = region.fault();
    if (!fault_.empty()) return;
    Measurement moment(MeasureKind::structure, structure_columns);
    const Measurement contacts = coordination(assembly, region.box());
    const auto take = [&](const char* to, const char* from) {
        if (const auto& value = contacts.at(from).value) moment.set(to, *value);
    };
    take("coordination", "mean");
    take("coordination_without_rattlers", "mean_without_rattlers");
    double grains = 0.0;
    double diameters = 0.0;
    for (const AssemblyGrain& grain : assembly.grains) {
        if (!region.contains(grain.outline.centre)) continue;
        grains += 1.0;
        diameters += equivalent_diameter(grain);
    }
    const double density = grains / region.area();
    moment.set("density", density);
    if (grains > 0.0) {
        moment.set("rattlers", contacts.at("rattlers").value.value_or(0.0) / grains);
        moment.set("diameter", diameters / grains);
        add_pairs(assembly, region, diameters / grains, density);
    }
    moments_.add(moment);
}

void Structure::add_pairs(const Assembly& assembly, const Region& region, double diameter,
                          double density) {
    const double width = width_ * diameter;
    std::size_t bins = pairs_.size();
    // A grain must not meet another twice.
    for (const double period : {assembly.period.size.x, assembly.period.size.y})
        if (period > 0.0) bins = std::min(bins, static_cast<std::size_t>(0.5 * period / width));
    // The first bin whose ring is not whole in the region, of each grain.
    std::vector<std::size_t> end;
    std::vector<double> centres(bins, 0.0);
    for (const AssemblyGrain& grain : assembly.grains) {
        const double depth =
            region.contains(grain.outline.centre) ? depth_in(region, grain.outline.centre) : 0.0;
        const double whole = std::min(std::floor(depth / width), static_cast<double>(bins));
        end.push_back(static_cast<std::size_t>(whole));
        for (std::size_t k = 0; k < end.back(); ++k) centres[k] += 1.0;
    }
    std::vector<double> counts(bins, 0.0);
    for_each_pair_within(assembly, static_cast<double>(bins) * width,
                         [&](std::size_t centre, std::size_t, Vec2 way) {
                             const auto bin = static_cast<std::size_t>(length(way) / width);
                             if (bin < end[centre]) counts[bin] += 1.0;
                         });
    for (std::size_t k = 0; k < bins; ++k) {
        const auto ring = static_cast<double>(2 * k + 1);
        const double area = std::numbers::pi * ring * width * width;
        if (centres[k] > 0.0) pairs_[k].push_back(counts[k] / (centres[k] * area * density));
    }
}

Measurement Structure::result() const {
    Measurement result = moments_.mean(MeasureKind::structure);
    if (!fault_.empty()) result.note = fault_;
    result.slices.columns = pair_columns;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        auto& row = result.slices.rows.emplace_back(pair_columns.size());
        row[0] = (static_cast<double>(k) + 0.5) * width_;
        if (pairs_[k].empty()) continue;
        const SeriesMean mean = mean_of_series(pairs_[k]);
        row[1] = mean.mean;
        row[2] = mean.error;
    }
    return result;
}

}  // namespace scree::engine
