#include "engine/record/run_frames.h"

#include "engine/record/run_folder.h"
#include "engine/scene/surroundings.h"

namespace scree::engine {

Scene scene_in(const std::filesystem::path& folder, std::span<const std::string> sets) {
    const FileError no_run(FileError::Kind::missing, folder,
                           "holds no run: there is no scene.toml");
    if (!std::filesystem::is_directory(folder)) throw no_run;
    const SummedFolder files(folder);
    if (!files.contains(RunFolder::scene)) throw no_run;
    const std::filesystem::path path = folder / RunFolder::scene;
    try {
        // The program wrote this scene itself, so it includes no other file.
        return load_scene(path, sets, [&](const std::filesystem::path& file) {
            return file == path ? std::optional(files.text(RunFolder::scene)) : std::nullopt;
        });
    } catch (const SceneErrors& errors) {
        throw FileError(FileError::Kind::damaged, path,
                        std::string("is damaged: ") + errors.what());
    }
}

namespace {

[[noreturn]] void refuse_without_frames(const std::filesystem::path& folder) {
    throw FileError(FileError::Kind::missing, folder,
                    "has no frames yet: scree resume " + folder.string() + " goes on with it");
}

/// Refuses a folder without a trajectory: a run that was saved from a window has only a checkpoint.
const std::filesystem::path& with_trajectory(const std::filesystem::path& folder) {
    const auto has = [&](const char* name) { return std::filesystem::exists(folder / name); };
    if (has("checkpoint.h5") && !has("trajectory.h5") && !has("trajectory"))
        refuse_without_frames(folder);
    return folder;
}

}  // namespace

RunFrames::RunFrames(const std::filesystem::path& folder)
    : folder_(folder), scene_(scene_in(folder)), reader_(with_trajectory(folder)) {
    if (count() == 0) refuse_without_frames(folder);
}

SeenFrame RunFrames::see(std::uint64_t frame) {
    SeenFrame seen{frame, reader_.read(frame), {}};
    try {
        seen.facts = facts_of(
            seen.frame, [this](BodyNumber body) -> const BodyShape& { return shape(body); },
            surroundings_of(scene_));
        for (const BodyNumber wall : seen.frame.walls.body)
            if (shape(wall).material >= scene_.materials.size())
                throw std::invalid_argument("a wall has an unknown material");
    } catch (const std::logic_error& error) {
        throw FileError(FileError::Kind::damaged, folder_,
                        "frame " + std::to_string(frame) + " is damaged: " + error.what());
    }
    return seen;
}

}  // namespace scree::engine
