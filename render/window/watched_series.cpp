#include "render/window/watched_series.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

#include "engine/measure/measure.h"
#include "engine/run/mean_profile.h"
#include "engine/run/measures.h"
#include "engine/run/series.h"
#include "engine/scene/surroundings.h"
#include "render/window/wall_facts.h"

namespace scree::window {
namespace {

constexpr double between_samples = 0.1;  ///< s
/// Taking samples may cost one part in so many of the time.
constexpr double share_of_time = 20.0;
constexpr std::ptrdiff_t most_samples = 2000;

constexpr std::array energy_names{
    "kinetic",   "kinetic, walls", "gravity",        "elastic",          "total",
    "damping",   "sliding",        "damping, walls", "stops and limits", "wall work",
    "load work", "added",          "law gain",       "residual"};

double kinetic_energy(const FrameView& frame_view) {
    double sum = 0.0;
    for (const engine::GrainFacts& grain : frame_view.facts().grains) sum += grain.kinetic_energy;
    return sum;
}

/// The energies in the order of their names.
std::vector<double> energies(const engine::Ledger& l) {
    return {l.kinetic,      l.wall_kinetic,
            l.gravity,      l.elastic_normal + l.elastic_tangential,
            l.mechanical(), l.normal_damping + l.tangential_damping,
            l.sliding,      l.wall_damping,
            l.limiter,      l.wall_work,
            l.load_work,    l.added,
            l.law_gain,     l.residual()};
}

/// The energies of a moment. Without a ledger only the kinetic energy is known.
std::vector<double> energies(const FrameView& frame_view) {
    if (frame_view.view().ledger) return energies(*frame_view.view().ledger);
    std::vector<double> energies(energy_names.size(), std::nan(""));
    energies[0] = kinetic_energy(frame_view);
    return energies;
}

}  // namespace

double Series::at(double time) const {
    const auto next = std::ranges::upper_bound(times, time);
    return next == times.begin() ? std::nan("")
                                 : values[static_cast<std::size_t>(next - times.begin()) - 1];
}

Series Profile::series(std::size_t column) const {
    const engine::Column& what = slices.columns[column];
    Series series{name + ": " + std::string(what.key),
                  what.unit == "1" ? "" : std::string(what.unit),
                  {},
                  {}};
    for (const auto& row : slices.rows) {
        series.times.push_back(row.front().value_or(std::nan("")));
        series.values.push_back(row[column].value_or(std::nan("")));
    }
    return series;
}

/// Adds a group for each wall and each grain that is traced.
void WatchedSeries::add_traced() {
    const std::vector<engine::TracedColumn> columns = engine::traced_columns(scene_);
    traced_ = columns.size();
    for (std::size_t k = 0; k < columns.size();) {
        const std::string& body = columns[k].name;
        std::vector<Name> names;
        std::size_t borne = 0;
        for (; k < columns.size() && columns[k].name == body; ++k) {
            if (columns[k].column.key == "borne") borne = names.size();
            names.push_back(name_of(body, columns[k].column));
        }
        add_group(body, std::move(names));
        if (is_ever_loaded(scene_, body)) groups_.back().usual = borne;
    }
}

WatchedSeries::Name WatchedSeries::name_of(const std::string& whose, const engine::Column& column) {
    return {whose + ": " + std::string(column.key),
            column.unit == "1" ? "" : std::string(column.unit)};
}

WatchedSeries::WatchedSeries(const engine::Scene& scene) : scene_(scene) {
    std::vector<Name> energies;
    for (const char* name : energy_names) energies.push_back({name, "J"});
    add_group("energy", std::move(energies));
    add_group("contacts", {{"contacts", ""}});
    add_group("unbalanced force", {{"unbalanced force", ""}});
    add_traced();
    for (const engine::MeasureSpec& spec : scene.measures) {
        std::vector<Name> names;
        for (const engine::Column& column : engine::columns_of(spec.kind))
            names.push_back(name_of(spec.name, column));
        if (!names.empty()) add_group(spec.name, std::move(names));
        if (spec.kind == engine::MeasureKind::velocity_profile)
            profiles_.push_back({spec.name, {}});
    }
}

void WatchedSeries::add_group(const std::string& name, std::vector<Name> names) {
    groups_.push_back({name, names_.size(), names.size(), 0});
    std::ranges::move(names, std::back_inserter(names_));
}

std::vector<double> WatchedSeries::measure(const FrameView& frame_view) {
    std::vector<double> values;
    auto profile = profiles_.begin();
    engine::Surroundings surroundings = engine::surroundings_of(scene_);
    surroundings.gravity = frame_view.view().parameters.gravity;
    const engine::Assembly assembly = engine::assemble(
        frame_view.frame(),
        [&](engine::BodyNumber body) -> const engine::BodyShape& {
            return frame_view.bodies().of(body).shape;
        },
        surroundings);
    const auto& ledger = frame_view.view().ledger;
    std::vector<engine::StepMeans> means = frame_view.view().step_means;
    means.resize(scene_.measures.size());
    for (std::size_t k = 0; k < scene_.measures.size(); ++k) {
        const engine::MeasureSpec& spec = scene_.measures[k];
        if (spec.stage && *spec.stage != frame_view.view().stages.now) {
            values.resize(values.size() + engine::columns_of(spec.kind).size(), std::nan(""));
            if (spec.kind == engine::MeasureKind::velocity_profile) (profile++)->slices = {};
            continue;
        }
        const geometry::Box region{{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}};
        engine::Measurement result = engine::measure(
            spec.kind, {assembly, region, ledger ? &*ledger : nullptr, spec.slicing, spec.options,
                        std::move(means[k].pushes), means[k].crossed});
        for (const engine::Quantity& quantity : result.quantities)
            values.push_back(quantity.value.value_or(std::nan("")));
        if (spec.kind == engine::MeasureKind::velocity_profile)
            (profile++)->slices = std::move(result.slices);
    }
    return values;
}

void WatchedSeries::update(const FrameView& frame_view, double wall) {
    // Samples beyond the furthest step that can be reached belong to a course that the run has
    // left.
    samples_.erase(samples_.upper_bound(frame_view.view().reached), samples_.end());
    // A moment where the run does not go on is looked at for long, and curves should reach it.
    const bool stands = frame_view.view().status != engine::LiveStatus::running;
    join(frame_view.view());
    if (!stands && wall - sampled_ < std::max(between_samples, share_of_time * cost_)) return;
    const auto known = samples_.find(frame_view.frame().step);
    const bool is_known = known != samples_.end() && known->second.values.size() == names_.size();
    if (is_known && profiles_.empty()) return;  // profiles show this moment alone
    const auto start = std::chrono::steady_clock::now();
    Sample sample{frame_view.frame().time, frame_view.view().ledger.has_value(), true,
                  energies(frame_view)};
    sample.values.push_back(static_cast<double>(frame_view.frame().contacts.pair.size()));
    sample.values.push_back(frame_view.view().unbalanced.value_or(std::nan("")));
    add_traced_to(sample.values, frame_view.view().traced);
    try {
        if (!scene_.measures.empty())
            std::ranges::copy(measure(frame_view), std::back_inserter(sample.values));
    } catch (const std::logic_error&) {  // the state is not finite
    }
    sample.values.resize(names_.size(), std::nan(""));
    if (!is_known) samples_[frame_view.frame().step] = std::move(sample);
    thin(true);
    sampled_ = wall;
    cost_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Adds the values of what is traced, as many as there are series of it.
void WatchedSeries::add_traced_to(std::vector<double>& values,
                                  const std::vector<double>& traced) const {
    const std::size_t all = values.size() + traced_;
    std::ranges::copy(traced, std::back_inserter(values));
    values.resize(all, std::nan(""));
}

void WatchedSeries::join(const engine::LiveView& view) {
    for (const engine::LiveSample& come : view.samples) {
        if (come.step > view.reached) continue;
        const auto [at, is_new] = samples_.try_emplace(come.step);
        if (!is_new) continue;
        at->second = {come.time, true, false, energies(come.ledger)};
        at->second.values.push_back(come.contacts);
        at->second.values.push_back(come.unbalanced);
        add_traced_to(at->second.values, come.traced);
        if (at->second.values.size() + come.measured.size() == names_.size())
            std::ranges::copy(come.measured, std::back_inserter(at->second.values));
    }
    if (view.samples.empty()) return;
    thin(true);
    thin(false);
}

/// Drops every other sample where there are too many, either of those that were shown or of those
/// that came with them.
void WatchedSeries::thin(bool shown) {
    const auto is_such = [&](const auto& entry) { return entry.second.was_shown == shown; };
    if (std::ranges::count_if(samples_, is_such) <= most_samples) return;
    bool keep = true;
    std::erase_if(samples_,
                  [&](const auto& entry) { return is_such(entry) && !std::exchange(keep, !keep); });
}

Series WatchedSeries::series(std::size_t k) const {
    Series series{names_[k].name, names_[k].unit, {}, {}};
    for (const auto& [step, sample] : samples_) {
        if (k >= sample.values.size()) continue;
        if (!sample.has_ledger && std::isnan(sample.values[k])) continue;
        series.times.push_back(sample.time);
        series.values.push_back(sample.values[k]);
    }
    return series;
}

std::optional<Series> WatchedSeries::find(const std::string& name) const {
    for (std::size_t k = 0; k < names_.size(); ++k)
        if (names_[k].name == name) return series(k);
    return std::nullopt;
}

Series WatchedSeries::series(const std::string& name) const {
    if (auto found = find(name)) return *std::move(found);
    throw std::out_of_range("nothing is plotted as `" + name + "`");
}

}  // namespace scree::window
