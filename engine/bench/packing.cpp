#include "engine/bench/packing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/bench/timing.h"
#include "engine/grains/packing/neighbour_lists.h"
#include "engine/grains/packing/pack.h"
#include "engine/grains/packing/relaxation.h"
#include "engine/grains/sizes.h"

namespace scree::engine {
namespace {

/// An index, and the paper's numbers of neighbours for spheres in three dimensions.
struct Index {
    BroadPhaseKind kind;
    const char* name;
    std::array<double, 2> paper;
};

constexpr std::array indices = {
    Index{BroadPhaseKind::linked_cell, "grid", {32.9, 9999.0}},
    Index{BroadPhaseKind::quadtree, "quadtree", {2027.6, 1188.1}},
    Index{BroadPhaseKind::loose_quadtree, "loose quadtree", {51.7, 31.2}},
};

/// The skins of a packing that is about complete.
constexpr double share_of_skin = 0.1;

/// Packings are looked at when they are this share smaller than in the end, so that what touches in
/// the end overlaps as it does while they are made.
constexpr double still_overlapping = 1e-3;

/// Discs, their packing, and the state of it.
struct PackedDiscs {
    std::vector<geometry::Shape> shapes;
    std::vector<const geometry::Shape*> pointers;
    PackResult result;
    double seconds = 0.0;
};

PackedDiscs pack_discs(const SizeSpec& size, std::size_t grains, const Container& container,
                       const PackSettings& settings, std::uint64_t seed) {
    PackedDiscs discs;
    Generator sizes(seed, "sizes");
    Generator places(seed, "places");
    for (const double diameter : draw_sizes(size, grains, sizes))
        discs.shapes.emplace_back(geometry::Disc(0.5 * diameter));
    for (const geometry::Shape& shape : discs.shapes) discs.pointers.push_back(&shape);
    Workers workers(1);
    discs.seconds = seconds_of(
        [&] { discs.result = pack(discs.pointers, container, settings, places, workers); });
    return discs;
}

/// The packing as it is complete, its discs numbered row by row.
PackState state_of(const PackedDiscs& discs, const Container& container) {
    PackState state(discs.pointers, container);
    state.grow(discs.result.scale / (1.0 + still_overlapping));
    for (std::size_t i = 0; i < state.size(); ++i)
        state.circles[i].at = discs.result.centres[i] / (1.0 + still_overlapping);
    const double row = std::sqrt(state.container.area() / static_cast<double>(state.size()));
    std::vector<std::uint32_t> order(state.number);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const auto key = [&](std::uint32_t i) {
            return std::pair(std::floor(state.circles[i].at.y / row), state.circles[i].at.x);
        };
        return key(a) < key(b);
    });
    state.renumber(order);
    return state;
}

/// What an index costs in one packing.
struct Cost {
    double candidates = 0.0;  ///< of a grain
    double listed = 0.0;      ///< neighbours of a grain
    double making = 0.0;      ///< s, for all lists once
    double sweep = 0.0;       ///< s, for one iteration with lists
};

Cost cost_of(const Index& index, const PackState& packed, int rounds) {
    Cost cost;
    Workers workers(1);
    PackState state = packed;
    NeighbourLists lists(index.kind);
    std::vector<double> makings;
    std::vector<double> sweeps;
    for (int round = 0; round < rounds; ++round) {
        makings.push_back(seconds_of([&] { lists.rebuild(state, share_of_skin, workers); }));
        const std::unique_ptr<Relaxation> relaxation = make_rearrangement();
        relaxation->begin_with(lists, state);
        sweeps.push_back(seconds_of([&] { relaxation->iterate(state, lists, workers); }));
    }
    const double all = static_cast<double>(state.size()) * static_cast<double>(lists.rebuilds());
    // A pair is looked at once, but it is a candidate of both grains.
    cost.candidates = 2.0 * static_cast<double>(lists.candidates()) / all;
    cost.listed = 2.0 * static_cast<double>(lists.listed()) / all;
    cost.making = median(makings);
    cost.sweep = median(sweeps);
    return cost;
}

}  // namespace

BenchReport bench_packing(const BenchOptions& options) {
    const std::size_t grains = options.quick ? 400 : 10'000;
    const int rounds = options.quick ? 1 : 5;
    const std::array<SizeSpec, 2> sizes = {
        SizeSpec{MonoSize{1.0}}, SizeSpec{FullerSize{1.0, options.quick ? 10.0 : 52.7, 0.5}}};
    BenchProgress progress(options, 2 * (1 + indices.size()));
    PackSettings settings;
    if (options.quick) settings.growth = 0.03;
    BenchReport report;
    std::array<std::array<Cost, indices.size()>, 2> costs{};
    std::array<PackResult, 2> results{};
    const Container container({{0.0, 0.0}, {1.0, 1.0}}, true, true);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        const PackedDiscs discs = pack_discs(sizes[k], grains, container, settings, 1);
        results[k] = discs.result;
        progress.add();
        const std::string of = k == 0 ? ": equal sizes" : ": sizes 1 to 52.7";
        report.numbers.push_back({"fraction" + of, discs.result.fraction, ""});
        report.numbers.push_back(
            {"iterations" + of, static_cast<double>(discs.result.iterations), ""});
        report.numbers.push_back(
            {"makings of lists" + of, static_cast<double>(discs.result.rebuilds), ""});
        report.numbers.push_back({"time of the packing, s" + of, discs.seconds, ""});
        const PackState state = state_of(discs, container);
        for (std::size_t m = 0; m < indices.size(); ++m) {
            costs[k][m] = cost_of(indices[m], state, rounds);
            progress.add();
        }
    }
    BenchTable candidates{"candidates",
                          "Candidates of a grain, " + std::to_string(grains) +
                              " discs packed by collective rearrangement",
                          "",
                          {"index", "equal sizes", "sizes 1 to 52.7", "listed: equal sizes",
                           "listed: sizes 1 to 52.7", "paper (spheres): equal sizes",
                           "paper (spheres): sizes 1 to 52.7"}};
    BenchTable times{"times",
                     "Time of a packing with Verlet lists and without",
                     "",
                     {"index", "with lists: equal sizes [s]", "without: equal sizes [s]",
                      "with lists: sizes 1 to 52.7 [s]", "without: sizes 1 to 52.7 [s]"}};
    for (std::size_t m = 0; m < indices.size(); ++m) {
        const auto with_lists = [&](std::size_t k) {
            return static_cast<double>(results[k].iterations) * costs[k][m].sweep +
                   static_cast<double>(results[k].rebuilds) * costs[k][m].making;
        };
        const auto without = [&](std::size_t k) {
            return static_cast<double>(results[k].iterations) *
                   (costs[k][m].sweep + costs[k][m].making);
        };
        candidates.rows.push_back({indices[m].name, rounded(costs[0][m].candidates),
                                   rounded(costs[1][m].candidates), rounded(costs[0][m].listed),
                                   rounded(costs[1][m].listed), rounded(indices[m].paper[0]),
                                   rounded(indices[m].paper[1])});
        times.rows.push_back({indices[m].name, rounded(with_lists(0)), rounded(without(0)),
                              rounded(with_lists(1)), rounded(without(1))});
    }
    for (BenchTable* table : {&candidates, &times}) {
        BenchPanel panel{table == &times ? "time [s]" : "of a grain", {}, true};
        for (std::size_t column = 1; column < table->header.size(); ++column)
            panel.curves.push_back({table->header[column], table->header[column]});
        table->panels = {panel};
        table->bars = true;
        report.tables.push_back(*table);
    }
    report.notes = {
        "Each index looks at boxes around discs with a skin of a tenth of their radius; what is "
        "listed is the same for all. Times are those of one sweep and of making all lists once, in "
        "the packing when it is nearly complete (medians of " +
            std::to_string(rounds) +
            "), times how often the packing did each; without lists they would be made for every "
            "sweep.",
        "What carries over from the paper's spheres: the order of the indices for many sizes, and "
        "that the strict tree looks at tens of times as many as the loose one. What does not: in "
        "two dimensions a grid of the largest size has more than one cell, and the loose tree does "
        "not find fewer for many sizes than for one."};
    return report;
}

}  // namespace scree::engine
