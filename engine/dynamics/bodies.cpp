#include "engine/dynamics/bodies.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "engine/base/marked.h"
#include "engine/dynamics/snapshot_check.h"
#include "geometry/wide/wide_real.h"

namespace scree::engine {

using geometry::Rotation;
using geometry::Shape;
using geometry::Vec2;

namespace {

/// How often a body may have gone around a periodic domain.
constexpr std::int32_t most_turns = 1 << 30;

}  // namespace

BodyProperties properties_of(const Shape& shape, std::uint16_t material) {
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

void Bodies::make_pieces(std::size_t count) {
    properties_ = BodyArray<BodyProperties>(count);
    kinematics_ = BodyArray<Kinematics>(count);
    turns_ = BodyArray<Turns>(count);
    turned_ = BodyArray<Turns>(count);
}

GrainId Bodies::add(const NewGrain& grain, double density, Vec2 acceleration) {
    if (!is_finite(grain.position) || !is_finite(grain.velocity) ||
        !std::isfinite(grain.angle + grain.spin))
        throw std::invalid_argument("a grain must have finite position, angle, velocity and spin");
    shapes_.push_back(std::make_unique<const Shape>(grain.shape));
    const Shape& shape = *shapes_.back();
    const double mass = density * geometry::area(shape);
    const double inertia = density * geometry::second_moment(shape);
    BodyProperties properties = properties_of(shape, grain.material);
    properties.inverse_mass = 1.0 / mass;
    properties.inverse_inertia = 1.0 / inertia;
    properties.inverse_size = std::sqrt(std::numbers::pi / geometry::area(shape));

    const double half_square = 0.5 * dt_ * dt_;
    ids_.push_back(next_id_);
    mass_.push_back(mass);
    inertia_.push_back(inertia);
    properties_.push_grain(properties);
    x_.push_back(grain.position.x, dt_ * grain.velocity.x, half_square * acceleration.x);
    y_.push_back(grain.position.y, dt_ * grain.velocity.y, half_square * acceleration.y);
    angle_.push_back(grain.angle, dt_ * grain.spin, 0.0);
    Kinematics kinematics;
    kinematics.pose = {grain.position, Rotation::by(grain.angle)};
    kinematics.velocity = grain.velocity;
    kinematics.spin = grain.spin;
    kinematics_.push_grain(kinematics);
    turns_.push_grain({});
    turned_.push_grain({});
    return next_id_++;
}

void Bodies::remove(std::span<const std::uint8_t> marks) {
    erase_marked(ids_, marks);
    erase_marked(shapes_, marks);
    erase_marked(mass_, marks);
    erase_marked(inertia_, marks);
    properties_.erase_grains(marks);
    for (Coordinate* coordinate : coordinates()) coordinate->erase(marks);
    kinematics_.erase_grains(marks);
    turns_.erase_grains(marks);
    turned_.erase_grains(marks);
}

void Bodies::clear_grains() {
    ids_.clear();
    shapes_.clear();
    mass_.clear();
    inertia_.clear();
    properties_.clear_grains();
    for (Coordinate* coordinate : coordinates()) *coordinate = Coordinate(derivatives_);
    kinematics_.clear_grains();
    turns_.clear_grains();
    turned_.clear_grains();
}

std::optional<std::size_t> Bodies::find(GrainId id) const {
    const auto place = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (place == ids_.end() || *place != id) return {};
    return static_cast<std::size_t>(place - ids_.begin());
}

double Bodies::kinetic_energy(std::size_t grain, const Domain& domain) const {
    const Vec2 v =
        domain.deforms() ? velocity(grain) - domain.flow_at(position(grain)) : velocity(grain);
    return 0.5 * mass_[grain] * dot(v, v) + 0.5 * inertia_[grain] * spin(grain) * spin(grain);
}

double Bodies::place_grains(Range range, const double* sines, const double* cosines) {
    const std::size_t whole = (range.last - range.first) / 4 * 4;
    double furthest =
        place_in_fours<false>({range.first, range.first + whole}, sines, cosines, {}, nullptr);
    const double rate = 1.0 / dt_;
    for (std::size_t n = whole; n < range.last - range.first; ++n) {
        const std::size_t i = range.first + n;
        const auto body = static_cast<Body>(i);
        move(body, {position(i), {cosines[n], sines[n]}},
             {rate * x_.derivative(1)[i], rate * y_.derivative(1)[i]},
             rate * angle_.derivative(1)[i]);
        furthest = std::max(furthest, kinematics_[body].travel);
    }
    return furthest;
}

/// What a grain carries of the stress at its predicted state.
StressSums Bodies::carried_by(std::size_t grain, const Flow& flow) const {
    const Kinematics& body = kinematics_[static_cast<Body>(grain)];
    const Vec2 c = body.velocity - flow.velocity * (body.pose.position - flow.origin);
    return mass_[grain] * StressSums{c.x * c.x, c.y * c.y, c.x * c.y};
}

/// The range begins with a block, and so do the sums.
double Bodies::place_grains(Range range, const double* sines, const double* cosines,
                            const Flow& flow) {
    double furthest = 0.0;
    const double rate = 1.0 / dt_;
    for (std::size_t first = range.first; first < range.last; first += grain_block) {
        const std::size_t last = std::min(first + grain_block, range.last);
        const std::size_t whole = first + (last - first) / 4 * 4;
        StressSums carried;
        furthest = std::max(furthest,
                            place_in_fours<true>({first, whole}, sines + (first - range.first),
                                                 cosines + (first - range.first), flow, &carried));
        for (std::size_t i = whole; i < last; ++i) {
            Kinematics& body = kinematics_[static_cast<Body>(i)];
            const double radius = properties_[static_cast<Body>(i)].ring.radius();
            const Vec2 old = body.pose.position;
            const geometry::Rotation turn{cosines[i - range.first], sines[i - range.first]};
            const Vec2 moved = position(i) - old - flow.way * (old - flow.origin);
            const double turned =
                std::abs(turn.c - body.pose.rotation.c) + std::abs(turn.s - body.pose.rotation.s);
            body.travel += std::abs(moved.x) + std::abs(moved.y) + radius * turned +
                           flow.strain * (flow.reach + flow.reach_of_size * radius);
            body.pose = {position(i), turn};
            body.velocity = {rate * x_.derivative(1)[i], rate * y_.derivative(1)[i]};
            body.spin = rate * angle_.derivative(1)[i];
            furthest = std::max(furthest, body.travel);
            carried = carried + carried_by(i, flow);
        }
        (*flow.carried)[first / grain_block] = carried;
    }
    return furthest;
}

/// Does the same for a multiple of four grains, with the operations of move() for four at once: a
/// body is a row of eight numbers, and what moves it is in columns.
template <bool in_flow>
double Bodies::place_in_fours(Range range, const double* sines, const double* cosines,
                              const Flow& flow, StressSums* carried) {
    using Four = geometry::WideReal<4>;
    using geometry::load;
    using geometry::magnitude;
    Four furthest{};
    std::array<Four, 3> sums{};
    geometry::run_wide([&, rate = 1.0 / dt_]() SCREE_WIDE {
        for (std::size_t i = range.first; i < range.last; i += 4) {
            Kinematics* const body = &kinematics_[static_cast<Body>(i)];
            const BodyProperties* const properties = &properties_[static_cast<Body>(i)];
            std::array<Four, 4> old;
            Four travel;
            Four radius;
#pragma GCC unroll 4
            for (std::size_t n = 0; n < 4; ++n) {
                old[n] = load<Four>(body[n].numbers());
                travel[n] = body[n].travel;
                radius[n] = properties[n].ring.radius();
            }
            geometry::transpose(old.data());
            std::array<Four, 4> pose{
                load<Four>(x_.derivative(0) + i), load<Four>(y_.derivative(0) + i),
                load<Four>(cosines + (i - range.first)), load<Four>(sines + (i - range.first))};
            const Four turned =
                magnitude<Four>(pose[2] - old[2]) + magnitude<Four>(pose[3] - old[3]);
            if constexpr (in_flow) {
                const Four x = old[0] - flow.origin.x;
                const Four y = old[1] - flow.origin.y;
                const Four way_x = pose[0] - old[0] - (flow.way.xx * x + flow.way.xy * y);
                const Four way_y = pose[1] - old[1] - flow.way.yy * y;
                travel += magnitude<Four>(way_x) + magnitude<Four>(way_y) + radius * turned +
                          flow.strain * (flow.reach + flow.reach_of_size * radius);
            } else {
                travel += magnitude<Four>(pose[0] - old[0]) + magnitude<Four>(pose[1] - old[1]) +
                          radius * turned;
            }
            furthest = geometry::larger<Four>(furthest, travel);
            std::array<Four, 4> motion{rate * load<Four>(x_.derivative(1) + i),
                                       rate * load<Four>(y_.derivative(1) + i),
                                       rate * load<Four>(angle_.derivative(1) + i), travel};
            if constexpr (in_flow) {
                const Four x = pose[0] - flow.origin.x;
                const Four y = pose[1] - flow.origin.y;
                const Four c_x = motion[0] - (flow.velocity.xx * x + flow.velocity.xy * y);
                const Four c_y = motion[1] - flow.velocity.yy * y;
                const Four mass = load<Four>(mass_.data() + i);
                sums[0] += mass * (c_x * c_x);
                sums[1] += mass * (c_y * c_y);
                sums[2] += mass * (c_x * c_y);
            }
            geometry::transpose(pose.data());
            geometry::transpose(motion.data());
#pragma GCC unroll 4
            for (std::size_t n = 0; n < 4; ++n) {
                geometry::store(body[n].numbers(), pose[n]);
                geometry::store(body[n].numbers() + 4, motion[n]);
            }
        }
    });
    if constexpr (in_flow) {
        const auto sum = [](const Four& of) { return of[0] + of[1] + of[2] + of[3]; };
        *carried = {sum(sums[0]), sum(sums[1]), sum(sums[2])};
    }
    return std::max({furthest[0], furthest[1], furthest[2], furthest[3]});
}

double Bodies::furthest_travel() const {
    double furthest = 0.0;
    for_each([&](Body body) { furthest = std::max(furthest, kinematics_[body].travel); });
    return furthest;
}

void Bodies::forget_travel() {
    for_each([&](Body body) { kinematics_[body].travel = 0.0; });
}

bool Bodies::wrap(const Period& period) {
    bool any = false;
    for_each([&](Body body) {
        Vec2& place = kinematics_[body].pose.position;
        const Turns turns = period.turns_of(place);
        turned_[body] = turns;
        if (turns == Turns{}) return;
        any = true;
        place -= period.shift(turns);
        turns_[body] = turns_[body] + turns;
        if (is_wall(body)) return;
        x_.derivative(0)[body] = place.x;
        y_.derivative(0)[body] = place.y;
    });
    return any;
}

/// Nothing but the numbers changes for a grain whose derivatives are all put back by those of the
/// cell's matrix, times the turns.
bool Bodies::wrap(const Period& period, std::span<const Gradient> derivatives) {
    if (!wrap(period)) return false;
    for (std::size_t i = 0; i < grain_count(); ++i) {
        const auto body = static_cast<Body>(i);
        if (turned_[body] == Turns{}) continue;
        const Vec2 turns{static_cast<double>(turned_[body].x),
                         static_cast<double>(turned_[body].y)};
        for (std::size_t k = 1; k < derivatives.size(); ++k) {
            const Vec2 back = derivatives[k] * turns;
            x_.derivative(k)[i] -= back.x;
            y_.derivative(k)[i] -= back.y;
        }
        kinematics_[body].velocity = (1.0 / dt_) * Vec2{x_.derivative(1)[i], y_.derivative(1)[i]};
    }
    return true;
}

void Bodies::flip(std::int32_t widths) {
    for_each([&](Body body) { turns_[body].x += widths * turns_[body].y; });
}

void Bodies::push(const Gradient& change, Vec2 origin) {
    for (std::size_t i = 0; i < grain_count(); ++i) {
        const Vec2 faster = dt_ * (change * (position(i) - origin));
        x_.derivative(1)[i] += faster.x;
        y_.derivative(1)[i] += faster.y;
    }
}

void Bodies::write(Snapshot& to) const {
    to.next_id = next_id_;
    to.ids = ids_;
    for (const Coordinate* coordinate : coordinates())
        for (std::size_t k = 0; k < derivatives_; ++k)
            to.derivatives.insert(to.derivatives.end(), coordinate->derivative(k),
                                  coordinate->derivative(k) + grain_count());
    for_each([&](Body body) {
        const auto& [pose, velocity, spin, travel] = kinematics_[body];
        for (const double value : {pose.position.x, pose.position.y, pose.rotation.c,
                                   pose.rotation.s, velocity.x, velocity.y, spin, travel})
            to.bodies.push_back(value);
        for (const std::int32_t count : {turns_[body].x, turns_[body].y}) to.turns.push_back(count);
    });
}

void Bodies::check(const Snapshot& from, std::size_t grains, const Period& period) const {
    using namespace snapshot_check;
    const std::size_t bodies = piece_count() + grains;
    require_size(from.ids.size(), grains, "the grains");
    for (std::size_t i = 0; i < grains; ++i)
        require(from.ids[i] < from.next_id && (i == 0 || from.ids[i - 1] < from.ids[i]),
                "the ids of the grains do not rise, or reach beyond the next free one");
    require_size(from.derivatives.size(), 3 * derivatives_ * grains, "the motion of the grains");
    require_size(from.bodies.size(), Snapshot::body_numbers * bodies, "the bodies");
    require_size(from.turns.size(), 2 * bodies, "the turns");
    require(are_turns(from.turns, period, most_turns), "a body went around too often");
    require(all_finite(from.derivatives) && all_finite(from.bodies), "a body is not finite");
    for (const double value : from.derivatives)
        require(std::abs(value) < largest_coordinate, "a grain is out of reach");
    for (std::size_t k = 0; k < bodies; ++k) {
        const double* body = from.bodies.data() + k * Snapshot::body_numbers;
        require(std::abs(body[0]) < largest_coordinate && std::abs(body[1]) < largest_coordinate,
                "a body is out of reach");
        require(is_unit(body[2], body[3]), "the sine and cosine of a body belong to no angle");
        require(body[7] >= 0.0, "the distance that a body has travelled is negative");
    }
}

void Bodies::read(const Snapshot& from, std::span<const NewGrain> grains,
                  std::span<const double> densities) {
    clear_grains();
    for (const NewGrain& grain : grains) add(grain, densities[grain.material], {});
    ids_ = from.ids;
    next_id_ = from.next_id;
    const double* number = from.derivatives.data();
    for (Coordinate* coordinate : coordinates())
        for (std::size_t k = 0; k < derivatives_; ++k, number += grain_count())
            std::copy_n(number, grain_count(), coordinate->derivative(k));
    const double* body = from.bodies.data();
    const std::int32_t* turns = from.turns.data();
    for_each([&](Body at) {
        kinematics_[at] = {
            {{body[0], body[1]}, {body[2], body[3]}}, {body[4], body[5]}, body[6], body[7]};
        turns_[at] = {turns[0], turns[1]};
        body += Snapshot::body_numbers;
        turns += 2;
    });
}

void Bodies::add_grains_to(Fnv1a& hash, const Period& period) const {
    for (std::size_t i = 0; i < grain_count(); ++i) {
        hash.word(ids_[i]);
        for (std::size_t k = 0; k < derivatives_; ++k)
            for (const Coordinate* coordinate : coordinates())
                hash.number(coordinate->derivative(k)[i]);
        if (period.any()) hash.word(word_of(turns_[static_cast<Body>(i)]));
    }
}

void Bodies::add_pieces_to(Fnv1a& hash) const {
    for (std::size_t k = 0; k < piece_count(); ++k) {
        const auto& [position, rotation] = kinematics_[wall_body(k)].pose;
        for (const double value : {position.x, position.y, rotation.c, rotation.s})
            hash.number(value);
    }
}

}  // namespace scree::engine
