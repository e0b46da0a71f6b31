#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "cli/packing_progress.h"
#include "cli/terminal.h"
#include "engine/batch/member_errors.h"
#include "engine/batch/members.h"
#include "engine/dynamics/time_step.h"
#include "engine/forecast/forecast.h"
#include "engine/forecast/plan_request.h"
#include "engine/laws/kinds.h"
#include "engine/record/run_folder.h"
#include "engine/run/beginning.h"

namespace scree::cli {
namespace {

using engine::Forecast;
using engine::Scene;

void line(const char* key, const std::string& text) {
    std::cout << format("%-16s", key) << text << '\n';
}

std::string duration_text(double seconds) {
    if (seconds < 100.0) return format("%.2g s", seconds);
    if (seconds < 6000.0) return format("%.0f min", seconds / 60.0);
    if (seconds < 360'000.0) return format("%.1f h", seconds / 3600.0);
    return format("%.3g days", seconds / 86'400.0);
}

std::string memory_text(double bytes) {
    return bytes < 1e9 ? format("%.0f MB", bytes / 1e6) : format("%.1f GB", bytes / 1e9);
}

std::string reason_text(engine::StepReason reason) {
    if (reason == engine::StepReason::friction) return "the spring of friction";
    if (reason == engine::StepReason::stability) return "the stability of four contacts";
    return std::string(engine::name_of(reason));
}

bool may_end_early(const Scene& scene) {
    return std::ranges::any_of(scene.stages,
                               [](const engine::Stage& stage) { return stage.until.has_value(); });
}

void print_step(const Scene& scene, const engine::StepChoice& step) {
    line("time step", format("%.4g s, ", step.dt) +
                          (scene.run.dt ? format("given; automatic: %.4g s", step.automatic)
                                        : std::string("automatic")) +
                          format(", stable for one contact up to %.4g s", step.stable));
    line("", reason_text(step.reason) + " between " + engine::pair_text(step.first, step.second) +
                 " decides the automatic one");
    line("steps", (may_end_early(scene) ? "at most " : "") + std::to_string(step.steps) +
                      format(" for %.4g s", scene.run.duration));
}

/// Prints what a cell is held at in a stage, and what follows from that.
void print_cell(const Scene& scene, const engine::CellFacts& facts) {
    const std::string& stage = scene.stages[facts.stage].name;
    std::string text = stage.empty() ? "" : stage + ": ";
    for (const auto& [component, name] : engine::words<engine::CellComponent>) {
        const engine::CellTarget& target = facts.targets[static_cast<std::size_t>(component)];
        text += (component == engine::CellComponent::xx ? "" : ", ") + std::string(name) +
                (target.is_stress ? format(" at %.4g N/m", target.value)
                                  : format(" at %.4g /s", target.value));
    }
    line("cell", text);
    if (facts.limit > 0.0)
        line("", format("stresses rise in %.3g s, with rates of at most %.3g /s", facts.rise,
                        facts.limit) +
                     format(", by a mass of %.3g kg m2", facts.mass));
    if (facts.pressure > 0.0)
        line("", format("stiffness / pressure %.3g, inertial number %.2g", facts.rigidity,
                        facts.inertial));
}

/// The sizes that shares of the mass are below, as asked for and as the grains have come out.
void print_curve(const engine::SizeCurve& curve) {
    const auto sizes = [](const auto& at) {
        std::string text;
        for (const double size : at) text += format(" %8.3g", 1e3 * size);
        return text + " mm";
    };
    std::string shares;
    for (const double share : engine::told_shares) shares += format("      D%.0f", 100.0 * share);
    line("", "  by mass" + shares);
    line("", "  asked  " + sizes(curve.asked));
    line("", "  grains " + sizes(curve.sampled) +
                 format("; the curves are at most %.2g %% apart", 100.0 * curve.distance));
}

void print_grains(const Forecast& forecast) {
    line("grains", std::to_string(forecast.grains()) + format(", %.4g kg", forecast.mass()));
    for (const engine::GroupFacts& group : forecast.groups) {
        std::string sizes = format("%.3g", group.smallest * 1e3);
        if (const std::string largest = format("%.3g", group.largest * 1e3); largest != sizes)
            sizes += " to " + largest;
        line("", group.name + ": " + std::to_string(group.count) + (group.rains ? ", rain" : "") +
                     ", " + sizes + format(" mm, %.4g kg", group.mass));
        if (group.curve) print_curve(*group.curve);
    }
}

bool has_rain(const Forecast& forecast) {
    return std::ranges::any_of(forecast.groups, &engine::GroupFacts::rains);
}

void print_pace(const char* name, const engine::Pace& pace) {
    if (pace.seconds_per_grain_step == 0.0) return;
    line("", std::string("trial ") + name + ": " + std::to_string(pace.steps) + " steps with " +
                 std::to_string(pace.grains) +
                 format(" grains, %.3g ns a grain and step", 1e9 * pace.seconds_per_grain_step));
}

void print_time(const Scene& scene, const Forecast& forecast) {
    const engine::Trial& trial = forecast.trial;
    const std::optional<double> seconds = forecast.wall_seconds();
    if (!seconds) {
        line("time", "unknown: the trial had no steps with grains");
        return;
    }
    line("time", (may_end_early(scene) ? "at most about " : "about ") + duration_text(*seconds) +
                     " with " + std::to_string(scene.run.threads) +
                     (scene.run.threads == 1 ? " thread" : " threads") + ", without output");
    line("", format("for %.3g grain steps", forecast.grain_steps) +
                 (has_rain(forecast) ? ", where a grain of rain counts from when it is due" : "") +
                 ", at " + format("%.3g ns", 1e9 * trial.seconds_per_grain_step));
    print_pace("as it begins", trial.begun);
    print_pace("packed densely", trial.packed);
}

void print_overlaps(const Forecast& forecast) {
    if (const auto& impact = forecast.impact)
        line("overlaps", format("%.2g %% of the size on impact, at %.3g m/s", 100.0 * impact->share,
                                impact->speed));
    if (const auto& filling = forecast.filling)
        line(forecast.impact ? "" : "overlaps",
             format("%.2g %% under the weight of a filling of %.3g m", 100.0 * filling->share,
                    filling->height));
}

/// Prints a line for each two bodies that meet, with every kind of contact.
void print_restitutions(const Forecast& forecast) {
    const char* key = "restitution";
    std::string text;
    for (std::size_t k = 0; k < forecast.restitutions.size(); ++k) {
        const engine::ContactRestitution& contact = forecast.restitutions[k];
        const auto is_same = [&](const engine::ContactRestitution& other) {
            return other.first == contact.first && other.second == contact.second;
        };
        text += (text.empty() ? contact.first + " and " + contact.second + ": " : ", ") +
                format("%.2f ", contact.value) + std::string(contact.kind);
        if (k + 1 < forecast.restitutions.size() && is_same(forecast.restitutions[k + 1])) continue;
        line(std::exchange(key, ""), std::exchange(text, {}));
    }
}

/// What a stage changes, in short: of a table only its kind.
std::string changes_text(const std::vector<std::pair<std::string, std::string>>& changes) {
    std::string text;
    for (const auto& [key, value] : changes) {
        const bool is_table = value.starts_with('{');
        const std::size_t kind = value.find("kind = ");
        text += (text.empty() ? "" : ", ") + key + " = " +
                (is_table && kind != std::string::npos
                     ? value.substr(kind + 7, value.find_first_of(",}", kind) - kind - 7)
                     : value);
    }
    return text;
}

void print_stages(const std::vector<engine::StageFacts>& stages) {
    const char* key = "stages";
    for (const engine::StageFacts& stage : stages) {
        const std::string limit = stage.until.empty() ? "" : "at most ";
        line(std::exchange(key, ""), stage.name + ": " + limit + format("%.4g s", stage.duration) +
                                         (stage.until.empty() ? "" : ", or until " + stage.until));
        if (!stage.set.empty()) line("", "  sets " + changes_text(stage.set));
        if (!stage.ramp.empty()) line("", "  ramps up to " + changes_text(stage.ramp));
    }
}

std::string mass_text(const engine::LoadFacts& facts) {
    const double layers = *facts.motion.load.mass / facts.layer;
    return format("mass %.3g kg", *facts.motion.load.mass) +
           (layers == 1.0 ? " (a layer of grains)" : format(" (%.3g layers of grains)", layers));
}

std::string damping_text(const engine::LoadFacts& facts) {
    if (!facts.full_drag) return "no damping";
    return format("damping %.3g N s/m (it takes all of the load at %.3g m/s)",
                  *facts.motion.load.damping, *facts.full_drag);
}

/// Prints what a load asks for, how its wall moves, and what it does to the grains.
void print_load(const Scene& scene, const engine::LoadFacts& facts) {
    const engine::WallLoad& load = facts.motion.load;
    const std::string& stage = scene.stages[facts.stage].name;
    line("load",
         scene.walls[facts.wall].name + (stage.empty() ? "" : " from " + stage + " on") +
             format(": %.4g N/m on %.4g m, %.4g N", facts.pressure, facts.length, facts.force));
    line("", mass_text(facts) + ", " + damping_text(facts));
    line("", (*load.rise > 0.0 ? format("changes take %.3g s", *load.rise)
                               : std::string("changes at once")) +
                 format(", at most %.3g m/s", *load.max_speed));
    line("", format("overlaps of %.2g %% of the size, stiffness over pressure %.3g",
                    100.0 * facts.overlap.share, facts.rigidity));
    if (facts.reach)
        line("", format("about %.3g m before the grains, which it reaches in %.2g s", *facts.way,
                        *facts.reach));
    if (facts.rate > 0.0)
        line("", format("shears a height of %.3g m with %.3g /s, inertial number %.2g",
                        facts.height, facts.rate, facts.inertial));
}

/// Prints the plan of the scene's hierarchical grid, where it has one.
void print_plan(const Scene& scene) {
    if (scene.broad_phase.kind != engine::BroadPhaseKind::hgrid || scene.grains.empty()) return;
    const engine::Plan plan = engine::plan_scene(scene, {}).plan;
    std::string cells;
    for (const engine::PlannedLevel& level : plan.levels)
        cells += (cells.empty() ? "" : ", ") + format("%.3g", 1e3 * level.cell);
    line("plan", "cells of " + cells + " mm" +
                     format(", %.3g candidates a grain ('scree plan' says more)", plan.candidates));
}

void print_report(const CheckOptions& options, const Scene& scene, const Forecast& forecast) {
    line("scene", options.scene + (scene.title.empty() ? "" : ": " + engine::shown(scene.title)));
    print_grains(forecast);
    line("walls", std::to_string(scene.walls.size()) + " of " +
                      std::to_string(forecast.wall_pieces) + " pieces");
    print_step(scene, forecast.step);
    line("method", std::string(engine::name_of(scene.run.integrator)) + ", broad phase " +
                       std::string(engine::name_of(scene.broad_phase.kind)));
    print_plan(scene);
    line("memory", "about " + memory_text(forecast.memory));
    print_time(scene, forecast);
    print_overlaps(forecast);
    print_restitutions(forecast);
    print_stages(forecast.stages);
    for (const engine::LoadFacts& facts : forecast.loads) print_load(scene, facts);
    for (const engine::CellFacts& facts : forecast.cells) print_cell(scene, facts);
    line("warnings", forecast.warnings.empty() ? "none" : std::to_string(forecast.warnings.size()));
}

/// Returns the first member of a sweep after all members were checked.
Scene first_member(const CheckOptions& options, const std::vector<engine::SweepMember>& members) {
    const auto load = [&](const engine::SweepMember& member) {
        return engine::load_member(options.scene, options.sets, member.sets, engine::read_file);
    };
    engine::MemberErrors errors;
    for (const engine::SweepMember& member : members)
        errors.attempt(member.name, [&] { load(member); });
    errors.throw_errors();
    return load(members[0]);
}

int check_scene(const CheckOptions& options) {
    Scene scene =
        engine::load_scene(options.scene, options.sets, options.sweeps, engine::read_file);
    if (!scene.sweep.empty()) {
        const std::vector<engine::SweepMember> members = engine::members_of(scene.sweep);
        scene = first_member(options, members);
        if (!options.json)
            line("sweep", std::to_string(members.size()) +
                              " runs; what follows is for the first, " + members[0].name);
    }
    scene = engine::with_beginning(std::move(scene),
                                   show_packing(engine::name_of_run(options.scene), false));
    const Forecast forecast = engine::forecast(scene);
    if (options.json)
        std::cout << engine::forecast_json(scene, forecast);
    else
        print_report(options, scene, forecast);
    std::cout << std::flush;
    for (const engine::Warning& warning : forecast.warnings)
        std::cerr << options.scene << ": warning: " << warning.message << '\n';
    return std::cout ? done : input_output;
}

}  // namespace

int check(const CheckOptions& options) {
    return report_failures(options.scene, [&] {
        try {
            return check_scene(options);
        } catch (const engine::SceneErrors& errors) {
            if (options.json) std::cout << engine::errors_json(errors.errors()) << std::flush;
            throw;
        } catch (const std::invalid_argument& error) {
            const engine::SceneError whole{options.scene, 0, 0, error.what()};
            if (options.json) std::cout << engine::errors_json({&whole, 1}) << std::flush;
            throw;
        }
    });
}

}  // namespace scree::cli
