#pragma once

#include "engine/base/generator.h"
#include "engine/grains/packing/state.h"

namespace scree::engine {

/// Throws the grains into the container, which they may fill wholly, and numbers them by where they
/// are. The largest come first, and each takes the best of a few random spots: the one with the
/// largest gap to what is there already. This start evens out the overlaps, so that large packings
/// need hardly more iterations than small ones.
void throw_in(PackState& state, Generator& generator);

}  // namespace scree::engine
