#include "render/colouring.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/quantile.h"

namespace scree::render {

namespace {

const std::array<Look, 9>& table_of_looks() {
    static const std::array<Look, 9> looks{{{"material", ""},
                                            {"speed", "m/s"},
                                            {"spin", "rad/s", true, true},
                                            {"size", "m", false},
                                            {"pressure", "N/m"},
                                            {"contacts", "", true, false, true},
                                            {"kinetic energy", "J"},
                                            {"rotation", "rad", true, true},
                                            {"level of the grid", "", false, false, true}}};
    return looks;
}

/// The range, widened where it has no width.
ValueRange opened(ValueRange range, bool is_signed) {
    if (range.high > range.low) return range;
    const double width = range.low == 0.0 ? 1.0 : 0.1 * std::abs(range.low);
    return {is_signed ? range.low - width : range.low, range.low + width, range.has_lower,
            range.has_higher};
}

}  // namespace

Look look_of(Quantity quantity) { return table_of_looks()[static_cast<std::size_t>(quantity)]; }

Look look_of(const PictureScene& scene) {
    if (!scene.field) return look_of(scene.quantity);
    return {scene.field->name, scene.field->unit, true, scene.field->is_signed};
}

std::vector<double> values_of(const PictureScene& scene) {
    if (scene.field) return scene.field->values;
    std::vector<double> values;
    for (const PictureBody& grain : scene.grains) values.push_back(grain.value);
    return values;
}

ValueRange suitable_range(const Look& look, std::vector<double>& values) {
    if (values.empty()) return {};
    // Sizes are chosen by the scene, so none of them is an outlier that should be left out.
    const double share = look.from_zero ? within_range : 1.0;
    ValueRange range{engine::quantile(values, 1.0 - share), engine::quantile(values, share)};
    if (look.is_signed) {
        const double most = std::max(std::abs(range.low), std::abs(range.high));
        range = {-most, most};
    } else if (look.from_zero) {
        range.low = std::min(range.low, 0.0);
        range.high = std::max(range.high, 0.0);
    }
    if (look.is_count) range = {std::floor(range.low), std::ceil(range.high)};
    return range;
}

Colouring::Colouring(const PictureScene& scene)
    : by_material_(!scene.field && scene.quantity == Quantity::material), look_(look_of(scene)) {
    if (by_material()) return;
    std::vector<double> values = values_of(scene);
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    const bool given = scene.range && std::isfinite(scene.range->low) &&
                       std::isfinite(scene.range->high) && scene.range->low <= scene.range->high;
    range_ = opened(given ? *scene.range : suitable_range(look_, values), look_.is_signed);
    range_.has_lower =
        range_.has_lower || std::ranges::any_of(values, [&](double v) { return v < range_.low; });
    range_.has_higher =
        range_.has_higher || std::ranges::any_of(values, [&](double v) { return v > range_.high; });
}

Colouring::Colouring(Quantity quantity, const ValueRange& range)
    : by_material_(quantity == Quantity::material),
      look_(look_of(quantity)),
      range_(opened(range, look_.is_signed)) {}

std::string_view name_of(Quantity quantity) {
    return table_of_looks()[static_cast<std::size_t>(quantity)].name;
}

Colour Colouring::at(double share) const {
    return look_.is_signed ? diverging(share) : sequential(share);
}

Colour Colouring::of(double value) const {
    if (!std::isfinite(value)) return palette::unknown;
    if (by_material()) {
        return value >= 0.0 && value < 65536.0 ? of_material(static_cast<std::size_t>(value))
                                               : palette::unknown;
    }
    return at((value - range_.low) / (range_.high - range_.low));
}

}  // namespace scree::render
