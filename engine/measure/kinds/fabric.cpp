#include "engine/measure/kinds/fabric.h"

#include "engine/frame/contact_kind.h"

namespace scree::engine {
namespace {

/// Sums over contacts.
struct Directions {
    double contacts = 0.0;
    Tensor normals;        ///< of n n
    Tensor normal_forces;  ///< of f_n n n
    Tensor forces;         ///< of (f_n n + f_t t) n
    double side_side = 0.0;
    double side_corner = 0.0;

    void add(const Assembly& assembly, const AssemblyContact& contact) {
        contacts += 1.0;
        const Vec2 n = contact.normal;
        normals += outer_product(n, n);
        normal_forces += dot(contact.force, n) * outer_product(n, n);
        forces += outer_product(contact.force, n);
        const ContactKind kind = kind_of(assembly, contact);
        if (kind == ContactKind::side_side) side_side += 1.0;
        if (kind == ContactKind::side_corner) side_corner += 1.0;
    }
};

/// 2 (t1 - t2) / (t1 + t2)
double deviator(const Principal& axes) { return 2.0 * axes.difference / axes.mean; }

void set_directions(Measurement& result, const Directions& sums) {
    const Principal of_normals = principal(sums.normals);
    const double a_c = deviator(of_normals);
    result.set("anisotropy", a_c);
    if (of_normals.difference > 0.0) result.set("angle", of_normals.angle);
    const double a_n = deviator(principal(sums.normal_forces)) - a_c;
    result.set("a_n", a_n);
    result.set("a_t", deviator(principal(sums.forces)) - a_c - a_n);
}

/// The mean number of contacts of the grains in the region, those with walls included.
void set_mean_number(Measurement& result, const Region& region) {
    const Assembly& assembly = region.assembly();
    std::vector<bool> counts;
    double grains = 0.0;
    for (const AssemblyGrain& grain : assembly.grains) {
        counts.push_back(region.contains(grain.outline.centre));
        grains += counts.back() ? 1.0 : 0.0;
    }
    double sides = 0.0;
    for (const AssemblyContact& contact : assembly.contacts) {
        if (contact.force == Vec2{}) continue;
        for (const AssemblyBody body : contact.bodies)
            if (body.is_grain() && counts[body.place()]) sides += 1.0;
    }
    result.set("mean_number", sides / grains);
}

}  // namespace

Measurement fabric(const Assembly& assembly, const geometry::Box& box) {
    Measurement result(MeasureKind::fabric, fabric_columns);
    const Region region(assembly, box);
    result.note = region.fault();
    if (!region.fault().empty()) return result;
    Directions sums;
    for (const AssemblyContact& contact : assembly.contacts) {
        const bool between_grains = contact.bodies[0].is_grain() && contact.bodies[1].is_grain();
        if (between_grains && contact.force != Vec2{} && region.contains(contact.point))
            sums.add(assembly, contact);
    }
    result.set("contacts", sums.contacts);
    set_mean_number(result, region);
    if (sums.contacts > 0.0) set_directions(result, sums);
    const double polygons = sums.side_side + sums.side_corner;
    if (polygons > 0.0) {
        result.set("side_side", sums.side_side / polygons);
        result.set("side_corner", sums.side_corner / polygons);
    }
    return result;
}

}  // namespace scree::engine
