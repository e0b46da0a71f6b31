#include "engine/measure/coarse_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree::engine {
namespace {

/// Five points after Gauss and Legendre, on the way from -1 to 1, and their weights: exact for
/// polynomials up to the ninth degree.
struct GaussPoint {
    double at = 0.0;
    double weight = 0.0;
};
constexpr std::array<GaussPoint, 5> gauss_points{{{-0.90617984593866399, 0.23692688505618909},
                                                  {-0.53846931010568309, 0.47862867049936647},
                                                  {0.0, 0.56888888888888889},
                                                  {0.53846931010568309, 0.47862867049936647},
                                                  {0.90617984593866399, 0.23692688505618909}}};

/// The knots of the kernel, in widths.
constexpr std::array kernel_knots{-2.0, -1.0, 0.0, 1.0, 2.0};

}  // namespace

CoarseGrid::CoarseGrid(const geometry::Box& box, std::size_t columns, std::size_t rows,
                       double width)
    : box_(box),
      x_{box.low.x, (box.high.x - box.low.x) / static_cast<double>(columns), columns},
      y_{box.low.y, (box.high.y - box.low.y) / static_cast<double>(rows), rows},
      kernel_(width) {}

geometry::Box CoarseGrid::reach() const {
    const Vec2 margin{kernel_.reach(), kernel_.reach()};
    return {box_.low - margin, box_.high + margin};
}

/// The cells that the kernels about the places from one to another reach.
CoarseGrid::Cells CoarseGrid::near(const Axis& axis, double from, double to) const {
    const auto count = static_cast<double>(axis.count);
    const double low = std::floor((std::min(from, to) - kernel_.reach() - axis.low) / axis.cell);
    const double high = std::ceil((std::max(from, to) + kernel_.reach() - axis.low) / axis.cell);
    const auto first = static_cast<std::size_t>(std::clamp(low, 0.0, count));
    const auto end = static_cast<std::size_t>(std::clamp(high, 0.0, count));
    return {first, std::max(first, end)};
}

/// Gives the integrals over the cells of the kernel about a place on the axis.
void CoarseGrid::weigh(const Axis& axis, Cells cells, double at,
                       std::vector<double>& weights) const {
    weights.clear();
    double before = kernel_.below(axis.edge(cells.first) - at);
    for (std::size_t k = cells.first; k < cells.end; ++k) {
        const double after = kernel_.below(axis.edge(k + 1) - at);
        weights.push_back(std::max(after - before, 0.0));
        before = after;
    }
}

void CoarseGrid::spread(Vec2 point, std::vector<CellShare>& shares) const {
    shares.clear();
    const Cells across = near(x_, point.x, point.x);
    const Cells up = near(y_, point.y, point.y);
    std::vector<double> wx;
    std::vector<double> wy;
    weigh(x_, across, point.x, wx);
    weigh(y_, up, point.y, wy);
    // The integral of the kernel's derivative over a cell is the difference of its values.
    const auto slope = [&](const Axis& axis, std::size_t k, double at) {
        return kernel_(axis.edge(k + 1) - at) - kernel_(axis.edge(k) - at);
    };
    for (std::size_t j = up.first; j < up.end; ++j) {
        const double weight = wy[j - up.first];
        const double steep = slope(y_, j, point.y);
        for (std::size_t i = across.first; i < across.end; ++i)
            shares.push_back({j * x_.count + i,
                              wx[i - across.first] * weight,
                              {slope(x_, i, point.x) * weight, wx[i - across.first] * steep}});
    }
}

/// Adds the shares of the way at which its points pass a knot of the kernel about an edge of a
/// cell.
void CoarseGrid::add_knots(const Axis& axis, double from, double to,
                           std::vector<double>& knots) const {
    if (from == to) return;
    const Cells cells = near(axis, from, to);
    for (std::size_t k = cells.first; k <= cells.end; ++k)
        for (const double knot : kernel_knots) {
            const double share = (axis.edge(k) + knot * kernel_.width() - from) / (to - from);
            if (share > 0.0 && share < 1.0) knots.push_back(share);
        }
}

void CoarseGrid::spread(Vec2 from, Vec2 to, std::vector<CellShare>& shares) const {
    shares.clear();
    const Cells across = near(x_, from.x, to.x);
    const Cells up = near(y_, from.y, to.y);
    if (across.count() == 0 || up.count() == 0) return;
    // Between two knots the integral of the kernel over a cell is a polynomial of the eighth degree
    // in the place on the way: of the fourth along each axis.
    std::vector<double> knots{0.0, 1.0};
    add_knots(x_, from.x, to.x, knots);
    add_knots(y_, from.y, to.y, knots);
    std::ranges::sort(knots);
    std::vector<double> weights(across.count() * up.count(), 0.0);
    std::vector<double> wx;
    std::vector<double> wy;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
        const double half = 0.5 * (knots[k + 1] - knots[k]);
        if (!(half > 0.0)) continue;
        for (const GaussPoint& gauss : gauss_points) {
            const Vec2 at = from + (knots[k] + half * (1.0 + gauss.at)) * (to - from);
            weigh(x_, across, at.x, wx);
            weigh(y_, up, at.y, wy);
            for (std::size_t j = 0; j < up.count(); ++j) {
                const double weight = half * gauss.weight * wy[j];
                if (!(weight > 0.0)) continue;
                for (std::size_t i = 0; i < across.count(); ++i)
                    weights[j * across.count() + i] += weight * wx[i];
            }
        }
    }
    for (std::size_t j = 0; j < up.count(); ++j)
        for (std::size_t i = 0; i < across.count(); ++i)
            shares.push_back({(up.first + j) * x_.count + across.first + i,
                              weights[j * across.count() + i],
                              {}});
}

}  // namespace scree::engine
