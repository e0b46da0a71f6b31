#include "engine/measure/kinds/fabric.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/frame/contact_kind.h"

namespace scree::engine {
namespace {

/// 2 (t1 - t2) / (t1 + t2)
double deviator(const Principal& axes) { return 2.0 * axes.difference / axes.mean; }

void set_directions(Measurement& result, const FabricSums& sums) {
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

bool is_counted(const Region& region, const AssemblyContact& contact) {
    const bool between_grains = contact.bodies[0].is_grain() && contact.bodies[1].is_grain();
    return between_grains && contact.force != Vec2{} && region.contains(contact.point);
}

}  // namespace

void FabricSums::add(const Assembly& assembly, const AssemblyContact& contact) {
    contacts += 1.0;
    const Vec2 n = contact.normal;
    normals += outer_product(n, n);
    normal_forces += dot(contact.force, n) * outer_product(n, n);
    forces += outer_product(contact.force, n);
    const ContactKind kind = kind_of(assembly, contact);
    if (kind == ContactKind::side_side) side_side += 1.0;
    if (kind == ContactKind::side_corner) side_corner += 1.0;
}

Measurement fabric(const Assembly& assembly, const geometry::Box& box) {
    Measurement result(MeasureKind::fabric, fabric_columns);
    const Region region(assembly, box);
    result.note = region.fault();
    if (!region.fault().empty()) return result;
    FabricSums sums;
    for (const AssemblyContact& contact : assembly.contacts)
        if (is_counted(region, contact)) sums.add(assembly, contact);
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

void ContactRose::add(const Assembly& assembly) {
    const Region region(assembly, box_);
    if (!region.fault().empty()) return;
    for (const AssemblyContact& contact : assembly.contacts) {
        if (!is_counted(region, contact)) continue;
        sums_.add(assembly, contact);
        const double half_turns = std::atan2(contact.normal.y, contact.normal.x) / std::numbers::pi;
        const double place = (half_turns - std::floor(half_turns)) * static_cast<double>(bins);
        Bin& bin = sums_of_[std::min(static_cast<std::size_t>(place), bins - 1)];
        bin.contacts += 1.0;
        bin.normal += dot(contact.force, contact.normal);
        bin.friction += cross(contact.normal, contact.force);
    }
}

std::vector<ContactRose::Bin> ContactRose::result() const {
    std::vector<Bin> rose = sums_of_;
    double normal = 0.0;
    double directions = 0.0;
    for (Bin& bin : rose) {
        if (!(bin.contacts > 0.0)) continue;
        bin.normal /= bin.contacts;
        bin.friction /= bin.contacts;
        normal += bin.normal;
        directions += 1.0;
    }
    if (!(normal > 0.0)) return {};
    for (Bin& bin : rose) {
        bin.normal *= directions / normal;
        bin.friction *= directions / normal;
        bin.contacts *= static_cast<double>(bins) / sums_.contacts;
    }
    return rose;
}

Measurement ContactRose::fabric() const {
    Measurement result(MeasureKind::fabric, fabric_columns);
    if (sums_.contacts > 0.0) set_directions(result, sums_);
    return result;
}

}  // namespace scree::engine
