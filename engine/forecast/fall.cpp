#include "engine/forecast/fall.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/grains/surface.h"

namespace scree::engine {
namespace {

using geometry::Box;
using geometry::Transform;

constexpr double most_columns = 2000.0;

struct Faller {
    std::size_t group;
    std::size_t member;
    Box box;

    double middle() const { return 0.5 * (box.low.y + box.high.y); }
    Interval across() const { return {box.low.x, box.high.x}; }
};

std::vector<Faller> fallers_of(const RunSetup& setup) {
    std::vector<Faller> fallers;
    for (std::size_t g = 0; g < setup.grains.size(); ++g)
        for (std::size_t k = 0; k < setup.grains[g].size(); ++k) {
            PlacedShape grain = placed(setup.grains[g][k]);
            grain.pose = upright(strongest_gravity(setup), grain.pose);
            fallers.push_back({g, k, box_of(grain)});
        }
    std::ranges::stable_sort(fallers, {}, [](const Faller& faller) { return faller.box.low.y; });
    return fallers;
}

std::vector<PlacedShape> lasting_walls(const Scene& scene, const RunSetup& setup, Vec2 gravity) {
    std::vector<PlacedShape> pieces;
    for (std::size_t w = 0; w < scene.walls.size(); ++w) {
        const Wall& wall = setup.model.walls[w];
        const auto has_wall = [&](const Stage& stage) { return stage.begin.present[w] != 0; };
        if (wall.until < scene.run.duration || !std::ranges::all_of(setup.stages, has_wall))
            continue;
        for (const PlacedShape& piece : pieces_at_start(wall))
            pieces.push_back({piece.shape, upright(gravity, piece.pose)});
    }
    return pieces;
}

Box upright_domain(const DomainSpec& domain, Vec2 gravity) {
    Box box{{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (const double x : {domain.x.low, domain.x.high})
        for (const double y : {domain.y.low, domain.y.high}) {
            const Vec2 corner = upright(gravity, {{x, y}, {}}).position;
            box.low = {std::min(box.low.x, corner.x), std::min(box.low.y, corner.y)};
            box.high = {std::max(box.high.x, corner.x), std::max(box.high.y, corner.y)};
        }
    return box;
}

double thinnest(const RunSetup& setup) {
    double radius = HUGE_VAL;
    for (const auto& group : setup.grains)
        for (const NewGrain& grain : group)
            radius = std::min(radius, geometry::inradius(grain.shape));
    return radius;
}

/// Two surfaces that grow together: the walls below some height, with and without grains on them.
class Ground {
public:
    Ground(std::vector<PlacedShape> walls, const Box& domain, double thin)
        : walls_(std::move(walls)),
          thin_(thin),
          bottom_(domain.low.y),
          bare_({domain.low.x, domain.high.x}, columns(domain, thin), bottom_),
          covered_(bare_) {}

    /// Adds the walls as far as they lie below the grain's middle, so that neither lids nor what is
    /// beside it counts. The walls are added again only when the level has risen by a share of the
    /// thinnest grain.
    void rise_to(double middle) {
        if (middle <= level_) return;
        level_ = middle + 0.5 * thin_;
        for (const PlacedShape& wall : walls_) {
            bare_.add_wall(wall, level_);
            covered_.add_wall(wall, level_);
        }
    }

    /// The height at which a grain comes to lie; empty if it leaves the domain.
    std::optional<double> landing(const Interval& x) const {
        const double height = covered_.highest(x);
        return height > bottom_ ? std::optional(height) : std::nullopt;
    }

    /// Puts a grain there, and returns the height of the column under its top.
    double cover(const Interval& x, double top) {
        covered_.raise(x, top);
        return top - bare_.highest(x);
    }

private:
    static std::size_t columns(const Box& domain, double thin) {
        const double across = domain.high.x - domain.low.x;
        return static_cast<std::size_t>(std::clamp(0.5 * across / thin, 1.0, most_columns));
    }

    std::vector<PlacedShape> walls_;
    double thin_;
    double bottom_;
    double level_ = -HUGE_VAL;
    Surface bare_;
    Surface covered_;
};

}  // namespace

Vec2 strongest_gravity(const RunSetup& setup) {
    Vec2 strongest;
    for (const Stage& stage : setup.stages)
        for (const StageValues* values : {&stage.begin, &stage.end})
            if (length(values->gravity) > length(strongest)) strongest = values->gravity;
    return strongest;
}

Transform upright(Vec2 gravity, const Transform& pose) {
    const Vec2 up = -1.0 / length(gravity) * gravity;
    return relative({{}, {up.y, -up.x}}, pose);
}

double width_across(const DomainSpec& domain, Vec2 gravity) {
    const Box box = upright_domain(domain, gravity);
    return box.high.x - box.low.x;
}

Fall let_fall(const Scene& scene, const RunSetup& setup) {
    Fall fall;
    for (const auto& group : setup.grains) fall.heights.emplace_back(group.size(), 0.0);
    const std::vector<Faller> fallers = fallers_of(setup);
    if (fallers.empty()) return fall;
    const Vec2 gravity = strongest_gravity(setup);
    Ground ground(lasting_walls(scene, setup, gravity), upright_domain(scene.domain, gravity),
                  thinnest(setup));
    double of_boxes = 0.0;
    double of_grains = 0.0;
    for (const Faller& faller : fallers) {
        ground.rise_to(faller.middle());
        const std::optional<double> landing = ground.landing(faller.across());
        if (!landing) continue;
        const double drop = std::max(0.0, faller.box.low.y - *landing);
        fall.heights[faller.group][faller.member] = drop;
        fall.filling =
            std::max(fall.filling, ground.cover(faller.across(), faller.box.high.y - drop));
        const Vec2 sides = faller.box.high - faller.box.low;
        of_boxes += sides.x * sides.y;
        of_grains += geometry::area(setup.grains[faller.group][faller.member].shape);
    }
    fall.fraction = of_boxes > 0.0 ? of_grains / of_boxes : 0.0;
    return fall;
}

}  // namespace scree::engine
