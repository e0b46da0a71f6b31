#include "engine/scene/report.h"

#include <algorithm>

namespace scree::engine {

void SceneReport::add(const Place& place, const std::string& message) {
    if (full()) return;
    if (errors_.size() == most_scene_errors) {
        errors_.push_back({{~0u, 0, 0}, "more errors follow; these are the first"});
        return;
    }
    errors_.push_back({place, message});
}

bool SceneReport::full() const { return errors_.size() > most_scene_errors; }

std::string SceneReport::line_of(const Place& place) const {
    std::string text = sources_[place.source];
    if (place.line > 0) text += ':' + std::to_string(place.line);
    return text;
}

void SceneReport::throw_errors() {
    if (errors_.empty()) return;
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const Placed& a, const Placed& b) { return a.place < b.place; });
    std::vector<SceneError> errors;
    for (const auto& [place, message] : errors_) {
        const std::size_t source = std::min<std::size_t>(place.source, sources_.size() - 1);
        errors.push_back({sources_[source], place.line, place.column, message});
    }
    throw SceneErrors(std::move(errors));
}

void CheckedTable::error(std::string_view key, const std::string& message) const {
    Place where = place;
    const TomlTable* inner = &table;
    for (std::string_view rest = key; inner != nullptr && !rest.empty();) {
        const std::size_t dot = rest.find('.');
        const Node* node = inner->find(rest.substr(0, dot));
        if (node == nullptr) break;
        where = node->place;
        inner = node->as<TomlTable>();
        rest = dot == std::string_view::npos ? "" : rest.substr(dot + 1);
    }
    report.add(where, path + (path.empty() ? "" : ".") + std::string(key) + ' ' + message);
}

}  // namespace scree::engine
