#include "engine/measure/kind.h"
#include "engine/scene/rules/rules.h"
#include "engine/scene/values.h"

namespace scree::engine {

void cell_component_rule(const CheckedTable& component) {
    const bool rate = has(component.table, "rate");
    const bool stress = has(component.table, "stress");
    if (rate == stress)
        component.report.add(component.place,
                             component.path + (rate ? " has a rate and a stress: keep one"
                                                    : " needs a rate or a stress"));
}

void check_cell(const CheckedTable& scene) {
    const TomlTable& domain = table(scene.table, "domain");
    if (!has(domain, "cell")) return;
    if (list(domain, "periodic").size() < 2)
        scene.error("domain.cell",
                    "needs a domain that is periodic in both directions: set domain.periodic = "
                    "[\"x\", \"y\"]");
    if (!list(scene.table, "walls").empty())
        scene.error(
            "domain.cell",
            "cannot be together with walls, because they would not deform with the cell: "
            "leave the walls out, or leave domain.cell out and let walls deform the grains");
    if (vector(table(scene.table, "run"), "gravity") != geometry::Vec2{})
        scene.error("run.gravity",
                    "would let the grains of a cell that deforms fall for ever: set it to [0.0, "
                    "0.0]");
    if (has(scene.table, "start"))
        scene.error("domain.cell",
                    "cannot deform the grains of another run yet: leave [start] out");
    for (const Node& node : list(scene.table, "measure")) {
        const auto& measure = *node.as<TomlTable>();
        const std::optional<MeasureKind> kind = kind_of<MeasureKind>(text(measure, "kind"));
        if (kind &&
            (is_of_frames(*kind) || *kind == MeasureKind::flow || *kind == MeasureKind::deposit))
            scene.report.add(node.place, "measure." + text(measure, "name") + ": the kind `" +
                                             text(measure, "kind") +
                                             "` cannot be measured in a cell that deforms yet");
        for (const char* key : {"x", "y"})
            if (has(measure, key))
                scene.report.add(value(measure, key).place,
                                 "measure." + text(measure, "name") + "." + key +
                                     " must be left out in a cell that deforms: what is measured "
                                     "there is the whole cell");
    }
}

}  // namespace scree::engine
