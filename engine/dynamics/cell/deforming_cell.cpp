#include "engine/dynamics/cell/deforming_cell.h"

#include <algorithm>
#include <cmath>

#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {
namespace {

constexpr std::array<double Gradient::*, cell_components> elements{&Gradient::xx, &Gradient::yy,
                                                                   &Gradient::xy};
constexpr Gradient identity{1.0, 1.0, 0.0};
constexpr std::size_t derivative_count = 6;

/// A rate goes to its limit within some steps, since the integrator answers to a sudden change only
/// after one or two.
constexpr double steps_to_limit = 4.0;

/// Pairs are sought again when the cell has been strained by this much since. Seen from where it
/// was then, ways are longer by less than the room for strain.
constexpr double most_strain = 0.04;
static_assert(1.0 / (1.0 - most_strain) < DeformingCell::room_for_strain);

double sum_of_magnitudes(const Gradient& g) {
    return std::abs(g.xx) + std::abs(g.yy) + std::abs(g.xy);
}

bool is_finite(const Gradient& g) { return std::isfinite(g.xx + g.yy + g.xy); }

void append(std::vector<double>& to, const Gradient& g) {
    for (const auto element : elements) to.push_back(g.*element);
}

Gradient gradient_at(const double* numbers) { return {numbers[0], numbers[1], numbers[2]}; }

}  // namespace

DeformingCell::DeformingCell(const Period& start, const CellControl& control,
                             IntegratorKind integrator, double dt)
    : control_(control),
      gear_(gear_of(integrator)),
      dt_(dt),
      low_(start.low),
      area_at_start_(start.size.x * start.size.y) {
    for (const double value : {start.size.x, start.size.y, start.tilt})
        matrix_.push_back(value, 0.0, 0.0);
    place();
    searched_ = placed_;
    for (std::size_t c = 0; c < cell_components; ++c) {
        const CellTarget& target = control.targets[c];
        State& state = states_[c];
        state.is_stress = target.is_stress;
        state.to = target.value;
        state.jumps = !target.is_stress;
        if (target.is_stress) state.rise = target.rise.value();
    }
}

Gradient DeformingCell::derivative(std::size_t k) const {
    const double* const values = matrix_.derivative(k);
    return gradient_at(values);
}

void DeformingCell::set_derivative(std::size_t k, const Gradient& to) {
    for (std::size_t c = 0; c < cell_components; ++c) matrix_.derivative(k)[c] = to.*elements[c];
}

void DeformingCell::place() {
    placed_ = derivative(0);
    speed_ = (1.0 / dt_) * derivative(1);
}

Period DeformingCell::period() const {
    const Gradient h = derivative(0);
    return {low_, {h.xx, h.yy}, h.xy};
}

Gradient DeformingCell::rate() const {
    return (1.0 / dt_) * (derivative(1) * inverse(derivative(0)));
}

std::span<const Gradient> DeformingCell::derivatives() {
    derivatives_.clear();
    for (std::size_t k = 0; k < gear_.values; ++k) derivatives_.push_back(derivative(k));
    return derivatives_;
}

/// A change takes place as u or as 3 u^2 - 2 u^3, u = time since it began / rise.
double DeformingCell::asked(std::size_t component, double time) const {
    const State& state = states_[component];
    if (!is_changing(component, time)) return state.to;
    const double u = std::max(0.0, time - state.since) / state.rise;
    return state.from + (state.to - state.from) * (state.linear ? u : u * u * (3.0 - 2.0 * u));
}

bool DeformingCell::is_changing(std::size_t component, double time) const {
    return time - states_[component].since < states_[component].rise;
}

void DeformingCell::set(std::size_t component, const CellTarget& target, double now,
                        std::optional<double> ramp) {
    State& state = states_[component];
    State next;
    next.is_stress = target.is_stress;
    next.from = target.value;
    next.to = target.value;
    next.since = now;
    next.rise = ramp ? *ramp : target.is_stress ? target.rise.value() : 0.0;
    next.linear = ramp.has_value();
    if (next.rise > 0.0) {
        if (state.is_stress == target.is_stress)
            next.from = asked(component, now);
        else
            next.from = (target.is_stress ? stress_ : rate()).*elements[component];
    }
    // A rate that was to change at once does so before it is ramped.
    next.jumps = !target.is_stress && (!ramp || state.jumps);
    state = next;
    has_power_ = false;
}

bool DeformingCell::is_to_jump(double now) const {
    return std::ranges::any_of(states_, [&](const State& state) {
        // What ramps leave to rounding, and to the first step of the integrator, is made good.
        const bool ramp_ends = state.rise > 0.0 && now - state.since >= state.rise;
        return !state.is_stress && (state.jumps || ramp_ends);
    });
}

Gradient DeformingCell::jump(double now) {
    const Gradient before = rate();
    Gradient after = before;
    for (std::size_t c = 0; c < cell_components; ++c) {
        State& state = states_[c];
        if (state.is_stress) continue;
        after.*elements[c] = asked(c, now);
        state.jumps = false;
        if (!is_changing(c, now)) state.rise = 0.0;
    }
    set_derivative(1, dt_ * (after * derivative(0)));
    has_power_ = false;
    return after - before;
}

void DeformingCell::predict() {
    const Gradient before = placed_;
    engine::predict(gear_, matrix_, {0, cell_components});
    place();
    flow_.velocity = speed_ * inverse(placed_);
    flow_.way = placed_ * inverse(before) - identity;
    flow_.strain = sum_of_magnitudes(flow_.way);
}

double DeformingCell::rate_limit() const {
    double pressure = 0.5 * (stress_.xx + stress_.yy);
    for (const State& state : states_)
        if (state.is_stress)
            pressure = std::max({pressure, std::abs(state.from), std::abs(state.to)});
    return share_of_rate * std::sqrt(std::max(pressure, 0.0) / control_.grain_mass.value());
}

/// W L' = V (p - asked) for components under stress. For the others L' is that of their ramp.
CellWork DeformingCell::correct(const StressSums& of_contacts, double time) {
    StressSums sum = of_contacts;
    for (const StressSums& of_block : carried_) sum = sum + of_block;
    const double area = placed_.xx * placed_.yy;
    stress_ = (1.0 / area) * sum;
    const double limit = rate_limit();
    const double mass = control_.mass.value();
    const Gradient rate = flow_.velocity;
    Gradient change;
    CellWork work;
    for (std::size_t c = 0; c < cell_components; ++c) {
        State& state = states_[c];
        const double l = rate.*elements[c];
        double& l_dot = change.*elements[c];
        if (state.is_stress) {
            const double free = (sum.*elements[c] - area * asked(c, time)) / mass;
            const double per_step = 1.0 / (steps_to_limit * dt_);
            l_dot = std::clamp(free, per_step * (-limit - l), per_step * (limit - l));
            work.limiter += dt_ * mass * (free - l_dot) * l;
            if (std::abs(l) < 0.5 * limit) state.strain_at_limit = 0.0;
            if (std::abs(l) > 0.9 * limit) state.strain_at_limit += dt_ * std::abs(l);
        } else if (state.linear && is_changing(c, time - 0.5 * dt_)) {
            l_dot = (state.to - state.from) / state.rise;
        }
    }
    strain_ = strain_ + dt_ * rate;
    flow_.acceleration = change + rate * rate;
    const Gradient second = 0.5 * dt_ * dt_ * (flow_.acceleration * placed_);
    const std::array<double, cell_components> scaled{second.xx, second.yy, second.xy};
    engine::correct(gear_, matrix_, scaled.data(), {0, cell_components});
    add_powers(sum, time, work);
    return work;
}

/// Adds the work of a step by trapezoids, but where the power has jumped. Stresses work on the
/// corrected motion of the cell, and rates with the stress at its predicted place.
void DeformingCell::add_powers(const StressSums& sum, double time, CellWork& work) {
    const Gradient h = derivative(0);
    const Gradient l = rate();
    for (std::size_t c = 0; c < cell_components; ++c) {
        State& state = states_[c];
        const double load = state.is_stress ? h.xx * h.yy * asked(c, time) : sum.*elements[c];
        const double power = -load * (l.*elements[c]);
        (state.is_stress ? work.stresses : work.rates) +=
            dt_ * (has_power_ ? 0.5 * (state.power + power) : power);
        state.power = power;
    }
    has_power_ = true;
}

const Flow& DeformingCell::flow(std::size_t grain_blocks) {
    carried_.resize(grain_blocks);
    flow_.origin = low_;
    flow_.carried = &carried_;
    // The centres of two bodies whose boxes overlap in the search are no further apart than the sum
    // of both reaches, and neither are they later on: lines between them are strained by less than
    // `most_strain`, and bodies move by less than the skin.
    const double slope = std::abs(searched_.xy / searched_.yy);
    flow_.reach_of_size = room_for_strain * (std::sqrt(1.0 + slope * slope) + slope + 1.0);
    flow_.reach = flow_.reach_of_size * room_for_strain * skin_ + skin_;
    return flow_;
}

std::int32_t DeformingCell::flip() {
    if (std::abs(placed_.xy) <= 0.5 * placed_.xx) return 0;
    const double widths = std::floor(placed_.xy / placed_.xx + 0.5);
    for (std::size_t k = 0; k < derivative_count; ++k)
        matrix_.derivative(k)[2] -= widths * matrix_.derivative(k)[0];
    place();
    return static_cast<std::int32_t>(widths);
}

void DeformingCell::begin_search(double skin) {
    searched_ = placed_;
    skin_ = skin;
}

bool DeformingCell::has_outgrown_search() const {
    return !(sum_of_magnitudes(placed_ * inverse(searched_) - identity) <= most_strain);
}

double DeformingCell::narrowest() const {
    const double slope = placed_.xy / placed_.yy;
    return std::min(placed_.yy, placed_.xx / std::sqrt(1.0 + slope * slope));
}

double DeformingCell::kinetic_energy() const {
    const Gradient l = rate();
    double energy = 0.0;
    for (std::size_t c = 0; c < cell_components; ++c)
        if (states_[c].is_stress)
            energy += 0.5 * control_.mass.value() * l.*elements[c] * l.*elements[c];
    return energy;
}

bool DeformingCell::is_finite() const {
    return engine::is_finite(derivative(0)) && engine::is_finite(derivative(1)) &&
           engine::is_finite(stress_);
}

double DeformingCell::growth() const {
    const Gradient h = derivative(0);
    return h.xx * h.yy / area_at_start_;
}

std::vector<double> DeformingCell::write() const {
    std::vector<double> all;
    for (std::size_t k = 0; k < derivative_count; ++k) append(all, derivative(k));
    for (const Gradient& g : {placed_, speed_, searched_, stress_, strain_}) append(all, g);
    all.push_back(skin_);
    all.push_back(has_power_ ? 1.0 : 0.0);
    for (const State& s : states_)
        for (const double value :
             {s.is_stress ? 1.0 : 0.0, s.jumps ? 1.0 : 0.0, s.from, s.to, s.since, s.rise,
              s.linear ? 1.0 : 0.0, s.strain_at_limit, s.power})
            all.push_back(value);
    return all;
}

void DeformingCell::check(std::span<const double> from) {
    using namespace snapshot_check;
    require_size(from.size(), numbers, "the deforming cell");
    require(all_finite(from), "the deforming cell is not finite");
    constexpr std::size_t placed = 3 * derivative_count;
    for (const std::size_t k : {std::size_t{0}, placed, placed + 6})
        require(from[k] > 0.0 && from[k + 1] > 0.0 && from[k] < largest_coordinate &&
                    from[k + 1] < largest_coordinate && std::abs(from[k + 2]) < largest_coordinate,
                "the deforming cell has no area, or is out of reach");
    for (std::size_t k = 0; k < placed; ++k)
        require(std::abs(from[k]) < largest_coordinate, "the deforming cell is out of reach");
    require(from[placed + 15] >= 0.0, "the skin in the deforming cell is negative");
    for (std::size_t k = placed + 17; k < numbers; k += 9)
        require(from[k + 5] >= 0.0 && from[k + 7] >= 0.0,
                "a change of the deforming cell takes less than no time");
}

void DeformingCell::read(std::span<const double> from) {
    const double* number = from.data();
    for (std::size_t k = 0; k < derivative_count; ++k, number += 3)
        set_derivative(k, gradient_at(number));
    for (Gradient* g : {&placed_, &speed_, &searched_, &stress_, &strain_}) {
        *g = gradient_at(number);
        number += 3;
    }
    skin_ = number[0];
    has_power_ = number[1] != 0.0;
    number += 2;
    for (State& s : states_) {
        s = {number[0] != 0.0, number[1] != 0.0, number[2], number[3], number[4],
             number[5],        number[6] != 0.0, number[7], number[8]};
        number += 9;
    }
}

}  // namespace scree::engine
