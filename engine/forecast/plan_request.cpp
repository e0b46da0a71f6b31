#include "engine/forecast/plan_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numbers>
#include <stdexcept>

#include "engine/base/spec_error.h"
#include "engine/broad/overhead.h"
#include "engine/run/loads.h"

namespace scree::engine {
namespace {

PlanAnswer answer(std::variant<PlannedLaw, PlannedScene> source, PlanProblem problem,
                  const PlanRequest& request, const HgridSettings& scene = {}) {
    const std::optional<double> overhead = request.overhead ? request.overhead : scene.overhead;
    problem.overhead = overhead ? *overhead : measured_overhead();
    problem.search = request.search.value_or(scene.search);
    PlanAnswer result{std::move(source), std::move(problem), {}, !overhead, {}};
    if (!scene.cells.empty() && !request.rule && !request.levels) {
        std::vector<double> cells = scene.cells;
        cells.back() = std::max(cells.back(), 2.0 * result.problem.sizes.largest());
        result.plan = evaluate(result.problem, cells);
    } else {
        result.rule = request.rule.value_or(scene.rule);
        result.plan = plan_levels(result.problem, *result.rule,
                                  request.levels ? request.levels : scene.levels);
    }
    return result;
}

/// Emptier domains are planned for as if grains filled this share of them.
constexpr double least_fraction = 1e-9;

/// The areas of the grains of a scene.
struct Areas {
    std::vector<double> radii;
    double grains = 0.0;
    double circles = 0.0;
};

Areas areas_of(const Scene& scene) {
    Areas areas;
    for (const GrainGroup& group : scene.grains)
        for (const NewGrain& grain : make_grains(group, scene.seed)) {
            const double r = geometry::radius(grain.shape);
            areas.radii.push_back(r);
            areas.grains += geometry::area(grain.shape);
            areas.circles += std::numbers::pi * r * r;
        }
    return areas;
}

using Json = nlohmann::ordered_json;

Json sizes_json(const PlanAnswer& answer) {
    if (const auto* law = std::get_if<PlannedLaw>(&answer.source))
        return {{"kind", "power_law"}, {"exponent", law->exponent}, {"ratio", law->ratio}};
    const SizeDistribution& sizes = answer.problem.sizes;
    const auto& scene = std::get<PlannedScene>(answer.source);
    return {{"kind", "grains"},
            {"title", scene.title},
            {"count", scene.grains},
            {"smallest_radius_m", sizes.smallest()},
            {"largest_radius_m", sizes.largest()},
            {"fraction", scene.fraction},
            {"fraction_from", std::string(scene.fraction_from)}};
}

Json levels_json(const Plan& plan) {
    Json json = Json::array();
    for (const PlannedLevel& level : plan.levels)
        json.push_back({{"cell", level.cell},
                        {"share", level.share},
                        {"particles_per_cell", level.particles_per_cell},
                        {"candidates", level.candidates},
                        {"accesses", level.accesses}});
    return json;
}

}  // namespace

PlanAnswer plan_law(const PlannedLaw& law, int dimension, const PlanRequest& request) {
    // The radii are 1 and the ratio, so the message speaks of the ratio.
    if (!(law.ratio >= 1.0))
        throw std::invalid_argument(
            "the ratio of the largest radius to the smallest must be at "
            "least 1, not " +
            number_text(law.ratio));
    if (!request.fraction) throw std::invalid_argument("the fraction is missing");
    PlanProblem problem{SizeDistribution::power_law(law.exponent, 1.0, law.ratio), dimension,
                        *request.fraction};
    return answer(law, std::move(problem), request);
}

PlanAnswer plan_scene(const Scene& scene, const PlanRequest& request) {
    const Areas areas = areas_of(scene);
    PlannedScene source{scene.title, areas.radii.size(), usual_fraction, "settled"};
    if (request.fraction) {
        source.fraction = *request.fraction;
        source.fraction_from = "asked for";
    } else if (length(scene.run.gravity) == 0.0) {
        const DomainSpec& domain = scene.domain;
        source.fraction = std::max(
            areas.grains / ((domain.x.high - domain.x.low) * (domain.y.high - domain.y.low)),
            least_fraction);
        source.fraction_from = "domain";
    }
    PlanProblem problem{SizeDistribution::of_radii(areas.radii), 2,
                        source.fraction * areas.circles / areas.grains};
    return answer(std::move(source), std::move(problem), request, scene.broad_phase.hgrid);
}

std::string plan_json(const PlanAnswer& answer) {
    const PlanProblem& problem = answer.problem;
    const Plan& plan = answer.plan;
    Json json;
    json["sizes"] = sizes_json(answer);
    json["unit"] = std::holds_alternative<PlannedLaw>(answer.source) ? "smallest radius" : "m";
    json["dimension"] = problem.dimension;
    json["fraction"] = problem.fraction;
    json["overhead"] = problem.overhead;
    json["overhead_measured"] = answer.overhead_measured;
    json["search"] = std::string(name_of(problem.search));
    json["rule"] = answer.rule ? std::string(name_of(*answer.rule)) : "list";
    json["levels"] = levels_json(plan);
    json["candidates"] = plan.candidates;
    json["accesses"] = plan.accesses;
    json["cost"] = plan.cost;
    json["linked_cell_cost"] = plan.linked_cell_cost;
    // A title may hold any bytes, so those that are not UTF-8 are replaced.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scree::engine
