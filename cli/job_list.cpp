#include "cli/job_list.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engine/base/workers.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;

/// A line end in a name would put a line of its own into a list of commands.
const std::string& one_line(const std::string& text) {
    if (text.find('\n') != std::string::npos)
        throw std::invalid_argument("a file name with a line end cannot be put into a list");
    return text;
}

bool sweeps_threads(const engine::BatchScene& scene) {
    return std::ranges::count(scene.axes, "run.threads", &engine::SweepAxis::key) > 0;
}

/// The command has absolute paths, so that it does the same from any folder.
std::string command_of(const engine::Batch& batch, const engine::BatchMember& member,
                       const RunOptions& options, std::optional<std::uint32_t> threads) {
    const engine::BatchScene& scene = batch.scenes()[member.scene];
    std::vector<std::string> words = {fs::read_symlink("/proc/self/exe"), "run",
                                      fs::absolute(scene.file).lexically_normal()};
    const auto add = [&](const std::string& option, const std::string& value) {
        words.push_back(option);
        words.push_back(value);
    };
    for (const std::string& set : options.sets) add("--set", set);
    for (const std::string& set : member.sets) add("--set", set);
    add("-o", fs::absolute(member.folder).lexically_normal());
    words.push_back("--continue");
    words.push_back("--quiet");
    if (threads && !sweeps_threads(scene)) add("--threads", std::to_string(*threads));
    if (options.max_wall) add("--max-wall", engine::number_text(*options.max_wall));
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) line += ' ';
        line += quoted_for_shell(word);
    }
    return one_line(line);
}

std::string name_of(const engine::Batch& batch) {
    std::string name;
    for (const engine::BatchScene& scene : batch.scenes()) {
        name += (name.empty() ? "" : " ") + scene.name;
    }
    return one_line(name);
}

}  // namespace

std::string quoted_for_shell(const std::string& word) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("/._-+=:,").find(c) != std::string_view::npos;
    });
    if (plain) return word;
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

std::string parallel_jobs(const engine::Batch& batch, const RunOptions& options) {
    const std::uint32_t cores = engine::cores_at_hand();
    const std::uint32_t jobs = options.jobs.value_or(cores);
    const std::uint32_t threads = options.threads.value_or(std::max(1u, cores / jobs));
    std::ostringstream text;
    text << "# " << name_of(batch) << ": one run per line, for GNU parallel. Save it, then:\n"
         << "#   parallel -j " << jobs << " < FILE\n";
    for (const engine::BatchMember& member : batch.members())
        if (is_left(member)) text << command_of(batch, member, options, threads) << '\n';
    return text.str();
}

std::string slurm_jobs(const engine::Batch& batch, const RunOptions& options) {
    std::ostringstream cases;
    std::size_t count = 0;
    std::uint32_t threads = 1;
    for (const engine::BatchMember& member : batch.members()) {
        if (!is_left(member)) continue;
        cases << ++count << ") exec " << command_of(batch, member, options, options.threads)
              << " ;;\n";
        threads = std::max(threads, batch.scenes()[member.scene].threads);
    }
    if (count == 0) return "";
    std::ostringstream text;
    text << "#!/bin/bash\n"
         << "# " << name_of(batch) << ": one run per task. Save it, then: sbatch FILE\n"
         << "#SBATCH --job-name=scree\n"
         << "#SBATCH --array=1-" << count;
    if (options.jobs) text << '%' << *options.jobs;
    text << "\n#SBATCH --ntasks=1\n"
         << "#SBATCH --cpus-per-task=" << threads << '\n'
         << "# A minute before the time is over: the run writes a checkpoint, and ends.\n"
         << "#SBATCH --signal=B:TERM@60\n"
         << "case ${SLURM_ARRAY_TASK_ID:?is set by Slurm} in\n"
         << cases.str() << "*) echo \"there is no task $SLURM_ARRAY_TASK_ID\" >&2; exit 2 ;;\n"
         << "esac\n";
    return text.str();
}

}  // namespace scree::cli
