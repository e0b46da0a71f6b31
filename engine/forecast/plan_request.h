#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/plan/plan.h"
#include "engine/scene/scene.h"

/// Plans of grids that users ask for, with all that went into them.
namespace scree::engine {

/// What the user asks for; the rest comes from the scene, or is assumed.
struct PlanRequest {
    std::optional<double> fraction;  ///< the share of space that the grains themselves fill
    std::optional<double> overhead;  ///< empty if it is to be measured on this machine
    std::optional<GridSearch> search;
    std::optional<CellRule> rule;       ///< empty for the optimal one
    std::optional<std::size_t> levels;  ///< empty for the best number
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
    double fraction = 0.0;           ///< the share of the area that the grains themselves fill
    std::string_view fraction_from;  ///< "asked for", "settled" or "domain"
};

struct PlanAnswer {
    std::variant<PlannedLaw, PlannedScene> source;
    PlanProblem problem;
    std::optional<CellRule> rule;  ///< empty if the scene lists its cells
    bool overhead_measured = false;
    Plan plan;
};

/// Plans for a power law. Throws std::invalid_argument as plan_levels() does, also for a request
/// without a fraction.
PlanAnswer plan_law(const PlannedLaw& law, int dimension, const PlanRequest& request);

/// Plans for a scene. What the request leaves open is taken from the scene's hgrid. The fraction is
/// `usual_fraction` if gravity pulls on the grains, because they settle; other grains are spread
/// over the domain. Throws std::invalid_argument.
PlanAnswer plan_scene(const Scene& scene, const PlanRequest& request);

/// The answer as JSON, with a line end.
std::string plan_json(const PlanAnswer& answer);

}  // namespace scree::engine
