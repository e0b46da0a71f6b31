#include "engine/forecast/placed_overlaps.h"

#include <algorithm>
#include <optional>

#include "engine/grains/shape_index.h"
#include "engine/run/beginning.h"
#include "geometry/circle.h"
#include "geometry/proximity.h"

namespace scree::engine {
namespace {

/// The bodies of an index, walls first, and what users call them.
struct PlacedBodies {
    std::vector<PlacedShape> shapes;
    std::vector<std::string> names;
    std::size_t pieces = 0;  ///< the number of pieces of walls
    /// Whether each has been where it is in a run that this one begins from, so that overlaps are
    /// contacts.
    std::vector<std::uint8_t> left;
};

PlacedBodies bodies_of(const Scene& scene, const RunSetup& setup) {
    PlacedBodies bodies;
    for (std::size_t w = 0; w < scene.walls.size(); ++w) {
        for (const PlacedShape& piece : pieces_at_start(setup.model.walls[w])) {
            bodies.shapes.push_back(piece);
            bodies.names.push_back(scene.walls[w].name);
            bodies.left.push_back(scene.beginning && scene.beginning->walls[w]);
        }
    }
    bodies.pieces = bodies.shapes.size();
    for (std::size_t g = 0; g < setup.grains.size(); ++g)
        for (std::size_t k = 0; k < setup.grains[g].size(); ++k) {
            bodies.shapes.push_back(placed(setup.grains[g][k]));
            bodies.names.push_back(scene.grains[g].name + " " + std::to_string(k));
            bodies.left.push_back(scene.grains[g].is_carried_over);
        }
    return bodies;
}

double depth_of(const PlacedShape& a, const PlacedShape& b) {
    geometry::PairMemory cold;
    geometry::QueryCounts counts;
    const auto answer = geometry::proximity(*a.shape, a.pose, *b.shape, b.pose, cold, counts);
    const auto* overlap = std::get_if<geometry::Overlap>(&answer);
    return overlap && overlap->chord > 0.0 ? overlap->area / overlap->chord : 0.0;
}

/// The depth of the overlap of two bodies; in a periodic domain that of the images that overlap
/// most.
double deepest_of(PlacedShape a, PlacedShape b, const Period& period) {
    a.pose.position = period.wrapped(a.pose.position);
    b.pose.position = period.wrapped(b.pose.position);
    double deepest = depth_of(a, b);
    if (!period.any()) return deepest;
    for (const int x : {-1, 0, 1}) {
        for (const int y : {-1, 0, 1}) {
            PlacedShape image = b;
            image.pose.position += period.shift(Turns{x, y});
            deepest = std::max(deepest, depth_of(a, image));
        }
    }
    return deepest;
}

/// Whether a group is placed by a list. Only lists are taken as they are; all other places leave
/// room for what is there.
bool has_list(const Scene& scene) {
    return std::ranges::any_of(scene.grains, [](const GrainGroup& group) {
        return std::holds_alternative<PlaceList>(group.place);
    });
}

}  // namespace

std::vector<PlacedOverlap> placed_overlaps(const Scene& scene, const RunSetup& setup) {
    std::vector<PlacedOverlap> found;
    if (!has_list(scene)) return found;
    const PlacedBodies bodies = bodies_of(scene, setup);
    const Period period = scene.domain.period();
    const ShapeIndex index(bodies.shapes, period);
    for (std::size_t i = bodies.pieces; i < bodies.shapes.size(); ++i) {
        const std::size_t before = found.size();
        std::vector<std::size_t> others = index.touching(i);
        std::ranges::sort(others);
        for (const std::size_t j : others) {
            if (j >= i) break;
            if (bodies.left[i] != 0 && bodies.left[j] != 0) continue;
            double area = geometry::area(*bodies.shapes[i].shape);
            if (j >= bodies.pieces) area = std::min(area, geometry::area(*bodies.shapes[j].shape));
            const double depth = deepest_of(bodies.shapes[i], bodies.shapes[j], period);
            const double share = depth / geometry::equivalent_diameter(area);
            if (share < smallest_placed_overlap) continue;
            const PlacedOverlap overlap{bodies.names[i], bodies.names[j], depth, share};
            const bool same_wall = found.size() > before && found.back().second == bodies.names[j];
            if (!same_wall)
                found.push_back(overlap);
            else if (share > found.back().share)
                found.back() = overlap;
        }
    }
    return found;
}

}  // namespace scree::engine
