#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "geometry/box.h"

namespace scree::engine {

/// How far grains have moved since the first frame, relative to their mean motion.
inline constexpr std::array msd_columns{
    Column{"msd", "m2"},          ///< the mean square at the last frame, along both axes
    Column{"diffusion", "m2/s"},  ///< a quarter of its slope over the second half of the time
    Column{"grains", "1"}};       ///< that are in the first frame and in the last

inline constexpr std::array msd_slice_columns{Column{"time", "s"},  ///< since the first frame
                                              Column{"x", "m2"},     Column{"y", "m2"},
                                              Column{"mean_x", "m"}, Column{"mean_y", "m"},
                                              Column{"grains", "1"}};

/// The mean square displacement over all frames that were added. Of periodic domains, the way
/// around counts.
class MeanSquareDisplacement {
public:
    explicit MeanSquareDisplacement(const geometry::Box& box) : box_(box) {}

    /// `time` must grow from frame to frame.
    void add(const Assembly& assembly, double time);
    Measurement result() const;

private:
    geometry::Box box_;
    double begin_ = 0.0;
    std::unordered_map<BodyNumber, Vec2> first_;  ///< where the grains of the region were at first
    std::vector<std::vector<std::optional<double>>> rows_;
};

}  // namespace scree::engine
