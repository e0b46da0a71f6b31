#include "engine/run/measures.h"

#include "engine/measure/measure.h"
#include "engine/run/mean_profile.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {

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
            {spec.name, measure(spec.kind, {assembly, region, &ledger, spec.slicing})});
    }
    return results;
}

}  // namespace scree::engine
