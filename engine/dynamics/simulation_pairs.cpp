// The part of a step that finds pairs: boxes, detection, the list of contacts.

#include <algorithm>
#include <cmath>

#include "engine/dynamics/simulation.h"

namespace scree::engine {
namespace {

using geometry::Disc;
using geometry::Transform;

/// The skin on the boxes, as a share of the grains' mean radius: before anything has moved, and the
/// least and the most that it becomes.
constexpr double first_skin = 0.1;
constexpr double least_skin = 0.02;
constexpr double most_skin = 0.5;

/// What a detection costs over what a pair that does not touch costs in a step, both a grain, and
/// over how many more such pairs a skin of one mean radius brings: 220 ns / (9 ns * 3.2), measured
/// on heaps (docs/performance.md). Not measured in the run: results must not depend on the clock.
constexpr double detection_price = 8.0;

}  // namespace

/// A thicker skin means fewer detections, but more pairs to look at in every step. Where the
/// fastest body moves by u in a step, detections cost price u / skin and pairs skin, in the same
/// unit: the sum is least at sqrt(price u).
void Simulation::choose_skin() {
    double furthest = 0.0;
    for_each_body([&](Body body) { furthest = std::max(furthest, kinematics_[body].travel); });
    const std::uint64_t steps = steps_ - detected_at_;
    double share = first_skin;
    if (steps > 0 && mean_radius_ > 0.0) {
        const double u = furthest / (static_cast<double>(steps) * mean_radius_);
        share = std::clamp(std::sqrt(detection_price * u), least_skin, most_skin);
    }
    skin_ = std::min(settings_.skin.value_or(share * mean_radius_), thickest_skin());
    detected_at_ = steps_;
}

void Simulation::make_boxes() {
    boxes_hold_ = false;
    const auto make = [&](Body body) {
        const BodyProperties& properties = properties_[body];
        const Transform& pose = kinematics_[body].pose;
        const geometry::Box tight =
            properties.is_disc ? geometry::bounding_box(Disc(properties.ring.radius()), pose)
                               : geometry::bounding_box(properties.ring, pose, extremes_[body]);
        boxes_[body] = snapped(geometry::fattened(tight, skin_));
    };
    worker_flags_.assign(workers_.count(), 0);
    workers_.split(grain_count(), grain_block, [&](Range range, std::uint32_t worker) {
        bool broken = false;
        for (std::size_t i = range.first; i < range.last; ++i) {
            const auto body = static_cast<Body>(i);
            make(body);
            broken = broken || !is_finite(boxes_[body].low) || !is_finite(boxes_[body].high);
        }
        worker_flags_[worker] = broken;
    });
    for (const std::uint8_t broken : worker_flags_)
        if (broken != 0) report_not_finite();
    for (std::size_t k = 0; k < wall_of_piece_.size(); ++k) {
        make(wall_body(k));
        make_endless(boxes_[wall_body(k)], spans_[k]);
    }
}

void Simulation::find_pairs() {
    broad_phase_->find_pairs(boxes_, workers_, pairs_);
    merge_contacts();
    list_contacts_of_grains();
    const auto rest = [&](Body body) { kinematics_[body].travel = 0.0; };
    for (std::size_t i = 0; i < grain_count(); ++i) rest(static_cast<Body>(i));
    for (std::size_t k = 0; k < wall_of_piece_.size(); ++k) rest(wall_body(k));
    outrun_ = false;
    boxes_hold_ = true;
    ++detections_;
}

Arrangement Simulation::arrangement() const {
    if (boxes_hold_ && !bodies_changed_)
        return put_into(settings_.period, broad_phase_->arrangement(boxes_));
    BroadPhaseSettings settings = settings_.broad_phase;
    settings.kind = broad_phase_->kind();
    if (!has_grid(settings.kind) && !has_tree(settings.kind)) return {settings.kind, {}, {}, {}};
    std::vector<geometry::Box> boxes;
    geometry::ExtremeVertices extremes;
    for (std::size_t i = 0; i < grain_count(); ++i) {
        extremes = {};
        boxes.push_back(geometry::bounding_box(
            shape(i), {position(i), geometry::Rotation::by(angle(i))}, extremes));
    }
    return arrangement_of(settings, boxes, settings_.period);
}

/// Carries over what the old contacts remember to those of the new pairs; both are sorted, those in
/// groups apart.
void Simulation::merge_contacts() {
    std::swap(contacts_, old_contacts_);
    contacts_.clear();
    grouped_contacts_.clear();
    auto plain = old_contacts_.cbegin();
    const auto plain_end = plain + static_cast<std::ptrdiff_t>(plain_);
    auto grouped = plain_end;
    const auto key = [](const Contact& contact) { return ImagePair{contact.pair, contact.image}; };
    const auto take = [&](const ImagePair& pair, auto& old, auto end,
                          std::vector<Contact>& contacts) {
        while (old != end && key(*old) < pair) ++old;
        contacts.push_back(
            old != end && key(*old) == pair ? *old : Contact{pair.bodies, {}, pair.image, 0.0});
    };
    for (const ImagePair& pair : pairs_) {
        if (const Body j = pair.bodies.j; is_wall(j)) {
            if (was_there_[wall_of(j)] == 0) continue;
            if (is_grouped_[wall_index(j)] != 0) {
                take(pair, grouped, old_contacts_.cend(), grouped_contacts_);
                continue;
            }
        }
        take(pair, plain, plain_end, contacts_);
    }
    plain_ = contacts_.size();
    contacts_.insert(contacts_.end(), grouped_contacts_.begin(), grouped_contacts_.end());
    list_groups();
    prepare_contacts();
}

/// What is known of the contacts of a list before any is asked.
void Simulation::prepare_contacts() {
    const std::size_t n = contacts_.size();
    drag_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
        const BodyProperties& a = properties_[contacts_[k].pair.i];
        const BodyProperties& b = properties_[contacts_[k].pair.j];
        const ContactParameters& parameters = model_.contacts.at(a.material, b.material);
        drag_[k] = parameters.damping *
                   std::sqrt(parameters.stiffness / (a.inverse_mass + b.inverse_mass));
    }
    clear_until_.assign(n, 0.0);
    touching_.assign(n, 0);
    overlaps_.resize(n);
    forces_.assign(n, {});
    block_sums_.resize(contact_blocks() + (groups_.size() + group_block - 1) / group_block);
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
