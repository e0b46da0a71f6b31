#pragma once

#include <cstddef>

namespace scree::render {

/// A colour in sRGB, with each part from 0 to 1.
struct Colour {
    double red = 0.0;
    double green = 0.0;
    double blue = 0.0;

    friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// The colour of a code like 0xd9c7a0.
constexpr Colour colour(unsigned code) {
    return {(code >> 16 & 255u) / 255.0, (code >> 8 & 255u) / 255.0, (code & 255u) / 255.0};
}

/// A mixture: a at share 0, b at share 1.
constexpr Colour mixed(Colour a, Colour b, double share) {
    return {a.red + share * (b.red - a.red), a.green + share * (b.green - a.green),
            a.blue + share * (b.blue - a.blue)};
}

/// How bright a colour looks, from 0 to 1 (relative luminance, WCAG 2.1).
double luminance(Colour c);

/// A colour from dark blue over green to yellow. The brightness grows all the way, so that the
/// scale can be read by the colour-blind and in print. Shares outside 0 to 1 count as the nearer
/// end.
Colour sequential(double share);

/// A colour from blue (0) over near-white (0.5) to orange (1), which the colour-blind tell apart.
Colour diverging(double share);

inline constexpr std::size_t material_colours = 8;

/// The colour of a material by its number. Colours are muted, the first like sand; after the last
/// they begin again.
Colour of_material(std::size_t number);

namespace palette {
inline constexpr Colour background = colour(0xffffff);
inline constexpr Colour wall = colour(0x545454);
inline constexpr Colour ink = colour(0x262626);      ///< text and scale bar
inline constexpr Colour unknown = colour(0xdddddd);  ///< of a value that is not finite
inline constexpr Colour chain = colour(0xa3161a);
}  // namespace palette

}  // namespace scree::render
