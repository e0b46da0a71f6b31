#include "cli/one_run.h"

#include "cli/packing_progress.h"

#include <iostream>
#include <memory>

#include "cli/exit_codes.h"
#include "engine/base/workers.h"
#include "engine/batch/batch.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "engine/run/standing.h"
#include "render/run_picture.h"

namespace scree::cli {
namespace {

using engine::Run;
using engine::RunEnd;

void draw_end(Run& run) {
    const engine::World& live = run.live();
    const engine::Frame frame = engine::frame_of(live.simulation());
    engine::ShapeBook& shapes = run.shapes();
    shapes.update(live.simulation());
    std::vector<std::string> materials;
    for (const engine::Material& material : live.scene().materials)
        materials.push_back(material.name);
    const render::PictureScene picture = render::picture_of(
        frame, [&](engine::BodyNumber body) -> const engine::BodyShape& { return shapes.of(body); },
        materials, live.simulation().period());
    const std::vector<std::byte> bytes = render::draw_picture(picture, render::PictureFormat::png);
    engine::write_summed(run.folder().folder(), engine::RunFolder::picture, bytes);
}

}  // namespace

std::string thread_set(std::uint32_t threads) { return "run.threads=" + std::to_string(threads); }

std::string duration_set(const engine::Scene& scene) {
    const engine::Stage& last = scene.stages.back();
    return engine::keys_of_end(scene).duration + '=' + engine::number_text(last.duration);
}

void warn_of_threads(const std::string& name, std::uint32_t threads) {
    const std::uint32_t cores = engine::cores_at_hand();
    if (threads <= cores) return;
    std::cerr << name << ": warning: " << threads << " threads take turns on " << cores
              << (cores == 1 ? " core" : " cores") << "; --threads " << cores
              << " is at least as fast\n";
}

Run begin_or_go_on(const engine::Scene& scene, const std::filesystem::path& folder) {
    using Kind = engine::RunStanding::Kind;
    const engine::RunStanding standing = engine::standing_of(folder);
    if (standing.kind == Kind::none) {
        auto live = std::make_unique<engine::World>(
            engine::with_beginning(scene, show_packing(folder.filename().string(), true)));
        return Run(std::move(live), engine::RunFolder::create(folder, false), SCREE_VERSION);
    }
    engine::require_same_scene(folder, scene);
    if (standing.kind == Kind::broke_down)
        throw engine::Breakdown(standing.failure + "; it would break down again", 0);
    const std::vector<std::string> sets{thread_set(scene.run.threads), duration_set(scene)};
    return Run::resume(engine::RunFolder::open(folder), sets, SCREE_VERSION);
}

RunEnd complete(Run& run, const engine::RunLimits& limits, engine::RunObserver& observer) {
    const RunEnd end = run.go(limits, observer);
    draw_end(run);
    return end;
}

Ending ending_of(RunEnd end) {
    switch (end) {
        case RunEnd::duration:
            return {"done", done};
        case RunEnd::at_rest:
            return {"at rest", done};
        case RunEnd::condition:
            return {"the last stage is done", done};
        case RunEnd::max_wall:
            return {"--max-wall is reached", wall_time};
        case RunEnd::interrupted:
            break;
    }
    return {"interrupted", interrupted};
}

}  // namespace scree::cli
