#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/period.h"
#include "geometry/box.h"
#include "geometry/vec2.h"
#include "render/canvas.h"

namespace scree::render {

/// The outline of a body: a disc where the radius is positive, else a convex polygon about its
/// centroid.
struct PictureOutline {
    double radius = 0.0;
    std::vector<geometry::Vec2> vertices;
};

/// A grain or a wall.
struct PictureBody {
    std::uint32_t outline = 0;  ///< index into the scene's outlines
    geometry::Vec2 position;
    double angle = 0.0;
    double value = 0.0;  ///< what the colour of a grain shows; grey where it is not finite
};

/// A force between two bodies: from centre to centre, or from the centre of a grain to where it
/// touches a wall.
struct PictureChain {
    geometry::Vec2 from;
    geometry::Vec2 to;
    double force = 0.0;  ///< N
};

/// What the colours of grains show. `material`: the value is the number of the material.
enum class Quantity : std::uint8_t {
    material,
    speed,           ///< m/s
    spin,            ///< rad/s
    size,            ///< equivalent diameter, m
    pressure,        ///< N/m
    contacts,        ///< a number
    kinetic_energy,  ///< J
    rotation,        ///< rad since the grain came; a single frame does not hold it
    level,           ///< level in the hierarchical grid of the scene, 1 for the smallest grains
};

/// The values of the first and the last colour.
struct ValueRange {
    double low = 0.0;
    double high = 1.0;
    bool has_lower = false;  ///< there are lower values, perhaps in other pictures
    bool has_higher = false;
};

/// Numbers on a grid, drawn as coloured cells below the outlines of the grains.
struct PictureField {
    geometry::Box box;
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::vector<double> values;  ///< row by row from the bottom; nothing where one is not finite
    std::string name;
    std::string unit;                        ///< empty for plain numbers
    bool is_signed = false;                  ///< the colours are the same on both sides of zero
    std::vector<geometry::Vec2> shifts{{}};  ///< where it is drawn again, m
};

/// Everything on a picture, in SI units.
struct PictureScene {
    std::vector<PictureOutline> outlines;
    std::vector<PictureBody> grains;
    std::vector<PictureBody> walls;
    std::vector<PictureChain> chains;
    Quantity quantity = Quantity::material;
    std::vector<std::string> materials;  ///< names, for the legend
    /// With it, colours mean the field, and grains have outlines alone.
    std::optional<PictureField> field{};

    // Each of these is chosen from the scene where it is not given. The pictures of a film must
    // have them in common.
    std::optional<geometry::Box> bounds;
    std::optional<ValueRange> range;
    std::optional<double> largest_force;             ///< N, the force of the widest lines
    std::optional<double> grain_diameter;            ///< m, of a typical grain
    std::optional<std::set<std::size_t>> in_legend;  ///< materials

    /// Bodies and chains are drawn in all their images, and cut off at the ends of the domain.
    engine::Period period{};

    std::string caption;  ///< above the picture, such as "t = 1.5 s"
};

/// The longer side of what is drawn, in pixels.
inline constexpr int default_pixels = 1600;
inline constexpr int fewest_pixels = 100;
inline constexpr int most_pixels = 16'000;

/// The size of a sheet, in pixels.
struct SheetSize {
    int width = 0;
    int height = 0;
};

/// The size of the sheet of a picture with this many pixels. Both sides are even, as films need it.
SheetSize sheet_size(const PictureScene& scene, int pixels);

/// Draws a picture that fills an empty sheet of any size. Throws std::invalid_argument for a scene
/// that refers to an outline it does not have.
void draw_picture(Canvas& canvas, const PictureScene& scene);

/// Returns a picture as the bytes of a file. Throws std::invalid_argument also for too few or too
/// many pixels.
std::vector<std::byte> draw_picture(const PictureScene& scene, PictureFormat format,
                                    int pixels = default_pixels);

}  // namespace scree::render
