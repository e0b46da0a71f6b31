#pragma once

#include <filesystem>
#include <string>

#include "engine/run/run.h"

/// What `run`, `resume` and the members of a batch have in common.
namespace scree::cli {

/// "run.threads=4"
std::string thread_set(std::uint32_t threads);

/// Warns on stderr where a run has more threads than there are cores.
void warn_of_threads(const std::string& name, std::uint32_t threads);

/// "run.duration=2.5"
std::string duration_set(const engine::Scene& scene);

/// Begins a run of a scene in a folder, or goes on with the one that is there, up to the duration
/// of the scene. Throws RunFolderError where the folder holds a run of another scene, and Breakdown
/// where that run broke down, since it would break down again.
engine::Run begin_or_go_on(const engine::Scene& scene, const std::filesystem::path& folder);

/// Takes a run to its end, and draws a picture of its last state.
engine::RunEnd complete(engine::Run& run, const engine::RunLimits& limits,
                        engine::RunObserver& observer);

/// The words and the exit code for the end of a run.
struct Ending {
    const char* words;
    int exit_code;
};
Ending ending_of(engine::RunEnd end);

}  // namespace scree::cli
