#include "engine/run/summary.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

#include "engine/base/trigger.h"
#include "engine/laws/kinds.h"
#include "engine/measure/json.h"
#include "engine/run/measures.h"
#include "engine/scene/stages.h"

namespace scree::engine {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, phase_count> phase_names = {"predict", "boxes",  "pairs",
                                                              "track",   "forces", "correct"};

Json phases_of(const PhaseTimes& times, double sum) {
    Json json = Json::object();
    for (std::size_t k = 0; k < phase_count; ++k)
        json[phase_names[k]] = sum > 0.0 ? times[k] / sum : 0.0;
    return json;
}

Json energy_of(const Ledger& ledger) {
    return {{"kinetic", ledger.kinetic},
            {"gravity", ledger.gravity},
            {"elastic", ledger.elastic_normal + ledger.elastic_tangential},
            {"dissipated_by_damping", ledger.normal_damping + ledger.tangential_damping},
            {"dissipated_by_friction", ledger.sliding},
            {"wall_work", ledger.wall_work},
            {"added", ledger.added},
            {"law_gain", ledger.law_gain},
            {"wall_kinetic", ledger.wall_kinetic},
            {"load_work", ledger.load_work},
            {"wall_damping", ledger.wall_damping},
            {"limiter", ledger.limiter},
            {"residual", ledger.residual()}};
}

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// The stages that have begun: when, how long, and why each was over. One that goes on has no end.
Json stages_of(const World& live) {
    Json stages = Json::array();
    const Course& course = live.course();
    if (course.stage().name.empty()) return stages;
    const double dt = live.step_choice().dt;
    for (std::size_t k = 0; k <= course.now(); ++k) {
        const Stage& stage = course.stages()[k];
        const bool is_past = k < course.now();
        const std::uint64_t first = course.first_step(k);
        const std::uint64_t last = is_past ? course.first_step(k + 1) : live.simulation().steps();
        const bool is_early =
            is_past ? last - first < first_step_at(stage.duration, dt) : course.ends_early();
        Json json;
        json["name"] = stage.name;
        json["begin_s"] = static_cast<double>(first) * dt;
        json["simulated_s"] = static_cast<double>(last - first) * dt;
        json["until"] = stage.until ? Json(words_of(*stage.until, live.scene())) : Json(nullptr);
        json["end"] = Json(nullptr);
        if (is_past || live.over()) json["end"] = is_early ? "condition" : "duration";
        stages.push_back(std::move(json));
    }
    return stages;
}

/// The walls that are under load now: what is asked of them, and what the grains bear of it.
Json loads_of(const World& live) {
    Json loads = Json::array();
    const Simulation& simulation = live.simulation();
    const Walls& walls = simulation.walls();
    const double now = simulation.time();
    for (std::size_t w = 0; w < walls.count(); ++w) {
        const WallMotion& motion = walls[w].motion;
        if (!motion.is_loaded() || !simulation.is_there(w)) continue;
        const double asked = walls.load_force(w, now);
        const double borne = -dot(simulation.wall_push(w).force, motion.load.along);
        Json json;
        json["wall"] = live.scene().walls[w].name;
        json["load_N"] = asked;
        json["borne_N"] = borne;
        if (motion.load.is_pressure) {
            const double length = walls.loaded_length(w, now);
            json["length_m"] = length;
            json["pressure_N_per_m"] = asked / length;
            json["borne_N_per_m"] = borne / length;
        }
        json["mass_kg"] = *motion.load.mass;
        json["displacement_m"] = simulation.wall_displacement(w);
        json["speed_m_per_s"] = walls.loads().speed(w);
        json["at_stop"] = walls.loads().is_at_stop(w);
        loads.push_back(std::move(json));
    }
    return loads;
}

/// The methods that `auto` tried, with times in nanoseconds per grain; the first of each contest
/// was kept.
Json contests_of(const BroadPhase& broad_phase) {
    Json contests = Json::array();
    for (const BroadPhaseContest& contest : broad_phase.contests()) {
        if (contest.trials.empty()) continue;
        Json trials = Json::object();
        for (const BroadPhaseTrial& trial : contest.trials)
            trials[std::string(name_of(trial.kind))] =
                1e9 * trial.seconds / static_cast<double>(std::max<std::size_t>(contest.grains, 1));
        contests.push_back({{"grains", contest.grains},
                            {"kept", std::string(name_of(contest.trials.front().kind))},
                            {"ns_per_grain", std::move(trials)}});
    }
    return contests;
}

}  // namespace

std::string hash_text(std::uint64_t hash) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t k = 0; k < 16; ++k) text[15 - k] = digits[hash >> (4 * k) & 15u];
    return text;
}

std::string summary_json(const World& live, std::span<const NamedMeasurement> measurements,
                         const SummaryFacts& facts) {
    const Scene& scene = live.scene();
    const Simulation& simulation = live.simulation();
    const PhaseTimes times = simulation.phase_times();
    const double in_steps = std::accumulate(times.begin(), times.end(), 0.0);
    const auto grain_steps = static_cast<double>(live.grain_steps());
    const geometry::QueryCounts queries = simulation.query_counts();
    Json json;
    json["version"] = facts.version;
    json["scene"] = facts.scene;
    json["end"] = facts.end;
    json["seed"] = scene.seed;
    json["threads"] = scene.run.threads;
    json["broad_phase"] = std::string(name_of(scene.broad_phase.kind));
    if (scene.broad_phase.kind == BroadPhaseKind::automatic)
        json["broad_phase_contests"] = contests_of(simulation.broad_phase());
    json["integrator"] = std::string(name_of(scene.run.integrator));
    json["dt"] = live.step_choice().dt;
    json["steps"] = simulation.steps();
    json["simulated_s"] = simulation.time();
    json["wall_s"] = facts.wall_seconds;
    json["grains"] = simulation.grain_count();
    json["contacts"] = live.touching_contacts();
    json["frames"] = facts.frames;
    json["ns_per_grain_step"] = grain_steps > 0.0 ? 1e9 * in_steps / grain_steps : 0.0;
    json["phases"] = phases_of(times, in_steps);
    json["energy"] = energy_of(simulation.ledger());
    json["unbalanced_force"] = number_or_null(live.unbalanced_force());
    json["max_overlap"] = live.largest_overlap();
    json["fallbacks"] = {{"queries", queries.queries},
                         {"searched", queries.searched},
                         {"exhaustive", queries.exhaustive},
                         {"clipped", queries.clipped}};
    json["stages"] = stages_of(live);
    json["loads"] = loads_of(live);
    json["state_hash"] = hash_text(live.state_hash());
    json["measurements"] = Json::object();
    for (const auto& [name, measurement] : measurements)
        json["measurements"][name] = json_of(measurement);
    // Titles may hold any bytes, so those that are not UTF-8 are replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scree::engine
