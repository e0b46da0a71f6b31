#pragma once

#include <string>

#include "cli/commands.h"
#include "engine/batch/batch.h"

namespace scree::cli {

/// The runs of a batch that are not done as a list for GNU parallel, with a shell command in each
/// line. Throws std::invalid_argument where the name of a file contains a line end.
std::string parallel_jobs(const engine::Batch& batch, const RunOptions& options);

/// The same runs as a script for a job array of Slurm; empty where all runs are done.
std::string slurm_jobs(const engine::Batch& batch, const RunOptions& options);

/// The word with the quotes that a shell needs to take it as one word.
std::string quoted_for_shell(const std::string& word);

}  // namespace scree::cli
