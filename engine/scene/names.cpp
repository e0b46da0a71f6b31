#include "engine/scene/names.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "engine/scene/keys.h"

namespace scree::engine {
namespace {

/// The value of a key of a table if it is of that type, else a null pointer.
template <class T>
const T* member(const Node& node, std::string_view key) {
    const auto* table = node.as<TomlTable>();
    const Node* value = table == nullptr ? nullptr : table->find(key);
    return value == nullptr ? nullptr : value->as<T>();
}

/// Reports names that are given twice in the lists that share them.
void check_unique(const Node& scene,
                  std::span<const std::pair<std::string_view, std::string_view>> lists,
                  SceneReport& report) {
    struct Owner {
        std::string_view what;
        Place place;
    };
    std::map<std::string_view, std::vector<Owner>> owners;
    for (const auto& [key, what] : lists) {
        const auto* list = member<TomlList>(scene, key);
        if (list == nullptr) continue;
        for (const Node& entry : *list)
            if (const std::string* name = name_of(entry))
                owners[*name].push_back({what, entry.as<TomlTable>()->find("name")->place});
    }
    for (auto& [name, all] : owners) {
        std::stable_sort(all.begin(), all.end(),
                         [](const Owner& a, const Owner& b) { return a.place < b.place; });
        for (std::size_t i = 1; i < all.size(); ++i)
            report.add(all[i].place, "the name `" + shown(name) + "` is already that of " +
                                         std::string(all[0].what) + " (" +
                                         report.line_of(all[0].place) + ')');
    }
}

void check_pairs(const Node& scene, SceneReport& report) {
    const auto* contacts = member<TomlTable>(scene, "contacts");
    if (contacts == nullptr) return;
    for (const Member& first : contacts->members) {
        const auto* inner = first.value.as<TomlTable>();
        if (inner == nullptr) continue;
        for (const Member& second : inner->members) {
            const Node* other = contacts->find(second.key);
            const auto* mirrored = other == nullptr ? nullptr : other->as<TomlTable>();
            const Node* twin = mirrored == nullptr ? nullptr : mirrored->find(first.key);
            if (twin == nullptr || !(twin->place < second.value.place)) continue;
            report.add(second.place, "contacts." + shown(first.key) + '.' + shown(second.key) +
                                         " is the same pair as contacts." + shown(second.key) +
                                         '.' + shown(first.key) + " (" +
                                         report.line_of(twin->place) + "): keep one");
        }
    }
}

}  // namespace

bool is_name(std::string_view text) {
    return !text.empty() && text.size() <= longest_name && to_toml_key(text) == text;
}

SceneNames collect_names(const Node& scene) {
    SceneNames names;
    if (const auto* materials = member<TomlTable>(scene, "materials"))
        for (const Member& material : materials->members) names.materials.push_back(material.key);
    const auto add = [&](std::string_view key, std::vector<std::string>& to) {
        const auto* list = member<TomlList>(scene, key);
        if (list == nullptr) return;
        for (const Node& entry : *list)
            if (const std::string* name = name_of(entry)) to.push_back(*name);
    };
    names.more_grains = member<TomlTable>(scene, "start") != nullptr;
    add("grains", names.bodies);
    add("walls", names.bodies);
    add("walls", names.walls);
    add("stage", names.stages);
    return names;
}

SceneNames::Known SceneNames::known(Named named) const {
    switch (named) {
        case Named::material:
            return {"material", materials};
        case Named::wall:
            return {"wall", walls};
        case Named::stage:
            return {"stage", stages};
        case Named::traced:
        case Named::anything:
            break;
    }
    return {"wall, nor group of grains,", bodies};
}

void check_names(const Node& scene, SceneReport& report) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> things = {
        {{"grains", "grains"}, {"walls", "a wall"}, {"measure", "a measure"}}};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 1> stages = {
        {{"stage", "a stage"}}};
    check_unique(scene, things, report);
    check_unique(scene, stages, report);
    check_pairs(scene, report);
}

}  // namespace scree::engine
