#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace scree::engine {

/// A text file that grows. Appended text may stay in memory until flush(). All functions throw
/// FileError if they fail.
class AppendFile {
public:
    /// Keeps the first `keep` bytes of the file, removes the rest, and appends from there. A file
    /// with fewer bytes is reported as damaged.
    AppendFile(const std::filesystem::path& path, std::uint64_t keep);
    ~AppendFile();
    AppendFile(AppendFile&& other) noexcept;
    AppendFile& operator=(AppendFile&&) = delete;

    void append(std::string_view text);
    void flush();
    /// Flushes the file and waits until it is on the disk.
    void sync();
    /// The size of the file once it is flushed.
    std::uint64_t bytes() const { return written_ + pending_.size(); }

private:
    std::filesystem::path path_;
    int file_;
    std::uint64_t written_;
    std::string pending_;
};

}  // namespace scree::engine
