#include "engine/run/measures.h"

#include "engine/measure/measure.h"
#include "engine/run/mean_profile.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {

std::string_view name_of(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::angle_of_repose:
            return "angle_of_repose";
        case MeasureKind::coordination:
            return "coordination";
        case MeasureKind::packing:
            return "packing";
        case MeasureKind::velocity_profile:
            return "velocity_profile";
        case MeasureKind::energy:
            break;
    }
    return "energy";
}

std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes) {
    std::vector<NamedMeasurement> results;
    const Scene& scene = live.scene();
    if (scene.measures.empty()) return results;
    shapes.update(live.simulation());
    const Assembly assembly = assemble(
        frame_of(live.simulation()),
        [&](BodyNumber body) -> const BodyShape& { return shapes.of(body); },
        surroundings_of(scene));
    const Ledger ledger = live.simulation().ledger();
    for (const MeasureSpec& spec : scene.measures) {
        const geometry::Box region{{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}};
        results.push_back(
            {spec.name, measure(name_of(spec.kind), {assembly, region, &ledger, spec.slicing})});
    }
    return results;
}

}  // namespace scree::engine
