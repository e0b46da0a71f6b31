#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scree::engine {

/// Erases the items whose mark is not zero, in one pass; the others keep their order. There must be
/// one mark for each item from `first` on.
template <class T>
void erase_marked(std::vector<T>& items, std::span<const std::uint8_t> marks,
                  std::size_t first = 0) {
    std::size_t kept = first;
    for (std::size_t k = 0; k < marks.size(); ++k) {
        if (marks[k] != 0) continue;
        if (kept != first + k) items[kept] = std::move(items[first + k]);
        ++kept;
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(kept), items.end());
}

}  // namespace scree::engine
