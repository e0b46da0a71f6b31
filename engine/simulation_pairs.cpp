// The part of a step that finds pairs: boxes, detection, the list of contacts.

#include <algorithm>
#include <cmath>

#include "engine/simulation.h"

namespace scree::engine {
namespace {

using geometry::Disc;
using geometry::Transform;

}  // namespace

void Simulation::make_boxes() {
    const auto make = [&](Body body) {
        const Constitution& constitution = constitution_[body];
        const Transform& pose = kinematics_[body].pose;
        const geometry::Box tight =
            constitution.is_disc ? geometry::bounding_box(Disc(constitution.ring.radius()), pose)
                                 : geometry::bounding_box(constitution.ring, pose, extremes_[body]);
        boxes_[body] = geometry::fattened(tight, skin_);
    };
    workers_.split(grain_count(), grain_block, [&](Range range, std::uint32_t) {
        for (std::size_t i = range.first; i < range.last; ++i) make(static_cast<Body>(i));
    });
    for (std::size_t k = 0; k < model_.walls.size(); ++k) make(wall_body(k));
}

void Simulation::find_pairs() {
    broad_phase_->find_pairs(boxes_, workers_, pairs_);
    merge_contacts();
    list_contacts_of_grains();
    const auto rest = [&](Body body) { kinematics_[body].travel = 0.0; };
    for (std::size_t i = 0; i < grain_count(); ++i) rest(static_cast<Body>(i));
    for (std::size_t k = 0; k < model_.walls.size(); ++k) rest(wall_body(k));
    outrun_ = false;
    ++detections_;
}

/// Carries over what the old contacts remember to those of the new pairs; both are sorted.
void Simulation::merge_contacts() {
    std::swap(contacts_, old_contacts_);
    contacts_.clear();
    auto old = old_contacts_.begin();
    for (const BodyPair& pair : pairs_) {
        while (old != old_contacts_.end() && old->pair < pair) ++old;
        if (old != old_contacts_.end() && old->pair == pair)
            contacts_.push_back(*old);
        else
            contacts_.push_back({pair, {}, 0.0});
    }
    const std::size_t n = contacts_.size();
    drag_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        const Constitution& a = constitution_[contacts_[k].pair.i];
        const Constitution& b = constitution_[contacts_[k].pair.j];
        const ContactParameters& parameters = model_.contacts.at(a.material, b.material);
        drag_[k] = parameters.damping *
                   std::sqrt(parameters.stiffness / (a.inverse_mass + b.inverse_mass));
    }
    clear_until_.assign(n, 0.0);
    touching_.assign(n, 0);
    overlaps_.resize(n);
    forces_.assign(n, {});
    block_sums_.resize((n + contact_block - 1) / contact_block);
}

/// A grain goes, and what its contacts store with it; the others keep their order, and those above
/// it get other numbers.
void Simulation::drop_contacts_of(Body body) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const auto [i, j] = contacts_[k].pair;
        if (i == body || j == body) continue;
        contacts_[kept] = contacts_[k];
        if (i > body) --contacts_[kept].pair.i;
        if (j > body && !is_wall(j)) --contacts_[kept].pair.j;
        touching_[kept] = touching_[k];
        overlaps_[kept] = overlaps_[k];
        forces_[kept] = forces_[k];
        ++kept;
    }
    contacts_.resize(kept);
    touching_.resize(kept);
    overlaps_.resize(kept);
    forces_.resize(kept);
    first_of_grain_.clear();
}

/// For each grain its contacts in their order, by a counting sort.
void Simulation::list_contacts_of_grains() {
    first_of_grain_.assign(grain_count() + 1, 0);
    for (const Contact& contact : contacts_) {
        ++first_of_grain_[contact.pair.i + 1];
        if (!is_wall(contact.pair.j)) ++first_of_grain_[contact.pair.j + 1];
    }
    for (std::size_t i = 0; i < grain_count(); ++i) first_of_grain_[i + 1] += first_of_grain_[i];
    of_grain_.resize(first_of_grain_.back());
    fill_.assign(first_of_grain_.begin(), first_of_grain_.end());
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const auto [i, j] = contacts_[k].pair;
        of_grain_[fill_[i]++] = static_cast<std::uint32_t>(2 * k);
        if (!is_wall(j)) of_grain_[fill_[j]++] = static_cast<std::uint32_t>(2 * k + 1);
    }
}

}  // namespace scree::engine
