#pragma once

#include "engine/measure/kinds/fabric.h"
#include "engine/record/trajectory.h"
#include "engine/run/means.h"
#include "engine/run/measures.h"
#include "engine/scene/scene.h"

namespace scree::engine {

/// The mean over the frames in the time of a measure. Throws FileError, Hdf5Error, and
/// std::logic_error for frames that make no sense.
Measurement mean_over_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                             const MeasureSpec& spec);

/// The directions of contacts in the region of a measure over the frames in its time. Throws as
/// mean_over_frames() does.
ContactRose rose_over_frames(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                             const MeasureSpec& spec);

}  // namespace scree::engine
