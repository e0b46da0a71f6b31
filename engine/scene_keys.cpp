// The table of every key that a scene may have. A new key is a new row here (CONTRIBUTING, where
// things go); the builders of types are in scene_types.h.

#include "engine/scene_keys.h"

#include "engine/grain_group.h"
#include "engine/material.h"
#include "engine/scene_rules.h"
#include "engine/scene_types.h"
#include "engine/wall_shapes.h"

namespace scree::engine {
namespace {

using namespace scene_types;

Type run_type() {
    return table({
        {"duration", required, number("s", positive), "Simulated time after which the run ends."},
        {"dt", or_else("\"auto\""), either({word({"auto"}), number("s", positive)}),
         "Time step. `auto` is the largest one that resolves every contact."},
        {"integrator", or_else("\"gear5\""), word({"gear3", "gear4", "gear5", "verlet"}),
         "How positions follow from forces: Gear's predictor-corrector with 4, 5 or 6 values, or "
         "velocity Verlet."},
        {"threads", or_else("2"), integer(1, 1024),
         "Workers that share the computation. The result does not depend on it."},
        {"gravity", or_else("[0.0, -9.81]"), vector("m/s2"), "Acceleration of gravity."},
        {"stop", optional,
         table({
             {"at_rest", required, number("", {0.0, 1.0, true}),
              "Mean unbalanced force over mean contact force, below which the grains are at rest."},
         }),
         "Ends the run before its duration. Without it the run goes on to the end."},
    });
}

Type domain_type() {
    return table(
        {
            {"x", required, interval("m"), "From left to right."},
            {"y", required, interval("m"), "From bottom to top."},
            {"periodic", or_else("[]"), list(word({"x", "y"}), 0, 2),
             "Directions in which what leaves on one side comes in on the other. The domain must "
             "be "
             "at least 2.2 times as long there as the largest grain is across. A wall that is as "
             "long as the domain has no ends there and must be level; a shorter one is met again "
             "after each period, as grains are."},
            {"outflow", or_else("\"error\""), word({"error", "remove"}),
             "What happens to a grain that leaves, in a direction that is not periodic: the run "
             "stops, or goes on without the grain."},
        },
        domain_rule);
}

Type broad_phase_type() {
    return by_kind({
        {"sweep", "Lists of box ends, kept sorted and corrected from step to step.", {}},
        {"brute_force", "Every grain with every other: the reference, for small scenes.", {}},
    });
}

Type material_type() {
    return table(
        {
            {"density", required, number("kg/m2", positive), "Mass by area."},
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
             "Attraction by length of contact."},
        },
        material_rule);
}

Type contact_type() {
    return table({
        {"law", or_else("\"area\""), word({"area", "energy", "linear"}),
         "The normal force: by overlap area (blocks sit), from a potential (energy is kept), or "
         "linear in the depth (discs only)."},
        {"tangential_ratio", or_else("0.2857142857142857"), number("", {0.0, 10.0}),
         "Stiffness of the friction springs over the normal stiffness."},
        {"largest_overlap", or_else("0.25"), number("", {0.0, 1.0, true}),
         "The largest overlap of two grains, as a share of the smaller one's area, that is still a "
         "contact; beyond it the run stops."},
    });
}

Type pair_type() {
    return table(
        {
            {"stiffness", optional, number("N/m", positive), "Instead of the harmonic mean."},
            {"friction", optional, number("", not_negative), "Instead of the smaller one."},
            {"damping", optional, number("", {0.0, 100.0}),
             "Instead of the mean. Either this or `restitution`, or none."},
            {"restitution", optional, number("", {smallest_restitution, 1.0}),
             "Instead of the mean damping, as in `[materials]`."},
            {"cohesion", optional, number("N/m", not_negative), "Instead of the smaller one."},
            {"tangential_ratio", optional, number("", {0.0, 10.0}),
             "Instead of that of `[contact]`."},
        },
        pair_rule);
}

Key rough() {
    return {"rough", optional, number("m", positive),
            "Covers the surface with half dodecagons of about this width, side by side."};
}

Type wall_shape_type() {
    return by_kind({
        {"polygon",
         "A convex polygon.",
         {{"vertices", required, list(vector("m"), 3, geometry::most_corners),
           "Corners, counter-clockwise, where they are at the beginning."},
          rough()},
         outline_rule},
        {"box",
         "A solid rectangle along the axes.",
         {{"x", required, interval("m"), "From left to right."},
          {"y", required, interval("m"), "From bottom to top."},
          rough()},
         wall_shape_rule},
        {"segment",
         "A straight bar.",
         {{"from", required, vector("m"), "One end, in the middle of the bar."},
          {"to", required, vector("m"), "The other end."},
          {"thickness", required, number("m", positive), "Half of it lies on each side."},
          rough()},
         wall_shape_rule},
        {"disc",
         "A disc. A rough one is a polygon with teeth.",
         {{"center", required, vector("m"), "Its middle."},
          {"radius", required, number("m", positive), "Its radius."},
          rough()},
         wall_shape_rule},
        {"ring",
         "A drum: a hollow regular polygon of straight pieces. A rough one has its teeth "
         "inside.",
         {{"center", required, vector("m"), "Its middle."},
          {"radius", required, number("m", positive), "From there to the inner corners."},
          {"thickness", required, number("m", positive), "Of the pieces, outwards."},
          {"pieces", or_else("64"), integer(3, most_ring_pieces), "Number of straight pieces."},
          rough()},
         wall_shape_rule},
    });
}

Key about_point() {
    return {"about", optional, vector("m"),
            "The point that it turns about, at the beginning; without it the wall's centroid "
            "(teeth left out)."};
}

Type motion_type() {
    return by_kind({
        {"constant",
         "Moves and turns steadily. All zero: it stands still.",
         {{"velocity", or_else("[0.0, 0.0]"), vector("m/s"), "Of the point that it turns about."},
          {"spin", or_else("0.0"), number("rad/s"), "Counter-clockwise."},
          about_point()}},
        {"oscillate",
         "Swings as sin(2 pi frequency t + phase) about where its shape is.",
         {{"amplitude", or_else("[0.0, 0.0]"), vector("m"), "Of the shift."},
          {"angular_amplitude", or_else("0.0"), number("rad"), "Of the turn."},
          {"frequency", required, number("Hz", positive), "Swings in a second."},
          {"phase", or_else("0.0"), number("rad"), "Where the swing begins."},
          about_point()}},
    });
}

Type wall_type() {
    return table(
        {
            {"name", required, name(), "Unique among grains, walls and measures."},
            {"material", required, reference(Named::material), "What it is made of."},
            {"shape", required, wall_shape_type(), "Where it is at the beginning."},
            {"motion", or_else("{ kind = \"constant\" }"), motion_type(),
             "How it moves, whatever pushes it."},
            {"from", or_else("0.0"), number("s", not_negative), "It is there from this time on."},
            {"until", or_else("1e9"), number("s", positive), "It is gone from this time on."},
            {"one_sided", or_else("false"), flag(),
             "Grains touch it from one side only, so that it may be thinner than they are."},
        },
        wall_rule);
}

Type corner_count(double fewest) { return integer(fewest, most_shape_corners); }

Type grain_shape_type() {
    const Type elongation = number("", {1.0, largest_elongation});
    return by_kind({
        {"irregular",
         "Random convex polygons, like angular gravel.",
         {{"corners", or_else("[5, 9]"), either({list(corner_count(3), 2, 2), corner_count(3)}),
           "Number of corners: from and to, each as likely, or always the same."},
          {"elongation", or_else("1.3"), elongation, "Mean ratio of the principal axes."}}},
        {"regular",
         "Equal sides, equal angles.",
         {{"corners", required, corner_count(3), "Number of corners."}}},
        {"ellipse",
         "Polygons with their corners on an ellipse.",
         {{"aspect", required, elongation, "Long over short axis."},
          {"corners", or_else("32"), corner_count(6), "Number of corners."}}},
        {"rectangle",
         "Rectangles.",
         {{"aspect", or_else("1.0"), elongation, "Long over short side."}}},
        {"polygon",
         "A convex polygon.",
         {{"vertices", required, list(vector("m"), 3, geometry::most_corners),
           "Corners, counter-clockwise; the grain is placed by its centroid. Scaled where the "
           "grains have a `size`, else as they are."}},
         outline_rule},
        {"disc", "Discs.", {}},
    });
}

Type size_type() {
    const Type size = number("m", {smallest_size, largest_size});
    const Key min{"min", required, size, "The smallest."};
    const Key max{"max", required, size, "The largest."};
    return by_kind({
        {"mono", "All alike.", {{"value", required, size, "The size."}}},
        {"bidisperse",
         "Two sizes.",
         {{"small", required, size, "The one."},
          {"large", required, size, "The other."},
          {"fraction", or_else("0.5"), number("", {0.0, 1.0}),
           "Share of the whole area that the large ones have."}}},
        {"uniform", "As many grains in every class of equal width.", {min, max}},
        {"uniform_area", "As much area in every class of equal width.", {min, max}},
        {"power_law",
         "The number of grains falls with a power of their size.",
         {min,
          max,
          {"exponent", or_else("3.0"), number("", {-largest_size_exponent, largest_size_exponent}),
           "That power: 0 is `uniform`, 2 is `uniform_area`."}}},
    });
}

Type place_type() {
    const Key x{"x", required, interval("m"), "The grains begin between these."};
    const Key y{"y", required, interval("m"), "The grains begin between these."};
    const Key velocity{"velocity", or_else("[0.0, 0.0]"), vector("m/s"), "At the beginning."};
    return by_kind({
        {"list",
         "Each grain at its own place, whatever else is there.",
         {{"at", required, list(vector("m"), 1, most_grains), "The centroids."},
          {"angle", or_else("[]"), list(number("rad"), 0, most_grains),
           "As many as `at`, or none: all 0."},
          {"velocity", or_else("[]"), list(vector("m/s"), 0, most_grains),
           "As many as `at`, or none: all at rest."},
          {"spin", or_else("[]"), list(number("rad/s"), 0, most_grains),
           "As many as `at`, or none: all 0."}}},
        {"lattice",
         "In rows from the bottom, in random orientation, so far apart that each can "
         "turn.",
         {x, y, velocity}},
        {"random",
         "Anywhere in a rectangle and in any orientation, without overlap.",
         {x, y, velocity}},
        {"rain",
         "One after the other, wherever there is room.",
         {x,
          {"y", required, number("m", not_negative),
           "How far above the surface a grain's lowest point begins."},
          {"rate", required, number("grains/s", positive), "How many a second."},
          {"below", optional, number("m"),
           "Grains begin below this height, and what lies above it is no surface, as the lid of a "
           "drum; without it, the top of the domain."},
          velocity}},
    });
}

Type grains_type() {
    return table(
        {
            {"name", required, name(), "Unique among grains, walls and measures."},
            {"material", required, reference(Named::material), "What they are made of."},
            {"count", optional, integer(1, most_grains),
             "How many. Of a `list`: as many as it has places, and may be left out."},
            {"shape", required, grain_shape_type(), "Their form."},
            {"size", optional, size_type(),
             "Equivalent diameter: that of the disc with the same area. Only a `polygon` may be "
             "without: it then keeps its own size."},
            {"place", required, place_type(), "Where they begin."},
        },
        grains_rule);
}

Type output_type() {
    return table({
        {"trace", or_else("[]"), list(reference(Named::traced), 0, most_walls + most_groups),
         "Single grains and walls whose pose, velocity, spin, force and torque go into "
         "`series.csv`."},
        {"every", or_else("{}"),
         table({
             {"frames", or_else("0.02"), number("s", positive), "Poses of all grains."},
             {"series", or_else("0.002"), number("s", positive), "Rows of `series.csv`."},
             {"checkpoint", or_else("0.5"), number("s", positive),
              "The complete state, to go on from; also once a minute of wall time."},
         }),
         "Periods of what is written, in simulated time."},
    });
}

Type measure_type() {
    return by_kind(
        {
            {"angle_of_repose", "Slope of the heap's surface, left and right.", {}},
            {"coordination", "Mean number of contacts of a grain.", {}},
            {"packing",
             "Share of a region that grains cover.",
             {{"x", optional, interval("m"), "The region; without it, the domain."},
              {"y", optional, interval("m"), "The region; without it, the domain."}}},
            {"energy", "Where the energy is and went.", {}},
        },
        {
            {"name", required, name(), "Unique among grains, walls and measures."},
        });
}

Type make_scene_type() {
    return table(
        {
            {"scree", required, integer(scene_format, scene_format),
             "Version of the format of this file: 1."},
            {"include", optional, either({list(text(), 0, 64), text()}),
             "Scene files to read first, relative to this one."},
            {"title", or_else("\"\""), text(), "For people."},
            {"seed", or_else("1"), integer(0, 9007199254740992.0),
             "Where all random numbers come from."},
            {"run", required, run_type(), "How long, and how it is computed."},
            {"domain", required, domain_type(), "Where grains may be. Its edges are not walls."},
            {"broad_phase", or_else("{ kind = \"sweep\" }"), broad_phase_type(),
             "How pairs of close grains are found. The result does not depend on it."},
            {"materials", or_else("{}"), by_name(Named::anything, material_type(), most_materials),
             "What grains and walls are made of: `[materials.NAME]`."},
            {"contact", or_else("{}"), contact_type(),
             "For every pair in contact. From two materials follow the harmonic mean of the "
             "stiffnesses, the smaller friction and cohesion, and the mean damping."},
            {"contacts", or_else("{}"),
             by_name(Named::material, by_name(Named::material, pair_type(), most_materials),
                     most_materials),
             "Overrides for two materials, in either order, not both: `[contacts.ONE.OTHER]`."},
            {"walls", or_else("[]"), list(wall_type(), 0, most_walls),
             "Bodies that stand or move as prescribed: `[[walls]]`."},
            {"grains", or_else("[]"), list(grains_type(), 0, most_groups),
             "Groups of grains: `[[grains]]`."},
            {"output", or_else("{}"), output_type(), "What goes into the run folder."},
            {"measure", or_else("[]"), list(measure_type(), 0, most_groups),
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
