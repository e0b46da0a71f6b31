#include "engine/dynamics/walls/wall_loads.h"

#include <algorithm>

namespace scree::engine {

using geometry::Vec2;

namespace {

constexpr std::size_t derivative_count = 6;

}  // namespace

LoadWork& LoadWork::operator+=(const LoadWork& other) {
    grains += other.grains;
    of_correction += other.of_correction;
    load += other.load;
    damping += other.damping;
    limiter += other.limiter;
    return *this;
}

void WallLoads::add(const WallMotion& motion, double inertia_over_mass, double begins) {
    states_.push_back({});
    states_.back().since = begins;
    way_.push_back(0.0, 0.0, 0.0);
    turn_.push_back(0.0, 0.0, 0.0);
    assign(states_.size() - 1, motion, inertia_over_mass);
    if (!motion.is_loaded()) return;
    states_.back().to = motion.load.value;
    states_.back().change = {motion.load.rise.value(), false};
}

void WallLoads::assign(std::size_t wall, const WallMotion& motion, double inertia_over_mass) {
    State& state = states_[wall];
    if (state.inverse_mass > 0.0) --loaded_;
    state.inverse_mass = 0.0;
    state.inverse_inertia = 0.0;
    if (!motion.is_loaded()) return;
    ++loaded_;
    state.inverse_mass = 1.0 / motion.load.mass.value();
    if (motion.load.torque) state.inverse_inertia = state.inverse_mass / inertia_over_mass;
}

/// Sets a coordinate to steady motion.
void WallLoads::halt(Coordinate& coordinate, std::size_t wall, double value, double scaled_speed) {
    coordinate.derivative(0)[wall] = value;
    coordinate.derivative(1)[wall] = scaled_speed;
    for (std::size_t k = 2; k < derivative_count; ++k) coordinate.derivative(k)[wall] = 0.0;
}

void WallLoads::begin(std::size_t wall, const WallMotion& motion, double now, Vec2 velocity,
                      double spin, double length) {
    State& state = states_[wall];
    state.at_stop = false;
    const bool free = motion.is_loaded();
    halt(way_, wall, 0.0, free ? dt_ * dot(velocity, motion.load.along) : 0.0);
    halt(turn_, wall, 0.0, motion.turns_freely() ? dt_ * spin : 0.0);
    if (!free) {
        state.from = state.to = state.since = state.acting = 0.0;
        state.change = {};
        return;
    }
    state.from = state.acting;
    // Walls that have passed each other leave no length.
    if (motion.load.is_pressure) state.from = length > 0.0 ? state.acting / length : 0.0;
    state.to = motion.load.value;
    state.since = now;
    state.change = {motion.load.rise.value(), false};
}

void WallLoads::appear(std::size_t wall, const WallMotion& motion, double now) {
    if (!motion.is_loaded()) return;
    State& state = states_[wall];
    state.from = 0.0;
    // What a stage ramps goes on to its end.
    if (state.change.linear && now < state.since + state.change.rise) return;
    state.since = now;
    state.change = {motion.load.rise.value(), false};
}

void WallLoads::stop(std::size_t wall) {
    halt(way_, wall, way(wall), 0.0);
    halt(turn_, wall, turn(wall), 0.0);
    states_[wall].acting = 0.0;
}

double WallLoads::kinetic_energy(std::size_t wall) const {
    const State& state = states_[wall];
    double energy = 0.0;
    if (state.inverse_mass > 0.0) energy += 0.5 * speed(wall) * speed(wall) / state.inverse_mass;
    if (state.inverse_inertia > 0.0)
        energy += 0.5 * spin(wall) * spin(wall) / state.inverse_inertia;
    return energy;
}

/// A change takes place as u or as 3 u^2 - 2 u^3, u = time since it began / rise.
double WallLoads::value(std::size_t wall, double time) const {
    const State& state = states_[wall];
    const auto& [rise, linear] = state.change;
    if (!is_changing(wall, time)) return state.to;
    const double u = std::max(0.0, time - state.since) / rise;
    return state.from + (state.to - state.from) * (linear ? u : u * u * (3.0 - 2.0 * u));
}

void WallLoads::set_value(std::size_t wall, double value, double now, const LoadChange& change) {
    State& state = states_[wall];
    // Nothing is left of the load before a shock, so that the last of several in a step counts.
    state.from = change.rise > 0.0 ? this->value(wall, now) : value;
    state.to = value;
    state.since = now;
    state.change = change;
}

void WallLoads::predict() {
    for (std::size_t w = 0; w < states_.size(); ++w) {
        State& state = states_[w];
        if (!(state.inverse_mass > 0.0)) continue;
        state.way_before = way(w);
        state.turn_before = turn(w);
        state.kinetic_before = kinetic_energy(w);
        const Range one{w, w + 1};
        engine::predict(gear_, way_, one);
        engine::predict(gear_, turn_, one);
    }
}

LoadWork WallLoads::correct(std::size_t wall, const WallMotion& motion, const WallPush& push,
                            double force_of_load, Vec2 gravity, double time) {
    State& state = states_[wall];
    const WallLoad& load = motion.load;
    const Range one{wall, wall + 1};
    const double half_square = 0.5 * dt_ * dt_;
    const double predicted_way = way(wall);
    const double predicted_speed = speed(wall);
    const double predicted_spin = spin(wall);
    const double most = load.max_speed.value();
    const bool was_held = way_.derivative(1)[wall] == dt_ * most && way_.derivative(2)[wall] == 0.0;
    // The velocity and the acceleration before this step: predicting backwards.
    const auto r = [&](std::size_t k) { return way_.derivative(k)[wall]; };
    const double speed_before = (r(1) - 2.0 * r(2) + 3.0 * r(3) - 4.0 * r(4) + 5.0 * r(5)) / dt_;
    const double scaled_before = r(2) - 3.0 * r(3) + 6.0 * r(4) - 10.0 * r(5);
    const double drag = load.damping.value() * predicted_speed;
    const double weight = load.weight ? dot(gravity, load.along) / state.inverse_mass : 0.0;
    const double of_grains = dot(push.force, load.along);

    const double scaled =
        half_square * state.inverse_mass * (of_grains + force_of_load + weight - drag);
    engine::correct(gear_, way_, &scaled, one);
    if (state.inverse_inertia > 0.0) {
        const double scaled_turn =
            half_square * state.inverse_inertia * (push.torque + *load.torque);
        engine::correct(gear_, turn_, &scaled_turn, one);
    }

    // Both limits hold the wall only as far as it moves towards them.
    bool held = speed(wall) > most;
    if (held) halt(way_, wall, predicted_way, dt_ * most);
    const double speed_now = speed(wall);
    state.at_stop =
        (way(wall) >= load.high && speed_now > 0.0) || (way(wall) <= load.low && speed_now < 0.0);
    if (state.at_stop) halt(way_, wall, speed_now > 0.0 ? load.high : load.low, 0.0);
    held = held || state.at_stop;

    LoadWork work;
    const double way_done = way(wall) - state.way_before;
    work.grains = dt_ * of_grains * predicted_speed;
    const bool jumps = state.change.rise == 0.0 && time - 1.5 * dt_ < state.since;
    const double mean_load = jumps ? force_of_load : 0.5 * (state.acting + force_of_load);
    work.load = (mean_load + weight) * way_done;
    work.damping = dt_ * drag * predicted_speed;
    if (state.inverse_inertia > 0.0) {
        work.grains += dt_ * push.torque * predicted_spin;
        work.load += *load.torque * (turn(wall) - state.turn_before);
    }
    const double share = gear_.correction_of_work / gear_.correction[1];
    work.of_correction =
        dt_ * share *
        (of_grains * (speed_now - predicted_speed) + push.torque * (spin(wall) - predicted_spin));
    // The integrator knows nothing of a load before the step in which it lets the wall go again, so
    // that the first half of that step is lost. What grains do is counted from its second half on.
    if (was_held && !held) work.limiter = 0.5 * dt_ * most * (force_of_load + weight);
    if (held) {
        work.of_correction = 0.0;
        work.limiter =
            work.grains + work.load - work.damping - (kinetic_energy(wall) - state.kinetic_before);
    }
    // And what grains and dampers did in the last free step has its second half in the one that
    // holds the wall.
    if (held && !was_held) {
        const double all = scaled_before / (half_square * state.inverse_mass);
        work.limiter += 0.5 * dt_ * speed_before * (all - state.acting - weight);
    }
    state.acting = force_of_load;
    return work;
}

void WallLoads::write(std::size_t wall, std::vector<double>& to) const {
    const State& state = states_[wall];
    for (const double value : {state.from, state.to, state.since, state.change.rise,
                               state.change.linear ? 1.0 : 0.0, state.acting})
        to.push_back(value);
    for (const Coordinate* coordinate : {&way_, &turn_})
        for (std::size_t k = 0; k < derivative_count; ++k)
            to.push_back(coordinate->derivative(k)[wall]);
}

void WallLoads::read(std::size_t wall, const double* from) {
    State& state = states_[wall];
    state.from = from[0];
    state.to = from[1];
    state.since = from[2];
    state.change = {from[3], from[4] != 0.0};
    state.acting = from[5];
    state.at_stop = false;
    from += 6;
    for (Coordinate* coordinate : {&way_, &turn_})
        for (std::size_t k = 0; k < derivative_count; ++k)
            coordinate->derivative(k)[wall] = *from++;
}

void WallLoads::add_to(Fnv1a& hash, std::size_t wall) const {
    if (!(states_[wall].inverse_mass > 0.0)) return;
    std::vector<double> all;
    write(wall, all);
    for (const double value : all) hash.number(value);
}

}  // namespace scree::engine
