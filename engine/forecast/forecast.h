#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/forecast/overlaps.h"
#include "engine/forecast/trial.h"
#include "engine/run/setup.h"

/// All that can be said about a run before it begins.
namespace scree::engine {

/// What will probably not be as the user means it.
struct Warning {
    std::string kind;  ///< a word for programs, such as "impact"
    std::string message;
};

struct GroupFacts {
    std::string name;
    std::size_t count = 0;
    bool rains = false;
    double mass = 0.0;      ///< kg, of all
    double smallest = 0.0;  ///< equivalent diameter, m
    double largest = 0.0;
};

struct Forecast {
    StepChoice step;
    std::vector<GroupFacts> groups;
    std::size_t wall_pieces = 0;
    double memory = 0.0;  ///< bytes, about
    std::optional<OverlapEstimate> impact;
    std::optional<OverlapEstimate> filling;
    Trial trial;
    double grain_steps = 0.0;  ///< of the whole run
    std::vector<Warning> warnings;

    std::size_t grains() const;
    double mass() const;  ///< kg
    /// s, for the steps alone; none where the trial had none.
    std::optional<double> wall_seconds() const;
};

/// Takes about two seconds for the trial. Throws std::invalid_argument as set_up() does.
Forecast forecast(const Scene& scene);

/// The same as JSON, with a line end.
std::string forecast_json(const Scene& scene, const Forecast& forecast);
/// Of a scene that cannot be run.
std::string errors_json(std::span<const SceneError> errors);

}  // namespace scree::engine
