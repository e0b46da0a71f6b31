#pragma once

#include <cstddef>

namespace scree::engine {

/// Grains are shared out to workers in blocks of this size: small enough that 200 grains keep two
/// workers busy.
inline constexpr std::size_t grain_block = 32;

}  // namespace scree::engine
