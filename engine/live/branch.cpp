#include "engine/live/branch.h"

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/base/spec_error.h"
#include "engine/files/sealed_file.h"
#include "engine/live/branch_scene.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "engine/run/checkpoint.h"
#include "engine/run/recorder.h"

namespace scree::engine {
namespace {

/// The state for the saved scene, in which dropped grains have become groups of the scene.
WorldState state_of(const World& live) {
    WorldState state = live.state();
    const auto groups = static_cast<std::uint32_t>(live.scene().grains.size());
    for (GrainOrigin& origin : state.origins)
        if (origin.group == groups) origin = {groups + origin.member, 0};
    return state;
}

/// The state of the files of a new folder, which has rows and frames from now on.
OutputState output_at(const OutputPeriods& every, double time, std::uint64_t log_bytes) {
    const auto next = [time](double period) {
        return static_cast<std::uint64_t>(std::floor(time / period)) + 1;
    };
    OutputState output;
    output.frames_next = next(every.frames);
    output.series_next = next(every.series);
    output.checkpoint_next = next(every.checkpoint);
    output.log_bytes = log_bytes;
    return output;
}

struct Words {
    const Scene& scene;
    std::string (*number)(double);
    std::string operator()(const ChangeGravity& c) const {
        return "gravity " + vector_text(c.gravity, number) + " m/s2";
    }
    std::string operator()(const ChangeFriction& c) const {
        return "friction of " + scene.materials[c.first].name + " on " +
               scene.materials[c.second].name + " " + number(c.friction);
    }
    std::string operator()(const ChangeWallRate& c) const {
        return "speed of " + scene.walls[c.wall].name + " times " + number(c.rate);
    }
    std::string operator()(const ChangeLoad& c) const {
        return "load on " + scene.walls[c.wall].name + " " + number(c.value) + unit_of(c.wall);
    }
    /// The unit of the loads on a wall; none if it is under a pressure in one stage, and under a
    /// force in another.
    std::string unit_of(std::size_t wall) const {
        bool is_pressure = false;
        bool is_force = false;
        for (const Stage& stage : scene.stages) {
            const WallMotion& motion = stage.begin.motions[wall];
            if (motion.is_loaded()) (motion.load.is_pressure ? is_pressure : is_force) = true;
        }
        if (is_pressure == is_force) return "";
        return is_pressure ? " N/m" : " N";
    }
    std::string operator()(const EndStage&) const { return "the stage is ended"; }
    std::string operator()(const ChangePull& c) const {
        return c.pull ? "a hand at grain " + std::to_string(c.pull->grain) : "the hand lets go";
    }
    std::string operator()(const DropGrain& c) const {
        return "a grain dropped at " + vector_text(c.grain.position, number) + " m";
    }
};

}  // namespace

std::string words_of(const LiveChange& change, const Scene& scene, std::string (*number)(double)) {
    return std::visit(Words{scene, number}, change);
}

std::filesystem::path save_branch(const World& live, const std::vector<LoggedChange>& changes,
                                  const std::filesystem::path& parent, const std::string& name) {
    // Changes after the current step did not happen in this branch.
    std::vector<LoggedChange> made;
    for (const LoggedChange& logged : changes)
        if (logged.step <= live.simulation().steps()) made.push_back(logged);
    const Scene scene = branch_scene(live, made);
    const RunFolder folder = RunFolder::create_numbered(parent, name);
    std::string log = "watched up to t = " + number_text(live.simulation().time()) +
                      " s, touched " + std::to_string(made.size()) + " times\n";
    for (const LoggedChange& logged : made)
        log += "t = " + number_text(static_cast<double>(logged.step) * live.step_choice().dt) +
               " s: " + words_of(logged.change, live.scene(), number_text) + "\n";
    Sums sums;
    for (const auto& [file, text] : {std::pair{RunFolder::scene, &scene.toml},
                                     std::pair{RunFolder::log, &std::as_const(log)}}) {
        write_file(folder.folder(), file, std::as_bytes(std::span(*text)));
        sums.set(file, seal_of(*text));
    }
    sums.write(folder.folder());
    if (live.scene().beginning)
        write_sealed(folder.folder(), RunFolder::start, encode(live.scene().beginning->left));
    if (live.scene().packing)
        write_sealed(folder.folder(), RunFolder::packing, encode(*live.scene().packing));
    write_sealed(
        folder.folder(), RunFolder::checkpoint,
        encode({scene.toml, state_of(live),
                output_at(live.course().stage().every, live.simulation().time(), log.size())}));
    return folder.path();
}

}  // namespace scree::engine
