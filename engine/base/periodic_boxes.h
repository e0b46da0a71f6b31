#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/period.h"
#include "geometry/box.h"

/// Boxes in a periodic domain, in the form that broad phases work with.
///
/// Every method must find the same pairs, whichever of two boxes it moves by a period and whichever
/// ends it compares. So no comparison may round: along a periodic direction boxes are measured from
/// where the domain begins and rounded outwards to a grid on which sums of box ends and periods are
/// exact. The grid spacing is a million millionth of the domain, which is negligible next to a
/// skin.
namespace scree::engine {

/// Snaps box ends to the grid along one direction.
class BoxAxis {
public:
    BoxAxis() = default;
    BoxAxis(double low, double size) : low_(low) {
        if (!(size > 0.0)) return;
        cell_ = std::ldexp(1.0, std::ilogb(size) - 40);
        period_ = cell_ * std::floor(size / cell_ + 0.5);
    }

    /// The period on the grid. Zero means that the direction is not periodic; boxes are then left
    /// as they are.
    double period() const { return period_; }

    // One cell more than rounding needs, because the period on the grid is not exactly that of the
    // domain.
    double snapped_low(double place) const {
        return period_ > 0.0 ? cell_ * (std::floor((place - low_) / cell_) - 1.0) : place;
    }
    double snapped_high(double place) const {
        return period_ > 0.0 ? cell_ * (std::ceil((place - low_) / cell_) + 1.0) : place;
    }

private:
    double low_ = 0.0;
    double cell_ = 0.0;
    double period_ = 0.0;
};

/// The periods of boxes; zero where a direction is not periodic.
using BoxPeriod = geometry::Vec2;

/// A wall that spans the period has no ends in that direction: its box is infinite, and the wall
/// exists once, without images.
inline constexpr double endless = std::numeric_limits<double>::infinity();

/// The images from first to last. There are none if last is less than first.
struct ImageRange {
    int first = 0;
    int last = -1;

    bool empty() const { return last < first; }
};

/// Returns the images of b that overlap a, for two closed intervals. The result is exact: the
/// numbers that are divided are multiples of a cell, and a quotient that is not whole differs from
/// a whole number by more than rounding.
inline ImageRange images_on_axis(double a_low, double a_high, double b_low, double b_high,
                                 double period) {
    if (!(period > 0.0) || a_low == -endless || b_low == -endless)
        return {0, a_low <= b_high && b_low <= a_high ? 0 : -1};
    return {static_cast<int>(std::ceil((a_low - b_high) / period)),
            static_cast<int>(std::floor((a_high - b_low) / period))};
}

struct Images {
    ImageRange x;
    ImageRange y;

    bool empty() const { return x.empty() || y.empty(); }

    template <class Visit>
    void for_each(const Visit& visit) const {
        for (int image_x = x.first; image_x <= x.last; ++image_x)
            for (int image_y = y.first; image_y <= y.last; ++image_y)
                visit(Image{static_cast<std::int8_t>(image_x), static_cast<std::int8_t>(image_y)});
    }
};

/// Returns the images of b that overlap a. Two grains have at most one, since the domain is wide
/// enough.
inline Images images_of(const geometry::Box& a, const geometry::Box& b, BoxPeriod period) {
    return {images_on_axis(a.low.x, a.high.x, b.low.x, b.high.x, period.x),
            images_on_axis(a.low.y, a.high.y, b.low.y, b.high.y, period.y)};
}

}  // namespace scree::engine
