#include <iostream>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/terminal.h"
#include "engine/batch/members.h"
#include "engine/forecast/plan_request.h"
#include "engine/run/beginning.h"

namespace scree::cli {
namespace {

using engine::CellRule;
using engine::GridSearch;
using engine::PlanAnswer;

/// The kind that a word names; the parser has checked the word.
template <class Kind>
std::optional<Kind> kind_of(const std::optional<std::string>& word) {
    return word ? engine::kind_of<Kind>(*word) : std::nullopt;
}

engine::PlanRequest request_of(const PlanOptions& options) {
    return {options.fraction, options.overhead, kind_of<GridSearch>(options.search),
            kind_of<CellRule>(options.rule), options.levels};
}

void line(const char* key, const std::string& text) {
    std::cout << format("%-16s", key) << text << '\n';
}

/// Prints how large the grains are, and how densely they fill space.
void print_source(const engine::PlannedLaw& law, const PlanAnswer& answer) {
    line("sizes", format("density of the radii r^%g, the largest %g times the smallest, in %d "
                         "dimensions",
                         law.exponent, law.ratio, answer.problem.dimension));
    line("fraction", format("%g", answer.problem.fraction));
}

void print_source(const engine::PlannedScene& scene, const PlanAnswer& answer) {
    const engine::SizeDistribution& sizes = answer.problem.sizes;
    std::string radii = format("%.4g", 1e3 * sizes.smallest());
    if (sizes.smallest() < sizes.largest()) radii += format(" to %.4g", 1e3 * sizes.largest());
    line("grains", std::to_string(scene.grains) + ", in circles of radius " + radii + " mm");
    std::string from = "as asked for";
    if (scene.fraction_from == "settled")
        from = "which is assumed for grains that settle under gravity";
    else if (scene.fraction_from == "domain")
        from = "spread over the whole domain";
    line("fraction", format("%.4g of the area, ", scene.fraction) + from +
                         format("; %.4g by their circles", answer.problem.fraction));
}

/// Prints the levels as columns of numbers, aligned to the right.
void print_levels(const PlanAnswer& answer) {
    const bool metres = std::holds_alternative<engine::PlannedScene>(answer.source);
    std::cout << format("\n%5s %14s %12s %14s %12s %12s\n", "level",
                        metres ? "cell [m]" : "cell [r_min]", "share", "grains/cell", "candidates",
                        "accesses");
    int number = 0;
    for (const engine::PlannedLevel& level : answer.plan.levels)
        std::cout << format("%5d %14.5g %12.4g %14.4g %12.4g %12.4g\n", ++number, level.cell,
                            level.share, level.particles_per_cell, level.candidates,
                            level.accesses);
    std::cout << '\n';
}

void print_report(const PlanAnswer& answer) {
    std::visit([&](const auto& source) { print_source(source, answer); }, answer.source);
    line("cells", (answer.rule ? std::string(name_of(*answer.rule)) : "as the scene lists them") +
                      ", search " + std::string(name_of(answer.problem.search)));
    line("overhead", format("%.3g", answer.problem.overhead) +
                         (answer.overhead_measured ? ", as measured here: the time to look into a "
                                                     "cell over the time to compare two boxes"
                                                   : ""));
    print_levels(answer);
    const engine::Plan& plan = answer.plan;
    line("cost", format("%.4g per grain: %.4g candidates, and %.4g accesses times the overhead",
                        plan.cost, plan.candidates, plan.accesses));
    line("linked cell", plan.levels.size() == 1
                            ? "the same"
                            : format("%.4g per grain, %.3g times as much", plan.linked_cell_cost,
                                     plan.linked_cell_cost / plan.cost));
}

int print(const PlanAnswer& answer, const PlanOptions& options) {
    if (options.json)
        std::cout << engine::plan_json(answer);
    else
        print_report(answer);
    std::cout << std::flush;
    return std::cout ? done : input_output;
}

/// Loads the scene, or the first member of its sweep.
engine::Scene load(const PlanOptions& options) {
    engine::Scene scene = engine::with_beginning(engine::load_scene(*options.scene, options.sets));
    if (scene.sweep.empty()) return scene;
    const std::vector<engine::SweepMember> members = engine::members_of(scene.sweep);
    std::cerr << *options.scene << ": a sweep of " << members.size()
              << " runs; this is the plan of the first, " << members[0].name << '\n';
    return engine::load_member(*options.scene, options.sets, members[0].sets, engine::read_file);
}

PlanAnswer plan_law(const PlanOptions& options) {
    if (!options.exponent || !options.ratio || !options.fraction)
        throw std::invalid_argument(
            "give a scene, or a power law by --exponent, --ratio and --fraction");
    return engine::plan_law({*options.exponent, *options.ratio}, options.dimension.value_or(2),
                            request_of(options));
}

/// An invalid argument comes from the command line, because a scene was checked when it was loaded.
template <class MakeAnswer>
int print_or_refuse(const PlanOptions& options, const MakeAnswer& make_answer) {
    try {
        return print(make_answer(), options);
    } catch (const std::invalid_argument& error) {
        std::cerr << "scree: plan: " << error.what() << "\nTry 'scree plan --help'.\n";
        return usage;
    }
}

}  // namespace

std::vector<std::string> plan_rules() { return engine::words_of<CellRule>(); }
std::vector<std::string> plan_searches() { return engine::words_of<GridSearch>(); }

int plan(const PlanOptions& options) {
    if (!options.scene) return print_or_refuse(options, [&] { return plan_law(options); });
    return report_failures(*options.scene, [&] {
        const engine::Scene scene = load(options);
        return print_or_refuse(options,
                               [&] { return engine::plan_scene(scene, request_of(options)); });
    });
}

}  // namespace scree::cli
