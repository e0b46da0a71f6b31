#include "engine/frame/facts.h"

namespace scree::engine {
namespace {

/// The share of one contact in the mean stress of a grain: - (1 / area) arm times force.
void add_contact(Stress& stress, double area, Vec2 arm, Vec2 force) {
    stress.xx -= arm.x * force.x / area;
    stress.xy -= arm.x * force.y / area;
    stress.yx -= arm.y * force.x / area;
    stress.yy -= arm.y * force.y / area;
}

}  // namespace

FrameFacts facts_of(const Frame& frame, const ShapeOf& shape_of, const Surroundings& surroundings) {
    const Assembly assembly = assemble(frame, shape_of, surroundings);
    FrameFacts facts;
    for (const AssemblyGrain& grain : assembly.grains)
        facts.grains.push_back(
            {equivalent_diameter(grain), grain.mass, kinetic_energy(assembly, grain).sum(), {}, 0});

    for (std::size_t k = 0; k < assembly.contacts.size(); ++k) {
        const auto& bodies = assembly.contacts[k].bodies;
        const Vec2 force = assembly.contacts[k].force;
        const Vec2 point = assembly.contacts[k].point;
        const Vec2 normal = assembly.contacts[k].normal;
        ContactFacts contact{point, point, dot(force, normal), dot(force, turned_left(normal))};
        for (const std::size_t side : {0u, 1u}) {
            if (!bodies[side].is_grain()) continue;
            const std::size_t row = bodies[side].place();
            const AssemblyGrain& grain = assembly.grains[row];
            const Vec2 arm = assembly.period.shortest(point - grain.outline.centre);
            add_contact(facts.grains[row].stress, grain.area, arm, side == 1 ? force : -force);
            if (force != Vec2{}) ++facts.grains[row].contacts;
            (side == 0 ? contact.from : contact.to) = point - arm;
        }
        facts.contacts.push_back(contact);
    }
    return facts;
}

}  // namespace scree::engine
