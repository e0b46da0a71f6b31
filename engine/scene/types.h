#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/scene/keys.h"

/// The functions with which the table of keys (keys.cpp) is written.
namespace scree::engine::scene_types {

inline constexpr Limits any_number{};
inline constexpr Limits positive{0.0, 1e15, true};
inline constexpr Limits not_negative{0.0, 1e15};

inline const Presence required{true, {}};
/// The key may be left out, which has a meaning of its own.
inline const Presence optional{false, {}};
/// The key may be left out; it then has this value, written as TOML.
inline Presence or_else(std::string_view toml) { return {false, parse_toml_value(toml, 0)}; }

/// The word for a kind.
std::string spelt(auto kind) { return std::string(name_of(kind)); }

inline Type of(Form form) {
    Type type;
    type.form = form;
    return type;
}
inline Type flag() { return of(Form::flag); }
inline Type text() { return of(Form::text); }
inline Type name() { return of(Form::name); }
inline Type reference(Named named) {
    Type type = of(Form::reference);
    type.named = named;
    return type;
}
inline Type integer(double low, double high) {
    Type type = of(Form::integer);
    type.limits = {low, high};
    return type;
}
inline Type number(std::string unit, const Limits& limits = any_number) {
    Type type = of(Form::number);
    type.unit = std::move(unit);
    type.limits = limits;
    return type;
}
inline Type word(std::vector<std::string> words) {
    Type type = of(Form::word);
    type.words = std::move(words);
    return type;
}
inline Type list(Type element, std::size_t fewest, std::size_t most) {
    Type type = of(Form::list);
    type.fewest = fewest;
    type.most = most;
    type.element.push_back(std::move(element));
    return type;
}
/// A vector as [x, y].
inline Type vector(std::string unit) { return list(number(std::move(unit)), 2, 2); }
/// An interval as [low, high].
inline Type interval(std::string unit) {
    Type type = of(Form::interval);
    type.unit = std::move(unit);
    return type;
}
inline Type table(std::vector<Key> keys, Rule rule = nullptr) {
    Type type = of(Form::table);
    type.keys = std::move(keys);
    type.rule = rule;
    return type;
}
inline Type by_kind(std::vector<Alternative> alternatives, std::vector<Key> common = {}) {
    Type type = of(Form::by_kind);
    type.keys = std::move(common);
    type.alternatives = std::move(alternatives);
    return type;
}
/// A table whose keys are new names, or those of materials.
inline Type by_name(Named keys, Type element, std::size_t most) {
    Type type = of(Form::by_name);
    type.named = keys;
    type.most = most;
    type.element.push_back(std::move(element));
    return type;
}
inline Type either(std::vector<Type> options) {
    Type type = of(Form::either);
    type.options = std::move(options);
    return type;
}
inline Type assignments() { return of(Form::assignments); }
inline Type changes() { return of(Form::changes); }

}  // namespace scree::engine::scene_types
