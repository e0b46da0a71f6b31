#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/interruption.h"
#include "cli/one_run.h"
#include "cli/packing_progress.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "engine/run/beginning.h"
#include "engine/run/run.h"

namespace scree::cli {
namespace {

/// Says on stdout what the packing came to, one number a line.
int print_packing(const engine::Scene& scene) {
    const engine::Packing& packing = *scene.packing;
    std::cout << format("fraction = %.4f\n", packing.fraction)
              << format("grains = %zu\n", packing.grains)
              << "scale = " << engine::number_text(packing.scale) << "  # of the "
              << (packing.keeps_box ? "grains" : "box") << '\n'
              << format("iterations = %llu\n", static_cast<unsigned long long>(packing.iterations))
              << format("mean_overlap = %.2e\n", packing.mean_overlap)
              << format("largest_overlap = %.2e\n", packing.largest_overlap);
    const auto print_side = [](const char* axis, const engine::Interval& side) {
        std::cout << "domain." << axis << " = [" << engine::number_text(side.low) << ", "
                  << engine::number_text(side.high) << "]\n";
    };
    print_side("x", scene.domain.x);
    print_side("y", scene.domain.y);
    return (std::cout << std::flush) ? done : input_output;
}

/// Makes a run folder that ends before its first step.
void leave_folder(const engine::Scene& scene, const std::string& name, const PackOptions& options) {
    auto live = std::make_unique<engine::World>(scene);
    engine::RunFolder folder = options.folder
                                   ? engine::RunFolder::create(*options.folder, options.force)
                                   : engine::RunFolder::create_numbered("runs", name);
    engine::Run run(std::move(live), std::move(folder), SCREE_VERSION);
    Progress progress(name, true);
    engine::RunLimits limits;
    limits.stop_requested = [] { return true; };
    complete(run, limits, progress);
    if (!options.quiet)
        std::cerr << name << ": the packing is in " << run.folder().path().string()
                  << "; let another scene begin with it by start = { run = ... }, or go on with: "
                     "scree resume "
                  << run.folder().path().string() << '\n';
}

}  // namespace

int pack(const PackOptions& options) {
    watch_signals();
    const std::string name = engine::name_of_run(options.scene);
    return report_failures(options.scene, [&] {
        std::vector<std::string> sets = options.sets;
        if (options.threads) sets.push_back(thread_set(*options.threads));
        engine::Scene scene = engine::load_scene(options.scene, sets);
        if (!scene.sweep.empty()) {
            std::cerr << options.scene
                      << ": is a sweep: --set what is swept, or leave it out with --set sweep={}\n";
            return static_cast<int>(usage);
        }
        if (!engine::is_packed(scene)) {
            std::cerr << options.scene
                      << ": has no grains to pack: give a group place = { kind = \"pack\" }\n";
            return static_cast<int>(bad_scene);
        }
        scene = engine::with_packing(std::move(scene), show_packing(name, options.quiet));
        leave_folder(scene, name, options);
        return print_packing(scene);
    });
}

}  // namespace scree::cli
