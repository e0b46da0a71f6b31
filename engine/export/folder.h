#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::engine {

/// Thrown if something is in the way of an export; it is left as it is.
class ExportRefused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The folder that the files of an export go to. They are written into a hidden folder inside it,
/// and take their names together in publish(): an export that fails or is stopped leaves nothing.
/// Throws FileError.
class ExportFolder {
public:
    /// Makes the folder if need be. `kinds` are the names that the export gives, with # for a
    /// number, as "grains_#.vtp". Files with such names are in the way (ExportRefused), unless
    /// `force` is given: then publish() replaces all of them. Other files stay as they are.
    ExportFolder(const std::filesystem::path& path, std::vector<std::string> kinds, bool force);
    ~ExportFolder();
    ExportFolder(const ExportFolder&) = delete;
    ExportFolder& operator=(const ExportFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// The hidden folder that the files are in until they are published.
    const std::filesystem::path& staging() const { return staging_; }
    /// Whether the folder was made for this export.
    bool is_new() const { return made_; }
    /// The path of a file until it is published.
    std::filesystem::path aside(const std::string& name) const { return staging_ / name; }
    /// Appends bytes to a file, which is made if need be.
    void append(const std::string& name, std::span<const std::byte> bytes) const;
    void append(const std::string& name, const std::string& text) const;
    void publish();

private:
    std::vector<std::filesystem::path> in_the_way() const;

    std::filesystem::path path_;
    std::vector<std::string> kinds_;
    std::filesystem::path staging_;
    bool made_ = false;  ///< whether the folder was made here
};

/// The number in six digits or more, so that names sort as numbers do.
std::string padded_number(std::uint64_t number);

}  // namespace scree::engine
