#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/workers.h"
#include "engine/broad/broad_phase.h"
#include "engine/dynamics/bodies.h"
#include "engine/dynamics/domain.h"
#include "engine/dynamics/walls/walls.h"

namespace scree::engine {

/// Finds the pairs of bodies that may touch. It makes boxes around bodies, fattened by a skin, runs
/// the broad phase on them, and decides when to search again.
class Neighbours {
public:
    /// `skin` (m) is what boxes are fattened by; if it is not given, the cheapest is chosen. With
    /// 0, pairs are searched for in every step.
    Neighbours(const BroadPhaseSettings& settings, std::optional<double> skin, const Domain& domain,
               std::size_t pieces);

    void add_grain();
    void remove_grains(std::span<const std::uint8_t> marks);
    /// Must be called before a step. Takes note of grains that came or went since the last one.
    /// The inradius of the smallest grain at the last take_in_changes(), m; infinite without any.
    double smallest_inradius() const { return smallest_inradius_; }
    /// m: the radius of a circle around the largest grain.
    double largest_radius() const { return largest_radius_; }
    void take_in_changes(const Bodies& bodies);
    /// Makes this step search for pairs, whatever the bodies do.
    void look_again() { outrun_ = true; }
    /// Must be called when all boxes are to be elsewhere: what the broad phase knows of the old
    /// ones does not help.
    void forget_boxes() { broad_phase_->forget(); }
    /// Whether pairs must be searched for, given how far bodies have travelled since the last
    /// search.
    bool outrun(double furthest) {
        outrun_ = outrun_ || !(furthest <= skin_);
        return outrun_;
    }

    /// Chooses the skin for the next boxes. A thicker skin means fewer searches, but more pairs to
    /// examine in every step.
    void choose_skin(const Bodies& bodies, const Domain& domain, std::uint64_t step);
    /// Makes the boxes of all bodies. Returns whether those of all grains are finite.
    bool make_boxes(const Bodies& bodies, const Walls& walls, const Domain& domain,
                    Workers& workers);
    /// Returns the pairs whose boxes overlap, sorted. They are valid until the next call.
    std::span<const ImagePair> find_pairs(Workers& workers);

    double skin() const { return skin_; }
    std::uint64_t searches() const { return searches_; }
    const BroadPhase& broad_phase() const { return *broad_phase_; }
    /// Returns the first grain whose box is not finite.
    std::optional<std::size_t> first_not_finite() const;
    /// Returns how the broad phase has divided the plane in the last search. If that search was for
    /// other grains or before a read(), returns how it would divide the plane now.
    /// It is not known in a cell that deforms.
    Arrangement arrangement(const Bodies& bodies, const Domain& domain) const;

    void write(Snapshot& to, const Bodies& bodies) const;
    /// Throws std::invalid_argument if the snapshot cannot belong to these bodies.
    void check(const Snapshot& from, std::span<const NewGrain> grains, const Walls& walls) const;
    void read(const Snapshot& from, const Bodies& bodies);

private:
    BroadPhaseSettings settings_;
    std::optional<double> given_skin_;
    std::unique_ptr<BroadPhase> broad_phase_;
    BodyArray<geometry::ExtremeVertices> extremes_;  ///< the vertices at the sides of the boxes
    Boxes boxes_;
    double mean_radius_ = 0.0;  ///< of the grains
    double smallest_inradius_ = std::numeric_limits<double>::infinity();
    double largest_radius_ = 0.0;
    double skin_ = 0.0;
    std::uint64_t searched_at_ = 0;  ///< the step of the last search
    bool outrun_ = true;             ///< some body has left its box, or there are no boxes yet
    bool grains_changed_ = true;     ///< since the last step
    bool boxes_hold_ = false;        ///< the boxes are those of the last search
    std::vector<ImagePair> pairs_;
    std::uint64_t searches_ = 0;
    std::vector<std::uint8_t> broken_;  ///< for each worker: a box in its share is not finite
};

}  // namespace scree::engine
