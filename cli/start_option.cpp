#include "cli/start_option.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "engine/scene/toml/toml_tree.h"

namespace scree::cli {

namespace fs = std::filesystem;

std::vector<std::string> start_sets(const std::string& start) {
    std::string folder = start;
    std::vector<std::string> sets;
    // A folder may have an @ in its name.
    const std::size_t at = start.rfind('@');
    if (at != std::string::npos && !fs::exists(start)) {
        const std::string time = start.substr(at + 1);
        char* end = nullptr;
        const double seconds = std::strtod(time.c_str(), &end);
        if (!time.empty() && *end == '\0' && std::isfinite(seconds)) {
            folder = start.substr(0, at);
            sets.push_back("start.time=" + engine::to_toml(seconds));
        }
    }
    sets.push_back("start.run=" + engine::to_toml(engine::Node{fs::absolute(folder).string(), {}}));
    return sets;
}

}  // namespace scree::cli
