#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "engine/frame/tables.h"
#include "geometry/vec2.h"

namespace scree::engine {

using geometry::Vec2;

/// A disc, or a convex polygon by its corners in the world, counter-clockwise.
struct Outline {
    Vec2 centre;
    double radius = 0.0;           ///< of a disc; 0 of a polygon
    std::size_t first_corner = 0;  ///< in Assembly::corners
    std::size_t corner_count = 0;  ///< 0 of a disc
};

struct AssemblyGrain {
    Outline outline;
    BodyNumber body = 0;
    std::uint16_t material = 0;
    double area = 0.0;     ///< m2
    double mass = 0.0;     ///< kg
    double inertia = 0.0;  ///< kg m2
    Vec2 velocity;
    double spin = 0.0;
    Turns turns{};  ///< how often it went around a periodic domain
};

/// A body of an assembly by its place there: a grain, or a piece of the walls.
class AssemblyBody {
public:
    static constexpr AssemblyBody grain(std::size_t place) {
        return AssemblyBody(static_cast<std::int32_t>(place));
    }
    static constexpr AssemblyBody piece(std::size_t place) {
        return AssemblyBody(~static_cast<std::int32_t>(place));
    }

    constexpr bool is_grain() const { return number_ >= 0; }
    /// The index in Assembly::grains or in Assembly::walls.
    constexpr std::size_t place() const {
        return static_cast<std::size_t>(is_grain() ? number_ : ~number_);
    }

    friend constexpr bool operator==(AssemblyBody, AssemblyBody) = default;

private:
    constexpr explicit AssemblyBody(std::int32_t number) : number_(number) {}

    std::int32_t number_;  ///< pieces of walls are below zero
};

struct AssemblyContact {
    std::array<AssemblyBody, 2> bodies;
    Vec2 force{};   ///< on the second, N
    Vec2 point{};   ///< where it acts, at the first body
    Vec2 normal{};  ///< of length 1, from the first body to the second
    /// The way from the centre of the first body to that of the second where they meet, m; with a
    /// wall, to the point where the force acts.
    Vec2 branch{};
    Vec2 shift{};  ///< m: by which the second body must be shifted to be where they meet
    /// The friction as a share of what Coulomb's law allows; nan where it allows none, and where it
    /// is not known.
    double mobilised = std::numeric_limits<double>::quiet_NaN();
};

/// A wall as the scene gives it.
struct WallInfo {
    std::size_t pieces = 0;  ///< their number
    Vec2 about;              ///< the point that it turns about, before it has moved
    Vec2 first_position;     ///< of its first piece, before it has moved
    double first_angle = 0.0;
};

/// The present motion of a piece of a wall, and where it would be if it had not been put back into
/// a periodic domain.
struct AssemblyPiece {
    std::size_t wall = 0;
    bool is_first = false;  ///< of its wall
    std::uint16_t material = 0;
    Vec2 position;
    double angle = 0.0;
    Vec2 velocity;
    double spin = 0.0;
};

/// Grains and walls at one moment, and where they touch: all that measurements look at.
struct Assembly {
    Vec2 gravity;  ///< m/s2
    Period period{};
    std::optional<CellState> cell{};  ///< where the domain deforms
    std::vector<AssemblyGrain> grains;
    std::vector<Outline> walls;         ///< their convex pieces
    std::vector<AssemblyPiece> pieces;  ///< the same pieces; empty where only areas count
    std::vector<AssemblyContact> contacts;
    std::vector<Vec2> corners;
    std::vector<WallInfo> scene_walls;

    /// How much faster the image of a body moves that is further by `shift`.
    Vec2 faster_by(Vec2 shift) const { return cell ? cell->rate * shift : Vec2{}; }
    std::span<const Vec2> corners_of(const Outline& outline) const {
        return std::span(corners).subspan(outline.first_corner, outline.corner_count);
    }
};

/// The numbers that frames leave out, because the scene gives them once.
struct Surroundings {
    Vec2 gravity;                   ///< m/s2
    std::vector<double> densities;  ///< of the materials, kg/m2
    Period period{};
    std::vector<WallInfo> walls{};
    /// Of each pair of materials, row by row, for frames that do not say how much of the friction
    /// is mobilised.
    std::vector<double> frictions{};
};

using ShapeOf = std::function<const BodyShape&(BodyNumber)>;

/// Makes the assembly of a frame, which was read from a file or made from a live run. Throws
/// std::invalid_argument, with the body, for a body that is not finite, has no shape or an unknown
/// material, or is there twice, and for contacts of bodies that are not there.
Assembly assemble(const Frame& frame, const ShapeOf& shape_of, const Surroundings& surroundings);

/// Where a wall is, and how it moves.
struct PlacedWall {
    Vec2 centre;        ///< the point that it turns about
    Vec2 shift;         ///< of that point since the wall was given, m
    double turn = 0.0;  ///< rad
    Vec2 velocity;      ///< of that point
    double spin = 0.0;
};
/// Nothing if the wall is not there, or not known.
std::optional<PlacedWall> place_of_wall(const Assembly& assembly, std::size_t wall);

/// The area of a disc or a polygon, m2.
double area_of(const BodyShape& shape);

/// The diameter of the disc with the same area, m.
double equivalent_diameter(const AssemblyGrain& grain);

struct KineticEnergy {
    double translation = 0.0;  ///< J
    double rotation = 0.0;

    double sum() const { return translation + rotation; }
};

/// In a cell that deforms it is that of the motion relative to the flow.
KineticEnergy kinetic_energy(const Assembly& assembly, const AssemblyGrain& grain);

}  // namespace scree::engine
