#include "engine/grains/group.h"

#include <stdexcept>
#include <utility>

#include "engine/grains/rounded_polygon.h"

namespace scree::engine {
namespace {

void add_errors(SpecErrors& errors, const std::string& key, const SpecErrors& more) {
    for (const SpecError& error : more) errors.push_back({key + "." + error.key, error.message});
}

void place_packed(const GrainGroup& group, const PlacePack& place, std::span<NewGrain> grains) {
    if (!group.packed || group.packed->at.size() != grains.size())
        throw std::logic_error("the packing of the scene was not made");
    for (std::size_t k = 0; k < grains.size(); ++k) {
        grains[k].position = group.packed->at[k];
        grains[k].angle = group.packed->angle[k];
        grains[k].velocity = place.velocity;
    }
}

}  // namespace

SpecErrors find_errors(const GrainGroup& group) {
    SpecErrors errors;
    if (group.left) return errors;
    if (group.count < 1 || group.count > most_grains)
        errors.push_back({"count", "must be from 1 to " + std::to_string(most_grains) + ", not " +
                                       std::to_string(group.count)});
    if (std::holds_alternative<MixedShapes>(group.shape))
        for (const SpecError& error : find_errors(group.shape)) errors.push_back(error);
    else
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
    const double scale = group.packed ? group.packed->scale : 1.0;
    if (group.size) {
        for (const double size : draw_sizes(*group.size, group.count, sizes))
            add(draw_shape(group.shape, scale * size, shapes));
    } else {
        std::vector<geometry::Vec2> vertices = std::get<PolygonShape>(group.shape).vertices;
        for (geometry::Vec2& vertex : vertices) vertex = scale * vertex;
        if (const double rounded = std::get<PolygonShape>(group.shape).rounded; rounded > 0.0)
            vertices = rounded_polygon(vertices, rounded);
        const geometry::ConvexPolygon polygon(vertices);
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
        if (const auto* pack = std::get_if<PlacePack>(&group.place)) {
            place_packed(group, *pack, of_group);
            for (const NewGrain& grain : of_group) index.add(placed(grain));
            continue;
        }
        placements.push_back({.name = group.name,
                              .place = group.place,
                              .grains = of_group,
                              .generator = Generator(seed, group.name + "/places")});
    }
    place_grains(placements, index);
    return grains;
}

}  // namespace scree::engine
