#pragma once

#include <span>

#include "engine/export/folder.h"
#include "engine/record/run_frames.h"

namespace scree::engine {

/// The names of the files that export_csv() makes.
std::vector<std::string> csv_kinds();

/// Writes frames as tables: frames.csv with a row for each frame, and grains.csv, contacts.csv and
/// walls.csv with a row for each body or contact in each frame. Units are in the header. Returns
/// whether it came to the end.
bool export_csv(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going);

}  // namespace scree::engine
