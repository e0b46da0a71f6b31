#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "geometry/feature_ring.h"
#include "geometry/vec2.h"

namespace scree::geometry {

/// What is wrong with an outline, and the first vertex (counted from 0) at which it is found.
struct OutlineError {
    std::string message;
    std::optional<std::size_t> vertex;
};

/// Thrown when a shape is made from numbers that do not describe one.
class InvalidShape : public std::invalid_argument {
public:
    explicit InvalidShape(const OutlineError& error)
        : std::invalid_argument(error.message), vertex_(error.vertex) {}
    std::optional<std::size_t> vertex() const { return vertex_; }

private:
    std::optional<std::size_t> vertex_;
};

/// Returns the first reason why the vertices are not the outline of a ConvexPolygon, if there is
/// one.
std::optional<OutlineError> find_outline_error(std::span<const Vec2> vertices);

/// A convex polygon about its centroid. It is immutable, and checked when it is made.
///
/// Requirements: the vertices are from three to `most_corners`, finite and counter-clockwise; each
/// corner is convex by more than rounding (tolerance::corner); the outline makes one turn in all;
/// and its diameter is between tolerance::smallest_diameter and tolerance::largest_diameter.
class ConvexPolygon {
public:
    /// Throws InvalidShape with the message of find_outline_error.
    explicit ConvexPolygon(std::span<const Vec2> vertices);
    /// Makes a polygon from what vertex() of another one has given, which stays the same to the bit
    /// however often this is done. Throws in the same way.
    static ConvexPolygon about_its_centroid(std::span<const Vec2> vertices);

    FeatureRing ring() const {
        return {corners_.data() + FeatureRing::corners_before, static_cast<std::uint32_t>(size()),
                radius_};
    }
    std::size_t size() const { return corners_.size() - repeated_corners; }
    Vec2 vertex(std::size_t i) const { return corners_[i + FeatureRing::corners_before].vertex; }

    double area() const { return area_; }
    /// The polar second moment of area about the centroid.
    double second_moment() const { return second_moment_; }
    /// The radius of the smallest circle about the centroid that contains the polygon.
    double radius() const { return radius_; }
    /// The radius of the largest circle about the centroid that lies inside the polygon.
    double inradius() const { return inradius_; }
    /// The largest distance between two vertices.
    double diameter() const { return diameter_; }
    /// Where the centroid was in the coordinates from which the polygon was made.
    Vec2 origin() const { return origin_; }

private:
    enum class Centre : std::uint8_t { to_find, origin };

    ConvexPolygon(std::span<const Vec2> vertices, Centre centre);

    static constexpr std::size_t repeated_corners =
        FeatureRing::corners_before + FeatureRing::corners_after;

    std::vector<Corner> corners_;  ///< including those that FeatureRing repeats
    double area_ = 0.0;
    double second_moment_ = 0.0;
    double radius_ = 0.0;
    double inradius_ = 0.0;
    double diameter_ = 0.0;
    Vec2 origin_;
};

}  // namespace scree::geometry
