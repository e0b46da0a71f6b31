#include "engine/forecast/stage_warnings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/forecast/words.h"

namespace scree::engine {
namespace {

/// With less stiffness over pressure, packings are denser and softer than those of hard grains.
constexpr double least_rigidity = 1000.0;
/// With a larger inertial number, shear is no longer quasi-static.
constexpr double largest_inertial = 0.01;

class StageFinder {
public:
    StageFinder(const Scene& scene, const RunSetup& setup, const Forecast& forecast)
        : scene_(scene), setup_(setup), forecast_(forecast) {}

    std::vector<Warning> find() {
        for (const LoadFacts& facts : forecast_.loads) look_at_load(facts);
        for (std::size_t k = 0; k < setup_.stages.size(); ++k) look_at_end(k);
        return std::move(warnings_);
    }

private:
    void add(const char* kind, std::string message) {
        warnings_.push_back({kind, std::move(message)});
    }

    /// Warns of a wall once, in the first stage in which this is the case.
    void add(const char* kind, const LoadFacts& facts, const std::string& message) {
        if (said_.emplace(kind, facts.wall).second)
            add(kind, "the wall " + quoted(scene_.walls[facts.wall].name) + message);
    }

    const Stage& stage_of(const LoadFacts& facts) const { return setup_.stages[facts.stage]; }

    /// The stage of a load, or the run if it has no stages.
    std::string span_of(const LoadFacts& facts) const {
        const std::string& name = stage_of(facts).name;
        return name.empty() ? "the run" : "the stage " + quoted(name);
    }

    void look_at_load(const LoadFacts& facts) {
        look_at_way(facts);
        look_at_ramp(facts);
        look_at_mass(facts);
        if (!(facts.pressure > 0.0)) return;
        if (facts.rigidity < least_rigidity)
            add("soft", facts,
                " presses with " + three_digits(facts.pressure) +
                    " N/m, and the stiffness of the grains is only " +
                    three_digits(facts.rigidity) + " times as large: take a stiffness of " +
                    three_digits(least_rigidity * facts.pressure) +
                    " N/m or more, or a lower pressure, so that grains keep their shapes");
        if (facts.inertial > largest_inertial)
            add("inertial", facts,
                " shears the grains in " + span_of(facts) + " with an inertial number of about " +
                    three_digits(facts.inertial) +
                    ", so that their inertia counts: for quasi-static shear, which is below " +
                    three_digits(largest_inertial) + ", move it " +
                    three_digits(facts.inertial / largest_inertial) +
                    " times more slowly, or press harder");
        if (facts.motion.load.matched_damping && facts.rate > 0.0)
            add("damping", facts,
                " is damped by `matched` while it shears the grains in " + span_of(facts) +
                    ", and its damper takes a part of the load whenever it moves steadily, all of "
                    "it at " +
                    three_digits(*facts.full_drag) + " m/s: leave damping = \"auto\" there");
    }

    void look_at_way(const LoadFacts& facts) {
        const WallLoad& load = facts.motion.load;
        if (!facts.has_grains) {
            if (load.value != 0.0)
                add("no_resistance", facts,
                    " has no grains before it, in the direction of its load: turn `along` round, "
                    "place it on the other side of the grains, or give it `travel` to stop it");
            return;
        }
        if (facts.way && load.high < *facts.way)
            return add("travel", facts,
                       " is held by its `travel` after " + three_digits(load.high) +
                           " m, and the grains lie about " + three_digits(*facts.way) +
                           " m before it: let it travel further, or begin nearer to them");
        const double duration = stage_of(facts).duration;
        if (!facts.reach || *facts.reach <= duration) return;
        add("far_wall", facts,
            " needs about " + three_digits(*facts.reach) + " s to reach the grains, " +
                three_digits(*facts.way) + " m away at " + three_digits(*load.max_speed) +
                " m/s at most, and " + span_of(facts) + " lasts " + three_digits(duration) +
                " s: let it begin nearer to them, give it a larger max_speed, or more time");
    }

    void look_at_ramp(const LoadFacts& facts) {
        const double rise = *facts.motion.load.rise;
        const double duration = stage_of(facts).duration;
        if (facts.is_ramped || rise <= duration) return;
        add("ramp", facts,
            " needs " + three_digits(rise) + " s until its load has risen, and " + span_of(facts) +
                " lasts " + three_digits(duration) +
                " s, so that the load is never reached: make it longer, or give the load a shorter "
                "`ramp`");
    }

    void look_at_mass(const LoadFacts& facts) {
        if (facts.step_factor == 1.0) return;
        add("light_wall", facts,
            " has a mass of " + three_digits(*facts.motion.load.mass) +
                " kg, less than a layer of grains with " + three_digits(facts.layer) +
                " kg, which makes the time step " + three_digits(1.0 / facts.step_factor) +
                " times smaller: mass = \"auto\" keeps the time step, and the pressure just as "
                "well");
    }

    /// Looks at the condition that ends a stage.
    void look_at_end(std::size_t number) {
        const Stage& stage = setup_.stages[number];
        if (!stage.until) return;
        const StageEnd& until = *stage.until;
        if (until.is_measured()) {
            const MeasureSpec& measure = scene_.measures[until.measure];
            if (measure.stage && *measure.stage != number)
                add("until", "the stage " + quoted(stage.name) + " ends by " +
                                 quoted(measure.name + "." + until.column) +
                                 ", a measure that is limited to the stage " +
                                 quoted(setup_.stages[*measure.stage].name) +
                                 ", so that series.csv does not show what ends it: leave out "
                                 "`stage` of the measure, or name this stage there");
        }
        if (until.kind != StageEnd::Kind::displacement) return;
        const bool stands = stage.begin.present[until.wall] == 0 ||
                            stage.begin.motions[until.wall].kind == WallMotion::Kind::fixed;
        if (stands)
            add("until", "the stage " + quoted(stage.name) + " ends when the wall " +
                             quoted(scene_.walls[until.wall].name) +
                             " has moved, which it does not do in this stage: give it a motion, "
                             "or look at another wall");
    }

    const Scene& scene_;
    const RunSetup& setup_;
    const Forecast& forecast_;
    std::vector<Warning> warnings_;
    std::set<std::pair<std::string, std::size_t>> said_;
};

}  // namespace

std::vector<Warning> find_stage_warnings(const Scene& scene, const RunSetup& setup,
                                         const Forecast& forecast) {
    return StageFinder(scene, setup, forecast).find();
}

}  // namespace scree::engine
