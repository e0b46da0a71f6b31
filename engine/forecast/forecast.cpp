#include "engine/forecast/forecast.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/forecast/warnings.h"
#include "engine/frame/shape_book.h"
#include "engine/run/beginning.h"

namespace scree::engine {
namespace {

GroupFacts facts_of(const Scene& scene, const RunSetup& setup, std::size_t group) {
    GroupFacts facts;
    facts.name = scene.grains[group].name;
    facts.rains = std::holds_alternative<PlaceRain>(scene.grains[group].place);
    facts.smallest = HUGE_VAL;
    std::vector<double> sizes;
    for (const NewGrain& grain : setup.grains_of(group)) {
        const double area = geometry::area(grain.shape);
        const double size = equivalent_diameter(grain.shape);
        ++facts.count;
        facts.mass += scene.materials[grain.material].density * area;
        facts.smallest = std::min(facts.smallest, size);
        facts.largest = std::max(facts.largest, size);
        sizes.push_back(size);
    }
    const GrainGroup& spec = scene.grains[group];
    if (spec.size && !sizes.empty() && !std::holds_alternative<MonoSize>(*spec.size))
        facts.curve = compare_sizes(*spec.size, sizes, spec.packed ? spec.packed->scale : 1.0);
    return facts;
}

std::size_t corners_of(const geometry::Shape& shape) {
    const auto* polygon = std::get_if<geometry::ConvexPolygon>(&shape);
    return polygon == nullptr ? 0 : polygon->size();
}

/// The memory of a run in bytes, counted from the arrays of the engine; good to some tens of per
/// cent.
double memory_of(const Scene& scene, const RunSetup& setup) {
    // The program takes this with nothing to do.
    constexpr double program = 25e6;
    // This is for grains as they are placed and as they move, boxes and their ends, and the shapes
    // for output.
    constexpr double of_grain = 1200.0;
    // A corner is in the polygon of the grain as it was placed, in that of the one that moves, and
    // in the shape for output.
    constexpr double of_corner = 2.0 * sizeof(geometry::Corner) + 2.0 * sizeof(Vec2);
    // Each grain has about four pairs whose boxes meet in a dense packing.
    constexpr double of_pairs = 4.0 * 250.0;
    // A frame holds grains and about two contacts of each; it is held again in the image of the
    // file.
    constexpr double of_frame = 2.0 * (52.0 + 2.0 * 40.0);
    constexpr double rows_of_segment = 1e6;
    constexpr double rows_of_grain = 3.0;

    double grains = 0.0;
    double corners = 0.0;
    for (std::size_t g = 0; g < scene.grains.size(); ++g)
        for (const NewGrain& grain : setup.grains_of(g)) {
            grains += 1.0;
            corners += static_cast<double>(corners_of(grain.shape));
        }
    for (const SceneWall& wall : scene.walls)
        for (const WallPiece& piece : wall.wall.pieces)
            corners += static_cast<double>(corners_of(piece.shape));
    // Frames are kept in memory until a checkpoint, or until they are many.
    const double frames = std::min({scene.output.checkpoint / scene.output.frames,
                                    scene.run.duration / scene.output.frames,
                                    rows_of_segment / (rows_of_grain * grains)});
    return program + grains * (of_grain + of_pairs + of_frame * (1.0 + frames)) +
           corners * of_corner;
}

std::size_t pieces_of(const Scene& scene) {
    return std::accumulate(
        scene.walls.begin(), scene.walls.end(), std::size_t{0},
        [](std::size_t sum, const SceneWall& wall) { return sum + wall.wall.pieces.size(); });
}

}  // namespace

std::size_t Forecast::grains() const {
    return std::accumulate(
        groups.begin(), groups.end(), std::size_t{0},
        [](std::size_t sum, const GroupFacts& group) { return sum + group.count; });
}

double Forecast::mass() const {
    return std::accumulate(groups.begin(), groups.end(), 0.0,
                           [](double sum, const GroupFacts& group) { return sum + group.mass; });
}

std::optional<double> Forecast::wall_seconds() const {
    if (trial.seconds_per_grain_step == 0.0) return {};
    return grain_steps * trial.seconds_per_grain_step;
}

Forecast forecast(const Scene& scene) {
    RunSetup setup = set_up(scene);
    // Of the groups that another run has left, those grains count that are there.
    std::vector<std::vector<NewGrain>> left = grains_left(scene);
    for (std::size_t g = 0; g < left.size(); ++g)
        if (scene.grains[g].is_carried_over) setup.grains[g] = std::move(left[g]);
    Forecast result;
    result.step = setup.step;
    for (std::size_t g = 0; g < scene.grains.size(); ++g)
        result.groups.push_back(facts_of(scene, setup, g));
    result.wall_pieces = pieces_of(scene);
    result.memory = memory_of(scene, setup);
    result.impact = impact_overlap(scene, setup);
    result.filling = filling_overlap(scene, setup);
    result.restitutions = restitutions(scene, setup);
    result.stages = stage_facts(scene);
    result.loads = load_facts(scene, setup);
    result.cells = cell_facts(scene, setup);
    result.trial = try_out(scene, setup);
    result.grain_steps = expected_grain_steps(scene, setup.step);
    result.warnings = find_warnings(scene, setup, result);
    return result;
}

}  // namespace scree::engine
