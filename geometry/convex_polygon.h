#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "geometry/feature_ring.h"
#include "geometry/vec2.h"

namespace scree::geometry {

/// What is wrong with an outline, and the first vertex (counted from 0) where it shows.
struct OutlineError {
    std::string message;
    std::optional<std::size_t> vertex;
};

/// Thrown when a shape is made from numbers that describe none.
class InvalidShape : public std::invalid_argument {
public:
    explicit InvalidShape(const OutlineError& error)
        : std::invalid_argument(error.message), vertex_(error.vertex) {}
    std::optional<std::size_t> vertex() const { return vertex_; }

private:
    std::optional<std::size_t> vertex_;
};

/// The first reason why the vertices are not the outline of a ConvexPolygon, if there is one.
std::optional<OutlineError> find_outline_error(std::span<const Vec2> vertices);

/// A convex polygon about its centroid: immutable, checked when it is made.
///
/// Required of the vertices: from three to `most_corners`, finite, counter-clockwise, each corner
/// convex by more than rounding (tolerance::corner), one turn in all, a diameter between
/// tolerance::smallest_diameter and tolerance::largest_diameter.
class ConvexPolygon {
public:
    /// Throws InvalidShape with the message of find_outline_error.
    explicit ConvexPolygon(std::span<const Vec2> vertices);

    FeatureRing ring() const {
        return {corners_.data() + FeatureRing::corners_before, static_cast<std::uint32_t>(size()),
                radius_};
    }
    std::size_t size() const { return corners_.size() - repeated_corners; }
    Vec2 vertex(std::size_t i) const { return corners_[i + FeatureRing::corners_before].vertex; }

    double area() const { return area_; }
    /// Polar second moment of area about the centroid.
    double second_moment() const { return second_moment_; }
    /// Of the smallest circle about the centroid that holds the polygon.
    double radius() const { return radius_; }
    /// Of the largest circle about the centroid that the polygon holds.
    double inradius() const { return inradius_; }
    /// The largest distance of two vertices.
    double diameter() const { return diameter_; }
    /// Where the centroid was in the coordinates that the polygon was made from.
    Vec2 origin() const { return origin_; }

private:
    static constexpr std::size_t repeated_corners =
        FeatureRing::corners_before + FeatureRing::corners_after;

    std::vector<Corner> corners_;  ///< with those that FeatureRing has twice
    double area_ = 0.0;
    double second_moment_ = 0.0;
    double radius_ = 0.0;
    double inradius_ = 0.0;
    double diameter_ = 0.0;
    Vec2 origin_;
};

}  // namespace scree::geometry
