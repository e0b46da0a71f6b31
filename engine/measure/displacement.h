#pragma once

#include <optional>
#include <vector>

#include "engine/frame/assembly.h"

namespace scree::engine {

/// How a grain has moved since an earlier moment.
struct Displacement {
    Vec2 way;  ///< m, around periodic domains included
    /// m2: how far its neighbours at the earlier moment are now, in the mean square, from where the
    /// affine motion would have them that fits them best (D2min, Falk and Langer 1998). It takes
    /// three neighbours, not all in one line.
    std::optional<double> d2min;
};

/// Gives the displacement of each grain of `last` that is in `first` too. Neighbours are those
/// whose centroids were nearer than `reach` (m), but no more than half of a period.
std::vector<std::optional<Displacement>> displacements(const Assembly& first, const Assembly& last,
                                                       double reach);

}  // namespace scree::engine
