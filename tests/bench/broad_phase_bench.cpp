#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/quantile.h"
#include "engine/bench/disc_scatter.h"
#include "engine/broad/hgrid.h"
#include "engine/broad/linked_cell.h"
#include "tests/bench/rtree.h"

/// How long the hierarchical grid takes to find the overlapping boxes of many discs of many sizes,
/// next to Boost's R-tree and to linked cells with discs of one size. Ends with tables in Markdown.
///
///     build/release/tests/bench/broad_phase_bench
///     build/release/tests/bench/broad_phase_bench --quick
///
/// Everything is measured in turns, so that a machine that is busy now and then slows all of it
/// down alike; times are medians. In its turn a method searches several times. The first search
/// finds the caches full of what others had in them, so it is told apart from those that follow,
/// whether these are many, for few grains, or a few, for a million.
namespace scree::bench {
namespace {

using engine::Border;
using engine::Boxes;
using engine::DiscScatter;
using engine::ImagePair;
using engine::Workers;

constexpr double fraction = 0.4;
constexpr double size_ratio = 20.0;
constexpr double exponent = -3.0;

struct Effort {
    std::vector<std::size_t> sizes{10'000, 100'000, 1'000'000};
    std::size_t compared = 100'000;  ///< the size with which other methods are compared
    std::size_t repetitions = 9;
    double grains = 1e6;  ///< least number of grains in the searches after the first of a turn
    int searches = 3;     ///< least number of searches after the first of a turn
};

const Effort quick{{1000, 3000}, 1000, 1, 1e3, 1};

/// Discs that do not move, and the methods, which keep their memory from one search to the next, as
/// in a run.
struct Case {
    bool by_rows = false;  ///< discs are numbered by rows; otherwise at random
    Boxes poly;
    Boxes mono;
    engine::Hgrid one{{}, {}};
    engine::Hgrid two{{}, {}};
    engine::LinkedCell linked_cell{{}};

    std::size_t grains() const { return poly.grains(); }
};

enum Method : std::size_t { hgrid, hgrid_on_two, rtree, mono_linked_cell, method_count };

/// The times of a method, ns per grain.
struct Times {
    std::vector<double> first;       ///< the first search of each turn
    std::vector<double> thereafter;  ///< the mean of the others in each turn
};

DiscScatter placed(std::vector<double> radii) {
    return scattered(std::move(radii), fraction, Border::walls, 1);
}

/// Adds two cases with the same discs, numbered in both ways.
void add_cases(std::vector<Case>& cases, std::size_t grains) {
    std::fprintf(stderr, "placing %zu discs\n", grains);
    const DiscScatter poly = placed(engine::power_law_radii(grains, exponent, size_ratio, 1));
    const DiscScatter mono = placed(std::vector(grains, 1.0));
    for (const bool by_rows : {false, true}) {
        Case& added = cases.emplace_back();
        added.by_rows = by_rows;
        added.poly = (by_rows ? engine::by_rows(poly) : poly).boxes();
        added.mono = (by_rows ? engine::by_rows(mono) : mono).boxes();
    }
}

double median(std::vector<double> values) { return engine::quantile(values, 0.5); }

class Bench {
public:
    explicit Bench(const Effort& effort) : effort_(effort) {
        for (const std::size_t size : effort.sizes) add_cases(cases_, size);
        times_.resize(cases_.size());
    }

    /// Whether the R-tree finds the same pairs.
    bool check() {
        Case& tested = cases_.front();
        std::vector<engine::BodyPair> expected;
        find_pairs_by_rtree(tested.poly.of_grains(), expected);
        std::vector<engine::BodyPair> found;
        tested.one.find_pairs(tested.poly, one_, pairs_);
        for (const ImagePair& pair : pairs_) found.push_back(pair.bodies);
        return found == expected;
    }

    void measure() {
        for (std::size_t round = 0; round <= effort_.repetitions; ++round) {
            std::fprintf(stderr, "\rround %zu of %zu", round, effort_.repetitions);
            for (std::size_t k = 0; k < cases_.size(); ++k)
                for (std::size_t m = 0; m < method_count; ++m) {
                    const auto method = static_cast<Method>(m);
                    const double first = ns_a_grain(cases_[k], method, 1);
                    const double thereafter =
                        ns_a_grain(cases_[k], method, searches(cases_[k], method));
                    if (round == 0) continue;  // methods had to allocate their memory first
                    times_[k][m].first.push_back(first);
                    times_[k][m].thereafter.push_back(thereafter);
                }
        }
        std::fprintf(stderr, "\n");
    }

    void print() const;

private:
    int searches(const Case& boxes, Method method) const {
        const auto searches =
            static_cast<int>(effort_.grains / static_cast<double>(boxes.grains()));
        // The R-tree takes so long that there is no need to search often.
        return std::max(searches, method == rtree ? 1 : effort_.searches);
    }
    double ns_a_grain(Case& boxes, Method method, int searches) {
        const auto start = std::chrono::steady_clock::now();
        for (int k = 0; k < searches; ++k) search(boxes, method);
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        return 1e9 * passed.count() / (static_cast<double>(boxes.grains()) * searches);
    }

    void search(Case& boxes, Method method) {
        switch (method) {
            case hgrid:
                return boxes.one.find_pairs(boxes.poly, one_, pairs_);
            case hgrid_on_two:
                return boxes.two.find_pairs(boxes.poly, two_, pairs_);
            case rtree:
                return find_pairs_by_rtree(boxes.poly.of_grains(), rtree_pairs_);
            default:
                return boxes.linked_cell.find_pairs(boxes.mono, one_, pairs_);
        }
    }

    double time(std::size_t size, bool by_rows, Method method,
                std::vector<double> Times::*which = &Times::thereafter) const {
        for (std::size_t k = 0; k < cases_.size(); ++k)
            if (cases_[k].grains() == size && cases_[k].by_rows == by_rows)
                return median(times_[k][method].*which);
        return 0.0;
    }

    Effort effort_;
    Workers one_{1};
    Workers two_{2};
    std::vector<Case> cases_;
    std::vector<std::array<Times, method_count>> times_;
    std::vector<ImagePair> pairs_;
    std::vector<engine::BodyPair> rtree_pairs_;
};

void print_ratio(const char* what, double at_random, double by_rows, const char* aim) {
    std::printf("| %-53s | %9.2f | %7.2f | %13s |\n", what, at_random, by_rows, aim);
}

void Bench::print() const {
    std::printf(
        "\nns a grain; ratio %g, exponent %g, fraction %g\n\n"
        "|  grains | numbered  | hgrid | first search | hgrid, 2 workers | R-tree, rebuilt | "
        "linked cells, one size |\n"
        "|--------:|:----------|------:|-------------:|-----------------:|----------------:|"
        "-----------------------:|\n",
        size_ratio, exponent, fraction);
    for (const Case& boxes : cases_) {
        const auto ns = [&](Method method) { return time(boxes.grains(), boxes.by_rows, method); };
        std::printf("| %7zu | %-9s | %5.1f | %12.1f | %16.1f | %15.1f | %22.1f |\n", boxes.grains(),
                    boxes.by_rows ? "by rows" : "at random", ns(hgrid),
                    time(boxes.grains(), boxes.by_rows, hgrid, &Times::first), ns(hgrid_on_two),
                    ns(rtree), ns(mono_linked_cell));
    }
    std::printf("\n| %-53s | at random | by rows | %13s |\n|:%s|----------:|--------:|%s:|\n",
                "numbered", "aim", std::string(54, '-').c_str(), std::string(14, '-').c_str());
    const auto ratio = [&](const char* what, const char* aim, std::size_t size_a, Method a,
                           std::size_t size_b, Method b,
                           std::vector<double> Times::*which = &Times::thereafter) {
        print_ratio(what, time(size_a, false, a, which) / time(size_b, false, b, which),
                    time(size_a, true, a, which) / time(size_b, true, b, which), aim);
    };
    const std::size_t n = effort_.compared;
    const std::size_t fewest = effort_.sizes.front();
    const std::size_t most = effort_.sizes.back();
    ratio("R-tree over hgrid", "at least 4", n, rtree, n, hgrid);
    ratio("hgrid: one worker over two", "at least 1.8", n, hgrid, n, hgrid_on_two);
    ratio("hgrid: most grains over fewest", "at most 1.3", most, hgrid, fewest, hgrid);
    ratio("hgrid: most over fewest, first search of a turn", "", most, hgrid, fewest, hgrid,
          &Times::first);
    ratio("hgrid: most over fewest, two workers", "", most, hgrid_on_two, fewest, hgrid_on_two);
    ratio("hgrid over linked cells with one size", "at most 1", n, hgrid, n, mono_linked_cell);
    std::printf("\nCells of hgrid, over the smallest radius:");
    for (const double cell : cases_.back().one.levels()) std::printf(" %.3g", cell);
    std::printf("\n");
}

}  // namespace
}  // namespace scree::bench

int main(int argc, char** argv) {
    using namespace scree::bench;
    const bool is_quick = argc == 2 && std::strcmp(argv[1], "--quick") == 0;
    if (argc > 1 && !is_quick) {
        std::fprintf(stderr, "usage: broad_phase_bench [--quick]\n");
        return 2;
    }
    Bench bench(is_quick ? quick : Effort{});
    if (!bench.check()) {
        std::fprintf(stderr, "hgrid and the R-tree find different pairs\n");
        return 1;
    }
    bench.measure();
    bench.print();
    return 0;
}
