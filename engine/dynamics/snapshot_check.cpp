#include "engine/dynamics/snapshot_check.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace scree::engine::snapshot_check {
namespace {

/// The largest error of a computed unit vector, with room to spare.
constexpr double unit_error = 1e-9;

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument("this is not a state of the run: " + what);
}

}  // namespace

void require(bool holds, const char* what) {
    if (!holds) refuse(what);
}

void require_size(std::size_t size, std::size_t expected, const char* what) {
    if (size != expected)
        refuse(std::to_string(size) + " numbers for " + what + " where " +
               std::to_string(expected) + " belong");
}

bool all_finite(std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

bool is_unit(double x, double y) { return std::abs(x * x + y * y - 1.0) < unit_error; }

bool are_turns(std::span<const std::int32_t> counts, const Period& period, std::int32_t most) {
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const bool periodic = (k % 2 == 0 ? period.size.x : period.size.y) > 0.0;
        if (counts[k] < -most || counts[k] > most || (!periodic && counts[k] != 0)) return false;
    }
    return true;
}

}  // namespace scree::engine::snapshot_check
