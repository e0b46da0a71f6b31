#include "engine/run/course.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "engine/base/trigger.h"

namespace scree::engine {
namespace {

/// A column that is to become steady is looked at so many times in the time that is looked back on.
constexpr double looks_back = 20.0;
/// A column that is to pass a limit is looked at so many times in the duration of the stage.
constexpr double looks_of_stage = 1000.0;

double between(double from, double to, double share) {
    return share < 1.0 ? from + share * (to - from) : to;
}

/// Calls task(one, other, ...) for each parameter of contacts that may change, in several tables.
template <class Task>
void for_each_parameter(const Task& task) {
    task(&ContactParameters::friction);
    task(&ContactParameters::damping);
    task(&ContactParameters::cohesion);
}

/// Calls task(a, b) for each pair of materials.
template <class Task>
void for_each_pair(const ContactTable& table, const Task& task) {
    for (std::size_t a = 0; a < table.materials(); ++a)
        for (std::size_t b = a; b < table.materials(); ++b) task(a, b);
}

std::size_t samples_of(const StageEnd& until, double period) {
    const auto pairs = static_cast<std::size_t>(std::ceil(until.over / (2.0 * period)));
    return 2 * std::max<std::size_t>(1, pairs);
}

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool is_steady(std::span<const double> samples, double share) {
    const double before = mean_of(samples.first(samples.size() / 2));
    const double after = mean_of(samples.subspan(samples.size() / 2));
    return std::abs(after - before) <= share * std::abs(0.5 * (before + after));
}

}  // namespace

Course::Course(std::vector<Stage> stages, double dt, double look_period, std::uint64_t first_step)
    : stages_(std::move(stages)), dt_(dt), look_period_(look_period), first_step_(first_step) {
    rewind();
}

std::uint64_t Course::steps_of(std::size_t stage) const {
    return first_step_at(stages_[stage].duration, dt_);
}

std::uint64_t Course::first_step_of_last() const {
    if (is_last()) return state_.begins.back();
    std::uint64_t first = last_step();
    for (std::size_t k = now() + 1; k + 1 < stages_.size(); ++k) first += steps_of(k);
    return first;
}

std::uint64_t Course::last_step_of_all() const {
    return first_step_of_last() + steps_of(stages_.size() - 1);
}

bool Course::ramps(std::size_t stage) const {
    const StageValues& from = stages_[stage].begin;
    const StageValues& to = stages_[stage].end;
    if (from.gravity != to.gravity || !(from.contacts == to.contacts)) return true;
    for (std::size_t w = 0; w < from.motions.size(); ++w)
        if (ramps_velocity(stage, w) || from.motions[w].load.value != to.motions[w].load.value)
            return true;
    return from.cell != to.cell;
}

bool Course::ramps_velocity(std::size_t stage, std::size_t wall) const {
    const WallMotion& from = stages_[stage].begin.motions[wall];
    const WallMotion& to = stages_[stage].end.motions[wall];
    return from.velocity != to.velocity || from.spin != to.spin;
}

/// Whether a wall gets a motion with a stage after the first. One whose velocity was ramped goes on
/// with what it was to reach.
bool Course::begins_motion(std::size_t stage, std::size_t wall) const {
    const auto& set = stages_[stage].set_motions;
    return std::ranges::find(set, wall) != set.end() || ramps_velocity(stage, wall) ||
           ramps_velocity(stage - 1, wall);
}

void Course::rewind() {
    state_ = {};
    state_.begins = {first_step_};
    from_ = {stages_[0].begin.gravity, stages_[0].begin.contacts};
    to_ = {stages_[0].end.gravity, stages_[0].end.contacts};
    motions_ = stages_[0].begin.motions;
}

/// What a stage neither sets nor ramps stays as it is, be it by another stage or by hand.
void Course::enter_next(std::uint64_t first_step) {
    const std::size_t stage = state_.begins.size();
    const Stage& before = stages_[stage - 1];
    const Stage& next = stages_[stage];
    std::vector<std::uint64_t> begins = std::move(state_.begins);
    begins.push_back(first_step);
    state_ = {};
    state_.begins = std::move(begins);

    const auto enter = [](auto& from, auto& to, const auto& left, const auto& begin,
                          const auto& end) {
        if (begin != left) to = begin;
        from = to;
        if (end != begin) to = end;
    };
    enter(from_.gravity, to_.gravity, before.end.gravity, next.begin.gravity, next.end.gravity);
    for_each_pair(to_.contacts, [&](std::size_t a, std::size_t b) {
        ContactParameters from = from_.contacts.at(a, b);
        ContactParameters to = to_.contacts.at(a, b);
        for_each_parameter([&](double ContactParameters::*member) {
            enter(from.*member, to.*member, before.end.contacts.at(a, b).*member,
                  next.begin.contacts.at(a, b).*member, next.end.contacts.at(a, b).*member);
        });
        from_.contacts.set(a, b, from);
        to_.contacts.set(a, b, to);
    });
    for (std::size_t w = 0; w < motions_.size(); ++w)
        if (begins_motion(stage, w)) motions_[w] = next.begin.motions[w];
}

void Course::begin(Simulation& simulation) {
    start_ramps_of_loads(simulation);
    if (stage().until && stage().until->kind == StageEnd::Kind::displacement)
        state_.wall_from = simulation.wall_place(stage().until->wall).shift;
}

void Course::begin_next(Simulation& simulation) {
    const bool early = simulation.steps() < last_step();
    enter_next(simulation.steps());
    const std::size_t stage = now();
    const StageValues& before = stages_[stage - 1].end;
    const StageValues& was = stages_[stage - 1].begin;
    const StageValues& next = stages_[stage].begin;
    if (simulation.gravity() != from_.gravity) simulation.set_gravity(from_.gravity);
    simulation.set_contacts(from_.contacts);
    for (std::size_t w = 0; w < motions_.size(); ++w) {
        const double left = before.motions[w].load.value;
        const double value = next.motions[w].load.value;
        const bool cut_short = early && was.motions[w].load.value != left;
        if (begins_motion(stage, w))
            simulation.set_wall_motion(w, motions_[w]);
        else if (motions_[w].is_loaded() && (value != left || cut_short))
            simulation.set_wall_load(w, value);
        if (next.present[w] != before.present[w])
            simulation.set_wall_present(w, next.present[w] != 0);
    }
    if (simulation.cell() != nullptr)
        for (std::size_t c = 0; c < cell_components; ++c)
            if (next.cell[c] != before.cell[c] || (early && was.cell[c] != before.cell[c]))
                simulation.set_cell(static_cast<CellComponent>(c), next.cell[c]);
    begin(simulation);
}

/// A load goes to the end of its ramp by itself.
void Course::start_ramps_of_loads(Simulation& simulation) const {
    for (std::size_t w = 0; w < motions_.size(); ++w) {
        const double from = stage().begin.motions[w].load.value;
        const double to = stage().end.motions[w].load.value;
        if (motions_[w].is_loaded() && from != to)
            simulation.set_wall_load(w, to, LoadChange{stage().duration, true});
    }
    const StageValues& from = stage().begin;
    const StageValues& to = stage().end;
    for (std::size_t c = 0; simulation.cell() != nullptr && c < cell_components; ++c)
        if (from.cell[c].value != to.cell[c].value)
            simulation.set_cell(static_cast<CellComponent>(c), to.cell[c], stage().duration);
}

Course::Values Course::values_at(std::uint64_t steps) const {
    const double share = static_cast<double>(steps - state_.begins.back()) * dt_ / stage().duration;
    Values values = from_;
    values.gravity = {between(from_.gravity.x, to_.gravity.x, share),
                      between(from_.gravity.y, to_.gravity.y, share)};
    for_each_pair(from_.contacts, [&](std::size_t a, std::size_t b) {
        ContactParameters parameters = from_.contacts.at(a, b);
        for_each_parameter([&](double ContactParameters::*member) {
            parameters.*member = between(parameters.*member, to_.contacts.at(a, b).*member, share);
        });
        values.contacts.set(a, b, parameters);
    });
    return values;
}

void Course::ramp(Simulation& simulation) const {
    if (!is_ramping()) return;
    const Values values = values_at(simulation.steps() + 1);
    if (from_.gravity != to_.gravity) simulation.set_gravity(values.gravity);
    if (changes_contacts()) simulation.set_contacts(values.contacts);
}

void Course::set_friction(std::size_t first, std::size_t second, double friction) {
    for (ContactTable* table : {&from_.contacts, &to_.contacts}) {
        ContactParameters parameters = table->at(first, second);
        parameters.friction = friction;
        table->set(first, second, parameters);
    }
}

/// How often a column is looked at that is to become steady, s.
double Course::period_of(const StageEnd& until) const {
    return std::max(look_period_, until.over / looks_back);
}

double Course::look_period() const {
    const StageEnd& until = *stage().until;
    if (until.kind == StageEnd::Kind::steady) return period_of(until);
    if (until.is_measured()) return std::max(look_period_, stage().duration / looks_of_stage);
    return look_period_;
}

bool Course::is_look_due(std::uint64_t steps) const {
    return stage().until && !state_.ended && passes_period(steps, dt_, look_period());
}

void Course::look_at_wall(const Simulation& simulation) {
    const StageEnd& until = *stage().until;
    const Vec2 way = simulation.wall_place(until.wall).shift - state_.wall_from;
    if (length(way) >= until.value) end_stage();
}

void Course::look_at_column(const std::optional<double>& value) {
    const StageEnd& until = *stage().until;
    if (!value) return state_.samples.clear();
    if (until.kind == StageEnd::Kind::above && *value > until.value) end_stage();
    if (until.kind == StageEnd::Kind::below && *value < until.value) end_stage();
    if (until.kind != StageEnd::Kind::steady) return;
    const std::size_t most = samples_of(until, look_period());
    if (state_.samples.size() == most) state_.samples.erase(state_.samples.begin());
    state_.samples.push_back(*value);
    if (state_.samples.size() == most && is_steady(state_.samples, until.value)) end_stage();
}

void Course::check(const CourseState& state, std::uint64_t steps) const {
    const auto require = [](bool holds, const char* what) {
        if (!holds)
            throw std::invalid_argument(std::string("this is not a state of the scene: ") + what);
    };
    require(!state.begins.empty() && state.begins.size() <= stages_.size(),
            "it has more stages than the scene");
    require(state.begins[0] == first_step_ && first_step_ <= steps,
            "its first stage did not begin with the run");
    for (std::size_t k = 1; k < state.begins.size(); ++k) {
        const std::uint64_t before = state.begins[k - 1];
        require(state.begins[k] >= before && state.begins[k] - before <= steps_of(k - 1),
                "a stage began at a time at which it cannot have begun");
    }
    require(state.begins.back() < steps || state.begins.size() == 1,
            "a stage has begun, and no step of it was made");
    require(
        is_finite(state.wall_from) &&
            std::ranges::all_of(state.samples, [](double sample) { return std::isfinite(sample); }),
        "what its stage looks back on is not finite");
    const std::optional<StageEnd>& until = stages_[state.begins.size() - 1].until;
    const bool looks_back_on = until && until->kind == StageEnd::Kind::steady;
    const std::size_t most = looks_back_on ? samples_of(*until, period_of(*until)) : 0;
    require(state.samples.size() <= most, "its stage does not look back so far");
}

std::vector<std::uint64_t> Course::words() const {
    std::vector<std::uint64_t> words(state_.begins.begin() + 1, state_.begins.end());
    if (stages_.size() > 1 && state_.ended) words.push_back(1);
    for (const double sample : state_.samples)
        words.push_back(std::bit_cast<std::uint64_t>(sample));
    if (state_.wall_from != Vec2{})
        for (const double value : {state_.wall_from.x, state_.wall_from.y})
            words.push_back(std::bit_cast<std::uint64_t>(value));
    return words;
}

}  // namespace scree::engine
