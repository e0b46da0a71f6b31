#pragma once

#include <span>

#include "engine/export/folder.h"
#include "engine/record/run_frames.h"

namespace scree::engine {

/// The names of the files that export_vtp() makes.
std::vector<std::string> vtp_kinds();

/// Writes frames for ParaView: grains and walls as polygons, contacts and the sides of the domain
/// as lines, each a series of .vtp files with a .pvd file that names them. Returns whether it came
/// to the end.
bool export_vtp(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going);

}  // namespace scree::engine
