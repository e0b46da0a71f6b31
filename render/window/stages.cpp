#include "render/window/stages.h"

#include <algorithm>

#include "render/labels.h"

namespace scree::window {

using engine::Stage;
using engine::StageEnd;
using render::short_number;
using render::with_unit;

std::string stage_text(const engine::Scene& scene, std::size_t stage) {
    return scene.stages.at(stage).name + ", " + std::to_string(stage + 1) + " of " +
           std::to_string(scene.stages.size());
}

std::string lasting_text(const engine::Scene& scene, const engine::LiveStages& stages,
                         double time) {
    const Stage& stage = scene.stages.at(stages.now);
    const double begin = stages.now < stages.begins.size() ? stages.begins[stages.now] : 0.0;
    return short_number(std::max(time - begin, 0.0)) + " s of " + short_number(stage.duration) +
           " s" + (stage.until ? " at most" : "");
}

std::string end_text(const engine::Scene& scene, std::size_t stage) {
    const std::optional<StageEnd>& until = scene.stages.at(stage).until;
    if (!until) return "";
    if (until->kind == StageEnd::Kind::at_rest)
        return "unbalanced force " + short_number(until->value);
    if (until->kind == StageEnd::Kind::displacement)
        return "`" + scene.walls.at(until->wall).name + "` has moved " +
               with_unit(until->value, "m");
    const std::string column = scene.measures.at(until->measure).name + "." + until->column;
    if (until->kind == StageEnd::Kind::above)
        return column + " above " + short_number(until->value);
    if (until->kind == StageEnd::Kind::below)
        return column + " below " + short_number(until->value);
    return column + " steady within " + short_number(100.0 * until->value) + " % over " +
           with_unit(until->over, "s");
}

std::vector<StageMark> stage_marks(const engine::Scene& scene, const engine::LiveStages& stages) {
    std::vector<StageMark> marks;
    if (!scene.has_stages() || stages.begins.empty()) return marks;
    for (std::size_t k = 0; k < scene.stages.size(); ++k) {
        const bool has_begun = k < stages.begins.size();
        // When stages begin that a folder does not tell of is not known.
        if (!has_begun && !(stages.end > 0.0)) break;
        // Nor does it tell when those began that were over before its first row.
        const bool is_last = k + 1 >= stages.begins.size();
        if (!is_last && stages.begins[k] == stages.begins[k + 1]) continue;
        const double time =
            has_begun ? stages.begins[k] : marks.back().time + scene.stages[k - 1].duration;
        marks.push_back({time, scene.stages[k].name, !has_begun});
    }
    return marks;
}

}  // namespace scree::window
