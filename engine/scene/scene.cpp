#include "engine/scene/scene.h"

#include "engine/scene/build.h"
#include "engine/scene/check.h"
#include "engine/scene/document.h"
#include "engine/scene/stages.h"
#include "engine/scene/write.h"

namespace scree::engine {

namespace {

Scene load(const std::filesystem::path& path, const SceneChanges& changes,
           const FileReader& reader) {
    SceneSources sources;
    SceneReport report(sources);
    Node root = read_document(path, changes, reader, sources, report);
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

}  // namespace scree::engine
