#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/ruler.h"

/// Many boxes in a row, compared with one: the innermost loop of the grids.
namespace scree::engine {

/// Boxes, each of the four numbers in an array of its own, so that many are compared at once.
class BoxRow {
public:
    /// So many are compared at once at most; as many more, of nothing, lie behind the last.
    static constexpr std::size_t width = 16;

    void resize(std::size_t count) {
        for (std::vector<std::int32_t>* numbers : {&low_x_, &low_y_, &high_x_, &high_y_})
            numbers->resize(count + width);
    }
    void set(std::size_t k, const TickBox& box) {
        low_x_[k] = box.low_x;
        low_y_[k] = box.low_y;
        high_x_[k] = box.high_x;
        high_y_[k] = box.high_y;
    }
    TickBox operator[](std::size_t k) const {
        return {low_x_[k], low_y_[k], high_x_[k], high_y_[k]};
    }
    const std::int32_t* low_x() const { return low_x_.data(); }
    const std::int32_t* low_y() const { return low_y_.data(); }
    const std::int32_t* high_x() const { return high_x_.data(); }
    const std::int32_t* high_y() const { return high_y_.data(); }

private:
    std::vector<std::int32_t> low_x_;
    std::vector<std::int32_t> low_y_;
    std::vector<std::int32_t> high_x_;
    std::vector<std::int32_t> high_y_;
};

/// Consecutive boxes of a row, first to last - 1.
struct Slots {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    std::uint32_t count() const { return last - first; }
};

/// Pairs of boxes that meet, by their places in the row: of one worker.
class alignas(64) FoundPairs {
public:
    std::size_t count() const { return count_; }
    std::uint32_t by(std::size_t n) const { return by_[n]; }
    std::uint32_t it(std::size_t n) const { return it_[n]; }
    /// Whether two of them only touch, as far as ticks can tell.
    bool is_doubtful() const { return is_doubtful_; }

    void clear() {
        count_ = 0;
        is_doubtful_ = false;
    }
    /// Drops those that are not `true_for` their places.
    template <class Test>
    void keep(Test&& true_for) {
        std::size_t kept = 0;
        for (std::size_t n = 0; n < count_; ++n) {
            by_[kept] = by_[n];
            it_[kept] = it_[n];
            kept += true_for(by_[n], it_[n]) ? 1 : 0;
        }
        count_ = kept;
    }

    // For those who find them: there is room for as many more, and for BoxRow::width besides, that
    // may be written to.
    void make_room(std::size_t more) {
        const std::size_t needed = count_ + more + BoxRow::width;
        if (needed <= by_.size()) return;
        it_.resize(2 * needed);  // first: should there be no memory for the other, that counts
        by_.resize(2 * needed);
    }
    std::uint32_t* by_end() { return by_.data() + count_; }
    std::uint32_t* it_end() { return it_.data() + count_; }
    void add(std::size_t more, bool is_doubtful) {
        count_ += more;
        is_doubtful_ |= is_doubtful;
    }

private:
    std::size_t count_ = 0;
    bool is_doubtful_ = false;
    std::vector<std::uint32_t> by_;
    std::vector<std::uint32_t> it_;
};

/// Adds {by, k} for each of the boxes k in two ranges that meets `box`; in ticks, that is: those
/// that touch may be apart.
using ScanBoxes = void (*)(const BoxRow& row, const TickBox& box, std::uint32_t by, Slots a,
                           Slots b, FoundPairs& found);

/// What any processor can do, and the fastest on this one: the same pairs.
void scan_boxes_plainly(const BoxRow& row, const TickBox& box, std::uint32_t by, Slots a, Slots b,
                        FoundPairs& found);
ScanBoxes fastest_scan_of_boxes();

}  // namespace scree::engine
