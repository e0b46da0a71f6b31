#include "render/window/panels/wall_panel.h"

#include <imgui.h>

#include <cmath>
#include <string>
#include <tuple>

#include "render/window/words.h"

namespace scree::window {
namespace {

using engine::WallHold;
using engine::WallLoading;
using render::short_number;
using render::with_unit;

void fact_line(const char* name, const std::string& value) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(120.0f);
    ImGui::TextUnformatted(value.c_str());
}

/// "400 N/m: 80 N", or on the way to another load "312 of 400 N/m: 62 N"
std::string asked_text(const WallLoading& load) {
    const bool changes = std::abs(load.asked - load.target) > 1e-9 * std::abs(load.target);
    std::string text = changes ? short_number(load.asked) + " of " : "";
    text += short_number(load.target) + (load.is_pressure ? " N/m" : " N");
    return load.is_pressure ? text + ": " + with_unit(load.force, "N") : text;
}

std::string hold_text(const WallLoading& load) {
    if (load.hold == WallHold::stop) return "by a stop";
    if (load.hold == WallHold::speed) return "by its limit, " + with_unit(load.max_speed, "m/s");
    return "\u2013";
}

void draw_load(const WallLoading& load) {
    fact_line("load", asked_text(load));
    fact_line("borne", with_unit(load.borne, "N"));
    fact_line("displacement", with_unit(load.displacement, "m"));
    fact_line("speed", with_unit(load.speed, "m/s"));
    fact_line("held", hold_text(load));
}

/// Draws what the series of a run folder has of a wall that is traced, as of the moment that is
/// shown.
void draw_recorded(const Viewer& viewer, const std::string& name) {
    const WatchedSeries& watched = viewer.watched();
    const double now = viewer.frame_view()->frame().time;
    for (const auto& [title, key, unit] :
         {std::tuple{"load", "load", "N"}, std::tuple{"borne", "borne", "N"},
          std::tuple{"displacement", "displacement", "m"}}) {
        const auto series = watched.find(name + ": " + key);
        const double value = series ? series->at(now) : std::nan("");
        fact_line(title, std::isfinite(value) ? with_unit(value, unit) : "not recorded");
    }
}

void draw_wall(const Viewer& viewer, std::size_t wall, const WallFacts& facts) {
    const FrameView& frame_view = *viewer.frame_view();
    const engine::Scene& scene = viewer.player().scene();
    const engine::LiveView& view = frame_view.view();
    const engine::WallMotion& motion = scene.stages[view.stages.now].begin.motions[wall];
    fact_line("motion", motion_text(motion));
    fact_line("force", pair_text(facts.force) + " N");
    if (motion.is_loaded() && !viewer.is_live()) draw_recorded(viewer, scene.walls[wall].name);
    if (wall < view.parameters.loads.size() && view.parameters.loads[wall])
        draw_load(*view.parameters.loads[wall]);
    if (!moves_as_prescribed(motion)) return;
    fact_line("velocity", pair_text(facts.velocity) + " m/s");
    if (motion.turns()) fact_line("spin", short_number(facts.spin) + " rad/s");
}

}  // namespace

void draw_walls(Viewer& viewer) {
    if (viewer.frame_view() == nullptr) return;
    const engine::Scene& scene = viewer.player().scene();
    const std::vector<WallFacts>& facts = viewer.frame_view()->walls();
    const std::size_t stage = viewer.frame_view()->view().stages.now;
    for (std::size_t w = 0; w < scene.walls.size(); ++w) {
        const std::string& name = scene.walls[w].name;
        if (!facts[w].is_there) {
            ImGui::TextDisabled("%s: not there", name.c_str());
            continue;
        }
        const bool is_loaded = scene.stages[stage].begin.motions[w].is_loaded();
        ImGui::SetNextItemOpen(is_loaded, ImGuiCond_Once);
        if (!ImGui::TreeNode((name + "##wall").c_str())) continue;
        draw_wall(viewer, w, facts[w]);
        ImGui::TreePop();
    }
}

}  // namespace scree::window
