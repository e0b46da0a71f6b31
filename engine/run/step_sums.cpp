#include "engine/run/step_sums.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/dynamics/walls/periodic_walls.h"

namespace scree::engine {

StepSums::StepSums(std::span<const MeasureSpec> measures, const Simulation& simulation) {
    for (const MeasureSpec& spec : measures) {
        faces_.insert(faces_.end(), spec.options.faces.begin(), spec.options.faces.end());
        if (spec.options.line.is_given()) lines_.push_back({spec.options.line, {}, {}});
    }
    pushes_.resize(faces_.size());
    find_sides(simulation);
}

void StepSums::add(const Simulation& simulation) {
    if (is_empty()) return;
    steps_ += 1.0;
    if (!faces_.empty()) add_pushes(simulation);
    if (lines_.empty()) return;
    // Grains that have come or gone have crossed nothing.
    bool same = ids_.size() == simulation.grain_count();
    for (std::size_t i = 0; same && i < ids_.size(); ++i) same = ids_[i] == simulation.id_of(i);
    if (!same) follow_grains(simulation);
    for (Line& line : lines_) add_flow(line, simulation);
}

/// The side of a line on which a point is, and how far from it.
StepSums::Side StepSums::side_of(const FlowLine& line, Vec2 point) {
    const Vec2 way = line.to - line.from;
    const double right = cross(point - line.from, way) / length(way);
    return {right > 0.0 ? std::int8_t{1} : std::int8_t{-1}, std::abs(right)};
}

void StepSums::find_sides(const Simulation& simulation) {
    if (lines_.empty()) return;
    ids_.clear();
    for (std::size_t i = 0; i < simulation.grain_count(); ++i) ids_.push_back(simulation.id_of(i));
    for (Line& line : lines_) {
        line.sides.clear();
        for (std::size_t i = 0; i < ids_.size(); ++i)
            line.sides.push_back(side_of(line.line, simulation.position(i)).side);
    }
}

/// Finds the sides of the grains that are there now: those that were there before keep theirs.
void StepSums::follow_grains(const Simulation& simulation) {
    const std::vector<GrainId> old = ids_;
    std::vector<std::vector<std::int8_t>> sides;
    for (const Line& line : lines_) sides.push_back(line.sides);
    find_sides(simulation);
    std::size_t k = 0;  // ids rise, in both lists
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        while (k < old.size() && old[k] < ids_[i]) ++k;
        if (k == old.size()) break;
        if (old[k] != ids_[i]) continue;
        for (std::size_t l = 0; l < lines_.size(); ++l) lines_[l].sides[i] = sides[l][k];
    }
}

void StepSums::add_flow(Line& line, const Simulation& simulation) const {
    // Who goes around a periodic domain changes sides far from the line.
    const Vec2 size = simulation.period().size;
    double nearest = HUGE_VAL;
    for (const double period : {size.x, size.y})
        if (period > 0.0) nearest = std::min(nearest, 0.25 * period);
    const Vec2 way = line.line.to - line.line.from;
    for (std::size_t i = 0; i < line.sides.size(); ++i) {
        const Vec2 at = simulation.position(i);
        const Side now = side_of(line.line, at);
        if (now.side == line.sides[i]) continue;
        line.sides[i] = now.side;
        const double along = dot(at - line.line.from, way) / dot(way, way);
        if (along < 0.0 || along >= 1.0 || now.distance > nearest) continue;
        Crossed& crossed = line.crossed;
        (now.side > 0 ? crossed.grains_forward : crossed.grains_backward) += 1.0;
        (now.side > 0 ? crossed.mass_forward : crossed.mass_backward) += simulation.mass(i);
    }
}

void StepSums::add_pushes(const Simulation& simulation) {
    const Walls& walls = simulation.walls();
    std::vector<PlacedFace> placed;
    std::vector<Vec2> centres;
    for (const WallFace& face : faces_) {
        const WallPlace place = simulation.wall_place(face.wall);
        const Vec2 about = walls[face.wall].motion.about;
        centres.push_back(about + place.shift);
        placed.emplace_back(face, about, centres.back(), place.turn);
    }
    for (const std::uint32_t k : simulation.contacts_at_walls()) {
        if (!simulation.touches(k)) continue;
        const Contact& contact = simulation.contacts()[k];
        const auto [grain, piece] = contact.pair;
        const ContactForce& force = simulation.contact_forces()[k];
        const std::size_t wall = walls.wall_of(piece);
        for (std::size_t f = 0; f < faces_.size(); ++f) {
            if (faces_[f].wall != wall) continue;
            const Vec2 at = simulation.kinematics(piece).pose.position;
            const Vec2 whole = at + simulation.period().shift(simulation.turns_put_back(piece));
            const Vec2 place = held(whole, centres[f], walls.spans_of(piece));
            const double torque = force.torque[1] + cross(place - centres[f], force.force);
            const Vec2 way = simulation.kinematics(grain).pose.position -
                             (at + simulation.period().shift(contact.image));
            pushes_[f] += placed[f].push(force.force, torque, place + way);
        }
    }
}

std::vector<double> StepSums::numbers() const {
    std::vector<double> numbers;
    if (is_empty()) return numbers;
    numbers.push_back(steps_);
    for (const FacePush& sum : pushes_)
        numbers.insert(numbers.end(),
                       {sum.force.x, sum.force.y, sum.torque, sum.normal, sum.shear});
    for (const Line& line : lines_) {
        const Crossed& crossed = line.crossed;
        numbers.insert(numbers.end(), {crossed.mass_forward, crossed.mass_backward,
                                       crossed.grains_forward, crossed.grains_backward});
    }
    return numbers;
}

void StepSums::read(std::span<const double> numbers, const Simulation& simulation) {
    steps_ = 0.0;
    std::ranges::fill(pushes_, FacePush{});
    for (Line& line : lines_) line.crossed = {};
    find_sides(simulation);
    if (numbers.empty()) return;
    const std::size_t size =
        1 + FacePush::numbers * faces_.size() + Crossed::numbers * lines_.size();
    if (is_empty() || numbers.size() != size ||
        !std::ranges::all_of(numbers, [](double n) { return std::isfinite(n); }))
        throw std::invalid_argument(
            "this is not a state of the scene: the sums over steps are of other measures, or not "
            "finite");
    steps_ = numbers[0];
    numbers = numbers.subspan(1);
    for (FacePush& push : pushes_) {
        push = {{numbers[0], numbers[1]}, numbers[2], numbers[3], numbers[4]};
        numbers = numbers.subspan(FacePush::numbers);
    }
    for (Line& line : lines_) {
        line.crossed = {numbers[0], numbers[1], numbers[2], numbers[3]};
        numbers = numbers.subspan(Crossed::numbers);
    }
}

std::vector<StepMeans> step_means(std::span<const MeasureSpec> measures,
                                  std::span<const double> before, std::span<const double> now,
                                  double dt) {
    std::vector<StepMeans> means(measures.size());
    if (before.empty() || before.size() != now.size() || !(now[0] > before[0])) return means;
    const double steps = now[0] - before[0];
    std::size_t next = 1;
    const auto take = [&] {
        const double sum = now[next] - before[next];
        ++next;
        return sum;
    };
    // The sums of all faces come before those of the lines.
    for (std::size_t m = 0; m < measures.size(); ++m)
        for (std::size_t face = 0; face < measures[m].options.faces.size(); ++face) {
            FacePush& push = means[m].pushes.emplace_back();
            for (double* part :
                 {&push.force.x, &push.force.y, &push.torque, &push.normal, &push.shear})
                *part = take() / steps;
        }
    for (std::size_t m = 0; m < measures.size(); ++m) {
        if (!measures[m].options.line.is_given()) continue;
        Crossed crossed;
        for (double* part : {&crossed.mass_forward, &crossed.mass_backward, &crossed.grains_forward,
                             &crossed.grains_backward})
            *part = take();
        means[m].crossed = FlowSince{crossed, steps * dt};
    }
    return means;
}

}  // namespace scree::engine
