#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/plan/plan.h"
#include "engine/scene/scene.h"

/// Plans that people ask for, with all that went into them.
namespace scree::engine {

/// What is asked for; the rest comes from the scene, or is assumed.
struct PlanRequest {
    std::optional<double> fraction;  ///< of space that the grains themselves fill
    std::optional<double> overhead;  ///< none: as measured on this machine
    std::optional<GridSearch> search;
    std::optional<CellRule> rule;       ///< none: optimal
    std::optional<std::size_t> levels;  ///< none: as many as are best
};

/// Sizes by a power law; lengths are in units of the smallest radius.
struct PlannedLaw {
    double exponent = 0.0;
    double ratio = 1.0;  ///< of the largest radius to the smallest
};

/// The grains of a scene, all that will ever come, each in a circle about its centroid; lengths are
/// in m.
struct PlannedScene {
    std::string title;
    std::size_t grains = 0;
    double fraction = 0.0;           ///< of the area, by the grains themselves
    std::string_view fraction_from;  ///< "asked for", "settled" or "domain"
};

struct PlanAnswer {
    std::variant<PlannedLaw, PlannedScene> source;
    PlanProblem problem;
    std::optional<CellRule> rule;  ///< none: the scene lists its cells
    bool overhead_measured = false;
    Plan plan;
};

/// Throws std::invalid_argument as plan_levels() does, also for a request without a fraction.
PlanAnswer plan_law(const PlannedLaw& law, int dimension, const PlanRequest& request);

/// Where nothing is asked for, it is as the scene has it for its hgrid; and grains that gravity
/// pulls on have settled, and fill `usual_fraction` of the area; others are spread over the domain.
/// Throws std::invalid_argument.
PlanAnswer plan_scene(const Scene& scene, const PlanRequest& request);

/// All of it, with a line end.
std::string plan_json(const PlanAnswer& answer);

}  // namespace scree::engine
