#include "engine/measure/kinds/repose.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include "engine/measure/kinds/contacts.h"
#include "engine/measure/kinds/energy.h"
#include "engine/measure/kinds/profile.h"
#include "engine/measure/line.h"

namespace scree::engine {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

/// The angle of one side in degrees, or why there is none.
struct Flank {
    std::optional<double> angle;
    double error = 0.0;
    std::string why;
};

Flank no_flank(const std::string& why) { return {std::nullopt, 0.0, why}; }

std::string rounded(double number) {
    std::ostringstream text;
    text.precision(2);
    text << number;
    return text.str();
}

std::string percent(double share) { return rounded(100.0 * share) + " %"; }

/// The place where points that fall from the first to the last pass a height. It is halfway between
/// the first point below the height and the last one above it, so that a rough surface in between
/// favours neither side.
struct Passing {
    std::size_t at = 0;
    double rough = 0.0;  ///< m: the distance from the first point below to the last above
};

Passing pass(const std::vector<Vec2>& points, double height) {
    const auto below = [&](Vec2 p) { return p.y < height; };
    const auto first_below =
        static_cast<std::size_t>(std::ranges::find_if(points, below) - points.begin());
    const auto end_above = static_cast<std::size_t>(
        points.rend() - std::find_if_not(points.rbegin(), points.rend(), below));
    const double rough =
        first_below < end_above ? points[end_above - 1].x - points[first_below].x : 0.0;
    return {(first_below + end_above) / 2, rough};
}

/// The profile of one side from the crest outwards, where x is the distance from the crest, and the
/// area of the grains on that side.
struct Side {
    std::vector<Vec2> points;
    double grains = 0.0;  ///< m2
};

/// Mean diameters of the grains of a deposit, m.
struct Diameters {
    double by_number = 0.0;
    double by_area = 0.0;
};

/// The grains that hang together, and their surface.
struct Heap {
    const Assembly& assembly;
    std::vector<std::size_t> deposit;
    Diameters diameters;
    HeapProfile profile;
};

/// The share of the area between the profile and the level of the foot that grains fill.
double filling_of(const Side& side, double foot) {
    double area = 0.0;
    for (std::size_t k = 1; k < side.points.size(); ++k) {
        const Vec2 a = side.points[k - 1];
        const Vec2 b = side.points[k];
        area += (b.x - a.x) * (0.5 * (a.y + b.y) - foot);
    }
    return side.grains / area;
}

Flank fit_flank(const Side& side, const Diameters& diameters) {
    const std::vector<Vec2>& points = side.points;
    if (points.empty()) return no_flank("there is none");
    const double crest = points.front().y;
    const double foot = std::ranges::min_element(points, {}, [](Vec2 p) { return p.y; })->y;
    const double drop = crest - foot;
    const double diameter = diameters.by_area;
    if (drop < smallest_drop * diameter)
        return no_flank("it falls by " + rounded(drop / diameter) + " grain diameters only");
    const Passing upper = pass(points, foot + highest_share * drop);
    const Passing lower = pass(points, foot + lowest_share * drop);
    const std::size_t begin = upper.at;
    const std::size_t end = lower.at;
    const double run = end > begin ? points[end - 1].x - points[begin].x : 0.0;
    if (run < shortest_flank * diameter)
        return no_flank("it is " + rounded(run / diameter) + " grain diameters long only");
    if (const double rough = std::max(upper.rough, lower.rough); rough > run)
        return no_flank("it rises again, " + rounded(rough / diameter) + " grain diameters on");
    const double filling = filling_of(side, foot);
    if (!(filling >= smallest_filling))
        return no_flank("grains fill only " + percent(filling) + " of what is below it");
    const auto line = fit_line(std::span(points).subspan(begin, end - begin), diameters.by_number);
    if (!line) return no_flank("it is too rough for a line");
    if (!(line->slope < 0.0)) return no_flank("it does not fall away from the crest");
    const double angle = std::atan(-line->slope) * degrees;
    const double error = line->slope_error / (1.0 + line->slope * line->slope) * degrees;
    if (-line->slope < least_significance * line->slope_error)
        return no_flank("it is too rough: a line has " + rounded(angle) + " +- " + rounded(error) +
                        " degrees");
    if (line->explained < smallest_explained)
        return no_flank("it is not straight: a line accounts for only " + percent(line->explained) +
                        " of the variance of its height");
    return {angle, error, {}};
}

struct Flanks {
    Flank left;
    Flank right;
};

Flanks fit_flanks(const Heap& heap, std::size_t crest) {
    const std::vector<Vec2>& points = heap.profile.points;
    Side left;
    Side right;
    for (std::size_t k = crest + 1; k-- > 0;)
        left.points.push_back({points[crest].x - points[k].x, points[k].y});
    for (std::size_t k = crest; k < points.size(); ++k)
        right.points.push_back({points[k].x - points[crest].x, points[k].y});
    const Upright upright(heap.assembly.gravity);
    for (const std::size_t grain : heap.deposit) {
        const bool is_left =
            upright(heap.assembly.grains[grain].outline.centre).x < points[crest].x;
        (is_left ? left : right).grains += heap.assembly.grains[grain].area;
    }
    return {fit_flank(left, heap.diameters), fit_flank(right, heap.diameters)};
}

void set_angles(Measurement& result, const Flanks& flanks) {
    const auto& [left, right] = flanks;
    if (left.angle) result.set("angle_left", *left.angle, left.error);
    if (right.angle) result.set("angle_right", *right.angle, right.error);
    if (left.angle && right.angle) {
        const double half_difference = 0.5 * (*left.angle - *right.angle);
        result.set("angle", 0.5 * (*left.angle + *right.angle),
                   std::hypot(0.5 * left.error, 0.5 * right.error, half_difference));
    } else if (left.angle) {
        result.set("angle", *left.angle, left.error);
        result.note = "the left flank only; the right one: " + right.why;
    } else if (right.angle) {
        result.set("angle", *right.angle, right.error);
        result.note = "the right flank only; the left one: " + left.why;
    } else {
        result.note =
            "angle not measurable: the left flank: " + left.why + "; the right one: " + right.why;
    }
}

/// Says why the grains that hang together do not make a heap; empty if they may make one.
std::string why_no_heap(const Heap& heap) {
    const std::vector<AssemblyGrain>& grains = heap.assembly.grains;
    double all = 0.0;
    double deposited = 0.0;
    for (const AssemblyGrain& grain : grains) all += grain.mass;
    for (const std::size_t grain : heap.deposit) deposited += grains[grain].mass;
    if (deposited < smallest_deposit * all)
        return "the largest group of grains that hang together has " +
               std::to_string(heap.deposit.size()) + " of " + std::to_string(grains.size()) +
               " grains and " + percent(deposited / all) +
               " of the mass; a heap has two thirds of it at least";
    if (heap.deposit.size() < fewest_grains)
        return "a heap has at least " + std::to_string(fewest_grains) +
               " grains that hang together, and here there are " +
               std::to_string(heap.deposit.size());
    return "";
}

void set_profile(Measurement& result, const Heap& heap) {
    const HeapProfile& profile = heap.profile;
    if (profile.points.empty()) {
        result.note = "not measurable: the grains are smaller than rounding so far from the origin";
        return;
    }
    const auto crest = std::ranges::max_element(profile.points, {}, [](Vec2 p) { return p.y; });
    result.set("height", crest->y - profile.bottom);
    result.set("width_left", crest->x - profile.left);
    result.set("width_right", profile.right - crest->x);
    if (const std::string why = why_no_heap(heap); !why.empty()) {
        result.note = "angle not measurable: " + why;
        return;
    }
    set_angles(result, fit_flanks(heap, static_cast<std::size_t>(crest - profile.points.begin())));
}

Diameters mean_diameters(const Assembly& assembly, std::span<const std::size_t> deposit) {
    double number = 0.0;
    double area = 0.0;
    double by_area = 0.0;
    for (const std::size_t grain : deposit) {
        const double diameter = equivalent_diameter(assembly.grains[grain]);
        number += diameter;
        area += assembly.grains[grain].area;
        by_area += assembly.grains[grain].area * diameter;
    }
    return {number / static_cast<double>(deposit.size()), by_area / area};
}

/// Sets whether the grains that hang together are at rest, and by which numbers.
void set_rest(Measurement& result, const Assembly& assembly, std::span<const std::size_t> deposit,
              double diameter) {
    std::vector<bool> belongs(assembly.grains.size());
    ForceBalance balance(assembly.grains.size());
    double kinetic = 0.0;
    double mass = 0.0;
    for (const std::size_t grain : deposit) {
        belongs[grain] = true;
        balance.add_weight(grain, assembly.grains[grain].mass, assembly.gravity);
        kinetic += kinetic_energy(assembly, assembly.grains[grain]).sum();
        mass += assembly.grains[grain].mass;
    }
    for (const AssemblyContact& contact : assembly.contacts) {
        const AssemblyBody body = contact.bodies[contact.bodies[0].is_grain() ? 0 : 1];
        if (body.is_grain() && belongs[body.place()]) balance.add_contact(contact);
    }
    const double share = kinetic / (mass * length(assembly.gravity) * diameter);
    result.set("kinetic_energy", share);
    const auto ratio = balance.ratio();
    if (ratio) result.set("unbalanced_force", *ratio);
    const bool rests = ratio && *ratio < resting_unbalanced_force && share < resting_kinetic_energy;
    result.set("at_rest", rests ? 1.0 : 0.0);
}

}  // namespace

Measurement angle_of_repose(const Assembly& assembly) {
    Measurement result(MeasureKind::angle_of_repose, angle_of_repose_columns);
    if (assembly.grains.empty() || !(length(assembly.gravity) > 0.0)) {
        result.note = assembly.grains.empty() ? "not measurable: there are no grains"
                                              : "not measurable: there is no gravity";
        return result;
    }
    if (assembly.period.any()) {
        result.note = "not measurable: in a periodic domain a heap has no sides";
        return result;
    }
    Heap heap{assembly, main_deposit(assembly), {}, {}};
    result.set("grains", static_cast<double>(heap.deposit.size()));
    result.set("stray_grains", static_cast<double>(assembly.grains.size() - heap.deposit.size()));
    heap.diameters = mean_diameters(assembly, heap.deposit);
    const double diameter = heap.diameters.by_number;
    set_rest(result, assembly, heap.deposit, diameter);
    heap.profile = profile_of(assembly, heap.deposit, diameter / lines_per_grain);
    set_profile(result, heap);
    return result;
}

}  // namespace scree::engine
