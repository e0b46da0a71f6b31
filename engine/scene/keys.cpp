// The table of every key that a scene may have. A new key is a new row here (CONTRIBUTING, where
// things go); the builders of types are in types.h.

#include "engine/scene/keys.h"

#include "engine/broad/broad_phase.h"
#include "engine/dynamics/cell/cell_control.h"
#include "engine/laws/kinds.h"
#include "engine/laws/material.h"
#include "engine/plan/plan.h"
#include "engine/scene/keys_bodies.h"
#include "engine/scene/keys_measures.h"
#include "engine/scene/rules/rules.h"
#include "engine/scene/types.h"

namespace scree::engine {
namespace {

using namespace scene_types;

Type run_type() {
    return table({
        {"duration", optional, number("s", positive),
         "Simulated time after which the run ends. It must be given unless there are stages, which "
         "have durations of their own."},
        {"dt", or_else("\"auto\""), either({word({"auto"}), number("s", positive)}),
         "Time step. `auto` follows from `accuracy`, and is always stable."},
        {"accuracy", or_else("0.005"), number("", {1e-4, 0.05}),
         "How far the restitution of a contact may be off because of the automatic time step, "
         "which "
         "grows with the square root of this."},
        {"integrator", or_else("\"gear3\""), word(words_of<IntegratorKind>()),
         "How positions follow from forces: Gear's predictor-corrector with 4, 5 or 6 values, or "
         "velocity Verlet."},
        {"threads", or_else("\"auto\""), either({word({"auto"}), integer(1, 1024)}),
         "Workers that share the computation. The result does not depend on their number. `auto` "
         "is 2, or 1 if the process may use only one core. More workers than cores take turns: "
         "that is no faster than one for each core, and a warning says so."},
        {"gravity", or_else("[0.0, -9.81]"), vector("m/s2"), "Acceleration of gravity."},
        {"stop", optional,
         table({
             {"at_rest", required, number("", {0.0, 1.0, true}),
              "Mean unbalanced force over mean contact force, below which the grains are at rest."},
         }),
         "Ends the run before its duration is over. Without this table the run goes on to the "
         "end. With stages, it is the last one that may have an `until`."},
    });
}

Type cell_type() {
    const auto component = [](std::string what) {
        return table({{"rate", optional, number("1/s"), std::move(what)},
                      {"stress", optional, number("N/m"),
                       "The stress that it is held at, in the place of a rate: pressure is "
                       "positive. The measure `stress` has it in the column of the same name."}},
                     cell_component_rule);
    };
    return table({
        {"xx", or_else("{ rate = 0.0 }"),
         component("The rate at which it becomes longer in x, over its length: shortening is "
                   "negative. It is the true rate, which stays the same while the cell changes."),
         "Stretching in x."},
        {"yy", or_else("{ rate = 0.0 }"), component("The same in y."), "Stretching in y."},
        {"xy", or_else("{ rate = 0.0 }"),
         component("How much faster the grains flow to the right for each metre further up: simple "
                   "shear."),
         "Shear. A positive rate goes with a negative stress xy, since pressure is positive."},
        {"flow", or_else("\"affine\""), word(words_of<CellFlow>()),
         "What happens to the velocities of grains when a rate changes at once: they change with "
         "the flow of the cell, or stay as they are, so that only the edges drag the grains along "
         "(`boundary`; it takes long until the flow reaches the middle)."},
        {"mass", or_else("\"auto\""), either({word({"auto"}), number("kg m2", positive)}),
         "The inertia of components that are held at a stress. `auto` is the mass of all grains "
         "times the square of their mean diameter. With less the stress is held more closely, and "
         "the time step may be smaller."},
    });
}

Type domain_type() {
    return table(
        {
            {"x", required, interval("m"), "From left to right."},
            {"y", required, interval("m"), "From bottom to top."},
            {"periodic", or_else("[]"), list(word({"x", "y"}), 0, 2),
             "Directions in which a grain that leaves on one side comes in on the other. The "
             "domain must be at least 2.2 times as long there as the largest grain is across. A "
             "wall that is as long as the domain has no ends there and must be level; a shorter "
             "one is met again after each period, as grains are."},
            {"outflow", or_else("\"error\""), word({"error", "remove"}),
             "What happens to a grain that leaves, in a direction that is not periodic: the run "
             "stops, or goes on without the grain."},
            {"cell", optional, cell_type(),
             "Lets a domain that is periodic in both directions deform: its components are held at "
             "rates or at stresses. Its lower left corner stays where it is. There can be no walls "
             "then, and no gravity. A stress rises smoothly, in four times as long as a wave needs "
             "through the cell."},
        },
        domain_rule);
}

Type broad_phase_type() {
    return by_kind({
        {spelt(BroadPhaseKind::sweep),
         "Lists of box ends, kept sorted and corrected from step to step.",
         {}},
        {spelt(BroadPhaseKind::hgrid),
         "Grids of cells in levels, for small grains and for large ones.",
         {{"cells", or_else("\"optimal\""),
           either({word(words_of<CellRule>()), list(number("m", positive), 1, most_levels)}),
           "How wide the cells of each level are: `optimal` is the cheapest choice by the "
           "planner's cost model (`scree plan` shows it), `constant` puts the same number of "
           "grains into a cell on every level, `exponential` multiplies the width by the same "
           "factor from level "
           "to level, and `linear` adds the same step. A list has the widths in rising order; the "
           "boxes of grains are compared to them."},
          {"levels", optional, integer(1, most_levels),
           "The number of levels, unless `cells` is a list. Without it, the number that is "
           "cheapest."},
          {"search", or_else("\"top_down\""), word(words_of<GridSearch>()),
           "Whether grains look for smaller ones on the levels below their own, or for larger ones "
           "above."},
          {"overhead", optional, number("", {1e-3, 1e3}),
           "The time to look into a cell over the time to compare two boxes, K of the cost model. "
           "Without it, the ratio is measured on the machine."}},
         hgrid_rule},
        {spelt(BroadPhaseKind::linked_cell), "One grid of cells as wide as the largest grain.", {}},
        {spelt(BroadPhaseKind::verlet),
         "A list of neighbours for each grain, made anew by comparing all grains with all when one "
         "has moved too far.",
         {{"radius", or_else("5"), number("", {2.01, 1000.0}),
           "The radius of the circle within which neighbours are listed, in radii of the largest "
           "grain."}}},
        {spelt(BroadPhaseKind::quadtree),
         "A tree of cells, each divided into four; a grain is in the smallest cell that holds it.",
         {}},
        {spelt(BroadPhaseKind::loose_quadtree),
         "A quadtree with cells twice as wide as usual, so that a grain's size alone gives its "
         "level.",
         {}},
        {spelt(BroadPhaseKind::brute_force),
         "Compares every grain with every other: the reference, for small scenes.",
         {}},
        {spelt(BroadPhaseKind::automatic),
         "Tries `sweep`, `hgrid`, `loose_quadtree` and other promising methods on the scene itself "
         "and keeps the fastest, until the number of grains has changed by half; the summary says "
         "how long each took.",
         {}},
    });
}

Type material_type() {
    return table(
        {
            {"density", required, number("kg/m2", positive), "Mass per area."},
            {"stiffness", required, number("N/m", positive),
             "Young's modulus in two dimensions, Y."},
            {"friction", required, number("", not_negative), "Coulomb's coefficient, mu."},
            {"damping", optional, number("", {0.0, 100.0}),
             "Coefficient gamma of the normal damping; face-on squares have the damping ratio "
             "gamma / 2. Either this or `restitution`."},
            {"restitution", optional, number("", {smallest_restitution, 1.0}),
             "Gives the damping with which face-on equal squares rebound by this share of their "
             "speed. "
             "Either this or `damping`."},
            {"cohesion", or_else("0.0"), number("N/m", not_negative),
             "Attractive force per length of contact."},
        },
        material_rule);
}

Type contact_type() {
    return table({
        {"law", or_else("\"area\""), word(words_of<LawKind>()),
         "The normal force follows from the overlap area (blocks sit firmly on each other), from a "
         "potential (energy is conserved), or linearly from the depth (discs only)."},
        {"tangential_ratio", or_else("0.2857142857142857"), number("", {0.0, 10.0}),
         "Stiffness of the friction springs over the normal stiffness."},
        {"tangential_damping", or_else("0.125"), number("", {0.0, 10.0}),
         "Damping of the friction springs, as a share of the critical one."},
        {"largest_overlap", or_else("0.25"), number("", {0.0, 1.0, true}),
         "The largest overlap of two grains, as a share of the smaller one's area, that is still a "
         "contact; beyond it the run stops."},
    });
}

Type pair_type() {
    return table(
        {
            {"stiffness", optional, number("N/m", positive),
             "Replaces the harmonic mean of the stiffnesses."},
            {"friction", optional, number("", not_negative), "Replaces the smaller friction."},
            {"damping", optional, number("", {0.0, 100.0}),
             "Replaces the mean damping. Either this or `restitution`, or neither."},
            {"restitution", optional, number("", {smallest_restitution, 1.0}),
             "Replaces the mean damping; the meaning is as in `[materials]`."},
            {"cohesion", optional, number("N/m", not_negative), "Replaces the smaller cohesion."},
            {"tangential_ratio", optional, number("", {0.0, 10.0}),
             "Replaces the ratio of `[contact]`."},
            {"tangential_damping", optional, number("", {0.0, 10.0}),
             "Replaces the damping of the friction springs of `[contact]`."},
        },
        pair_rule);
}

Type output_type() {
    return table({
        {"trace", or_else("[]"), list(reference(Named::traced), 0, most_traced),
         "Single grains and walls whose pose, velocity, spin, force and torque go into "
         "`series.csv`."},
        {"every", or_else("{}"),
         table({
             {"frames", or_else("0.02"), number("s", positive), "Poses of all grains."},
             {"series", or_else("0.002"), number("s", positive), "Rows of `series.csv`."},
             {"checkpoint", or_else("0.5"), number("s", positive),
              "The complete state, from which a run can be resumed; it is also written once a "
              "minute of wall time."},
         }),
         "How often each output is written, in simulated time."},
    });
}

Type stage_type() {
    return table({
        {"name", required, name(), "Unique among stages."},
        {"duration", required, number("s", positive),
         "How long the stage lasts, at most if there is an `until`."},
        {"until", optional,
         table(
             {
                 {"at_rest", optional, number("", {0.0, 1.0, true}),
                  "Ends the stage when the grains are at rest: mean unbalanced force over mean "
                  "contact force below this, and loads on walls borne to within this share."},
                 {"measure", optional, text(),
                  "A column of a measure of the scene, as `density.fraction`, with `above`, "
                  "`below` or `steady`."},
                 {"above", optional, number(""), "Ends the stage when the column is above this."},
                 {"below", optional, number(""), "Ends the stage when the column is below this."},
                 {"steady", optional, number("", {0.0, 1.0, true}),
                  "Ends the stage when the means of the column over the two halves of the time "
                  "`over` differ by less than this share."},
                 {"over", optional, number("s", positive), "The time that is looked back on."},
                 {"wall", optional, reference(Named::wall), "A wall, with `displacement`."},
                 {"displacement", optional, number("m", positive),
                  "Ends the stage when the wall is so far from where it was when the stage began."},
             },
             stage_end_rule),
         "What ends the stage before its duration is over: one condition. If the duration is over "
         "first, a warning says so."},
        {"set", or_else("{}"), changes(),
         "Keys of the scene that have other values from the beginning of the stage on, such as "
         "`\"materials.gravel.friction\" = 0.5`: gravity, friction, restitution, damping and "
         "cohesion, motions of walls and whether they are `present`, rates and stresses of a cell, "
         "and output periods."},
        {"ramp", or_else("{}"), changes(),
         "Numbers that change linearly during the stage, up to these values at its end: those of "
         "`set`, of a motion `velocity`, `spin`, `pressure` and `force`, and of a cell the rates "
         "and stresses that it is held at already. If the stage ends "
         "early, they jump. Restitution changes through the damping that it stands for."},
    });
}

Type start_type() {
    return table(
        {
            {"run", required, text(), "The folder of the other run, relative to this file."},
            {"time", optional, number("s", not_negative),
             "Another moment than its last: that of a checkpoint that is still there, or of the "
             "frame "
             "that is nearest. Frames hold no springs of friction, which begin at zero then."},
            {"keep_time", or_else("false"), flag(),
             "Whether the time goes on from there, and rain with it, instead of beginning at 0."},
        },
        start_rule);
}

Type make_scene_type() {
    return table(
        {
            {"scree", required, integer(scene_format, scene_format),
             "Version of the format of this file: 1."},
            {"include", optional, either({list(text(), 0, 64), text()}),
             "Scene files to read first, relative to this one."},
            {"title", or_else("\"\""), text(), "A title for people to read."},
            {"seed", or_else("1"), integer(0, 9007199254740992.0),
             "The seed of all random numbers."},
            {"run", required, run_type(), "How long the run is, and how it is computed."},
            {"start", optional, start_type(),
             "Begins with the grains of another run, where that has ended: they come with their "
             "shapes, motion and friction springs, and walls with the same name and shape are "
             "where "
             "they were. Materials are found by their names. The folder is read once; a run that "
             "has begun no longer needs it."},
            {"domain", required, domain_type(), "Where grains may be. Its edges are not walls."},
            {"broad_phase", or_else("{ kind = \"sweep\" }"), broad_phase_type(),
             "How pairs of close grains are found. The result does not depend on it."},
            {"materials", or_else("{}"), by_name(Named::anything, material_type(), most_materials),
             "What grains and walls are made of: `[materials.NAME]`."},
            {"contact", or_else("{}"), contact_type(),
             "The contact law of all pairs. A pair has the harmonic mean of the stiffnesses of its "
             "two materials, the smaller friction and cohesion, and the mean damping."},
            {"contacts", or_else("{}"),
             by_name(Named::material, by_name(Named::material, pair_type(), most_materials),
                     most_materials),
             "Overrides for a pair of materials, given in one of the two orders, not in both: "
             "`[contacts.ONE.OTHER]`."},
            {"walls", or_else("[]"), list(wall_type(), 0, most_walls),
             "Bodies that stand or move as prescribed: `[[walls]]`."},
            {"grains", or_else("[]"), list(grains_type(), 0, most_groups),
             "Groups of grains: `[[grains]]`."},
            {"stage", or_else("[]"), list(stage_type(), 0, most_stages),
             "The stages of the run, one after the other: `[[stage]]`. Without any, the run is one "
             "stage."},
            {"output", or_else("{}"), output_type(), "What goes into the run folder."},
            {"measure", or_else("[]"), list(measure_type(), 0, most_measures),
             "What is measured: `[[measure]]`."},
            {"sweep", or_else("{}"), assignments(),
             "Keys of the scene and lists of values for them, as `\"materials.gravel.friction\" = "
             "[0.1, 0.3]` and `seed = [1, 2]`: one run for each combination (batches.md)."},
        },
        scene_rule);
}

}  // namespace

const Type& scene_type() {
    static const Type type = make_scene_type();
    return type;
}

}  // namespace scree::engine
