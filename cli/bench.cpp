#include "engine/bench/bench.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

#include "cli/commands.h"
#include "cli/count_bar.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/frame_range.h"
#include "cli/interruption.h"
#include "cli/terminal.h"
#include "engine/files/csv_table.h"
#include "engine/scene/error.h"
#include "render/child_process.h"
#include "render/plots/bench_plots.h"
#include "render/plots/plot_files.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::Benchmark;
using engine::BenchReport;

/// Is thrown after the user has pressed Ctrl-C.
struct Stopped {};

void list_all() {
    std::vector<std::vector<std::string>> rows;
    for (const Benchmark& benchmark : engine::benchmarks())
        rows.push_back({std::string(benchmark.name), std::string(benchmark.about)});
    print_aligned(std::cout, rows);
}

const Benchmark& called(const std::string& name) {
    const auto all = engine::benchmarks();
    const auto found = std::ranges::find(all, name, &Benchmark::name);
    if (found != all.end()) return *found;
    std::vector<std::string> known;
    for (const Benchmark& benchmark : all) known.emplace_back(benchmark.name);
    throw UsageError("there is no benchmark `" + engine::shown(name) + "`" +
                     engine::hint(name, known));
}

/// runs/bench-NAME, or the first that is free of runs/bench-NAME-2, ...
fs::path folder_of(const Benchmark& benchmark, const BenchCommandOptions& options) {
    if (options.output) return *options.output;
    const std::string name = "bench-" + std::string(benchmark.name);
    fs::path path = fs::path("runs") / name;
    for (int k = 2; fs::exists(path) && !options.force; ++k)
        path = fs::path("runs") / (name + "-" + std::to_string(k));
    return path;
}

/// Is called before anything is measured, so that no time is lost.
void refuse_if_taken(const fs::path& folder, const Benchmark& benchmark) {
    if (!fs::is_directory(folder)) return;
    const std::string prefix = std::string(benchmark.name) + "_";
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename().string().starts_with(prefix))
            throw engine::ExportRefused(entry.path().string() +
                                        " is in the way; --force replaces it");
}

BenchReport measured(const Benchmark& benchmark, const BenchCommandOptions& options) {
    std::optional<CountBar> bar;
    engine::BenchOptions how;
    how.quick = options.quick;
    how.progress = [&](std::size_t done, std::size_t of) {
        if (stop_requested()) throw Stopped{};
        constexpr std::size_t parts = 100;
        if (!bar) bar.emplace(std::string(benchmark.name), "%", parts, options.quiet);
        bar->show(of == 0 ? parts : done * parts / of);
    };
    BenchReport report = benchmark.measure(how);
    if (bar) bar->clear();
    return report;
}

std::vector<std::vector<std::string>> number_rows(const BenchReport& report) {
    std::vector<std::vector<std::string>> rows{{"quantity", "here", "paper"}};
    for (const engine::BenchNumber& number : report.numbers)
        rows.push_back({number.name, format("%.4g", number.value), number.paper});
    return rows;
}

void print(const Benchmark& benchmark, const BenchReport& report) {
    std::cout << benchmark.name << ": " << benchmark.about << '\n';
    for (const engine::BenchTable& table : report.tables) {
        std::cout << '\n' << table.title << '\n';
        std::vector<std::vector<std::string>> rows{table.header};
        rows.insert(rows.end(), table.rows.begin(), table.rows.end());
        print_aligned(std::cout, rows);
    }
    if (!report.numbers.empty()) {
        std::cout << '\n';
        print_aligned(std::cout, number_rows(report));
    }
    for (const std::string& note : report.notes) std::cout << '\n' << note << '\n';
    std::cout << '\n' << std::flush;
}

std::string numbers_file(const Benchmark& benchmark) {
    return std::string(benchmark.name) + "_numbers.csv";
}

std::string number_table(const BenchReport& report) {
    std::string text;
    for (const std::vector<std::string>& row : number_rows(report))
        for (std::size_t k = 0; k < row.size(); ++k)
            text += engine::csv_cell(row[k]) + (k + 1 < row.size() ? "," : "\n");
    return text;
}

int bench_one(const Benchmark& benchmark, const BenchCommandOptions& options) {
    const fs::path path = folder_of(benchmark, options);
    if (!options.force) refuse_if_taken(path, benchmark);
    const std::string name(benchmark.name);
    const BenchReport report = measured(benchmark, options);
    const std::vector<render::Plot> plots = render::bench_plots(name, report);
    std::vector<std::string> files{numbers_file(benchmark)};
    for (const render::Plot& plot : plots)
        std::ranges::move(render::files_of(plot), std::back_inserter(files));
    engine::ExportFolder folder(path, std::move(files), options.force);
    print(benchmark, report);
    render::write_scripts(plots, folder);
    folder.append(numbers_file(benchmark), number_table(report));
    try {
        for (const render::Plot& plot : plots) render::draw_plot(plot, folder);
    } catch (const render::ProgramMissing& missing) {
        folder.publish();
        std::cerr << "scree: " << missing.what() << "; the scripts and their data are in "
                  << folder.path().string() << '\n';
        return failed;
    }
    folder.publish();
    if (!options.quiet) std::cerr << folder.path().string() << '\n';
    return std::cout ? done : input_output;
}

int bench_all(const BenchCommandOptions& options) {
    std::vector<const Benchmark*> chosen;
    for (const std::string& name : options.names) chosen.push_back(&called(name));
    int code = done;
    for (const Benchmark* benchmark : chosen) code = std::max(code, bench_one(*benchmark, options));
    return code;
}

}  // namespace

int bench(const BenchCommandOptions& options) {
    if (options.names.empty()) {
        list_all();
        return done;
    }
    watch_signals();
    try {
        return report_export_failures(options.names.front(), [&] { return bench_all(options); });
    } catch (const Stopped&) {
        std::cerr << "scree: interrupted; the benchmark that was cut short left nothing behind\n";
        return interrupted;
    }
}

}  // namespace scree::cli
