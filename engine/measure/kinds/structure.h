#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/options.h"
#include "engine/measure/over_time.h"
#include "engine/measure/slicing.h"
#include "geometry/box.h"

namespace scree::engine {

class Region;

/// How the grains of a region lie to each other.
inline constexpr std::array structure_columns{
    Column{"coordination", "1"},  ///< mean number of contacts
    Column{"coordination_without_rattlers", "1"},
    Column{"rattlers", "1"},   ///< share of grains with fewer than two contacts
    Column{"diameter", "m"},   ///< the mean of the equivalent diameters
    Column{"density", "1/m2"}  ///< grains by area that is free of walls
};

inline constexpr std::array pair_columns{
    Column{"distance", "1"},  ///< of centroids, over the mean diameter: the middle of a bin
    Column{"g", "1"},         ///< the pair correlation
    Column{"g_error", "1"}};

/// The pair correlation over all moments that were added. A grain counts as the middle of a ring
/// where the whole ring is in the region; its neighbours may be anywhere.
class Structure {
public:
    Structure(const geometry::Box& box, const MeasureOptions& options);

    void add(const Assembly& assembly);
    Measurement result() const;

private:
    void add_pairs(const Assembly& assembly, const Region& region, double diameter, double density);

    geometry::Box box_;
    double width_;  ///< of a bin, in diameters
    std::string fault_;
    Moments moments_{structure_columns};
    std::vector<std::vector<double>> pairs_;  ///< of each bin, the correlation at all moments
};

}  // namespace scree::engine
