#include "engine/dynamics/walls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {

using geometry::Vec2;

namespace {

/// Number of wall pieces that a worker moves at a time; a drum has hundreds.
constexpr std::size_t piece_block = 256;

WallClock clock_in(const Snapshot& from, std::size_t wall) {
    const double* numbers = from.wall_clocks.data() + wall * Snapshot::clock_numbers;
    return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

Walls::Walls(std::vector<Wall> walls, std::size_t materials, const Domain& domain, Bodies& bodies)
    : walls_(std::move(walls)), first_piece_(1, 0) {
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const Wall& wall = walls_[w];
        engine::check(wall);
        if (wall.material >= materials)
            throw std::invalid_argument(name_of(w) + " is of a material that does not exist");
        there_.push_back(wall.is_there(0.0));
        clocks_.push_back(first_clock(wall));
        for (const WallPiece& given : wall.pieces) {
            Piece piece{static_cast<std::uint32_t>(w), wall.pieces.size() > 1, {}, {}};
            WallPiece fitted = given;
            piece.spans = fit_into(domain.period(), fitted, wall.motion);
            if (piece.spans.x || piece.spans.y) piece.endless = std::move(fitted);
            if (wall.motion.kind != WallMotion::Kind::fixed)
                smallest_thickness_ = std::min(smallest_thickness_, 2.0 * inradius(given.shape));
            pieces_.push_back(std::move(piece));
        }
        first_piece_.push_back(pieces_.size());
    }
    bodies.make_pieces(pieces_.size());
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        const Body body = wall_body(k);
        const Wall& wall = walls_[pieces_[k].wall];
        bodies.set_piece(body, properties_of(felt(body).shape, wall.material));
        const WallPlace start = place(pieces_[k].wall, 0.0);
        bodies.move(body, pose_of(felt(body), wall.motion, start), {}, 0.0);
    }
}

std::string Walls::name_of(std::size_t wall) const {
    const std::string& name = walls_[wall].name;
    return name.empty() ? "wall " + std::to_string(wall) : "wall `" + name + "`";
}

const WallPiece& Walls::given(Body piece) const {
    const std::size_t wall = wall_of(piece);
    return walls_[wall].pieces[wall_index(piece) - first_piece_[wall]];
}

const WallPiece& Walls::felt(Body piece) const {
    const Piece& entry = pieces_[wall_index(piece)];
    return entry.endless ? *entry.endless : given(piece);
}

bool Walls::pass_gates(double time) {
    bool any = false;
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const std::uint8_t there = walls_[w].is_there(time);
        any = any || there != there_[w];
        there_[w] = there;
    }
    return any;
}

void Walls::set_rate(std::size_t wall, double rate, double now) {
    if (wall >= walls_.size()) throw std::invalid_argument("there is no such wall");
    if (!std::isfinite(rate)) throw std::invalid_argument("the rate of a wall must be finite");
    WallClock& clock = clocks_[wall];
    clock = {std::max(now, clock.since), clock.at(now), rate};
}

double Walls::move(double time, const Domain& domain, Bodies& bodies, Workers& workers) const {
    double furthest = 0.0;
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        if (walls_[w].motion.kind == WallMotion::Kind::fixed) continue;
        move_one(w, time, domain, bodies, workers);
        for (std::size_t k = first_piece_[w]; k < first_piece_[w + 1]; ++k) {
            const double travel = bodies.kinematics(wall_body(k)).travel;
            // NaN counts as having travelled too far.
            if (!(travel <= furthest))
                furthest = travel > furthest ? travel : std::numeric_limits<double>::infinity();
        }
    }
    return furthest;
}

void Walls::move_one(std::size_t wall, double time, const Domain& domain, Bodies& bodies,
                     Workers& workers) const {
    const WallMotion& motion = walls_[wall].motion;
    const WallPlace place = this->place(wall, time);
    const Vec2 centre = motion.about + place.shift;
    const std::size_t first = first_piece_[wall];
    const std::vector<WallPiece>& given = walls_[wall].pieces;
    workers.split(given.size(), piece_block, [&](Range range, std::uint32_t) {
        for (std::size_t p = range.first; p < range.last; ++p) {
            const Body body = wall_body(first + p);
            const Piece& entry = pieces_[first + p];
            const WallPiece& piece = entry.endless ? *entry.endless : given[p];
            geometry::Transform pose = pose_of(piece, motion, place);
            const Vec2 velocity = place.velocity + place.spin * turned_left(pose.position - centre);
            pose.position = held(pose.position, piece.position, entry.spans) -
                            domain.period().shift(bodies.turns_put_back(body));
            bodies.move(body, pose, velocity, place.spin);
        }
    });
}

void Walls::write(Snapshot& to) const {
    for (const WallClock& clock : clocks_)
        for (const double value : {clock.since, clock.shown, clock.rate})
            to.wall_clocks.push_back(value);
}

void Walls::check(const Snapshot& from, double time) const {
    using namespace snapshot_check;
    require_size(from.wall_clocks.size(), Snapshot::clock_numbers * walls_.size(),
                 "the clocks of the walls");
    require(all_finite(from.wall_clocks), "the clock of a wall is not finite");
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const WallClock clock = clock_in(from, w);
        require(clock.since >= 0.0 && clock.since <= std::max(time, first_clock(walls_[w]).since),
                "the clock of a wall was set at a time that has not come yet");
        const Vec2 shift = place_at(walls_[w].motion, clock, time).shift;
        require(std::abs(shift.x) < largest_coordinate && std::abs(shift.y) < largest_coordinate,
                "a wall is out of reach");
    }
}

void Walls::read(const Snapshot& from, double time) {
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        clocks_[w] = clock_in(from, w);
        there_[w] = walls_[w].is_there(time);
    }
}

void Walls::add_to(Fnv1a& hash) const {
    // Clocks that were never changed are left out.
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const auto& [since, shown, rate] = clocks_[w];
        if (clocks_[w] == first_clock(walls_[w])) continue;
        for (const double value : {since, shown, rate}) hash.number(value);
    }
}

}  // namespace scree::engine
