#include "engine/scene/scene.h"

#include "engine/scene/build.h"
#include "engine/scene/check.h"
#include "engine/scene/stages.h"
#include "engine/scene/toml/document.h"
#include "engine/scene/write.h"

namespace scree::engine {

namespace {

/// Makes the name of the folder that a run begins from absolute. It is relative to the file that it
/// stands in, or to the scene if it is set by the command line or swept.
void find_start(Node& scene, const std::filesystem::path& path, const SceneSources& sources) {
    Node* start = scene.as<TomlTable>()->find("start");
    auto* table = start == nullptr ? nullptr : start->as<TomlTable>();
    Node* run = table == nullptr ? nullptr : table->find("run");
    auto* name = run == nullptr ? nullptr : run->as<std::string>();
    if (name == nullptr || name->empty() || name->find('\0') != std::string::npos) return;
    const std::string& source = sources.at(run->place.source);
    const std::filesystem::path file =
        source.starts_with("--") || source == "sweep" ? path : std::filesystem::path(source);
    std::error_code error;
    std::filesystem::path folder =
        std::filesystem::absolute(file.parent_path() / *name, error).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    if (!error) *name = folder.string();
}

Scene load(const std::filesystem::path& path, const SceneChanges& changes,
           const FileReader& reader) {
    SceneSources sources;
    SceneReport report(sources);
    Node root = read_document(path, changes, reader, sources, report);
    find_start(root, path, sources);
    straighten_stages(root, report);
    check_scene(root, report);
    report.throw_errors();
    const auto& table = *root.as<TomlTable>();
    Scene scene = build_scene(table);
    scene.stages = build_stages(root, scene, report);
    report.throw_errors();
    for (const Stage& stage : scene.stages) scene.run.duration += stage.duration;
    scene.toml = write_scene(table);
    return scene;
}

}  // namespace

Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets) {
    return load(path, {sets}, read_file);
}

Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets,
                 const FileReader& reader) {
    return load(path, {sets}, reader);
}

Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets,
                 std::span<const std::string> sweeps, const FileReader& reader) {
    return load(path, {sets, sweeps}, reader);
}

Scene load_member(const std::filesystem::path& path, std::span<const std::string> sets,
                  std::span<const std::string> member, const FileReader& reader) {
    return load(path, {sets, {}, member}, reader);
}

KeysOfEnd keys_of_end(const Scene& scene) {
    if (!scene.has_stages()) return {"run.duration", "run.stop"};
    const std::string stage = "stage." + to_toml_key(scene.stages.back().name);
    return {stage + ".duration", stage + ".until"};
}

}  // namespace scree::engine
