#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/period.h"
#include "geometry/box.h"
#include "geometry/vec2.h"
#include "render/canvas.h"

namespace scree::render {

/// A disc where the radius is positive, else a convex polygon about its centroid.
struct PictureOutline {
    double radius = 0.0;
    std::vector<geometry::Vec2> vertices;
};

/// A grain or a wall.
struct PictureBody {
    std::uint32_t outline = 0;  ///< into the scene's outlines
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
    rotation,        ///< since the grain came, rad: known to those who saw it come
    level,           ///< of a hierarchical grid for the scene's grains, from 1 for the smallest
};

/// From the colour of the lowest value to that of the highest.
struct ValueRange {
    double low = 0.0;
    double high = 1.0;
    bool has_lower = false;  ///< there are values outside, perhaps in other pictures
    bool has_higher = false;
};

/// Everything on a picture, in SI units.
struct PictureScene {
    std::vector<PictureOutline> outlines;
    std::vector<PictureBody> grains;
    std::vector<PictureBody> walls;
    std::vector<PictureChain> chains;
    Quantity quantity = Quantity::material;
    std::vector<std::string> materials;  ///< names, for the legend

    // What is left out is chosen from the scene. The pictures of a film must have them in common.
    std::optional<geometry::Box> bounds;
    std::optional<ValueRange> range;
    std::optional<double> largest_force;             ///< N: as wide as lines get
    std::optional<double> grain_diameter;            ///< m: of a typical grain
    std::optional<std::set<std::size_t>> in_legend;  ///< materials

    /// Bodies and chains are drawn in all their images, and cut off at the ends of the domain.
    engine::Period period{};

    std::string caption;  ///< above the picture, as in "t = 1.5 s"
};

/// The longer side of what is drawn, in pixels.
inline constexpr int default_pixels = 1600;
inline constexpr int fewest_pixels = 100;
inline constexpr int most_pixels = 16'000;

/// Of a sheet, in pixels.
struct SheetSize {
    int width = 0;
    int height = 0;
};

/// That a picture of so many pixels has, made even where films need it.
SheetSize sheet_size(const PictureScene& scene, int pixels);

/// Fills an empty sheet, whatever its sides. Throws std::invalid_argument for a scene that refers
/// to an outline it does not have.
void draw_picture(Canvas& canvas, const PictureScene& scene);

/// The bytes of a file. Throws std::invalid_argument also for too few or too many pixels.
std::vector<std::byte> draw_picture(const PictureScene& scene, PictureFormat format,
                                    int pixels = default_pixels);

/// Writes a file in the format that its suffix names: .png, .svg or .pdf. Throws also
/// engine::FileError.
void save_picture(const std::filesystem::path& path, const PictureScene& scene,
                  int pixels = default_pixels);

}  // namespace scree::render
