#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Benchmarks: the figures and tables of the papers, measured on this machine.
///
/// Each benchmark has a file, NAME.cpp, with a function that measures and returns a report;
/// bench.cpp lists them. What is compared is measured by turns in one process, and times are
/// medians.
namespace scree::engine {

struct BenchOptions {
    /// Does far less of everything: it shows that the benchmark works, but its numbers mean
    /// nothing.
    bool quick = false;
    /// Called now and then with the parts that are done and the number of all. An exception from it
    /// ends the benchmark.
    std::function<void(std::size_t done, std::size_t of)> progress{};
};

/// A column of a table that is drawn over the first column.
struct BenchCurve {
    std::string title;
    std::string column;
};

struct BenchPanel {
    std::string label;  ///< of the vertical axis, with its unit
    std::vector<BenchCurve> curves;
    bool logarithmic = false;
    bool from_zero = false;  ///< whether the vertical axis begins at zero
};

/// A table and the figure that is drawn of it.
struct BenchTable {
    std::string name;  ///< of its files, which follows the name of the benchmark
    std::string title;
    std::string x_label;
    std::vector<std::string> header;  ///< with units, as "sweep [us]"
    std::vector<std::vector<std::string>> rows{};
    std::vector<BenchPanel> panels{};
    bool x_logarithmic = false;
    bool bars = false;  ///< whether bars are drawn, because the first column is words
};

/// A number that was fitted or follows from the tables, next to that of the paper.
struct BenchNumber {
    std::string name;
    double value = 0.0;
    std::string paper;  ///< empty if the paper has none
};

struct BenchReport {
    std::vector<BenchTable> tables;
    std::vector<BenchNumber> numbers{};
    std::vector<std::string> notes{};  ///< sentences: how it was measured
};

struct Benchmark {
    std::string_view name;
    std::string_view about;
    BenchReport (*measure)(const BenchOptions& options);
};

std::span<const Benchmark> benchmarks();

}  // namespace scree::engine
