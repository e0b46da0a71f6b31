#include "engine/measure/kinds/slice_profile.h"

#include <cmath>

#include "engine/measure/statistics.h"

namespace scree::engine {
namespace {

Vec2 in_axes(Vec2 v, Vec2 axis) { return {dot(v, axis), cross(axis, v)}; }

}  // namespace

/// Means over all moments.
struct SliceProfile::Field {
    /// The mean flow at a slice: the velocity where its mass is on average, and how it changes
    /// along the axis.
    struct Flow {
        Vec2 velocity;
        Vec2 rate;
    };
    std::vector<Sums> means;
    std::vector<Flow> flows;  ///< not finite where there are no grains
};

void SliceProfile::add(const Assembly& assembly) {
    const Slices slices(assembly, box_, slicing_, options_);
    fault_ = slices.fault();
    if (!fault_.empty()) return;
    is_radial_ = options_.along_r;
    along_x_ = slicing_.along_x;
    Moment moment(slices.count());
    middles_.resize(slices.count());
    areas_.resize(slices.count(), 0.0);
    std::vector<double> areas;
    for (std::size_t k = 0; k < slices.count(); ++k) {
        middles_[k] = slices.middle(k);
        areas.push_back(slices.area(k));
        areas_[k] += areas.back();
    }
    for (const GrainSlice& part : slices.grains()) {
        const AssemblyGrain& grain = assembly.grains[part.grain];
        Sums& sums = moment[part.slice];
        const double mass = part.share * grain.mass;
        const Vec2 v = in_axes(grain.velocity, slices.first_axis(part.centre));
        const double s = slices.place(part.centre) - middles_[part.slice];
        sums.mass += mass;
        sums.grains += part.share;
        sums.area += part.share * grain.area;
        sums.spin += part.share * grain.spin;
        sums.momentum += mass * v;
        sums.flux += mass * outer_product(v, v);
        sums.place += mass * s;
        sums.places += mass * s * s;
        sums.sheared += mass * s * v;
    }
    for (const ContactSlice& part : slices.contacts()) {
        const Vec2 axis = slices.first_axis(part.middle);
        moment[part.slice].forces +=
            part.share *
            outer_product(in_axes(part.contact->force, axis), in_axes(part.contact->branch, axis));
    }
    SliceProfile alone(box_, slicing_, options_);
    alone.is_radial_ = is_radial_;
    alone.along_x_ = along_x_;
    alone.middles_ = middles_;
    alone.areas_ = std::move(areas);
    alone.moments_ = {moment};
    numbers_.add(alone.whole());
    moments_.push_back(std::move(moment));
}

/// Where the mass of a slice is on average.
double SliceProfile::place_of(const Sums& mean, std::size_t slice) const {
    return middles_[slice] + mean.place / mean.mass;
}

SliceProfile::Field SliceProfile::field() const {
    Field field;
    const auto count = static_cast<double>(moments_.size());
    field.means.resize(middles_.size());
    for (const Moment& moment : moments_)
        for (std::size_t k = 0; k < moment.size(); ++k) {
            Sums& mean = field.means[k];
            const Sums& sums = moment[k];
            mean.mass += sums.mass / count;
            mean.grains += sums.grains / count;
            mean.area += sums.area / count;
            mean.spin += sums.spin / count;
            mean.momentum += sums.momentum / count;
            mean.place += sums.place / count;
        }
    for (const Sums& mean : field.means) field.flows.push_back({mean.momentum / mean.mass, {}});
    // The rate at a slice is that between its neighbours; at the ends, and beside empty slices,
    // that to the only neighbour.
    for (std::size_t k = 0; k < field.flows.size(); ++k) {
        const auto has = [&](std::size_t at) {
            return at < field.means.size() && field.means[at].mass > 0.0;
        };
        const std::size_t before = has(k - 1) ? k - 1 : k;
        const std::size_t after = has(k + 1) ? k + 1 : k;
        if (after == before || !has(k)) continue;
        const double way =
            place_of(field.means[after], after) - place_of(field.means[before], before);
        field.flows[k].rate = (field.flows[after].velocity - field.flows[before].velocity) / way;
    }
    return field;
}

/// Fills the row of a slice. A ratio of two sums, such as a velocity V = P / M, has as many errors
/// as the series of (P - V M) / mean M, whose mean is zero.
void SliceProfile::set_slice(std::vector<std::optional<double>>& row, const Field& field,
                             std::size_t slice) const {
    const Sums& mean = field.means[slice];
    const Field::Flow& flow = field.flows[slice];
    const double area = areas_[slice] / static_cast<double>(moments_.size());
    std::size_t column = 0;
    row[column++] = middles_[slice];
    std::vector<double> series(moments_.size());
    const auto add = [&](double offset, const auto& value) {
        for (std::size_t f = 0; f < moments_.size(); ++f) series[f] = value(moments_[f][slice], f);
        const SeriesMean found = mean_of_series(series);
        row[column++] = offset + found.mean;
        row[column++] = found.error;
    };
    const auto none = [&] { column += 2; };
    const bool has_grains = mean.mass > 0.0;
    if (has_grains) {
        add(flow.velocity.x, [&](const Sums& sums, std::size_t) {
            return (sums.momentum.x - flow.velocity.x * sums.mass) / mean.mass;
        });
        add(flow.velocity.y, [&](const Sums& sums, std::size_t) {
            return (sums.momentum.y - flow.velocity.y * sums.mass) / mean.mass;
        });
        const double spin = mean.spin / mean.grains;
        add(spin, [&](const Sums& sums, std::size_t) {
            return (sums.spin - spin * sums.grains) / mean.grains;
        });
    } else {
        none(), none(), none();
    }
    add(0.0, [&](const Sums& sums, std::size_t) { return sums.area / area; });
    // m c c with c = v - V - G s, from the sums of m v v, m v, m, m v s, m s and m s s.
    const auto agitation = [&](const Sums& sums) {
        Tensor sum = sums.flux;
        const Vec2 g = flow.rate;
        const Vec2 v = flow.velocity - mean.place / mean.mass * g;  // in the middle
        const auto symmetric = [](Vec2 a, Vec2 b) {
            Tensor both = outer_product(a, b);
            both += outer_product(b, a);
            return both;
        };
        sum += -1.0 * symmetric(v, sums.momentum);
        sum += -1.0 * symmetric(g, sums.sheared);
        sum += sums.mass * outer_product(v, v);
        sum += sums.place * symmetric(v, g);
        sum += sums.places * outer_product(g, g);
        return has_grains ? sum : Tensor{};
    };
    for (double Tensor::*part : {&Tensor::xx, &Tensor::xy, &Tensor::yx, &Tensor::yy})
        add(0.0, [&](const Sums& sums, std::size_t) {
            return (sums.forces.*part + agitation(sums).*part) / area;
        });
    if (!has_grains) return;
    add(0.0,
        [&](const Sums& sums, std::size_t) { return agitation(sums).half_trace() / mean.mass; });
    // Along r the velocity is that around the centre, and solid rotation is no shear.
    const auto along = [&](Vec2 v) { return along_x_ || is_radial_ ? v.y : v.x; };
    double rate = along(flow.rate);
    if (is_radial_) rate -= flow.velocity.y / middles_[slice];
    const auto has = [&](std::size_t at) {
        return at < field.means.size() && field.means[at].mass > 0.0;
    };
    const std::size_t before = has(slice - 1) ? slice - 1 : slice;
    const std::size_t after = has(slice + 1) ? slice + 1 : slice;
    if (after == before) return;
    add(rate, [&](const Sums&, std::size_t f) {
        const auto off = [&](std::size_t at) {
            const Sums& sums = moments_[f][at];
            return along(sums.momentum - sums.mass * field.flows[at].velocity) /
                   field.means[at].mass;
        };
        const double way =
            place_of(field.means[after], after) - place_of(field.means[before], before);
        const double slope = (off(after) - off(before)) / way;
        return is_radial_ ? slope - off(slice) / middles_[slice] : slope;
    });
}

/// The slices, and the numbers of all moments taken together.
Measurement SliceProfile::whole() const {
    Measurement result(MeasureKind::profile, profile_columns);
    result.slices.columns = profile_slice_columns;
    const Field means = field();
    double area = 0.0;
    double grains = 0.0;
    double pressure = 0.0;
    double weight = 0.0;
    double rate = 0.0;
    for (std::size_t k = 0; k < middles_.size(); ++k) {
        auto& row = result.slices.rows.emplace_back(profile_slice_columns.size());
        set_slice(row, means, k);
        const double own = areas_[k] / static_cast<double>(moments_.size());
        area += own;
        grains += means.means[k].area;
        if (row[9] && row[15]) pressure += 0.5 * own * (*row[9] + *row[15]);
        if (const auto& of_slice = row[19]) {
            weight += means.means[k].mass;
            rate += means.means[k].mass * *of_slice;
        }
    }
    if (weight > 0.0) result.set("rate", rate / weight);
    result.set("fraction", grains / area);
    result.set("p", pressure / area);
    return result;
}

Measurement SliceProfile::result() const {
    Measurement result = numbers_.mean(MeasureKind::profile);
    if (!moments_.empty())
        result.slices = whole().slices;
    else if (!fault_.empty())
        result.note = fault_;
    return result;
}

}  // namespace scree::engine
