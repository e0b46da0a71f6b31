#include "engine/scene/files.h"

#include "engine/files/folder.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {

std::optional<std::string> read_file(const std::filesystem::path& path) {
    try {
        return read_text(path, largest_toml);
    } catch (const FileError&) {
        return std::nullopt;
    }
}

}  // namespace scree::engine
