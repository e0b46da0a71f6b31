#include "engine/live/branch_scene.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "engine/base/spec_error.h"
#include "engine/scene/keys.h"
#include "engine/scene/write.h"

namespace scree::engine {
namespace {

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
        text << (k == 0 ? "" : ", ") << vector_text(polygon.vertex(k), number_text);
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
             << vector_text(drop->grain.position, number_text) << "], angle = ["
             << number_text(drop->grain.angle) << "] }\n";
    }
    return text.str();
}

/// Something that hands and stages change: gravity, or the friction of two materials.
struct Changeable {
    std::vector<std::string> keys;  ///< all ways to write its key, that of the scene first
    std::function<std::string(Vec2 gravity, const ContactTable& contacts)> value;

    std::string of(const StageValues& values) const {
        return value(values.gravity, values.contacts);
    }
    std::string of(const Course::Values& values) const {
        return value(values.gravity, values.contacts);
    }
};

std::vector<Changeable> changeables(const Scene& scene) {
    std::vector<Changeable> all;
    all.push_back({{"run.gravity"}, [](Vec2 gravity, const ContactTable&) {
                       return vector_text(gravity, number_text);
                   }});
    const auto key = [&](std::size_t a, std::size_t b) {
        return "contacts." + to_toml_key(scene.materials[a].name) + "." +
               to_toml_key(scene.materials[b].name);
    };
    for (std::size_t a = 0; a < scene.materials.size(); ++a)
        for (std::size_t b = a; b < scene.materials.size(); ++b) {
            // The pair may be there already, in one order or the other.
            std::vector<std::string> keys{key(a, b), key(b, a)};
            if (scene.toml.find("[" + keys[1] + "]") != std::string::npos)
                std::swap(keys[0], keys[1]);
            for (std::string& one : keys) one += ".friction";
            all.push_back({std::move(keys), [a, b](Vec2, const ContactTable& contacts) {
                               return number_text(contacts.at(a, b).friction);
                           }});
        }
    return all;
}

/// The stages of a scene in TOML, to be changed.
class StageTables {
public:
    StageTables(TomlTable& scene, std::span<const Stage> stages)
        : list_(*scene.find("stage")->as<TomlList>()), stages_(stages) {}

    /// Lets a key have these values at the beginning and at the end of a stage, where there are
    /// any, instead of what the stage says of it.
    void give(std::size_t stage, const std::vector<std::string>& keys,
              const std::optional<std::string>& begin, const std::optional<std::string>& end) {
        for (const std::string& key : keys) {
            table(stage, "set").erase(key);
            table(stage, "ramp").erase(key);
        }
        if (begin) set(stage, "set", keys[0], *begin);
        if (end) set(stage, "ramp", keys[0], *end);
    }

    /// Gives a key of a motion a value, in the motion that the stage sets as a whole if it does so.
    void set_in_motion(std::size_t stage, const std::string& motion, const std::string& key,
                       const std::string& value) {
        Node* const whole = table(stage, "set").find(motion);
        if (whole != nullptr)
            whole->as<TomlTable>()->set(key, {}, parse_toml_value(value, 0));
        else
            set(stage, "set", motion + '.' + key, value);
    }

private:
    void set(std::size_t stage, const char* what, const std::string& key,
             const std::string& value) {
        table(stage, what).set(key, {}, parse_toml_value(value, 0));
    }

    TomlTable& table(std::size_t stage, const char* what) {
        auto& entry = *find_named(list_, stages_[stage].name)->as<TomlTable>();
        Node* node = entry.find(what);
        return *(node != nullptr ? *node : entry.set(what, {}, {TomlTable{}, {}})).as<TomlTable>();
    }

    TomlList& list_;
    std::span<const Stage> stages_;
};

/// Sets what a hand has changed in the present stage. Later stages must change it as they did, and
/// leave it where they did, however they say so.
void set_by_hand(StageTables& tables, const World& live) {
    const Course& course = live.course();
    const std::span<const Stage> stages = course.stages();
    const std::size_t now = course.now();
    const Course::Values first = course.values_at(course.first_step(now));
    for (const Changeable& one : changeables(live.scene())) {
        const std::string from = one.of(first);
        const std::string to = one.of(course.goal());
        if (from == one.of(stages[now].begin) && to == one.of(stages[now].end)) continue;
        tables.give(now, one.keys, from, to == from ? std::nullopt : std::optional(to));
        for (std::size_t k = now + 1; k < stages.size(); ++k) {
            const std::string left = one.of(stages[k - 1].end);
            const std::string begin = one.of(stages[k].begin);
            const std::string end = one.of(stages[k].end);
            tables.give(k, one.keys, begin == left ? std::nullopt : std::optional(begin),
                        end == begin ? std::nullopt : std::optional(end));
        }
    }
}

bool ramps_velocity(const Stage& stage, std::size_t wall) {
    const WallMotion& from = stage.begin.motions[wall];
    const WallMotion& to = stage.end.motions[wall];
    return from.velocity != to.velocity || from.spin != to.spin;
}

std::string motion_key(const Scene& scene, std::size_t wall) {
    return "walls." + to_toml_key(scene.walls[wall].name) + ".motion";
}

/// The keys of a load that may be `auto`, with their values.
std::vector<std::pair<std::string, std::string>> settled(const WallLoad& load) {
    return {{"mass", number_text(load.mass.value())},
            {"damping", number_text(load.damping.value())},
            {"ramp", number_text(load.rise.value())},
            {"max_speed", number_text(load.max_speed.value())}};
}

/// Settles the loads of motions that begin with a stage.
void settle_loads(StageTables& tables, const World& live) {
    const std::span<const Stage> stages = live.course().stages();
    for (std::size_t k = 0; k < stages.size(); ++k)
        for (std::size_t w = 0; w < live.scene().walls.size(); ++w) {
            const WallMotion& motion = stages[k].begin.motions[w];
            const auto& set = stages[k].set_motions;
            const bool begins = std::ranges::find(set, w) != set.end() ||
                                ramps_velocity(stages[k], w) ||
                                (k > 0 && ramps_velocity(stages[k - 1], w));
            if (!motion.is_loaded() || !begins) continue;
            const std::string whole =
                "walls." + to_toml_key(live.scene().walls[w].name) + ".motion";
            for (const auto& [key, value] : settled(motion.load))
                tables.set_in_motion(k, whole, key, value);
        }
}

/// The changes of a run that has but one stage, as of --set.
std::vector<std::string> sets_of_only_stage(const World& live) {
    const Stage& stage = live.course().stage();
    std::vector<std::string> sets;
    for (const Changeable& one : changeables(live.scene())) {
        const std::string now = one.of(live.course().goal());
        if (now != one.of(stage.end)) sets.push_back(one.keys[0] + "=" + now);
    }
    return sets;
}

}  // namespace

std::string vector_text(Vec2 v, std::string (*number)(double)) {
    std::string text = "[";
    text += number(v.x);
    text += ", ";
    text += number(v.y);
    text += "]";
    return text;
}

Scene branch_scene(const World& live, const std::vector<LoggedChange>& changes) {
    const Scene& scene = live.scene();
    const Stage& first = live.course().stages().front();
    std::vector<std::string> sets{"run.dt=" + number_text(live.step_choice().dt)};
    std::string text = scene.toml;
    if (first.name.empty()) {
        std::ranges::move(sets_of_only_stage(live), std::back_inserter(sets));
    } else {
        TomlTable toml = parse_toml(scene.toml, 0);
        StageTables tables(toml, live.course().stages());
        set_by_hand(tables, live);
        settle_loads(tables, live);
        text = write_scene(toml);
    }
    // A motion of the scene itself begins with the first stage.
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        if (scene.walls[w].wall.motion.is_loaded() && first.begin.motions[w].is_loaded())
            for (const auto& [key, value] : settled(first.begin.motions[w].load))
                sets.push_back(motion_key(scene, w) + '.' + key + "=" + value);
    text += dropped_text(scene, changes);
    return load_scene("branch.toml", sets,
                      [&](const std::filesystem::path&) { return std::optional(text); });
}

}  // namespace scree::engine
