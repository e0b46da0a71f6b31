#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace scree::engine {

/// A text file that grows. What is appended stays in memory until flush(). Throws FileError.
class AppendFile {
public:
    /// Goes on after the first `keep` bytes of the file, and removes the others. A file that has
    /// fewer is damaged.
    AppendFile(const std::filesystem::path& path, std::uint64_t keep);
    ~AppendFile();
    AppendFile(AppendFile&& other) noexcept;
    AppendFile& operator=(AppendFile&&) = delete;

    void append(std::string_view text);
    void flush();
    /// Flushed, and on the disk.
    void sync();
    /// Of the file once it is flushed.
    std::uint64_t bytes() const { return written_ + pending_.size(); }

private:
    std::filesystem::path path_;
    int file_;
    std::uint64_t written_;
    std::string pending_;
};

}  // namespace scree::engine
