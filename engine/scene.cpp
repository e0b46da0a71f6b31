#include "engine/scene.h"

#include "engine/scene_build.h"
#include "engine/scene_check.h"
#include "engine/scene_document.h"
#include "engine/scene_write.h"

namespace scree::engine {

Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets) {
    return load_scene(path, sets, read_file);
}

Scene load_scene(const std::filesystem::path& path, std::span<const std::string> sets,
                 const FileReader& reader) {
    SceneSources sources;
    SceneReport report(sources);
    Node root = read_document(path, sets, reader, sources, report);
    check_scene(root, report);
    report.throw_errors();
    const auto& table = *root.as<TomlTable>();
    Scene scene = build_scene(table);
    scene.toml = write_scene(table);
    return scene;
}

}  // namespace scree::engine
