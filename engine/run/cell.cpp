#include "engine/run/cell.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace scree::engine {
namespace {

/// A change of a stress takes so many times as long as a wave through the cell.
constexpr double waves_of_rise = 4.0;

/// A cell whose mass is this share of the automatic one swings as fast as contacts do.
constexpr double share_of_light_cell = 0.25;

double automatic_mass(const MeanGrain& grain) {
    return grain.area * grain.density * grain.diameter * grain.diameter;
}

double largest_stress(const Stage& stage) {
    double largest = 0.0;
    for (const StageValues* values : {&stage.begin, &stage.end})
        for (const CellTarget& target : values->cell)
            if (target.is_stress) largest = std::max(largest, std::abs(target.value));
    return largest;
}

bool is_sheared(const CellTarget& xy) { return xy.is_stress || xy.value != 0.0; }

}  // namespace

void fill_cell(CellControl& cell, std::vector<Stage>& stages, const DomainSpec& domain,
               const MeanGrain& grain, double largest_diameter) {
    const geometry::Vec2 size = domain.period().size;
    const bool any_shear = std::ranges::any_of(stages, [](const Stage& stage) {
        constexpr auto xy = static_cast<std::size_t>(CellComponent::xy);
        return is_sheared(stage.begin.cell[xy]) || is_sheared(stage.end.cell[xy]);
    });
    // A sheared cell is narrowest when it is tilted by half of its width.
    const double slope = 0.5 * size.x / size.y;
    const double width = size.x / std::sqrt(1.0 + slope * slope);
    const double least = least_period * largest_diameter;
    if (any_shear && width < least)
        throw std::invalid_argument(
            "domain.cell: sheared by half of its width, the cell is only " + number_text(width) +
            " m wide, and the largest grain is " + number_text(largest_diameter) +
            " m across: it must be at least " + number_text(least) +
            " m, so that no two grains meet twice; make domain.x longer or the grains smaller");
    if (!cell.mass) cell.mass = automatic_mass(grain);
    cell.grain_mass = grain.mass;
    const double length = std::max(size.x, size.y);
    for (Stage& stage : stages) {
        const double speed = grain.wave_speed(largest_stress(stage));
        for (StageValues* values : {&stage.begin, &stage.end})
            for (CellTarget& target : values->cell)
                target.rise = speed > 0.0 ? waves_of_rise * length / speed : 0.0;
    }
    cell.targets = stages.front().begin.cell;
}

double step_factor(const CellControl& cell, const MeanGrain& grain) {
    const double share = *cell.mass / (share_of_light_cell * automatic_mass(grain));
    return share < 1.0 ? std::sqrt(share) : 1.0;
}

bool is_cell_at_rest(const Simulation& simulation, double share) {
    const DeformingCell* const cell = simulation.cell();
    if (cell == nullptr) return true;
    for (std::size_t c = 0; c < cell_components; ++c) {
        if (cell->is_changing(c, simulation.time())) return false;
        const double asked = cell->target(c);
        if (!cell->is_stress(c)) {
            if (asked != 0.0) return false;
            continue;
        }
        const Gradient& stress = cell->stress();
        const double borne = c == 0 ? stress.xx : c == 1 ? stress.yy : stress.xy;
        const double largest =
            std::max({std::abs(asked), std::abs(stress.xx), std::abs(stress.yy)});
        if (std::abs(asked - borne) > share * largest) return false;
    }
    return true;
}

}  // namespace scree::engine
