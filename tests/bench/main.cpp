#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

/// Runs the benchmarks and ends with a table, in Markdown, of the queries of scree next to those of
/// other libraries: nanoseconds of processor time per query, medians, all from the same run.
///
///     build/release/tests/bench/geometry_bench
///     build/release/tests/bench/geometry_bench --benchmark_filter='/8$' --benchmark_min_time=0.5
///
/// Where timings are noisy only the ratios mean something, so each benchmark is repeated in random
/// order among the others. Any option of Google Benchmark may be given and overrides these.
namespace {

const std::vector<std::string> default_options{
    "--benchmark_min_time=0.1", "--benchmark_repetitions=5",
    "--benchmark_report_aggregates_only=true", "--benchmark_enable_random_interleaving=true"};

class Table : public benchmark::ConsoleReporter {
public:
    Table() : ConsoleReporter(OO_None) {}

    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            failed_ = failed_ || run.error_occurred;
            if (run.run_type == Run::RT_Iteration || run.aggregate_name == "median")
                times_[run.run_name.function_name + "/" + run.run_name.args] =
                    run.error_occurred ? std::nan("") : run.GetAdjustedCPUTime();
        }
    }

    void print() const;
    bool failed() const { return failed_; }

private:
    /// The time of a benchmark; not a number where it was not run.
    double time(const std::string& name, int corners) const {
        const auto found = times_.find(name + "/" + std::to_string(corners));
        return found == times_.end() ? std::nan("") : found->second;
    }

    std::map<std::string, double> times_;
    bool failed_ = false;
};

struct Column {
    const char* title;
    const char* benchmark;
};

constexpr Column columns[] = {
    {"apart: scree", "apart/scree"},
    {"b2Distance", "apart/b2Distance"},
    {"Boost distance", "apart/boost_distance"},
    {"overlap: scree", "overlap/scree"},
    {"b2CollidePolygons", "overlap/b2CollidePolygons"},
    {"Boost intersection", "overlap/boost_intersection"},
};

std::string rule(const char* title) { return std::string(std::strlen(title) + 1, '-'); }

void print_ratio(const char* what, double ratio, const char* target) {
    if (!std::isnan(ratio)) std::printf("| %-45s | %5.2f | %6s |\n", what, ratio, target);
}

void Table::print() const {
    std::printf("\nns a query\n\n| corners |");
    for (const Column& column : columns) std::printf(" %s |", column.title);
    std::printf("\n|--------:|");
    for (const Column& column : columns) std::printf("%s:|", rule(column.title).c_str());
    std::printf("\n");
    for (int corners = 4; corners <= 256; corners *= 2) {
        std::printf("| %7d |", corners);
        for (const Column& column : columns) {
            const int width = static_cast<int>(std::strlen(column.title));
            const double value = time(column.benchmark, corners);
            if (std::isnan(value)) {
                std::printf(" %*s |", width, "");
            } else {
                std::printf(" %*.1f |", width, value);
            }
        }
        std::printf("\n");
    }
    const double apart = time("apart/scree", 8);
    const double overlap = time("overlap/scree", 8);
    std::printf("\n| %-45s | ratio | target |\n|:%s|------:|-------:|\n", "",
                std::string(46, '-').c_str());
    print_ratio("apart, 8 corners: b2Distance / scree", time("apart/b2Distance", 8) / apart,
                ">= 2");
    print_ratio("overlap, 8 corners: b2CollidePolygons / scree",
                time("overlap/b2CollidePolygons", 8) / overlap, ">= 4");
    print_ratio("apart: scree with 256 corners / with 8", time("apart/scree", 256) / apart,
                "<= 1.5");
    print_ratio("overlap: scree with 256 corners / with 8", time("overlap/scree", 256) / overlap,
                "<= 1.5");
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> options{argv[0]};
    options.insert(options.end(), default_options.begin(), default_options.end());
    options.insert(options.end(), argv + 1, argv + argc);
    std::vector<char*> pointers;
    pointers.reserve(options.size() + 1);
    for (std::string& option : options) pointers.push_back(option.data());
    pointers.push_back(nullptr);
    int count = static_cast<int>(options.size());
    benchmark::Initialize(&count, pointers.data());
    if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

    Table table;
    benchmark::RunSpecifiedBenchmarks(&table);
    table.print();
    return table.failed() ? 1 : 0;
}
