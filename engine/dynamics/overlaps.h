#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/proximity.h"

namespace scree::engine {

using geometry::Overlap;

/// Contacts, and groups of contacts, are worked on in blocks of this many.
inline constexpr std::size_t contact_block = 128;

/// The overlaps of those contacts that store one. Few do, because lanes store none: so each block
/// of contacts has its own memory, for as many as it needs. Several threads may store overlaps of
/// different blocks at once. Contacts in groups all have a place, because a block of them may be
/// worked on by two threads.
class Overlaps {
public:
    /// Forgets all overlaps, and makes room for this many contacts, of which the first `plain` are
    /// in no group.
    void make(std::size_t plain, std::size_t all) {
        plain_ = plain;
        blocks_.assign((plain + contact_block - 1) / contact_block, {});
        grouped_.assign(all - plain, {});
    }
    /// The overlap of contact k, which must have been stored.
    const Overlap& operator[](std::size_t k) const {
        if (k >= plain_) return grouped_[k - plain_];
        const Block& block = blocks_[k / contact_block];
        return block.overlaps[block.place[k % contact_block]];
    }
    /// Where that of contact k is stored. This may move others of its block.
    Overlap& operator[](std::size_t k) {
        if (k >= plain_) return grouped_[k - plain_];
        Block& block = blocks_[k / contact_block];
        std::uint8_t& place = block.place[k % contact_block];
        if (place == nowhere) {
            place = static_cast<std::uint8_t>(block.overlaps.size());
            block.overlaps.emplace_back();
        }
        return block.overlaps[place];
    }
    /// Lets go of the overlaps of a block, with their memory, except those of the contacts whose
    /// bit is set.
    void keep_only(std::size_t block, const std::array<std::uint64_t, contact_block / 64>& kept);
    /// Erases those of the contacts whose mark is not zero; the others keep their order.
    void erase(std::span<const std::uint8_t> marks);

private:
    static constexpr std::uint8_t nowhere = 0xff;
    struct Block {
        Block() { place.fill(nowhere); }
        std::array<std::uint8_t, contact_block> place;  ///< among `overlaps`, or `nowhere`
        std::vector<Overlap> overlaps;
    };

    bool has(std::size_t k) const {
        return k >= plain_ || blocks_[k / contact_block].place[k % contact_block] != nowhere;
    }

    std::size_t plain_ = 0;
    std::vector<Block> blocks_;
    std::vector<Overlap> grouped_;
};

}  // namespace scree::engine
