#pragma once

#include <filesystem>
#include <string>

#include "engine/run/run.h"

/// What `run`, `resume` and the members of a batch have in common.
namespace scree::cli {

/// "run.threads=4"
std::string thread_set(std::uint32_t threads);

/// Says on stderr that a run has more threads than cores at hand, where it has.
void warn_of_threads(const std::string& name, std::uint32_t threads);

/// "run.duration=2.5"
std::string duration_set(double duration);

/// Begins a run of a scene in a folder, or goes on with the one that is there, up to the duration
/// of the scene. Throws RunFolderError where that is of another scene, and Breakdown where it broke
/// down: it would again.
engine::Run begin_or_go_on(const engine::Scene& scene, const std::filesystem::path& folder);

/// Takes a run to its end, and draws it.
engine::RunEnd complete(engine::Run& run, const engine::RunLimits& limits,
                        engine::RunObserver& observer);

/// What is said of an end, and told to the shell.
struct Ending {
    const char* words;
    int exit_code;
};
Ending ending_of(engine::RunEnd end);

}  // namespace scree::cli
