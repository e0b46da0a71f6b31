#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The subcommands, one file each: each takes what it needs from the command line, and returns an
/// exit code. Their arguments are described in subcommands.cpp and parsed in main.cpp; no other
/// file sees CLI11.
namespace scree::cli {

/// Prints the JSON Schema of scenes, or the page on their keys.
int schema(bool markdown);

/// Writes NAME.toml, a heap to start from, or a scene that begins where the run in the folder
/// `from` has ended. Never overwrites.
int new_scene(const std::string& name, const std::optional<std::string>& from);

struct RunOptions {
    std::vector<std::string> scenes;
    std::optional<std::string> folder;  ///< none: runs/SCENE, runs/SCENE-2, ...
    std::vector<std::string> start;     ///< what --start sets, before `sets`
    std::vector<std::string> sets;
    std::vector<std::string> sweeps;
    std::optional<std::uint32_t> jobs;  ///< members that run at a time; none: one
    std::optional<std::string> emit;    ///< "parallel" or "slurm": a list of jobs instead
    std::optional<std::uint32_t> threads;
    std::optional<double> max_wall;  ///< s
    bool go_on = false;              ///< goes on with the run that is in the folder
    bool force = false;
    bool quiet = false;
    bool json = false;
};

/// Runs scenes and sweeps, each run in a folder of its own.
int run(const RunOptions& options);

/// Runs the members of a sweep or several scenes, or prints a list of jobs for them.
int run_batch(const RunOptions& options);

struct ResumeOptions {
    std::string folder;
    std::optional<double> duration;  ///< s
    std::optional<std::uint32_t> threads;
    std::optional<double> max_wall;  ///< s
    bool quiet = false;
    bool json = false;
};

/// Goes on with the run in a folder.
int resume(const ResumeOptions& options);

struct WatchOptions {
    std::string what;                ///< a scene file or a run folder
    std::vector<std::string> start;  ///< what --start sets, before `sets`
    std::vector<std::string> sets;
    std::optional<std::uint32_t> threads;  ///< none: all cores but one
    std::uint64_t memory = 1024;           ///< MiB, for the way back in time
};

/// Shows a run in a window.
int watch(const WatchOptions& options);

struct CheckOptions {
    std::string scene;
    std::vector<std::string> start;  ///< what --start sets, before `sets`
    std::vector<std::string> sets;
    std::vector<std::string> sweeps;
    bool json = false;
};

/// Prints all that can be known of a scene without running it.
int check(const CheckOptions& options);

struct PackOptions {
    std::string scene;
    std::optional<std::string> folder;  ///< none: runs/SCENE, runs/SCENE-2, ...
    std::vector<std::string> sets;
    std::optional<std::uint32_t> threads;
    bool force = false;
    bool quiet = false;
};

/// Makes the packing of a scene, leaves it in a run folder and says what it came to.
int pack(const PackOptions& options);

struct GrainsOptions {
    std::string scene;
    std::optional<std::string> file;  ///< none: SCENE-grains.png
    std::vector<std::string> sets;
};

/// Draws a sheet of the grains of a scene, with their descriptors and the size curve.
int grains(const GrainsOptions& options);

struct PlanOptions {
    std::optional<std::string> scene;  ///< none: a power law by exponent, ratio and fraction
    std::vector<std::string> sets;
    std::optional<int> dimension;  ///< none: 2
    std::optional<double> exponent;
    std::optional<double> ratio;
    std::optional<double> fraction;
    std::optional<double> overhead;
    std::optional<std::string> search;
    std::optional<std::string> rule;
    std::optional<std::size_t> levels;
    bool json = false;
};

/// The words that --rule can be.
std::vector<std::string> plan_rules();
/// The words that --search can be.
std::vector<std::string> plan_searches();

/// Prints the levels of a hierarchical grid and what they cost.
int plan(const PlanOptions& options);

/// An interval from low to high.
struct Range {
    double low = 0.0;
    double high = 0.0;
};

struct MeasureOptions {
    std::string folder;
    std::optional<std::string> kind;  ///< none: what the scene asks for, or all
    std::optional<Range> x;           ///< m
    std::optional<Range> y;
    std::optional<std::uint64_t> frame;  ///< none: the last, or that at `time`
    std::optional<double> time;          ///< s
    bool json = false;
};

/// Prints measurements of a frame in a run folder.
int measure(const MeasureOptions& options);

struct ExportOptions {
    std::string folder;
    std::string to;                     ///< vtp, vti, csv, svg, pdf, png or mp4
    std::optional<std::string> output;  ///< none: in the folder `export` of the run
    std::optional<std::string> frames;  ///< none: all
    std::uint64_t every = 1;
    std::optional<std::string> colour;  ///< none: material
    std::optional<std::string> field;   ///< "p" or "NAME.p": shown in place of the grains' colours
    /// The values of the first and the last colour; none: as suits the frames
    std::optional<Range> range;
    /// Whether forces are shown as lines; none: only with the colours of materials
    std::optional<bool> forces;
    std::optional<Range> x;  ///< m, the part that is shown; none: all
    std::optional<Range> y;
    std::optional<std::string> size;  ///< "1280x720", pixels
    std::optional<double> fps;
    bool force = false;
    bool quiet = false;
};

/// What grains can be coloured by.
std::vector<std::string> export_colours();

/// Writes the frames of a run folder in another form.
int export_frames(const ExportOptions& options);

struct PlotOptions {
    std::string folder;                 ///< of a run or of a sweep
    std::vector<std::string> what;      ///< none: everything
    std::optional<std::string> output;  ///< none: the folder `plots` in that folder
    bool force = false;
    bool quiet = false;
};

/// Draws what a run or a sweep has found, with gnuplot.
int plot(const PlotOptions& options);

struct VerifyOptions {
    std::vector<std::string> folders;
    bool accept = false;
    bool quiet = false;
};

/// Compares the files of run folders with their checksums, or makes new checksums.
int verify(const VerifyOptions& options);

struct BenchCommandOptions {
    std::vector<std::string> names;     ///< none: a list of all
    std::optional<std::string> output;  ///< none: runs/bench-NAME, runs/bench-NAME-2, ...
    bool quick = false;
    bool force = false;
    bool quiet = false;
};

/// Repeats the measurements of the papers on this machine.
int bench(const BenchCommandOptions& options);

}  // namespace scree::cli
