#include "engine/grains/shape_index.h"

// Boost 1.74 includes headers that it has deprecated itself, and says so at each compilation.
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <algorithm>
#include <boost/geometry/geometries/register/box.hpp>
#include <boost/geometry/geometries/register/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "geometry/bounding_box.h"
#include "geometry/proximity.h"

BOOST_GEOMETRY_REGISTER_POINT_2D(scree::geometry::Vec2, double, boost::geometry::cs::cartesian, x,
                                 y)
BOOST_GEOMETRY_REGISTER_BOX(scree::geometry::Box, scree::geometry::Vec2, low, high)

namespace scree::engine {
namespace {

namespace index = boost::geometry::index;
using geometry::Box;

bool are_apart(const PlacedShape& a, const PlacedShape& b, double clearance) {
    const double reach = geometry::radius(*a.shape) + geometry::radius(*b.shape) + clearance;
    const geometry::Vec2 between = b.pose.position - a.pose.position;
    if (dot(between, between) > reach * reach) return true;
    geometry::PairMemory cold;
    geometry::QueryCounts counts;
    const auto answer = geometry::proximity(*a.shape, a.pose, *b.shape, b.pose, cold, counts);
    const auto* apart = std::get_if<geometry::Apart>(&answer);
    return apart && apart->distance > clearance;
}

PlacedShape wrapped(PlacedShape body, const Period& period) {
    body.pose.position = period.wrapped(body.pose.position);
    return body;
}

}  // namespace

Box box_of(const PlacedShape& body) {
    geometry::ExtremeVertices extremes;
    return geometry::bounding_box(*body.shape, body.pose, extremes);
}

PlacedShape placed(const NewGrain& grain) {
    return {&grain.shape, {grain.position, geometry::Rotation::by(grain.angle)}};
}

std::vector<PlacedShape> pieces_at_start(const Wall& wall) {
    std::vector<PlacedShape> pieces;
    if (!wall.present || !wall.is_there(0.0)) return pieces;
    const WallPlace place = first_place(wall);
    for (const WallPiece& piece : wall.pieces)
        pieces.push_back({&piece.shape, pose_of(piece, wall.motion, place)});
    return pieces;
}

struct ShapeIndex::Tree {
    using Entry = std::pair<Box, std::uint32_t>;

    std::vector<PlacedShape> bodies;
    index::rtree<Entry, index::quadratic<16>> entries;

    /// An iterator to the first entry whose box meets this one and that fulfils the condition.
    auto near(const Box& box, const auto& condition) const {
        return entries.qbegin(index::intersects(box) && index::satisfies(condition));
    }
};

ShapeIndex::ShapeIndex(std::span<const PlacedShape> bodies, const Period& period)
    : period_(period), tree_(std::make_unique<Tree>()) {
    std::vector<Tree::Entry> entries;
    entries.reserve(bodies.size());
    for (const PlacedShape& body : bodies) {
        tree_->bodies.push_back(wrapped(body, period));
        entries.emplace_back(box_of(tree_->bodies.back()),
                             static_cast<std::uint32_t>(entries.size()));
    }
    tree_->entries = decltype(tree_->entries)(entries);
}

ShapeIndex::~ShapeIndex() = default;

std::size_t ShapeIndex::size() const { return tree_->bodies.size(); }

void ShapeIndex::add(const PlacedShape& body) {
    tree_->bodies.push_back(wrapped(body, period_));
    tree_->entries.insert(
        {box_of(tree_->bodies.back()), static_cast<std::uint32_t>(tree_->bodies.size() - 1)});
}

/// All centres are in the domain, so the next image on each side is enough.
template <class Visit>
bool ShapeIndex::any_image(const PlacedShape& body, const Visit& visit) const {
    const int along_x = period_.size.x > 0.0 ? 1 : 0;
    const int along_y = period_.size.y > 0.0 ? 1 : 0;
    const PlacedShape here = wrapped(body, period_);
    for (int x = -along_x; x <= along_x; ++x) {
        for (int y = -along_y; y <= along_y; ++y) {
            PlacedShape image = here;
            image.pose.position += period_.shift(Turns{x, y});
            if (visit(image)) return true;
        }
    }
    return false;
}

bool ShapeIndex::has_room_for(const PlacedShape& body, double clearance) const {
    return !any_image(body, [&](const PlacedShape& image) {
        const auto is_near = [&](const Tree::Entry& entry) {
            return !are_apart(tree_->bodies[entry.second], image, clearance);
        };
        return tree_->near(fattened(box_of(image), clearance), is_near) != tree_->entries.qend();
    });
}

std::optional<double> ShapeIndex::top_of_what_is_near(const PlacedShape& body,
                                                      double clearance) const {
    std::optional<double> top;
    any_image(body, [&](const PlacedShape& image) {
        const auto is_near = [&](const Tree::Entry& entry) {
            return !are_apart(tree_->bodies[entry.second], image, clearance);
        };
        const double lifted = image.pose.position.y - body.pose.position.y;
        auto near = tree_->near(fattened(box_of(image), clearance), is_near);
        for (; near != tree_->entries.qend(); ++near) {
            const double high = near->first.high.y - lifted;
            top = std::max(top.value_or(high), high);
        }
        return false;
    });
    return top;
}

std::vector<std::size_t> ShapeIndex::touching(std::size_t body) const {
    std::vector<std::size_t> others;
    any_image(tree_->bodies[body], [&](const PlacedShape& image) {
        const auto touches = [&](const Tree::Entry& entry) {
            return entry.second != body && !are_apart(tree_->bodies[entry.second], image, 0.0);
        };
        auto near = tree_->near(box_of(image), touches);
        for (; near != tree_->entries.qend(); ++near)
            if (std::ranges::find(others, near->second) == others.end())
                others.push_back(near->second);
        return false;
    });
    return others;
}

}  // namespace scree::engine
