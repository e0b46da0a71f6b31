#include "engine/dynamics/simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "engine/dynamics/time_step.h"

namespace scree::engine {
namespace {

using geometry::Disc;
using geometry::Rotation;
using geometry::Shape;
using geometry::Transform;

/// For the hash.
template <class Count>
std::uint64_t word_of(const Count& count) {
    return std::uint64_t{static_cast<std::uint32_t>(count.x)} << 32 |
           static_cast<std::uint32_t>(count.y);
}

}  // namespace

class Simulation::Stopwatch {
public:
    explicit Stopwatch(PhaseTimes& times) : times_(times) {}
    void lap(Phase phase) {
        const auto now = std::chrono::steady_clock::now();
        times_[static_cast<std::size_t>(phase)] +=
            std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }

private:
    PhaseTimes& times_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Simulation::Simulation(Model model, const Settings& settings)
    : model_(std::move(model)),
      settings_(settings),
      gear_(gear_of(settings.integrator)),
      workers_(settings.threads),
      box_axes_{BoxAxis(settings.period.low.x, settings.period.size.x),
                BoxAxis(settings.period.low.y, settings.period.size.y)},
      worker_counts_(workers_.count()) {
    if (!(settings.dt > 0.0) || !std::isfinite(settings.dt))
        throw std::invalid_argument("the time step must be a positive number of seconds");
    broad_phase_ =
        make_broad_phase(settings.broad_phase, {box_axes_[0].period(), box_axes_[1].period()});
    stability_.limit = stable_limit_of(settings.integrator).drag;
    set_up_walls();
}

Simulation::~Simulation() = default;

void Simulation::check_kind(const NewGrain& grain) const {
    if (settings_.law == LawKind::linear && !std::holds_alternative<Disc>(grain.shape))
        throw std::invalid_argument(
            "the law `linear` is for discs; polygons take `area` or `energy`");
    if (grain.material >= model_.materials.size())
        throw std::invalid_argument("a grain is of a material that there is not");
    check_size(grain.shape);
}

GrainId Simulation::add_grain(const NewGrain& grain) {
    check_kind(grain);
    if (!is_finite(grain.position) || !is_finite(grain.velocity) ||
        !std::isfinite(grain.angle + grain.spin))
        throw std::invalid_argument("a grain is not at a finite place, or moves without bounds");
    shapes_.push_back(std::make_unique<const Shape>(grain.shape));
    const Shape& shape = *shapes_.back();
    const double density = model_.materials[grain.material].density;
    const double mass = density * geometry::area(shape);
    const double inertia = density * geometry::second_moment(shape);
    BodyProperties properties = properties_of(shape, grain.material);
    properties.inverse_mass = 1.0 / mass;
    properties.inverse_inertia = 1.0 / inertia;
    properties.inverse_size = std::sqrt(std::numbers::pi / geometry::area(shape));

    const double dt = settings_.dt;
    const double half_square = 0.5 * dt * dt;
    ids_.push_back(next_id_);
    mass_.push_back(mass);
    inertia_.push_back(inertia);
    properties_.push_grain(properties);
    // Gravity from the first step on: the predictor needs it.
    x_.push_back(grain.position.x, dt * grain.velocity.x, half_square * settings_.gravity.x);
    y_.push_back(grain.position.y, dt * grain.velocity.y, half_square * settings_.gravity.y);
    angle_.push_back(grain.angle, dt * grain.spin, 0.0);
    Kinematics kinematics;
    kinematics.pose = {grain.position, Rotation::by(grain.angle)};
    kinematics.velocity = grain.velocity;
    kinematics.spin = grain.spin;
    kinematics_.push_grain(kinematics);
    turns_.push_grain({});
    turned_.push_grain({});
    extremes_.push_grain({});
    boxes_.push_grain({});
    ledger_.added += 0.5 * mass * dot(grain.velocity, grain.velocity) +
                     0.5 * inertia * grain.spin * grain.spin -
                     mass * dot(settings_.gravity, grain.position);
    bodies_changed_ = true;
    return next_id_++;
}

void Simulation::remove_grain(GrainId id) {
    const auto place = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (place == ids_.end() || *place != id)
        throw std::invalid_argument("there is no grain " + std::to_string(id));
    const auto grain = static_cast<std::size_t>(place - ids_.begin());
    const Vec2 v = velocity(grain);
    ledger_.added -= 0.5 * mass_[grain] * dot(v, v) +
                     0.5 * inertia_[grain] * spin(grain) * spin(grain) -
                     mass_[grain] * dot(settings_.gravity, unwrapped_position(grain));
    const auto body = static_cast<Body>(grain);
    drop_contacts_if([body](BodyPair pair) { return pair.i == body || pair.j == body; });
    // Those above it get other numbers.
    for (Contact& contact : contacts_) {
        if (contact.pair.i > body) --contact.pair.i;
        if (contact.pair.j > body && !is_wall(contact.pair.j)) --contact.pair.j;
    }
    const auto at = static_cast<std::ptrdiff_t>(grain);
    ids_.erase(place);
    shapes_.erase(shapes_.begin() + at);
    mass_.erase(mass_.begin() + at);
    inertia_.erase(inertia_.begin() + at);
    properties_.erase_grain(grain);
    kinematics_.erase_grain(grain);
    turns_.erase_grain(grain);
    turned_.erase_grain(grain);
    extremes_.erase_grain(grain);
    boxes_.erase_grain(grain);
    x_.erase(grain);
    y_.erase(grain);
    angle_.erase(grain);
    list_contacts_of_grains();
    bodies_changed_ = true;
}

void Simulation::forget_grains() {
    ids_.clear();
    shapes_.clear();
    mass_.clear();
    inertia_.clear();
    properties_.clear_grains();
    kinematics_.clear_grains();
    turns_.clear_grains();
    turned_.clear_grains();
    extremes_.clear_grains();
    boxes_.clear_grains();
    boxes_hold_ = false;
    x_ = y_ = angle_ = Coordinate();
}

/// After grains came or went, once for all of them.
void Simulation::take_stock() {
    broad_phase_->forget();
    double sum = 0.0;
    largest_radius_ = 0.0;
    for (const BodyProperties& body : properties_.of_grains()) {
        sum += body.ring.radius();
        largest_radius_ = std::max(largest_radius_, body.ring.radius());
    }
    const std::size_t n = std::max<std::size_t>(grain_count(), 1);
    mean_radius_ = sum / static_cast<double>(n);
    scaled_x_.resize(grain_count());
    scaled_y_.resize(grain_count());
    scaled_angle_.resize(grain_count());
    outrun_ = true;
    bodies_changed_ = false;
}

void Simulation::step() {
    Stopwatch stopwatch(phase_times_);
    pass_gates();
    if (bodies_changed_) take_stock();
    predict();
    stopwatch.lap(Phase::predict);
    if (outrun_) {
        choose_skin();
        wrap_bodies();
        make_boxes();
        stopwatch.lap(Phase::boxes);
        find_pairs();
        stopwatch.lap(Phase::pairs);
    }
    touch();
    stopwatch.lap(Phase::track);
    correct();
    stopwatch.lap(Phase::correct);
    ++steps_;
    if (steps_ % stability_period == 0) look_at_stability();
}

/// Puts a body where it is now, and adds to its travel how far any of its points may have moved.
void Simulation::move(Body body, const Transform& pose, Vec2 velocity, double spin) {
    Kinematics& kinematics = kinematics_[body];
    const Vec2 moved = pose.position - kinematics.pose.position;
    const double turned = std::abs(pose.rotation.c - kinematics.pose.rotation.c) +
                          std::abs(pose.rotation.s - kinematics.pose.rotation.s);
    kinematics.travel +=
        std::abs(moved.x) + std::abs(moved.y) + properties_[body].ring.radius() * turned;
    kinematics.pose = pose;
    kinematics.velocity = velocity;
    kinematics.spin = spin;
}

void Simulation::predict() {
    const double rate = 1.0 / settings_.dt;
    worker_flags_.assign(workers_.count(), 0);
    workers_.split(grain_count(), grain_block, [&](Range range, std::uint32_t worker) {
        engine::predict(gear_, x_, range);
        engine::predict(gear_, y_, range);
        engine::predict(gear_, angle_, range);
        double furthest = 0.0;
        for (std::size_t first = range.first; first < range.last; first += grain_block) {
            const std::size_t count = std::min(grain_block, range.last - first);
            std::array<double, grain_block> sines;
            std::array<double, grain_block> cosines;
            geometry::sines_and_cosines({angle_.derivative(0) + first, count},
                                        std::span(sines).first(count),
                                        std::span(cosines).first(count));
            for (std::size_t n = 0; n < count; ++n) {
                const std::size_t i = first + n;
                const auto body = static_cast<Body>(i);
                move(body, {{x_.derivative(0)[i], y_.derivative(0)[i]}, {cosines[n], sines[n]}},
                     {rate * x_.derivative(1)[i], rate * y_.derivative(1)[i]},
                     rate * angle_.derivative(1)[i]);
                furthest = std::max(furthest, kinematics_[body].travel);
            }
        }
        worker_flags_[worker] = !(furthest <= skin_);
    });
    move_walls();
    for (const std::uint8_t outrun : worker_flags_) outrun_ = outrun_ || outrun != 0;
}

void Simulation::correct() {
    const double half_square = 0.5 * settings_.dt * settings_.dt;
    const PullForce pulled = pull_force();
    worker_flags_.assign(workers_.count(), 0);
    workers_.split(grain_count(), grain_block, [&](Range range, std::uint32_t worker) {
        double largest = 0.0;
        for (std::size_t i = range.first; i < range.last; ++i) {
            // In the order of the contacts: the sum has the same bits for any schedule.
            Vec2 force;
            double torque = 0.0;
            for (std::uint32_t at = first_of_grain_[i]; at < first_of_grain_[i + 1]; ++at) {
                const std::uint32_t side = of_grain_[at] % 2;
                const ContactForce& contact = forces_[of_grain_[at] / 2];
                force += (2.0 * side - 1.0) * contact.force;
                torque += contact.torque[side];
            }
            if (i == pulled.grain) {
                force += pulled.force;
                torque += pulled.torque;
            }
            const BodyProperties& body = properties_[static_cast<Body>(i)];
            const Vec2 acceleration = settings_.gravity + body.inverse_mass * force;
            scaled_x_[i] = half_square * acceleration.x;
            scaled_y_[i] = half_square * acceleration.y;
            scaled_angle_[i] = half_square * body.inverse_inertia * torque;
            // Not a number spreads through a sum.
            largest += std::abs(scaled_x_[i]) + std::abs(scaled_y_[i]) + std::abs(scaled_angle_[i]);
        }
        engine::correct(gear_, x_, scaled_x_.data(), range);
        engine::correct(gear_, y_, scaled_y_.data(), range);
        engine::correct(gear_, angle_, scaled_angle_.data(), range);
        worker_flags_[worker] = !std::isfinite(largest);
    });
    for (const std::uint8_t broken : worker_flags_)
        if (broken != 0) report_not_finite();
}

void Simulation::report_not_finite() const {
    for (std::size_t i = 0; i < grain_count(); ++i) {
        const geometry::Box& box = boxes_[static_cast<Body>(i)];
        if (std::isfinite(scaled_x_[i] + scaled_y_[i] + scaled_angle_[i]) && is_finite(box.low) &&
            is_finite(box.high))
            continue;
        throw Breakdown("at t = " + std::to_string(time()) + " s the state of grain " +
                            std::to_string(ids_[i]) +
                            " is no longer finite: take a smaller time step or a softer material",
                        ids_[i]);
    }
}

double Simulation::angle(std::size_t grain) const { return angle_.derivative(0)[grain]; }
Vec2 Simulation::velocity(std::size_t grain) const {
    return Vec2{x_.derivative(1)[grain], y_.derivative(1)[grain]} / settings_.dt;
}
double Simulation::spin(std::size_t grain) const {
    return angle_.derivative(1)[grain] / settings_.dt;
}

Stress Simulation::stress(std::size_t grain) const {
    Stress stress;
    if (first_of_grain_.size() <= grain + 1) return stress;
    const double density = 1.0 / geometry::area(*shapes_[grain]);
    for (std::uint32_t at = first_of_grain_[grain]; at < first_of_grain_[grain + 1]; ++at) {
        const std::uint32_t k = of_grain_[at] / 2;
        const bool second = of_grain_[at] % 2 != 0;
        if (!touches(k)) continue;
        const Vec2 point = point_of_force(k);
        const Vec2 centres =
            second_place(contacts_[k]) - kinematics_[contacts_[k].pair.i].pose.position;
        const Vec2 arm = second ? point - centres : point;
        const Vec2 force = second ? forces_[k].force : -forces_[k].force;
        stress.xx -= density * arm.x * force.x;
        stress.xy -= density * arm.x * force.y;
        stress.yx -= density * arm.y * force.x;
        stress.yy -= density * arm.y * force.y;
    }
    return stress;
}

Ledger Simulation::ledger() const {
    Ledger ledger = ledger_;
    for (std::size_t i = 0; i < grain_count(); ++i) {
        const Vec2 v = velocity(i);
        ledger.kinetic += 0.5 * mass_[i] * dot(v, v) + 0.5 * inertia_[i] * spin(i) * spin(i);
        ledger.gravity -= mass_[i] * dot(settings_.gravity, unwrapped_position(i));
    }
    return ledger;
}

std::uint64_t Simulation::state_hash() const {
    // FNV-1a over 64-bit words, finished by a mix so that every bit counts.
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto word = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3u; };
    const auto number = [&](double value) { word(std::bit_cast<std::uint64_t>(value)); };
    word(steps_);
    for (std::size_t i = 0; i < grain_count(); ++i) {
        word(ids_[i]);
        for (std::size_t k = 0; k < gear_.values; ++k)
            for (const Coordinate* coordinate : {&x_, &y_, &angle_})
                number(coordinate->derivative(k)[i]);
        if (settings_.period.any()) word(word_of(turns_[static_cast<Body>(i)]));
    }
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (touching_[k] == 0 && contacts_[k].spring == 0.0) continue;
        word(contacts_[k].pair.i);
        word(contacts_[k].pair.j);
        if (settings_.period.any()) word(word_of(contacts_[k].image));
        number(contacts_[k].spring);
    }
    for (std::size_t k = 0; k < wall_of_piece_.size(); ++k) {
        const Kinematics& wall = kinematics_[wall_body(k)];
        for (const double value : {wall.pose.position.x, wall.pose.position.y, wall.pose.rotation.c,
                                   wall.pose.rotation.s})
            number(value);
    }
    // Clocks that were never touched are no news.
    for (const WallClock& clock : wall_clocks_)
        if (clock != WallClock{})
            for (const double value : {clock.since, clock.shown, clock.rate}) number(value);
    for (const double value : {work_, ledger_.normal_damping, ledger_.tangential_damping,
                               ledger_.sliding, ledger_.wall_work, ledger_.added})
        number(value);
    hash ^= hash >> 32;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

PhaseTimes Simulation::phase_times() const {
    PhaseTimes times = phase_times_;
    const double timed = timed_tracking_ + timed_forces_;
    if (!(timed > 0.0)) return times;
    double& tracking = times[static_cast<std::size_t>(Phase::track)];
    double& forces = times[static_cast<std::size_t>(Phase::forces)];
    forces = tracking * timed_forces_ / timed;
    tracking -= forces;
    return times;
}

geometry::QueryCounts Simulation::query_counts() const {
    geometry::QueryCounts sum;
    for (const geometry::QueryCounts& counts : worker_counts_) sum += counts;
    return sum;
}

}  // namespace scree::engine
