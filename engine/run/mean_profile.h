#pragma once

#include "engine/measure/kinds/fabric.h"
#include "engine/measure/kinds/field.h"
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

/// The fields that a scene measures, or one of its domain, called `field`, if it measures none.
std::vector<MeasureSpec> field_specs(const Scene& scene);

/// The same field with the width that it has by default, if none is given: the mean diameter of the
/// grains of the last frame that has any. So all frames of a run have the same grid.
MeasureSpec with_width(TrajectoryReader& reader, const Scene& scene, MeasureSpec spec);

/// The mean of a field over these frames, with the displacements up to the last of them. Throws in
/// the same way.
Field mean_field(TrajectoryReader& reader, const Scene& scene, const SeriesRows& rows,
                 const MeasureSpec& spec);
/// The field of one frame.
Field field_of_frame(TrajectoryReader& reader, const Scene& scene, const MeasureSpec& spec,
                     std::uint64_t frame);

}  // namespace scree::engine
