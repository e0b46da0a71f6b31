#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace scree::engine {

/// Something is in the way of an export, and stays.
class ExportRefused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where the files of an export go. They are written aside, in a hidden folder of the one that they
/// are for, and take their names together in publish(): an export that fails or is stopped leaves
/// nothing. Throws FileError.
class ExportFolder {
public:
    /// Made if need be. `kinds` are the names that the export gives, # for a number, as
    /// "grains_#.vtp". Files with such names are in the way (ExportRefused), unless `force` is
    /// given: then publish() replaces all of them. Other files stay as they are.
    ExportFolder(const std::filesystem::path& path, std::vector<std::string> kinds, bool force);
    ~ExportFolder();
    ExportFolder(const ExportFolder&) = delete;
    ExportFolder& operator=(const ExportFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Where a file is until it is published.
    std::filesystem::path aside(const std::string& name) const { return staging_ / name; }
    /// To a file, which is made if need be.
    void append(const std::string& name, std::span<const std::byte> bytes) const;
    void append(const std::string& name, const std::string& text) const;
    void publish();

private:
    std::vector<std::filesystem::path> in_the_way() const;

    std::filesystem::path path_;
    std::vector<std::string> kinds_;
    std::filesystem::path staging_;
    bool made_ = false;  ///< the folder was not there before
};

/// Six digits or more, so that names sort as numbers do.
std::string padded_number(std::uint64_t number);

}  // namespace scree::engine
