#pragma once

#include <filesystem>
#include <vector>

#include "engine/run/change.h"
#include "engine/run/world.h"

namespace scree::engine {

/// Writes a run that was watched, in its current state, into a new run folder: a scene with all
/// that was changed by hand, a checkpoint, and the changes in log.txt. `scree resume` goes on from
/// there. A wall that was made faster or slower keeps its new speed, because the checkpoint has its
/// clock. A hand that holds a grain lets go. Returns the folder: `name` in `parent`, or `name-2`,
/// ... Throws FileError.
std::filesystem::path save_branch(const World& live, const std::vector<LoggedChange>& changes,
                                  const std::filesystem::path& parent, const std::string& name);

/// Describes a change in words; `number` turns its numbers into text.
std::string words_of(const LiveChange& change, const Scene& scene, std::string (*number)(double));

}  // namespace scree::engine
