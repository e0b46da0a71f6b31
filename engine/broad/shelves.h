#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace scree::engine {

/// One worker sorts items onto these shelves by the leading bits of a key. Each shelf is then
/// sorted in the cache. Memory is kept from one search to the next.
template <class Item>
class alignas(64) Shelves {
public:
    /// This is few enough to write to all of them alternately, and enough to keep workers evenly
    /// busy.
    static constexpr std::size_t most = 64;

    Shelves() { clear(); }
    Shelves(Shelves&&) noexcept = default;
    Shelves& operator=(Shelves&&) noexcept = default;

    void clear() {
        for (std::size_t shelf = 0; shelf < most; ++shelf) {
            next_[shelf] = memory_[shelf].data();
            end_[shelf] = next_[shelf] + memory_[shelf].size();
        }
    }
    void add(std::size_t shelf, const Item& item) {
        if (next_[shelf] == end_[shelf]) grow(shelf);
        *next_[shelf]++ = item;
    }
    std::span<const Item> operator[](std::size_t shelf) const {
        return {memory_[shelf].data(), static_cast<const Item*>(next_[shelf])};
    }

private:
    [[gnu::noinline]] void grow(std::size_t shelf) {
        std::vector<Item>& memory = memory_[shelf];
        const std::size_t count = memory.size();
        memory.resize(2 * count + 64);
        next_[shelf] = memory.data() + count;
        end_[shelf] = memory.data() + memory.size();
    }

    std::array<Item*, most> next_;
    std::array<Item*, most> end_;
    std::array<std::vector<Item>, most> memory_;
};

}  // namespace scree::engine
