#include "engine/live/branch.h"

#include <cmath>
#include <map>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/base/spec_error.h"
#include "engine/files/sealed_file.h"
#include "engine/record/run_folder.h"
#include "engine/record/sums.h"
#include "engine/run/beginning.h"
#include "engine/run/checkpoint.h"
#include "engine/run/recorder.h"
#include "engine/scene/keys.h"
#include "engine/scene/write.h"

namespace scree::engine {
namespace {

std::string vector_text(Vec2 v, std::string (*number)(double) = number_text) {
    std::string text = "[";
    text += number(v.x);
    text += ", ";
    text += number(v.y);
    text += "]";
    return text;
}

std::string shape_text(const geometry::Shape& shape) {
    std::ostringstream text;
    if (const auto* disc = std::get_if<geometry::Disc>(&shape)) {
        text << "shape = { kind = \"disc\" }\nsize = { kind = \"mono\", value = "
             << number_text(disc->diameter()) << " }\n";
        return text.str();
    }
    const auto& polygon = std::get<geometry::ConvexPolygon>(shape);
    text << "shape = { kind = \"polygon\", vertices = [";
    for (std::size_t k = 0; k < polygon.size(); ++k)
        text << (k == 0 ? "" : ", ") << vector_text(polygon.vertex(k));
    text << "] }\n";
    return text.str();
}

bool has_grains(const Scene& scene, const std::string& name) {
    for (const GrainGroup& group : scene.grains)
        if (group.name == name) return true;
    return false;
}

/// The TOML of the grains that were dropped, each as a group of its own.
std::string dropped_text(const Scene& scene, const std::vector<LoggedChange>& changes) {
    std::ostringstream text;
    int number = 0;
    for (const LoggedChange& logged : changes) {
        const auto* drop = std::get_if<DropGrain>(&logged.change);
        if (drop == nullptr) continue;
        std::string name;
        do {
            name = "dropped_" + std::to_string(number++);
        } while (has_grains(scene, name));
        text << "\n[[grains]]\nname = \"" << name << "\"\nmaterial = \""
             << scene.materials[drop->grain.material].name << "\"\n"
             << shape_text(drop->grain.shape) << "place = { kind = \"list\", at = ["
             << vector_text(drop->grain.position) << "], angle = ["
             << number_text(drop->grain.angle) << "] }\n";
    }
    return text.str();
}

/// A key of the scene and the value that a hand has given it.
struct ByHand {
    std::string key;
    std::string value;
};

/// What gravity and friction were changed to by hand, in the present stage.
std::vector<ByHand> changed_by_hand(const World& live) {
    const Scene& scene = live.scene();
    const Stage& stage = live.course().stage();
    const Course::Values goal = live.course().goal();
    std::vector<ByHand> changed;
    if (goal.gravity != stage.end.gravity)
        changed.push_back({"run.gravity", vector_text(goal.gravity)});
    for (std::size_t a = 0; a < scene.materials.size(); ++a)
        for (std::size_t b = a; b < scene.materials.size(); ++b) {
            const double friction = goal.contacts.at(a, b).friction;
            if (friction == stage.end.contacts.at(a, b).friction) continue;
            // The pair may be there already, in one order or the other.
            const std::string other =
                "[contacts." + scene.materials[b].name + "." + scene.materials[a].name + "]";
            const bool turned = scene.toml.find(other) != std::string::npos;
            changed.push_back({"contacts." + scene.materials[turned ? b : a].name + "." +
                                   scene.materials[turned ? a : b].name + ".friction",
                               number_text(friction)});
        }
    return changed;
}

/// The scene with what was changed by hand: in its present stage, if it has stages.
std::string with_changes(const World& live, std::span<const ByHand> changed) {
    const Stage& stage = live.course().stage();
    if (stage.name.empty() || changed.empty()) return live.scene().toml;
    TomlTable scene = parse_toml(live.scene().toml, 0);
    Node& entry = *find_named(*scene.find("stage")->as<TomlList>(), stage.name);
    auto& table = *entry.as<TomlTable>();
    for (const auto& [key, value] : changed) {
        table.find("set")->as<TomlTable>()->set(key, {}, parse_toml_value(value, 0));
        table.find("ramp")->as<TomlTable>()->erase(key);
    }
    return write_scene(scene);
}

Scene scene_of(const World& live, const std::vector<LoggedChange>& changes) {
    const std::vector<ByHand> changed = changed_by_hand(live);
    std::vector<std::string> sets{"run.dt=" + number_text(live.step_choice().dt)};
    if (live.course().stage().name.empty())
        for (const auto& [key, value] : changed) sets.push_back(key + "=" + value);
    const std::string text = with_changes(live, changed) + dropped_text(live.scene(), changes);
    return load_scene("branch.toml", sets,
                      [&](const std::filesystem::path&) { return std::optional(text); });
}

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
        const WallLoad& load = scene.walls[c.wall].wall.motion.load;
        return "load on " + scene.walls[c.wall].name + " " + number(c.value) +
               (load.is_pressure ? " N/m" : " N");
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
    const Scene scene = scene_of(live, made);
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
    write_sealed(
        folder.folder(), RunFolder::checkpoint,
        encode({scene.toml, state_of(live),
                output_at(live.course().stage().every, live.simulation().time(), log.size())}));
    return folder.path();
}

}  // namespace scree::engine
