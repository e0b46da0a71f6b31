#include "engine/crowd.h"

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

}  // namespace

Box box_of(const PlacedShape& body) {
    geometry::ExtremeVertices extremes;
    return geometry::bounding_box(*body.shape, body.pose, extremes);
}

struct Crowd::Tree {
    using Entry = std::pair<Box, std::uint32_t>;

    std::vector<PlacedShape> bodies;
    index::rtree<Entry, index::quadratic<16>> entries;

    /// The first whose box meets this one and who fulfils the condition.
    auto near(const Box& box, const auto& condition) const {
        return entries.qbegin(index::intersects(box) && index::satisfies(condition));
    }
};

Crowd::Crowd(std::span<const PlacedShape> bodies) : tree_(std::make_unique<Tree>()) {
    tree_->bodies.assign(bodies.begin(), bodies.end());
    std::vector<Tree::Entry> entries;
    entries.reserve(bodies.size());
    for (const PlacedShape& body : bodies)
        entries.emplace_back(box_of(body), static_cast<std::uint32_t>(entries.size()));
    tree_->entries = decltype(tree_->entries)(entries);
}

Crowd::~Crowd() = default;

std::size_t Crowd::size() const { return tree_->bodies.size(); }

void Crowd::add(const PlacedShape& body) {
    tree_->entries.insert({box_of(body), static_cast<std::uint32_t>(tree_->bodies.size())});
    tree_->bodies.push_back(body);
}

bool Crowd::has_room_for(const PlacedShape& body, double clearance) const {
    const auto is_near = [&](const Tree::Entry& entry) {
        return !are_apart(tree_->bodies[entry.second], body, clearance);
    };
    return tree_->near(fattened(box_of(body), clearance), is_near) == tree_->entries.qend();
}

std::optional<double> Crowd::top_of_what_is_near(const PlacedShape& body, double clearance) const {
    const auto is_near = [&](const Tree::Entry& entry) {
        return !are_apart(tree_->bodies[entry.second], body, clearance);
    };
    auto near = tree_->near(fattened(box_of(body), clearance), is_near);
    std::optional<double> top;
    for (; near != tree_->entries.qend(); ++near)
        top = std::max(top.value_or(near->first.high.y), near->first.high.y);
    return top;
}

std::vector<std::size_t> Crowd::touching(std::size_t body) const {
    const PlacedShape& own = tree_->bodies[body];
    const auto touches = [&](const Tree::Entry& entry) {
        return entry.second != body && !are_apart(tree_->bodies[entry.second], own, 0.0);
    };
    auto near = tree_->near(box_of(own), touches);
    std::vector<std::size_t> others;
    for (; near != tree_->entries.qend(); ++near) others.push_back(near->second);
    return others;
}

}  // namespace scree::engine
