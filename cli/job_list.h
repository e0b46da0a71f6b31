#pragma once

#include <string>

#include "cli/commands.h"
#include "engine/batch/batch.h"

namespace scree::cli {

/// The runs of a batch that are not done, for GNU parallel: a shell command a line. Throws
/// std::invalid_argument where the name of a file has a line end in it.
std::string parallel_jobs(const engine::Batch& batch, const RunOptions& options);

/// Likewise, as a script for an array of Slurm. Nothing where all are done.
std::string slurm_jobs(const engine::Batch& batch, const RunOptions& options);

/// A word for a shell.
std::string quoted_for_shell(const std::string& word);

}  // namespace scree::cli
