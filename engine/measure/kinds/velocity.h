#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/frame/assembly.h"
#include "engine/measure/measurement.h"
#include "engine/measure/slicing.h"
#include "geometry/box.h"

namespace scree::engine {

/// The numbers for all grains in the region. The shear rate is the slope of the velocity across the
/// axis that is cut, dvx/dy or dvy/dx: that of a straight line through the slices, each weighted by
/// its grains.
inline constexpr std::array velocity_profile_columns{
    Column{"shear_rate", "1/s"}, Column{"mean_vx", "m/s"}, Column{"mean_vy", "m/s"},
    Column{"grains", "1"},  ///< the mean over the frames
    Column{"frames", "1"}};

/// The numbers of a slice.
inline constexpr std::array velocity_slice_columns{
    Column{"position", "m"},  ///< its middle
    Column{"vx", "m/s"}, Column{"vy", "m/s"}, Column{"spin", "rad/s"},
    Column{"grains", "1"}};  ///< the mean over the frames

/// Mean velocities in slices: momentum over mass of the grains whose centroids are there, and their
/// mean spin, over all frames that were added.
class VelocityProfile {
public:
    VelocityProfile(const Slicing& slicing, const geometry::Box& region);

    void add(const Assembly& assembly);
    Measurement result() const;

private:
    struct Slice {
        double mass = 0.0;
        Vec2 momentum;
        double spin = 0.0;
        double grains = 0.0;
    };

    double middle_of(std::size_t slice) const;

    Slicing slicing_;
    geometry::Box region_;
    std::vector<Slice> slices_;
    double frames_ = 0.0;
};

}  // namespace scree::engine
