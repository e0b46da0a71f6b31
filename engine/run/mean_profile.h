#pragma once

#include "engine/measure/velocity.h"
#include "engine/record/trajectory.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// A profile that is measured over many frames of a run.
struct ProfileRequest {
    Slicing slicing;
    geometry::Box region;
    double from = 0.0;  ///< s
};

ProfileRequest profile_of(const MeasureSpec& spec);

/// The mean profile over the frames from a time on. Throws FileError, Hdf5Error, and
/// std::logic_error for frames that make no sense.
Measurement mean_profile(TrajectoryReader& reader, const Scene& scene,
                         const ProfileRequest& request);

}  // namespace scree::engine
