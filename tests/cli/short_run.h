#pragma once

#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace scree::cli {

/// Options of `scree run` that make a scene short: it lasts so long, or each of its stages at most.
/// Of a sweep only the scene itself is run.
inline std::vector<std::string> shortened(const std::string& scene, const std::string& seconds) {
    static const std::regex name("^name *= *\"(\\w+)\".*");
    std::vector<std::string> options;
    std::ifstream file(scene);
    bool is_stage = false;
    bool is_sweep = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("[")) is_stage = line.starts_with("[[stage]]");
        is_sweep = is_sweep || line == "[sweep]";
        std::smatch match;
        if (is_stage && std::regex_match(line, match, name))
            options.insert(options.end(),
                           {"--set", "stage." + match[1].str() + ".duration=" + seconds});
    }
    if (options.empty()) options = {"--set", "run.duration=" + seconds};
    if (is_sweep) options.insert(options.end(), {"--set", "sweep={}"});
    return options;
}

}  // namespace scree::cli
