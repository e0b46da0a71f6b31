#include <array>
#include <string_view>

#include "engine/scene/rules/rules.h"
#include "engine/scene/values.h"

namespace scree::engine {

void stage_end_rule(const CheckedTable& until) {
    constexpr std::array<std::string_view, 5> conditions = {"at_rest", "above", "below", "steady",
                                                            "displacement"};
    int given = 0;
    for (const std::string_view key : conditions) given += has(until.table, key) ? 1 : 0;
    const auto report = [&](const std::string& message) {
        until.report.add(until.place, until.path + ' ' + message);
    };
    if (given != 1)
        return report(
            "must be one condition: at_rest; or measure with above, below or steady; or "
            "wall with displacement");
    const bool is_measured = !has(until.table, "at_rest") && !has(until.table, "displacement");
    if (is_measured != has(until.table, "measure"))
        return report(is_measured ? "needs `measure`, the column that is meant"
                                  : "has a measure, but no above, below or steady");
    if (has(until.table, "displacement") != has(until.table, "wall"))
        return report(has(until.table, "wall") ? "has a wall, but no displacement"
                                               : "needs `wall`, the one that is meant");
    if (has(until.table, "steady") != has(until.table, "over"))
        return report("needs steady and over together");
}

void check_ends(const CheckedTable& scene) {
    if (list(scene.table, "stage").empty()) return;
    const TomlTable& run = table(scene.table, "run");
    if (has(run, "duration"))
        scene.report.add(value(run, "duration").place,
                         "run.duration: a scene with stages lasts as long as they do: leave it "
                         "out, or change the duration of a stage");
    if (has(run, "stop"))
        scene.report.add(value(run, "stop").place,
                         "run.stop: a scene with stages ends with the last of them: give that one "
                         "until = { at_rest = ... }");
}

double duration_of(const TomlTable& scene) {
    const TomlList& stages = list(scene, "stage");
    const TomlTable& run = table(scene, "run");
    if (stages.empty()) return has(run, "duration") ? number(run, "duration") : 0.0;
    double sum = 0.0;
    for (const Node& stage : stages) sum += number(*stage.as<TomlTable>(), "duration");
    return sum;
}

}  // namespace scree::engine
