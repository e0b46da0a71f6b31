#include "engine/broad/hgrid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/base/quantile.h"
#include "engine/broad/overhead.h"

namespace scree::engine {
namespace {

using geometry::Box;

/// This many grains are enough to know the distribution of sizes.
constexpr std::size_t most_sizes = 20'000;

/// Grains smaller than this share of the largest are planned for as if they had this size.
constexpr double least_size = 1e-6;

/// A plan is kept as long as the number of grains and the largest width have grown or shrunk by no
/// more than this factor.
constexpr double tolerance = 1.5;

bool is_near(double now, double then) { return now <= tolerance * then && then <= tolerance * now; }

/// The extent that nearly all grains are within: a few grains that flew off must not make the
/// others seem sparse.
double usual_extent(std::vector<double>& places) {
    constexpr double outside = 0.02;
    return (quantile(places, 1.0 - outside) - quantile(places, outside)) / (1.0 - 2.0 * outside);
}

}  // namespace

Hgrid::Hgrid(HgridSettings settings, BoxPeriod period)
    : settings_(std::move(settings)), grid_(period) {
    grid_.set_levels(settings_.cells.empty() ? std::vector{0.0} : settings_.cells,
                     settings_.search);
}

bool Hgrid::fits(const Boxes& boxes, const BoxSurvey& survey) const {
    return !settings_.cells.empty() || !(survey.widest > 0.0) || !std::isfinite(survey.widest) ||
           (is_near(static_cast<double>(boxes.grains()), static_cast<double>(planned_grains_)) &&
            is_near(survey.widest, planned_width_));
}

void Hgrid::find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) {
    const BoxSurvey survey = grid_.survey(boxes, workers);
    if (!fits(boxes, survey)) plan(boxes, survey);
    grid_.find_pairs(boxes, survey, workers, pairs);
}

/// Plans for circles as wide as the boxes, because boxes are assigned to cells by their width.
/// Lengths are in units of the widest box.
void Hgrid::plan(const Boxes& boxes, const BoxSurvey& survey) {
    planned_grains_ = boxes.grains();
    planned_width_ = survey.widest;
    // An odd stride samples all sizes, even if they alternate from grain to grain.
    const std::size_t stride = (boxes.grains() / most_sizes + 1) | 1u;
    std::vector<double> radii{0.5};  // the largest counts, even if it is not sampled
    std::vector<double> x;
    std::vector<double> y;
    double area = 0.0;
    for (std::size_t i = 0; i < boxes.grains(); i += stride) {
        const Box& box = boxes[static_cast<Body>(i)];
        const double width = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
        radii.push_back(0.5 * std::max(width / survey.widest, least_size));
        area += std::numbers::pi * radii.back() * radii.back();
        x.push_back(box.low.x / survey.widest);
        y.push_back(box.low.y / survey.widest);
    }
    const double room = std::max(usual_extent(x), 1.0) * std::max(usual_extent(y), 1.0);
    const double fraction = std::clamp(area * static_cast<double>(stride) / room, 1e-6, 1.0);
    const PlanProblem problem{SizeDistribution::of_radii(radii), 2, fraction,
                              settings_.overhead ? *settings_.overhead : measured_overhead(),
                              settings_.search};
    std::vector<double> cells;
    for (const PlannedLevel& level : plan_levels(problem, settings_.rule, settings_.levels).levels)
        cells.push_back(level.cell * survey.widest);
    grid_.set_levels(std::move(cells), settings_.search);
}

}  // namespace scree::engine
