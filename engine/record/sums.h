#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/files/content_hash.h"
#include "engine/files/folder.h"

namespace scree::engine {

/// The checksums of the files of a folder, which are in its `sums.txt`. They find damage and edits;
/// they do not prove who wrote a file. A file that changes is taken out of the list before, and put
/// into it afterwards: whenever the program is killed, a file is either as its sum says or has
/// none. Of files that grow, the sum is that of their beginning at the last checkpoint.
class Sums {
public:
    static constexpr const char* file = "sums.txt";

    /// Reads the sums of a folder; there are none in folders of older versions. Throws FileError if
    /// they are damaged.
    static std::optional<Sums> in(const Folder& folder);
    void write(const Folder& folder) const;

    /// Names are relative to the folder, such as "trajectory/000000.h5".
    void set(const std::string& name, const Seal& seal) { seals_[name] = seal; }
    void forget(const std::string& name) { seals_.erase(name); }
    const std::map<std::string, Seal>& all() const { return seals_; }
    std::optional<Seal> of(const std::string& name) const;

private:
    std::map<std::string, Seal> seals_;
};

/// Reads files of a folder that scree wrote, and compares them with their sums. Throws FileError.
class SummedFolder {
public:
    explicit SummedFolder(const std::filesystem::path& path);

    const Folder& folder() const { return folder_; }
    const std::filesystem::path& path() const { return folder_.path(); }
    bool contains(const std::string& name) const { return folder_.contains(name); }
    /// Whether an older version wrote the folder, so that there is nothing to compare with.
    bool is_without_sums() const { return !sums_; }

    /// Whether there is a sum of the file now; the run may have gone on, or back.
    bool has_sum(const std::string& name) const;

    /// Returns the whole of a file. What has been appended since the last checkpoint has no sum
    /// yet.
    std::string text(const std::string& name) const;
    /// Does the same, but returns nothing if there is no such file.
    std::optional<std::string> text_if_there(const std::string& name) const;
    /// Returns the bytes of a sealed file, such as "trajectory/000000.h5".
    std::vector<std::byte> sealed(const std::string& name) const;

private:
    Folder folder_;
    std::optional<Sums> sums_;
};

/// Replaces a file, and its sum with it.
void write_summed(const Folder& folder, const std::string& name, std::span<const std::byte> bytes);
inline void write_summed(const Folder& folder, const std::string& name, std::string_view text) {
    write_summed(folder, name, std::as_bytes(std::span(text)));
}

/// How a file of a folder is found.
struct FileFinding {
    enum class Kind : std::uint8_t {
        whole,
        damaged,
        missing,      ///< it has a sum, but is not there
        without_sum,  ///< it can be read, but nothing tells whether it is as it was written
    };
    std::string name;
    Kind kind = Kind::whole;
    std::string reason;  ///< why it counts as damaged or missing
};

/// Looks at all files of a run folder or of the folder of a sweep, but not into the folders of its
/// members. Throws FileError if the folder itself cannot be read.
std::vector<FileFinding> look_at_files(const Folder& folder);

/// Takes the files as they are now for what they should be. Throws FileError for a sealed file that
/// is damaged: no sum can make it readable.
void accept_files(const Folder& folder);

}  // namespace scree::engine
