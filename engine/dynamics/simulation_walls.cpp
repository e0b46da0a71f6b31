// Walls: where they are, when they are there, and what is done to them.

#include <algorithm>
#include <cmath>

#include "engine/dynamics/simulation.h"

namespace scree::engine {
namespace {

/// Pieces of walls that a worker moves at a time: drums have hundreds.
constexpr std::size_t piece_block = 256;

}  // namespace

BodyProperties properties_of(const geometry::Shape& shape, std::uint16_t material) {
    BodyProperties body;
    body.material = material;
    if (const auto* disc = std::get_if<geometry::Disc>(&shape)) {
        body.ring = {nullptr, 0, disc->radius()};
        body.is_disc = true;
    } else {
        body.ring = std::get<geometry::ConvexPolygon>(shape).ring();
    }
    return body;
}

void Simulation::set_up_walls() {
    wall_clocks_.resize(model_.walls.size());
    first_piece_.assign(1, 0);
    for (const Wall& wall : model_.walls) {
        check(wall);
        if (wall.material >= model_.materials.size())
            throw std::invalid_argument("a wall is of a material that there is not");
        first_piece_.push_back(first_piece_.back() + wall.pieces.size());
        was_there_.push_back(wall.is_there(0.0));
    }
    for (Wall& wall : model_.walls)
        for (WallPiece& piece : wall.pieces)
            spans_.push_back(fit_into(settings_.period, piece, wall.motion));
    const std::size_t pieces = first_piece_.back();
    properties_ = BodyArray<BodyProperties>(pieces);
    kinematics_ = BodyArray<Kinematics>(pieces);
    turns_ = BodyArray<Turns>(pieces);
    turned_ = BodyArray<Turns>(pieces);
    extremes_ = BodyArray<geometry::ExtremeVertices>(pieces);
    boxes_ = Boxes(pieces);
    for (std::size_t k = 0; k < model_.walls.size(); ++k) {
        const Wall& wall = model_.walls[k];
        const WallPlace place = place_at(wall.motion, 0.0);
        for (const WallPiece& piece : wall.pieces) {
            const Body body = wall_body(wall_of_piece_.size());
            properties_[body] = properties_of(piece.shape, wall.material);
            wall_of_piece_.push_back(static_cast<std::uint32_t>(k));
            is_grouped_.push_back(wall.pieces.size() > 1);
            move(body, pose_of(piece, wall.motion, place), {}, 0.0);
        }
    }
}

/// Gates open and close at the step that reaches their time. What the contacts of a gate store goes
/// with it.
void Simulation::pass_gates() {
    const double now = static_cast<double>(steps_ + 1) * settings_.dt;
    bool closed = false;
    for (std::size_t k = 0; k < model_.walls.size(); ++k) {
        const std::uint8_t there = model_.walls[k].is_there(now);
        if (there == was_there_[k]) continue;
        was_there_[k] = there;
        outrun_ = true;
        closed = closed || !there;
    }
    if (!closed) return;
    drop_contacts_if(
        [&](BodyPair pair) { return is_wall(pair.j) && !was_there_[wall_of(pair.j)]; });
}

void Simulation::move_walls() {
    const double now = static_cast<double>(steps_ + 1) * settings_.dt;
    for (std::size_t k = 0; k < model_.walls.size(); ++k) {
        const Wall& wall = model_.walls[k];
        if (wall.motion.kind == WallMotion::Kind::fixed) continue;
        const WallPlace place = place_of(k, now);
        const Vec2 centre = wall.motion.about + place.shift;
        const std::size_t first = first_piece_[k];
        workers_.split(wall.pieces.size(), piece_block, [&](Range range, std::uint32_t) {
            for (std::size_t p = range.first; p < range.last; ++p) {
                const Body body = wall_body(first + p);
                geometry::Transform pose = pose_of(wall.pieces[p], wall.motion, place);
                const Vec2 velocity =
                    place.velocity + place.spin * turned_left(pose.position - centre);
                pose.position = held(pose.position, wall.pieces[p].position, spans_[first + p]) -
                                settings_.period.shift(turns_[body]);
                move(body, pose, velocity, place.spin);
            }
        });
        for (std::size_t p = 0; p < wall.pieces.size(); ++p)
            outrun_ = outrun_ || !(kinematics_[wall_body(first + p)].travel <= skin_);
    }
}

Vec2 Simulation::wall_force(std::size_t wall) const {
    Vec2 sum;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Body body = contacts_[k].pair.j;
        if (is_wall(body) && wall_of(body) == wall) sum += forces_[k].force;
    }
    return sum;
}

double Simulation::wall_torque(std::size_t wall) const {
    const Vec2 centre = model_.walls[wall].motion.about + wall_place(wall).shift;
    double sum = 0.0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Body body = contacts_[k].pair.j;
        if (!is_wall(body) || wall_of(body) != wall) continue;
        const Vec2 place = kinematics_[body].pose.position + settings_.period.shift(turns_[body]);
        // Of a wall without ends: where the grains are.
        const Vec2 arm = held(place, centre, spans_[wall_index(body)]) - centre;
        sum += forces_[k].torque[1] + cross(arm, forces_[k].force);
    }
    return sum;
}

}  // namespace scree::engine
