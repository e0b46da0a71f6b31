#include "engine/bench/timing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace scree::engine {

double median(std::vector<double> values) {
    const std::size_t half = values.size() / 2;
    std::ranges::sort(values);
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

PowerLaw fitted_power_law(const std::vector<double>& x, const std::vector<double>& y) {
    double n = 0.0;
    double sum_x = 0.0;
    double sum_y = 0.0;
    double sum_xx = 0.0;
    double sum_xy = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        if (!(x[k] > 0.0) || !(y[k] > 0.0)) continue;
        const double log_x = std::log(x[k]);
        const double log_y = std::log(y[k]);
        n += 1.0;
        sum_x += log_x;
        sum_y += log_y;
        sum_xx += log_x * log_x;
        sum_xy += log_x * log_y;
    }
    const double spread = n * sum_xx - sum_x * sum_x;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (!(spread > 0.0)) return {none, none};
    const double exponent = (n * sum_xy - sum_x * sum_y) / spread;
    return {std::exp((sum_y - exponent * sum_x) / n), exponent};
}

double crossing(const std::vector<double>& x, const std::vector<double>& a,
                const std::vector<double>& b) {
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        const double before = std::log(a[k] / b[k]);
        const double after = std::log(a[k + 1] / b[k + 1]);
        if (before == 0.0) return x[k];
        if (before * after < 0.0)
            return x[k] * std::pow(x[k + 1] / x[k], before / (before - after));
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::string rounded(double number) {
    if (!std::isfinite(number)) return "nan";
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", number);
    return text;
}

}  // namespace scree::engine
