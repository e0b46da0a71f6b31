#include "engine/grains/packing/start.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree::engine {
namespace {

using geometry::Vec2;

/// So many random spots are tried for a grain.
constexpr int spots = 30;

/// The circles that have been thrown in, in squares by size: a loose quadtree (Raschdorf and
/// Kolonko 2009, section 3.3). A circle is in the square that its centre is in, of the level whose
/// squares are at least as wide as the circle, so that level and square are computed. Circles are
/// added from large to small.
class ThrownIn {
public:
    ThrownIn(const PackState& state)
        : state_(state),
          period_(state.container.period()),
          low_(-0.5 * state.container.size()),
          size_(state.container.size()),
          next_(state.size(), none) {
        // Finer squares than there are grains would be memory without use.
        const double finest =
            std::sqrt(size_.x * size_.y / (4.0 * static_cast<double>(state.size())));
        double width = std::max(2.0 * state.largest_radius, finest);
        for (;; width *= 0.5) {
            levels_.emplace_back(width, size_);
            if (0.5 * width < finest) break;
        }
    }

    void add(std::uint32_t grain) {
        Level& level = levels_[level_of(0.5 * state_.circles[grain].diameter)];
        std::uint32_t& first = level.first[level.square_of(state_.circles[grain].at - low_)];
        next_[grain] = first;
        first = grain;
        ++level.grains;
    }

    /// The gap between a circle and those that are there: negative if it overlaps one of them.
    /// Where it would be more than `most` or less than `least`, any number beyond them will do.
    double gap(Vec2 at, double radius, double least, double most) const {
        double gap = most;
        for (const Level& level : levels_) {
            if (level.grains == 0) continue;
            const double reach = radius + gap + 0.5 * level.largest;
            if (!(reach > 0.0)) return gap;
            if (!look_into(level, at, radius, reach, least, gap)) return gap;
        }
        return gap;
    }

private:
    static constexpr std::uint32_t none = 0xffff'ffff;

    struct Level {
        Level(double width, Vec2 size)
            : columns(std::max(1, static_cast<int>(size.x / width))),
              rows(std::max(1, static_cast<int>(size.y / width))),
              cell{size.x / columns, size.y / rows},
              largest(width),
              first(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), none) {}

        static int clamped(double place, int count) {
            return std::clamp(static_cast<int>(std::floor(place)), 0, count - 1);
        }
        std::size_t square(int column, int row) const {
            return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                   static_cast<std::size_t>(column);
        }
        std::size_t square_of(Vec2 from_low) const {
            return square(clamped(from_low.x / cell.x, columns),
                          clamped(from_low.y / cell.y, rows));
        }

        int columns;
        int rows;
        Vec2 cell;
        double largest;  ///< diameter
        std::size_t grains = 0;
        std::vector<std::uint32_t> first;  ///< grain in each square
    };

    std::size_t level_of(double radius) const {
        std::size_t level = 0;
        while (level + 1 < levels_.size() && levels_[level + 1].largest >= 2.0 * radius) ++level;
        return level;
    }

    struct Places {
        int first;
        int count;
        int all;
        int operator[](int k) const { return (first + k + all) % all; }
    };

    /// The columns or rows within reach. In a periodic direction they go around, each at most once.
    static Places places(double at, double reach, double cell, int all, bool periodic) {
        const double first = std::floor((at - reach) / cell);
        const double last = std::floor((at + reach) / cell);
        if (!periodic) {
            const int low = static_cast<int>(std::clamp(first, 0.0, all - 1.0));
            const int high = static_cast<int>(std::clamp(last, 0.0, all - 1.0));
            return {low, high - low + 1, all};
        }
        if (last - first + 1.0 >= all) return {0, all, all};
        return {static_cast<int>(first), static_cast<int>(last - first) + 1, all};
    }

    /// Makes the gap less by what is in a level. Returns false once it is below `least`.
    bool look_into(const Level& level, Vec2 at, double radius, double reach, double least,
                   double& gap) const {
        const Vec2 from_low = at - low_;
        const Places columns =
            places(from_low.x, reach, level.cell.x, level.columns, state_.container.periodic_x());
        const Places rows =
            places(from_low.y, reach, level.cell.y, level.rows, state_.container.periodic_y());
        for (int r = 0; r < rows.count; ++r) {
            for (int c = 0; c < columns.count; ++c) {
                for (std::uint32_t j = level.first[level.square(columns[c], rows[r])]; j != none;
                     j = next_[j]) {
                    const PackCircle& other = state_.circles[j];
                    const Vec2 way = period_.shortest(other.at - at);
                    const double apart = radius + 0.5 * other.diameter + gap;
                    if (!(apart > 0.0) || dot(way, way) >= apart * apart) continue;
                    gap = length(way) - radius - 0.5 * other.diameter;
                    if (gap <= least) return false;
                }
            }
        }
        return true;
    }

    const PackState& state_;
    Period period_;
    Vec2 low_;
    Vec2 size_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> next_;  ///< in the same square
};

/// The least distance of a circle from the sides; negative if it reaches beyond them.
double gap_to_sides(const Container& container, Vec2 at, double radius) {
    double gap = HUGE_VAL;
    for (const Container::Side& side : container.sides())
        gap = std::min(gap, side.distance - dot(side.normal, at) - radius);
    return gap;
}

/// Any place between the sides, as far as there is room.
Vec2 random_spot(const Container& container, double radius, Generator& generator) {
    const Vec2 half = 0.5 * container.size();
    const double x = container.periodic_x() ? half.x : std::max(half.x - radius, 0.0);
    const double y = container.periodic_y() ? half.y : std::max(half.y - radius, 0.0);
    const double u = generator.uniform(-x, x);
    return {u, generator.uniform(-y, y)};
}

/// Interleaves the bits of column and row, so that grains that are near each other mostly have
/// numbers that are near each other.
std::uint64_t interleaved(std::uint32_t column, std::uint32_t row) {
    std::uint64_t key = 0;
    for (unsigned bit = 0; bit < 16; ++bit)
        key |= (static_cast<std::uint64_t>(column >> bit & 1u) << (2 * bit)) |
               (static_cast<std::uint64_t>(row >> bit & 1u) << (2 * bit + 1));
    return key;
}

void number_by_place(PackState& state) {
    const Vec2 size = state.container.size();
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    for (std::uint32_t i = 0; i < state.size(); ++i) {
        const Vec2 from_low = state.circles[i].at + 0.5 * size;
        const auto place = [](double share) {
            return static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * 65535.0);
        };
        keys.emplace_back(interleaved(place(from_low.x / size.x), place(from_low.y / size.y)), i);
    }
    std::ranges::sort(keys);
    std::vector<std::uint32_t> order;
    for (const auto& key : keys) order.push_back(key.second);
    state.renumber(order);
}

}  // namespace

void throw_in(PackState& state, Generator& generator) {
    std::vector<std::uint32_t> order(state.number);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return state.circles[a].diameter > state.circles[b].diameter;
    });
    ThrownIn thrown(state);
    for (const std::uint32_t i : order) {
        PackCircle& circle = state.circles[i];
        // Circles around polygons overlap where the polygons need not: their size is that of discs.
        const double radius = 0.5 * circle.diameter;
        double best = -HUGE_VAL;
        Vec2 at;
        for (int k = 0; k < spots; ++k) {
            const Vec2 spot = random_spot(state.container, radius, generator);
            const double most = std::min(radius, gap_to_sides(state.container, spot, radius));
            if (most <= best) continue;
            const double gap = thrown.gap(spot, radius, best, most);
            if (gap <= best) continue;
            best = gap;
            at = spot;
        }
        circle.at = at;
        thrown.add(i);
        if (state.discs_only) continue;
        PackBody& body = state.bodies[i];
        body.angle = generator.uniform(0.0, 2.0 * std::numbers::pi);
        body.rotation = geometry::Rotation::by(body.angle);
    }
    number_by_place(state);
}

}  // namespace scree::engine
