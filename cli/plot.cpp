#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "cli/commands.h"
#include "cli/count_bar.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/frame_range.h"
#include "cli/interruption.h"
#include "engine/files/sealed_file.h"
#include "engine/scene/error.h"
#include "render/child_process.h"
#include "render/plots/plot_files.h"
#include "render/plots/run_plots.h"
#include "render/plots/sweep_plots.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::FileError;
using render::Plot;

/// Makes the names of the plots plain and different from each other, because they name files.
void name_files(std::vector<Plot>& plots) {
    std::vector<std::string> taken;
    for (Plot& plot : plots) {
        for (char& c : plot.name) {
            const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                               (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
            if (!plain) c = '_';
        }
        const std::string name = plot.name;
        for (int k = 2; std::ranges::find(taken, plot.name) != taken.end(); ++k)
            plot.name = name + "-" + std::to_string(k);
        taken.push_back(plot.name);
    }
}

bool is_called(const Plot& plot, const std::string& word) {
    return plot.name == word ||
           std::ranges::any_of(std::array{"strain_", "way_", "friction_", "profile_", "rose_",
                                          "measure_", "trace_"},
                               [&](const char* kind) { return plot.name == kind + word; });
}

/// Keeps the plots that are asked for, or all where none is named.
void choose(std::vector<Plot>& plots, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (std::ranges::any_of(plots, [&](const Plot& plot) { return is_called(plot, word); }))
            continue;
        std::vector<std::string> known;
        for (const Plot& plot : plots) known.push_back(plot.name);
        throw UsageError("there is no plot `" + engine::shown(word) + "`" +
                         engine::hint(word, known));
    }
    if (words.empty()) return;
    std::erase_if(plots, [&](const Plot& plot) {
        return std::ranges::none_of(words,
                                    [&](const std::string& word) { return is_called(plot, word); });
    });
}

std::vector<Plot> plots_of(const PlotOptions& options) {
    const fs::path folder = options.folder;
    if (!fs::exists(folder / "scene.toml") && !fs::exists(folder / "sweep.csv"))
        throw FileError(FileError::Kind::missing, folder,
                        "holds neither a run nor a sweep: there is no scene.toml and no sweep.csv");
    std::vector<Plot> plots =
        fs::exists(folder / "sweep.csv") ? render::sweep_plots(folder) : render::run_plots(folder);
    name_files(plots);
    choose(plots, options.what);
    return plots;
}

int plot_folder(const PlotOptions& options) {
    if (!options.quiet) note_missing_sums(options.folder);
    const std::vector<Plot> plots = plots_of(options);
    std::vector<std::string> names;
    for (const Plot& plot : plots)
        std::ranges::move(render::files_of(plot), std::back_inserter(names));
    if (!options.output) engine::refuse_links(options.folder, fs::path(options.folder) / "plots");
    engine::ExportFolder folder(
        options.output ? fs::path(*options.output) : fs::path(options.folder) / "plots",
        std::move(names), options.force);
    remove_if_stopped(folder.staging(), folder.is_new());
    render::write_scripts(plots, folder);
    CountBar bar("plot", "plots", plots.size(), options.quiet);
    try {
        for (std::size_t k = 0; k < plots.size(); ++k) {
            bar.show(k);
            if (stop_requested()) {
                bar.clear();
                std::cerr << "scree: interrupted; nothing was left behind\n";
                return interrupted;
            }
            render::draw_plot(plots[k], folder);
        }
    } catch (const render::ProgramMissing& missing) {
        folder.publish();
        std::cerr << "scree: " << missing.what() << "; the scripts and their data are in "
                  << folder.path().string() << '\n';
        return failed;
    }
    bar.clear();
    folder.publish();
    if (options.quiet) return done;
    std::cerr << folder.path().string() << ":";
    for (const Plot& plot : plots) std::cerr << ' ' << plot.name;
    std::cerr << " (.gp, .csv, .png, .pdf)\n";
    return done;
}

}  // namespace

int plot(const PlotOptions& options) {
    watch_signals();
    // gnuplot would begin with this terminal, and fail where it is not there.
    ::unsetenv("GNUTERM");
    return report_export_failures(options.folder, [&] { return plot_folder(options); });
}

}  // namespace scree::cli
