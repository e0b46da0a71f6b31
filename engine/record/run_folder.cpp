#include "engine/record/run_folder.h"

#include <array>
#include <system_error>

#include "engine/files/sealed_file.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

/// All files that a run leaves in its folder. The scene is removed last, because without it the
/// folder does not count as a run.
constexpr std::array files_of_a_run = {"checkpoint.h5", "checkpoint.previous.h5",
                                       "trajectory.h5", "trajectory",
                                       "series.csv",    "log.txt",
                                       "summary.json",  "failure.txt",
                                       "final.png",     "sums.txt",
                                       "start.h5",      "packing.h5",
                                       "fields.h5",     "scene.toml"};

void remove_run(const fs::path& folder) {
    for (const char* name : files_of_a_run) {
        std::error_code error;
        fs::remove_all(folder / name, error);
        if (error)
            throw FileError(FileError::Kind::input_output, folder / name,
                            "could not remove it: " + error.message());
    }
}

}  // namespace

std::string name_of_run(const fs::path& scene_file) {
    const std::string name = scene_file.stem().string();
    return name.empty() || name == "." || name == ".." ? "scene" : name;
}

void make_folders(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        throw FileError(FileError::Kind::input_output, path,
                        "could not make the folder: " + error.message());
}

RunFolder::RunFolder(const fs::path& path)
    : folder_(path), lock_(folder_, "a run writes to it now") {}

RunFolder RunFolder::create(const fs::path& path, bool force) {
    make_folders(path);
    RunFolder folder(path);
    remove_leftovers(folder.folder());
    if (force) {
        remove_run(path);
    } else if (!folder.folder().names().empty()) {
        throw RunFolderError(
            path.string() +
            ": is not empty, and stays as it is; choose another folder, or --force "
            "to lose the run in it");
    }
    return folder;
}

RunFolder RunFolder::create_numbered(const fs::path& parent, const std::string& name) {
    make_folders(parent);
    for (int number = 1;; ++number) {
        const fs::path path = parent / (number == 1 ? name : name + "-" + std::to_string(number));
        std::error_code error;
        if (fs::create_directory(path, error)) return RunFolder(path);
        if (error && !fs::exists(path))
            throw FileError(FileError::Kind::input_output, path,
                            "could not make the folder: " + error.message());
    }
}

RunFolder RunFolder::open(const fs::path& path) {
    RunFolder folder(path);
    if (!folder.folder().contains(scene))
        throw FileError(FileError::Kind::missing, path, "holds no run: there is no scene.toml");
    return folder;
}

}  // namespace scree::engine
