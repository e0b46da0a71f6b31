#include "engine/measure/kinds/wall_load.h"

#include <cmath>
#include <numbers>

#include "geometry/transform.h"

namespace scree::engine {
namespace {

double length_of(const Assembly& assembly, const WallFace& face) {
    if (face.is_round()) return 2.0 * std::numbers::pi * face.radius;
    if (!face.grows) return face.length;
    const auto first = place_of_wall(assembly, face.first);
    const auto second = place_of_wall(assembly, face.second);
    return first && second ? face.length + dot(second->shift - first->shift, face.across) : 0.0;
}

}  // namespace

FacePush& FacePush::operator+=(const FacePush& other) {
    force += other.force;
    torque += other.torque;
    normal += other.normal;
    shear += other.shear;
    return *this;
}

FacePush operator-(const FacePush& a, const FacePush& b) {
    return {a.force - b.force, a.torque - b.torque, a.normal - b.normal, a.shear - b.shear};
}

FacePush operator/(const FacePush& push, double steps) {
    return {push.force / steps, push.torque / steps, push.normal / steps, push.shear / steps};
}

PlacedFace::PlacedFace(const WallFace& face, Vec2 about, Vec2 centre, double turn)
    : is_round_(face.is_round()), radius_(face.radius) {
    const geometry::Rotation turned = geometry::Rotation::by(turn);
    normal_ = rotate(turned, face.normal);
    arm_ = rotate(turned, face.centre - about);
    centre_ = centre + arm_;
}

FacePush PlacedFace::push(Vec2 force, double torque, Vec2 grain) const {
    FacePush push{force, torque};
    Vec2 normal = normal_;
    if (is_round_) {
        const Vec2 way = grain - centre_;
        const double distance = length(way);
        if (!(distance > 0.0)) return push;
        // Grains in a ring are nearer to its centre than its face is.
        const double side = distance < radius_ ? -1.0 : 1.0;
        normal = side / distance * way;
        // About its own centre, a round wall feels shear as torque. The normal turned right points
        // clockwise on the outside of a disc.
        push.shear = -side * (torque - cross(arm_, force)) / radius_;
    } else {
        push.shear = dot(force, turned_right(normal));
    }
    push.normal = -dot(force, normal);
    return push;
}

std::optional<MomentaryPush> push_on(const Assembly& assembly, const WallFace& face) {
    const std::optional<PlacedWall> place = place_of_wall(assembly, face.wall);
    if (!place) return {};
    const Vec2 about = assembly.scene_walls[face.wall].about;
    const PlacedFace placed(face, about, place->centre, place->turn);
    MomentaryPush result;
    for (const AssemblyContact& contact : assembly.contacts) {
        const AssemblyBody wall = contact.bodies[1];
        if (wall.is_grain() || assembly.pieces[wall.place()].wall != face.wall) continue;
        // In a periodic domain the wall is met where it is nearest.
        const Vec2 arm = assembly.period.shortest(contact.point - place->centre);
        const Vec2 grain = place->centre + arm - contact.branch;
        result.push += placed.push(contact.force, cross(arm, contact.force), grain);
    }
    result.length = length_of(assembly, face);
    result.displacement =
        face.along != Vec2{} ? dot(place->shift, face.along) : length(place->shift);
    return result;
}

Measurement wall_load(const Assembly& assembly, const MeasureOptions& options,
                      std::span<const FacePush> mean) {
    Measurement result(MeasureKind::wall_load, wall_load_columns);
    if (options.faces.empty()) {
        result.note = "not measurable: no wall is named";
        return result;
    }
    const auto now = push_on(assembly, options.faces[0]);
    if (!now) {
        result.note = "not measurable: the wall is not there";
        return result;
    }
    const FacePush& push = mean.empty() ? now->push : mean[0];
    const double pressure = push.normal / now->length;
    const double shear = push.shear / now->length;
    result.set("fx", push.force.x);
    result.set("fy", push.force.y);
    result.set("torque", push.torque);
    result.set("pressure", pressure);
    result.set("shear", shear);
    if (pressure > 0.0) result.set("mu", std::abs(shear) / pressure);
    result.set("displacement", now->displacement);
    return result;
}

}  // namespace scree::engine
