#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/scene_keys.h"

/// The words that the table of keys (scene_keys.cpp) is written in.
namespace scree::engine::scene_types {

inline constexpr Limits any_number{};
inline constexpr Limits positive{0.0, 1e15, true};
inline constexpr Limits not_negative{0.0, 1e15};

inline const Presence required{true, {}};
/// May be left out, which then has a meaning of its own.
inline const Presence optional{false, {}};
/// May be left out, and then has this value, written as TOML.
inline Presence or_else(std::string_view toml) { return {false, parse_toml_value(toml, 0)}; }

inline Type flag() { return {.form = Form::flag}; }
inline Type text() { return {.form = Form::text}; }
inline Type name() { return {.form = Form::name}; }
inline Type reference(Named named) { return {.form = Form::reference, .named = named}; }
inline Type integer(double low, double high) {
    return {.form = Form::integer, .limits = {low, high}};
}
inline Type number(std::string unit, const Limits& limits = any_number) {
    return {.form = Form::number, .unit = std::move(unit), .limits = limits};
}
inline Type word(std::vector<std::string> words) {
    return {.form = Form::word, .words = std::move(words)};
}
inline Type list(Type element, std::size_t fewest, std::size_t most) {
    return {.form = Form::list, .fewest = fewest, .most = most, .element = {std::move(element)}};
}
/// [x, y]
inline Type vector(std::string unit) { return list(number(std::move(unit)), 2, 2); }
/// [low, high]
inline Type interval(std::string unit) { return {.form = Form::interval, .unit = std::move(unit)}; }
inline Type table(std::vector<Key> keys, Rule rule = nullptr) {
    return {.form = Form::table, .keys = std::move(keys), .rule = rule};
}
inline Type by_kind(std::vector<Alternative> alternatives, std::vector<Key> common = {}) {
    return {
        .form = Form::by_kind, .keys = std::move(common), .alternatives = std::move(alternatives)};
}
/// The keys are new names, or those of materials.
inline Type by_name(Named keys, Type element, std::size_t most) {
    return {.form = Form::by_name, .named = keys, .most = most, .element = {std::move(element)}};
}
inline Type either(std::vector<Type> options) {
    return {.form = Form::either, .options = std::move(options)};
}
inline Type assignments() { return {.form = Form::assignments}; }

}  // namespace scree::engine::scene_types
