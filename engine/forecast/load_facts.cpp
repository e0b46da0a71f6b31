#include "engine/forecast/load_facts.h"

#include <algorithm>
#include <cmath>

namespace scree::engine {
namespace {

/// How far a wall reaches in a direction before the run, from where to where.
Interval extent_of(const Wall& wall, Vec2 direction) {
    Interval extent{HUGE_VAL, -HUGE_VAL};
    const WallPlace place = first_place(wall);
    const auto add = [&](double low, double high) {
        extent = {std::min(extent.low, low), std::max(extent.high, high)};
    };
    for (const WallPiece& piece : wall.pieces) {
        const geometry::Transform pose = pose_of(piece, wall.motion, place);
        const double at = dot(pose.position, direction);
        if (const auto* polygon = std::get_if<geometry::ConvexPolygon>(&piece.shape)) {
            for (std::size_t k = 0; k < polygon->size(); ++k) {
                const double corner =
                    at + dot(rotate(pose.rotation, polygon->vertex(k)), direction);
                add(corner, corner);
            }
        } else {
            const double radius = geometry::radius(piece.shape);
            add(at - radius, at + radius);
        }
    }
    return extent;
}

bool contains(const Interval& interval, double value) {
    return interval.low <= value && value <= interval.high;
}

double middle_of(const Interval& interval) { return 0.5 * (interval.low + interval.high); }

/// The largest velocity across the load that the wall is to have in a stage, with its sign.
double speed_across(const WallMotion& motion, Vec2 across) {
    const Vec2 velocity =
        motion.table.empty() ? motion.velocity : motion.table.at(motion.table.end()).velocity;
    const double end = dot(velocity, across);
    const double begin = dot(motion.velocity, across);
    return std::abs(begin) > std::abs(end) ? begin : end;
}

/// The grains of the scene before a wall, seen along its load.
struct Before {
    double area = 0.0;       ///< m2
    double middle = 0.0;     ///< m, along the load
    double far = -HUGE_VAL;  ///< m: how far they reach
};

class Finder {
public:
    Finder(const Scene& scene, const RunSetup& setup) : scene_(scene), setup_(setup) {
        std::vector<std::span<const NewGrain>> groups;
        for (std::size_t g = 0; g < scene.grains.size(); ++g) groups.push_back(setup.grains_of(g));
        mean_ = mean_grain(groups, scene.materials, setup.stages.front().begin.contacts);
    }

    std::vector<LoadFacts> find() {
        std::vector<LoadFacts> all;
        for (std::size_t k = 0; k < setup_.stages.size(); ++k)
            for (std::size_t w = 0; w < scene_.walls.size(); ++w)
                if (is_loaded(k, w) && is_new(k, w)) all.push_back(facts_of(k, w));
        return all;
    }

private:
    const Stage& stage(std::size_t number) const { return setup_.stages[number]; }
    bool is_loaded(std::size_t k, std::size_t w) const {
        return stage(k).begin.present[w] != 0 && stage(k).begin.motions[w].is_loaded();
    }

    /// Whether the load or the motion of a wall is another one than in the stage before.
    bool is_new(std::size_t k, std::size_t w) const {
        if (k == 0 || !is_loaded(k - 1, w)) return true;
        const auto& set = stage(k).set_motions;
        return std::ranges::find(set, w) != set.end() ||
               pressure_of(stage(k), w) != pressure_of(stage(k - 1), w);
    }

    LoadFacts facts_of(std::size_t k, std::size_t w) const {
        LoadFacts facts;
        facts.wall = w;
        facts.stage = k;
        facts.motion = stage(k).begin.motions[w];
        const WallLoad& load = facts.motion.load;
        facts.is_ramped = load.value != stage(k).end.motions[w].load.value;
        facts.length = first_length(load);
        facts.pressure = pressure_of(stage(k), w);
        facts.force = facts.pressure * facts.length;
        facts.layer = mean_.beside(facts.length) * mean_.mass;
        facts.step_factor = step_factor(load, mean_);
        if (*load.damping > 0.0) facts.full_drag = facts.force / *load.damping;
        if (const auto overlap = pressed_overlap(scene_, setup_, facts.pressure))
            facts.overlap = *overlap;
        facts.rigidity = mean_.stiffness / facts.pressure;
        look_before(facts);
        return facts;
    }

    /// Finds what lies before the wall, and when it is there.
    void look_before(LoadFacts& facts) const {
        const Wall& wall = setup_.model.walls[facts.wall];
        const WallLoad& load = facts.motion.load;
        const Vec2 along = load.value < 0.0 ? -load.along : load.along;
        const Vec2 across = geometry::turned_left(along);
        const Interval sides = extent_of(wall, across);
        const double face = extent_of(wall, along).high;
        const Before before = grains_before(facts, along, across, sides);
        facts.has_grains = before.area > 0.0;
        if (!facts.has_grains) return;
        facts.height = before.area / (usual_fraction * facts.length);
        const std::optional<std::size_t> opposite =
            wall_behind(facts, along, face, middle_of(sides), before);
        const double own = speed_across(facts.motion, across);
        const double other =
            opposite ? speed_across(stage(facts.stage).begin.motions[*opposite], across) : 0.0;
        facts.rate = std::abs(own - other) / facts.height;
        facts.inertial = facts.rate * std::sqrt(mean_.mass / facts.pressure);
        if (was_moved(facts) || (!opposite && facts.stage > 0)) return;
        const double far =
            opposite ? extent_of(setup_.model.walls[*opposite], along).low : before.far;
        facts.way = std::max(0.0, far - face - facts.height);
        facts.reach = time_for(facts, closing_share(facts, opposite, along));
    }

    /// Later than at the beginning all grains may lie before the wall.
    Before grains_before(const LoadFacts& facts, Vec2 along, Vec2 across,
                         const Interval& sides) const {
        const Interval wall = extent_of(setup_.model.walls[facts.wall], along);
        const bool is_endless = facts.motion.load.length >= period_across(across);
        Before before;
        double moment = 0.0;
        for (std::size_t g = 0; g < scene_.grains.size(); ++g) {
            const bool rains = setup_.grains[g].empty();
            for (const NewGrain& grain : setup_.grains_of(g)) {
                const double at = dot(grain.position, along);
                const bool is_beside = !is_endless && !contains(sides, dot(grain.position, across));
                if (facts.stage == 0 && !rains && (is_beside || at < middle_of(wall))) continue;
                const double area = geometry::area(grain.shape);
                before.area += area;
                moment += area * at;
                if (!rains) before.far = std::max(before.far, at + geometry::radius(grain.shape));
            }
        }
        before.middle = moment / before.area;
        return before;
    }

    double period_across(Vec2 across) const {
        const Vec2 size = scene_.domain.period().size;
        if (across.y == 0.0 && size.x > 0.0) return size.x;
        if (across.x == 0.0 && size.y > 0.0) return size.y;
        return HUGE_VAL;
    }

    /// The nearest wall that holds the grains against the load.
    std::optional<std::size_t> wall_behind(const LoadFacts& facts, Vec2 along, double face,
                                           double centre, const Before& before) const {
        std::optional<std::size_t> nearest;
        double at = HUGE_VAL;
        for (std::size_t w = 0; w < scene_.walls.size(); ++w) {
            if (w == facts.wall || stage(facts.stage).begin.present[w] == 0) continue;
            const Wall& wall = setup_.model.walls[w];
            const double low = extent_of(wall, along).low;
            const bool is_behind = low >= face && (facts.stage > 0 || low >= before.middle);
            const bool is_opposite =
                contains(extent_of(wall, geometry::turned_left(along)), centre);
            if (!is_behind || !is_opposite || low >= at) continue;
            at = low;
            nearest = w;
        }
        return nearest;
    }

    /// Whether a stage before has moved the wall, so that it is not where it was.
    bool was_moved(const LoadFacts& facts) const {
        for (std::size_t k = 0; k < facts.stage; ++k) {
            const WallMotion& motion = stage(k).begin.motions[facts.wall];
            const bool stays =
                stage(k).begin.present[facts.wall] == 0 || motion.kind == WallMotion::Kind::fixed;
            if (!stays) return true;
        }
        return false;
    }

    /// The share of the way that the wall has to go itself, because a wall under load on the other
    /// side comes towards it.
    double closing_share(const LoadFacts& facts, const std::optional<std::size_t>& opposite,
                         Vec2 along) const {
        if (!opposite || !is_loaded(facts.stage, *opposite)) return 1.0;
        const WallLoad& other = stage(facts.stage).begin.motions[*opposite].load;
        const double own = *facts.motion.load.max_speed;
        return own / (own + std::max(0.0, -dot(other.along, along)) * *other.max_speed);
    }

    /// The wall speeds up evenly, to its limit of speed or to that of its damper.
    static std::optional<double> time_for(const LoadFacts& facts, double share) {
        if (!(facts.force > 0.0)) return {};
        const double way = share * *facts.way;
        const double speed =
            std::min(*facts.motion.load.max_speed, facts.full_drag.value_or(HUGE_VAL));
        const double acceleration = facts.force / *facts.motion.load.mass;
        const double until_full = 0.5 * speed * speed / acceleration;
        if (way < until_full) return std::sqrt(2.0 * way / acceleration);
        return (way + until_full) / speed;
    }

    const Scene& scene_;
    const RunSetup& setup_;
    MeanGrain mean_;
};

}  // namespace

std::vector<LoadFacts> load_facts(const Scene& scene, const RunSetup& setup) {
    return Finder(scene, setup).find();
}

}  // namespace scree::engine
