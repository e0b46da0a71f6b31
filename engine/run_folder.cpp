#include "engine/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "engine/sealed_file.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

/// All that a run leaves in its folder. The scene goes last: without it there is no run.
constexpr std::array files_of_a_run = {
    "checkpoint.h5", "checkpoint.previous.h5", "trajectory.h5", "trajectory", "series.csv",
    "log.txt",       "summary.json",           "final.png",     "scene.toml"};

void make_folders(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        throw FileError(FileError::Kind::input_output, path,
                        "could not make the folder: " + error.message());
}

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

RunFolder::RunFolder(const fs::path& path)
    : path_(path), lock_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (lock_ < 0)
        throw FileError(errno == ENOENT ? FileError::Kind::missing : FileError::Kind::input_output,
                        path_, std::generic_category().message(errno));
    if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
    const int error = errno;
    ::close(lock_);
    if (error == EWOULDBLOCK) throw RunFolderError(path_.string() + ": a run writes to it now");
    throw FileError(FileError::Kind::input_output, path_,
                    "could not lock it: " + std::generic_category().message(error));
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
    if (lock_ >= 0) ::close(lock_);
}

RunFolder RunFolder::create(const fs::path& path, bool force) {
    make_folders(path);
    RunFolder folder(path);
    if (force) {
        remove_run(path);
        remove_leftovers(path);
    } else if (!fs::is_empty(path)) {
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
    if (!fs::exists(folder.scene()))
        throw FileError(FileError::Kind::missing, path, "holds no run: there is no scene.toml");
    return folder;
}

}  // namespace scree::engine
