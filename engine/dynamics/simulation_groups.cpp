// Walls of several pieces: what a grain feels as one (PHYSICS, contact geometry).

#include <algorithm>
#include <cmath>

#include "engine/dynamics/simulation.h"
#include "geometry/tolerances.h"

namespace scree::engine {
namespace {

/// Share of the grain's size. Overlaps with two pieces are one where both end at the same point of
/// the seam: far more than rounding, far less than a contact is long.
constexpr double same_point = 1e-6;

/// Of a contact that is not part of any.
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

/// Sums over overlaps that make one: area, area times centroid, -G, and -G crossed with its places.
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

/// The contacts of one grain with one wall follow each other.
void Simulation::list_groups() {
    groups_.clear();
    for (std::size_t k = plain_; k < contacts_.size(); ++k) {
        const BodyPair pair = contacts_[k].pair;
        const bool goes_on = k > plain_ && contacts_[k - 1].pair.i == pair.i &&
                             wall_of(contacts_[k - 1].pair.j) == wall_of(pair.j);
        if (goes_on)
            groups_.back().last = k + 1;
        else
            groups_.push_back({k, k + 1});
    }
    root_.resize(contacts_.size() - plain_);
}

/// Finds out which of the overlaps make one: at a seam, where the grain's outline goes from one
/// piece to the next, both end.
void Simulation::link_pieces(const Group& group) {
    const BodyProperties& grain = properties_[contacts_[group.first].pair.i];
    const double reach = same_point / grain.inverse_size;
    for (std::size_t k = group.first; k < group.last; ++k) {
        root_[k - plain_] = touching_[k] != 0 ? k : no_root;
        if (touching_[k] == 0) continue;
        for (std::size_t m = group.first; m < k; ++m) {
            if (touching_[m] == 0 || !linked(overlaps_[m], overlaps_[k], reach)) continue;
            const auto [to, from] = std::minmax({root_[m - plain_], root_[k - plain_]});
            for (std::size_t n = group.first; n <= k; ++n)
                if (root_[n - plain_] == from) root_[n - plain_] = to;
        }
    }
}

/// Makes the overlaps of one root a single contact, and returns which: that of the largest overlap,
/// which also knows how deep a disc is.
std::size_t Simulation::join_pieces(const Group& group, std::size_t root) {
    JoinedSums sums;
    double spring = 0.0;
    std::size_t pieces = 0;
    std::size_t largest = root;
    for (std::size_t k = root; k < group.last; ++k) {
        if (root_[k - plain_] != root) continue;
        sums.add(overlaps_[k]);
        spring += contacts_[k].spring;
        ++pieces;
        if (overlaps_[k].area > overlaps_[largest].area) largest = k;
        touching_[k] = 0;
        forces_[k] = {};
    }
    touching_[largest] = 1;
    contacts_[largest].spring = spring;
    if (pieces == 1) return largest;

    Overlap joined;
    joined.area = sums.area;
    joined.chord = length(sums.chord);
    const double size = 1.0 / properties_[contacts_[root].pair.i].inverse_size;
    if (!(joined.chord > geometry::tolerance::swallowed_chord * size)) {
        overlaps_[largest].swallowed = true;
        return largest;
    }
    joined.normal = sums.chord / joined.chord;
    joined.centroid = sums.area > 0.0 ? sums.moment / sums.area : overlaps_[largest].centroid;
    // Along the chord M follows from the torque; across it, from the ends of the whole.
    const Vec2 along = turned_left(joined.normal);
    Ends whole = ends_of(overlaps_[root]);
    for (std::size_t k = root + 1; k < group.last; ++k) {
        if (root_[k - plain_] != root) continue;
        const Ends ends = ends_of(overlaps_[k]);
        if (dot(ends.first, along) < dot(whole.first, along)) whole.first = ends.first;
        if (dot(ends.last, along) > dot(whole.last, along)) whole.last = ends.last;
    }
    const double height = 0.5 * dot(whole.first + whole.last, joined.normal);
    joined.midpoint = height * joined.normal - (sums.torque / joined.chord) * along;
    overlaps_[largest] = joined;
    return largest;
}

/// Each piece holds its share by area, so that hardly anything is lost with one that is left.
void Simulation::share_spring(const Group& group, std::size_t root, std::size_t whole) {
    const double spring = contacts_[whole].spring;
    const double area = overlaps_[whole].area;
    for (std::size_t k = root; k < group.last; ++k) {
        if (root_[k - plain_] != root || k == whole) continue;
        contacts_[k].spring = area > 0.0 ? spring * overlaps_[k].area / area : 0.0;
        contacts_[whole].spring -= contacts_[k].spring;
    }
}

}  // namespace scree::engine
