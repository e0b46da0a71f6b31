#include "engine/measure/kinds/velocity.h"

#include <algorithm>
#include <cmath>

namespace scree::engine {
namespace {

bool contains(const geometry::Box& box, Vec2 p) {
    return box.low.x <= p.x && p.x <= box.high.x && box.low.y <= p.y && p.y <= box.high.y;
}

/// The slope of a straight line by least squares with weights.
class Slope {
public:
    void add(double weight, double x, double y) {
        weight_ += weight;
        x_ += weight * x;
        y_ += weight * y;
        xx_ += weight * x * x;
        xy_ += weight * x * y;
    }
    /// The slope is not a number if the points do not make a line.
    double value() const { return (weight_ * xy_ - x_ * y_) / (weight_ * xx_ - x_ * x_); }

private:
    double weight_ = 0.0;
    double x_ = 0.0;
    double y_ = 0.0;
    double xx_ = 0.0;
    double xy_ = 0.0;
};

}  // namespace

VelocityProfile::VelocityProfile(const Slicing& slicing, const geometry::Box& region)
    : slicing_(slicing),
      region_(region),
      slices_(std::clamp<std::size_t>(slicing.slices, 1, most_slices)) {}

double VelocityProfile::middle_of(std::size_t slice) const {
    const double low = slicing_.along_x ? region_.low.x : region_.low.y;
    const double high = slicing_.along_x ? region_.high.x : region_.high.y;
    const auto count = static_cast<double>(slices_.size());
    return low + (static_cast<double>(slice) + 0.5) / count * (high - low);
}

void VelocityProfile::add(const Assembly& assembly) {
    frames_ += 1.0;
    const Vec2 size = region_.high - region_.low;
    for (const AssemblyGrain& grain : assembly.grains) {
        const Vec2 at = grain.outline.centre;
        if (!contains(region_, at)) continue;
        const Vec2 way = at - region_.low;
        const double share = slicing_.along_x ? way.x / size.x : way.y / size.y;
        const auto count = static_cast<double>(slices_.size());
        const double number = std::clamp(std::floor(share * count), 0.0, count - 1.0);
        Slice& slice = slices_[static_cast<std::size_t>(number)];
        slice.mass += grain.mass;
        slice.momentum += grain.mass * grain.velocity;
        slice.spin += grain.spin;
        slice.grains += 1.0;
    }
}

Measurement VelocityProfile::result() const {
    Measurement result(MeasureKind::velocity_profile, velocity_profile_columns);
    result.slices.columns = velocity_slice_columns;
    Slice all;
    Slope slope;
    for (std::size_t k = 0; k < slices_.size(); ++k) {
        const Slice& slice = slices_[k];
        all.mass += slice.mass;
        all.momentum += slice.momentum;
        all.grains += slice.grains;
        auto& row = result.slices.rows.emplace_back(velocity_slice_columns.size());
        row[0] = middle_of(k);
        if (frames_ > 0.0) row[4] = slice.grains / frames_;
        if (!(slice.mass > 0.0)) continue;
        const Vec2 velocity = slice.momentum / slice.mass;
        row[1] = velocity.x;
        row[2] = velocity.y;
        row[3] = slice.spin / slice.grains;
        slope.add(slice.grains, middle_of(k), slicing_.along_x ? velocity.y : velocity.x);
    }
    result.set("frames", frames_);
    if (frames_ > 0.0) result.set("grains", all.grains / frames_);
    if (!(all.mass > 0.0)) {
        result.note = "not measurable: there are no grains in the region";
        return result;
    }
    result.set("mean_vx", all.momentum.x / all.mass);
    result.set("mean_vy", all.momentum.y / all.mass);
    result.set("shear_rate", slope.value());
    return result;
}

}  // namespace scree::engine
