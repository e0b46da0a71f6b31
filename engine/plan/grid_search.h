#pragma once

#include <cstdint>
#include <string_view>

namespace scree::engine {

/// Which levels of a grid a grain searches besides its own: the smaller grains, or the larger ones.
enum class GridSearch : std::uint8_t { top_down, bottom_up };

constexpr std::string_view name_of(GridSearch search) {
    return search == GridSearch::top_down ? "top_down" : "bottom_up";
}

}  // namespace scree::engine
