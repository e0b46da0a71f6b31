#include "engine/measure/kinds/force_distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/measure/region.h"
#include "engine/measure/statistics.h"

namespace scree::engine {
namespace {

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Adds the densities of the values, over their mean, to the series of the bins.
void add_densities(std::vector<std::vector<double>>& bins, double width,
                   const std::vector<double>& values) {
    const double mean = mean_of(values);
    std::vector<double> counts(bins.size(), 0.0);
    for (const double value : values) {
        // Forces that pull, and those beyond the last bin, are in none.
        const double bin = std::floor(value / mean / width);
        if (bin >= 0.0 && bin < static_cast<double>(bins.size()))
            counts[static_cast<std::size_t>(bin)] += 1.0;
    }
    for (std::size_t k = 0; k < bins.size(); ++k)
        bins[k].push_back(counts[k] / (static_cast<double>(values.size()) * width));
}

}  // namespace

ForceDistribution::ForceDistribution(const geometry::Box& box, const MeasureOptions& options)
    : box_(box) {
    const std::size_t bins = std::clamp<std::size_t>(options.bins, 1, most_bins);
    width_ = (options.reach > 0.0 ? options.reach : usual_reach) / static_cast<double>(bins);
    normal_.resize(bins);
    friction_.resize(bins);
}

void ForceDistribution::add(const Assembly& assembly) {
    const Region region(assembly, box_);
    fault_ = region.fault();
    if (!fault_.empty()) return;
    std::vector<double> forces;
    std::vector<double> normals;
    std::vector<double> frictions;
    std::vector<double> mobilised;
    double sliding = 0.0;
    for (const AssemblyContact& contact : assembly.contacts) {
        if (!contact.bodies[0].is_grain() || !contact.bodies[1].is_grain()) continue;
        if (contact.force == Vec2{} || !region.contains(contact.point)) continue;
        const double normal = dot(contact.force, contact.normal);
        const double friction = std::abs(cross(contact.normal, contact.force));
        forces.push_back(length(contact.force));
        normals.push_back(normal);
        frictions.push_back(friction);
        if (std::isnan(contact.mobilised)) continue;
        mobilised.push_back(contact.mobilised);
        if (mobilised.back() > sliding_above) sliding += 1.0;
    }
    Measurement moment(MeasureKind::force_distribution, force_distribution_columns);
    moment.set("contacts", static_cast<double>(forces.size()));
    if (!forces.empty()) {
        moment.set("mean_force", mean_of(forces));
        moment.set("mean_normal", mean_of(normals));
        moment.set("mean_friction", mean_of(frictions));
        add_densities(normal_, width_, normals);
        if (mean_of(frictions) > 0.0) add_densities(friction_, width_, frictions);
    }
    if (!mobilised.empty()) {
        moment.set("mobilised", mean_of(mobilised));
        moment.set("sliding", sliding / static_cast<double>(mobilised.size()));
    }
    moments_.add(moment);
}

Measurement ForceDistribution::result() const {
    Measurement result = moments_.mean(MeasureKind::force_distribution);
    if (!fault_.empty()) result.note = fault_;
    result.slices.columns = force_bin_columns;
    for (std::size_t k = 0; k < normal_.size(); ++k) {
        auto& row = result.slices.rows.emplace_back(force_bin_columns.size());
        row[0] = (static_cast<double>(k) + 0.5) * width_;
        const auto set = [&](std::size_t column, const std::vector<double>& series) {
            if (series.empty()) return;
            const SeriesMean mean = mean_of_series(series);
            row[column] = mean.mean;
            row[column + 1] = mean.error;
        };
        set(1, normal_[k]);
        set(3, friction_[k]);
    }
    return result;
}

}  // namespace scree::engine
