#include "engine/frame.h"

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

void add(BodyStates& states, BodyNumber body, Vec2 position, double angle, Vec2 velocity,
         double spin) {
    states.body.push_back(body);
    states.position.push_back(position);
    states.angle.push_back(angle);
    states.velocity.push_back(velocity);
    states.spin.push_back(spin);
}

}  // namespace

Frame frame_of(const Simulation& simulation, std::span<const Wall> walls) {
    Frame frame;
    frame.step = simulation.steps();
    frame.time = simulation.time();
    for (std::size_t i = 0; i < simulation.grain_count(); ++i)
        add(frame.grains, static_cast<BodyNumber>(simulation.id_of(i)), simulation.position(i),
            simulation.angle(i), simulation.velocity(i), simulation.spin(i));
    for (std::size_t w = 0; w < walls.size(); ++w) {
        if (!simulation.is_there(w)) continue;
        const WallPlace place = simulation.wall_place(w);
        const Vec2 centre = walls[w].motion.about + place.shift;
        const Range pieces = simulation.pieces_of(w);
        for (std::size_t p = pieces.first; p < pieces.last; ++p) {
            const Vec2 at = simulation.kinematics(wall_body(p)).pose.position;
            add(frame.walls, number_of_piece(p), at,
                walls[w].pieces[p - pieces.first].angle + place.turn,
                place.velocity + place.spin * turned_left(at - centre), place.spin);
        }
    }
    for (std::size_t k = 0; k < simulation.contacts().size(); ++k) {
        if (!simulation.touches(k)) continue;
        const auto [i, j] = simulation.contacts()[k].pair;
        frame.contacts.pair.push_back({number_of(simulation, i), number_of(simulation, j)});
        frame.contacts.point.push_back(simulation.kinematics(i).pose.position +
                                       simulation.point_of_force(k));
        frame.contacts.force.push_back(simulation.contact_forces()[k].force);
        frame.contacts.normal.push_back(simulation.overlap(k).normal);
        frame.contacts.area.push_back(simulation.overlap(k).area);
    }
    return frame;
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
