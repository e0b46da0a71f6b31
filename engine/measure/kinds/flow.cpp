#include "engine/measure/kinds/flow.h"

namespace scree::engine {

Measurement flow(const std::optional<FlowSince>& since) {
    Measurement result(MeasureKind::flow, flow_columns);
    if (!since) {
        result.note = "not measurable at a single moment: the rows of series.csv have it";
        return result;
    }
    const auto& [crossed, seconds] = *since;
    result.set("mass", (crossed.mass_forward - crossed.mass_backward) / seconds);
    result.set("grains", (crossed.grains_forward - crossed.grains_backward) / seconds);
    result.set("mass_forward", crossed.mass_forward / seconds);
    result.set("mass_backward", crossed.mass_backward / seconds);
    result.set("grains_forward", crossed.grains_forward / seconds);
    result.set("grains_backward", crossed.grains_backward / seconds);
    return result;
}

}  // namespace scree::engine
