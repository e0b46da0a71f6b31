#include "engine/run/standing.h"

#include <nlohmann/json.hpp>

#include "engine/scene/files.h"

namespace scree::engine {

RunStanding standing_of(const std::filesystem::path& folder) {
    using Kind = RunStanding::Kind;
    RunStanding standing;
    if (!read_file(folder / "scene.toml")) return standing;
    standing.kind = Kind::cut_short;
    if (const auto text = read_file(folder / "summary.json")) {
        const auto json = nlohmann::json::parse(*text, nullptr, false);
        if (json.is_object() && json.contains("end") && json["end"].is_string()) {
            standing.end = json["end"].get<std::string>();
            standing.summary = *text;
        }
        if (standing.end == "duration" || standing.end == "at_rest") standing.kind = Kind::done;
    } else if (auto failure = read_file(folder / "failure.txt")) {
        while (failure->ends_with('\n')) failure->pop_back();
        standing.kind = Kind::broke_down;
        standing.failure = *failure;
    }
    return standing;
}

}  // namespace scree::engine
