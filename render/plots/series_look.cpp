#include "render/plots/series_look.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/base/quantile.h"
#include "render/colouring.h"
#include "render/legend.h"
#include "render/view.h"

namespace scree::render {
namespace {

constexpr std::size_t largest_sample = 1'000'000;

geometry::Box joined(const geometry::Box& a, const geometry::Box& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

}  // namespace

void Sample::add(double value) {
    if (!std::isfinite(value) || skip_++ % stride_ != 0) return;
    values_.push_back(value);
    if (values_.size() < largest_sample) return;
    // Drops every second value, and from now on takes only half as many.
    for (std::size_t k = 0; 2 * k < values_.size(); ++k) values_[k] = values_[2 * k];
    values_.resize((values_.size() + 1) / 2);
    stride_ *= 2;
}

void SeriesLook::add(const PictureScene& scene) {
    if (!scene.grains.empty()) {
        const geometry::Box box = shown_box(scene);
        bounds_ = bounds_ ? joined(*bounds_, box) : box;
    }
    for (const PictureBody& grain : scene.grains)
        diameters_.add(2.0 * radius_of(scene.outlines[grain.outline]));
    for (const double value : values_of(scene)) {
        values_.add(value);
        if (std::isnan(value)) continue;
        lowest_ = std::min(lowest_, value);
        highest_ = std::max(highest_, value);
    }
    for (const PictureChain& chain : scene.chains)
        if (chain.force > 0.0) forces_.add(chain.force);
    if (scene.quantity == Quantity::material) materials_.merge(materials_of(scene));
}

void SeriesLook::decide(const PictureScene& scene) {
    range_ = wishes_.range ? *wishes_.range : suitable_range(look_of(scene), values_.values());
    range_->has_lower = lowest_ < range_->low;
    range_->has_higher = highest_ > range_->high;
    if (!forces_.values().empty())
        largest_force_ = engine::quantile(forces_.values(), within_range);
    if (!diameters_.values().empty()) diameter_ = engine::quantile(diameters_.values(), 0.5);
    if (!bounds_ && (wishes_.x || wishes_.y)) bounds_ = geometry::Box{{0.0, 0.0}, {1.0, 1.0}};
    if (wishes_.x)
        std::tie(bounds_->low.x, bounds_->high.x) = std::pair(wishes_.x->low, wishes_.x->high);
    if (wishes_.y)
        std::tie(bounds_->low.y, bounds_->high.y) = std::pair(wishes_.y->low, wishes_.y->high);
}

void SeriesLook::apply(PictureScene& scene) {
    if (!range_) decide(scene);
    scene.bounds = bounds_;
    scene.range = range_;
    scene.largest_force = largest_force_;
    scene.grain_diameter = diameter_;
    scene.in_legend = materials_;
}

}  // namespace scree::render
