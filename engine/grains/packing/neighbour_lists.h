#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/period.h"
#include "engine/base/workers.h"
#include "engine/broad/broad_phase.h"
#include "engine/grains/packing/state.h"
#include "geometry/proximity.h"

namespace scree::engine {

/// Verlet lists (Raschdorf and Kolonko 2009, section 2): the grains that each grain may overlap
/// until one of them has moved by its skin. A pair is listed if the circles around its grains
/// overlap, each with its skin around it. They are made from the pairs that a broad phase finds.
/// Growth of the container moves grains apart and leaves the lists valid.
class NeighbourLists {
public:
    struct Neighbour {
        std::uint32_t grain = 0;
        Image image;
    };

    explicit NeighbourLists(BroadPhaseKind index) : index_(index) {}

    /// Moves all grains into the container and lists their neighbours, with skins of this share of
    /// the radii.
    void rebuild(PackState& state, double share, Workers& workers);

    std::span<const Neighbour> of(std::size_t grain) const {
        return {neighbours_.data() + first_[grain], first_[grain + 1] - first_[grain]};
    }
    /// What the queries of a grain and its neighbours remember, in the same order.
    geometry::PairMemory* memory_of(std::size_t grain) { return memory_.data() + first_[grain]; }

    /// How far a grain may move from where it was when the lists were made, m.
    double skin(std::size_t grain) const { return skin_[grain]; }
    geometry::Vec2 reference(std::size_t grain) const { return reference_[grain]; }
    /// Must be told of each growth of the container.
    void grow(double factor);

    std::uint64_t rebuilds() const { return rebuilds_; }
    std::uint64_t candidates() const { return candidates_; }
    std::uint64_t listed() const { return listed_; }

private:
    void find_pairs(const PackState& state, Workers& workers);
    void list(const PackState& state);

    BroadPhaseKind index_;
    std::vector<double> skin_;
    std::vector<geometry::Vec2> reference_;
    std::vector<ImagePair> pairs_;
    std::vector<std::size_t> first_;  ///< neighbour of each grain, and one more entry
    std::vector<Neighbour> neighbours_;
    std::vector<geometry::PairMemory> memory_;  ///< empty if all grains are discs
    std::uint64_t rebuilds_ = 0;
    std::uint64_t candidates_ = 0;
    std::uint64_t listed_ = 0;
};

/// The grains in groups of which no two are neighbours, so that those of a group can be moved at
/// the same time, to the same places as one after the other.
class Colours {
public:
    /// Gives each grain, in the order of their numbers, the first colour that none of its
    /// neighbours has.
    void assign(const NeighbourLists& lists, std::size_t grains);

    std::size_t count() const { return first_.empty() ? 0 : first_.size() - 1; }
    std::span<const std::uint32_t> of(std::size_t colour) const {
        return {grains_.data() + first_[colour], first_[colour + 1] - first_[colour]};
    }

private:
    std::vector<std::uint32_t> colour_;
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> grains_;
};

}  // namespace scree::engine
