#pragma once

#include <filesystem>
#include <vector>

#include "engine/files/csv_table.h"
#include "engine/files/folder.h"
#include "engine/files/sealed_file.h"

/// The functions on files of a folder, by the path of the file.
namespace scree::engine {

inline Seal write_sealed(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    return write_sealed(folder_of(path), path.filename().string(), bytes);
}

inline std::vector<std::byte> read_sealed(const std::filesystem::path& path,
                                          std::uint64_t at_most = largest_sealed_file) {
    return read_sealed(folder_of(path), path.filename().string(), at_most);
}

/// Both files must be in the same folder.
inline void replace_keeping_previous(const std::filesystem::path& path,
                                     const std::filesystem::path& previous,
                                     std::span<const std::byte> bytes) {
    replace_keeping_previous(folder_of(path), path.filename().string(),
                             previous.filename().string(), bytes);
}

inline CsvTable read_csv(const std::filesystem::path& path) {
    return parse_csv(read_text(path), path);
}

}  // namespace scree::engine
