#include "engine/measure/repose.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include "engine/measure/contacts.h"
#include "engine/measure/energy.h"
#include "engine/measure/line.h"
#include "engine/measure/profile.h"

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

/// Where points that fall from the first to the last pass a height: halfway between where they are
/// first below it and last above, which takes no side among the rough ones between.
std::size_t passing(const std::vector<Vec2>& points, double height) {
    const auto below = [&](Vec2 p) { return p.y < height; };
    const auto first_below = std::ranges::find_if(points, below) - points.begin();
    const auto last_above = points.rend() - std::find_if_not(points.rbegin(), points.rend(), below);
    return static_cast<std::size_t>((first_below + last_above) / 2);
}

/// Of points from the crest outwards, x the distance from the crest.
Flank fit_flank(const std::vector<Vec2>& points, double diameter) {
    if (points.empty()) return no_flank("it is not there");
    const double crest = points.front().y;
    const double foot = std::ranges::min_element(points, {}, [](Vec2 p) { return p.y; })->y;
    const double drop = crest - foot;
    if (drop < smallest_drop * diameter)
        return no_flank("it falls by " + rounded(drop / diameter) + " grain diameters only");
    const std::size_t begin = passing(points, foot + highest_share * drop);
    const std::size_t end = passing(points, foot + lowest_share * drop);
    const double run = end > begin ? points[end - 1].x - points[begin].x : 0.0;
    if (run < shortest_flank * diameter)
        return no_flank("it is " + rounded(run / diameter) + " grain diameters long only");
    const auto line = fit_line(std::span(points).subspan(begin, end - begin), diameter);
    if (!line) return no_flank("it is too rough for a line");
    const double angle = std::atan(-line->slope) * degrees;
    return {angle, line->slope_error / (1.0 + line->slope * line->slope) * degrees, {}};
}

struct Flanks {
    Flank left;
    Flank right;
};

Flanks fit_flanks(const HeapProfile& profile, std::size_t crest, double diameter) {
    const std::vector<Vec2>& points = profile.points;
    std::vector<Vec2> left;
    std::vector<Vec2> right;
    for (std::size_t k = crest + 1; k-- > 0;)
        left.push_back({points[crest].x - points[k].x, points[k].y});
    for (std::size_t k = crest; k < points.size(); ++k)
        right.push_back({points[k].x - points[crest].x, points[k].y});
    return {fit_flank(left, diameter), fit_flank(right, diameter)};
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

void set_profile(Measurement& result, const HeapProfile& profile, double diameter) {
    if (profile.points.empty()) {
        result.note = "not measurable: the grains are smaller than rounding so far from the origin";
        return;
    }
    const auto crest = std::ranges::max_element(profile.points, {}, [](Vec2 p) { return p.y; });
    result.set("height", crest->y - profile.bottom);
    result.set("width_left", crest->x - profile.left);
    result.set("width_right", profile.right - crest->x);
    const auto at = static_cast<std::size_t>(crest - profile.points.begin());
    set_angles(result, fit_flanks(profile, at, diameter));
}

/// Of the grains that hang together.
void set_rest(Measurement& result, const Assembly& assembly, std::span<const std::size_t> deposit,
              double diameter) {
    std::vector<bool> belongs(assembly.grains.size());
    ForceBalance balance(assembly.grains.size());
    double kinetic = 0.0;
    double mass = 0.0;
    for (const std::size_t grain : deposit) {
        belongs[grain] = true;
        balance.add_weight(grain, assembly.grains[grain].mass, assembly.gravity);
        kinetic += kinetic_energy(assembly.grains[grain]).sum();
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
    const std::vector<std::size_t> deposit = main_deposit(assembly);
    result.set("grains", static_cast<double>(deposit.size()));
    result.set("stray_grains", static_cast<double>(assembly.grains.size() - deposit.size()));
    double diameter = 0.0;
    for (const std::size_t grain : deposit) diameter += equivalent_diameter(assembly.grains[grain]);
    diameter /= static_cast<double>(deposit.size());
    set_rest(result, assembly, deposit, diameter);
    set_profile(result, profile_of(assembly, deposit, diameter / lines_per_grain), diameter);
    return result;
}

}  // namespace scree::engine
