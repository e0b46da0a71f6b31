#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Compares one box with many boxes in a row: the innermost loop of the grids.
namespace scree::engine {

/// The extent of a box along an axis, in ticks of which only the lowest sixteen bits are kept. The
/// upper end is stored with the opposite sign: two extents meet if neither sum of one's low and the
/// other's minus_high is positive. The difference of two places is known as long as it is less than
/// 2^15 ticks, so boxes that are close can be compared.
struct ShortSpan {
    std::uint16_t low = 0;
    std::uint16_t minus_high = 0;

    friend constexpr bool operator==(const ShortSpan&, const ShortSpan&) = default;
};

/// A box that takes a quarter of the memory of an exact one, so that four times as many are
/// compared at once.
struct ShortBox {
    ShortSpan x;
    ShortSpan y;

    friend constexpr bool operator==(const ShortBox&, const ShortBox&) = default;
};

/// Many boxes, with each axis in an array of its own.
class BoxRow {
public:
    /// The most boxes that are compared at once. The arrays have this many unused entries at the
    /// end, so that reading past the last box is safe.
    static constexpr std::uint32_t width = 16;

    void resize(std::size_t count) {
        x_.resize(count + width);
        y_.resize(count + width);
    }
    void set(std::size_t k, const ShortBox& box) {
        x_[k] = box.x;
        y_[k] = box.y;
    }
    ShortBox operator[](std::size_t k) const { return {x_[k], y_[k]}; }
    const ShortSpan* x() const { return x_.data(); }
    const ShortSpan* y() const { return y_.data(); }

private:
    std::vector<ShortSpan> x_;
    std::vector<ShortSpan> y_;
};

/// Consecutive boxes of a row, from first to last - 1.
struct Slots {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    std::uint32_t count() const { return last - first; }
};

/// The boxes of two ranges that meet the box `by`.
struct Hit {
    std::uint32_t by = 0;
    std::array<std::uint32_t, 2> first{};  ///< the first box of each range
    /// Every other bit stands for one box, from the first on; the upper half is for the second
    /// range.
    std::uint64_t bits = 0;

    static constexpr std::uint64_t bit(std::uint32_t lane) { return std::uint64_t{1} << 2 * lane; }
};

/// The pairs of boxes that one worker has found to meet, by their places in the row. Boxes that
/// only touch, as far as ticks can tell, may be apart; they are kept separately as doubtful.
class alignas(64) FoundPairs {
public:
    FoundPairs() = default;
    FoundPairs(FoundPairs&&) noexcept = default;
    FoundPairs& operator=(FoundPairs&&) noexcept = default;

    void clear() {
        end_ = hits_.data();
        doubtful_.clear();
    }
    /// The number of hits, each of which stands for one pair or more.
    std::size_t hits() const {
        return static_cast<std::size_t>(end_ - hits_.data()) + doubtful_.size();
    }
    /// Calls visit(by, it) for each pair that is certain.
    template <class Visit>
    void for_each_sure(Visit&& visit) const {
        for (const Hit* hit = hits_.data(); hit != end_; ++hit) for_each(*hit, visit);
    }
    template <class Visit>
    void for_each_doubtful(Visit&& visit) const {
        for (const Hit& hit : doubtful_) for_each(hit, visit);
    }

    // The following functions are for the searches that fill this. Hits may be written after the
    // last one, as many as there is room for; a hit without bits does not count. So the searches
    // need no branch on whether anything was found, which would be mispredicted too often.
    Hit* make_room(std::size_t more) {
        if (static_cast<std::size_t>(room_end_ - end_) < more) grow(more);
        return end_;
    }
    void set_end(Hit* end) { end_ = end; }
    void add_sure(const Hit& hit) {
        if (end_ == room_end_) [[unlikely]]
            grow(1);
        *end_ = hit;
        end_ += hit.bits != 0 ? 1 : 0;
    }
    [[gnu::noinline]] void add_doubtful(const Hit& hit) { doubtful_.push_back(hit); }

private:
    template <class Visit>
    static void for_each(const Hit& hit, Visit&& visit) {
        for (std::uint64_t bits = hit.bits; bits != 0; bits &= bits - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctzll(bits)) / 2;
            visit(hit.by, hit.first[lane / BoxRow::width] + lane % BoxRow::width);
        }
    }

    [[gnu::noinline]] void grow(std::size_t more) {
        const auto count = static_cast<std::size_t>(end_ - hits_.data());
        hits_.resize(2 * (count + more) + 64);
        end_ = hits_.data() + count;
        room_end_ = hits_.data() + hits_.size();
    }

    std::vector<Hit> hits_;
    Hit* end_ = nullptr;  ///< end of the certain hits in hits_
    Hit* room_end_ = nullptr;
    std::vector<Hit> doubtful_;
};

/// The cells of a level. Its boxes are sorted by cell.
struct CellRows {
    const std::uint32_t* cell_of = nullptr;   ///< the cell of each box
    const std::uint32_t* first_in = nullptr;  ///< the first box of each cell
    std::uint32_t columns = 0;
};

/// Some columns of some rows of cells, in which there may be boxes that meet the box `by`.
struct CellWindow {
    const std::uint32_t* first_in = nullptr;  ///< the first box of each cell, from its first on
    std::uint32_t columns_in_table = 0;
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    std::uint32_t by = 0;
    ShortBox box;

    Slots row(std::uint32_t r) const {
        const std::uint32_t* const cells = first_in + std::size_t{r} * columns_in_table;
        return {cells[0], cells[columns]};
    }
};

/// The search functions, either the fastest for this processor or those that run on any. Both find
/// the same pairs. They return how many boxes were compared.
struct BoxScan {
    /// Finds the boxes in two ranges that meet a given box.
    std::uint64_t (*ranges)(const BoxRow& row, const ShortBox& box, std::uint32_t by, Slots a,
                            Slots b, FoundPairs& found);
    /// For each window, finds the boxes in it that meet the window's own box. There must be another
    /// row in the table after each window.
    std::uint64_t (*windows)(const BoxRow& row, std::span<const CellWindow> windows,
                             FoundPairs& found);
    /// For each of some boxes, finds those that meet it among the boxes after it in its cell and in
    /// the next cell, and in the three cells of the next row. That is half of the surrounding
    /// cells, so that no pair is found twice. All these cells must exist.
    std::uint64_t (*around)(const BoxRow& row, const CellRows& cells, Slots boxes,
                            FoundPairs& found);

    static BoxScan plain();
    static BoxScan fastest();
};

}  // namespace scree::engine
