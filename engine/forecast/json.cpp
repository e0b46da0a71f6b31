#include <nlohmann/json.hpp>

#include "engine/forecast/forecast.h"
#include "engine/laws/kinds.h"

namespace scree::engine {
namespace {

using Json = nlohmann::ordered_json;

/// Names and titles may hold any bytes, so those that are not UTF-8 are replaced.
std::string text_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The sizes below which shares of the mass are, and how far both curves are apart.
Json curve_of(const std::optional<SizeCurve>& curve) {
    if (!curve) return nullptr;
    return {{"share", told_shares},
            {"asked_m", curve->asked},
            {"sampled_m", curve->sampled},
            {"distance", curve->distance},
            {"distance_of_numbers", curve->distance_of_numbers}};
}

Json groups_of(const Forecast& forecast) {
    Json json = Json::array();
    for (const GroupFacts& group : forecast.groups)
        json.push_back({{"name", group.name},
                        {"count", group.count},
                        {"rain", group.rains},
                        {"mass_kg", group.mass},
                        {"smallest_m", group.smallest},
                        {"largest_m", group.largest},
                        {"size_curve", curve_of(group.curve)}});
    return json;
}

Json overlap_of(const std::optional<OverlapEstimate>& overlap) {
    if (!overlap) return nullptr;
    return {{"share", overlap->share},
            {"height_m", overlap->height},
            {"speed_m_per_s", overlap->speed},
            {"group", overlap->group}};
}

Json changes_of(const std::vector<std::pair<std::string, std::string>>& changes) {
    Json json = Json::object();
    for (const auto& [key, value] : changes) json[key] = value;
    return json;
}

Json stages_of(const Forecast& forecast) {
    Json json = Json::array();
    for (const StageFacts& stage : forecast.stages)
        json.push_back({{"name", stage.name},
                        {"duration_s", stage.duration},
                        {"until", stage.until.empty() ? Json(nullptr) : Json(stage.until)},
                        {"set", changes_of(stage.set)},
                        {"ramp", changes_of(stage.ramp)}});
    return json;
}

Json loads_of(const Scene& scene, const Forecast& forecast) {
    const auto or_null = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json json = Json::array();
    for (const LoadFacts& facts : forecast.loads) {
        const WallLoad& load = facts.motion.load;
        json.push_back({{"wall", scene.walls[facts.wall].name},
                        {"stage", scene.stages[facts.stage].name},
                        {"pressure_N_per_m", facts.pressure},
                        {"force_N", facts.force},
                        {"length_m", facts.length},
                        {"mass_kg", *load.mass},
                        {"layer_kg", facts.layer},
                        {"step_factor", facts.step_factor},
                        {"damping_N_s_per_m", *load.damping},
                        {"damping_takes_all_at_m_per_s", or_null(facts.full_drag)},
                        {"ramp_s", *load.rise},
                        {"max_speed_m_per_s", *load.max_speed},
                        {"overlap_share", facts.overlap.share},
                        {"stiffness_over_pressure", facts.rigidity},
                        {"height_m", facts.height},
                        {"rate_per_s", facts.rate},
                        {"inertial_number", facts.inertial},
                        {"way_m", or_null(facts.way)},
                        {"reach_s", or_null(facts.reach)}});
    }
    return json;
}

Json cells_of(const Scene& scene, const Forecast& forecast) {
    Json json = Json::array();
    for (const CellFacts& facts : forecast.cells) {
        Json entry{{"stage", scene.stages[facts.stage].name}};
        for (const auto& [component, name] : words<CellComponent>) {
            const CellTarget& target = facts.targets[static_cast<std::size_t>(component)];
            const char* unit = target.is_stress ? "_N_per_m" : "_rate_per_s";
            entry[std::string(name) + unit] = target.value;
        }
        entry["mass_kg_m2"] = facts.mass;
        entry["rise_s"] = facts.rise;
        entry["largest_rate_under_stress_per_s"] = facts.limit;
        entry["pressure_N_per_m"] = facts.pressure;
        entry["stiffness_over_pressure"] = facts.rigidity;
        entry["inertial_number"] = facts.inertial;
        json.push_back(std::move(entry));
    }
    return json;
}

Json restitutions_of(const Forecast& forecast) {
    Json json = Json::array();
    for (const ContactRestitution& contact : forecast.restitutions)
        json.push_back({{"first", contact.first},
                        {"second", contact.second},
                        {"contact", contact.kind},
                        {"restitution", contact.value}});
    return json;
}

Json pace_of(const Pace& pace) {
    return {{"steps", pace.steps},
            {"grains", pace.grains},
            {"ns_per_grain_step", 1e9 * pace.seconds_per_grain_step}};
}

Json warnings_of(const Forecast& forecast) {
    Json json = Json::array();
    for (const Warning& warning : forecast.warnings)
        json.push_back({{"kind", warning.kind}, {"message", warning.message}});
    return json;
}

}  // namespace

std::string forecast_json(const Scene& scene, const Forecast& forecast) {
    const StepChoice& step = forecast.step;
    Json json;
    json["title"] = scene.title;
    json["integrator"] = std::string(name_of(scene.run.integrator));
    json["broad_phase"] = std::string(name_of(scene.broad_phase.kind));
    json["threads"] = scene.run.threads;
    json["duration_s"] = scene.run.duration;
    json["dt"] = step.dt;
    json["dt_given"] = scene.run.dt.has_value();
    json["dt_automatic"] = step.automatic;
    json["dt_stable"] = step.stable;
    json["decided_by"] = {
        {"first", step.first}, {"second", step.second}, {"limit", name_of(step.reason)}};
    json["steps"] = step.steps;
    json["grains"] = forecast.grains();
    json["mass_kg"] = forecast.mass();
    json["groups"] = groups_of(forecast);
    json["walls"] = scene.walls.size();
    json["wall_pieces"] = forecast.wall_pieces;
    json["memory_bytes"] = static_cast<std::uint64_t>(forecast.memory);
    const std::optional<double> seconds = forecast.wall_seconds();
    json["wall_s"] = seconds ? Json(*seconds) : Json(nullptr);
    json["grain_steps"] = forecast.grain_steps;
    json["ns_per_grain_step"] = 1e9 * forecast.trial.seconds_per_grain_step;
    json["trial_begun"] = pace_of(forecast.trial.begun);
    json["trial_packed"] = pace_of(forecast.trial.packed);
    json["impact_overlap"] = overlap_of(forecast.impact);
    json["filling_overlap"] = overlap_of(forecast.filling);
    json["restitutions"] = restitutions_of(forecast);
    json["stages"] = stages_of(forecast);
    json["loads"] = loads_of(scene, forecast);
    if (scene.domain.cell) json["cell"] = cells_of(scene, forecast);
    json["warnings"] = warnings_of(forecast);
    json["errors"] = Json::array();
    return text_of(json);
}

std::string errors_json(std::span<const SceneError> errors) {
    Json json{{"errors", Json::array()}};
    for (const SceneError& error : errors)
        json["errors"].push_back({{"file", error.file},
                                  {"line", error.line},
                                  {"column", error.column},
                                  {"message", error.message}});
    return text_of(json);
}

}  // namespace scree::engine
