#pragma once

#include <cstdint>

#include "engine/base/words.h"

namespace scree::engine {

/// Which levels of a grid a grain searches besides its own: the smaller grains, or the larger ones.
enum class GridSearch : std::uint8_t { top_down, bottom_up };

template <>
inline constexpr std::array<Word<GridSearch>, 2> words<GridSearch>{
    {{GridSearch::top_down, "top_down"}, {GridSearch::bottom_up, "bottom_up"}}};

}  // namespace scree::engine
