#include "engine/broad/verlet_lists.h"

#include <emmintrin.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/broad/space.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Vec2;

/// Numbers of grains that one worker looks at, or lists neighbours of, at a time.
constexpr std::size_t grain_block = 256;
constexpr std::size_t list_block = 16;

/// Relative margin for the rounding of distances.
constexpr double safety = 1e-12;

struct Circle {
    double x = 0.0;
    double y = 0.0;
    double radius = 0.0;
};

/// The circle around a box, enlarged by the rounding error of its centre.
Circle circle_around(const Box& box, BoxPeriod period) {
    const Vec2 half{0.5 * box.high.x - 0.5 * box.low.x, 0.5 * box.high.y - 0.5 * box.low.y};
    const double x = 0.5 * box.low.x + 0.5 * box.high.x;
    const double y = 0.5 * box.low.y + 0.5 * box.high.y;
    const double rounding = 1e-15 * (std::abs(x) + std::abs(y) + period.x + period.y);
    return {x, y, std::sqrt(half.x * half.x + half.y * half.y) + rounding};
}

double wrapped(double x, double period) {
    return period > 0.0 ? x - period * std::floor(x / period) : x;
}

/// The distance between two wrapped places, by the shorter way around. The period must be infinite
/// if there is none.
double way(double from, double to, double period) {
    const double direct = std::abs(to - from);
    return std::min(direct, period - direct);
}

double or_infinite(double period) {
    return period > 0.0 ? period : std::numeric_limits<double>::infinity();
}

}  // namespace

void VerletLists::find_pairs(const Boxes& boxes, Workers& workers, std::vector<ImagePair>& pairs) {
    if (scratch_.size() < workers.count()) scratch_.resize(workers.count());
    candidates_ = 0;
    if (!known_ || (listed_ && !lists_hold(boxes, workers))) rebuild(boxes, workers);
    for (Scratch& scratch : scratch_) {
        scratch.pairs.clear();
        scratch.candidates = 0;
    }
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t worker) {
        if (period_ == BoxPeriod{})
            look_through(boxes, range, scratch_[worker], Plane{});
        else
            look_through(boxes, range, scratch_[worker], Torus{period_});
    });
    // The pairs are sorted: each worker looks at its grains in order, and the shares of workers
    // follow each other.
    std::size_t total = 0;
    for (const Scratch& scratch : scratch_) total += scratch.pairs.size();
    pairs.resize(total);
    ImagePair* next = pairs.data();
    for (const Scratch& scratch : scratch_) {
        next = std::copy(scratch.pairs.begin(), scratch.pairs.end(), next);
        candidates_ += scratch.candidates;
    }
}

/// Boxes that overlap have circles that overlap. If each circle is inside a circle of half the
/// lists' radius around where its grain was, the two grains of a pair were within that radius of
/// each other.
bool VerletLists::lists_hold(const Boxes& boxes, Workers& workers) {
    const Vec2 period{or_infinite(period_.x), or_infinite(period_.y)};
    const double allowed = 0.5 * circle_ * (1.0 - safety);
    for (Scratch& scratch : scratch_) scratch.has_left = false;
    workers.split(boxes.grains(), grain_block, [&](Range range, std::uint32_t worker) {
        bool has_left = false;
        for (std::size_t i = range.first; i < range.last; ++i) {
            const Circle now = circle_around(boxes[static_cast<Body>(i)], period_);
            const double x = way(x_[i], wrapped(now.x, period_.x), period.x);
            const double y = way(y_[i], wrapped(now.y, period_.y), period.y);
            has_left |= !(std::sqrt(x * x + y * y) + now.radius <= allowed);
        }
        scratch_[worker].has_left = has_left;
    });
    return std::ranges::none_of(scratch_, &Scratch::has_left);
}

/// Compares all pairs, which are half of a matrix. Its rows become shorter, so workers take blocks
/// of rows in turn.
void VerletLists::rebuild(const Boxes& boxes, Workers& workers) {
    const std::size_t grains = boxes.grains();
    known_ = false;
    x_.resize(grains);
    y_.resize(grains);
    lists_.resize(grains);
    double largest = 0.0;
    for (std::size_t i = 0; i < grains; ++i) {
        const Circle circle = circle_around(boxes[static_cast<Body>(i)], period_);
        x_[i] = wrapped(circle.x, period_.x);
        y_[i] = wrapped(circle.y, period_.y);
        largest = std::max(largest, circle.radius);
    }
    circle_ = std::max(radius_, 2.0) * largest;
    for (Scratch& scratch : scratch_) {
        scratch.neighbours.clear();
        scratch.is_full = false;
    }
    const std::size_t room = room_ / workers.count();
    workers.run([&](std::uint32_t worker) {
        Scratch& scratch = scratch_[worker];
        for (std::size_t first = worker * list_block; first < grains && !scratch.is_full;
             first += workers.count() * list_block) {
            const std::size_t last = std::min(first + list_block, grains);
            for (std::size_t i = first; i < last; ++i) list_neighbours(i, worker);
            scratch.is_full = scratch.neighbours.size() > room;
        }
    });
    listed_ = std::ranges::none_of(scratch_, &Scratch::is_full);
    known_ = true;
    candidates_ += grains * (grains - (grains > 0 ? 1 : 0)) / 2;
    ++rebuilds_;
}

void VerletLists::list_neighbours(std::size_t grain, std::uint32_t number) {
    Scratch& scratch = scratch_[number];
    const std::size_t grains = x_.size();
    if (scratch.row.size() < grains) scratch.row.resize(grains);
    Body* next = scratch.row.data();

    const double within = circle_ * circle_ * (1.0 + safety);
    const Vec2 period{or_infinite(period_.x), or_infinite(period_.y)};
    const __m128d sign = _mm_set1_pd(-0.0);
    const auto way_to = [&](double from, const double* to, double around) {
        const __m128d direct = _mm_andnot_pd(sign, _mm_sub_pd(_mm_loadu_pd(to), _mm_set1_pd(from)));
        return _mm_min_pd(_mm_sub_pd(_mm_set1_pd(around), direct), direct);
    };
    std::size_t j = grain + 1;
    for (; j + 2 <= grains; j += 2) {
        const __m128d x = way_to(x_[grain], &x_[j], period.x);
        const __m128d y = way_to(y_[grain], &y_[j], period.y);
        const __m128d square = _mm_add_pd(_mm_mul_pd(x, x), _mm_mul_pd(y, y));
        const int near = _mm_movemask_pd(_mm_cmple_pd(square, _mm_set1_pd(within)));
        if (near == 0) continue;
        *next = static_cast<Body>(j);
        next += near & 1;
        *next = static_cast<Body>(j + 1);
        next += near >> 1;
    }
    if (j < grains) {
        const double x = way(x_[grain], x_[j], period.x);
        const double y = way(y_[grain], y_[j], period.y);
        if (x * x + y * y <= within) *next++ = static_cast<Body>(j);
    }
    const auto size = static_cast<std::uint32_t>(next - scratch.row.data());
    lists_[grain] = {number, size, scratch.neighbours.size()};
    scratch.neighbours.insert(scratch.neighbours.end(), scratch.row.data(), next);
}

template <class Space>
void VerletLists::look_through(const Boxes& boxes, Range grains, Scratch& scratch,
                               const Space& space) const {
    const auto walls = static_cast<Body>(boxes.walls());
    const auto count = static_cast<Body>(boxes.grains());
    for (std::size_t grain = grains.first; grain < grains.last; ++grain) {
        const auto i = static_cast<Body>(grain);
        const Box box = boxes[i];
        const auto compare = [&](Body j) {
            if (space.meet(box, boxes[j]) == 0) return;
            images_of(box, boxes[j], period_).for_each([&](Image image) {
                scratch.pairs.push_back({{i, j}, image});
            });
        };
        if (listed_) {
            const List& list = lists_[grain];
            const Body* const first = scratch_[list.scratch].neighbours.data() + list.first;
            for (const Body* j = first; j != first + list.size; ++j) compare(*j);
            scratch.candidates += list.size + walls;
        } else {
            for (Body j = i + 1; j < count; ++j) compare(j);
            scratch.candidates += count - i - 1 + walls;
        }
        // The last wall has the lowest number.
        for (Body j = ~walls + 1; j != 0; ++j) compare(j);
    }
}

}  // namespace scree::engine
