#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/forecast/cell_facts.h"
#include "engine/forecast/load_facts.h"
#include "engine/forecast/overlaps.h"
#include "engine/forecast/restitution.h"
#include "engine/forecast/stage_facts.h"
#include "engine/forecast/trial.h"
#include "engine/grains/size_curve.h"
#include "engine/run/setup.h"

/// What can be said about a run before it begins.
namespace scree::engine {

/// Something in a scene that is probably not what the user means.
struct Warning {
    std::string kind;  ///< a word for programs, such as "impact"
    std::string message;
};

struct GroupFacts {
    std::string name;
    std::size_t count = 0;
    bool rains = false;
    double mass = 0.0;      ///< kg, of all grains
    double smallest = 0.0;  ///< equivalent diameter, m
    double largest = 0.0;
    std::optional<SizeCurve> curve;  ///< of a group with more than one size
};

struct Forecast {
    StepChoice step;
    std::vector<GroupFacts> groups;
    std::size_t wall_pieces = 0;
    double memory = 0.0;  ///< bytes, approximately
    std::optional<OverlapEstimate> impact;
    std::optional<OverlapEstimate> filling;
    std::vector<ContactRestitution> restitutions;
    std::vector<StageFacts> stages;
    std::vector<LoadFacts> loads;
    std::vector<CellFacts> cells;
    Trial trial;
    double grain_steps = 0.0;  ///< grains times steps of the whole run
    std::vector<Warning> warnings;

    std::size_t grains() const;
    double mass() const;  ///< kg
    /// The time for the steps alone, s; empty if the trial made no steps.
    std::optional<double> wall_seconds() const;
};

/// Makes a forecast; the trial takes about two seconds. Throws std::invalid_argument as set_up()
/// does.
Forecast forecast(const Scene& scene);

/// The forecast as JSON, with a line end.
std::string forecast_json(const Scene& scene, const Forecast& forecast);
/// The errors of a scene that cannot be run, as JSON.
std::string errors_json(std::span<const SceneError> errors);

}  // namespace scree::engine
