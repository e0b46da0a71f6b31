// The state of a simulation: its hash, its snapshot, and going back to one.

#include <algorithm>

#include "engine/base/hash.h"
#include "engine/dynamics/simulation.h"
#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {
namespace {

/// A larger number of steps cannot be held exactly in a double, and so does not give a time.
constexpr std::uint64_t most_steps = std::uint64_t{1} << 53;

}  // namespace

std::uint64_t Simulation::state_hash() const {
    Fnv1a hash;
    hash.word(steps_);
    bodies_.add_grains_to(hash, period());
    contacts_.add_to(hash, bodies_, period());
    bodies_.add_pieces_to(hash);
    walls_.add_to(hash);
    account_.add_to(hash);
    if (domain_.deforms())
        for (const double value : domain_.cell()->write()) hash.number(value);
    return hash.mixed();
}

Snapshot Simulation::snapshot() const {
    Snapshot out;
    out.steps = steps_;
    bodies_.write(out);
    walls_.write(out);
    if (domain_.deforms()) out.cell = domain_.cell()->write();
    neighbours_.write(out, bodies_);
    contacts_.write(out, ContactBodies(bodies_, domain_));
    forces_.write(out);
    account_.write(out);
    health_.write(out);
    const PhaseTimes times = phase_times();
    out.phase_times.assign(times.begin(), times.end());
    return out;
}

void Simulation::check_snapshot(const Snapshot& from, std::span<const NewGrain> grains) const {
    using namespace snapshot_check;
    for (const NewGrain& grain : grains) check_kind(grain);
    require(from.steps <= most_steps, "there are too many steps");
    require(from.steps > 0 || from.grains_changed,
            "no step was made, but the grains are marked as unchanged");
    if (domain_.deforms())
        DeformingCell::check(from.cell);
    else
        require_size(from.cell.size(), 0, "a deforming cell");
    bodies_.check(from, grains.size(), period());
    walls_.check(from, time_at(from.steps));
    neighbours_.check(from, grains, walls_);
    contacts_.check(from, grains, walls_, period(), time_at(from.steps));
    account_.check(from);
    health_.check(from);
    require_size(from.phase_times.size(), phase_count, "the times of the phases");
    require(all_finite(from.phase_times), "the time of a phase is not finite");
}

void Simulation::restore(const Snapshot& from, std::span<const NewGrain> grains) {
    check_snapshot(from, grains);
    std::vector<double> densities;
    for (const Material& material : materials_) densities.push_back(material.density);
    steps_ = from.steps;
    if (domain_.deforms()) {
        domain_.cell()->read(from.cell);
        domain_.follow_cell();
    }
    bodies_.read(from, grains, densities);
    walls_.read(from, time());
    neighbours_.read(from, bodies_);
    contacts_.read(from, walls_, bodies_);
    contacts_.make_lanes(ContactBodies(bodies_, domain_), workers_);
    forces_.read(from);
    account_.read(from);
    health_.read(from);
    restore_times(from);
}

/// Restores how much time was for tracking and how much for forces, as far as it is known.
void Simulation::restore_times(const Snapshot& from) {
    std::copy_n(from.phase_times.begin(), phase_count, phase_times_.begin());
    double& tracking = phase_times_[static_cast<std::size_t>(Phase::track)];
    double& forces = phase_times_[static_cast<std::size_t>(Phase::forces)];
    forces_.set_times({tracking, forces});
    tracking += forces;
    forces = 0.0;
}

}  // namespace scree::engine
