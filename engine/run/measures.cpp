#include "engine/run/measures.h"

#include "engine/measure/measure.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {
namespace {

/// The current state, ready to be measured.
class Moment {
public:
    Moment(const World& live, ShapeBook& shapes, const Ledger& ledger)
        : scene_(live.scene()), ledger_(ledger) {
        shapes.update(live.simulation());
        Surroundings surroundings = surroundings_of(scene_);
        surroundings.gravity = live.simulation().gravity();
        assembly_ = assemble(
            frame_of(live.simulation()),
            [&](BodyNumber body) -> const BodyShape& { return shapes.of(body); }, surroundings);
    }

    Measurement measured(const MeasureSpec& spec) const {
        const geometry::Box region{{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}};
        return measure(spec.kind, {assembly_, region, &ledger_, spec.slicing});
    }

private:
    const Scene& scene_;
    Ledger ledger_;
    Assembly assembly_;
};

Measurement nothing_of(const MeasureSpec& spec, const Scene& scene) {
    Measurement nothing(spec.kind, columns_of(spec.kind));
    nothing.note = "it is measured in stage `" + scene.stages[*spec.stage].name + "` only";
    return nothing;
}

}  // namespace

std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes,
                                            const Ledger& ledger) {
    std::vector<NamedMeasurement> results;
    const Scene& scene = live.scene();
    if (scene.measures.empty()) return results;
    const Moment moment(live, shapes, ledger);
    for (const MeasureSpec& spec : scene.measures) {
        const bool is_meant = !spec.stage || *spec.stage == live.course().now();
        results.push_back({spec.name, is_meant ? moment.measured(spec) : nothing_of(spec, scene)});
    }
    return results;
}

Measurement measure_now(const World& live, std::size_t measure, ShapeBook& shapes) {
    return Moment(live, shapes, live.simulation().ledger())
        .measured(live.scene().measures[measure]);
}

}  // namespace scree::engine
