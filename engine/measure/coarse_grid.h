#pragma once

#include <cstddef>
#include <vector>

#include "engine/measure/kernel.h"
#include "geometry/box.h"

namespace scree::engine {

using geometry::Vec2;

/// What a cell of a grid has of something that is spread out by a kernel.
struct CellShare {
    std::size_t cell = 0;
    double weight = 0.0;  ///< the integral of the kernel over the cell
    Vec2 slope;  ///< of a point, 1/m: the integral over the cell of the kernel's gradient there
};

/// A rectangle that is divided into equal cells, row by row from the bottom, and a kernel that
/// spreads points and ways over them. The weights of a point in all cells that its kernel reaches
/// sum up to 1.
class CoarseGrid {
public:
    CoarseGrid() = default;
    CoarseGrid(const geometry::Box& box, std::size_t columns, std::size_t rows, double width);

    const geometry::Box& box() const { return box_; }
    std::size_t columns() const { return x_.count; }
    std::size_t rows() const { return y_.count; }
    std::size_t cells() const { return x_.count * y_.count; }
    /// The sides of a cell, m.
    Vec2 cell() const { return {x_.cell, y_.cell}; }
    const Kernel& kernel() const { return kernel_; }
    /// The box of all places whose kernels reach into the grid.
    geometry::Box reach() const;

    /// Gives the shares of a point.
    void spread(Vec2 point, std::vector<CellShare>& shares) const;
    /// Gives the shares of a straight way: the mean of those of its points (Goldhirsch 2010), exact
    /// but for rounding. They have no slopes.
    void spread(Vec2 from, Vec2 to, std::vector<CellShare>& shares) const;

private:
    struct Axis {
        double low = 0.0;
        double cell = 0.0;
        std::size_t count = 0;

        double edge(std::size_t k) const { return low + static_cast<double>(k) * cell; }
    };
    /// The cells from the first up to, without it, the end.
    struct Cells {
        std::size_t first = 0;
        std::size_t end = 0;

        std::size_t count() const { return end - first; }
    };
    Cells near(const Axis& axis, double from, double to) const;
    void weigh(const Axis& axis, Cells cells, double at, std::vector<double>& weights) const;
    void add_knots(const Axis& axis, double from, double to, std::vector<double>& knots) const;

    geometry::Box box_;
    Axis x_;
    Axis y_;
    Kernel kernel_{1.0};
};

}  // namespace scree::engine
