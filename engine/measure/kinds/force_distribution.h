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

/// The forces of the contacts between grains whose points are in a region.
inline constexpr std::array force_distribution_columns{
    Column{"mean_force", "N"},    Column{"mean_normal", "N"},
    Column{"mean_friction", "N"},  ///< without sign
    Column{"mobilised", "1"},      ///< mean of |friction| / (mu normal force)
    Column{"sliding", "1"},        ///< share of contacts where that is above `sliding_above`
    Column{"contacts", "1"}};

inline constexpr std::array force_bin_columns{
    Column{"force", "1"},   ///< the middle of a bin, over the mean of the same moment
    Column{"normal", "1"},  ///< probability density of the normal forces, and of friction
    Column{"normal_error", "1"}, Column{"friction", "1"}, Column{"friction_error", "1"}};

inline constexpr double sliding_above = 0.999;

/// The distribution over all moments that were added.
class ForceDistribution {
public:
    ForceDistribution(const geometry::Box& box, const MeasureOptions& options);

    void add(const Assembly& assembly);
    Measurement result() const;

private:
    geometry::Box box_;
    double width_;  ///< of a bin
    std::string fault_;
    Moments moments_{force_distribution_columns};
    std::vector<std::vector<double>> normal_;  ///< of each bin, the densities at all moments
    std::vector<std::vector<double>> friction_;
};

}  // namespace scree::engine
