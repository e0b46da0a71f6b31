#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/files/content_hash.h"
#include "engine/files/folder.h"

namespace scree::engine {

/// A text file that grows. Appended text may stay in memory until flush(). All functions throw
/// FileError if they fail.
class AppendFile {
public:
    /// Keeps the first `keep` bytes of the file, removes the rest, and appends from there. A file
    /// with fewer bytes is reported as damaged.
    AppendFile(const Folder& folder, const std::string& name, std::uint64_t keep);

    void append(std::string_view text);
    void flush();
    /// Flushes the file and waits until it is on the disk.
    void sync();
    /// The size of the file once it is flushed.
    std::uint64_t bytes() const { return hash_.length(); }
    /// What the file holds once it is flushed.
    const ContentHash& content() const { return hash_; }

private:
    std::filesystem::path path_;
    Descriptor file_;
    ContentHash hash_;
    std::string pending_;
};

}  // namespace scree::engine
