// The rows of the table of keys for [[measure]]: see keys.cpp.

#include "engine/scene/keys_measures.h"

#include "engine/measure/kind.h"
#include "engine/measure/slicing.h"
#include "engine/scene/rules/rules.h"
#include "engine/scene/types.h"

namespace scree::engine {
namespace {

using namespace scene_types;

/// The keys of a kind, and the region, which all have that are of a part of the plane.
Alternative kind_of_measure(MeasureKind kind, std::string about, std::vector<Key> keys = {},
                            Rule rule = nullptr) {
    if (has_region(kind))
        for (const char* axis : {"x", "y"})
            keys.push_back({axis, optional, interval("m"),
                            std::string("The extent of the region; without it, ") +
                                (is_everywhere(kind) ? "everywhere." : "that of the domain.")});
    return {spelt(kind), std::move(about), std::move(keys), rule};
}

Key bins(const char* usual) {
    return {"bins", or_else(usual), integer(1, most_bins), "The number of bins."};
}

std::vector<Alternative> kinds_of_heaps_and_packings() {
    return {
        kind_of_measure(
            MeasureKind::angle_of_repose,
            "Slope of the heap's surface, left and right. If the grains do not make a heap, a "
            "note gives the reason instead of an angle: most of them must hang together, and a "
            "flank must fall, be filled with grains and be about straight."),
        kind_of_measure(MeasureKind::coordination, "Mean number of contacts of a grain."),
        kind_of_measure(MeasureKind::packing, "Share of a region that grains cover."),
        kind_of_measure(
            MeasureKind::velocity_profile,
            "Mean velocity of the grains in slices of a region. In the summary it is the mean over "
            "the frames, in `series.csv` that of the moment.",
            {{"along", or_else("\"y\""), word({"x", "y"}), "The axis that is cut into slices."},
             {"slices", or_else("20"), integer(1, most_slices), "The number of slices."}}),
        kind_of_measure(MeasureKind::energy,
                        "How much energy there is of each kind, and where the rest of it went."),
    };
}

std::vector<Alternative> kinds_of_stress() {
    return {
        kind_of_measure(
            MeasureKind::wall_load,
            "What the grains do to a wall: force, torque, pressure, shear and their ratio. A row "
            "of `series.csv` has the means over all steps since the row before.",
            {{"wall", required, reference(Named::wall), "The wall."},
             {"normal", optional, vector(""),
              "The direction from the face of the wall to the grains, before the wall has moved. "
              "Without it: where its load pushes; or across its longer sides, to the middle of the "
              "domain. A ring or a disc needs none."},
             {"length", optional, number("m", positive),
              "The length that pressure and shear are taken over. Without it: that of its load; or "
              "what the wall has of the domain along its face."}},
            wall_load_rule),
        kind_of_measure(MeasureKind::stress,
                        "The mean stress of the grains in a region, pressure positive: what "
                        "contacts pass on, cut at its edge, and what moves with the grains."),
        kind_of_measure(
            MeasureKind::shear,
            "Shear rate, friction mu, inertial number I, fraction and temperature of a region, or "
            "between two walls.",
            {{"between", optional, list(reference(Named::wall), 2, 2),
              "Two walls that face each other: rate, strain, mu and pressure are theirs then, "
              "means "
              "over the steps since the row before, and the region is what is between them."}},
            shear_rule),
        kind_of_measure(MeasureKind::fabric,
                        "The directions of contacts and of their forces, the mean number of "
                        "contacts, and how polygons touch."),
        kind_of_measure(
            MeasureKind::profile,
            "Velocity, spin, fraction, stress, temperature and shear rate in slices of a region, "
            "which divide grains by area. In the summary they are means over the frames with "
            "errors, in `series.csv` only the means over the region at the moment.",
            {{"along", or_else("\"y\""), word({"x", "y", "r"}),
              "The axis that is cut into slices; along `r` they are rings."},
             {"slices", or_else("20"), integer(1, most_slices), "The number of slices."},
             {"center", optional, vector("m"), "The centre of the rings."},
             {"r", optional, interval("m"), "The inner and the outer radius of the rings."}},
            profile_rule),
        kind_of_measure(
            MeasureKind::force_distribution,
            "The distribution of the forces between grains, over their mean, and how much of the "
            "friction is mobilised. In the summary it is the mean over the frames.",
            {bins("40"),
             {"reach", or_else("8.0"), number("", positive),
              "The end of the last bin, over the mean force."}}),
        kind_of_measure(
            MeasureKind::deposit,
            "Run-out, height, angle and length of the grains that hang together, and the pressure "
            "on the walls under them.",
            {{"initial", optional, interval("m"),
              "Where the grains were at first across gravity: the run-out is how far they are "
              "beyond it. Without it, the run-out is from the crest to the ends."},
             {"slices", or_else("20"), integer(1, most_slices),
              "The number of slices for the pressure."}}),
        kind_of_measure(
            MeasureKind::flow,
            "Grains and mass a second across a line, in both directions, by their centroids. A row "
            "of `series.csv` has the means over all steps since the row before.",
            {{"line", required, list(vector("m"), 2, 2),
              "The ends of the line. Forward is to the right of the way from the first to the "
              "second: down, if that leads from left to right."}},
            flow_rule),
    };
}

std::vector<Alternative> kinds_of_structure() {
    return {
        kind_of_measure(
            MeasureKind::structure,
            "Pair correlation, number of contacts and rattlers. In the summary they are means over "
            "the frames.",
            {bins("60"),
             {"reach", or_else("6.0"), number("", positive),
              "The end of the last bin, in mean diameters."}}),
        kind_of_measure(MeasureKind::msd,
                        "Mean square displacement of the grains of a region since the first frame "
                        "of its time, relative to their mean motion. Only the summary and `scree "
                        "measure` have it."),
        kind_of_measure(MeasureKind::sieve,
                        "The sizes of the grains by mass: the curve, and its percentiles.",
                        {bins("50")}),
        kind_of_measure(
            MeasureKind::segregation,
            "How far two species of grains are apart: large ones and small ones, or those of two "
            "materials.",
            {{"along", or_else("\"y\""), word({"x", "y"}),
              "The axis along which grains are above or below each other."},
             {"materials", optional, list(reference(Named::material), 2, 2),
              "Two materials; without them, grains are told apart by size."},
             {"split", optional, number("m", positive),
              "The diameter above which grains are large. Without it: halfway between the smallest "
              "and the largest."},
             {"cell", optional, number("m", positive),
              "The side of the cells in which species are counted. Without it: four mean "
              "diameters."}},
            segregation_rule),
    };
}

Alternative kind_of_field() {
    return kind_of_measure(
        MeasureKind::field,
        "Density, velocity, stress, temperature, strain rate and vorticity on a grid, "
        "coarse-grained "
        "(Goldhirsch), as means over the frames. They are in `fields.h5`, in pictures and in files "
        "for ParaView, not in `series.csv`.",
        {{"width", optional, number("m", positive),
          "The width w of the kernel, a cubic B-spline along each axis that ends at 2 w. Without "
          "it: the mean diameter."},
         {"cell", optional, number("m", positive),
          "The largest side of a cell; the region is divided evenly. Without it: w/2, or what "
          "gives "
          "400 cells along the longer side, if that is more."},
         {"since", optional, number("s", not_negative),
          "With it, there are also the displacements and D2min from the frame at this time to the "
          "last one."},
         {"reach", or_else("2.5"), number("", positive),
          "For D2min: within how many mean diameters grains are neighbours."}});
}

}  // namespace

Type measure_type() {
    std::vector<Alternative> kinds = kinds_of_heaps_and_packings();
    for (Alternative& kind : kinds_of_stress()) kinds.push_back(std::move(kind));
    for (Alternative& kind : kinds_of_structure()) kinds.push_back(std::move(kind));
    kinds.push_back(kind_of_field());
    return by_kind(
        std::move(kinds),
        {
            {"name", required, name(), "Unique among grains, walls and measures."},
            {"from", optional, number("s", not_negative),
             "With `from`, `until` or `stage`, the summary has means over the rows of `series.csv` "
             "in this time, with errors; profiles take the frames in it."},
            {"until", optional, number("s", positive), "The end of that time."},
            {"stage", optional, reference(Named::stage), "The only stage in which it is measured."},
        });
}

}  // namespace scree::engine
