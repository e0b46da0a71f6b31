#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>

#include "geometry/vec2.h"

/// Periodic directions: what leaves on one side comes in on the other.
///
/// The state of a run is kept wrapped: a grain is near the domain, and how often it went around is
/// counted. Unwrapped positions would lose digits to the distance travelled, and with them the
/// overlaps, in every shear flow that runs long enough. Bodies are wrapped only when the program
/// looks for pairs, so that a pair keeps its image from one detection to the next.
namespace scree::engine {

/// Which image of its second body a pair means: the body is met this many periods away from where
/// it is stored.
struct Image {
    std::int8_t x = 0;
    std::int8_t y = 0;

    /// Whether the image is the body itself. This is a single comparison because it is made for
    /// every contact in every step.
    constexpr bool is_here() const { return std::bit_cast<std::uint16_t>(*this) == 0; }

    friend constexpr auto operator<=>(const Image&, const Image&) = default;
};

/// How often a body went around the domain in each direction.
struct Turns {
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend constexpr bool operator==(const Turns&, const Turns&) = default;
};

constexpr Turns operator+(Turns a, Turns b) { return {a.x + b.x, a.y + b.y}; }
constexpr Turns operator-(Turns a, Turns b) { return {a.x - b.x, a.y - b.y}; }

/// Packs two counts into one word, for hashes.
template <class Count>
constexpr std::uint64_t word_of(const Count& count) {
    return std::uint64_t{static_cast<std::uint32_t>(count.x)} << 32 |
           static_cast<std::uint32_t>(count.y);
}

/// The image of a pair after its bodies were moved back by these numbers of periods.
constexpr Image turned(Image image, Turns of_first, Turns of_second) {
    return {static_cast<std::int8_t>(image.x + of_second.x - of_first.x),
            static_cast<std::int8_t>(image.y + of_second.y - of_first.y)};
}

/// Images lie on a grid: one period in x is to the right, and one period in y is upwards, but for
/// the tilt of a sheared cell.
struct Period {
    geometry::Vec2 low;   ///< m: where the domain begins
    geometry::Vec2 size;  ///< m: size of the domain; zero in a direction that is not periodic
    /// m: how far to the right the image is that is one period further up. It is zero unless the
    /// domain is a cell that is sheared (docs/physics.md, "Deforming cell").
    double tilt = 0.0;

    bool any() const { return size.x > 0.0 || size.y > 0.0; }
    /// How far the sides of a sheared cell lean: to the right over up.
    double slope() const { return tilt != 0.0 ? tilt / size.y : 0.0; }

    geometry::Vec2 shift(Image image) const { return way_of(image.x, image.y); }
    geometry::Vec2 shift(Turns turns) const { return way_of(turns.x, turns.y); }

    /// Returns by how many periods a place lies beyond the domain; zero where it is out of reach. A
    /// sheared domain is a parallelogram that stands on its lower side.
    Turns turns_of(geometry::Vec2 p) const {
        const double upright = tilt != 0.0 ? p.x - slope() * (p.y - low.y) : p.x;
        return {turns_on_axis(upright, low.x, size.x), turns_on_axis(p.y, low.y, size.y)};
    }
    bool is_in_reach(geometry::Vec2 p) const {
        return (size.x == 0.0 || std::abs(p.x - low.x) < reach * size.x) &&
               (size.y == 0.0 || std::abs(p.y - low.y) < reach * size.y);
    }
    /// Given the way from one place to another, returns how many periods the first must be moved to
    /// bring it nearest to the other; in a sheared cell, to within half a period in y and in x.
    Turns nearest(geometry::Vec2 way) const {
        const auto on_axis = [](double d, double length) {
            return length > 0.0 ? static_cast<std::int32_t>(std::floor(d / length + 0.5)) : 0;
        };
        const std::int32_t up = on_axis(way.y, size.y);
        return {on_axis(tilt != 0.0 ? way.x - up * tilt : way.x, size.x), up};
    }
    /// Given the way to any image of a place, returns the way to its nearest image.
    geometry::Vec2 shortest(geometry::Vec2 way) const {
        if (size.y > 0.0) {
            const double up = std::floor(way.y / size.y + 0.5);
            way.y -= size.y * up;
            if (tilt != 0.0) way.x -= tilt * up;
        }
        if (size.x > 0.0) way.x -= size.x * std::floor(way.x / size.x + 0.5);
        return way;
    }
    /// Returns the same place, moved into the domain.
    geometry::Vec2 wrapped(geometry::Vec2 p) const { return p - shift(turns_of(p)); }

private:
    template <class Count>
    geometry::Vec2 way_of(Count x, Count y) const {
        return {x * size.x + y * tilt, y * size.y};
    }

    /// In periods. No body of a sound run travels this far between two detections.
    static constexpr double reach = 1e6;

    static std::int32_t turns_on_axis(double p, double low, double size) {
        if (!(size > 0.0)) return 0;
        const double turns = (p - low) / size;
        if (!(turns >= -reach && turns < reach + 1.0)) return 0;
        // This does the same as std::floor, which is a function call when compiling for old
        // processors.
        const auto whole = static_cast<std::int32_t>(turns);
        return whole - (whole > turns ? 1 : 0);
    }
};

/// A period must be at least this many times the width of the largest grain, or two grains could
/// meet in two places: twice the box of the largest grain, with a skin around it.
inline constexpr double least_period = 2.2;

}  // namespace scree::engine
