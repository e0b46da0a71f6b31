#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace scree::engine {

/// A file could not be read or written. The message names the file and the reason.
class FileError : public std::runtime_error {
public:
    enum class Kind : std::uint8_t { missing, damaged, no_space, input_output };

    FileError(Kind kind, const std::filesystem::path& path, const std::string& reason)
        : std::runtime_error(path.string() + ": " + reason), kind_(kind), path_(path) {}
    Kind kind() const { return kind_; }
    const std::filesystem::path& path() const { return path_; }

private:
    Kind kind_;
    std::filesystem::path path_;
};

}  // namespace scree::engine
