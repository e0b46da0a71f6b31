#include "render/colouring.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/quantile.h"

namespace scree::render {

namespace {

/// How a quantity is shown.
struct Look {
    std::string_view name;
    std::string_view unit;
    bool from_zero = true;  ///< the range reaches to zero
    bool is_signed = false;
};

const Look& look_of(Quantity quantity) {
    static constexpr std::array<Look, 9> looks{{{"material", ""},
                                                {"speed", "m/s"},
                                                {"spin", "rad/s", true, true},
                                                {"size", "m", false},
                                                {"pressure", "N/m"},
                                                {"contacts", ""},
                                                {"kinetic energy", "J"},
                                                {"rotation", "rad", true, true},
                                                {"level of the grid", "", false}}};
    return looks[static_cast<std::size_t>(quantity)];
}

/// The range, widened where it has no width.
ValueRange opened(ValueRange range, bool is_signed) {
    if (range.high > range.low) return range;
    const double width = range.low == 0.0 ? 1.0 : 0.1 * std::abs(range.low);
    return {is_signed ? range.low - width : range.low, range.low + width, range.has_lower,
            range.has_higher};
}

}  // namespace

ValueRange suitable_range(Quantity quantity, std::vector<double>& values) {
    const Look& look = look_of(quantity);
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
    if (look.unit.empty()) range = {std::floor(range.low), std::ceil(range.high)};
    return range;
}

Colouring::Colouring(const PictureScene& scene) : quantity_(scene.quantity) {
    if (by_material()) return;
    std::vector<double> values;
    for (const PictureBody& grain : scene.grains) {
        if (std::isfinite(grain.value)) values.push_back(grain.value);
    }
    const Look& look = look_of(quantity_);
    const bool given = scene.range && std::isfinite(scene.range->low) &&
                       std::isfinite(scene.range->high) && scene.range->low <= scene.range->high;
    range_ = opened(given ? *scene.range : suitable_range(quantity_, values), look.is_signed);
    range_.has_lower =
        range_.has_lower || std::ranges::any_of(values, [&](double v) { return v < range_.low; });
    range_.has_higher =
        range_.has_higher || std::ranges::any_of(values, [&](double v) { return v > range_.high; });
}

Colouring::Colouring(Quantity quantity, const ValueRange& range)
    : quantity_(quantity), range_(opened(range, look_of(quantity).is_signed)) {}

std::string_view name_of(Quantity quantity) { return look_of(quantity).name; }

std::string_view Colouring::name() const { return look_of(quantity_).name; }
std::string_view Colouring::unit() const { return look_of(quantity_).unit; }

Colour Colouring::at(double share) const {
    return look_of(quantity_).is_signed ? diverging(share) : sequential(share);
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
