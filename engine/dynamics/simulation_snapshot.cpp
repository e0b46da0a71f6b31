// The complete state of a run, out and in.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "engine/dynamics/simulation.h"

namespace scree::engine {
namespace {

using geometry::Feature;
using geometry::PairMemory;

/// Coordinates, and what is added to them in a step, that the geometry answers for.
constexpr double largest_coordinate = 1e50;
/// A step count beyond this is no exact double, and so no time.
constexpr std::uint64_t most_steps = std::uint64_t{1} << 53;
/// Turns of a body, and how far the image of a pair may be: it is the next one, or the one after.
constexpr std::int32_t most_turns = 1 << 30;
constexpr std::int32_t most_images = 2;
/// Of a unit vector that was computed, with room to spare.
constexpr double unit_error = 1e-9;

// What is stored of a memory is all of it.
static_assert(sizeof(PairMemory) == Snapshot::memory_numbers * sizeof(std::uint16_t));

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument("this is no state of the run: " + what);
}

void require(bool holds, const char* what) {
    if (!holds) refuse(what);
}

void require_size(std::size_t size, std::size_t expected, const char* what) {
    if (size != expected)
        refuse(std::to_string(size) + " numbers for " + what + " where " +
               std::to_string(expected) + " belong");
}

bool all_finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Pairs of numbers, for x and y: none where the domain is not periodic.
bool are_turns(const std::vector<std::int32_t>& counts, const Period& period, std::int32_t most) {
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const bool periodic = (k % 2 == 0 ? period.size.x : period.size.y) > 0.0;
        if (counts[k] < -most || counts[k] > most || (!periodic && counts[k] != 0)) return false;
    }
    return true;
}

ImagePair pair_in(const Snapshot& from, std::size_t k) {
    return {{from.pairs[2 * k], from.pairs[2 * k + 1]},
            {static_cast<std::int8_t>(from.images[2 * k]),
             static_cast<std::int8_t>(from.images[2 * k + 1])}};
}

WallClock clock_in(const Snapshot& from, std::size_t wall) {
    const double* numbers = from.wall_clocks.data() + wall * Snapshot::clock_numbers;
    return {numbers[0], numbers[1], numbers[2]};
}

bool is_unit(double x, double y) { return std::abs(x * x + y * y - 1.0) < unit_error; }

Feature feature_at(std::uint16_t place) {
    return place % 2 == 0 ? Feature::vertex(place / 2u) : Feature::edge(place / 2u);
}

void append(std::vector<std::uint16_t>& numbers, const PairMemory& memory) {
    const auto [enter, leave] = memory.crossing;
    for (const std::uint32_t number :
         {static_cast<std::uint32_t>(memory.kind), memory.a.place(), memory.b.place(),
          std::uint32_t{enter.a}, std::uint32_t{enter.b}, std::uint32_t{leave.a},
          std::uint32_t{leave.b}})
        numbers.push_back(static_cast<std::uint16_t>(number));
}

/// Of a kind that was checked.
PairMemory memory_from(const std::uint16_t* numbers) {
    PairMemory memory;
    memory.kind = static_cast<PairMemory::Kind>(numbers[0]);
    memory.a = feature_at(numbers[1]);
    memory.b = feature_at(numbers[2]);
    memory.crossing = {{numbers[3], numbers[4]}, {numbers[5], numbers[6]}};
    return memory;
}

}  // namespace

Snapshot Simulation::snapshot() const {
    Snapshot out;
    out.steps = steps_;
    out.next_id = next_id_;
    out.grains_changed = bodies_changed_;
    out.ids = ids_;
    for (const Coordinate* coordinate : {&x_, &y_, &angle_})
        for (std::size_t k = 0; k < gear_.values; ++k)
            out.derivatives.insert(out.derivatives.end(), coordinate->derivative(k),
                                   coordinate->derivative(k) + grain_count());
    for_each_body([&](Body body) {
        const Kinematics& state = kinematics_[body];
        for (const double value :
             {state.pose.position.x, state.pose.position.y, state.pose.rotation.c,
              state.pose.rotation.s, state.velocity.x, state.velocity.y, state.spin, state.travel})
            out.bodies.push_back(value);
        for (const std::uint16_t index : extremes_[body].index) out.extremes.push_back(index);
        for (const std::int32_t count : {turns_[body].x, turns_[body].y})
            out.turns.push_back(count);
    });
    for (const WallClock& clock : wall_clocks_)
        for (const double value : {clock.since, clock.shown, clock.rate})
            out.wall_clocks.push_back(value);
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& contact = contacts_[k];
        out.pairs.push_back(contact.pair.i);
        out.pairs.push_back(contact.pair.j);
        out.images.push_back(contact.image.x);
        out.images.push_back(contact.image.y);
        append(out.memories, contact.memory);
        out.springs.push_back(contact.spring);
        if (touching_[k] == 0) continue;
        const Overlap& o = overlaps_[k];
        const ContactForce& f = forces_[k];
        for (const double value :
             {o.area, o.chord, o.centroid.x, o.centroid.y, o.midpoint.x, o.midpoint.y, o.normal.x,
              o.normal.y, f.force.x, f.force.y, f.torque[0], f.torque[1]})
            out.overlaps.push_back(value);
    }
    out.skin = skin_;
    out.detected_at = detected_at_;
    out.clear_until = clear_until_;
    out.touching = touching_;
    out.elastic_work = work_;
    out.ledger = ledger_;
    out.detections = detections_;
    out.queries = query_counts();
    out.stability_drag = stability_.drag;
    out.stability_grain = stability_.grain;
    out.stability_step = stability_.step;
    const PhaseTimes times = phase_times();
    out.phase_times.assign(times.begin(), times.end());
    return out;
}

/// Of everything but the contacts.
void Simulation::check_bodies(const Snapshot& from, std::span<const NewGrain> grains) const {
    const std::size_t n = grains.size();
    const std::size_t bodies = wall_of_piece_.size() + n;
    for (const NewGrain& grain : grains) check_kind(grain);
    require(from.steps <= most_steps, "too many steps");
    require(from.steps > 0 || from.grains_changed, "no step was made, but grains are in place");
    require_size(from.ids.size(), n, "the grains");
    for (std::size_t i = 0; i < n; ++i)
        require(from.ids[i] < from.next_id && (i == 0 || from.ids[i - 1] < from.ids[i]),
                "the numbers of the grains do not rise, or are from the future");
    require_size(from.derivatives.size(), 3 * gear_.values * n, "the motion of the grains");
    require_size(from.bodies.size(), Snapshot::body_numbers * bodies, "the bodies");
    require_size(from.extremes.size(), Snapshot::extreme_numbers * bodies, "the boxes");
    require_size(from.turns.size(), 2 * bodies, "the turns");
    require(are_turns(from.turns, settings_.period, most_turns), "a body went around too often");
    require(all_finite(from.derivatives) && all_finite(from.bodies), "a body is not finite");
    for (const double value : from.derivatives)
        require(std::abs(value) < largest_coordinate, "a grain is out of all reach");
    for (std::size_t k = 0; k < bodies; ++k) {
        const double* body = from.bodies.data() + k * Snapshot::body_numbers;
        require(std::abs(body[0]) < largest_coordinate && std::abs(body[1]) < largest_coordinate,
                "a body is out of all reach");
        require(is_unit(body[2], body[3]), "a rotation is none");
        require(body[7] >= 0.0, "a body has travelled less than nothing");
        const geometry::Shape& shape = shape_in(grains, k);
        const auto* polygon = std::get_if<geometry::ConvexPolygon>(&shape);
        const std::size_t corners = polygon != nullptr ? polygon->size() : 1;
        for (std::size_t e = 0; e < Snapshot::extreme_numbers; ++e)
            require(from.extremes[k * Snapshot::extreme_numbers + e] < corners,
                    "a vertex is not there");
    }
    require(std::isfinite(from.skin) && from.skin >= 0.0 && from.skin < largest_coordinate &&
                from.detected_at <= from.steps,
            "the skin on the boxes is none");
    const Ledger& l = from.ledger;
    require(std::isfinite(from.elastic_work) && std::isfinite(l.elastic_normal) &&
                std::isfinite(l.elastic_tangential) && std::isfinite(l.dissipated()) &&
                std::isfinite(l.wall_work) && std::isfinite(l.added),
            "the ledger is not finite");
    require_size(from.phase_times.size(), phase_count, "the times of the phases");
    require(all_finite(from.phase_times) && std::isfinite(from.stability_drag),
            "a time or a drag is not finite");
}

void Simulation::check_clocks(const Snapshot& from) const {
    require_size(from.wall_clocks.size(), Snapshot::clock_numbers * model_.walls.size(),
                 "the clocks of the walls");
    require(all_finite(from.wall_clocks), "the clock of a wall is not finite");
    const double time = static_cast<double>(from.steps) * settings_.dt;
    for (std::size_t w = 0; w < model_.walls.size(); ++w) {
        const WallClock clock = clock_in(from, w);
        require(clock.since >= 0.0 && clock.since <= time, "the clock of a wall is of the future");
        const Vec2 shift = place_at(model_.walls[w].motion, clock, time).shift;
        require(std::abs(shift.x) < largest_coordinate && std::abs(shift.y) < largest_coordinate,
                "a wall is out of all reach");
    }
}

void Simulation::check_contacts(const Snapshot& from, std::span<const NewGrain> grains) const {
    const std::size_t n = from.pairs.size() / 2;
    const std::size_t pieces = wall_of_piece_.size();
    require(from.pairs.size() % 2 == 0 && n < (std::size_t{1} << 31), "half a pair, or too many");
    require_size(from.memories.size(), Snapshot::memory_numbers * n, "what contacts remember");
    require_size(from.images.size(), 2 * n, "the images");
    require(are_turns(from.images, settings_.period, most_images), "an image is too far away");
    require_size(from.springs.size(), n, "the springs");
    require_size(from.clear_until.size(), n, "the travel before pairs can touch");
    require_size(from.touching.size(), n, "which contacts touch");
    const auto touching = std::count(from.touching.begin(), from.touching.end(), std::uint8_t{1});
    require_size(from.overlaps.size(),
                 Snapshot::overlap_numbers * static_cast<std::size_t>(touching), "the overlaps");
    require(all_finite(from.springs) && all_finite(from.clear_until) && all_finite(from.overlaps),
            "a contact is not finite");
    const double time = static_cast<double>(from.steps) * settings_.dt;
    bool was_grouped = false;
    ImagePair last;
    for (std::size_t k = 0; k < n; ++k) {
        const ImagePair key = pair_in(from, k);
        const BodyPair pair = key.bodies;
        const bool with_wall = is_wall(pair.j);
        require(pair.i < grains.size() && (with_wall ? wall_index(pair.j) < pieces
                                                     : pair.i < pair.j && pair.j < grains.size()),
                "a contact is of bodies that are not there");
        require(!with_wall || model_.walls[wall_of(pair.j)].is_there(time),
                "a contact is with a wall that is not there");
        const bool grouped = with_wall && is_grouped_[wall_index(pair.j)] != 0;
        require(k == 0 || (grouped == was_grouped ? last < key : grouped),
                "the contacts are not in their order");
        was_grouped = grouped;
        last = key;
        const std::uint16_t* memory = from.memories.data() + k * Snapshot::memory_numbers;
        require(memory[0] <= static_cast<std::uint16_t>(PairMemory::Kind::crossing) &&
                    fits(memory_from(memory), shape_in(grains, pieces + pair.i),
                         shape_in(grains, with_wall ? wall_index(pair.j) : pieces + pair.j)),
                "a contact remembers features that are not there");
        require(from.touching[k] <= 1, "a contact neither touches nor does not");
        require(from.touching[k] == 1 || grouped || from.springs[k] == 0.0,
                "a spring where nothing touches");
    }
    for (std::size_t t = 0; t < from.overlaps.size(); t += Snapshot::overlap_numbers) {
        const double* overlap = from.overlaps.data() + t;
        require(overlap[0] >= 0.0 && overlap[1] >= 0.0 && is_unit(overlap[6], overlap[7]),
                "an overlap is none");
    }
}

/// Of a piece of a wall, or, after these, of a grain.
const geometry::Shape& Simulation::shape_in(std::span<const NewGrain> grains, std::size_t k) const {
    if (k >= wall_of_piece_.size()) return grains[k - wall_of_piece_.size()].shape;
    const std::size_t wall = wall_of_piece_[k];
    return model_.walls[wall].pieces[k - first_piece_[wall]].shape;
}

void Simulation::restore(const Snapshot& from, std::span<const NewGrain> grains) {
    check_bodies(from, grains);
    check_clocks(from);
    check_contacts(from, grains);
    forget_grains();
    for (std::size_t i = 0; i < grains.size(); ++i) {
        add_grain(grains[i]);
        ids_[i] = from.ids[i];
    }
    next_id_ = from.next_id;
    steps_ = from.steps;
    const double* number = from.derivatives.data();
    for (Coordinate* coordinate : {&x_, &y_, &angle_})
        for (std::size_t k = 0; k < gear_.values; ++k, number += grain_count())
            std::copy_n(number, grain_count(), coordinate->derivative(k));
    const double* body = from.bodies.data();
    const std::uint16_t* extreme = from.extremes.data();
    const std::int32_t* turns = from.turns.data();
    for_each_body([&](Body at) {
        kinematics_[at] = {
            {{body[0], body[1]}, {body[2], body[3]}}, {body[4], body[5]}, body[6], body[7]};
        std::copy_n(extreme, Snapshot::extreme_numbers, extremes_[at].index.begin());
        turns_[at] = {turns[0], turns[1]};
        turns += 2;
        body += Snapshot::body_numbers;
        extreme += Snapshot::extreme_numbers;
    });
    for (std::size_t k = 0; k < model_.walls.size(); ++k) {
        wall_clocks_[k] = clock_in(from, k);
        was_there_[k] = is_there(k);
    }
    take_stock();
    skin_ = from.skin;
    detected_at_ = from.detected_at;
    restore_contacts(from);
    bodies_changed_ = from.grains_changed;
    outrun_ = from.grains_changed;

    work_ = from.elastic_work;
    ledger_ = from.ledger;
    ledger_.kinetic = 0.0;
    ledger_.gravity = 0.0;
    detections_ = from.detections;
    worker_counts_.assign(workers_.count(), {});
    worker_counts_[0] = from.queries;
    stability_.drag = from.stability_drag;
    stability_.grain = from.stability_grain;
    stability_.step = from.stability_step;
    restore_times(from);
}

void Simulation::restore_contacts(const Snapshot& from) {
    const std::size_t n = from.springs.size();
    contacts_.clear();
    plain_ = 0;
    for (std::size_t k = 0; k < n; ++k) {
        const auto [pair, image] = pair_in(from, k);
        contacts_.push_back({pair, memory_from(from.memories.data() + k * Snapshot::memory_numbers),
                             image, from.springs[k]});
        plain_ += is_wall(pair.j) && is_grouped_[wall_index(pair.j)] != 0 ? 0 : 1;
    }
    list_groups();
    prepare_contacts();
    clear_until_ = from.clear_until;
    touching_ = from.touching;
    const double* o = from.overlaps.data();
    for (std::size_t k = 0; k < n; ++k) {
        if (touching_[k] == 0) continue;
        overlaps_[k] = {o[0], o[1], {o[2], o[3]}, {o[4], o[5]}, {o[6], o[7]}, false};
        forces_[k] = {{o[8], o[9]}, {o[10], o[11]}};
        o += Snapshot::overlap_numbers;
    }
    list_contacts_of_grains();
}

/// How much was tracking and how much forces, as far as it is known.
void Simulation::restore_times(const Snapshot& from) {
    std::copy_n(from.phase_times.begin(), phase_count, phase_times_.begin());
    double& tracking = phase_times_[static_cast<std::size_t>(Phase::track)];
    double& forces = phase_times_[static_cast<std::size_t>(Phase::forces)];
    timed_tracking_ = tracking;
    timed_forces_ = forces;
    tracking += forces;
    forces = 0.0;
}

}  // namespace scree::engine
