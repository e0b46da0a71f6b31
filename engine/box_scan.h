#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/box.h"

/// Many boxes in a row, compared with one: the innermost loop of the grids.
namespace scree::engine {

/// Boxes, each of the four numbers in an array of its own, so that many are compared at once.
class BoxRow {
public:
    /// So many are compared at once at most; as many more, of nothing, lie behind the last.
    static constexpr std::size_t width = 8;

    void resize(std::size_t count) {
        for (std::vector<double>* numbers : {&low_x_, &low_y_, &high_x_, &high_y_})
            numbers->resize(count + width);
    }
    void set(std::size_t k, const geometry::Box& box) {
        low_x_[k] = box.low.x;
        low_y_[k] = box.low.y;
        high_x_[k] = box.high.x;
        high_y_[k] = box.high.y;
    }
    geometry::Box operator[](std::size_t k) const {
        return {{low_x_[k], low_y_[k]}, {high_x_[k], high_y_[k]}};
    }
    const double* low_x() const { return low_x_.data(); }
    const double* low_y() const { return low_y_.data(); }
    const double* high_x() const { return high_x_.data(); }
    const double* high_y() const { return high_y_.data(); }

private:
    std::vector<double> low_x_;
    std::vector<double> low_y_;
    std::vector<double> high_x_;
    std::vector<double> high_y_;
};

/// Boxes that meet, by their places in the row.
struct Found {
    std::uint32_t by = 0;
    std::uint32_t it = 0;
};

/// Writes {by, k} for each of the boxes from first to last - 1 that meets `box`, in their order,
/// and returns the end of what was written. There is room for BoxRow::width more than all of them.
using ScanBoxes = Found* (*)(const BoxRow& row, const geometry::Box& box, std::uint32_t by,
                             std::uint32_t first, std::uint32_t last, Found* out);

/// What any processor can do, and the fastest on this one: the same results.
Found* scan_boxes_plainly(const BoxRow& row, const geometry::Box& box, std::uint32_t by,
                          std::uint32_t first, std::uint32_t last, Found* out);
ScanBoxes fastest_scan_of_boxes();

}  // namespace scree::engine
