#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/interruption.h"
#include "cli/measurements.h"
#include "cli/one_run.h"
#include "cli/packing_progress.h"
#include "cli/progress.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "engine/run/run.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::Run;

/// How a run is shown, and how long it may take.
struct Display {
    std::string name;
    bool quiet = false;
    bool json = false;
    std::optional<double> max_wall;
};

int print_results(Run& run, bool json) {
    if (json) {
        std::cout << engine::SummedFolder(run.folder().path()).text(engine::RunFolder::summary);
    } else {
        print_measurements(std::cout, run.measurements());
    }
    return (std::cout << std::flush) ? done : input_output;
}

int drive(Run& run, const Display& display) {
    const std::string folder = run.folder().path().string();
    if (!display.quiet) std::cerr << display.name << ": writes to " << folder << '\n';
    Progress progress(display.name, display.quiet);
    const Ending ending = ending_of(complete(run, {stop_requested, display.max_wall}, progress));
    progress.clear();
    if (!display.quiet || ending.exit_code != done) {
        std::cerr << display.name << ": " << ending.words
                  << " at t = " << run.live().simulation().time() << " s";
        if (ending.exit_code != done) std::cerr << "; go on with: scree resume " << folder;
        std::cerr << '\n';
    }
    const int printed = print_results(run, display.json);
    return ending.exit_code != done ? ending.exit_code : printed;
}

/// Says that a run is finished. `duration` is what the command line asked for.
int say_finished(Run& run, const std::string& name, std::optional<double> duration, bool json) {
    const double time = run.live().simulation().time();
    std::cerr << name << ": is finished, " << (run.live().at_rest() ? "at rest " : "")
              << "at t = " << time << " s; ";
    if (duration && *duration <= time)
        std::cerr << "--duration " << *duration << " is not beyond that\n";
    else
        std::cerr << "scree resume " << run.folder().path().string()
                  << " --duration T makes it longer\n";
    return print_results(run, json);
}

std::string name_of_folder(const fs::path& path) {
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

Run new_run(const engine::Scene& scene, const std::string& name, const RunOptions& options) {
    std::error_code error;
    if (scene.start && options.folder && fs::equivalent(*options.folder, scene.start->run, error))
        throw engine::RunFolderError(*options.folder +
                                     ": the run begins from this folder, which would be lost; "
                                     "choose another one with -o");
    auto live = std::make_unique<engine::World>(
        engine::with_beginning(scene, show_packing(name, options.quiet)));
    engine::RunFolder folder = options.folder
                                   ? engine::RunFolder::create(*options.folder, options.force)
                                   : engine::RunFolder::create_numbered("runs", name);
    return Run(std::move(live), std::move(folder), SCREE_VERSION);
}

Run go_on(const engine::Scene& scene, const std::string& name, const RunOptions& options) {
    try {
        Run run = begin_or_go_on(scene, *options.folder);
        if (scene.run.stop_at_rest && !run.live().scene().run.stop_at_rest && !options.quiet)
            std::cerr << name << ": the run in " << *options.folder
                      << " has no run.stop, and goes on without it\n";
        return run;
    } catch (const engine::RunFolderError& error) {
        throw engine::RunFolderError(std::string(error.what()) +
                                     "; choose another folder with -o, or give --force instead of "
                                     "--continue to lose that run");
    }
}

int run_one(const std::string& file, const RunOptions& options) {
    const std::string name = engine::name_of_run(file);
    return report_failures(file, [&] {
        std::vector<std::string> sets = options.sets;
        if (options.threads) sets.push_back(thread_set(*options.threads));
        const engine::Scene scene = engine::load_scene(file, sets);
        if (!scene.sweep.empty()) return run_batch(options);
        if (!options.quiet) warn_of_threads(name, scene.run.threads);
        Run run = options.go_on ? go_on(scene, name, options) : new_run(scene, name, options);
        if (options.go_on && run.finished()) return say_finished(run, name, {}, options.json);
        return drive(run, {name, options.quiet, options.json, options.max_wall});
    });
}

}  // namespace

int run(const RunOptions& options) {
    if (options.go_on && (options.scenes.size() > 1 || !options.folder)) {
        std::cerr << "scree: --continue is for one scene and its folder -o DIR; batches go on "
                     "by themselves\n";
        return usage;
    }
    watch_signals();
    const bool single =
        options.scenes.size() == 1 && options.sweeps.empty() && !options.emit.has_value();
    return single ? run_one(options.scenes[0], options) : run_batch(options);
}

int resume(const ResumeOptions& options) {
    watch_signals();
    return report_failures(options.folder, [&] {
        std::vector<std::string> sets;
        if (options.threads) sets.push_back(thread_set(*options.threads));
        const fs::path path = fs::path(options.folder).lexically_normal();
        if (!options.quiet) note_missing_sums(path.string());
        Run run = Run::resume(engine::RunFolder::open(path), sets, SCREE_VERSION, options.duration);
        const std::string name = name_of_folder(path);
        if (run.finished()) return say_finished(run, name, options.duration, options.json);
        if (!options.quiet) warn_of_threads(name, run.live().scene().run.threads);
        return drive(run, {name, options.quiet, options.json, options.max_wall});
    });
}

}  // namespace scree::cli
