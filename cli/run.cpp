#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/interruption.h"
#include "cli/measurements.h"
#include "cli/progress.h"
#include "engine/run.h"
#include "render/run_picture.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using engine::Run;
using engine::RunEnd;

/// How a run is shown, apart from what is run.
struct Display {
    std::string name;
    bool quiet = false;
    bool json = false;
    std::optional<double> max_wall;
};

void draw_end(Run& run) {
    const engine::LiveScene& live = run.live();
    const engine::Frame frame = engine::frame_of(live.simulation(), live.walls());
    engine::ShapeBook& shapes = run.shapes();
    shapes.update(live.simulation());
    std::vector<std::string> materials;
    for (const engine::Material& material : live.scene().materials)
        materials.push_back(material.name);
    render::save_picture(
        run.folder().picture(),
        render::picture_of(
            frame,
            [&](engine::BodyNumber body) -> const engine::BodyShape& { return shapes.of(body); },
            materials));
}

int print_results(Run& run, bool json) {
    if (json) {
        std::ifstream summary(run.folder().summary(), std::ios::binary);
        std::cout << std::string(std::istreambuf_iterator<char>(summary), {});
    } else {
        print_measurements(std::cout, run.measurements());
    }
    return (std::cout << std::flush) ? done : input_output;
}

/// What is said of an end, and told to the shell.
struct Ending {
    const char* words;
    int exit_code;
};

Ending ending_of(RunEnd end) {
    switch (end) {
        case RunEnd::duration:
            return {"done", done};
        case RunEnd::at_rest:
            return {"at rest", done};
        case RunEnd::max_wall:
            return {"--max-wall is reached", wall_time};
        case RunEnd::interrupted:
            break;
    }
    return {"interrupted", interrupted};
}

int drive(Run& run, const Display& display) {
    const std::string folder = run.folder().path().string();
    if (!display.quiet) std::cerr << display.name << ": writes to " << folder << '\n';
    Progress progress(display.name, display.quiet);
    const Ending ending = ending_of(run.go({stop_requested, display.max_wall}, progress));
    progress.clear();
    draw_end(run);
    if (!display.quiet || ending.exit_code != done) {
        std::cerr << display.name << ": " << ending.words
                  << " at t = " << run.live().simulation().time() << " s";
        if (ending.exit_code != done) std::cerr << "; go on with: scree resume " << folder;
        std::cerr << '\n';
    }
    const int printed = print_results(run, display.json);
    return ending.exit_code != done ? ending.exit_code : printed;
}

std::string thread_set(std::uint32_t threads) { return "run.threads=" + std::to_string(threads); }

int run_one(const std::string& scene, const RunOptions& options) {
    const std::string name = fs::path(scene).stem().string();
    return report_failures(scene, [&] {
        std::vector<std::string> sets = options.sets;
        if (options.threads) sets.push_back(thread_set(*options.threads));
        auto live = std::make_unique<engine::LiveScene>(engine::load_scene(scene, sets));
        engine::RunFolder folder = options.folder
                                       ? engine::RunFolder::create(*options.folder, options.force)
                                       : engine::RunFolder::create_numbered("runs", name);
        Run run(std::move(live), std::move(folder), SCREE_VERSION);
        return drive(run, {name, options.quiet, options.json, options.max_wall});
    });
}

}  // namespace

int run(const RunOptions& options) {
    if (options.folder && options.scenes.size() > 1) {
        std::cerr << "scree: -o is for one scene; several go to runs/\n";
        return usage;
    }
    watch_signals();
    if (options.scenes.size() == 1) return run_one(options.scenes[0], options);
    int worst = done;
    for (const std::string& scene : options.scenes) {
        const int code = run_one(scene, options);
        if (code == interrupted) return interrupted;
        if (code != done) worst = failed;
    }
    return worst;
}

int resume(const ResumeOptions& options) {
    watch_signals();
    return report_failures(options.folder, [&] {
        std::vector<std::string> sets;
        if (options.duration)
            sets.push_back("run.duration=" + engine::number_text(*options.duration));
        if (options.threads) sets.push_back(thread_set(*options.threads));
        const fs::path path = fs::path(options.folder).lexically_normal();
        Run run = Run::resume(engine::RunFolder::open(path), sets, SCREE_VERSION);
        const std::string name =
            (path.has_filename() ? path : path.parent_path()).filename().string();
        if (!run.finished())
            return drive(run, {name, options.quiet, options.json, options.max_wall});
        std::cerr << name << ": is finished, at t = " << run.live().simulation().time()
                  << " s; --duration makes it longer\n";
        return print_results(run, options.json);
    });
}

}  // namespace scree::cli
