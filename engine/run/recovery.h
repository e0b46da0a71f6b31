#pragma once

#include <optional>
#include <string>

#include "engine/files/folder.h"
#include "engine/run/checkpoint.h"

namespace scree::engine {

/// Throws FileError for the first file of a run folder that the run cannot go on with, since it is
/// not as it was written.
void require_whole(const Folder& folder);

/// The state that a folder goes on from, and a message about it.
struct Recovered {
    std::optional<OutputState> output;  ///< empty if the run begins anew
    std::string message;
};

/// Hands the last good checkpoint of a folder to its scene. Throws FileError.
Recovered recover(World& live, const Folder& folder);

/// Hands the checkpoint before the last one to its scene, if there is one. Throws FileError.
bool recover_previous(World& live, const Folder& folder);

}  // namespace scree::engine
