#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Many boxes in a row, compared with one: the innermost loop of the grids.
namespace scree::engine {

/// From where to where a box reaches along an axis, in ticks of which only the last sixteen digits
/// are kept, the end with the other sign: then the sum of one's low and the other's minus_high is
/// not positive, and neither is the other such sum, if two of them meet. What two places differ by
/// is known as long as it is less than 2^15 ticks, so boxes that are close can be compared.
struct ShortSpan {
    std::uint16_t low = 0;
    std::uint16_t minus_high = 0;

    friend constexpr bool operator==(const ShortSpan&, const ShortSpan&) = default;
};

/// A quarter of the memory of an exact one, and four times as many are compared at once.
struct ShortBox {
    ShortSpan x;
    ShortSpan y;

    friend constexpr bool operator==(const ShortBox&, const ShortBox&) = default;
};

/// Boxes, each axis in an array of its own.
class BoxRow {
public:
    /// So many are compared at once at most; as many more, of nothing, lie behind the last.
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

/// Consecutive boxes of a row, first to last - 1.
struct Slots {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    std::uint32_t count() const { return last - first; }
};

/// Boxes of two ranges that meet one.
struct Hit {
    std::uint32_t by = 0;
    std::array<std::uint32_t, 2> first{};  ///< of each range
    /// Every other bit is of a box, from the first on; the upper half is of the second range.
    std::uint64_t bits = 0;

    static constexpr std::uint64_t bit(std::uint32_t lane) { return std::uint64_t{1} << 2 * lane; }
};

/// Pairs of boxes that meet, by their places in the row, of one worker. Those that only touch, as
/// far as ticks can tell, may be apart, and are kept aside.
class alignas(64) FoundPairs {
public:
    FoundPairs() = default;
    FoundPairs(FoundPairs&&) noexcept = default;
    FoundPairs& operator=(FoundPairs&&) noexcept = default;

    void clear() {
        end_ = hits_.data();
        doubtful_.clear();
    }
    /// Each of one pair or more.
    std::size_t hits() const {
        return static_cast<std::size_t>(end_ - hits_.data()) + doubtful_.size();
    }
    /// Calls visit(by, it) for each pair.
    template <class Visit>
    void for_each_sure(Visit&& visit) const {
        for (const Hit* hit = hits_.data(); hit != end_; ++hit) for_each(*hit, visit);
    }
    template <class Visit>
    void for_each_doubtful(Visit&& visit) const {
        for (const Hit& hit : doubtful_) for_each(hit, visit);
    }

    // For those who find them. Hits may be written behind the last, as many as room is made for;
    // one without bits does not count. So there need be no branch on whether anything was found,
    // which would be guessed wrong too often.
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
    Hit* end_ = nullptr;  ///< of those that are sure, in hits_
    Hit* room_end_ = nullptr;
    std::vector<Hit> doubtful_;
};

/// The cells of a level, by which its boxes are sorted.
struct CellRows {
    const std::uint32_t* cell_of = nullptr;   ///< of each box
    const std::uint32_t* first_in = nullptr;  ///< box, of each cell
    std::uint32_t columns = 0;
};

/// Some columns of some rows, where there may be boxes that meet one.
struct CellWindow {
    const std::uint32_t* first_in = nullptr;  ///< box, of the first cell and those after it
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

/// The searches, as fast as this processor can, or as any can: the same pairs. They return how many
/// boxes were compared.
struct BoxScan {
    /// Of boxes in two ranges, those that meet one.
    std::uint64_t (*ranges)(const BoxRow& row, const ShortBox& box, std::uint32_t by, Slots a,
                            Slots b, FoundPairs& found);
    /// Of boxes in each of some windows, after which there is another row in the table, those that
    /// meet its own.
    std::uint64_t (*windows)(const BoxRow& row, std::span<const CellWindow> windows,
                             FoundPairs& found);
    /// For each of some boxes those that come after it in its cell and in the next, and those in
    /// the three cells of the next row: half of the cells around, so that no pair is found twice.
    /// There are such cells.
    std::uint64_t (*around)(const BoxRow& row, const CellRows& cells, Slots boxes,
                            FoundPairs& found);

    static BoxScan plain();
    static BoxScan fastest();
};

}  // namespace scree::engine
