#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/body.h"
#include "engine/base/workers.h"
#include "engine/broad/shelves.h"

namespace scree::engine {

/// Sorts pairs that several workers find in any order: first by ranges of the lower body, while
/// they are found, then each range by counting, in the cache. The result does not depend on the
/// order in which the pairs came.
class PairSorter {
public:
    /// The pairs of one worker, by ranges of the lower body.
    class Found {
    public:
        /// Adds a pair of which at least one is a grain. The image is that of the body with the
        /// higher number.
        void add(Body a, Body b, Image image = {}) {
            // This avoids a branch, since which body is the lower cannot be predicted.
            const Body higher = std::max(a, b);
            const BodyPair pair{a ^ b ^ higher, higher};
            shelves_.add(pair.i >> shift_, {pair, image});
        }

    private:
        friend class PairSorter;
        std::uint32_t shift_ = 0;
        Shelves<ImagePair> shelves_;
    };

    void begin(std::size_t grains, const Workers& workers);
    Found& of_worker(std::uint32_t worker) { return workers_[worker]; }
    void sort_into(Workers& workers, std::vector<ImagePair>& pairs);

private:
    void sort_shelf(std::size_t shelf, std::vector<std::uint32_t>& places, ImagePair* sorted) const;

    std::size_t grains_ = 0;
    std::size_t shelf_count_ = 0;
    std::uint32_t shift_ = 0;
    std::vector<Found> workers_;
    std::vector<std::size_t> first_of_shelf_;
    std::vector<std::vector<std::uint32_t>> places_;  ///< counters of each worker
};

}  // namespace scree::engine
