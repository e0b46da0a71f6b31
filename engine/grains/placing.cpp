#include "engine/grains/placing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "engine/grains/shapes.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// Larger places and speeds are taken for a slip; the squares of allowed ones are far from
/// overflow.
constexpr double largest_number = 1e9;

void require_finite(SpecErrors& errors, const char* key, double value) {
    require_between(errors, key, value, -largest_number, largest_number);
}

void require_finite(SpecErrors& errors, const char* key, Vec2 value) {
    const std::size_t before = errors.size();
    require_finite(errors, key, value.x);
    if (errors.size() == before) require_finite(errors, key, value.y);
}

void require_interval(SpecErrors& errors, const char* key, const Interval& interval) {
    require_finite(errors, key, Vec2{interval.low, interval.high});
    if (interval.low >= interval.high)
        errors.push_back({key, "goes from " + number_text(interval.low) + " to " +
                                   number_text(interval.high) +
                                   "; the second number must be the larger"});
}

/// Reports the first bad item of a list that has one entry for each grain, or none at all where
/// that is allowed.
template <class Item>
void require_items(SpecErrors& errors, const char* key, const std::vector<Item>& items,
                   std::size_t count) {
    if (!items.empty() && items.size() != count) {
        errors.push_back({key, "has " + std::to_string(items.size()) + " entries for " +
                                   std::to_string(count) + " places"});
        return;
    }
    const std::size_t before = errors.size();
    for (std::size_t i = 0; i < items.size() && errors.size() == before; ++i) {
        require_finite(errors, key, items[i]);
        if (errors.size() > before)
            errors.back().message = "(entry " + std::to_string(i) + ") " + errors.back().message;
    }
}

SpecErrors errors_of(const PlaceList& place) {
    SpecErrors errors;
    if (place.at.empty()) errors.push_back({"at", "is empty: give each grain a place"});
    require_items(errors, "at", place.at, place.at.size());
    require_items(errors, "angle", place.angle, place.at.size());
    require_items(errors, "velocity", place.velocity, place.at.size());
    require_items(errors, "spin", place.spin, place.at.size());
    return errors;
}

template <class Rectangle>
SpecErrors errors_of(const Rectangle& place) {
    SpecErrors errors;
    require_interval(errors, "x", place.x);
    require_interval(errors, "y", place.y);
    require_finite(errors, "velocity", place.velocity);
    return errors;
}

SpecErrors errors_of(const PlaceLattice& place) {
    SpecErrors errors = errors_of<PlaceLattice>(place);
    require_between(errors, "jitter", place.jitter, 0.0, largest_jitter);
    return errors;
}

SpecErrors errors_of(const PlaceRain& place) {
    SpecErrors errors;
    require_interval(errors, "x", place.x);
    require_between(errors, "y", place.y, 0.0, largest_number);
    require_between(errors, "rate", place.rate, 1.0 / largest_number, largest_number);
    require_finite(errors, "velocity", place.velocity);
    if (place.below) require_finite(errors, "below", *place.below);
    return errors;
}

SpecErrors errors_of(const PlacePack& place) {
    SpecErrors errors;
    if (place.x) require_interval(errors, "x", *place.x);
    if (place.y) require_interval(errors, "y", *place.y);
    if (!place.outline.empty()) {
        if (const auto error = geometry::find_outline_error(place.outline))
            errors.push_back({"outline", "is no convex outline: " + error->message});
        if (place.x || place.y)
            errors.push_back({place.x ? "x" : "y", "and an outline exclude each other: keep one"});
    }
    require_between(errors, "growth", place.growth, slowest_growth, fastest_growth);
    require_finite(errors, "velocity", place.velocity);
    return errors;
}

[[noreturn]] void refuse(const Placement& group, const std::string& why) {
    throw std::invalid_argument("grains " + group.name + ": " + why);
}

double clearance(const NewGrain& grain) {
    return starting_clearance * equivalent_diameter(grain.shape);
}

double total_area(std::span<const NewGrain> grains) {
    double sum = 0.0;
    for (const NewGrain& grain : grains) sum += geometry::area(grain.shape);
    return sum;
}

void place_in_list(const PlaceList& list, const Placement& group, ShapeIndex& index) {
    const std::span<NewGrain> grains = group.grains;
    if (list.at.size() != grains.size())
        refuse(group, "there are " + std::to_string(list.at.size()) + " places for " +
                          std::to_string(grains.size()) + " grains");
    for (std::size_t i = 0; i < grains.size(); ++i) {
        NewGrain& grain = grains[i];
        grain.position = list.at[i];
        if (!list.angle.empty()) grain.angle = list.angle[i];
        if (!list.velocity.empty()) grain.velocity = list.velocity[i];
        if (!list.spin.empty()) grain.spin = list.spin[i];
        index.add(placed(grain));
    }
}

/// So many sites of a lattice may be covered by something else before the search is given up, which
/// takes seconds.
constexpr std::size_t most_covered_sites = 1'000'000;

/// The sites of a square lattice: the columns are spread evenly over the width, and the rows are as
/// close as they can be.
struct Lattice {
    Lattice(const PlaceLattice& place, double cell_size)
        : low{place.x.low, place.y.low},
          cell(cell_size),
          columns(std::floor((place.x.high - place.x.low) / cell)),
          rows(std::floor((place.y.high - place.y.low) / cell)),
          pitch((place.x.high - place.x.low) / columns) {}

    Vec2 site(double column, double row) const {
        return low + Vec2{(column + 0.5) * pitch, (row + 0.5) * cell};
    }

    Vec2 low;
    double cell;  ///< a grain of any size can turn freely in it
    double columns;
    double rows;
    double pitch;
};

[[noreturn]] void refuse_lattice(const Placement& group, const std::string& fits,
                                 const Lattice& lattice) {
    refuse(group, "a lattice of " + number_text(lattice.columns) + " columns and " +
                      number_text(lattice.rows) + " rows, " + number_text(lattice.cell) +
                      " m apart, has room for " + fits + " of the " +
                      std::to_string(group.grains.size()) +
                      " grains; make x or y wider, or the grains fewer or smaller");
}

void place_on_lattice(const PlaceLattice& spec, Placement& group, ShapeIndex& index) {
    const std::span<NewGrain> grains = group.grains;
    double reach = 0.0;
    for (const NewGrain& grain : grains)
        reach = std::max(reach, geometry::radius(grain.shape) + clearance(grain));
    const Lattice lattice(spec, 2.0 * reach * (1.0 + spec.jitter));
    if (lattice.columns * lattice.rows < static_cast<double>(grains.size()))
        refuse_lattice(group, number_text(lattice.columns * lattice.rows), lattice);
    double column = 0.0;
    double row = 0.0;
    std::size_t covered = 0;
    for (std::size_t i = 0; i < grains.size();) {
        if (row >= lattice.rows || covered > most_covered_sites)
            refuse_lattice(group, std::to_string(i), lattice);
        NewGrain& grain = grains[i];
        grain.position = lattice.site(column, row);
        grain.angle = group.generator.uniform(0.0, 2.0 * std::numbers::pi);
        if (spec.jitter > 0.0) {
            const double own = geometry::radius(grain.shape) + clearance(grain);
            const Vec2 room{0.5 * lattice.pitch - own, 0.5 * lattice.cell - own};
            grain.position += {group.generator.uniform(-room.x, room.x), 0.0};
            grain.position += {0.0, group.generator.uniform(-room.y, room.y)};
        }
        grain.velocity = spec.velocity;
        if (index.has_room_for(placed(grain), clearance(grain))) {
            index.add(placed(grain));
            ++i;
        } else {
            ++covered;
        }
        if (++column >= lattice.columns) {
            column = 0.0;
            ++row;
        }
    }
}

/// Whether an interval covers all of a periodic direction.
bool goes_around(const Interval& interval, double period) {
    constexpr double rounding = 1e-9;
    return period > 0.0 && interval.high - interval.low >= (1.0 - rounding) * period;
}

/// Draws a random orientation and, if the grain is not too large, a random place for it in the
/// rectangle. Where the rectangle goes around a periodic domain, the grain may lie across the seam.
bool draw_pose(const PlaceRandom& spec, const Period& period, NewGrain& grain,
               Generator& generator) {
    grain.position = {};
    grain.angle = generator.uniform(0.0, 2.0 * std::numbers::pi);
    const Box box = box_of(placed(grain));
    Box room{Vec2{spec.x.low, spec.y.low} - box.low, Vec2{spec.x.high, spec.y.high} - box.high};
    if (goes_around(spec.x, period.size.x)) room.low.x = spec.x.low, room.high.x = spec.x.high;
    if (goes_around(spec.y, period.size.y)) room.low.y = spec.y.low, room.high.y = spec.y.high;
    grain.position = {generator.uniform(room.low.x, room.high.x),
                      generator.uniform(room.low.y, room.high.y)};
    return room.low.x <= room.high.x && room.low.y <= room.high.y;
}

bool find_room(const PlaceRandom& spec, NewGrain& grain, const ShapeIndex& index,
               Generator& generator) {
    for (int tries = 0; tries < most_tries; ++tries)
        if (draw_pose(spec, index.period(), grain, generator) &&
            index.has_room_for(placed(grain), clearance(grain)))
            return true;
    return false;
}

std::string percent(double share) { return number_text(std::round(1000.0 * share) / 10.0) + " %"; }

/// A group whose grains are placed at random, and how far that has come.
struct RandomGroup {
    Placement& group;
    const PlaceRandom& spec;
    double asked = 0.0;      ///< m2: the area of all its grains
    double filled = 0.0;     ///< m2: the area of those that have found room
    std::size_t placed = 0;  ///< grains that have found room

    double rectangle() const { return (spec.x.high - spec.x.low) * (spec.y.high - spec.y.low); }
};

std::vector<RandomGroup> random_groups(std::span<Placement> placements) {
    std::vector<RandomGroup> groups;
    for (Placement& placement : placements) {
        const auto* spec = std::get_if<PlaceRandom>(&placement.place);
        if (spec == nullptr) continue;
        const RandomGroup& group =
            groups.emplace_back(RandomGroup{placement, *spec, total_area(placement.grains)});
        if (group.asked > group.rectangle())
            refuse(placement, "the grains fill " + percent(group.asked / group.rectangle()) +
                                  " of the rectangle; make x or y wider, or the grains fewer or "
                                  "smaller");
    }
    return groups;
}

/// A grain in the order in which all groups are placed.
struct InTurn {
    double area;
    std::uint32_t group;  ///< its number among the random groups
    std::uint32_t grain;  ///< its number in the group
};

/// All grains, the largest first; those of the same size are in the order of the groups.
std::vector<InTurn> largest_first(std::span<const RandomGroup> groups) {
    std::vector<InTurn> order;
    for (std::uint32_t g = 0; g < groups.size(); ++g)
        for (std::uint32_t k = 0; k < groups[g].group.grains.size(); ++k)
            order.push_back({geometry::area(groups[g].group.grains[k].shape), g, k});
    std::ranges::stable_sort(order, std::ranges::greater{}, &InTurn::area);
    return order;
}

[[noreturn]] void refuse_random(const RandomGroup& group, std::size_t all_placed) {
    const std::size_t of_others = all_placed - group.placed;
    const std::string others =
        of_others == 0 ? ""
                       : " of all groups, after " + std::to_string(of_others) + " grains of others";
    refuse(group.group,
           "only " + std::to_string(group.placed) + " of the " +
               std::to_string(group.group.grains.size()) +
               " grains found room at random, the largest first" + others + ": they fill " +
               percent(group.filled / group.rectangle()) +
               " of the rectangle, and all would fill " + percent(group.asked / group.rectangle()) +
               "; make x or y wider, or the grains fewer or smaller, or let them rain");
}

void place_at_random(std::span<Placement> placements, ShapeIndex& index) {
    std::vector<RandomGroup> groups = random_groups(placements);
    const std::vector<InTurn> order = largest_first(groups);
    for (std::size_t k = 0; k < order.size(); ++k) {
        RandomGroup& group = groups[order[k].group];
        NewGrain& grain = group.group.grains[order[k].grain];
        grain.velocity = group.spec.velocity;
        if (!find_room(group.spec, grain, index, group.group.generator)) refuse_random(group, k);
        index.add(placed(grain));
        group.filled += order[k].area;
        ++group.placed;
    }
}

}  // namespace

SpecErrors find_errors(const PlaceSpec& spec) {
    return std::visit([](const auto& place) { return errors_of(place); }, spec);
}

void place_grains(std::span<Placement> groups, ShapeIndex& index) {
    for (Placement& group : groups) {
        throw_first("grains " + group.name + ": place", find_errors(group.place));
        if (const auto* list = std::get_if<PlaceList>(&group.place))
            place_in_list(*list, group, index);
        if (const auto* lattice = std::get_if<PlaceLattice>(&group.place))
            place_on_lattice(*lattice, group, index);
        if (std::holds_alternative<PlaceRain>(group.place))
            refuse(group, "rain is not placed at the beginning");
        if (std::holds_alternative<PlacePack>(group.place))
            refuse(group, "a packing must be made before other grains are placed");
    }
    place_at_random(groups, index);
}

}  // namespace scree::engine
