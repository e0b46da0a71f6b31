#include "engine/dynamics/neighbours.h"

#include <algorithm>
#include <cmath>

#include "engine/dynamics/snapshot_check.h"

namespace scree::engine {
namespace {

/// The skin on the boxes, as a share of the grains' mean radius: the first, before anything has
/// moved, and the least and the most later on.
constexpr double first_skin = 0.1;
constexpr double least_skin = 0.02;
constexpr double most_skin = 0.5;

/// The price of a search: its cost per grain over the cost per grain of a pair that does not touch,
/// in a step, and over how many more such pairs a skin of one mean radius brings: 220 ns / (9 ns *
/// 3.2), measured on heaps (docs/performance.md). It is not measured in the run, because results
/// must not depend on the clock.
constexpr double search_price = 8.0;

bool is_finite(const geometry::Box& box) {
    return geometry::is_finite(box.low) && geometry::is_finite(box.high);
}

}  // namespace

Neighbours::Neighbours(const BroadPhaseSettings& settings, std::optional<double> skin,
                       const Domain& domain, std::size_t pieces)
    : settings_(settings),
      given_skin_(skin),
      broad_phase_(make_broad_phase(settings, domain.box_period())),
      extremes_(pieces),
      boxes_(pieces) {}

void Neighbours::add_grain() {
    extremes_.push_grain({});
    boxes_.push_grain({});
    grains_changed_ = true;
}

void Neighbours::remove_grains(std::span<const std::uint8_t> marks) {
    extremes_.erase_grains(marks);
    boxes_.erase_grains(marks);
    grains_changed_ = true;
}

void Neighbours::take_in_changes(const Bodies& bodies) {
    if (!grains_changed_) return;
    broad_phase_->forget();
    double sum = 0.0;
    largest_radius_ = 0.0;
    for (const BodyProperties& grain : bodies.properties().of_grains()) {
        sum += grain.ring.radius();
        largest_radius_ = std::max(largest_radius_, grain.ring.radius());
    }
    const std::size_t n = std::max<std::size_t>(bodies.grain_count(), 1);
    mean_radius_ = sum / static_cast<double>(n);
    smallest_inradius_ = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies.grain_count(); ++i)
        smallest_inradius_ = std::min(smallest_inradius_, inradius(bodies.shape(i)));
    outrun_ = true;
    grains_changed_ = false;
}

/// If the fastest body moves by u in a step, searches cost price u / skin and pairs cost skin, in
/// the same unit, so the sum is least at sqrt(price u).
void Neighbours::choose_skin(const Bodies& bodies, const Domain& domain, std::uint64_t step) {
    const std::uint64_t steps = step - searched_at_;
    double share = first_skin;
    if (steps > 0 && mean_radius_ > 0.0) {
        const double u = bodies.furthest_travel() / (static_cast<double>(steps) * mean_radius_);
        share = std::clamp(std::sqrt(search_price * u), least_skin, most_skin);
    }
    skin_ =
        std::min(given_skin_.value_or(share * mean_radius_), domain.thickest_skin(largest_radius_));
    searched_at_ = step;
}

bool Neighbours::make_boxes(const Bodies& bodies, const Walls& walls, const Domain& domain,
                            Workers& workers) {
    boxes_hold_ = false;
    const auto make = [&](Body body) {
        const BodyProperties& properties = bodies.properties(body);
        const geometry::Transform& pose = bodies.kinematics(body).pose;
        boxes_[body] = properties.is_disc
                           ? domain.box_of(geometry::Disc(properties.ring.radius()), pose, skin_)
                           : domain.box_of(properties.ring, pose, extremes_[body], skin_);
    };
    broken_.assign(workers.count(), 0);
    workers.split(bodies.grain_count(), grain_block, [&](Range range, std::uint32_t worker) {
        bool broken = false;
        for (std::size_t i = range.first; i < range.last; ++i) {
            const auto body = static_cast<Body>(i);
            make(body);
            broken = broken || !is_finite(boxes_[body]);
        }
        broken_[worker] = broken;
    });
    for (std::size_t k = 0; k < walls.piece_count(); ++k) {
        make(wall_body(k));
        make_endless(boxes_[wall_body(k)], walls.spans_of(wall_body(k)));
    }
    return std::ranges::none_of(broken_, [](std::uint8_t broken) { return broken != 0; });
}

std::span<const ImagePair> Neighbours::find_pairs(Workers& workers) {
    broad_phase_->find_pairs(boxes_, workers, pairs_);
    outrun_ = false;
    boxes_hold_ = true;
    ++searches_;
    return pairs_;
}

std::optional<std::size_t> Neighbours::first_not_finite() const {
    for (std::size_t i = 0; i < boxes_.grains(); ++i)
        if (!is_finite(boxes_[static_cast<Body>(i)])) return i;
    return {};
}

Arrangement Neighbours::arrangement(const Bodies& bodies, const Domain& domain) const {
    // The cells of a method are measured along the sides of a deforming cell.
    if (domain.deforms()) return {broad_phase_->kind(), {}, {}, {}};
    const Period& period = domain.period();
    if (boxes_hold_ && !grains_changed_) return put_into(period, broad_phase_->arrangement(boxes_));
    BroadPhaseSettings settings = settings_;
    settings.kind = broad_phase_->kind();
    if (!has_grid(settings.kind) && !has_tree(settings.kind)) return {settings.kind, {}, {}, {}};
    std::vector<geometry::Box> boxes;
    for (std::size_t i = 0; i < bodies.grain_count(); ++i) {
        geometry::ExtremeVertices extremes;
        const geometry::Transform pose{period.wrapped(bodies.position(i)),
                                       geometry::Rotation::by(bodies.angle(i))};
        boxes.push_back(geometry::bounding_box(bodies.shape(i), pose, extremes));
    }
    return arrangement_of(settings, boxes, period);
}

void Neighbours::write(Snapshot& to, const Bodies& bodies) const {
    to.grains_changed = grains_changed_;
    to.skin = skin_;
    to.detected_at = searched_at_;
    to.detections = searches_;
    bodies.for_each([&](Body body) {
        for (const std::uint16_t index : extremes_[body].index) to.extremes.push_back(index);
    });
}

void Neighbours::check(const Snapshot& from, std::span<const NewGrain> grains,
                       const Walls& walls) const {
    using namespace snapshot_check;
    const std::size_t pieces = walls.piece_count();
    require_size(from.extremes.size(), Snapshot::extreme_numbers * (pieces + grains.size()),
                 "the boxes");
    for (std::size_t k = 0; k < pieces + grains.size(); ++k) {
        const geometry::Shape& shape =
            k < pieces ? walls.felt(wall_body(k)).shape : grains[k - pieces].shape;
        const auto* polygon = std::get_if<geometry::ConvexPolygon>(&shape);
        const std::size_t corners = polygon != nullptr ? polygon->size() : 1;
        for (std::size_t e = 0; e < Snapshot::extreme_numbers; ++e)
            require(from.extremes[k * Snapshot::extreme_numbers + e] < corners,
                    "a box touches a vertex that its body does not have");
    }
    require(std::isfinite(from.skin) && from.skin >= 0.0 && from.skin < largest_coordinate &&
                from.detected_at <= from.steps,
            "the skin on the boxes is negative or not finite, or was chosen after the last step");
}

void Neighbours::read(const Snapshot& from, const Bodies& bodies) {
    extremes_.clear_grains();
    boxes_.clear_grains();
    for (std::size_t i = 0; i < bodies.grain_count(); ++i) add_grain();
    boxes_hold_ = false;
    const std::uint16_t* extreme = from.extremes.data();
    bodies.for_each([&](Body body) {
        std::copy_n(extreme, Snapshot::extreme_numbers, extremes_[body].index.begin());
        extreme += Snapshot::extreme_numbers;
    });
    grains_changed_ = true;
    take_in_changes(bodies);
    skin_ = from.skin;
    searched_at_ = from.detected_at;
    searches_ = from.detections;
    grains_changed_ = from.grains_changed;
    outrun_ = from.grains_changed;
}

}  // namespace scree::engine
