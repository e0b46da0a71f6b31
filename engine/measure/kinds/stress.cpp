#include "engine/measure/kinds/stress.h"

namespace scree::engine {

Tensor contact_stress(const Region& region) {
    Tensor sum;
    region.for_each_contact([&](const AssemblyContact& contact, double share) {
        sum += share * outer_product(contact.force, contact.branch);
    });
    return (1.0 / region.area()) * sum;
}

Measurement stress(const Assembly& assembly, const geometry::Box& box) {
    Measurement result(MeasureKind::stress, stress_columns);
    const Region region(assembly, box);
    result.note = region.fault();
    if (!region.fault().empty()) return result;
    const Tensor contact = contact_stress(region);
    const Tensor kinetic = (1.0 / region.area()) * flow_in(region).agitation;
    Tensor sum = contact;
    sum += kinetic;
    const Principal axes = principal(sum);
    result.set("xx", sum.xx);
    result.set("xy", sum.xy);
    result.set("yx", sum.yx);
    result.set("yy", sum.yy);
    result.set("p", axes.mean);
    result.set("q", axes.difference);
    if (axes.mean != 0.0) result.set("q_over_p", axes.difference / axes.mean);
    if (axes.difference > 0.0) result.set("angle", axes.angle);
    result.set("contact_xx", contact.xx);
    result.set("contact_xy", contact.xy);
    result.set("contact_yx", contact.yx);
    result.set("contact_yy", contact.yy);
    result.set("kinetic_xx", kinetic.xx);
    result.set("kinetic_xy", kinetic.xy);
    result.set("kinetic_yy", kinetic.yy);
    return result;
}

}  // namespace scree::engine
