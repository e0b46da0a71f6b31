#include "engine/scene/rules/rules.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>

#include "engine/laws/kinds.h"
#include "engine/scene/build.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

/// The largest number of frames or rows: more is a slip, and would fill the disk.
constexpr double most_records = 1e7;
constexpr std::size_t most_pieces_in_all = 200'000;

/// A length as text for people.
std::string meters(double length) {
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.4g m", length);
    return digits.data();
}

std::string quoted(const std::string& name) { return '`' + name + '`'; }

/// The pieces of a wall, drawn with any random numbers, because only their sizes matter here.
WallPieces any_pieces(const TomlTable& shape) {
    Generator generator(1, "");
    return build_wall_pieces(shape, generator);
}

/// Reports a shape that has no area or too many pieces.
void check_pieces(const CheckedTable& shape) {
    try {
        any_pieces(shape.table);
    } catch (const geometry::InvalidShape& error) {
        shape.report.add(shape.place, shape.path + ": " + error.what());
    }
}

/// The thickness of the largest grain of a group; where shapes are drawn at random it is the
/// equivalent diameter.
double largest_grain(const GrainGroup& group) {
    if (group.size) return size_quantile(*group.size, 1.0);
    const auto& polygon = std::get<PolygonShape>(group.shape);
    return 2.0 * geometry::ConvexPolygon(polygon.vertices).inradius();
}

/// The thickness of a wall at its middle.
double thickness_of(const TomlTable& shape) {
    const std::string& kind = text(shape, "kind");
    if (kind == "ring") return number(shape, "thickness");
    if (kind == "disc") return 2.0 * number(shape, "radius");
    if (kind == "grains") return size_quantile(build_size(table(shape, "size")), 0.0);
    TomlTable smooth = shape;
    smooth.erase("rough");
    return 2.0 * geometry::inradius(any_pieces(smooth).front().shape);
}

/// Reports walls that are thinner than the largest grain, because a grain that is pressed into such
/// a wall may come out on the other side.
void check_thickness(const CheckedTable& scene, double largest) {
    for (const Node& node : list(scene.table, "walls")) {
        const auto& wall = *node.as<TomlTable>();
        if (value_of<bool>(wall, "one_sided")) continue;
        const double thickness = thickness_of(table(wall, "shape"));
        if (thickness >= largest * (1.0 - 1e-9)) continue;
        scene.report.add(value(wall, "shape").place,
                         "walls." + text(wall, "name") + ".shape is " + meters(thickness) +
                             " thick, and the largest grain " + meters(largest) +
                             ": make it thicker, or say one_sided = true");
    }
}

void check_piece_count(const CheckedTable& scene) {
    std::size_t pieces = 0;
    for (const Node& node : list(scene.table, "walls")) {
        pieces += any_pieces(table(*node.as<TomlTable>(), "shape")).size();
        if (pieces <= most_pieces_in_all) continue;
        scene.report.add(node.place, "the walls have more than " +
                                         std::to_string(most_pieces_in_all) + " pieces in all");
        return;
    }
}

void check_grains(const CheckedTable& scene) {
    std::size_t count = 0;
    double largest = 0.0;
    for (const Node& node : list(scene.table, "grains")) {
        const GrainGroup group = build_group(*node.as<TomlTable>());
        count += group.count;
        largest = std::max(largest, largest_grain(group));
        if (count > most_grains) {
            scene.report.add(node.place, "the scene has more than " + std::to_string(most_grains) +
                                             " grains in all");
            return;
        }
    }
    check_thickness(scene, largest);
}

void check_periods(const CheckedTable& scene) {
    const double duration = duration_of(scene.table);
    const TomlTable& every = table(table(scene.table, "output"), "every");
    for (const std::string key : {"frames", "series", "checkpoint"})
        if (duration / number(every, key) > most_records)
            scene.error(
                "output.every." + key,
                "is too short: that would be more than 10 million in " + to_toml(duration) + " s");
}

void check_law(const CheckedTable& scene) {
    const TomlTable& contact = table(scene.table, "contact");
    if (kind_of<LawKind>(text(contact, "law")) != LawKind::linear) return;
    for (const Node& node : list(scene.table, "grains")) {
        const auto& group = *node.as<TomlTable>();
        const auto is_disc = [](const TomlTable& shape) { return text(shape, "kind") == "disc"; };
        if (has(group, "shape") ? is_disc(table(group, "shape"))
                                : std::ranges::all_of(list(group, "shapes"), [&](const Node& one) {
                                      return is_disc(*one.as<TomlTable>());
                                  }))
            continue;
        scene.error("contact.law", "can be linear for discs only, and the grains " +
                                       quoted(text(group, "name")) + " are not discs");
        return;
    }
}

void check_trace(const CheckedTable& scene) {
    for (const Node& node : list(table(scene.table, "output"), "trace")) {
        const auto& name = *node.as<std::string>();
        for (const Node& entry : list(scene.table, "grains")) {
            const auto& group = *entry.as<TomlTable>();
            if (text(group, "name") != name) continue;
            if (const std::size_t count = build_group(group).count; count != 1)
                scene.report.add(node.place,
                                 "output.trace: only single grains can be traced, but " +
                                     quoted(name) + " has " + std::to_string(count));
        }
    }
}

void check_damping(const CheckedTable& material) {
    if (has(material.table, "damping") && has(material.table, "restitution"))
        material.error("restitution", "and damping exclude each other: keep one");
}

}  // namespace

void domain_rule(const CheckedTable& domain) {
    const TomlList& periodic = list(domain.table, "periodic");
    if (periodic.size() == 2 && *periodic[0].as<std::string>() == *periodic[1].as<std::string>())
        domain.error("periodic", "names a direction twice");
}

void hgrid_rule(const CheckedTable& broad_phase) {
    if (value(broad_phase.table, "cells").as<TomlList>() == nullptr) return;
    const std::vector<double> cells = numbers(broad_phase.table, "cells");
    if (!std::is_sorted(cells.begin(), cells.end(), std::less_equal<>()))
        broad_phase.error("cells", "must rise from level to level");
    if (has(broad_phase.table, "levels"))
        broad_phase.error("levels",
                          "must be left out if `cells` is a list: each of its widths is a level");
}

void material_rule(const CheckedTable& material) {
    if (!has(material.table, "damping") && !has(material.table, "restitution"))
        material.report.add(material.place, material.path + " needs damping or restitution");
    check_damping(material);
}

void pair_rule(const CheckedTable& pair) { check_damping(pair); }

void outline_rule(const CheckedTable& shape) {
    if (const auto error = geometry::find_outline_error(build_outline(shape.table))) {
        const Node& vertices = value(shape.table, "vertices");
        const Node& bad = error->vertex ? (*vertices.as<TomlList>())[*error->vertex] : vertices;
        shape.report.add(bad.place, shape.path + ".vertices: " + error->message);
        return;
    }
    if (has(shape.table, "rough")) check_pieces(shape);
}

void wall_shape_rule(const CheckedTable& shape) { check_pieces(shape); }

void row_rule(const CheckedTable& shape) {
    const SpecErrors of_grain = find_errors(build_grain_shape(table(shape.table, "grain")));
    const SpecErrors of_size = find_errors(build_size(table(shape.table, "size")));
    for (const SpecError& error : of_grain) shape.error("grain." + error.key, error.message);
    for (const SpecError& error : of_size) shape.error("size." + error.key, error.message);
    if (of_grain.empty() && of_size.empty()) check_pieces(shape);
}

void grains_rule(const CheckedTable& group) {
    if (has(group.table, "shape") == has(group.table, "shapes")) {
        group.report.add(group.place, group.path + (has(group.table, "shape")
                                                        ? " has both shape and shapes: keep one"
                                                        : ".shape is missing"));
        return;
    }
    if (has(group.table, "count") && has(group.table, "fraction")) {
        group.error("fraction", "and count exclude each other: keep one");
        return;
    }
    const GrainGroup built = build_group(group.table);
    if (built.count == 0) {
        if (has(group.table, "fraction")) {
            group.error("fraction",
                        "is for grains on a lattice or at random: give a count instead");
            return;
        }
        group.report.add(group.place, group.path + ".count is missing");
        return;
    }
    for (const SpecError& error : find_errors(built)) group.error(error.key, error.message);
}

void start_rule(const CheckedTable& start) {
    const std::string& run = text(start.table, "run");
    if (run.empty() || run.find('\0') != std::string::npos)
        start.error("run", "must be the name of a run folder");
}

void scene_rule(const CheckedTable& scene) {
    check_ends(scene);
    check_loads(scene);
    check_cell(scene);
    check_law(scene);
    check_trace(scene);
    check_periods(scene);
    check_measures(scene);
    check_grains(scene);
    check_packing(scene);
    check_piece_count(scene);
}

}  // namespace scree::engine
