// Walls of several pieces: which of them a grain feels as one (docs/physics.md).

#include <algorithm>
#include <cmath>

#include "engine/dynamics/contacts.h"
#include "geometry/tolerances.h"

namespace scree::engine {

using geometry::Vec2;

namespace {

/// As a share of the grain's size. Overlaps with two pieces are one if both end at the same point
/// of the seam. This tolerance is far above rounding and far below the length of a contact.
constexpr double same_point = 1e-6;

/// The root of a contact that does not touch.
constexpr std::size_t no_root = ~std::size_t{0};

/// The ends of an overlap's chord, in the direction of its normal turned left.
struct Ends {
    Vec2 first;
    Vec2 last;
};

Ends ends_of(const Overlap& overlap) {
    const Vec2 half = 0.5 * overlap.chord * turned_left(overlap.normal);
    return {overlap.midpoint - half, overlap.midpoint + half};
}

bool near(Vec2 a, Vec2 b, double reach) {
    return std::abs(a.x - b.x) < reach && std::abs(a.y - b.y) < reach;
}

bool linked(const Overlap& a, const Overlap& b, double reach) {
    if (a.swallowed || b.swallowed) return false;
    const Ends of_a = ends_of(a);
    const Ends of_b = ends_of(b);
    return near(of_a.last, of_b.first, reach) || near(of_b.last, of_a.first, reach);
}

/// Sums over overlaps that are joined: area, area times centroid, -G, and -G crossed with its
/// places.
struct JoinedSums {
    double area = 0.0;
    Vec2 moment;
    Vec2 chord;
    double torque = 0.0;

    void add(const Overlap& overlap) {
        area += overlap.area;
        moment += overlap.area * overlap.centroid;
        chord += overlap.chord * overlap.normal;
        torque += overlap.chord * cross(overlap.midpoint, overlap.normal);
    }
};

}  // namespace

/// Makes groups: the contacts of one grain with one wall follow each other.
void Contacts::list_groups(const Walls& walls) {
    groups_.clear();
    group_of_.clear();
    for (std::size_t k = plain_; k < list_.contacts.size(); ++k) {
        if (k > plain_ && are_of_one_wall(k - 1, k, walls))
            groups_.back().last = k + 1;
        else
            groups_.push_back({k, k + 1});
        group_of_.push_back(static_cast<std::uint32_t>(groups_.size() - 1));
    }
    root_.resize(list_.contacts.size() - plain_);
}

/// Two overlaps are linked if both end at a seam, where the grain's outline passes from one piece
/// to the next.
void Contacts::link_pieces(const Group& group, const Bodies& bodies) {
    const Overlaps& overlaps = list_.overlaps;
    const BodyProperties& grain = bodies.properties(list_.contacts[group.first].pair.i);
    const double reach = same_point / grain.inverse_size;
    for (std::size_t k = group.first; k < group.last; ++k) {
        root_[k - plain_] = list_.touching[k] != 0 ? k : no_root;
        if (list_.touching[k] == 0) continue;
        for (std::size_t m = group.first; m < k; ++m) {
            if (list_.touching[m] == 0 || !linked(overlaps[m], overlaps[k], reach)) continue;
            const auto [to, from] = std::minmax({root_[m - plain_], root_[k - plain_]});
            for (std::size_t n = group.first; n <= k; ++n)
                if (root_[n - plain_] == from) root_[n - plain_] = to;
        }
    }
}

std::size_t Contacts::join_pieces(const Group& group, std::size_t root, const Bodies& bodies) {
    Overlaps& overlaps = list_.overlaps;
    JoinedSums sums;
    double spring = 0.0;
    std::size_t pieces = 0;
    std::size_t largest = root;
    std::uint8_t begins = 1;
    for (std::size_t k = root; k < group.last; ++k) {
        if (root_[k - plain_] != root) continue;
        sums.add(overlaps[k]);
        spring += list_.contacts[k].spring;
        ++pieces;
        begins &= list_.begins[k];
        if (overlaps[k].area > overlaps[largest].area) largest = k;
        list_.touching[k] = 0;
        list_.forces[k] = {};
    }
    list_.touching[largest] = 1;
    list_.begins[largest] = begins;
    list_.contacts[largest].spring = spring;
    if (pieces == 1) return largest;

    Overlap joined;
    joined.area = sums.area;
    joined.chord = length(sums.chord);
    const double size = 1.0 / bodies.properties(list_.contacts[root].pair.i).inverse_size;
    if (!(joined.chord > geometry::tolerance::swallowed_chord * size)) {
        overlaps[largest].swallowed = true;
        return largest;
    }
    joined.normal = sums.chord / joined.chord;
    joined.centroid = sums.area > 0.0 ? sums.moment / sums.area : overlaps[largest].centroid;
    // Along the chord, M follows from the torque; across it, from the ends of the joined overlap.
    const Vec2 along = turned_left(joined.normal);
    Ends whole = ends_of(overlaps[root]);
    for (std::size_t k = root + 1; k < group.last; ++k) {
        if (root_[k - plain_] != root) continue;
        const Ends ends = ends_of(overlaps[k]);
        if (dot(ends.first, along) < dot(whole.first, along)) whole.first = ends.first;
        if (dot(ends.last, along) > dot(whole.last, along)) whole.last = ends.last;
    }
    const double height = 0.5 * dot(whole.first + whole.last, joined.normal);
    joined.midpoint = height * joined.normal - (sums.torque / joined.chord) * along;
    overlaps[largest] = joined;
    return largest;
}

void Contacts::share_spring(const Group& group, std::size_t root, std::size_t whole) {
    const double spring = list_.contacts[whole].spring;
    const double area = list_.overlaps[whole].area;
    for (std::size_t k = root; k < group.last; ++k) {
        if (root_[k - plain_] != root || k == whole) continue;
        list_.contacts[k].spring = area > 0.0 ? spring * list_.overlaps[k].area / area : 0.0;
        list_.contacts[whole].spring -= list_.contacts[k].spring;
    }
}

double Contacts::whole_spring(std::size_t k, const Walls& walls) const {
    if (has_lane(k))
        return k < plain_ ? lanes_.spring(k) : group_lanes_.spring(group_of_[k - plain_]);
    double spring = 0.0;
    for_each_felt_with(k, walls, [&](std::size_t m) { spring += list_.contacts[m].spring; });
    return spring;
}

}  // namespace scree::engine
