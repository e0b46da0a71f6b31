#include "render/window/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/plan_request.h"
#include "render/run_picture.h"
#include "render/window/mesh.h"

namespace scree::window {
namespace {

/// How much of what is too much of a range goes from one moment to the next.
constexpr double relaxation = 0.03;
constexpr double last_of_table = 255.0;

}  // namespace

std::vector<double> cells_of(const engine::Scene& scene) {
    std::vector<double> cells;
    try {
        for (const engine::PlannedLevel& level : engine::plan_scene(scene, {}).plan.levels)
            cells.push_back(level.cell);
    } catch (const std::invalid_argument&) {
        // No grains, or too few in too large a domain.
        cells = {std::numeric_limits<double>::infinity()};
    }
    return cells;
}

std::span<const Quantity> quantities() {
    static constexpr std::array all{
        Quantity::material, Quantity::speed,          Quantity::spin,
        Quantity::rotation, Quantity::size,           Quantity::contacts,
        Quantity::pressure, Quantity::kinetic_energy, Quantity::level};
    return all;
}

void ColourScale::choose(Quantity quantity) {
    quantity_ = quantity;
    fresh_ = true;
}

double ColourScale::level_of(double width) const {
    const auto level = std::lower_bound(cells_.begin(), cells_.end(), width) - cells_.begin();
    return static_cast<double>(1 + std::min(level, std::ssize(cells_) - 1));
}

void ColourScale::widen(const render::ValueRange& suited) {
    if (fresh_) {
        range_ = suited;
        fresh_ = false;
        return;
    }
    range_.low = std::min(suited.low, range_.low + relaxation * (suited.low - range_.low));
    range_.high = std::max(suited.high, range_.high + relaxation * (suited.high - range_.high));
    if (quantity_ == Quantity::contacts || quantity_ == Quantity::level)
        range_ = suited;  // whole numbers
}

void ColourScale::update(const Moment& moment) {
    if (quantity_ == Quantity::level && cells_.empty()) cells_ = cells_of(moment.scene());
    const auto& grains = moment.frame().grains;
    const std::size_t n = grains.body.size();
    values_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        const Body& body = moment.bodies().of(grains.body[k]);
        switch (quantity_) {
            case Quantity::material:
                values_[k] = body.shape.material;
                break;
            case Quantity::size:
                values_[k] = body.diameter;
                break;
            case Quantity::rotation:
                values_[k] = grains.angle[k] - body.angle;
                break;
            case Quantity::level:
                values_[k] = level_of(2.0 * body.reach);
                break;
            case Quantity::speed:
                values_[k] = length(grains.velocity[k]);
                break;
            case Quantity::spin:
                values_[k] = grains.spin[k];
                break;
            default:
                values_[k] = k < moment.facts().grains.size()
                                 ? render::value_of(moment.frame(), moment.facts(), k, quantity_)
                                 : std::nan("");
        }
    }
    std::vector<double> finite;
    for (const double value : values_)
        if (std::isfinite(value)) finite.push_back(value);
    if (!finite.empty()) widen(render::suitable_range(quantity_, finite));
    colouring_ = render::Colouring(quantity_, range_);
    for (std::size_t k = 0; k < table_.size(); ++k)
        table_[k] = sf_colour(colouring_.at(static_cast<double>(k) / last_of_table));
}

sf::Color ColourScale::of_grain(std::size_t row) const {
    const double value = values_[row];
    if (colouring_.by_material() || !std::isfinite(value)) return sf_colour(colouring_.of(value));
    const auto& [low, high, lower, higher] = colouring_.range();
    const double share = std::clamp((value - low) / (high - low), 0.0, 1.0);
    return table_[static_cast<std::size_t>(std::lround(share * last_of_table))];
}

}  // namespace scree::window
