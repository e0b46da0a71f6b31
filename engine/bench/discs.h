#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/generator.h"
#include "engine/broad/broad_phase.h"
#include "engine/broad/loose_quadtree.h"
#include "geometry/vec2.h"

namespace scree::engine {

/// Discs in a square box, for benchmarks of broad phases: packed as densely as is asked for, then
/// in motion. They collide as Muth's do (equation 1, without damping), but are so soft that they
/// can move far in one step.
class MovingDiscs {
public:
    /// Throws discs in anywhere, so that they overlap as the density makes them. They cover
    /// `fraction` of the box, whose low corner is the origin.
    MovingDiscs(std::vector<double> radii, double fraction, std::uint64_t seed);

    /// Moves them apart as collective rearrangement does (Raschdorf and Kolonko, section 1).
    void rearrange(std::size_t rounds);
    /// Gives the discs velocities with which their root mean square way in a step is `way`.
    void stir(double way);
    void step();

    std::size_t size() const { return radii_.size(); }
    double side() const { return side_; }
    double radius(std::size_t disc) const { return radii_[disc]; }
    geometry::Vec2 centre(std::size_t disc) const { return centres_[disc]; }
    /// The boxes of the discs, and of the four walls around them.
    const Boxes& boxes() const { return boxes_; }
    /// The boxes of the discs alone.
    Boxes boxes_without_walls() const;
    /// The mean overlap of discs that overlap, over the sum of their radii.
    double mean_overlap();

private:
    void throw_in();
    void place();
    template <class Visit>
    void for_each_overlap(const Visit& visit);

    std::vector<double> radii_;
    std::vector<geometry::Vec2> centres_;
    std::vector<geometry::Vec2> velocities_;
    std::vector<geometry::Vec2> pushes_;
    double side_ = 0.0;
    double smallest_ = 0.0;
    Generator generator_;
    Boxes boxes_{4};
    Workers workers_{1};
    LooseQuadtree tree_{{}};
    std::vector<ImagePair> pairs_;
};

}  // namespace scree::engine
