#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/picture.h"

namespace scree::render {

/// A range that is chosen from values contains this share of them. So one grain that flies away, or
/// one hard blow, does not leave all other grains with the same colour or width.
inline constexpr double within_range = 0.99;

/// How numbers are shown.
struct Look {
    std::string name;
    std::string unit;
    bool from_zero = true;  ///< the range reaches to zero
    bool is_signed = false;
    bool is_count = false;
};
Look look_of(Quantity quantity);
/// Of the field, where the scene has one.
Look look_of(const PictureScene& scene);

/// The range of colours that suits these values.
ValueRange suitable_range(const Look& look, std::vector<double>& values);
inline ValueRange suitable_range(Quantity quantity, std::vector<double>& values) {
    return suitable_range(look_of(quantity), values);
}
/// The values that the colours of a scene show: those of its field, or of its grains.
std::vector<double> values_of(const PictureScene& scene);

/// The name of a quantity for users, such as "kinetic energy".
std::string_view name_of(Quantity quantity);

/// How the values of a scene's grains, or of its field, become colours.
class Colouring {
public:
    explicit Colouring(const PictureScene& scene);
    /// Makes a colouring with a given range.
    Colouring(Quantity quantity, const ValueRange& range);

    Colour of(double value) const;

    bool by_material() const { return by_material_; }
    const Look& look() const { return look_; }
    /// The range of the colours. A few values may lie outside.
    const ValueRange& range() const { return range_; }
    bool has_lower() const { return range_.has_lower; }
    bool has_higher() const { return range_.has_higher; }
    /// The colour at a share of the range: the first colour at 0, the last at 1.
    Colour at(double share) const;

private:
    bool by_material_;
    Look look_;
    ValueRange range_;
};

}  // namespace scree::render
