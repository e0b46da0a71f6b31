#include "engine/forecast/warnings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "engine/forecast/placed_overlaps.h"
#include "engine/forecast/stage_warnings.h"
#include "engine/forecast/words.h"

namespace scree::engine {
namespace {

constexpr std::size_t most_pairs_named = 5;

std::string percent(double share) { return three_digits(100.0 * share) + " %"; }

bool contains(const Interval& interval, double value) {
    return interval.low <= value && value <= interval.high;
}

/// The largest speed that the centroid of a piece of a wall can have, m/s.
double largest_speed(const WallPiece& piece, const WallMotion& motion) {
    const double lever = length(piece.position - motion.about);
    switch (motion.kind) {
        case WallMotion::Kind::fixed:
            break;
        case WallMotion::Kind::constant:
        case WallMotion::Kind::ramp:
            return length(motion.velocity) + std::abs(motion.spin) * lever;
        case WallMotion::Kind::table: {
            const WallTable::Moment fastest = motion.table.fastest();
            return length(fastest.velocity) + fastest.spin * lever;
        }
        case WallMotion::Kind::load:
            return length(motion.velocity) + *motion.load.max_speed + std::abs(motion.spin) * lever;
        case WallMotion::Kind::oscillate:
            return 2.0 * std::numbers::pi * std::abs(motion.frequency) *
                   (length(motion.amplitude) + std::abs(motion.angular_amplitude) * lever);
    }
    return 0.0;
}

/// The smallest inradius of all grains, m; infinite without grains.
double smallest_inradius(const RunSetup& setup) {
    double smallest = HUGE_VAL;
    const auto look_at = [&](std::span<const NewGrain> grains) {
        for (const NewGrain& grain : grains)
            smallest = std::min(smallest, geometry::inradius(grain.shape));
    };
    for (const auto& grains : setup.grains) look_at(grains);
    for (const auto& [group, rain] : setup.rains) look_at(rain.grains());
    return smallest;
}

bool meet(const Interval& a, const Interval& b) { return a.low < b.high && b.low < a.high; }

class Finder {
public:
    Finder(const Scene& scene, const RunSetup& setup, const Forecast& forecast)
        : scene_(scene), setup_(setup), forecast_(forecast) {}

    std::vector<Warning> find() {
        if (!setup_.step.warning.empty()) add("time_step", "run.dt: " + setup_.step.warning);
        look_at_impact();
        look_at_filling();
        look_at_pairs();
        for (std::size_t g = 0; g < scene_.grains.size(); ++g) {
            look_at_places(g);
            if (const auto* rain = std::get_if<PlaceRain>(&scene_.grains[g].place))
                look_at_rain(scene_.grains[g], *rain);
        }
        const double inradius = smallest_inradius(setup_);
        for (std::size_t w = 0; w < scene_.walls.size(); ++w) {
            look_at_gate(w);
            look_at_speed(w, inradius);
        }
        for (const MeasureSpec& measure : scene_.measures) look_at_region(measure);
        for (Warning& warning : find_stage_warnings(scene_, setup_, forecast_))
            warnings_.push_back(std::move(warning));
        if (!forecast_.trial.breakdown.empty())
            add("trial", "the physics broke down in the trial: " + forecast_.trial.breakdown);
        return std::move(warnings_);
    }

private:
    void add(const char* kind, std::string message) {
        warnings_.push_back({kind, std::move(message)});
    }

    void look_at_impact() {
        const auto& impact = forecast_.impact;
        if (!impact || impact->share <= large_overlap) return;
        // The overlap falls with the square root of the stiffness.
        const double times = impact->share / large_overlap * (impact->share / large_overlap);
        add("impact", "grains of " + quoted(impact->group) + " overlap by about " +
                          percent(impact->share) + " of their size on impact, at " +
                          three_digits(impact->speed) + " m/s from a height of " +
                          three_digits(impact->height) + " m: a stiffness " + three_digits(times) +
                          " times as large makes it 1 %, or let them fall from less high");
    }

    void look_at_filling() {
        const auto& filling = forecast_.filling;
        if (!filling || filling->share <= large_overlap) return;
        add("filling", "under the weight of a filling of about " + three_digits(filling->height) +
                           " m grains of " + quoted(filling->group) + " overlap by about " +
                           percent(filling->share) + " of their size: a stiffness " +
                           three_digits(filling->share / large_overlap) +
                           " times as large makes it 1 %");
    }

    void look_at_pairs() {
        const std::vector<PlacedOverlap> pairs = placed_overlaps(scene_, setup_);
        if (pairs.empty()) return;
        std::string message;
        for (std::size_t k = 0; k < std::min(pairs.size(), most_pairs_named); ++k)
            message += (k > 0 ? ", " : "") + pairs[k].first + " in " + pairs[k].second + " by " +
                       three_digits(pairs[k].depth) + " m (" + percent(pairs[k].share) +
                       " of the size)";
        if (pairs.size() > most_pairs_named)
            message += ", and " + std::to_string(pairs.size() - most_pairs_named) + " more";
        add("placed_overlap", "some bodies are placed inside each other: " + message);
    }

    void look_at_places(std::size_t g) {
        const auto& grains = setup_.grains[g];
        const DomainSpec& domain = scene_.domain;
        const auto is_outside = [&](const NewGrain& grain) {
            return (!domain.periodic_x && !contains(domain.x, grain.position.x)) ||
                   (!domain.periodic_y && !contains(domain.y, grain.position.y));
        };
        const auto count = std::ranges::count_if(grains, is_outside);
        if (count == 0) return;
        const auto first = std::ranges::find_if(grains, is_outside);
        add("outside",
            std::to_string(count) + " of the " + std::to_string(grains.size()) + " grains of " +
                quoted(scene_.grains[g].name) + " start outside the domain, number " +
                std::to_string(first - grains.begin()) + " at (" + three_digits(first->position.x) +
                ", " + three_digits(first->position.y) + ") m, " + fate());
    }

    std::string fate() const {
        return scene_.domain.outflow == Outflow::error
                   ? "which ends the run: make the domain larger"
                   : "and are removed";
    }

    void look_at_rain(const GrainGroup& group, const PlaceRain& rain) {
        if (!contains(scene_.domain.x, rain.x.low) || !contains(scene_.domain.x, rain.x.high))
            add("outside", "the rain of " + quoted(group.name) +
                               " reaches beyond the domain: its grains can start outside, " +
                               fate());
        const double raining = static_cast<double>(group.count) / rain.rate;
        if (raining > scene_.run.duration)
            add("rain", "the rain of " + quoted(group.name) + " takes " + three_digits(raining) +
                            " s, longer than the run: some of its grains do not come");
    }

    void look_at_gate(std::size_t number) {
        const SceneWall& wall = scene_.walls[number];
        const double duration = scene_.run.duration;
        const auto has_wall = [&](const Stage& stage) { return stage.begin.present[number] != 0; };
        if (std::ranges::none_of(setup_.stages, has_wall))
            return add("gate",
                       "the wall " + quoted(wall.name) +
                           " is never there: set `present` to true, at first or in a stage");
        if (wall.wall.from < duration && wall.wall.until > 0.0) return;
        add("gate", "the wall " + quoted(wall.name) + " is never there: it is from " +
                        three_digits(wall.wall.from) + " s until " + three_digits(wall.wall.until) +
                        " s, and the run from 0 to " + three_digits(duration) + " s");
    }

    /// A run breaks down where HealthWatch finds that a wall could pass through a grain in one
    /// step.
    void look_at_speed(std::size_t number, double smallest_grain) {
        const SceneWall& wall = scene_.walls[number];
        for (const WallPiece& piece : wall.wall.pieces) {
            double speed = 0.0;
            for (const Stage& stage : setup_.stages)
                for (const StageValues* values : {&stage.begin, &stage.end})
                    speed = std::max(speed, largest_speed(piece, values->motions[number]));
            const double way = setup_.step.dt * speed;
            const double limit = std::min(smallest_grain, 2.0 * geometry::inradius(piece.shape));
            if (way <= limit) continue;
            add("fast_wall", "the wall " + quoted(wall.name) + " moves by up to " +
                                 three_digits(way) + " m in one step, more than " +
                                 three_digits(limit) +
                                 " m, so that it could pass through grains unnoticed, which ends "
                                 "the run: move it more slowly, or take a smaller time step");
            return;
        }
    }

    void look_at_region(const MeasureSpec& measure) {
        if (meet(measure.x, scene_.domain.x) && meet(measure.y, scene_.domain.y)) return;
        add("region", "the region of the measure " + quoted(measure.name) +
                          " is outside the domain: there will be no grain in it");
    }

    const Scene& scene_;
    const RunSetup& setup_;
    const Forecast& forecast_;
    std::vector<Warning> warnings_;
};

}  // namespace

std::vector<Warning> find_warnings(const Scene& scene, const RunSetup& setup,
                                   const Forecast& forecast) {
    return Finder(scene, setup, forecast).find();
}

}  // namespace scree::engine
