// What a simulation does with a cell that deforms.

#include <stdexcept>

#include "engine/dynamics/simulation.h"

namespace scree::engine {

void Simulation::wrap() {
    DeformingCell* const cell = domain_.cell();
    if (cell != nullptr) {
        if (const std::int32_t widths = cell->flip(); widths != 0) {
            domain_.follow_cell();
            bodies_.flip(widths);
            contacts_.flip_images(widths);
            neighbours_.forget_boxes();
        }
    }
    const Period& period = domain_.placing();
    health_.check_reach(bodies_, walls_, period, time());
    const bool any =
        cell != nullptr ? bodies_.wrap(period, cell->derivatives()) : bodies_.wrap(period);
    if (any) contacts_.turn_images(bodies_.turned());
}

/// What grains need to know of a deforming cell in this pass over them, or null.
const Flow* Simulation::flow() {
    if (!domain_.deforms()) return nullptr;
    return &domain_.cell()->flow((grain_count() + grain_block - 1) / grain_block);
}

/// Corrects the motion of the cell by the stress at its predicted place.
void Simulation::move_cell(std::span<const ContactSums> sums) {
    StressSums stress;
    for (const ContactSums& of_block : sums) stress = stress + of_block.stress;
    account_.add(domain_.cell()->correct(stress, time_at(steps_ + 1)));
    health_.check_cell(*domain_.cell(), settings_.dt, time());
}

void Simulation::begin_flow() {
    DeformingCell* const cell = domain_.cell();
    if (cell == nullptr || !cell->is_to_jump(time())) return;
    const double before = kinetic_energy();
    const Gradient change = cell->jump(time());
    health_.check_cell(*cell, settings_.dt, time());
    if (cell->control().flow == CellFlow::affine) bodies_.push(change, cell->origin());
    domain_.follow_cell();
    account_.bring(kinetic_energy() - before);
}

void Simulation::set_cell(CellComponent component, const CellTarget& target,
                          const std::optional<double>& ramp) {
    DeformingCell* const cell = domain_.cell();
    if (cell == nullptr) throw std::invalid_argument("the domain is not a cell that deforms");
    const double before = cell->kinetic_energy();
    cell->set(static_cast<std::size_t>(component), target, time(), ramp);
    account_.bring(cell->kinetic_energy() - before);
    begin_flow();
}

/// A position outside of the domain is that of an image, which moves with the cell.
Vec2 Simulation::velocity(std::size_t grain) const {
    const Vec2 velocity = bodies_.velocity(grain);
    if (!domain_.deforms()) return velocity;
    return velocity -
           domain_.cell()->rate() * period().shift(period().turns_of(bodies_.position(grain)));
}

}  // namespace scree::engine
