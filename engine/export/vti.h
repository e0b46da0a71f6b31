#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/export/folder.h"
#include "engine/record/run_frames.h"

namespace scree::engine {

/// The names of the files that export_vti() makes of a scene.
std::vector<std::string> vti_kinds(const Scene& scene);

/// Writes fields for ParaView as grids: of each field that the scene measures (field_specs) a .vti
/// file for each frame, NAME.pvd that names them, and NAME_mean.vti with the mean over the frames
/// in its time. Frames of which there is no field have no file. Returns whether it came to the end.
bool export_vti(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going);

}  // namespace scree::engine
