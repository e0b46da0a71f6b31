#include "render/colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace scree::render {

namespace {

/// Interpolates between control points at equal distances.
Colour interpolated(std::span<const Colour> points, double share) {
    const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(points.size() - 1);
    const auto k = std::min(static_cast<std::size_t>(at), points.size() - 2);
    return mixed(points[k], points[k + 1], at - static_cast<double>(k));
}

double linear(double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

}  // namespace

double luminance(Colour c) {
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

Colour sequential(double share) {
    // The colour map viridis, at every ninth of its length.
    static constexpr std::array points{
        colour(0x440154), colour(0x482878), colour(0x3e4989), colour(0x31688e), colour(0x26828e),
        colour(0x1f9e89), colour(0x35b779), colour(0x6ece58), colour(0xb5de2b), colour(0xfde725)};
    return interpolated(points, share);
}

Colour diverging(double share) {
    static constexpr std::array points{colour(0x1f4e79), colour(0x5b8fb9), colour(0xb3cde0),
                                       colour(0xf4f1ea), colour(0xf0c49a), colour(0xd98a45),
                                       colour(0x9c4a12)};
    return interpolated(points, share);
}

Colour of_material(std::size_t number) {
    static constexpr std::array<Colour, material_colours> colours{
        colour(0xdcc9a3), colour(0x8fa9b8), colour(0xb5694d), colour(0x6f7f5c),
        colour(0xefe3c8), colour(0x5d6d80), colour(0xc99a3f), colour(0x9a8478)};
    return colours[number % colours.size()];
}

}  // namespace scree::render
