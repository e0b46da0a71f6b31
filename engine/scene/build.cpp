#include "engine/scene/build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "engine/base/workers.h"
#include "engine/laws/kinds.h"
#include "engine/scene/build_measure.h"
#include "engine/scene/build_motion.h"
#include "engine/scene/keys.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

/// The value that the word of a key stands for. The check against the table of keys has refused all
/// other words.
template <class Kind>
Kind kind(const TomlTable& table, std::string_view key) {
    const std::optional<Kind> found = kind_of<Kind>(text(table, key));
    if (!found) throw std::logic_error("no meaning for " + text(table, key) + " in the scene");
    return *found;
}

std::uint32_t build_threads(const TomlTable& run) {
    const auto* given = value(run, "threads").as<std::int64_t>();
    return given ? static_cast<std::uint32_t>(*given) : default_threads();
}

RunSpec build_run(const TomlTable& run) {
    RunSpec result;
    if (const auto* dt = value(run, "dt").as<double>()) result.dt = *dt;
    result.accuracy = number(run, "accuracy");
    result.integrator = kind<IntegratorKind>(run, "integrator");
    result.threads = build_threads(run);
    result.gravity = vector(run, "gravity");
    if (has(run, "stop")) result.stop_at_rest = number(table(run, "stop"), "at_rest");
    return result;
}

DomainSpec build_domain(const TomlTable& domain) {
    DomainSpec result;
    result.x = interval(domain, "x");
    result.y = interval(domain, "y");
    for (const Node& node : list(domain, "periodic"))
        (*node.as<std::string>() == "x" ? result.periodic_x : result.periodic_y) = true;
    if (text(domain, "outflow") == "remove") result.outflow = Outflow::remove;
    if (has(domain, "cell")) {
        const TomlTable& cell = table(domain, "cell");
        CellControl& control = result.cell.emplace();
        control.targets = build_cell_targets(domain);
        control.flow = kind<CellFlow>(cell, "flow");
        if (const auto* mass = value(cell, "mass").as<double>()) control.mass = *mass;
    }
    return result;
}

HgridSettings build_hgrid(const TomlTable& hgrid) {
    HgridSettings result;
    if (value(hgrid, "cells").as<std::string>() != nullptr)
        result.rule = kind<CellRule>(hgrid, "cells");
    else
        result.cells = numbers(hgrid, "cells");
    if (has(hgrid, "levels")) result.levels = static_cast<std::size_t>(integer(hgrid, "levels"));
    result.search = kind<GridSearch>(hgrid, "search");
    if (has(hgrid, "overhead")) result.overhead = number(hgrid, "overhead");
    return result;
}

BroadPhaseSettings build_broad_phase(const TomlTable& broad_phase) {
    BroadPhaseSettings result = kind<BroadPhaseKind>(broad_phase, "kind");
    if (result.kind == BroadPhaseKind::hgrid) result.hgrid = build_hgrid(broad_phase);
    if (result.kind == BroadPhaseKind::verlet) result.verlet_radius = number(broad_phase, "radius");
    return result;
}

double build_damping(const TomlTable& material) {
    return has(material, "damping") ? number(material, "damping")
                                    : damping_for_restitution(number(material, "restitution"));
}

std::vector<Material> build_materials(const TomlTable& materials) {
    std::vector<Material> result;
    for (const Member& member : materials.members) {
        const auto& material = *member.value.as<TomlTable>();
        result.push_back({.name = member.key,
                          .density = number(material, "density"),
                          .stiffness = number(material, "stiffness"),
                          .friction = number(material, "friction"),
                          .damping = build_damping(material),
                          .cohesion = number(material, "cohesion")});
    }
    return result;
}

std::uint16_t index_of(const std::vector<Material>& materials, const std::string& name) {
    const auto found = std::find_if(materials.begin(), materials.end(),
                                    [&](const Material& m) { return m.name == name; });
    return static_cast<std::uint16_t>(found - materials.begin());
}

void override_pair(ContactParameters& parameters, const TomlTable& pair) {
    const auto override_by = [&](std::string_view key, double& parameter) {
        if (has(pair, key)) parameter = number(pair, key);
    };
    override_by("stiffness", parameters.stiffness);
    override_by("friction", parameters.friction);
    override_by("cohesion", parameters.cohesion);
    override_by("tangential_ratio", parameters.tangential_ratio);
    override_by("tangential_damping", parameters.tangential_damping);
    if (has(pair, "damping") || has(pair, "restitution")) parameters.damping = build_damping(pair);
}

ContactTable build_contacts(const TomlTable& scene, const std::vector<Material>& materials) {
    ContactTable contacts(materials);
    const double ratio = number(table(scene, "contact"), "tangential_ratio");
    const double damping = number(table(scene, "contact"), "tangential_damping");
    for (std::size_t a = 0; a < materials.size(); ++a) {
        for (std::size_t b = a; b < materials.size(); ++b) {
            ContactParameters parameters = contacts.at(a, b);
            parameters.tangential_ratio = ratio;
            parameters.tangential_damping = damping;
            contacts.set(a, b, parameters);
        }
    }
    for (const Member& one : table(scene, "contacts").members) {
        for (const Member& other : one.value.as<TomlTable>()->members) {
            const std::size_t a = index_of(materials, one.key);
            const std::size_t b = index_of(materials, other.key);
            ContactParameters parameters = contacts.at(a, b);
            override_pair(parameters, *other.value.as<TomlTable>());
            contacts.set(a, b, parameters);
        }
    }
    return contacts;
}

StartSpec build_start(const TomlTable& start) {
    return {.run = text(start, "run"),
            .time = optional_number(start, "time"),
            .keep_time = value_of<bool>(start, "keep_time")};
}

SceneWall build_wall(const TomlTable& wall, const std::vector<Material>& materials,
                     std::uint64_t seed) {
    const TomlTable& shape = table(wall, "shape");
    SceneWall result;
    result.name = text(wall, "name");
    Generator generator(seed, result.name + "/grains");
    result.wall.pieces = build_wall_pieces(shape, generator);
    result.wall.material = index_of(materials, text(wall, "material"));
    result.wall.from = number(wall, "from");
    result.wall.until = number(wall, "until");
    result.wall.moves_from_start = text(wall, "since") == "start";
    result.wall.present = value_of<bool>(wall, "present");
    return result;
}

std::uint32_t corners(const Node& node) {
    return static_cast<std::uint32_t>(std::get<std::int64_t>(node.value));
}

double rounded(const TomlTable& shape) { return optional_number(shape, "rounded").value_or(0.0); }

IrregularShape build_irregular(const TomlTable& shape) {
    const Node& given = value(shape, "corners");
    const auto* range = given.as<TomlList>();
    return {corners(range == nullptr ? given : (*range)[0]),
            corners(range == nullptr ? given : (*range)[1]), number(shape, "elongation"),
            rounded(shape)};
}

PlacePack build_pack(const TomlTable& place) {
    PlacePack result;
    if (has(place, "x")) result.x = interval(place, "x");
    if (has(place, "y")) result.y = interval(place, "y");
    if (has(place, "outline")) result.outline = vectors(place, "outline");
    result.method = kind_of<PackMethod>(text(place, "method")).value_or(PackMethod::rearrange);
    result.growth = number(place, "growth");
    if (has(place, "keep")) result.keep = kind_of<PackKeep>(text(place, "keep"));
    result.velocity = vector(place, "velocity");
    return result;
}

PlaceSpec build_place(const TomlTable& place) {
    const std::string& kind = text(place, "kind");
    if (kind == "list")
        return PlaceList{.at = vectors(place, "at"),
                         .angle = numbers(place, "angle"),
                         .velocity = vectors(place, "velocity"),
                         .spin = numbers(place, "spin")};
    if (kind == "pack") return build_pack(place);
    const Interval x = interval(place, "x");
    const Vec2 velocity = vector(place, "velocity");
    if (kind == "lattice")
        return PlaceLattice{x, interval(place, "y"), velocity,
                            optional_number(place, "jitter").value_or(0.0)};
    if (kind == "random") return PlaceRandom{x, interval(place, "y"), velocity};
    return PlaceRain{.x = x,
                     .y = number(place, "y"),
                     .rate = number(place, "rate"),
                     .velocity = velocity,
                     .below = optional_number(place, "below")};
}

OutputSpec build_output(const TomlTable& output) {
    OutputSpec result;
    static_cast<OutputPeriods&>(result) = build_periods(output);
    for (const Node& name : list(output, "trace")) result.trace.push_back(*name.as<std::string>());
    return result;
}

std::vector<SweepAxis> build_sweep(const TomlTable& sweep) {
    std::vector<SweepAxis> axes;
    for (const Member& member : sweep.members) {
        SweepAxis& axis = axes.emplace_back(SweepAxis{member.key, {}});
        for (const Node& node : *member.value.as<TomlList>()) axis.values.push_back(to_toml(node));
    }
    return axes;
}

}  // namespace

OutputPeriods build_periods(const TomlTable& output) {
    const TomlTable& every = table(output, "every");
    return {number(every, "frames"), number(every, "series"), number(every, "checkpoint")};
}

CellTargets build_cell_targets(const TomlTable& domain) {
    CellTargets targets;
    if (!has(domain, "cell")) return targets;
    for (const auto& [component, name] : words<CellComponent>) {
        const TomlTable& given = table(table(domain, "cell"), name);
        CellTarget& target = targets[static_cast<std::size_t>(component)];
        target.is_stress = has(given, "stress");
        if (target.is_stress || has(given, "rate"))
            target.value = number(given, target.is_stress ? "stress" : "rate");
    }
    return targets;
}

StageValues build_stage_values(const TomlTable& scene, const Scene& built) {
    StageValues values;
    values.cell = build_cell_targets(table(scene, "domain"));
    values.gravity = vector(table(scene, "run"), "gravity");
    values.contacts = build_contacts(scene, build_materials(table(scene, "materials")));
    values.motions = build_motions(scene, built.walls, built.domain);
    for (const Node& wall : list(scene, "walls"))
        values.present.push_back(value_of<bool>(*wall.as<TomlTable>(), "present"));
    return values;
}

std::vector<Vec2> build_outline(const TomlTable& shape) { return vectors(shape, "vertices"); }

ShapeSpec build_grain_shape(const TomlTable& shape) {
    const std::string& kind = text(shape, "kind");
    if (kind == "irregular") return build_irregular(shape);
    if (kind == "regular") return RegularShape{corners(value(shape, "corners")), rounded(shape)};
    if (kind == "ellipse")
        return EllipseShape{number(shape, "aspect"), corners(value(shape, "corners"))};
    if (kind == "rectangle") return RectangleShape{number(shape, "aspect"), rounded(shape)};
    if (kind == "polygon") return PolygonShape{build_outline(shape), rounded(shape)};
    return DiscShape{};
}

ShapeSpec build_mixture(const TomlList& shapes) {
    MixedShapes mixture;
    for (const Node& node : shapes) {
        const auto& shape = *node.as<TomlTable>();
        mixture.shapes.push_back({number(shape, "weight"), build_grain_shape(shape)});
    }
    return mixture;
}

SizeSpec build_size(const TomlTable& size) {
    const std::string& kind = text(size, "kind");
    if (kind == "mono") return MonoSize{number(size, "value")};
    if (kind == "bidisperse")
        return BidisperseSize{number(size, "small"), number(size, "large"),
                              number(size, "fraction")};
    if (kind == "lognormal")
        return LognormalSize{number(size, "median"), number(size, "spread"), number(size, "cut")};
    if (kind == "sieve") return SieveSize{numbers(size, "openings"), numbers(size, "passing")};
    if (kind == "list") return ListSize{numbers(size, "values")};
    const double min = number(size, "min");
    const double max = number(size, "max");
    if (kind == "uniform") return UniformSize{min, max};
    if (kind == "uniform_area") return UniformAreaSize{min, max};
    if (kind == "fuller") return FullerSize{min, max, number(size, "exponent")};
    return PowerLawSize{min, max, number(size, "exponent")};
}

WallPieces build_wall_pieces(const TomlTable& shape, Generator& generator) {
    const std::string& kind = text(shape, "kind");
    const Roughness rough = optional_number(shape, "rough");
    if (kind == "polygon") return polygon_wall(build_outline(shape), rough);
    if (kind == "box") {
        const Interval x = interval(shape, "x");
        const Interval y = interval(shape, "y");
        const std::array<Vec2, 4> outline = {
            {{x.low, y.low}, {x.high, y.low}, {x.high, y.high}, {x.low, y.high}}};
        return polygon_wall(outline, rough);
    }
    if (kind == "segment")
        return segment_wall(vector(shape, "from"), vector(shape, "to"), number(shape, "thickness"),
                            rough);
    if (kind == "grains")
        return row_of_grains(vector(shape, "from"), vector(shape, "to"),
                             build_grain_shape(table(shape, "grain")),
                             build_size(table(shape, "size")), generator);
    const Vec2 center = vector(shape, "center");
    const double radius = number(shape, "radius");
    if (kind == "disc") return disc_wall(center, radius, rough);
    return ring_wall(center, radius, number(shape, "thickness"),
                     static_cast<int>(integer(shape, "pieces")), rough);
}

/// How many grains fill this share of the rectangle of their place.
std::size_t count_for(double fraction, const GrainGroup& group) {
    const auto rectangle = [&]() -> std::optional<double> {
        const auto area = [](const Interval& x, const Interval& y) {
            return (x.high - x.low) * (y.high - y.low);
        };
        if (const auto* lattice = std::get_if<PlaceLattice>(&group.place))
            return area(lattice->x, lattice->y);
        if (const auto* random = std::get_if<PlaceRandom>(&group.place))
            return area(random->x, random->y);
        return {};
    }();
    if (!rectangle) return 0;
    // What is wrong with sizes and shapes is reported by itself.
    if ((group.size && !find_errors(*group.size).empty()) || !find_errors(group.shape).empty())
        return 1;
    double of_grain = 0.0;
    if (group.size) {
        constexpr int quantiles = 10'000;
        const SizeQuantiles size(*group.size);
        for (int k = 0; k < quantiles; ++k) {
            const double diameter = size((k + 0.5) / quantiles);
            of_grain += 0.25 * std::numbers::pi * diameter * diameter / quantiles;
        }
    } else if (const auto* polygon = std::get_if<PolygonShape>(&group.shape)) {
        of_grain = geometry::ConvexPolygon(polygon->vertices).area();
    }
    const double count = std::floor(fraction * *rectangle / of_grain + 0.5);
    return static_cast<std::size_t>(std::clamp(count, 1.0, 2.0 * most_grains));
}

GrainGroup build_group(const TomlTable& group) {
    GrainGroup result;
    result.name = text(group, "name");
    if (has(group, "shape")) result.shape = build_grain_shape(table(group, "shape"));
    if (has(group, "shapes")) result.shape = build_mixture(list(group, "shapes"));
    if (has(group, "size")) result.size = build_size(table(group, "size"));
    result.place = build_place(table(group, "place"));
    if (has(group, "count"))
        result.count = static_cast<std::size_t>(integer(group, "count"));
    else if (has(group, "fraction"))
        result.count = count_for(number(group, "fraction"), result);
    else if (const auto* places = std::get_if<PlaceList>(&result.place))
        result.count = places->at.size();
    return result;
}

Scene build_scene(const TomlTable& scene) {
    Scene result;
    result.title = text(scene, "title");
    result.seed = static_cast<std::uint64_t>(integer(scene, "seed"));
    result.run = build_run(table(scene, "run"));
    if (has(scene, "start")) result.start = build_start(table(scene, "start"));
    result.domain = build_domain(table(scene, "domain"));
    result.broad_phase = build_broad_phase(table(scene, "broad_phase"));
    result.materials = build_materials(table(scene, "materials"));
    result.contacts = build_contacts(scene, result.materials);
    const TomlTable& contact = table(scene, "contact");
    result.law = kind<LawKind>(contact, "law");
    result.largest_overlap = number(contact, "largest_overlap");
    for (const Node& wall : list(scene, "walls"))
        result.walls.push_back(build_wall(*wall.as<TomlTable>(), result.materials, result.seed));
    const std::vector<WallMotion> motions = build_motions(scene, result.walls, result.domain);
    for (std::size_t w = 0; w < motions.size(); ++w) result.walls[w].wall.motion = motions[w];
    for (const Node& node : list(scene, "grains")) {
        const auto& group = *node.as<TomlTable>();
        result.grains.push_back(build_group(group));
        result.grains.back().material = index_of(result.materials, text(group, "material"));
    }
    result.output = build_output(table(scene, "output"));
    for (const Node& measure : list(scene, "measure"))
        result.measures.push_back(build_measure(*measure.as<TomlTable>(), scene, result));
    result.sweep = build_sweep(table(scene, "sweep"));
    return result;
}

}  // namespace scree::engine
