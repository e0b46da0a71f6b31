#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/vec2.h"

namespace scree::geometry {

/// A vertex or an edge of a polygon, by its place in the ring: vertex 0, edge 0, vertex 1, edge 1,
/// and so on (Schinner 1999, figure 7). Edge i runs from vertex i to the next.
class Feature {
public:
    constexpr Feature() = default;
    static constexpr Feature vertex(std::uint32_t i) { return Feature(2 * i); }
    static constexpr Feature edge(std::uint32_t i) { return Feature(2 * i + 1); }

    constexpr bool is_vertex() const { return place_ % 2 == 0; }
    constexpr bool is_edge() const { return place_ % 2 == 1; }
    /// The number of the vertex or edge.
    constexpr std::uint32_t index() const { return place_ / 2u; }
    /// The place in the ring of 2n features.
    constexpr std::uint32_t place() const { return place_; }

    friend constexpr bool operator==(Feature, Feature) = default;

private:
    constexpr explicit Feature(std::uint32_t place) : place_(static_cast<std::uint16_t>(place)) {}
    std::uint16_t place_ = 0;
};

/// The limit follows from a place in the ring being stored in 16 bits.
inline constexpr std::uint32_t most_corners = 32767;

/// A vertex and the edge that starts there, in half of a cache line.
struct alignas(32) Corner {
    Vec2 vertex;
    Vec2 normal;  ///< outward unit normal of the edge to the next vertex
};

/// The index of the corner after (before) corner i. It is not wrapped, and only for looking at
/// neighbours.
constexpr std::ptrdiff_t after(std::ptrdiff_t i) { return i + 1; }
constexpr std::ptrdiff_t before(std::ptrdiff_t i) { return i - 1; }

/// The features of one convex polygon, in the polygon's own frame. It is a view and cheap to copy.
/// Corners run counter-clockwise about the centroid, which is the origin. The last corner is
/// repeated before the first, and the first ones after the last, so that the hot paths can look at
/// neighbours without testing where the ring closes.
class FeatureRing {
public:
    FeatureRing(const Corner* corners, std::uint32_t size, double radius)
        : corners_(corners), size_(size), radius_(radius) {}

    /// How many corners are repeated before the first and after the last.
    static constexpr std::size_t corners_before = 1;
    static constexpr std::size_t corners_after = 5;

    std::uint32_t size() const { return size_; }
    /// The largest distance of a vertex from the centroid.
    double radius() const { return radius_; }

    Vec2 vertex(std::ptrdiff_t i) const { return corners_[i].vertex; }
    /// Outward unit normal of edge i.
    Vec2 normal(std::ptrdiff_t i) const { return corners_[i].normal; }
    /// Unit vector along edge i, counter-clockwise: the polygon is on its left.
    Vec2 direction(std::ptrdiff_t i) const { return turned_left(corners_[i].normal); }

    /// Corner i, with its neighbours before and after it in memory.
    const Corner* at(std::ptrdiff_t i) const { return corners_ + i; }

    /// Prefetches corner i, which need not exist. (Inlining is forced: g++ 12 treats a function
    /// that does no more than this as one that does nothing, and drops calls of it.)
    [[gnu::always_inline]] void fetch(std::ptrdiff_t i) const {
        const auto place = reinterpret_cast<std::uintptr_t>(corners_) +
                           static_cast<std::uintptr_t>(i) * sizeof(Corner);
        __builtin_prefetch(
            reinterpret_cast<const void*>(place));  // NOLINT(performance-no-int-to-ptr)
    }

    std::uint32_t next(std::uint32_t i) const { return i + 1 == size_ ? 0 : i + 1; }
    std::uint32_t previous(std::uint32_t i) const { return i == 0 ? size_ - 1 : i - 1; }
    /// Returns how many steps lead counter-clockwise from i to j, in 0 .. size - 1.
    std::uint32_t steps(std::uint32_t i, std::uint32_t j) const {
        return j >= i ? j - i : j + size_ - i;
    }

    Feature next(Feature f) const {
        return f.is_vertex() ? Feature::edge(f.index()) : Feature::vertex(next(f.index()));
    }
    Feature previous(Feature f) const {
        return f.is_edge() ? Feature::vertex(f.index()) : Feature::edge(previous(f.index()));
    }

private:
    const Corner* corners_;
    std::uint32_t size_;
    double radius_;
};

/// The area of the polygon.
inline double area(const FeatureRing& ring) {
    double double_area = 0.0;
    for (std::uint32_t i = 0; i < ring.size(); ++i)
        double_area += cross(ring.vertex(i), ring.vertex(after(i)));
    return 0.5 * double_area;
}

}  // namespace scree::geometry
