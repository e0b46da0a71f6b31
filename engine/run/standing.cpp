#include "engine/run/standing.h"

#include <nlohmann/json.hpp>

#include "engine/record/run_folder.h"
#include "engine/record/sums.h"

namespace scree::engine {

RunStanding standing_of(const std::filesystem::path& folder) {
    using Kind = RunStanding::Kind;
    RunStanding standing;
    if (!std::filesystem::is_directory(folder)) return standing;
    const SummedFolder files(folder);
    if (!files.contains(RunFolder::scene)) return standing;
    standing.kind = Kind::cut_short;
    if (const auto text = files.text_if_there(RunFolder::summary)) {
        const auto json = nlohmann::json::parse(*text, nullptr, false);
        if (json.is_object() && json.contains("end") && json["end"].is_string()) {
            standing.end = json["end"].get<std::string>();
            standing.summary = *text;
        }
        if (standing.end == "duration" || standing.end == "at_rest" || standing.end == "condition")
            standing.kind = Kind::done;
    } else if (auto failure = files.text_if_there(RunFolder::failure)) {
        while (failure->ends_with('\n')) failure->pop_back();
        standing.kind = Kind::broke_down;
        standing.failure = *failure;
    }
    return standing;
}

}  // namespace scree::engine
