// `scree run` for more than one run.

#include <algorithm>
#include <iostream>

#include "cli/batch_driver.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/interruption.h"
#include "cli/job_list.h"
#include "cli/one_run.h"
#include "cli/terminal.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::Batch;
using engine::BatchTable;
using engine::MemberOutcome;

void save(const Batch& batch, const BatchTable& table) {
    const std::string text = table.csv();
    if (const fs::path parent = batch.table().parent_path(); !parent.empty())
        engine::make_folders(parent);
    engine::write_summed(engine::folder_of(batch.table()), batch.table().filename().string(), text);
}

/// What is contradictory in the options, which must be repaired before anything else is looked at.
std::optional<std::string> contradiction(const RunOptions& options) {
    for (std::size_t i = 0; i < options.scenes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (engine::name_of_run(options.scenes[i]) == engine::name_of_run(options.scenes[j]))
                return options.scenes[j] + " and " + options.scenes[i] +
                       " would have the same folder: run them in two calls";
    if (options.emit && options.force)
        return "--emit with --force: a list runs what is not done; remove the folders instead";
    if (options.emit && options.json) return "--emit prints a list: there is no JSON of it";
    return std::nullopt;
}

int emit(Batch& batch, const RunOptions& options) {
    const std::string list =
        *options.emit == "slurm" ? slurm_jobs(batch, options) : parallel_jobs(batch, options);
    // This marks the folder as the folder of this sweep.
    batch.take_folders();
    std::vector<MemberOutcome> outcomes;
    for (const engine::BatchMember& member : batch.members())
        outcomes.push_back(engine::outcome_of(member.standing));
    const auto left = std::ranges::count_if(batch.members(), engine::is_left);
    save(batch, BatchTable(batch, outcomes));
    std::cout << list << std::flush;
    if (!options.quiet)
        std::cerr << name_of(batch) << ": " << left << " of " << batch.members().size()
                  << " runs to do; the same call without --emit makes the table "
                  << batch.table().string() << '\n';
    return std::cout ? done : input_output;
}

int exit_code_of(const std::vector<MemberOutcome>& outcomes) {
    const auto any = [&](const char* status) {
        return std::ranges::count(outcomes, status, &MemberOutcome::status) > 0;
    };
    if (std::ranges::count(outcomes, "done", &MemberOutcome::status) ==
        static_cast<std::ptrdiff_t>(outcomes.size()))
        return done;
    if (stop_requested()) return interrupted;
    return any("max_wall") || any("waiting") || any("too_short") ? wall_time : failed;
}

int drive(Batch& batch, const RunOptions& options) {
    batch.take_folders();
    BatchDriver driver(batch, options);
    save(batch, BatchTable(batch, driver.outcomes()));
    driver.go();
    const BatchTable table(batch, driver.outcomes());
    if (options.json)
        std::cout << table.json(SCREE_VERSION);
    else
        print_aligned(std::cout, table.cells());
    save(batch, table);
    const int exit_code = exit_code_of(driver.outcomes());
    if (exit_code != done && !options.quiet)
        std::cerr << name_of(batch) << ": "
                  << std::ranges::count(driver.outcomes(), "done", &MemberOutcome::status) << " of "
                  << batch.members().size() << " runs are done"
                  << (exit_code == failed ? "" : "; the same call goes on") << '\n';
    if (std::cout << std::flush) return exit_code;
    return exit_code != done ? exit_code : input_output;
}

}  // namespace

int run_batch(const RunOptions& options) {
    if (const auto message = contradiction(options)) {
        std::cerr << "scree: " << *message << '\n';
        return usage;
    }
    return report_failures("batch", [&] {
        engine::BatchRequest request{options.scenes, options.folder, options.sets, options.sweeps,
                                     options.force};
        if (options.threads) request.sets.push_back(thread_set(*options.threads));
        Batch batch(std::move(request));
        return options.emit ? emit(batch, options) : drive(batch, options);
    });
}

}  // namespace scree::cli
