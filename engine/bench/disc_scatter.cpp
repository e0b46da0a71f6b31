#include "engine/bench/disc_scatter.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "engine/base/generator.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr int most_attempts = 100'000;

/// The radius below which this share of the density r^exponent lies, from 1 to `ratio`.
double radius_at(double share, double exponent, double ratio) {
    const double power = exponent + 1.0;
    if (power == 0.0) return std::pow(ratio, share);
    return std::pow(1.0 + share * (std::pow(ratio, power) - 1.0), 1.0 / power);
}

/// The discs that are placed already, each listed in all cells under its box.
class Occupied {
public:
    explicit Occupied(const DiscScatter& discs)
        : discs_(discs),
          columns_(1 + static_cast<int>(std::sqrt(static_cast<double>(discs.radii.size())))),
          per_length_(columns_ / discs.side),
          first_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(columns_), none) {}

    bool has_room(Vec2 centre, double radius) const {
        return !any_cell(centre, radius, [&](std::size_t cell) {
            for (std::uint32_t k = first_[cell]; k != none; k = entries_[k].next) {
                const Vec2 other = discs_.centres[entries_[k].disc];
                const Vec2 apart{distance(centre.x, other.x), distance(centre.y, other.y)};
                const double reach = discs_.radii[entries_[k].disc] + radius;
                if (dot(apart, apart) <= reach * reach) return true;
            }
            return false;
        });
    }

    void add(std::uint32_t disc) {
        any_cell(discs_.centres[disc], discs_.radii[disc], [&](std::size_t cell) {
            entries_.push_back({disc, first_[cell]});
            first_[cell] = static_cast<std::uint32_t>(entries_.size() - 1);
            return false;
        });
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Entry {
        std::uint32_t disc;
        std::uint32_t next;  ///< the next entry of the same cell
    };

    double distance(double a, double b) const {
        const double apart = std::abs(a - b);
        return discs_.border == Border::periodic ? std::min(apart, discs_.side - apart) : apart;
    }

    /// Calls visit(cell) for the cells under the box of a disc until it returns true.
    template <class Visit>
    bool any_cell(Vec2 centre, double radius, const Visit& visit) const {
        const auto index = [&](double place) {
            return static_cast<int>(std::floor(place * per_length_));
        };
        for (int row = index(centre.y - radius); row <= index(centre.y + radius); ++row)
            for (int column = index(centre.x - radius); column <= index(centre.x + radius);
                 ++column) {
                // A cell beyond the border is on the other side, or there is none.
                const int wrapped_row = (row + columns_) % columns_;
                const int wrapped_column = (column + columns_) % columns_;
                if (visit(static_cast<std::size_t>(wrapped_row * columns_ + wrapped_column)))
                    return true;
            }
        return false;
    }

    const DiscScatter& discs_;
    int columns_;
    double per_length_;
    std::vector<std::uint32_t> first_;
    std::vector<Entry> entries_;
};

Vec2 find_room(const Occupied& occupied, const DiscScatter& discs, double radius,
               Generator& generator) {
    const double margin = discs.border == Border::walls ? radius : 0.0;
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        const Vec2 centre{generator.uniform(margin, discs.side - margin),
                          generator.uniform(margin, discs.side - margin)};
        if (occupied.has_room(centre, radius)) return centre;
    }
    throw std::invalid_argument("there is no room for a disc of radius " + std::to_string(radius) +
                                " in a square with a side of " + std::to_string(discs.side));
}

}  // namespace

std::vector<double> power_law_radii(std::size_t count, double exponent, double ratio,
                                    std::uint64_t seed) {
    std::vector<double> radii;
    for (std::size_t k = 0; k < count; ++k)
        radii.push_back(radius_at((static_cast<double>(k) + 0.5) / static_cast<double>(count),
                                  exponent, ratio));
    Generator generator(seed, "order");
    for (std::size_t k = count; k > 1; --k) std::swap(radii[k - 1], radii[generator.below(k)]);
    return radii;
}

Boxes DiscScatter::boxes() const {
    const BoxAxis axis(0.0, border == Border::periodic ? side : 0.0);
    Boxes boxes;
    for (std::size_t k = 0; k < radii.size(); ++k) {
        const Vec2 centre = centres[k];
        const double radius = radii[k];
        boxes.push_grain(
            {{axis.snapped_low(centre.x - radius), axis.snapped_low(centre.y - radius)},
             {axis.snapped_high(centre.x + radius), axis.snapped_high(centre.y + radius)}});
    }
    return boxes;
}

BoxPeriod DiscScatter::box_period() const {
    const BoxAxis axis(0.0, border == Border::periodic ? side : 0.0);
    return {axis.period(), axis.period()};
}

DiscScatter scattered(std::vector<double> radii, double fraction, Border border,
                      std::uint64_t seed) {
    double area = 0.0;
    for (const double radius : radii) area += std::numbers::pi * radius * radius;
    DiscScatter discs{std::sqrt(area / fraction), border, std::move(radii), {}};
    if (!(2.0 * least_period * std::ranges::max(discs.radii) <= discs.side))
        throw std::invalid_argument("the discs are too large for a square with a side of " +
                                    std::to_string(discs.side));
    discs.centres.resize(discs.radii.size());

    std::vector<std::uint32_t> order(discs.radii.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, [&](std::uint32_t a, std::uint32_t b) { return discs.radii[a] > discs.radii[b]; });
    Occupied occupied(discs);
    Generator generator(seed, "places");
    for (const std::uint32_t disc : order) {
        discs.centres[disc] = find_room(occupied, discs, discs.radii[disc], generator);
        occupied.add(disc);
    }
    return discs;
}

DiscScatter by_rows(const DiscScatter& discs) {
    const double height = 2.0 * discs.side / std::sqrt(static_cast<double>(discs.radii.size()));
    std::vector<std::size_t> order(discs.radii.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        const Vec2 at_a = discs.centres[a];
        const Vec2 at_b = discs.centres[b];
        const double row_a = std::floor(at_a.y / height);
        const double row_b = std::floor(at_b.y / height);
        return row_a < row_b || (row_a == row_b && at_a.x < at_b.x);
    });
    DiscScatter sorted{discs.side, discs.border, {}, {}};
    for (const std::size_t disc : order) {
        sorted.radii.push_back(discs.radii[disc]);
        sorted.centres.push_back(discs.centres[disc]);
    }
    return sorted;
}

}  // namespace scree::engine
