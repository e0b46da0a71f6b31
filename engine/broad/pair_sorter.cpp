#include "engine/broad/pair_sorter.h"

#include <algorithm>
#include <bit>

namespace scree::engine {
namespace {

/// The pairs of a grain with more than this many are sorted separately.
constexpr std::size_t many_pairs = 32;

}  // namespace

void PairSorter::begin(std::size_t grains, const Workers& workers) {
    grains_ = grains;
    shift_ = static_cast<std::uint32_t>(std::bit_width(grains / Shelves<ImagePair>::most));
    shelf_count_ = grains == 0 ? 0 : ((grains - 1) >> shift_) + 1;
    workers_.resize(workers.count());
    places_.resize(workers.count());
    for (Found& found : workers_) {
        found.shift_ = shift_;
        found.shelves_.clear();
    }
}

void PairSorter::sort_into(Workers& workers, std::vector<ImagePair>& pairs) {
    first_of_shelf_.assign(shelf_count_ + 1, 0);
    for (std::size_t shelf = 0; shelf < shelf_count_; ++shelf) {
        std::size_t count = 0;
        for (const Found& found : workers_) count += found.shelves_[shelf].size();
        first_of_shelf_[shelf + 1] = first_of_shelf_[shelf] + count;
    }
    pairs.resize(first_of_shelf_.back());
    // If grains are numbered at random, most pairs have a low first number.
    const auto weight_before = [&](std::size_t shelf) {
        return first_of_shelf_[shelf] + (shelf << shift_);
    };
    workers.share_out(shelf_count_, weight_before, [&](std::size_t shelf, std::uint32_t worker) {
        sort_shelf(shelf, places_[worker], pairs.data() + first_of_shelf_[shelf]);
    });
}

void PairSorter::sort_shelf(std::size_t shelf, std::vector<std::uint32_t>& places,
                            ImagePair* sorted) const {
    const Body first = static_cast<Body>(shelf << shift_);
    const std::size_t grains = std::min(std::size_t{1} << shift_, grains_ - first);
    places.assign(grains + 1, 0);
    for (const Found& found : workers_)
        for (const ImagePair& pair : found.shelves_[shelf]) ++places[pair.bodies.i - first + 1];
    for (std::size_t i = 0; i < grains; ++i) places[i + 1] += places[i];
    for (const Found& found : workers_)
        for (const ImagePair& pair : found.shelves_[shelf])
            sorted[places[pair.bodies.i - first]++] = pair;
    // Now a place is where the pairs of its grain end. Most grains have few pairs, so little is
    // left to sort, and one loop over all pairs is faster than many short ones.
    const auto comes_before = [](const ImagePair& a, const ImagePair& b) {
        const auto key = [](const ImagePair& pair) {
            return std::uint64_t{pair.bodies.i} << 32 | pair.bodies.j;
        };
        return key(a) < key(b) || (key(a) == key(b) && a.image < b.image);
    };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < grains; ++i) {
        if (places[i] - begin > many_pairs)
            std::sort(sorted + begin, sorted + places[i], comes_before);
        begin = places[i];
    }
    const std::size_t size = begin;
    for (std::size_t k = 1; k < size; ++k) {
        if (!comes_before(sorted[k], sorted[k - 1])) continue;
        const ImagePair pair = sorted[k];
        std::size_t gap = k;
        do {
            sorted[gap] = sorted[gap - 1];
            --gap;
        } while (gap > 0 && comes_before(pair, sorted[gap - 1]));
        sorted[gap] = pair;
    }
}

}  // namespace scree::engine
