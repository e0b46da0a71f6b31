#include "engine/dynamics/walls/walls.h"

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

Walls::Walls(std::vector<Wall> walls, std::size_t materials, IntegratorKind integrator, double dt,
             const Domain& domain, Bodies& bodies)
    : walls_(std::move(walls)), first_piece_(1, 0), loads_(integrator, dt) {
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const Wall& wall = walls_[w];
        engine::check(wall);
        if (wall.material >= materials)
            throw std::invalid_argument(name_of(w) + " is of a material that does not exist");
        present_.push_back(wall.present);
        there_.push_back(is_there(w, 0.0));
        clocks_.push_back(first_clock(wall));
        starts_.push_back(wall.start);
        for (const WallPiece& given : wall.pieces) {
            Piece piece{static_cast<std::uint32_t>(w), wall.pieces.size() > 1, {}, {}};
            WallPiece fitted = given;
            piece.spans = fit_into(domain.period(), fitted, wall.motion);
            if (piece.spans.x || piece.spans.y) piece.endless = std::move(fitted);
            pieces_.push_back(std::move(piece));
        }
        first_piece_.push_back(pieces_.size());
        loads_.add(wall.motion, inertia_over_mass(w), clocks_.back().since);
    }
    find_smallest_thickness();
    bodies.make_pieces(pieces_.size());
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        const Body body = wall_body(k);
        const Wall& wall = walls_[pieces_[k].wall];
        bodies.set_piece(body, properties_of(felt(body).shape, wall.material));
        const WallPlace start = place(pieces_[k].wall, 0.0);
        bodies.move(body, pose_of(felt(body), wall.motion, start), {}, 0.0);
    }
    for (std::size_t w = 0; w < walls_.size(); ++w) set_masses(w, bodies);
}

/// A piece of a wall under load has the mass of the whole wall, and an inertia if the wall turns
/// freely.
void Walls::set_masses(std::size_t wall, Bodies& bodies) const {
    for (std::size_t k = first_piece_[wall]; k < first_piece_[wall + 1]; ++k) {
        BodyProperties properties = bodies.properties(wall_body(k));
        properties.inverse_mass = loads_.inverse_mass(wall);
        properties.inverse_inertia = loads_.inverse_inertia(wall);
        bodies.set_piece(wall_body(k), properties);
    }
}

/// The square of the radius of gyration of a wall about the point that it turns about, m2.
double Walls::inertia_over_mass(std::size_t wall) const {
    double areas = 0.0;
    double moments = 0.0;
    for (const WallPiece& piece : walls_[wall].pieces) {
        const double area = geometry::area(piece.shape);
        const Vec2 arm = piece.position - walls_[wall].motion.about;
        areas += area;
        moments += geometry::second_moment(piece.shape) + area * dot(arm, arm);
    }
    return moments / areas;
}

void Walls::find_smallest_thickness() {
    smallest_thickness_ = std::numeric_limits<double>::infinity();
    for (const Wall& wall : walls_) {
        if (wall.motion.kind == WallMotion::Kind::fixed) continue;
        for (const WallPiece& piece : wall.pieces)
            smallest_thickness_ = std::min(smallest_thickness_, 2.0 * inradius(piece.shape));
    }
}

void Walls::require_wall(std::size_t wall) const {
    if (wall >= walls_.size()) throw std::invalid_argument("there is no such wall");
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

bool Walls::has_gate_to_pass(double time) const {
    for (std::size_t w = 0; w < walls_.size(); ++w)
        if (is_there(w, time) != is_there(w)) return true;
    return false;
}

bool Walls::pass_gates(double time) {
    bool any = false;
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const std::uint8_t there = is_there(w, time);
        if (there == there_[w]) continue;
        any = true;
        there_[w] = there;
        if (there != 0)
            loads_.appear(w, walls_[w].motion, time);
        else
            loads_.stop(w);
    }
    return any;
}

void Walls::set_present(std::size_t wall, bool present, double now) {
    require_wall(wall);
    if (present == (present_[wall] != 0)) return;
    WallClock& clock = clocks_[wall];
    if (!walls_[wall].moves_from_start)
        clock = {std::max(now, clock.since), present ? clock.shown : clock.at(now), clock.rate};
    present_[wall] = present;
}

/// The clock of a wall as it goes at present.
WallClock Walls::running_clock(std::size_t wall) const {
    if (!stands_still(wall)) return clocks_[wall];
    return {.since = 0.0, .shown = clocks_[wall].shown, .rate = 0.0};
}

WallPlace Walls::place(std::size_t wall, double time) const {
    const WallMotion& motion = walls_[wall].motion;
    WallPlace place = place_at(motion, running_clock(wall), time);
    if (motion.is_loaded()) {
        place.shift += loads_.way(wall) * motion.load.along;
        place.velocity += loads_.speed(wall) * motion.load.along;
        if (motion.load.torque) {
            place.turn = loads_.turn(wall);
            place.turned = geometry::Rotation::by(place.turn);
            place.spin = loads_.spin(wall);
        }
    }
    return moved_on(starts_[wall], place);
}

void Walls::set_rate(std::size_t wall, double rate, double now) {
    require_wall(wall);
    if (!std::isfinite(rate)) throw std::invalid_argument("the rate of a wall must be finite");
    WallClock& clock = clocks_[wall];
    if (!stands_still(wall)) clock = {std::max(now, clock.since), clock.at(now), rate};
    clock.rate = rate;
}

double Walls::set_motion(std::size_t wall, const WallMotion& motion, double now,
                         const Domain& domain, Bodies& bodies, Workers& workers) {
    require_wall(wall);
    engine::check(motion);
    for (std::size_t k = first_piece_[wall]; k < first_piece_[wall + 1]; ++k) {
        WallPiece piece = given(wall_body(k));
        const Spans spans = fit_into(domain.period(), piece, motion);
        if (spans.x != pieces_[k].spans.x || spans.y != pieces_[k].spans.y)
            throw std::invalid_argument(name_of(wall) +
                                        " has no ends with one motion, and ends with another");
    }
    const double kinetic = loads_.kinetic_energy(wall);
    const WallMotion& before = walls_[wall].motion;
    if (before.is_loaded() && motion.is_loaded())
        loads_.act(wall, loads_.acting(wall) * dot(before.load.along, motion.load.along));
    WallPlace place = this->place(wall, now);
    if (!is_there(wall)) {
        place.velocity = {};
        place.spin = 0.0;
    }
    starts_[wall] = start_from(place, walls_[wall].motion.about, motion.about);
    walls_[wall].motion = motion;
    clocks_[wall] = {std::max(now, first_clock(walls_[wall]).since), 0.0, 1.0};
    loads_.assign(wall, motion, inertia_over_mass(wall));
    loads_.begin(wall, motion, now, place.velocity, place.spin,
                 motion.is_loaded() && motion.load.is_pressure ? loaded_length(wall, now) : 0.0);
    set_masses(wall, bodies);
    find_smallest_thickness();
    move_one(wall, now, domain, bodies, workers);
    return loads_.kinetic_energy(wall) - kinetic;
}

void Walls::go_on(std::size_t wall, Vec2 velocity, double spin, Vec2 force, double now) {
    require_wall(wall);
    clocks_[wall] = {std::max(now, first_clock(walls_[wall]).since), 0.0, 1.0};
    const WallMotion& motion = walls_[wall].motion;
    if (!motion.is_loaded()) return;
    loads_.act(wall, dot(force, motion.load.along));
    const bool there = is_there(wall, now);
    loads_.begin(wall, motion, now, there ? velocity : Vec2{}, there ? spin : 0.0,
                 motion.load.is_pressure ? loaded_length(wall, now) : 0.0);
}

void Walls::assign_motions(std::span<const WallMotion> motions, Bodies& bodies) {
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        walls_[w].motion = motions[w];
        loads_.assign(w, motions[w], inertia_over_mass(w));
        set_masses(w, bodies);
    }
    find_smallest_thickness();
}

double Walls::kinetic_energy() const {
    double sum = 0.0;
    if (loads_.any())
        for (std::size_t w = 0; w < walls_.size(); ++w) sum += loads_.kinetic_energy(w);
    return sum;
}

void Walls::set_load(std::size_t wall, double value, double now,
                     const std::optional<LoadChange>& change) {
    require_wall(wall);
    const WallMotion& motion = walls_[wall].motion;
    if (!motion.is_loaded()) throw std::invalid_argument(name_of(wall) + " is not under load");
    if (!std::isfinite(value)) throw std::invalid_argument("the load of a wall must be finite");
    loads_.set_value(wall, value, now,
                     change.value_or(LoadChange{motion.load.rise.value(), false}));
}

double Walls::loaded_length(std::size_t wall, double time) const {
    const WallLoad& load = walls_[wall].motion.load;
    if (!load.between) return load.length;
    const auto [one, other] = *load.between;
    const Vec2 moved = place(other, time).shift - place(one, time).shift;
    return std::max(0.0, load.gap + dot(moved, load.across));
}

double Walls::displacement(std::size_t wall, double time) const {
    const WallMotion& motion = walls_[wall].motion;
    if (motion.is_loaded()) return loads_.way(wall);
    return length(place_at(motion, running_clock(wall), time).shift);
}

double Walls::load_force(std::size_t wall, double time) const {
    const WallMotion& motion = walls_[wall].motion;
    if (!motion.is_loaded()) return 0.0;
    return load_value(wall, time) * (motion.load.is_pressure ? loaded_length(wall, time) : 1.0);
}

LoadWork Walls::correct_loads(std::span<const WallPush> pushes, Vec2 gravity, double time) {
    // All lengths are of the predicted places, so that the order of the walls does not count.
    forces_.assign(walls_.size(), 0.0);
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        if (is_there(w)) forces_[w] = load_force(w, time);
    }
    LoadWork work;
    for (std::size_t w = 0; w < walls_.size(); ++w)
        if (walls_[w].motion.is_loaded() && is_there(w))
            work += loads_.correct(w, walls_[w].motion, pushes[w], forces_[w], gravity, time);
    return work;
}

std::optional<std::size_t> Walls::without_resistance() const {
    for (std::size_t w = 0; w < walls_.size(); ++w)
        if (walls_[w].motion.is_loaded() &&
            !(std::abs(loads_.way(w)) <= walls_[w].motion.load.furthest))
            return w;
    return {};
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
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        for (const double value : {starts_[w].shift.x, starts_[w].shift.y, starts_[w].turn,
                                   static_cast<double>(present_[w])})
            to.wall_states.push_back(value);
        loads_.write(w, to.wall_states);
    }
}

void Walls::check(const Snapshot& from, double time) const {
    using namespace snapshot_check;
    require_size(from.wall_clocks.size(), Snapshot::clock_numbers * walls_.size(),
                 "the clocks of the walls");
    require(all_finite(from.wall_clocks), "the clock of a wall is not finite");
    require_size(from.wall_states.size(), Snapshot::wall_numbers * walls_.size(),
                 "the motion of the walls");
    for (std::size_t w = 0; w < walls_.size(); ++w) check_state(from, w, time);
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        const WallClock clock = clock_in(from, w);
        require(clock.since >= 0.0 && clock.since <= std::max(time, first_clock(walls_[w]).since),
                "the clock of a wall was set at a time that has not come yet");
        const Vec2 shift = place_at(walls_[w].motion, clock, time).shift;
        require(std::abs(shift.x) < largest_coordinate && std::abs(shift.y) < largest_coordinate,
                "a wall is out of reach");
    }
}

void Walls::check_state(const Snapshot& from, std::size_t wall, double time) const {
    using namespace snapshot_check;
    const std::span numbers(from.wall_states.data() + wall * Snapshot::wall_numbers,
                            Snapshot::wall_numbers);
    require(all_finite(numbers), "the motion of a wall is not finite");
    for (const double value : numbers)
        require(std::abs(value) < largest_coordinate, "a wall is out of reach");
    require(numbers[3] == 0.0 || numbers[3] == 1.0, "a wall is neither there nor away");
    const double since = numbers[6];
    require(since >= 0.0 && since <= std::max(time, first_clock(walls_[wall]).since),
            "the load on a wall began to change at a time that has not come yet");
    require(numbers[7] >= 0.0 && (numbers[8] == 0.0 || numbers[8] == 1.0),
            "the load on a wall changes in an unknown way");
}

void Walls::read(const Snapshot& from, double time) {
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        clocks_[w] = clock_in(from, w);
        const double* numbers = from.wall_states.data() + w * Snapshot::wall_numbers;
        starts_[w] = {{numbers[0], numbers[1]}, numbers[2]};
        present_[w] = numbers[3] != 0.0;
        there_[w] = is_there(w, time);
        loads_.read(w, numbers + 4);
    }
}

void Walls::add_to(Fnv1a& hash) const {
    // What was never changed is left out.
    for (std::size_t w = 0; w < walls_.size(); ++w) {
        if (starts_[w] != WallStart{})
            for (const double value : {starts_[w].shift.x, starts_[w].shift.y, starts_[w].turn})
                hash.number(value);
        if (present_[w] == 0) hash.word(w);
        loads_.add_to(hash, w);
        const auto& [since, shown, rate] = clocks_[w];
        if (clocks_[w] == first_clock(walls_[w])) continue;
        for (const double value : {since, shown, rate}) hash.number(value);
    }
}

}  // namespace scree::engine
