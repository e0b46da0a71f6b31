#include "engine/scene/files.h"

#include <fstream>
#include <vector>

#include "engine/scene/toml_tree.h"

namespace scree::engine {

std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return std::nullopt;
    std::string text;
    std::vector<char> block(std::size_t{1} << 16);
    while (text.size() <= largest_toml && stream) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) return std::nullopt;
    return text;
}

}  // namespace scree::engine
