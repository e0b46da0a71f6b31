#include "engine/frame/frame.h"

namespace scree::engine {
namespace {

BodyNumber number_of_piece(std::size_t piece) { return -1 - static_cast<BodyNumber>(piece); }

BodyNumber number_of(const Simulation& simulation, Body body) {
    return is_wall(body) ? number_of_piece(wall_index(body))
                         : static_cast<BodyNumber>(simulation.id_of(body));
}

BodyShape describe(BodyNumber body, std::uint16_t material, const geometry::Shape& shape) {
    BodyShape out{body, material, 0.0, {}};
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

ContactStates contacts_of(const Simulation& simulation) {
    ContactStates contacts;
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
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
        contacts.force.push_back(simulation.contact_forces()[k].force);
        contacts.normal.push_back(overlap.normal);
        contacts.area.push_back(overlap.area);
    }
    return contacts;
}

std::optional<CellState> cell_of(const Simulation& simulation) {
    if (simulation.cell() == nullptr) return {};
    return CellState{simulation.period(), simulation.cell()->rate(), simulation.cell()->strain()};
}

}  // namespace

Frame frame_of(const Simulation& simulation) {
    return {simulation.steps(),   simulation.time(),       grains_of(simulation),
            walls_of(simulation), contacts_of(simulation), cell_of(simulation)};
}

BodyShape shape_of_grain(const Simulation& simulation, std::size_t grain) {
    return describe(static_cast<BodyNumber>(simulation.id_of(grain)), simulation.material(grain),
                    simulation.shape(grain));
}

std::vector<BodyShape> shapes_of_walls(std::span<const Wall> walls) {
    std::vector<BodyShape> shapes;
    for (const Wall& wall : walls)
        for (const WallPiece& piece : wall.pieces)
            shapes.push_back(describe(number_of_piece(shapes.size()), wall.material, piece.shape));
    return shapes;
}

}  // namespace scree::engine
