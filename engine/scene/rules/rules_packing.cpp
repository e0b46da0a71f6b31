#include <array>
#include <string_view>

#include "engine/scene/rules/rules.h"
#include "engine/scene/values.h"

namespace scree::engine {
namespace {

bool is_periodic(const TomlTable& scene, std::string_view axis) {
    for (const Node& node : list(table(scene, "domain"), "periodic"))
        if (*node.as<std::string>() == axis) return true;
    return false;
}

bool keeps_box(const TomlTable& scene, const TomlTable& place) {
    return has(place, "keep") ? text(place, "keep") == "box" : !list(scene, "walls").empty();
}

/// Reports a box that is not inside the domain where it stays as it is, or does not go around it
/// where that is periodic.
void check_box(const CheckedTable& scene, const TomlTable& place, const std::string& path) {
    for (const std::string_view axis : {"x", "y"}) {
        if (!has(place, axis)) continue;
        const Interval box = interval(place, axis);
        const Interval domain = interval(table(scene.table, "domain"), axis);
        const auto error = [&](const std::string& message) {
            scene.report.add(value(place, axis).place,
                             path + '.' + std::string(axis) + ' ' + message);
        };
        if (!keeps_box(scene.table, place)) continue;
        if (is_periodic(scene.table, axis) && (box.low != domain.low || box.high != domain.high))
            error(
                "must be that of the domain, which is periodic in this direction: "
                "leave it out, or say keep = \"sizes\"");
        else if (box.low < domain.low || box.high > domain.high)
            error("must be within the domain");
    }
    if (has(place, "outline") && !list(table(scene.table, "domain"), "periodic").empty())
        scene.report.add(value(place, "outline").place,
                         path + ".outline is not possible in a periodic domain");
}

}  // namespace

void check_packing(const CheckedTable& scene) {
    const TomlTable* first = nullptr;
    std::string name;
    for (const Node& node : list(scene.table, "grains")) {
        const auto& group = *node.as<TomlTable>();
        const TomlTable& place = table(group, "place");
        if (text(place, "kind") != "pack") continue;
        const std::string path = "grains." + text(group, "name") + ".place";
        if (has(scene.table, "start")) {
            scene.report.add(
                value(group, "place").place,
                path +
                    " cannot be a packing in a scene that begins from another run: let "
                    "the grains fall or lie at random among those that are there");
            return;
        }
        check_box(scene, place, path);
        if (first == nullptr) {
            first = &place;
            name = text(group, "name");
            continue;
        }
        for (const std::string_view key : {"x", "y", "outline", "method", "keep", "growth"}) {
            const bool is_same =
                has(place, key) == has(*first, key) &&
                (!has(place, key) || to_toml(value(place, key)) == to_toml(value(*first, key)));
            if (is_same) continue;
            const Node& where = has(place, key) ? value(place, key) : value(group, "place");
            scene.report.add(where.place, path + '.' + std::string(key) +
                                              " must be the same as in grains." + name +
                                              ", because all grains of a scene form one packing");
        }
    }
}

}  // namespace scree::engine
