#include "engine/grains/group.h"

#include <utility>

namespace scree::engine {
namespace {

std::size_t most_corners_of(const ShapeSpec& spec) {
    if (const auto* irregular = std::get_if<IrregularShape>(&spec)) return irregular->corners_max;
    if (const auto* regular = std::get_if<RegularShape>(&spec)) return regular->corners;
    if (const auto* ellipse = std::get_if<EllipseShape>(&spec)) return ellipse->corners;
    if (const auto* polygon = std::get_if<PolygonShape>(&spec)) return polygon->vertices.size();
    return 4;
}

void add_errors(SpecErrors& errors, const std::string& key, const SpecErrors& more) {
    for (const SpecError& error : more) errors.push_back({key + "." + error.key, error.message});
}

}  // namespace

SpecErrors find_errors(const GrainGroup& group) {
    SpecErrors errors;
    if (group.left) return errors;
    if (group.count < 1 || group.count > most_grains)
        errors.push_back({"count", "must be from 1 to " + std::to_string(most_grains) + ", not " +
                                       std::to_string(group.count)});
    add_errors(errors, "shape", find_errors(group.shape));
    if (group.size)
        add_errors(errors, "size", find_errors(*group.size));
    else if (!std::holds_alternative<PolygonShape>(group.shape))
        errors.push_back({"size", "is missing: only a polygon has one of its own"});
    add_errors(errors, "place", find_errors(group.place));
    if (!errors.empty()) return errors;

    const auto* list = std::get_if<PlaceList>(&group.place);
    if (list && list->at.size() != group.count)
        errors.push_back({"count", "is " + std::to_string(group.count) + ", but place.at has " +
                                       std::to_string(list->at.size()) + " places"});
    if (group.count * most_corners_of(group.shape) > most_corners_of_a_group)
        errors.push_back({"count", "times the corners of a grain is more than " +
                                       std::to_string(most_corners_of_a_group)});
    return errors;
}

std::vector<NewGrain> make_grains(const GrainGroup& group, std::uint64_t seed) {
    throw_first("grains " + group.name, find_errors(group));
    if (group.left) return *group.left;
    Generator sizes(seed, group.name + "/sizes");
    Generator shapes(seed, group.name + "/shapes");
    std::vector<NewGrain> grains;
    grains.reserve(group.count);
    const auto add = [&](geometry::Shape shape) {
        grains.push_back({.shape = std::move(shape),
                          .material = group.material,
                          .position = {},
                          .angle = 0.0,
                          .velocity = {},
                          .spin = 0.0});
    };
    if (group.size) {
        for (const double size : draw_sizes(*group.size, group.count, sizes))
            add(draw_shape(group.shape, size, shapes));
    } else {
        const geometry::ConvexPolygon polygon(std::get<PolygonShape>(group.shape).vertices);
        while (grains.size() < group.count) add(polygon);
    }
    return grains;
}

std::vector<std::vector<NewGrain>> starting_grains(std::span<const GrainGroup> groups,
                                                   std::span<const Wall> walls, std::uint64_t seed,
                                                   const Period& period,
                                                   std::span<const NewGrain> left) {
    ShapeIndex index({}, period);
    for (const NewGrain& grain : left)
        index.add({&grain.shape, {grain.position, geometry::Rotation::by(grain.angle)}});
    for (const Wall& wall : walls)
        for (const PlacedShape& piece : pieces_at_start(wall)) index.add(piece);
    std::vector<std::vector<NewGrain>> grains;
    grains.reserve(groups.size());  // the index and the placements point into it
    std::vector<Placement> placements;
    for (const GrainGroup& group : groups) {
        std::vector<NewGrain>& of_group = grains.emplace_back();
        if (std::holds_alternative<PlaceRain>(group.place)) continue;
        of_group = make_grains(group, seed);
        if (group.is_carried_over) continue;
        placements.push_back({.name = group.name,
                              .place = group.place,
                              .grains = of_group,
                              .generator = Generator(seed, group.name + "/places")});
    }
    place_grains(placements, index);
    return grains;
}

}  // namespace scree::engine
