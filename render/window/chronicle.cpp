#include "render/window/chronicle.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/measure.h"
#include "engine/measure_run.h"
#include "engine/scene_measures.h"

namespace scree::window {
namespace {

constexpr double between_samples = 0.1;  ///< s
/// Samples take one part in so many of the time.
constexpr double share_of_time = 20.0;
constexpr std::size_t most_samples = 2000;

/// The number of a measurement that is plotted, if it has any: the first.
const engine::Column* column_of(const engine::MeasureSpec& spec) {
    for (const engine::MeasureTable& table : engine::measure_tables())
        if (table.kind == engine::name_of(spec.kind))
            return table.columns.empty() ? nullptr : &table.columns[0];
    return nullptr;
}

double kinetic_energy(const Moment& moment) {
    double sum = 0.0;
    for (const engine::GrainFacts& grain : moment.facts().grains) sum += grain.kinetic_energy;
    return sum;
}

}  // namespace

double Series::at(double time) const {
    const auto next = std::ranges::upper_bound(times, time);
    return next == times.begin() ? std::nan("")
                                 : values[static_cast<std::size_t>(next - times.begin()) - 1];
}

Chronicle::Chronicle(const engine::Scene& scene) : scene_(scene) {
    names_ = {{"kinetic energy", "J"}, {"contacts", ""}, {"unbalanced force", ""}};
    for (const engine::MeasureSpec& spec : scene.measures)
        if (const engine::Column* column = column_of(spec))
            names_.push_back({spec.name + ": " + std::string(column->key),
                              column->unit == "1" ? "" : std::string(column->unit)});
}

std::vector<double> Chronicle::measure(const Moment& moment) const {
    std::vector<double> values;
    engine::Surroundings surroundings = engine::surroundings_of(scene_);
    surroundings.gravity = moment.view().parameters.gravity;
    const engine::Assembly assembly = engine::assemble(
        moment.frame(),
        [&](engine::BodyNumber body) -> const engine::BodyShape& {
            return moment.bodies().of(body).shape;
        },
        surroundings);
    const auto& ledger = moment.view().ledger;
    for (const engine::MeasureSpec& spec : scene_.measures) {
        if (column_of(spec) == nullptr) continue;
        const geometry::Box region{{spec.x.low, spec.y.low}, {spec.x.high, spec.y.high}};
        const engine::Measurement result =
            engine::measure(engine::name_of(spec.kind),
                            {assembly, region, ledger ? &*ledger : nullptr, spec.slicing});
        values.push_back(result.quantities[0].value.value_or(std::nan("")));
    }
    return values;
}

void Chronicle::update(const Moment& moment, double wall) {
    // What lies ahead of where the run has come was another run.
    samples_.erase(samples_.upper_bound(moment.view().reached), samples_.end());
    // What stands is looked at for long, and curves are to reach it.
    const bool stands = moment.view().status != engine::LiveStatus::running;
    if (!stands && wall - sampled_ < std::max(between_samples, share_of_time * cost_)) return;
    if (samples_.contains(moment.frame().step)) return;
    const auto start = std::chrono::steady_clock::now();
    Sample sample{moment.frame().time,
                  {kinetic_energy(moment), static_cast<double>(moment.frame().contacts.pair.size()),
                   moment.view().unbalanced.value_or(std::nan(""))}};
    try {
        if (!scene_.measures.empty())
            std::ranges::copy(measure(moment), std::back_inserter(sample.values));
    } catch (const std::logic_error&) {  // not finite any more
    }
    sample.values.resize(names_.size(), std::nan(""));
    samples_[moment.frame().step] = std::move(sample);
    if (samples_.size() > most_samples) {
        bool keep = true;
        std::erase_if(samples_, [&](const auto&) { return !std::exchange(keep, !keep); });
    }
    sampled_ = wall;
    cost_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Series Chronicle::series(std::size_t k) const {
    Series series{names_[k].name, names_[k].unit, {}, {}};
    for (const auto& [step, sample] : samples_) {
        series.times.push_back(sample.time);
        series.values.push_back(sample.values[k]);
    }
    return series;
}

}  // namespace scree::window
