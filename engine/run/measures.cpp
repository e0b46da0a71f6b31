#include "engine/run/measures.h"

#include <utility>

#include "engine/measure/measure.h"
#include "engine/measure/region.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {
namespace {

/// The current state, ready to be measured.
class Moment {
public:
    Moment(const World& live, ShapeBook& shapes, const Ledger& ledger) : ledger_(ledger) {
        shapes.update(live.simulation());
        Surroundings surroundings = surroundings_of(live.scene());
        surroundings.gravity = live.simulation().gravity();
        assembly_ = assemble(
            frame_of(live.simulation()),
            [&](BodyNumber body) -> const BodyShape& { return shapes.of(body); }, surroundings);
    }

    Measurement measured(const MeasureSpec& spec, StepMeans means = {}) const {
        return measure(spec.kind, {assembly_, region_of(spec, assembly_), &ledger_, spec.slicing,
                                   spec.options, std::move(means.pushes), means.crossed});
    }

private:
    Ledger ledger_;
    Assembly assembly_;
};

Measurement nothing_of(const MeasureSpec& spec, const Scene& scene) {
    Measurement nothing(spec.kind, columns_of(spec.kind));
    nothing.note = "it is measured in stage `" + scene.stages[*spec.stage].name + "` only";
    return nothing;
}

}  // namespace

geometry::Box region_of(const MeasureSpec& spec) {
    return {{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}};
}

geometry::Box region_of(const MeasureSpec& spec, const Assembly& assembly) {
    const geometry::Box box = region_of(spec);
    if (!assembly.cell || box == everywhere) return box;
    return {assembly.period.low, assembly.period.low + assembly.period.size};
}

std::vector<NamedMeasurement> measure_scene(const World& live, ShapeBook& shapes,
                                            const Ledger& ledger,
                                            std::span<const double> sums_before) {
    std::vector<NamedMeasurement> results;
    const Scene& scene = live.scene();
    if (scene.measures.empty()) return results;
    const Moment moment(live, shapes, ledger);
    std::vector<StepMeans> means =
        step_means(scene.measures, sums_before, live.step_sums().numbers(), live.step_choice().dt);
    for (std::size_t k = 0; k < scene.measures.size(); ++k) {
        const MeasureSpec& spec = scene.measures[k];
        const bool is_meant = !spec.stage || *spec.stage == live.course().now();
        results.push_back({spec.name, is_meant ? moment.measured(spec, std::move(means[k]))
                                               : nothing_of(spec, scene)});
    }
    return results;
}

Measurement measure_now(const World& live, std::size_t measure, ShapeBook& shapes) {
    return Moment(live, shapes, live.simulation().ledger())
        .measured(live.scene().measures[measure]);
}

}  // namespace scree::engine
