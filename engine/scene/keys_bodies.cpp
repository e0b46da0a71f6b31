// The part of the table of keys that describes walls and grains.

#include "engine/scene/keys_bodies.h"

#include <utility>

#include "engine/grains/group.h"
#include "engine/grains/wall_shapes.h"
#include "engine/scene/rules/rules.h"
#include "engine/scene/types.h"

namespace scree::engine {
namespace {

using namespace scene_types;

Type corner_count(double fewest) { return integer(fewest, most_shape_corners); }

/// With a weight where shapes are mixed.
Type grain_shape_type(std::vector<Key> common = {}) {
    const Type elongation = number("", {1.0, largest_elongation});
    const Key rounded{"rounded", optional, number("", {0.0, 1.0}),
                      "Rounds the corners, with this share of the largest radius that fits into "
                      "the grain. No arc takes more than almost half of an edge."};
    return by_kind(
        {
            {"irregular",
             "Random convex polygons, like angular gravel.",
             {{"corners", or_else("[5, 9]"), either({list(corner_count(3), 2, 2), corner_count(3)}),
               "Number of corners: the fewest and the most, where all numbers between them are "
               "equally "
               "likely, or one number for all grains."},
              {"elongation", or_else("1.3"), elongation, "Mean ratio of the principal axes."},
              rounded}},
            {"regular",
             "Polygons with equal sides and equal angles.",
             {{"corners", required, corner_count(3), "Number of corners."}, rounded}},
            {"ellipse",
             "Polygons with their corners on an ellipse.",
             {{"aspect", required, elongation, "Long over short axis."},
              {"corners", or_else("32"), corner_count(6), "Number of corners."}}},
            {"rectangle",
             "Rectangles.",
             {{"aspect", or_else("1.0"), elongation, "Long over short side."}, rounded}},
            {"polygon",
             "A convex polygon.",
             {{"vertices", required, list(vector("m"), 3, geometry::most_corners),
               "Corners, counter-clockwise; the grain is placed by its centroid. They are scaled "
               "if "
               "the grains have a `size`, else they stay as they are."},
              rounded},
             outline_rule},
            {"disc", "Discs.", {}},
        },
        std::move(common));
}

Type size_type() {
    const Type size = number("m", {smallest_size, largest_size});
    const Key min{"min", required, size, "The smallest size."};
    const Key max{"max", required, size, "The largest size."};
    return by_kind({
        {"mono", "All grains have the same size.", {{"value", required, size, "The size."}}},
        {"bidisperse",
         "The grains have two sizes.",
         {{"small", required, size, "The size of the small grains."},
          {"large", required, size, "The size of the large grains."},
          {"fraction", or_else("0.5"), number("", {0.0, 1.0}),
           "The share of the large grains in the area of all grains."}}},
        {"uniform", "Every class of equal width has the same number of grains.", {min, max}},
        {"uniform_area", "Every class of equal width has the same area of grains.", {min, max}},
        {"power_law",
         "The number of grains falls with a power of their size.",
         {min,
          max,
          {"exponent", or_else("3.0"), number("", {-largest_size_exponent, largest_size_exponent}),
           "The power: 0 is `uniform`, 2 is `uniform_area`."}}},
        {"fuller",
         "The curve of Fuller: grains below a size d have the share (d^n - min^n) / (max^n - "
         "min^n) of the mass.",
         {min,
          max,
          {"exponent", or_else("0.5"), number("", {least_fuller_exponent, largest_fuller_exponent}),
           "The exponent n."}}},
        {"lognormal",
         "The logarithm of the size is normally distributed among the grains.",
         {{"median", required, size, "The size that half of the grains exceed."},
          {"spread", required, number("", {0.0, largest_spread}),
           "The standard deviation of the natural logarithm of the size."},
          {"cut", or_else("3.0"), number("", {least_cut, largest_cut}),
           "There are no grains beyond this many standard deviations."}}},
        {"sieve",
         "A sieve analysis. Between two openings the share rises with the logarithm of the size.",
         {{"openings", required, list(size, 2, most_sieves), "Openings, from narrow to wide."},
          {"passing", required, list(number("%", {0.0, 100.0}), 2, most_sieves),
           "Per cent of the mass that passes each opening, from 0 to 100."}}},
        {"list",
         "Measured sizes, each for as many grains as any other.",
         {{"values", required, list(size, 1, most_listed_sizes), "The sizes, in any order."}}},
    });
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
         {{"from", required, vector("m"), "One end of the centre line of the bar."},
          {"to", required, vector("m"), "The other end."},
          {"thickness", required, number("m", positive),
           "The thickness; half of it lies on each side of the line."},
          rough()},
         wall_shape_rule},
        {"disc",
         "A disc. A rough one is a polygon with teeth.",
         {{"center", required, vector("m"), "Its centre."},
          {"radius", required, number("m", positive), "Its radius."},
          rough()},
         wall_shape_rule},
        {"ring",
         "A drum: a hollow regular polygon of straight pieces. A rough one has its teeth "
         "inside.",
         {{"center", required, vector("m"), "Its centre."},
          {"radius", required, number("m", positive),
           "The distance from the centre to the inner corners."},
          {"thickness", required, number("m", positive),
           "The thickness of the pieces, which lies outside of the radius."},
          {"pieces", or_else("64"), integer(3, most_ring_pieces), "Number of straight pieces."},
          rough()},
         wall_shape_rule},
        {"grains",
         "A row of grains, glued together side by side in random orientation: as rough as grains "
         "are. If it is as long as a periodic domain, it closes on itself.",
         {{"from", required, vector("m"), "Where the row begins; centroids are on the line."},
          {"to", required, vector("m"), "Where it ends."},
          {"grain", required, grain_shape_type(),
           "The form of its grains, as a `shape` of `[[grains]]`."},
          {"size", required, size_type(),
           "The equivalent diameter of its grains, as a `size` of `[[grains]]`."}},
         row_rule},
    });
}

Key about_point() {
    return {"about", optional, vector("m"),
            "The point that the wall turns about, where it is at the beginning. Without it, that "
            "is the wall's centroid (teeth left out)."};
}

/// A load in the place of a prescribed motion.
Alternative load_motion() {
    const auto word_or = [](std::vector<std::string> words, Type other) {
        return either({word(std::move(words)), std::move(other)});
    };
    return {
        "load",
        "A load pushes the wall in one direction, in which it then moves as its mass and the "
        "grains "
        "allow. Across that direction, and in turning, it moves as prescribed.",
        {{"along", required, vector("1"), "The direction of the load; its length does not count."},
         {"pressure", optional, number("N/m"),
          "The load on each metre of the loaded length. Either this or `force`."},
         {"force", optional, number("N"), "The load on the whole wall."},
         {"length", optional, word_or({"period"}, number("m", positive)),
          "The length that the pressure acts on: a number, or that of a periodic domain across the "
          "load, which it is if neither this nor `between` is given."},
         {"between", optional, list(reference(Named::wall), 2, 2),
          "Two walls whose distance is the loaded length, at every moment."},
         {"velocity", or_else("[0.0, 0.0]"), vector("m/s"),
          "The prescribed velocity, across the load."},
         {"spin", or_else("0.0"), number("rad/s"), "The prescribed angular velocity."},
         {"torque", optional, number("N m"),
          "Lets the wall turn freely, under this torque and that of the grains."},
         {"mass", or_else("\"auto\""), word_or({"auto"}, number("kg", positive)),
          "`auto` is that of one layer of mean grains along the loaded length. A lighter wall may "
          "need a smaller time step, and a heavier one follows the grains less quickly."},
         {"damping", or_else("\"auto\""),
          word_or({"auto", "matched"}, number("N s/m", not_negative)),
          "Of the motion along the load. `auto` is none, because the grains damp the wall, and a "
          "damper takes a part of the load whenever the wall moves. `matched` takes up the waves "
          "that reach the wall, in stages that end at rest."},
         {"travel", optional, interval("m"),
          "How far the wall may move along the load from where its motion begins; stops hold it "
          "there."},
         {"max_speed", optional, number("m/s", positive),
          "The largest speed along the load. Without it, one at which the wall meets the grains "
          "without a shock."},
         {"weight", or_else("false"), flag(),
          "Whether gravity pulls on the wall too, along the load."},
         {"ramp", or_else("\"auto\""), word_or({"auto"}, number("s", not_negative)),
          "The time in which a change of the load takes place, smoothly; with 0 it is a shock. "
          "`auto` is eight times as long as a wave needs through the grains."},
         about_point()},
        load_rule};
}

Type motion_type() {
    const auto points = [](Type of_one) { return list(std::move(of_one), 2, most_table_rows); };
    return by_kind({
        {"constant",
         "Moves and turns steadily. If all numbers are zero, it stands still.",
         {{"velocity", or_else("[0.0, 0.0]"), vector("m/s"),
           "The velocity of the point that it turns about."},
          {"spin", or_else("0.0"), number("rad/s"), "The angular velocity, counter-clockwise."},
          about_point()}},
        {"oscillate",
         "Swings as sin(2 pi frequency t + phase) about where its shape is.",
         {{"amplitude", or_else("[0.0, 0.0]"), vector("m"), "The amplitude of the shift."},
          {"angular_amplitude", or_else("0.0"), number("rad"), "The amplitude of the turn."},
          {"frequency", required, number("Hz", positive), "Swings per second."},
          {"phase", or_else("0.0"), number("rad"), "The phase at which the swing begins."},
          about_point()}},
        {"ramp",
         "Starts smoothly, and then moves and turns steadily.",
         {{"velocity", or_else("[0.0, 0.0]"), vector("m/s"), "The velocity in the end."},
          {"spin", or_else("0.0"), number("rad/s"), "The angular velocity in the end."},
          {"rise", required, number("s", positive), "The time until then."},
          about_point()}},
        {"table",
         "Moves through the points of a table, given by where the wall is (`positions`, `angles`) "
         "or by how fast it moves (`velocities`, `spins`). After its last point it stands still, "
         "or "
         "goes on steadily.",
         {{"times", required, points(number("s", not_negative)),
           "The times of the points, from 0 on, which is when the motion begins."},
          {"positions", optional, points(vector("m")),
           "The shift of the wall at these times, from where it is when the motion begins."},
          {"angles", optional, points(number("rad")), "Its turn."},
          {"velocities", optional, points(vector("m/s")), "Its velocity."},
          {"spins", optional, points(number("rad/s")), "Its angular velocity."},
          {"interpolation", or_else("\"smooth\""), word({"linear", "smooth"}),
           "What joins the points: straight lines, which make the velocity jump where it is not "
           "given, or curves without a kink."},
          about_point()},
         table_rule},
        load_motion(),
    });
}

Type place_type() {
    const Key x{"x", required, interval("m"), "The grains begin between these."};
    const Key y{"y", required, interval("m"), "The grains begin between these."};
    const Key velocity{"velocity", or_else("[0.0, 0.0]"), vector("m/s"),
                       "The velocity at the beginning."};
    return by_kind({
        {"list",
         "Each grain is at its own place, whatever else is there.",
         {{"at", required, list(vector("m"), 1, most_grains), "The centroids."},
          {"angle", or_else("[]"), list(number("rad"), 0, most_grains),
           "As many as `at`, or an empty list: all are 0."},
          {"velocity", or_else("[]"), list(vector("m/s"), 0, most_grains),
           "As many as `at`, or an empty list: all are at rest."},
          {"spin", or_else("[]"), list(number("rad/s"), 0, most_grains),
           "As many as `at`, or an empty list: all are 0."}}},
        {"lattice",
         "The grains stand in rows from the bottom, in random orientation, so far apart that each "
         "can turn.",
         {x,
          y,
          {"jitter", optional, number("", {0.0, largest_jitter}),
           "Makes the cells of the lattice wider by this share; each grain is anywhere in its cell "
           "where it can turn."},
          velocity}},
        {"random",
         "The grains lie anywhere in a rectangle and in any orientation, without overlap. If "
         "several groups are placed in this way, the largest grains of all of them look for room "
         "first.",
         {x, y, velocity}},
        {"rain",
         "The grains drop one after the other, wherever there is room.",
         {x,
          {"y", required, number("m", not_negative),
           "How far above the surface a grain's lowest point begins."},
          {"rate", required, number("grains/s", positive), "The number of grains per second."},
          {"below", optional, number("m"),
           "Grains begin below this height, and what lies above it does not count as surface, such "
           "as the lid of a drum. Without it, that is the top of the domain."},
          velocity}},
        {"pack",
         "All grains with such a place, of whatever groups, form one dense random packing without "
         "gravity: their overlaps are made less while their box grows until none is left "
         "(docs/packings.md). These keys, but for `velocity`, must be the same for all groups.",
         {{"x", optional, interval("m"), "The sides of the box; without it, those of the domain."},
          {"y", optional, interval("m"), "Likewise."},
          {"outline", optional, list(vector("m"), 3, geometry::most_corners),
           "Corners of a convex outline, counter-clockwise, in the place of the box."},
          {"method", or_else("\"rearrange\""),
           word({spelt(PackMethod::rearrange), spelt(PackMethod::fire)}),
           "How overlaps are made less: grain by grain (Raschdorf and Kolonko), or all at once by "
           "fast inertial relaxation, which is a little denser for "
           "discs."},
          {"keep", optional, word({spelt(PackKeep::sizes), spelt(PackKeep::box)}),
           "What stays as it is: with `sizes` the box shrinks about its centre, and where it is "
           "periodic the domain with it; with `box` the grains become larger. Without it, `box` in "
           "a scene with walls, and `sizes` in all others."},
          {"growth", or_else("0.003"), number("", {slowest_growth, fastest_growth}),
           "How fast the box grows while overlaps are left: 0.001 packs more densely and takes "
           "longer, 0.01 the other way round."},
          velocity}},
    });
}

}  // namespace

Type wall_type() {
    return table(
        {
            {"name", required, name(), "Unique among grains, walls and measures."},
            {"material", required, reference(Named::material), "What it is made of."},
            {"shape", required, wall_shape_type(), "Where it is at the beginning."},
            {"motion", or_else("{ kind = \"constant\" }"), motion_type(),
             "How it moves, as prescribed or under a load; its time begins as `since` says."},
            {"from", or_else("0.0"), number("s", not_negative), "It is there from this time on."},
            {"until", or_else("1e9"), number("s", positive), "It is gone from this time on."},
            {"since", or_else("\"appearance\""), word({"appearance", "start"}),
             "When its motion begins: at `from`, when the wall appears where its shape is, or with "
             "the run, so that it has moved already when it appears."},
            {"present", or_else("true"), flag(),
             "Whether it is there at all, which a `[[stage]]` may change. While it is away, its "
             "motion stands still, unless that began at the `start`."},
            {"one_sided", or_else("false"), flag(),
             "Grains touch it from one side only, so that it may be thinner than they are."},
        },
        wall_rule);
}

Type grains_type() {
    return table(
        {
            {"name", required, name(), "Unique among grains, walls and measures."},
            {"material", required, reference(Named::material), "What they are made of."},
            {"count", optional, integer(1, most_grains),
             "The number of grains. For a `list` it must be the number of its places, and may be "
             "left out."},
            {"fraction", optional, number("", Limits{0.0, 1.0, true}),
             "Instead of `count`, for a `lattice` or `random`: the share of the area of the place "
             "that the grains cover."},
            {"shape", optional, grain_shape_type(), "Their form."},
            {"shapes", optional,
             list(grain_shape_type({{"weight", or_else("1.0"),
                                     number("", {1.0 / largest_weight, largest_weight}),
                                     "How many grains have this form, compared with the others."}}),
                  1, most_mixed_shapes),
             "Instead of `shape`: several forms. Each grain has one of them, at random."},
            {"size", optional, size_type(),
             "Equivalent diameter: that of the disc with the same area. Only a `polygon` may do "
             "without it: it then keeps its own size."},
            {"place", required, place_type(), "Where they begin."},
        },
        grains_rule);
}

}  // namespace scree::engine
