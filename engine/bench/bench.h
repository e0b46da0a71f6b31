#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Benchmarks: the figures and tables of the papers, measured on this machine.
///
/// One file each, bench_NAME.cpp, with a function that measures and returns a report; bench.cpp
/// lists them. What is compared is measured in turns in one process, and times are medians.
namespace scree::engine {

struct BenchOptions {
    /// Far less of everything: to see that it works, not to learn from.
    bool quick = false;
    /// Called now and then with how much is done of how much. What it throws ends the benchmark.
    std::function<void(std::size_t done, std::size_t of)> progress{};
};

/// A column of a table, drawn over the first.
struct BenchCurve {
    std::string title;
    std::string column;
};

struct BenchPanel {
    std::string label;  ///< of the axis upwards, with its unit
    std::vector<BenchCurve> curves;
    bool logarithmic = false;
    bool from_zero = false;  ///< the axis begins there
};

/// A table and the figure that is drawn of it.
struct BenchTable {
    std::string name;  ///< of its files, after that of the benchmark
    std::string title;
    std::string x_label;
    std::vector<std::string> header;  ///< with units, as "sweep [us]"
    std::vector<std::vector<std::string>> rows{};
    std::vector<BenchPanel> panels{};
    bool x_logarithmic = false;
    bool bars = false;  ///< the first column is words: bars instead of curves
};

/// Something that was fitted, or follows from the tables, next to what the paper has.
struct BenchNumber {
    std::string name;
    double value = 0.0;
    std::string paper;  ///< empty: nothing
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
