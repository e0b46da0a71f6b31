#include "engine/bench/optimum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "engine/base/generator.h"
#include "engine/bench/disc_scatter.h"
#include "engine/bench/heap.h"
#include "engine/bench/timing.h"
#include "engine/broad/overhead.h"
#include "engine/dynamics/simulation.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr double exponent = -3.0;

/// This is K of both papers.
constexpr double paper_overhead = 0.2;

struct Effort {
    std::size_t most_levels;
    std::size_t grains;
    std::size_t warm_up;  ///< steps
    std::size_t repetitions;
    std::size_t steps;  ///< of a repetition
    std::size_t overhead_grains;
};

Effort effort_of(bool quick) {
    if (quick) return {4, 500, 10, 1, 5, 1000};
    return {50, 10'000, 1000, 9, 300, 50'000};
}

/// Adds figure 9 of the paper.
void add_rules(BenchReport& report, const Effort& effort, BenchProgress& progress) {
    struct Rule {
        CellRule rule;
        std::string paper;
    };
    const std::array rules{
        Rule{CellRule::linear, "12.40 at 43"}, Rule{CellRule::exponential, "at 4"},
        Rule{CellRule::constant, "11.60 at 12"}, Rule{CellRule::optimal, "11.58"}};
    const PlanProblem problem{SizeDistribution::power_law(exponent, 1.0, 100.0), 3, 0.7,
                              paper_overhead};
    BenchTable table{"rules",
                     "Cost by the model: d = 3, exponent -3, ratio 100, fraction 0.7, K = 0.2",
                     "number of levels",
                     {"levels"}};
    BenchPanel panel{"T / N", {}, true};
    for (std::size_t levels = 1; levels <= effort.most_levels; ++levels)
        table.rows.push_back({std::to_string(levels)});
    for (const Rule& rule : rules) {
        const std::string name(name_of(rule.rule));
        table.header.push_back(name);
        panel.curves.push_back({name, name});
        double least = HUGE_VAL;
        std::size_t best = 0;
        for (std::size_t levels = 1; levels <= effort.most_levels; ++levels) {
            const double cost = plan_levels(problem, rule.rule, levels).cost;
            table.rows[levels - 1].push_back(rounded(cost));
            if (cost < least) {
                least = cost;
                best = levels;
            }
        }
        report.numbers.push_back({name + " cells: least cost", least, rule.paper});
        report.numbers.push_back(
            {name + " cells: number of levels", static_cast<double>(best), ""});
        progress.add();
    }
    table.panels = {panel};
    table.x_logarithmic = true;
    report.tables.push_back(std::move(table));
}

// Section 5.4.2 of the paper has a free gas that cools, in a box.

constexpr double fraction = 0.4;
constexpr double size_ratio = 20.0;
/// The cells of the paper, in units of the smallest radius.
const std::vector<double> paper_cells{4.0, 7.9, 15.1, 27.2, 40.0};

/// A disc of area 1 weighs 1 kg. There is no friction, as in a gas of spheres.
const Material gas{"gas", 1.0, 1e5, 0.0, damping_for_restitution(0.9), 0.0};

/// The number of steps that a contact of two of the smallest discs takes.
constexpr double steps_of_contact = 50.0;
/// The share of the smallest radius by which the smallest discs overlap at most when they meet
/// (Ogarko & Luding 2012, section 4.2).
constexpr double depth = 0.01;

struct Gas {
    double side = 0.0;
    double dt = 0.0;
    std::vector<NewGrain> grains{};
};

Gas make_gas(std::size_t count) {
    const DiscScatter discs = by_rows(
        scattered(power_law_radii(count, exponent, size_ratio, 1), fraction, Border::walls, 1));
    const double frequency = std::sqrt(2.0 * gas.stiffness / (gas.density * std::numbers::pi));
    const double speed = depth * frequency;
    Generator generator(1, "gas");
    Gas made{discs.side, std::numbers::pi / (frequency * steps_of_contact)};
    for (std::size_t k = 0; k < count; ++k)
        made.grains.push_back({geometry::Disc(discs.radii[k]),
                               0,
                               discs.centres[k],
                               0.0,
                               {generator.uniform(-speed, speed), generator.uniform(-speed, speed)},
                               0.0});
    return made;
}

/// A run of the gas, and what it took.
struct Run {
    std::string name;
    BroadPhaseSettings method{};
    std::optional<double> skin = 0.0;
    std::unique_ptr<Simulation> simulation{};
    std::unique_ptr<BroadPhase> search{};
    std::vector<double> step{};       ///< us
    std::vector<double> detection{};  ///< us of a step: boxes, search, list of contacts
    std::vector<double> searching{};  ///< us: a search of the last state, by itself

    double candidates() const {
        return static_cast<double>(simulation->broad_phase().counts().candidates) / grains();
    }
    double accesses() const {
        return static_cast<double>(simulation->broad_phase().counts().accesses) / grains();
    }
    double grains() const { return static_cast<double>(simulation->grain_count()); }
};

void begin(Run& run, const Gas& gas_of_run, std::size_t warm_up) {
    Settings settings;
    settings.dt = gas_of_run.dt;
    settings.integrator = IntegratorKind::verlet;
    settings.law = LawKind::linear;
    settings.broad_phase = run.method;
    settings.gravity = {};
    settings.threads = 1;
    settings.skin = run.skin;
    run.simulation = std::make_unique<Simulation>(
        Model{{gas}, ContactTable({gas}), box_walls(gas_of_run.side)}, settings);
    for (const NewGrain& grain : gas_of_run.grains) run.simulation->add_grain(grain);
    for (std::size_t k = 0; k < warm_up; ++k) run.simulation->step();
    run.search = make_broad_phase(run.method);
}

double detection_of(const Simulation& simulation) {
    const PhaseTimes times = simulation.phase_times();
    return times[static_cast<std::size_t>(Phase::boxes)] +
           times[static_cast<std::size_t>(Phase::pairs)];
}

Boxes boxes_of(const Simulation& simulation) {
    Boxes boxes;
    for (std::size_t k = 0; k < simulation.grain_count(); ++k) {
        const Vec2 centre = simulation.position(k);
        const double radius = geometry::radius(simulation.shape(k));
        boxes.push_grain(
            {{centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}});
    }
    return boxes;
}

void repeat(Run& run, std::size_t steps) {
    Simulation& simulation = *run.simulation;
    const auto us_of_step = [&](double seconds) {
        return 1e6 * seconds / static_cast<double>(steps);
    };
    const double before = detection_of(simulation);
    run.step.push_back(us_of_step(seconds_of([&] {
        for (std::size_t k = 0; k < steps; ++k) simulation.step();
    })));
    run.detection.push_back(us_of_step(detection_of(simulation) - before));
    const Boxes boxes = boxes_of(simulation);
    Workers workers(1);
    std::vector<ImagePair> pairs;
    const std::size_t searches = 1 + steps / 10;
    run.search->find_pairs(boxes, workers, pairs);
    run.searching.push_back(1e6 / static_cast<double>(searches) * seconds_of([&] {
                                for (std::size_t k = 0; k < searches; ++k)
                                    run.search->find_pairs(boxes, workers, pairs);
                            }));
}

std::vector<Run> make_runs(double overhead) {
    std::vector<Run> runs(4);
    runs[0].name = "one level";
    runs[0].method.kind = BroadPhaseKind::linked_cell;
    runs[1].name = "levels of the paper";
    runs[1].method.kind = BroadPhaseKind::hgrid;
    runs[1].method.hgrid.cells = paper_cells;
    runs[2].name = "optimal levels";
    runs[2].method.kind = BroadPhaseKind::hgrid;
    runs[2].method.hgrid.overhead = overhead;
    runs[3] = {"optimal levels and a skin", runs[2].method, std::nullopt};
    return runs;
}

void add_model(BenchReport& report, const Gas& gas_of_run, double overhead) {
    std::vector<double> radii;
    for (const NewGrain& grain : gas_of_run.grains) radii.push_back(geometry::radius(grain.shape));
    const auto saved = [&](double k) {
        const PlanProblem problem{SizeDistribution::of_radii(radii), 2, fraction, k};
        const Plan plan = plan_levels(problem, CellRule::optimal);
        return plan.linked_cell_cost / plan.cost;
    };
    report.numbers.push_back(
        {"one level over optimal levels, by the model, K = 0.2", saved(paper_overhead), "35"});
    report.numbers.push_back(
        {"one level over optimal levels, by the model, K as measured", saved(overhead), ""});
    report.numbers.push_back({"K, as measured", overhead, "0.2"});
}

void add_numbers(BenchReport& report, const std::vector<Run>& runs) {
    const Run& one = runs[0];
    const Run& paper = runs[1];
    const Run& optimal = runs[2];
    const double step = median(one.step);
    const double ns_of_grain = 1e3 / one.grains();
    report.numbers.insert(
        report.numbers.end(),
        {{"whole run: one level over optimal levels", step / median(optimal.step), "9.9"},
         {"whole run: one level over the levels of the paper", step / median(paper.step), "9.9"},
         {"whole run: one level over a search that takes no time",
          step / (step - median(one.searching)), ""},
         {"search alone: one level over optimal levels",
          median(one.searching) / median(optimal.searching), "35 by the model"},
         {"search alone: one level over the levels of the paper",
          median(one.searching) / median(paper.searching), "35 by the model"},
         {"one level: a step, a grain (ns)", ns_of_grain * step, "6400"},
         {"optimal levels: a step, a grain (ns)", ns_of_grain * median(optimal.step), "650"},
         {"one level: search over candidates (ns)",
          ns_of_grain * median(one.searching) / one.candidates(), ""},
         {"one level: the rest of the step, a grain (ns)",
          ns_of_grain * (step - median(one.detection)), ""},
         {"optimal levels: the rest of the step, a grain (ns)",
          ns_of_grain * (median(optimal.step) - median(optimal.detection)), ""}});
}

BenchTable table_of(const std::vector<Run>& runs, const Effort& effort) {
    BenchTable table{"run",
                     std::to_string(effort.grains) +
                         " discs in a box, free cooling: ratio 20, exponent -3, fraction 0.4",
                     "",
                     {"cells", "steps/s", "step [us]", "detection [us]", "detection [%]",
                      "search alone [us]", "candidates", "accesses", "detections a step"}};
    for (const Run& run : runs) {
        const Simulation& simulation = *run.simulation;
        table.rows.push_back({run.name, rounded(1e6 / median(run.step)), rounded(median(run.step)),
                              rounded(median(run.detection)),
                              rounded(100.0 * median(run.detection) / median(run.step)),
                              rounded(median(run.searching)), rounded(run.candidates()),
                              rounded(run.accesses()),
                              rounded(static_cast<double>(simulation.detections()) /
                                      static_cast<double>(simulation.steps()))});
    }
    table.panels = {
        {"time (us)",
         {{"whole step", "step [us]"}, {"of it detection", "detection [us]"}},
         false,
         true},
        {"a grain", {{"candidates", "candidates"}, {"accesses to cells", "accesses"}}, true}};
    table.bars = true;
    return table;
}

void add_run(BenchReport& report, const Effort& effort, BenchProgress& progress) {
    const double overhead =
        measure_overhead(effort.overhead_grains, 11 * effort.repetitions).ratio();
    const Gas start = make_gas(effort.grains);
    std::vector<Run> runs = make_runs(overhead);
    for (Run& run : runs) {
        begin(run, start, effort.warm_up);
        progress.add();
    }
    for (std::size_t repetition = 0; repetition < effort.repetitions; ++repetition)
        for (Run& run : runs) {
            repeat(run, effort.steps);
            progress.add();
        }
    report.tables.push_back(table_of(runs, effort));
    add_numbers(report, runs);
    add_model(report, start, overhead);
}

}  // namespace

BenchReport bench_optimum(const BenchOptions& options) {
    const Effort effort = effort_of(options.quick);
    constexpr std::size_t rules = 4;
    constexpr std::size_t runs = 4;
    BenchProgress progress(options, rules + runs * (1 + effort.repetitions));
    BenchReport report;
    add_rules(report, effort, progress);
    add_run(report, effort, progress);
    report.notes = {
        "The runs are computed on one worker, with velocity Verlet and linear springs; pairs are "
        "sought in every step, without a skin, as in the paper, but for the last, which has the "
        "engine's own. Detection is the boxes, the search and the list of contacts; the search is "
        "repeated by itself. Candidates and accesses are per grain. Medians of " +
            std::to_string(effort.repetitions) + " repetitions by turns.",
        "Levels save candidates and nothing else: the less a candidate costs next to the rest of a "
        "step, the less a run can gain."};
    return report;
}

}  // namespace scree::engine
