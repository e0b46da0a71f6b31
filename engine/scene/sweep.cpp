#include "engine/scene/sweep.h"

#include <map>
#include <string>

namespace scree::engine {
namespace {

/// Reports values that are given twice, because two members would be the same run.
void check_values(const Member& axis, SceneReport& report) {
    std::map<std::string, std::size_t> seen;
    const auto& values = *axis.value.as<TomlList>();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string text = to_toml(values[i]);
        const auto [earlier, is_new] = seen.emplace(text, i);
        if (!is_new)
            report.add(values[i].place, "sweep." + axis.key + " has " + shown(text) + " twice");
    }
}

}  // namespace

void check_sweep(const TomlTable& sweep, SceneReport& report) {
    for (const Member& axis : sweep.members) {
        check_values(axis, report);
        for (const Member& other : sweep.members)
            if (other.key.starts_with(axis.key + '.'))
                report.add(other.place, "sweep: `" + shown(other.key) + "` is a part of `" +
                                            shown(axis.key) + "`: sweep one of them");
    }
}

}  // namespace scree::engine
