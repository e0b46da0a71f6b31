#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/files/file_error.h"

namespace scree::engine {

/// A descriptor that is closed at the end.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int number() const { return number_; }
    /// Returns the number, which the caller must close now.
    int release();
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_;
};

/// An open folder. The user chose it, but its content may come from a stranger: a link in it could
/// lead to any file of the user. So its files are opened by their names from its descriptor, never
/// through a link, and only if they are regular files. All functions throw FileError; names have no
/// slash.
class Folder {
public:
    /// Opens a folder that the user has named. Links on the way to it are followed.
    explicit Folder(const std::filesystem::path& path);
    /// Opens the same folder once more.
    Folder again() const;
    /// Opens a folder in this one, which may not be a link.
    Folder subfolder(const std::string& name) const;
    /// Does the same, and makes the folder before if it is not there.
    Folder made_subfolder(const std::string& name) const;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path path_of(const std::string& name) const { return path_ / name; }
    int descriptor() const { return descriptor_.number(); }

    /// Opens a regular file with these flags of open(2), and O_NOFOLLOW. With O_CREAT it is made.
    Descriptor open(const std::string& name, int flags) const;
    /// Whether there is anything of this name, be it a link.
    bool contains(const std::string& name) const;
    bool contains_folder(const std::string& name) const;
    /// All names, sorted.
    std::vector<std::string> names() const;
    /// Removes a file or a link; if there is none, does nothing.
    void remove(const std::string& name) const;
    void rename(const std::string& from, const std::string& to) const;
    /// Makes the names in the folder reach the disk.
    void sync() const;

private:
    Folder(std::filesystem::path path, Descriptor descriptor);

    std::filesystem::path path_;
    Descriptor descriptor_;
};

/// Throws FileError if a folder on the way from `top`, which the user has named, down to `path` is
/// a link.
void refuse_links(const std::filesystem::path& top, const std::filesystem::path& path);

/// Returns the folder of a path that the user has named, which may be the working directory.
Folder folder_of(const std::filesystem::path& path);

/// Throws the FileError for what could not be done to a file, such as "open it".
[[noreturn]] void fail_to(const std::filesystem::path& path, const std::string& doing, int error);

/// Returns the bytes of a regular file from its beginning, and one more than `at_most` at most.
/// Throws FileError.
std::string read_text(const Folder& folder, const std::string& name,
                      std::uint64_t at_most = std::uint64_t{8} << 30);
/// Does the same with a file that the user has named: there links are followed.
std::string read_text(const std::filesystem::path& path,
                      std::uint64_t at_most = std::uint64_t{8} << 30);

}  // namespace scree::engine
