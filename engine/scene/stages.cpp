#include "engine/scene/stages.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/measure/measure.h"
#include "engine/scene/build.h"
#include "engine/scene/build_motion.h"
#include "engine/scene/check.h"
#include "engine/scene/keys.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

using KeyPath = std::vector<std::string>;

std::string key_text(const KeyPath& path) {
    std::string text;
    for (const std::string& part : path) {
        if (!text.empty()) text += '.';
        text += to_toml_key(part);
    }
    return text;
}

std::optional<KeyPath> parse_key(const std::string& text, std::uint32_t source) {
    try {
        return parse_toml_key(text, source);
    } catch (const TomlError&) {
        return std::nullopt;
    }
}

bool is_contact_parameter(std::string_view key) {
    constexpr std::array<std::string_view, 4> keys = {"friction", "restitution", "damping",
                                                      "cohesion"};
    return std::ranges::find(keys, key) != keys.end();
}

/// What a key of a change is about.
enum class Changes : std::uint8_t { nothing, gravity, contact, motion, presence, cell, output };

Changes changes_of(const KeyPath& path) {
    const std::string& first = path[0];
    if (first == "run" && path.size() == 2 && path[1] == "gravity") return Changes::gravity;
    if (first == "materials" && path.size() == 3 && is_contact_parameter(path[2]))
        return Changes::contact;
    if (first == "contacts" && path.size() == 4 && is_contact_parameter(path[3]))
        return Changes::contact;
    if (first == "walls" && path.size() >= 3 && path.size() <= 4 && path[2] == "motion")
        return Changes::motion;
    if (first == "walls" && path.size() == 3 && path[2] == "present") return Changes::presence;
    if (first == "domain" && path.size() >= 3 && path.size() <= 4 && path[1] == "cell" &&
        kind_of<CellComponent>(path[2]))
        return Changes::cell;
    if (first == "output" && path.size() == 3 && path[1] == "every") return Changes::output;
    return Changes::nothing;
}

/// Why a key of the scene holds for the whole run.
std::string why_not(const KeyPath& path) {
    const std::string& first = path[0];
    const std::string& last = path.back();
    if (first == "stage") return "each stage says itself what it is like";
    if (first == "run" && last == "duration") return "each stage has a duration of its own";
    if (first == "run" && path.size() > 1 && path[1] == "stop") return "a stage has `until` for it";
    if (first == "run") return "it decides how the whole run is computed";
    if (first == "materials" || first == "contacts" || first == "contact")
        return "the masses of the grains or the time step follow from it, or what contacts "
               "remember";
    if (first == "walls" && (last == "from" || last == "until" || last == "since"))
        return "walls come and go in a stage by `present`";
    if (first == "walls") return "a wall keeps its shape and its material";
    if (first == "grains")
        return "grains are made before the run begins; let them come as rain, or begin a new run "
               "with [start]";
    if (first == "domain") return "grains and walls were placed in it";
    return "it holds for the whole run";
}

/// The keys of a pair of materials, which may have no table in the scene yet.
const std::vector<Key>& keys_of_pair() {
    return find_key(scene_type().keys, "contacts")->type.element[0].element[0].keys;
}

class Straightener {
public:
    Straightener(const Node& scene, SceneReport& report) : scene_(scene), report_(report) {}

    void straighten(TomlTable& stage, const std::string& name) {
        for (const char* key : {"set", "ramp"}) {
            Node* node = stage.find(key);
            auto* table = node == nullptr ? nullptr : node->as<TomlTable>();
            if (table == nullptr) continue;  // the checks say what is wrong with it
            what_ = "stage." + shown(name) + '.' + key;
            TomlTable flat;
            for (Member& member : table->members) {
                const auto path = parse_key(member.key, member.place.source);
                if (path)
                    flatten(*path, member, flat);
                else
                    report_.add(member.place, what_ + ": `" + shown(member.key) + "` is no key");
            }
            *table = std::move(flat);
        }
    }

private:
    /// Whether the value of a key is a table of keys, which are meant, and not a value.
    bool is_open(const KeyPath& path) const {
        if (path.size() == 2 && path[0] == "contacts") return true;  // of a pair without a table
        const Type* type = type_at(scene_, path);
        return type != nullptr && (type->form == Form::table || type->form == Form::by_name ||
                                   type->form == Form::list);
    }

    void flatten(const KeyPath& path, Member& member, TomlTable& flat) {
        auto* inner = member.value.as<TomlTable>();
        const bool open = is_open(path) || (path.size() == 3 && path[0] == "contacts");
        if (inner != nullptr && open) {
            for (Member& next : inner->members) {
                KeyPath longer = path;
                longer.push_back(next.key);
                flatten(longer, next, flat);
            }
            return;
        }
        const std::string key = key_text(path);
        if (flat.find(key) != nullptr)
            return report_.add(member.place, what_ + ": `" + shown(key) + "` is given twice");
        check_beside_others(path, key, member.place, flat);
        flat.set(key, member.place, std::move(member.value));
    }

    /// Of keys that say the same thing, one would win by its place, which means nothing in a table.
    void check_beside_others(const KeyPath& path, const std::string& key, const Place& place,
                             const TomlTable& flat) {
        const Changes changes = changes_of(path);
        const auto both = [&](const std::string& other, const std::string& rest) {
            report_.add(place, what_ + ": `" + shown(key) + "` and `" + shown(other) + "` " + rest);
        };
        if (changes == Changes::motion)
            for (const Member& there : flat.members)
                if (there.key.starts_with(key + '.') || key.starts_with(there.key + '.'))
                    both(there.key, "both say how the wall moves: put one into the other");
        const bool is_damping = path.back() == "damping";
        if (changes != Changes::contact || !(is_damping || path.back() == "restitution")) return;
        KeyPath beside = path;
        beside.back() = is_damping ? "restitution" : "damping";
        const std::string other = key_text(beside);
        if (flat.find(other) != nullptr) both(other, "exclude each other: keep one");
    }

    const Node& scene_;
    SceneReport& report_;
    std::string what_;
};

/// Builds the stages one after the other: each begins with what the one before it has left.
class Builder {
public:
    Builder(const Node& scene, const Scene& built, SceneReport& report)
        : scene_(scene), now_(scene), built_(built), report_(report) {}

    /// The scene as it is after all stages that were built.
    const Node& now() const { return now_; }

    std::vector<Stage> build() {
        std::vector<Stage> stages;
        const TomlList given = list(*scene_.as<TomlTable>(), "stage");
        for (const Node& entry : given) {
            stages.push_back(build_stage(*entry.as<TomlTable>()));
            if (report_.count() > 0) return {};
        }
        return stages;
    }

private:
    Stage build_stage(const TomlTable& given) {
        Stage stage;
        stage.name = text(given, "name");
        stage.duration = number(given, "duration");
        if (has(given, "until")) stage.until = build_until(table(given, "until"), stage);
        const TomlTable& ramp = table(given, "ramp");
        for (const Member& member : table(given, "set").members)
            apply(member, "stage." + stage.name + ".set", false, stage);
        if (!settle()) return stage;
        stage.begin = build_stage_values(*now_.as<TomlTable>(), built_);
        stage.every = build_periods(table(*now_.as<TomlTable>(), "output"));
        stage.end = stage.begin;
        if (ramp.members.empty()) return stage;
        for (const Member& member : ramp.members)
            apply(member, "stage." + stage.name + ".ramp", true, stage);
        if (!settle()) return stage;
        stage.end = build_stage_values(*now_.as<TomlTable>(), built_);
        for (std::size_t w = 0; w < stage.begin.motions.size(); ++w)
            stage.begin.motions[w] =
                ramped(stage.begin.motions[w], stage.end.motions[w], stage.duration);
        return stage;
    }

    /// Checks the scene as it is now, and says whether nothing is wrong with it.
    bool settle() {
        if (report_.count() == 0) check_scene(now_, report_);
        return report_.count() == 0;
    }

    /// Changes a key of the scene as it is now.
    void apply(const Member& member, const std::string& what, bool is_ramp, Stage& stage) {
        const auto error = [&](const std::string& message) {
            report_.add(member.place, what + ": `" + shown(member.key) + "` " + message);
        };
        const KeyPath path = parse_toml_key(member.key, member.place.source);
        const Changes changes = changes_of(path);
        const bool is_known = type_at(now_, path) != nullptr;
        if (changes == Changes::nothing) {
            if (path[0] == "contacts" && path.size() == 4) {
                std::vector<std::string> known;
                for (const Key& key : keys_of_pair()) known.push_back(key.name);
                if (find_key(keys_of_pair(), path[3]) == nullptr)
                    return error("is no key of the scene" + hint(path[3], known));
                return error("cannot change in a run: " + why_not(path));
            }
            if (is_known) return error("cannot change in a run: " + why_not(path));
            const FirstUnknown unknown = first_unknown(now_, path);
            return error("is no key of the scene" + hint(unknown.part, unknown.known));
        }
        if (!is_known && path[0] != "contacts") {
            const FirstUnknown unknown = first_unknown(now_, path);
            return error("is no key of the scene as it is then: there is no `" +
                         shown(unknown.part) + '`' + hint(unknown.part, unknown.known));
        }
        if (is_ramp && !can_ramp(changes, path, member))
            return error(
                "cannot change steadily: what can is gravity, friction, restitution, "
                "damping and cohesion, of a motion that is constant or a load velocity, spin, "
                "pressure and force, and of a cell the rates and stresses that it has");
        if (changes == Changes::motion) note_motion(path[1], stage, is_ramp);
        TomlTable& owner = owner_of(path, member.place);
        if (changes == Changes::cell && path.size() == 4)
            owner.erase(path[3] == "rate" ? "stress" : "rate");
        if (path.back() == "restitution") owner.erase("damping");
        if (path.back() == "damping" && changes == Changes::contact) owner.erase("restitution");
        owner.set(path.back(), member.place, member.value);
    }

    bool can_ramp(Changes changes, const KeyPath& path, const Member& member) const {
        if (changes == Changes::gravity || changes == Changes::contact) return true;
        if (changes == Changes::cell)
            return path.size() == 4 && has(table(cell_now(), path[2]), path[3]);
        if (changes != Changes::motion || path.size() != 4) return false;
        constexpr std::array<std::string_view, 4> keys = {"velocity", "spin", "pressure", "force"};
        if (std::ranges::find(keys, path[3]) == keys.end()) return false;
        const auto& walls = list(*now_.as<TomlTable>(), "walls");
        const auto& motion = table(*find_named(walls, path[1])->as<TomlTable>(), "motion");
        const std::string& kind = text(motion, "kind");
        return (kind == "constant" || kind == "load") && member.value.as<TomlTable>() == nullptr;
    }

    const TomlTable& cell_now() const {
        return table(table(*now_.as<TomlTable>(), "domain"), "cell");
    }

    void note_motion(const std::string& name, Stage& stage, bool is_ramp) const {
        const auto wall = std::ranges::find(built_.walls, name, &SceneWall::name);
        const auto number = static_cast<std::uint32_t>(wall - built_.walls.begin());
        if (!is_ramp && std::ranges::find(stage.set_motions, number) == stage.set_motions.end())
            stage.set_motions.push_back(number);
    }

    /// The table that a key belongs to, which may have to be made for a pair of materials.
    TomlTable& owner_of(KeyPath path, const Place& place) {
        if (path[0] == "contacts") {
            const TomlTable& contacts = table(*now_.as<TomlTable>(), "contacts");
            const Node* mirrored = contacts.find(path[2]);
            if (mirrored != nullptr && has(*mirrored->as<TomlTable>(), path[1]))
                std::swap(path[1], path[2]);
        }
        Node* node = &now_;
        for (std::size_t k = 0; k + 1 < path.size(); ++k) {
            if (auto* entries = node->as<TomlList>()) {
                node = find_named(*entries, path[k]);
                continue;
            }
            auto& table = *node->as<TomlTable>();
            Node* next = table.find(path[k]);
            node = next != nullptr ? next : &table.set(path[k], place, {TomlTable{}, place});
        }
        return *node->as<TomlTable>();
    }

    StageEnd build_until(const TomlTable& until, const Stage& stage) {
        using Kind = StageEnd::Kind;
        StageEnd end;
        for (const auto& [key, kind] :
             {std::pair{"at_rest", Kind::at_rest}, std::pair{"above", Kind::above},
              std::pair{"below", Kind::below}, std::pair{"steady", Kind::steady},
              std::pair{"displacement", Kind::displacement}}) {
            if (!has(until, key)) continue;
            end.kind = kind;
            end.value = number(until, key);
        }
        if (has(until, "over")) end.over = number(until, "over");
        if (end.over > stage.duration)
            report_.add(value(until, "over").place,
                        "stage." + stage.name + ".until.over must be at most " +
                            to_toml(stage.duration) + ", the duration of the stage, not " +
                            to_toml(end.over));
        if (has(until, "wall")) {
            const auto wall =
                std::ranges::find(built_.walls, text(until, "wall"), &SceneWall::name);
            end.wall = static_cast<std::size_t>(wall - built_.walls.begin());
        }
        if (has(until, "measure")) find_column(value(until, "measure"), stage.name, end);
        return end;
    }

    void find_column(const Node& given, const std::string& stage, StageEnd& end) {
        const std::string& whole = *given.as<std::string>();
        const std::size_t dot = whole.find('.');
        const std::string name = whole.substr(0, dot);
        const std::string what = "stage." + stage + ".until.measure: ";
        const auto measure = std::ranges::find(built_.measures, name, &MeasureSpec::name);
        std::vector<std::string> known;
        if (measure == built_.measures.end()) {
            for (const MeasureSpec& spec : built_.measures) known.push_back(spec.name);
            return report_.add(given.place, what + "the scene has no measure `" + shown(name) +
                                                '`' + hint(name, known));
        }
        end.measure = static_cast<std::size_t>(measure - built_.measures.begin());
        end.column = dot == std::string::npos ? "" : whole.substr(dot + 1);
        for (const Column& column : columns_of(measure->kind)) known.emplace_back(column.key);
        if (dot == std::string::npos)
            return report_.add(given.place, what + "name a column of `" + shown(name) +
                                                "` too, as `" + shown(name) + ".COLUMN`" +
                                                hint("", known));
        if (std::ranges::find(known, end.column) == known.end())
            report_.add(given.place, what + "`" + shown(name) + "` has no column `" +
                                         shown(end.column) + '`' + hint(end.column, known));
    }

    const Node& scene_;
    Node now_;  ///< the scene with all changes up to now
    const Scene& built_;
    SceneReport& report_;
};

/// The whole run as a stage.
Stage only_stage(const TomlTable& scene, const Scene& built) {
    Stage stage;
    stage.duration = number(table(scene, "run"), "duration");
    if (built.run.stop_at_rest) {
        StageEnd& until = stage.until.emplace();
        until.kind = StageEnd::Kind::at_rest;
        until.value = *built.run.stop_at_rest;
    }
    stage.begin = build_stage_values(scene, built);
    stage.end = stage.begin;
    stage.every = built.output;
    return stage;
}

}  // namespace

void straighten_stages(Node& scene, SceneReport& report) {
    Node* node = scene.as<TomlTable>()->find("stage");
    auto* stages = node == nullptr ? nullptr : node->as<TomlList>();
    if (stages == nullptr) return;
    const Node before = scene;  // keys are looked up in it
    Straightener straightener(before, report);
    for (Node& entry : *stages)
        if (auto* stage = entry.as<TomlTable>())
            straightener.straighten(*stage, name_of(entry) == nullptr ? "" : *name_of(entry));
}

std::vector<Stage> build_stages(const Node& scene, const Scene& built, SceneReport& report) {
    const auto& table = *scene.as<TomlTable>();
    if (list(table, "stage").empty()) return {only_stage(table, built)};
    return Builder(scene, built, report).build();
}

std::string words_of(const StageEnd& until, const Scene& scene) {
    using Kind = StageEnd::Kind;
    const std::string value = to_toml(until.value);
    if (until.kind == Kind::at_rest)
        return "the grains are at rest, with an unbalanced force below " + value;
    if (until.kind == Kind::displacement)
        return "the wall `" + scene.walls[until.wall].name + "` has moved by " + value + " m";
    const std::string column = '`' + scene.measures[until.measure].name + '.' + until.column + '`';
    if (until.kind == Kind::above) return column + " is above " + value;
    if (until.kind == Kind::below) return column + " is below " + value;
    return column + " is steady within " + value + " over " + to_toml(until.over) + " s";
}

TomlTable after_stages(const Scene& scene) {
    const SceneSources sources{"scene.toml"};
    SceneReport report(sources);
    Node root{parse_toml(scene.toml, 0), {}};
    straighten_stages(root, report);
    check_scene(root, report);
    if (list(*root.as<TomlTable>(), "stage").empty()) return *root.as<TomlTable>();
    Builder builder(root, scene, report);
    builder.build();
    report.throw_errors();
    return *builder.now().as<TomlTable>();
}

}  // namespace scree::engine
