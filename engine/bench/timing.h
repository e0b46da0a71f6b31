#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/bench/bench.h"

/// What benchmarks have in common.
namespace scree::engine {

/// The median of at least one value.
double median(std::vector<double> values);

/// The law factor * x^exponent, by least squares of the logarithms. Pairs with a number that is not
/// positive are left out; if fewer than two are left, there is no law, and both numbers are NaN.
struct PowerLaw {
    double factor = 0.0;
    double exponent = 0.0;
};
PowerLaw fitted_power_law(const std::vector<double>& x, const std::vector<double>& y);

/// The x where two curves over the same rising x meet, both drawn as lines on logarithmic axes: the
/// first such place, or NaN if there is none.
double crossing(const std::vector<double>& x, const std::vector<double>& a,
                const std::vector<double>& b);

/// The number in four digits, as in tables.
std::string rounded(double number);

template <class Task>
double seconds_of(const Task& task) {
    const auto start = std::chrono::steady_clock::now();
    task();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Reports how many of a number of equal parts are done.
class BenchProgress {
public:
    BenchProgress(const BenchOptions& options, std::size_t parts)
        : options_(options), parts_(parts) {
        show();
    }
    void add(std::size_t parts = 1) {
        done_ += parts;
        show();
    }

private:
    void show() const {
        if (options_.progress) options_.progress(done_, parts_);
    }

    const BenchOptions& options_;
    std::size_t parts_;
    std::size_t done_ = 0;
};

}  // namespace scree::engine
