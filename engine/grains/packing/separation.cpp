#include "engine/grains/packing/separation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "engine/grains/placing.h"

namespace scree::engine {
namespace {

using geometry::ConvexPolygon;
using geometry::Disc;
using geometry::Rotation;
using geometry::Shape;
using geometry::Vec2;

/// How far a shape reaches from its centre in a direction.
double reach_of(const Shape& shape, Rotation rotation, Vec2 direction) {
    if (const auto* disc = std::get_if<Disc>(&shape)) return disc->radius();
    const auto& polygon = std::get<ConvexPolygon>(shape);
    const Vec2 own = unrotate(rotation, direction);
    double reach = 0.0;
    for (std::size_t k = 0; k < polygon.size(); ++k)
        reach = std::max(reach, dot(polygon.vertex(k), own));
    return reach;
}

/// Finds how much longer the way from the centre of one shape to that of another must be so that
/// a straight line in some direction is between them. Of two polygons, the best line is along an
/// edge of one of them, and of a polygon and a disc, it may also be a tangent of the disc at a
/// corner.
class Parting {
public:
    Parting(const Shape& a, Rotation turn_a, const Shape& b, Rotation turn_b, Vec2 way)
        : a_(a), b_(b), turn_a_(turn_a), turn_b_(turn_b), way_(way) {
        try_edges(a, turn_a, 1.0);
        try_edges(b, turn_b, -1.0);
        try_corners(a, turn_a, b, way);
        try_corners(b, turn_b, a, -way);
    }

    double factor() const { return factor_; }

private:
    void try_normal(Vec2 n) {
        const double along = dot(n, way_);
        if (!(along > 0.0)) return;
        const double needed = reach_of(a_, turn_a_, n) + reach_of(b_, turn_b_, -n);
        factor_ = std::min(factor_, needed / along);
    }

    void try_edges(const Shape& shape, Rotation turn, double sign) {
        const auto* polygon = std::get_if<ConvexPolygon>(&shape);
        if (polygon == nullptr) return;
        for (std::uint32_t k = 0; k < polygon->size(); ++k)
            try_normal(sign * rotate(turn, polygon->ring().normal(k)));
    }

    void try_corners(const Shape& shape, Rotation turn, const Shape& other, Vec2 way) {
        const auto* polygon = std::get_if<ConvexPolygon>(&shape);
        if (polygon == nullptr || std::holds_alternative<ConvexPolygon>(other)) return;
        for (std::size_t k = 0; k < polygon->size(); ++k) {
            const Vec2 to_disc = way - rotate(turn, polygon->vertex(k));
            const double distance = length(to_disc);
            if (distance > 0.0) try_normal((way == way_ ? 1.0 : -1.0) / distance * to_disc);
        }
    }

    const Shape& a_;
    const Shape& b_;
    Rotation turn_a_;
    Rotation turn_b_;
    Vec2 way_;
    double factor_ = std::numeric_limits<double>::infinity();
};

double factor_of_pair(const PackState& state, std::size_t i, std::size_t j, Vec2 way) {
    const double reach = state.circles[i].radius + state.circles[j].radius;
    const double square = dot(way, way);
    if (square >= reach * reach) return 1.0;
    const double of_circles = reach / std::sqrt(square);
    if (state.discs_only || (state.is_disc(i) && state.is_disc(j))) return of_circles;
    const PackBody& a = state.bodies[i];
    const PackBody& b = state.bodies[j];
    return std::min(of_circles, Parting(*a.shape, a.rotation, *b.shape, b.rotation, way).factor());
}

double factor_of_side(const PackState& state, std::size_t i, const Container::Side& side) {
    const double place = dot(side.normal, state.circles[i].at);
    if (place + state.circles[i].radius <= side.distance) return 1.0;
    const PackBody& body = state.bodies[i];
    return reach_of(*body.shape, body.rotation, side.normal) / (side.distance - place);
}

}  // namespace

double factor_of_separation(const PackState& state, const NeighbourLists& lists, Workers& workers) {
    const Period period = state.container.period();
    std::vector<double> factors(state.size(), 1.0);
    workers.split(state.size(), pack_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i) {
            for (const auto& [j, image] : lists.of(i))
                if (i < j)
                    factors[i] = std::max(factors[i],
                                          factor_of_pair(state, i, j,
                                                         state.circles[j].at + period.shift(image) -
                                                             state.circles[i].at));
            for (const Container::Side& side : state.container.sides())
                factors[i] = std::max(factors[i], factor_of_side(state, i, side));
        }
    });
    return *std::ranges::max_element(factors);
}

void separate(PackState& state, NeighbourLists& lists, Workers& workers) {
    // A gap is in units of the diameters, and ways between centres are at most as long as they.
    constexpr double skin = 1e-3;
    for (;;) {
        lists.rebuild(state, skin, workers);
        const double factor = factor_of_separation(state, lists, workers);
        if (factor <= 1.0) break;
        state.grow(factor * (1.0 + 1e-12));
    }
    state.grow(1.0 + 2.0 * starting_clearance);
}

}  // namespace scree::engine
