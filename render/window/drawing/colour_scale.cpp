#include "render/window/drawing/colour_scale.h"

#include <algorithm>
#include <cmath>

#include "render/labels.h"
#include "render/run_picture.h"
#include "render/window/drawing/mesh.h"

namespace scree::window {
namespace {

/// The share of the excess width by which a range shrinks from one moment to the next.
constexpr double relaxation = 0.03;
constexpr double last_of_table = 255.0;

/// The number of the first level. Levels of a grid count from 1 for the smallest cells, as in the
/// planner; depths of a tree count from 0 for the root.
double first_level(const engine::Arrangement& arrangement) {
    return engine::has_tree(arrangement.kind) ? 0.0 : 1.0;
}

double level_in(const engine::Arrangement& arrangement, std::size_t row) {
    if (row >= arrangement.grains.size()) return std::nan("");
    return arrangement.grains[row].level + first_level(arrangement);
}

/// The range of all levels, whether grains are on them just now or not, so that a level keeps its
/// colour.
render::ValueRange levels_of(const engine::Arrangement& arrangement) {
    const double first = first_level(arrangement);
    const auto count = static_cast<double>(std::max<std::size_t>(1, arrangement.cells.size()));
    return {first, first + count - 1.0, false, false};
}

std::string title_of(Quantity quantity, engine::BroadPhaseKind kind) {
    if (quantity != Quantity::level || engine::has_grid(kind))
        return std::string(render::name_of(quantity));
    if (engine::has_tree(kind)) return "depth in the tree";
    if (kind == engine::BroadPhaseKind::automatic) return "no grid: auto has not chosen yet";
    return "no grid: " + std::string(engine::name_of(kind));
}

}  // namespace

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

void ColourScale::widen(const render::ValueRange& suited) {
    if (fresh_) {
        range_ = suited;
        fresh_ = false;
        return;
    }
    range_.low = std::min(suited.low, range_.low + relaxation * (suited.low - range_.low));
    range_.high = std::max(suited.high, range_.high + relaxation * (suited.high - range_.high));
    if (quantity_ == Quantity::contacts) range_ = suited;  // counts jump by whole numbers anyway
}

void ColourScale::update(const FrameView& frame_view) {
    const engine::Arrangement& arrangement = frame_view.view().arrangement;
    const auto& grains = frame_view.frame().grains;
    const std::size_t n = grains.body.size();
    values_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        const Body& body = frame_view.bodies().of(grains.body[k]);
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
                values_[k] = level_in(arrangement, k);
                break;
            case Quantity::speed:
                values_[k] = length(grains.velocity[k]);
                break;
            case Quantity::spin:
                values_[k] = grains.spin[k];
                break;
            default:
                values_[k] =
                    k < frame_view.facts().grains.size()
                        ? render::value_of(frame_view.frame(), frame_view.facts(), k, quantity_)
                        : std::nan("");
        }
    }
    std::vector<double> finite;
    for (const double value : values_)
        if (std::isfinite(value)) finite.push_back(value);
    title_ = title_of(quantity_, arrangement.kind);
    has_values_ = !finite.empty();
    const bool by_level = has_values_ && quantity_ == Quantity::level;
    if (by_level)
        range_ = levels_of(arrangement);
    else if (has_values_)
        widen(render::suitable_range(quantity_, finite));
    one_level_ = by_level && arrangement.cells.size() <= 1;
    if (one_level_) {
        range_ = {finite.front() - 1.0, finite.front() + 1.0, false, false};
        title_ += ": " + render::short_number(finite.front());
    }
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
