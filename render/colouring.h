#pragma once

#include <string_view>
#include <vector>

#include "render/picture.h"

namespace scree::render {

/// So large a share of the values is within a range that is chosen from them: one grain that flies
/// away, or one hard blow, does not take the colours and widths from all others.
inline constexpr double within_range = 0.99;

/// From which to which value colours go, as it suits these.
ValueRange suitable_range(Quantity quantity, std::vector<double>& values);

/// As users know it: "kinetic energy".
std::string_view name_of(Quantity quantity);

/// How the values of a scene's grains become colours.
class Colouring {
public:
    explicit Colouring(const PictureScene& scene);
    /// With a range that is given.
    Colouring(Quantity quantity, const ValueRange& range);

    Colour of(double value) const;

    bool by_material() const { return quantity_ == Quantity::material; }
    std::string_view name() const;
    std::string_view unit() const;
    /// Of the colours; a few values may lie outside.
    const ValueRange& range() const { return range_; }
    bool has_lower() const { return range_.has_lower; }
    bool has_higher() const { return range_.has_higher; }
    /// From the first colour to the last.
    Colour at(double share) const;

private:
    Quantity quantity_;
    ValueRange range_;
};

}  // namespace scree::render
