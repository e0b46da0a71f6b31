#include "engine/forecast/stage_facts.h"

#include "engine/scene/stages.h"
#include "engine/scene/toml/toml_tree.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

std::vector<std::pair<std::string, std::string>> changes_in(const TomlTable& stage,
                                                            std::string_view key) {
    std::vector<std::pair<std::string, std::string>> changes;
    if (!has(stage, key)) return changes;
    for (const Member& member : table(stage, key).members)
        changes.emplace_back(member.key, to_toml(member.value));
    return changes;
}

}  // namespace

std::vector<StageFacts> stage_facts(const Scene& scene) {
    std::vector<StageFacts> all;
    if (scene.stages.front().name.empty()) return all;
    const TomlTable written = parse_toml(scene.toml, 0);
    const TomlList& stages = list(written, "stage");
    for (std::size_t k = 0; k < stages.size(); ++k) {
        const Stage& stage = scene.stages[k];
        const auto& given = *stages[k].as<TomlTable>();
        all.push_back({stage.name, stage.duration, stage.until ? words_of(*stage.until, scene) : "",
                       changes_in(given, "set"), changes_in(given, "ramp")});
    }
    return all;
}

}  // namespace scree::engine
