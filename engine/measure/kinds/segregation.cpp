#include "engine/measure/kinds/segregation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace scree::engine {
namespace {

/// A grain that counts.
struct Counted {
    Vec2 at;
    double place = 0.0;  ///< along the axis, m
    double size = 0.0;   ///< diameter, m
    std::uint16_t material = 0;
};

std::vector<Counted> grains_in(const Assembly& assembly, const geometry::Box& box, bool along_x) {
    std::vector<Counted> grains;
    for (const AssemblyGrain& grain : assembly.grains) {
        if (!is_in(box, assembly.period, grain.outline.centre)) continue;
        const Vec2 at = assembly.period.wrapped(grain.outline.centre);
        grains.push_back({at, along_x ? at.x : at.y, equivalent_diameter(grain), grain.material});
    }
    return grains;
}

/// A grain of one of the two species.
struct Member {
    Vec2 at;
    double place = 0.0;
    bool is_first = false;
};

std::vector<Member> members_of(const std::vector<Counted>& grains, const MeasureOptions& options) {
    std::vector<Member> members;
    if (options.materials) {
        for (const Counted& grain : grains)
            for (std::size_t species = 0; species < 2; ++species)
                if (grain.material == (*options.materials)[species])
                    members.push_back({grain.at, grain.place, species == 0});
        return members;
    }
    const auto [least, most] = std::ranges::minmax(grains, {}, &Counted::size);
    double split = options.split > 0.0 ? options.split : 0.5 * (least.size + most.size);
    // Sizes that differ by rounding only are one size.
    if (!(options.split > 0.0) && most.size < (1.0 + 1e-9) * least.size) split = most.size;
    for (const Counted& grain : grains)
        members.push_back({grain.at, grain.place, grain.size > split});
    return members;
}

/// Lacey's index (s0^2 - s^2)/(s0^2 - sr^2) from the shares of the first species in cells: s^2
/// their variance, weighted by the number of grains; s0^2 = p (1 - p) that of species that are
/// apart; sr^2 the mean over all ways to hand out the species to the grains, s0^2 (C - 1)/(N - 1)
/// for N grains in C cells. Nothing if each grain has a cell of its own, or all share one.
std::optional<double> lacey_index(const std::vector<Member>& members, double cell, double share) {
    std::map<std::pair<double, double>, std::pair<double, double>> cells;  // first, all
    for (const Member& member : members) {
        auto& [first, all] =
            cells[{std::floor(member.at.x / cell), std::floor(member.at.y / cell)}];
        first += member.is_first ? 1.0 : 0.0;
        all += 1.0;
    }
    const auto grains = static_cast<double>(members.size());
    const auto count = static_cast<double>(cells.size());
    if (count < 2.0 || count == grains) return {};
    double variance = 0.0;
    for (const auto& [place, numbers] : cells) {
        const double off = numbers.first / numbers.second - share;
        variance += numbers.second * off * off / grains;
    }
    const double apart = share * (1.0 - share);
    return (apart - variance) / (apart * (grains - count) / (grains - 1.0));
}

/// The difference of the mean places of both species, over the largest that the same species could
/// have in the same places.
std::optional<double> separation_of(const std::vector<Member>& members, std::size_t firsts) {
    std::vector<double> places;
    double difference = 0.0;
    const auto first = static_cast<double>(firsts);
    const auto second = static_cast<double>(members.size() - firsts);
    for (const Member& member : members) {
        places.push_back(member.place);
        difference += member.is_first ? member.place / first : -member.place / second;
    }
    std::ranges::sort(places);
    double largest = 0.0;
    for (std::size_t k = 0; k < places.size(); ++k)
        largest += k < places.size() - firsts ? -places[k] / second : places[k] / first;
    if (!(largest > 0.0)) return {};
    return difference / largest;
}

std::optional<double> correlation_of(const std::vector<Counted>& grains) {
    const auto count = static_cast<double>(grains.size());
    Vec2 mean;  // of size and place
    for (const Counted& grain : grains) mean += Vec2{grain.size, grain.place} / count;
    Vec2 squares;
    double product = 0.0;
    for (const Counted& grain : grains) {
        const Vec2 off = Vec2{grain.size, grain.place} - mean;
        squares += Vec2{off.x * off.x, off.y * off.y};
        product += off.x * off.y;
    }
    // Sizes that differ by rounding only are one size.
    constexpr double rounding = 1e-24;
    if (!(squares.x > rounding * mean.x * mean.x * count) || !(squares.y > 0.0)) return {};
    return product / std::sqrt(squares.x * squares.y);
}

}  // namespace

Measurement segregation(const Assembly& assembly, const geometry::Box& box, const Slicing& slicing,
                        const MeasureOptions& options) {
    Measurement result(MeasureKind::segregation, segregation_columns);
    const std::vector<Counted> grains = grains_in(assembly, box, slicing.along_x);
    if (grains.empty()) {
        result.note = "not measurable: there are no grains";
        return result;
    }
    const std::vector<Member> members = members_of(grains, options);
    const auto firsts =
        static_cast<std::size_t>(std::ranges::count(members, true, &Member::is_first));
    result.set("first", static_cast<double>(firsts));
    result.set("second", static_cast<double>(members.size() - firsts));
    const double around = slicing.along_x ? assembly.period.size.x : assembly.period.size.y;
    const bool has_order = !(around > 0.0);  // what goes around has neither top nor bottom
    if (const auto correlation = correlation_of(grains); has_order && correlation)
        result.set("correlation", *correlation);
    if (firsts == 0 || firsts == members.size()) {
        result.note = "not measurable: all grains are of one species";
        return result;
    }
    double cell = options.cell;
    if (!(cell > 0.0)) {
        for (const Counted& grain : grains)
            cell += usual_cell_in_diameters * grain.size / static_cast<double>(grains.size());
    }
    const double share = static_cast<double>(firsts) / static_cast<double>(members.size());
    if (const auto index = lacey_index(members, cell, share)) result.set("lacey", *index);
    if (!has_order)
        result.note = "separation and correlation not measurable: the axis is periodic";
    else if (const auto separation = separation_of(members, firsts))
        result.set("separation", *separation);
    return result;
}

}  // namespace scree::engine
