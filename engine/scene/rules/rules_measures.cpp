// What the keys of a measure must fulfil together, and with the rest of the scene.

#include <algorithm>
#include <cmath>

#include "engine/base/spec_error.h"
#include "engine/measure/kind.h"
#include "engine/measure/slicing.h"
#include "engine/scene/check.h"
#include "engine/scene/rules/rules.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

/// A field must not have more cells than are bearable.
void check_cells(const TomlTable& measure, const TomlTable& domain, const std::string& path,
                 const CheckedTable& scene) {
    if (text(measure, "kind") != name_of(MeasureKind::field) || !has(measure, "cell")) return;
    double cells = 1.0;
    for (const char* axis : {"x", "y"}) {
        const auto [low, high] = interval(has(measure, axis) ? measure : domain, axis);
        cells *= std::max(1.0, std::ceil((high - low) / number(measure, "cell")));
    }
    if (cells <= static_cast<double>(most_cells)) return;
    scene.report.add(value(measure, "cell").place, path + ".cell is too small: there would be " +
                                                       number_text(cells) + " cells, and " +
                                                       std::to_string(most_cells) + " are allowed");
}

/// The displacements of a field must begin before they end.
void check_since(const TomlTable& measure, const std::string& path, const CheckedTable& scene) {
    if (!has(measure, "since") || !has(measure, "until")) return;
    if (!(number(measure, "since") < number(measure, "until")))
        scene.report.add(value(measure, "since").place,
                         path + ".since must be earlier than `until`");
}

}  // namespace

void wall_load_rule(const CheckedTable& measure) {
    if (has(measure.table, "normal") && vector(measure.table, "normal") == geometry::Vec2{})
        measure.error("normal", "must not be zero");
}

void shear_rule(const CheckedTable& measure) {
    if (!has(measure.table, "between")) return;
    const TomlList& walls = list(measure.table, "between");
    if (*walls[0].as<std::string>() == *walls[1].as<std::string>())
        measure.error("between", "must name two walls");
}

void profile_rule(const CheckedTable& measure) {
    const bool along_r = text(measure.table, "along") == "r";
    for (const char* key : {"center", "r"})
        if (has(measure.table, key) != along_r)
            measure.error(key, along_r ? "is needed along `r`" : "is for slices along `r` only");
    for (const char* key : {"x", "y"})
        if (along_r && has(measure.table, key))
            measure.error(key, "is not for slices along `r`, which have a center and radii");
    if (along_r && has(measure.table, "r") && interval(measure.table, "r").low < 0.0)
        measure.error("r", "must not begin below zero");
}

void flow_rule(const CheckedTable& measure) {
    const std::vector<geometry::Vec2> ends = vectors(measure.table, "line");
    if (ends[0] == ends[1]) measure.error("line", "must have two ends that differ");
}

void segregation_rule(const CheckedTable& measure) {
    if (!has(measure.table, "materials")) return;
    const TomlList& materials = list(measure.table, "materials");
    if (*materials[0].as<std::string>() == *materials[1].as<std::string>())
        measure.error("materials", "must name two materials");
    if (has(measure.table, "split"))
        measure.error("split", "is for species by size, and `materials` are given");
}

void check_measures(const CheckedTable& scene) {
    const bool is_periodic = !list(table(scene.table, "domain"), "periodic").empty();
    for (const Node& node : list(scene.table, "measure")) {
        const auto& measure = *node.as<TomlTable>();
        const std::string path = "measure." + text(measure, "name");
        // A heap has two sides, and a periodic layer has none.
        if (is_periodic && text(measure, "kind") == name_of(MeasureKind::angle_of_repose))
            scene.report.add(node.place,
                             path + ": there is no angle of repose in a periodic domain");
        check_cells(measure, table(scene.table, "domain"), path, scene);
        check_since(measure, path, scene);
        if (!has(measure, "until")) continue;
        const double from = has(measure, "from") ? number(measure, "from") : 0.0;
        if (!(from < number(measure, "until")))
            scene.report.add(value(measure, "until").place,
                             path + ".until must be later than `from`");
    }
}

}  // namespace scree::engine
