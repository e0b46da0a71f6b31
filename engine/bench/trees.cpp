#include "engine/bench/trees.h"

#include <array>
#include <cmath>

#include "engine/bench/discs.h"
#include "engine/bench/timing.h"

namespace scree::engine {
namespace {

/// A method, and the paper's numbers for it, which are for spheres in three dimensions.
struct Method {
    BroadPhaseKind kind;
    const char* name;
    double paper_mono;
    double paper_poly;
};

constexpr std::array methods = {
    Method{BroadPhaseKind::linked_cell, "linked cells", 32.9, 9999.0},
    Method{BroadPhaseKind::quadtree, "quadtree", 2027.6, 1188.1},
    Method{BroadPhaseKind::loose_quadtree, "loose quadtree", 51.7, 31.2},
};

constexpr double largest_ratio = 52.7;
/// This is about the fraction of a random dense packing of equal discs; if there are many sizes,
/// small discs fill the gaps.
constexpr double mono_fraction = 0.84;
constexpr double poly_fraction = 0.86;

/// Radii of which the smallest is one half. The share of area of discs up to a diameter goes as its
/// square root (Fuller), so their number falls as its power -2.5.
std::vector<double> fuller_radii(std::size_t count, Generator& generator) {
    constexpr double power = -1.5;  // the power with which the number above a diameter falls
    const double end = std::pow(largest_ratio, power);
    std::vector<double> radii;
    for (std::size_t k = 0; k < count; ++k)
        radii.push_back(0.5 * std::pow(1.0 - generator.unit() * (1.0 - end), 1.0 / power));
    radii.back() = 0.5 * largest_ratio;
    return radii;
}

double candidates_a_grain(BroadPhaseKind kind, const Boxes& boxes) {
    Workers workers(1);
    std::vector<ImagePair> pairs;
    const auto search = make_broad_phase(kind);
    search->find_pairs(boxes, workers, pairs);
    // A pair is looked at once, but it is a candidate of both grains.
    return 2.0 * static_cast<double>(search->counts().candidates) /
           static_cast<double>(boxes.grains());
}

}  // namespace

BenchReport bench_trees(const BenchOptions& options) {
    const std::size_t grains = options.quick ? 400 : 10'000;
    const std::size_t packings = options.quick ? 1 : 10;
    const std::size_t rounds = options.quick ? 20 : 200;
    BenchProgress progress(options, 2 * packings);
    std::array<std::array<double, methods.size()>, 2> means{};
    std::array<double, 2> overlap{};
    for (std::size_t packing = 0; packing < packings; ++packing) {
        const double scale =
            std::exp2((static_cast<double>(packing) + 0.5) / static_cast<double>(packings));
        for (const std::size_t poly : {0u, 1u}) {
            Generator generator(packing, "sizes");
            std::vector<double> radii =
                poly == 1 ? fuller_radii(grains, generator) : std::vector<double>(grains, 0.5);
            // Sides of squares are powers of two, so grains are scaled to fit them differently in
            // each packing.
            for (double& radius : radii) radius *= scale;
            MovingDiscs discs(radii, poly == 1 ? poly_fraction : mono_fraction, packing);
            discs.rearrange(rounds);
            overlap[poly] += discs.mean_overlap() / static_cast<double>(packings);
            const Boxes boxes = discs.boxes_without_walls();
            for (std::size_t m = 0; m < methods.size(); ++m)
                means[poly][m] +=
                    candidates_a_grain(methods[m].kind, boxes) / static_cast<double>(packings);
            progress.add();
        }
    }

    BenchTable table{
        "candidates",
        "Candidates of a grain, mean of " + std::to_string(grains) + " discs in a dense packing",
        "",
        {"method", "equal sizes", "sizes 1 to 52.7", "paper (spheres): equal sizes",
         "paper (spheres): sizes 1 to 52.7"}};
    for (std::size_t m = 0; m < methods.size(); ++m)
        table.rows.push_back({methods[m].name, rounded(means[0][m]), rounded(means[1][m]),
                              rounded(methods[m].paper_mono), rounded(methods[m].paper_poly)});
    BenchPanel panel{"candidates of a grain", {}, true};
    for (std::size_t column = 1; column < table.header.size(); ++column)
        panel.curves.push_back({table.header[column], table.header[column]});
    table.panels = {panel};
    table.bars = true;
    return {{table},
            {{"mean overlap over distance: equal sizes", overlap[0], ""},
             {"mean overlap over distance: sizes 1 to 52.7", overlap[1], ""}},
            {"Packings by collective rearrangement; means over " + std::to_string(packings) +
             " of them. The paper packs spheres in three dimensions, where a cell has more "
             "neighbours."}};
}

}  // namespace scree::engine
