#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/broad/broad_phase.h"

namespace scree::engine {

/// Neighbour lists (Muth et al. 2007, section 2.1): every grain has a list of the grains with
/// higher numbers whose centres were in a circle around its own. All pairs are compared to make the
/// lists. They are valid until a grain has moved so far that one outside the circle could reach it.
///
/// The circle is sized for the largest grain, so a few large grains make the lists of all grains
/// long. Walls are in no list: every grain is compared with all of them.
class VerletLists final : public BroadPhase {
public:
    /// The radius of the paper, in bounding radii of the largest grain. It should be above 2: the
    /// largest grains may move by half of the excess before the lists are made again.
    static constexpr double usual_radius = 5.0;

    /// The most entries in all lists, which take a gigabyte. If there would be more, no lists are
    /// kept, and all pairs are compared each time.
    static constexpr std::size_t usual_room = std::size_t{1} << 28;

    explicit VerletLists(BoxPeriod period, double radius = usual_radius,
                         std::size_t room = usual_room)
        : period_(period), radius_(radius), room_(room) {}
    void forget() override { known_ = false; }
    void find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) override;
    BroadPhaseKind kind() const override { return BroadPhaseKind::verlet; }
    BroadPhaseCounts counts() const override { return {candidates_, 0}; }

    /// How often the lists were made.
    std::uint64_t rebuilds() const { return rebuilds_; }

private:
    /// The working memory of one worker.
    struct alignas(64) Scratch {
        std::vector<Body> neighbours;  ///< the lists that this worker made
        std::vector<Body> row;         ///< the list that is being made
        std::vector<ImagePair> pairs;
        std::uint64_t candidates = 0;
        bool has_left = false;  ///< a grain of its share has moved too far for the lists
        bool is_full = false;
    };
    /// Where a list is, among the neighbours of a scratch.
    struct List {
        std::uint32_t scratch = 0;
        std::uint32_t size = 0;
        std::size_t first = 0;
    };

    bool lists_hold(const Boxes& boxes, Workers& workers);
    void rebuild(const Boxes& boxes, Workers& workers);
    void list_neighbours(std::size_t grain, std::uint32_t number);
    template <class Space>
    void look_through(const Boxes& boxes, Range grains, Scratch& scratch, const Space& space) const;

    BoxPeriod period_;
    double radius_;
    std::size_t room_;
    bool known_ = false;
    bool listed_ = false;    ///< false: there is no room for the lists
    double circle_ = 0.0;    ///< radius of the circles
    std::vector<double> x_;  ///< of the centres when the lists were made
    std::vector<double> y_;
    std::vector<List> lists_;
    std::vector<Scratch> scratch_;
    std::uint64_t candidates_ = 0;
    std::uint64_t rebuilds_ = 0;
};

}  // namespace scree::engine
