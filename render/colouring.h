#pragma once

#include <string_view>
#include <vector>

#include "render/picture.h"

namespace scree::render {

/// A range that is chosen from values contains this share of them. So one grain that flies away, or
/// one hard blow, does not leave all other grains with the same colour or width.
inline constexpr double within_range = 0.99;

/// The range of colours that suits these values.
ValueRange suitable_range(Quantity quantity, std::vector<double>& values);

/// The name of a quantity for users, such as "kinetic energy".
std::string_view name_of(Quantity quantity);

/// How the values of a scene's grains become colours.
class Colouring {
public:
    explicit Colouring(const PictureScene& scene);
    /// Makes a colouring with a given range.
    Colouring(Quantity quantity, const ValueRange& range);

    Colour of(double value) const;

    bool by_material() const { return quantity_ == Quantity::material; }
    std::string_view name() const;
    std::string_view unit() const;
    /// The range of the colours. A few values may lie outside.
    const ValueRange& range() const { return range_; }
    bool has_lower() const { return range_.has_lower; }
    bool has_higher() const { return range_.has_higher; }
    /// The colour at a share of the range: the first colour at 0, the last at 1.
    Colour at(double share) const;

private:
    Quantity quantity_;
    ValueRange range_;
};

}  // namespace scree::render
