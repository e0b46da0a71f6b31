#include "engine/frame/frame.h"

#include <cmath>
#include <limits>

#include "engine/frame/contact_kind.h"

namespace scree::engine {
namespace {

BodyNumber number_of_piece(std::size_t piece) { return -1 - static_cast<BodyNumber>(piece); }

BodyNumber number_of(const Simulation& simulation, Body body) {
    return is_wall(body) ? number_of_piece(wall_index(body))
                         : static_cast<BodyNumber>(simulation.id_of(body));
}

BodyShape describe(BodyNumber body, std::uint16_t material, const geometry::Shape& shape) {
    BodyShape out{.body = body, .material = material, .vertices = {}};
    if (const auto* disc = std::get_if<geometry::Disc>(&shape)) {
        out.radius = disc->radius();
        return out;
    }
    const auto& polygon = std::get<geometry::ConvexPolygon>(shape);
    for (std::size_t i = 0; i < polygon.size(); ++i) out.vertices.push_back(polygon.vertex(i));
    return out;
}

void add(BodyStates& states, BodyNumber body, Vec2 position, Turns turns, double angle,
         Vec2 velocity, double spin) {
    states.body.push_back(body);
    states.position.push_back(position);
    states.turns.push_back(turns);
    states.angle.push_back(angle);
    states.velocity.push_back(velocity);
    states.spin.push_back(spin);
}

BodyStates grains_of(const Simulation& simulation) {
    BodyStates grains;
    const std::size_t rows = simulation.grain_count();
    grains.body.reserve(rows);
    grains.position.reserve(rows);
    grains.turns.reserve(rows);
    grains.angle.reserve(rows);
    grains.velocity.reserve(rows);
    grains.spin.reserve(rows);
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        add(grains, static_cast<BodyNumber>(simulation.id_of(i)), simulation.position(i),
            simulation.turns(i), simulation.angle(i), simulation.velocity(i), simulation.spin(i));
    return grains;
}

/// The current place of a piece of a wall. In a periodic domain it may be outside.
Vec2 place_of(const Simulation& simulation, Body piece) {
    const Walls& walls = simulation.walls();
    const std::size_t wall = walls.wall_of(piece);
    return pose_of(walls.given(piece), walls[wall].motion, simulation.wall_place(wall)).position;
}

BodyStates walls_of(const Simulation& simulation) {
    const Walls& walls = simulation.walls();
    const Period& period = simulation.period();
    BodyStates states;
    for (std::size_t w = 0; w < walls.count(); ++w) {
        if (!simulation.is_there(w)) continue;
        const WallPlace place = simulation.wall_place(w);
        const Vec2 centre = walls[w].motion.about + place.shift;
        for (std::size_t k = walls.pieces_of(w).first; k < walls.pieces_of(w).last; ++k) {
            const WallPiece& piece = walls.given(wall_body(k));
            const Vec2 at = pose_of(piece, walls[w].motion, place).position;
            add(states, number_of_piece(k), period.wrapped(at), period.turns_of(at),
                piece.angle + place.turn, place.velocity + place.spin * turned_left(at - centre),
                place.spin);
            states.group.push_back(static_cast<std::int32_t>(w));
        }
    }
    return states;
}

/// By how many periods the place of a body in a frame differs from that which its contacts use.
/// They differ because bodies that leave the domain are put back only now and then.
Turns put_back(const Simulation& simulation, Body body) {
    const Turns now = is_wall(body) ? simulation.period().turns_of(place_of(simulation, body))
                                    : simulation.turns(body);
    return now - simulation.turns_put_back(body);
}

std::uint16_t material_of(const Simulation& simulation, Body body) {
    const Walls& walls = simulation.walls();
    return is_wall(body) ? walls[walls.wall_of(body)].material : simulation.material(body);
}

/// The part of Coulomb's friction that a contact makes use of. Cohesion does not add to it
/// (docs/physics.md, "Friction").
double mobilised_friction(const Simulation& simulation, BodyPair pair, const Overlap& overlap,
                          Vec2 force) {
    const ContactParameters& parameters = simulation.contact_table().at(
        material_of(simulation, pair.i), material_of(simulation, pair.j));
    const double pressing = dot(overlap.normal, force) + parameters.cohesion * overlap.chord;
    const double most = parameters.friction * pressing;
    return most > 0.0 ? std::abs(cross(overlap.normal, force)) / most
                      : std::numeric_limits<double>::quiet_NaN();
}

/// Makes room for so many rows in all columns.
void reserve(ContactStates& contacts, std::size_t rows) {
    contacts.pair.reserve(rows);
    contacts.image.reserve(rows);
    contacts.point.reserve(rows);
    contacts.force.reserve(rows);
    contacts.normal.reserve(rows);
    contacts.area.reserve(rows);
    contacts.chord.reserve(rows);
    contacts.kind.reserve(rows);
    contacts.mobilised.reserve(rows);
}

ContactStates contacts_of(const Simulation& simulation) {
    const std::size_t count = simulation.contacts().size();
    std::size_t touching = 0;
    for (std::size_t k = 0; k < count; ++k) touching += simulation.touches(k) ? 1 : 0;
    ContactStates contacts;
    reserve(contacts, touching);
    for (std::size_t k = 0; k < count; ++k) {
        if (!simulation.touches(k)) continue;
        const Contact& contact = simulation.contacts()[k];
        const auto [i, j] = contact.pair;
        Turns image{contact.image.x, contact.image.y};
        const Overlap overlap = simulation.overlap(k);
        Vec2 point = simulation.kinematics(i).pose.position + simulation.point_of_force(overlap);
        if (simulation.period().any()) {
            const Turns of_first = put_back(simulation, i);
            image = image + put_back(simulation, j) - of_first;
            const Spans spans = is_wall(j) ? simulation.walls().spans_of(j) : Spans{};
            if (spans.x) image.x = 0;
            if (spans.y) image.y = 0;
            point -= simulation.period().shift(of_first);
        }
        contacts.pair.push_back({number_of(simulation, i), number_of(simulation, j)});
        contacts.image.push_back(image);
        contacts.point.push_back(point);
        const Vec2 force = simulation.contact_forces()[k].force;
        contacts.force.push_back(force);
        contacts.normal.push_back(overlap.normal);
        contacts.area.push_back(overlap.area);
        contacts.chord.push_back(static_cast<float>(overlap.chord));
        contacts.kind.push_back(kind_of(simulation, k));
        contacts.mobilised.push_back(
            static_cast<float>(mobilised_friction(simulation, contact.pair, overlap, force)));
    }
    return contacts;
}

std::optional<CellState> cell_of(const Simulation& simulation) {
    if (simulation.cell() == nullptr) return {};
    return CellState{simulation.period(), simulation.cell()->rate(), simulation.cell()->strain()};
}

}  // namespace

Frame frame_of(const Simulation& simulation) {
    return {.step = simulation.steps(),
            .time = simulation.time(),
            .grains = grains_of(simulation),
            .walls = walls_of(simulation),
            .contacts = contacts_of(simulation),
            .cell = cell_of(simulation)};
}

BodyShape shape_of_grain(const Simulation& simulation, std::size_t grain) {
    return describe(static_cast<BodyNumber>(simulation.id_of(grain)), simulation.material(grain),
                    simulation.shape(grain));
}

std::vector<BodyShape> shapes_of_walls(std::span<const Wall> walls) {
    std::vector<BodyShape> shapes;
    for (const Wall& wall : walls)
        for (std::size_t k = 0; k < wall.pieces.size(); ++k) {
            const WallPiece& piece = wall.pieces[k];
            shapes.push_back(describe(number_of_piece(shapes.size()), wall.material, piece.shape));
            shapes.back().member = static_cast<std::int32_t>(k);
        }
    return shapes;
}

}  // namespace scree::engine
