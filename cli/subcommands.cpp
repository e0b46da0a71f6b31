#include "cli/subcommands.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/interruption.h"
#include "cli/start_option.h"
#include "cli/subcommands_of_grains.h"
#include "engine/run/measure_folder.h"

namespace scree::cli {
namespace {

// The callback of each subcommand stores its exit code in `exit_code`.

void add_schema(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand("schema", "Print the JSON Schema of scene files");
    auto* markdown = command->add_flag("--markdown");
    markdown->description("Print the reference page instead");
    command->callback([=, &exit_code] { exit_code = schema(markdown->count() > 0); });
}

void add_new(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand("new", "Write a scene file to start from");
    command->footer(
        "There is one template: a heap of irregular grains that rain onto a rough floor, with\n"
        "comments on every part. With --from, the scene has the materials and walls of a run, and\n"
        "begins with its grains.");
    auto* name = command->add_option("NAME", "The file, with or without .toml")->required();
    auto* from = command->add_option("--from", "Begin where the run in this folder has ended");
    from->type_name("DIR");
    command->callback([=, &exit_code] {
        exit_code =
            new_scene(name->as<std::string>(),
                      from->count() > 0 ? std::optional(from->as<std::string>()) : std::nullopt);
    });
}

/// Adds --start, whose sets come before those of --set.
template <class Options>
void add_start(CLI::App& command, Options& options) {
    command
        .add_option_function<std::string>(
            "--start", [&options](const std::string& start) { options.start = start_sets(start); },
            "Begin where the run in this folder has ended, or at another of its times")
        ->type_name("DIR[@TIME]");
}

/// All that is set in a scene.
template <class Options>
void join_sets(Options& options) {
    options.sets.insert(options.sets.begin(), options.start.begin(), options.start.end());
}

/// Adds the options that `run` and `check` have in common.
template <class Options>
void add_changes(CLI::App& command, Options& options) {
    add_sets(command, options);
    command
        .add_option("--sweep", options.sweeps, "Try each of the values: a,b,c or 1..4 or [a, b, c]")
        ->type_name("KEY=VALUES")
        ->allow_extra_args(false);
}

/// Adds the options that `run` and `resume` have in common.
template <class Options>
void add_common(CLI::App& command, Options& options) {
    command.add_option("--threads", options.threads, "Threads; the result does not depend on them")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    command
        .add_option("--max-wall", options.max_wall, "Stop after so many seconds, with exit code 6")
        ->check(CLI::PositiveNumber)
        ->type_name("T");
    command.add_flag("--quiet", options.quiet, "Show no progress");
    command.add_flag("--json", options.json, "Print summary.json instead of the measurements");
}

void add_run(CLI::App& app, RunOptions& options, int& exit_code) {
    auto* command = app.add_subcommand("run", "Run scenes and sweeps without a window");
    command->footer(
        "A sweep ([sweep] in the scene, or --sweep) is a run for each combination of values, each\n"
        "in a folder of its own in DIR, with a table of all in DIR/sweep.csv. The same call again\n"
        "leaves alone what is done and goes on with what was cut short; with a longer duration\n"
        "(--set run.duration=T) also with what is done and did not end at rest. docs/batches.md "
        "says\nmore.");
    command->add_option("SCENE", options.scenes, "Scene files")->required();
    auto* folder =
        command->add_option("-o", options.folder,
                            "The run folder (default runs/SCENE, then -2, ...), or the "
                            "folder of a sweep; with several scenes, where their folders are");
    folder->type_name("DIR");
    add_start(*command, options);
    add_changes(*command, options);
    command
        ->add_option("-j", options.jobs,
                     "Members at a time, each with cores / J threads (default 1)")
        ->type_name("J")
        ->check(CLI::Range(1u, static_cast<unsigned>(most_companions)));
    command
        ->add_option("--emit", options.emit,
                     "Print a list of jobs for GNU parallel or Slurm instead of running")
        ->check(CLI::IsMember({"parallel", "slurm"}));
    auto* force = command->add_flag("--force", options.force, "Replace a run or a sweep in DIR");
    command
        ->add_flag("--continue", options.go_on,
                   "Go on with the run in DIR, or begin it; a finished one is left alone, unless "
                   "the scene has a longer duration now")
        ->needs(folder)
        ->excludes(force);
    add_common(*command, options);
    command->callback([&] {
        join_sets(options);
        exit_code = run(options);
    });
}

void add_resume(CLI::App& app, ResumeOptions& options, int& exit_code) {
    auto* command = app.add_subcommand("resume", "Go on with a run from its last checkpoint");
    command->add_option("DIR", options.folder, "The run folder")->required();
    command
        ->add_option("--duration", options.duration,
                     "Simulated time to go on to, s; a run that ended at rest goes on without "
                     "run.stop")
        ->check(CLI::PositiveNumber)
        ->type_name("T");
    add_common(*command, options);
    command->callback([&] { exit_code = resume(options); });
}

void add_watch(CLI::App& app, WatchOptions& options, int& exit_code) {
    auto* command =
        app.add_subcommand("watch", "Run a scene in a window, or show a run from its folder");
    command->footer(
        "In the window ? shows all keys. Nothing is written but what you ask for there.");
    command->add_option("SCENE", options.what, "The scene file, or a run folder")->required();
    add_start(*command, options);
    add_sets(*command, options);
    command->add_option("--threads", options.threads, "Threads (default: all cores but one)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    command
        ->add_option("--memory", options.memory,
                     "Memory for going back in time, MiB (default 1024)")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 24))
        ->type_name("MIB");
    command->callback([&] {
        join_sets(options);
        exit_code = watch(options);
    });
}

void add_check(CLI::App& app, CheckOptions& options, int& exit_code) {
    auto* command =
        app.add_subcommand("check", "Say all that can be known of a scene without running it");
    command->add_option("SCENE", options.scene, "The scene file")->required();
    add_start(*command, options);
    add_changes(*command, options);
    command->add_flag("--json", options.json, "Print the same as JSON");
    command->callback([&] {
        join_sets(options);
        exit_code = check(options);
    });
}

void add_plan(CLI::App& app, PlanOptions& options, int& exit_code) {
    auto* command = app.add_subcommand(
        "plan", "Plan the levels of a hierarchical grid, and say what finding pairs costs");
    command->footer(
        "For the grains of a scene, or for a power law of radii, in units of the smallest one:\n"
        "  scree plan scene.toml\n"
        "  scree plan --dim 3 --exponent -3 --ratio 100 --fraction 0.7\n"
        "The cost is that of Krijgsman et al. (2014) per grain: candidates to examine, and cells\n"
        "to look into times the overhead.");
    auto* scene = command->add_option("SCENE", options.scene, "The scene file");
    add_sets(*command, options)->needs(scene);
    command->add_option("--dim", options.dimension, "Dimensions: 2 (default) or 3")
        ->type_name("D")
        ->excludes(scene);
    command->add_option("--exponent", options.exponent, "Density of the radii: r^A")
        ->type_name("A")
        ->excludes(scene);
    command->add_option("--ratio", options.ratio, "The largest radius over the smallest")
        ->type_name("W")
        ->excludes(scene);
    command
        ->add_option(
            "--fraction", options.fraction,
            "Fraction of space that grains fill (default for a scene: 0.8 under gravity, else "
            "that of its domain)")
        ->type_name("F");
    command
        ->add_option("--overhead", options.overhead,
                     "Time to look into a cell over that to examine a candidate (default: what "
                     "the scene says, or as measured on this machine)")
        ->type_name("K");
    command->add_option("--rule", options.rule, "How cells are chosen (default optimal)")
        ->check(CLI::IsMember(plan_rules()));
    command
        ->add_option("--levels", options.levels,
                     "Number of levels (default: the best for the rule)")
        ->type_name("L")
        ->check(CLI::NonNegativeNumber);
    command
        ->add_option("--search", options.search,
                     "On which levels grains look for others (default top_down)")
        ->check(CLI::IsMember(plan_searches()));
    command->add_flag("--json", options.json, "Print the same as JSON");
    command->callback([&] { exit_code = plan(options); });
}

/// Adds an option that takes two numbers, LOW,HIGH.
void add_range(CLI::App& command, const std::string& name, std::optional<Range>& range,
               const std::string& meaning) {
    command
        .add_option_function<std::vector<double>>(
            name,
            [&range, name](const std::vector<double>& ends) {
                if (!(ends[0] < ends[1]))
                    throw CLI::ValidationError(name, "the first number must be the smaller");
                range = Range{ends[0], ends[1]};
            },
            meaning)
        ->type_name("LOW,HIGH")
        ->delimiter(',')
        ->expected(2);
}

void add_measure(CLI::App& app, MeasureOptions& options, int& exit_code) {
    auto* command = app.add_subcommand("measure", "Measure a frame of a run, the last by default");
    command->add_option("DIR", options.folder, "The run folder")->required();
    std::string kinds;
    for (const std::string& kind : engine::words_of<engine::MeasureKind>())
        kinds += (kinds.empty() ? "" : ", ") + kind;
    command->add_option("KIND", options.kind,
                        "One of " + kinds + " (default: what the scene asks for, or all)");
    const std::string region = "The region of packing and profiles, m (default: the domain)";
    add_range(*command, "--x", options.x, region);
    add_range(*command, "--y", options.y, region);
    auto* frame = command->add_option("--frame", options.frame, "The frame by its number, from 0")
                      ->type_name("N")
                      ->check(CLI::NonNegativeNumber);
    command->add_option("--time", options.time, "The frame nearest to this time, s")
        ->type_name("T")
        ->excludes(frame);
    command->add_flag("--json", options.json, "Print the same as JSON");
    command->callback([&] { exit_code = measure(options); });
}

void add_export(CLI::App& app, ExportOptions& options, int& exit_code) {
    auto* command =
        app.add_subcommand("export",
                           "Write the frames of a run for ParaView, as tables, pictures "
                           "or a film");
    command->footer(
        "vtp  series for ParaView: grains.pvd, contacts.pvd, walls.pvd\n"
        "vti  fields on their grids for ParaView\n"
        "csv  tables: grains.csv, contacts.csv, walls.csv\n"
        "png, svg  a picture for each frame\n"
        "pdf  one file with a page for each frame\n"
        "mp4  a film; needs ffmpeg");
    command->add_option("DIR", options.folder, "The run folder")->required();
    command->add_option("--to", options.to, "The form")
        ->required()
        ->type_name("FORM")
        ->check(CLI::IsMember({"vtp", "vti", "csv", "svg", "pdf", "png", "mp4"}));
    command
        ->add_option("-o", options.output,
                     "The folder, or the file for pdf, mp4 and a single picture (default: in "
                     "DIR/export)")
        ->type_name("PATH");
    command->add_option("--frames", options.frames, "7, 3..9, 3.., ..9 or last (default: all)")
        ->type_name("A..B");
    command->add_option("--every", options.every, "Only every Nth of these frames")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
    auto* colour =
        command->add_option("--colour,--color", options.colour, "What the colours of grains show")
            ->type_name("WHAT")
            ->check(CLI::IsMember(export_colours()));
    command
        ->add_option("--field", options.field,
                     "Show a quantity of a field instead: p, vorticity, speed, ..., or MEASURE.p")
        ->type_name("WHAT")
        ->excludes(colour);
    add_range(*command, "--range", options.range,
              "From which to which value the colours go (default: as suits all frames)");
    auto* forces = command->add_flag_callback(
        "--forces", [&] { options.forces = true; },
        "Show forces as lines (default: only with --colour material)");
    command
        ->add_flag_callback(
            "--no-forces", [&] { options.forces = false; }, "Show no forces")
        ->excludes(forces);
    add_range(*command, "--x", options.x, "The part of x that is shown, m (default: all)");
    add_range(*command, "--y", options.y, "The part of y that is shown, m (default: all)");
    command->add_option("--size", options.size, "Size of pictures and films, pixels")
        ->type_name("WxH");
    command
        ->add_option("--fps", options.fps,
                     "Frames in a second of film (default: as in life, or 25)")
        ->type_name("N")
        ->check(CLI::Range(0.1, 240.0));
    command->add_flag("--force", options.force, "Replace what is there");
    command->add_flag("--quiet", options.quiet, "Show no progress");
    command->callback([&] { exit_code = export_frames(options); });
}

void add_plot(CLI::App& app, PlotOptions& options, int& exit_code) {
    auto* command = app.add_subcommand("plot", "Plot a run or a sweep with gnuplot");
    command->footer(
        "A run has energy, contacts, unbalanced_force, and a plot for each of its measurements "
        "and\n"
        "traces; a sweep has its measurements over the swept parameter, and a summary. Scripts "
        "and\n"
        "data are left beside the plots: change a script, then `gnuplot NAME.gp` in that folder.");
    command->add_option("DIR", options.folder, "The folder of the run or the sweep")->required();
    command->add_option("WHAT", options.what, "Which plots, by their names (default: all)");
    command->add_option("-o", options.output, "The folder for them (default: DIR/plots)")
        ->type_name("PATH");
    command->add_flag("--force", options.force, "Replace what is there");
    command->add_flag("--quiet", options.quiet, "Show no progress");
    command->callback([&] { exit_code = plot(options); });
}

void add_verify(CLI::App& app, VerifyOptions& options, int& exit_code) {
    auto* command =
        app.add_subcommand("verify", "Say whether the files of runs are as they were written");
    command->footer(
        "Looks at all runs and sweeps in these folders, and ends with exit code 5 if a file is\n"
        "damaged. docs/run-folder.md says what is protected.");
    command->add_option("DIR", options.folders, "Folders with runs or sweeps")->required();
    command->add_flag("--accept", options.accept,
                      "Take the files as they are now for what they should be");
    command->add_flag("--quiet", options.quiet, "Say nothing of folders that are whole");
    command->callback([&] { exit_code = verify(options); });
}

void add_bench(CLI::App& app, BenchCommandOptions& options, int& exit_code) {
    auto* command =
        app.add_subcommand("bench", "Measure the papers' figures and tables on this machine");
    command->footer(
        "Without a name the benchmarks are listed. Tables are printed, and left with their plots\n"
        "and scripts in the folder. Times are medians, but only an idle machine gives good ones.");
    command->add_option("NAME", options.names, "Which benchmarks");
    command
        ->add_option("-o", options.output,
                     "The folder for all of them (default: runs/bench-NAME, then -2, ...)")
        ->type_name("DIR");
    command->add_flag("--quick", options.quick, "Measure far less, to see that it works");
    command->add_flag("--force", options.force, "Replace what is there");
    command->add_flag("--quiet", options.quiet, "Show no progress");
    command->callback([&] { exit_code = bench(options); });
}

}  // namespace

void Subcommands::add_to(CLI::App& app, int& exit_code) {
    add_run(app, run_, exit_code);
    add_resume(app, resume_, exit_code);
    add_watch(app, watch_, exit_code);
    add_pack(app, pack_, exit_code);
    add_grains(app, grains_, exit_code);
    add_check(app, check_, exit_code);
    add_plan(app, plan_, exit_code);
    add_measure(app, measure_, exit_code);
    add_export(app, export_, exit_code);
    add_plot(app, plot_, exit_code);
    add_verify(app, verify_, exit_code);
    add_bench(app, bench_, exit_code);
    add_schema(app, exit_code);
    add_new(app, exit_code);
}

}  // namespace scree::cli
