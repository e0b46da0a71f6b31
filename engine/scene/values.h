#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/grains/placing.h"
#include "engine/scene/toml/toml_tree.h"
#include "geometry/vec2.h"

/// Access to the values of a checked table. The key that is asked for must be there.
namespace scree::engine {

inline const Node& value(const TomlTable& table, std::string_view key) {
    const Node* node = table.find(key);
    if (node == nullptr) throw std::logic_error("no key " + std::string(key) + " in the scene");
    return *node;
}
template <class T>
const T& value_of(const TomlTable& table, std::string_view key) {
    return std::get<T>(value(table, key).value);
}
inline double number(const TomlTable& table, std::string_view key) {
    return value_of<double>(table, key);
}
inline std::int64_t integer(const TomlTable& table, std::string_view key) {
    return value_of<std::int64_t>(table, key);
}
inline const std::string& text(const TomlTable& table, std::string_view key) {
    return value_of<std::string>(table, key);
}
inline const TomlTable& table(const TomlTable& outer, std::string_view key) {
    return value_of<TomlTable>(outer, key);
}
inline const TomlList& list(const TomlTable& table, std::string_view key) {
    return value_of<TomlList>(table, key);
}
inline bool has(const TomlTable& table, std::string_view key) { return table.find(key) != nullptr; }

inline geometry::Vec2 vector_of(const Node& node) {
    const auto& list = std::get<TomlList>(node.value);
    return {std::get<double>(list[0].value), std::get<double>(list[1].value)};
}
inline geometry::Vec2 vector(const TomlTable& table, std::string_view key) {
    return vector_of(value(table, key));
}
inline Interval interval(const TomlTable& table, std::string_view key) {
    const auto [low, high] = vector(table, key);
    return {low, high};
}
inline std::vector<geometry::Vec2> vectors(const TomlTable& table, std::string_view key) {
    std::vector<geometry::Vec2> result;
    for (const Node& node : list(table, key)) result.push_back(vector_of(node));
    return result;
}
inline std::vector<double> numbers(const TomlTable& table, std::string_view key) {
    std::vector<double> result;
    for (const Node& node : list(table, key)) result.push_back(std::get<double>(node.value));
    return result;
}
inline std::optional<double> optional_number(const TomlTable& table, std::string_view key) {
    return has(table, key) ? std::optional(number(table, key)) : std::nullopt;
}
inline std::optional<geometry::Vec2> optional_vector(const TomlTable& table, std::string_view key) {
    return has(table, key) ? std::optional(vector(table, key)) : std::nullopt;
}

}  // namespace scree::engine
