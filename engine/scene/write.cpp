#include "engine/scene/write.h"

#include <algorithm>

#include "engine/scene/keys.h"
#include "engine/scene/stages.h"

namespace scree::engine {
namespace {

class SceneWriter {
public:
    std::string take() { return std::move(text_); }

    /// Writes first the values of a table, then the tables in it, which have headers of their own.
    void write(const TomlTable& table, const std::vector<Key>& keys, const std::string& path) {
        for (const Key& key : keys) {
            const Node* node = table.find(key.name);
            if (node != nullptr && !has_header(key.type, path))
                text_ += to_toml_key(key.name) + " = " + to_toml(*node) + '\n';
        }
        for (const Key& key : keys) {
            const Node* node = table.find(key.name);
            if (node != nullptr && has_header(key.type, path))
                write_headed(*node, key.type, path.empty() ? key.name : path + '.' + key.name);
        }
    }

private:
    static bool is_table(const Type& type) {
        return type.form == Form::table || type.form == Form::by_kind;
    }

    /// Alternatives inside a table stay on one line.
    static bool has_header(const Type& type, const std::string& path) {
        switch (type.form) {
            case Form::table:
            case Form::by_name:
            case Form::assignments:
            case Form::changes:
                return true;
            case Form::by_kind:
                return path.empty();
            case Form::list:
                return is_table(type.element[0]);
            default:
                return false;
        }
    }

    void write_headed(const Node& node, const Type& type, const std::string& path) {
        if (type.form == Form::by_name) {
            for (const Member& member : node.as<TomlTable>()->members)
                write_headed(member.value, type.element[0], path + '.' + to_toml_key(member.key));
        } else if (type.form == Form::list) {
            for (const Node& entry : *node.as<TomlList>()) {
                text_ += "\n[[" + path + "]]\n";
                write_body(*entry.as<TomlTable>(), type.element[0], path);
            }
        } else if (type.form == Form::assignments || type.form == Form::changes) {
            write_assignments(*node.as<TomlTable>(), path);
        } else {
            text_ += "\n[" + path + "]\n";
            write_body(*node.as<TomlTable>(), type, path);
        }
    }

    void write_body(const TomlTable& table, const Type& type, const std::string& path) {
        write(table, type.keys, path);
        if (type.form != Form::by_kind) return;
        text_ += "kind = " + to_toml(*table.find("kind")) + '\n';
        write(table, find_kind(type, *table.find("kind")->as<std::string>())->keys, path);
    }

    void write_assignments(const TomlTable& table, const std::string& path) {
        if (table.members.empty()) return;
        text_ += "\n[" + path + "]\n";
        for (const Member& member : table.members)
            text_ += to_toml_key(member.key) + " = " + to_toml(member.value) + '\n';
    }

    std::string text_;
};

}  // namespace

std::string write_scene(const TomlTable& scene) {
    SceneWriter writer;
    writer.write(scene, scene_type().keys, "");
    return writer.take();
}

namespace {

/// Where `until` of a wall says that it stays for ever, s.
constexpr double for_ever = 1e9;

}  // namespace

std::string scene_to_begin_from(const Scene& scene, const std::string& run, double time) {
    TomlTable table = after_stages(scene);
    for (const char* key : {"grains", "stage", "sweep"}) table.erase(key);
    const Place nowhere;
    TomlTable start;
    start.set("run", nowhere, {run, nowhere});
    table.set("start", nowhere, {std::move(start), nowhere});
    auto& settings = *table.find("run")->as<TomlTable>();
    settings.set("duration", nowhere, {scene.run.duration, nowhere});
    settings.erase("threads");  // they were those of that run on its machine
    // The time begins at 0 again, and gates that have passed do not come back.
    if (Node* measures = table.find("measure"))
        for (Node& node : *measures->as<TomlList>()) {
            auto& measure = *node.as<TomlTable>();
            measure.erase("stage");
            if (Node* from = measure.find("from"))
                *from->as<double>() = std::max(0.0, *from->as<double>() - time);
        }
    Node* walls = table.find("walls");
    if (walls == nullptr) return write_scene(table);
    auto& all = *walls->as<TomlList>();
    std::erase_if(all, [&](const Node& wall) {
        return *wall.as<TomlTable>()->find("until")->as<double>() <= time;
    });
    for (Node& node : all) {
        auto& wall = *node.as<TomlTable>();
        auto& from = *wall.find("from")->as<double>();
        auto& until = *wall.find("until")->as<double>();
        from = std::max(0.0, from - time);
        if (until < for_ever) until -= time;
    }
    return write_scene(table);
}

namespace {

TomlTable& last_stage(TomlTable& scene) {
    return *scene.find("stage")->as<TomlList>()->back().as<TomlTable>();
}

}  // namespace

Scene without_stop(Scene scene) {
    TomlTable table = parse_toml(scene.toml, 0);
    if (scene.has_stages()) last_stage(table).erase("until");
    if (Node* run = table.find("run")) run->as<TomlTable>()->erase("stop");
    scene.toml = write_scene(table);
    scene.run.stop_at_rest.reset();
    scene.stages.back().until.reset();
    return scene;
}

Scene with_last_stage(Scene scene, double duration) {
    TomlTable table = parse_toml(scene.toml, 0);
    last_stage(table).set("duration", {}, {duration, {}});
    scene.toml = write_scene(table);
    scene.run.duration += duration - scene.stages.back().duration;
    scene.stages.back().duration = duration;
    return scene;
}

}  // namespace scree::engine
