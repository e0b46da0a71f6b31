#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/toml/toml_tree.h"

/// The table of what a scene may say: every key with its type, unit, limits, default and meaning.
/// The table itself is in keys.cpp and keys_bodies.cpp. Validation and defaults (check.h), the JSON
/// Schema and the reference page (schema.h) are made from it.
namespace scree::engine {

struct CheckedTable;
struct Key;
struct Alternative;

/// A condition on several keys of a table. It is called after each of them was found right by
/// itself, with the defaults filled in.
using Rule = void (*)(const CheckedTable& table);

enum class Form : std::uint8_t {
    flag,         ///< true or false
    integer,      ///< within limits
    number,       ///< finite, within limits; an integer will do
    text,         ///< any string
    word,         ///< one of a few strings
    name,         ///< a name that is given to something
    reference,    ///< a name that was given to something
    list,         ///< its entries are of the type `element`
    interval,     ///< [low, high], low < high
    table,        ///< with `keys`
    by_kind,      ///< a table whose `kind` says which of the `alternatives` it is
    by_name,      ///< a table with names for keys and `element` for values
    either,       ///< any of `options`
    assignments,  ///< [sweep]: a table with keys of the scene and lists of values for them
    changes,      ///< of a stage: a table with keys of the scene and values for them
};

/// What a name must belong to.
enum class Named : std::uint8_t { anything, material, traced, wall, stage };

struct Limits {
    double low = -1e15;
    double high = 1e15;
    bool without_low = false;  ///< low itself is not allowed
};

/// What a value may be. Which members count depends on the form.
struct Type {
    Form form = Form::flag;
    std::string unit;
    Limits limits;
    std::vector<std::string> words;
    Named named = Named::anything;
    std::size_t fewest = 0;  ///< the number of entries of a list or of by_name
    std::size_t most = 0;
    std::vector<Type> element;  ///< at most one
    std::vector<Key> keys;      ///< of a table; in by_kind, those that every kind has
    std::vector<Alternative> alternatives;
    std::vector<Type> options;
    Rule rule = nullptr;
};

/// Whether a key must be given, and its default if it is not.
struct Presence {
    bool required = false;
    std::optional<Node> fallback;
};

struct Key {
    std::string name;
    Presence presence;
    Type type;
    std::string about;  ///< a sentence or two, for the reference page and for editors
};

/// What `kind = "name"` means.
struct Alternative {
    std::string kind;
    std::string about;
    std::vector<Key> keys;
    Rule rule = nullptr;
};

/// The type of the whole scene, which is a table.
const Type& scene_type();

/// The key of that name, or a null pointer.
const Key* find_key(const std::vector<Key>& keys, std::string_view name);
/// The alternative of that kind, or a null pointer.
const Alternative* find_kind(const Type& type, std::string_view kind);

/// The type of the value at a path of keys and names ("grains", "stones", "count"), or a null
/// pointer if there is no such key. While the kind of a table is not known, any kind that has the
/// key will do.
const Type* type_at(const Node& scene, const std::vector<std::string>& path);

/// The first part of a path that the scene does not have, and what could have been there.
struct FirstUnknown {
    std::string part;
    std::vector<std::string> known;
};
FirstUnknown first_unknown(const Node& scene, const std::vector<std::string>& path);

/// The `name` in an entry of a list of tables, or a null pointer.
const std::string* name_of(const Node& entry);
/// The entry that has this name, or a null pointer.
Node* find_named(TomlList& list, std::string_view name);
const Node* find_named(const TomlList& list, std::string_view name);

/// The version of the format that this program reads.
inline constexpr std::int64_t scene_format = 1;
inline constexpr std::size_t most_materials = 256;
inline constexpr std::size_t most_walls = 1000;
inline constexpr std::size_t most_groups = 100'000;
inline constexpr std::size_t most_measures = 1000;
inline constexpr std::size_t most_traced = 2000;
inline constexpr std::size_t most_stages = 1000;
inline constexpr std::size_t most_changes = 1000;        ///< of a stage
inline constexpr std::size_t most_table_rows = 100'000;  ///< of the motion of a wall
inline constexpr std::size_t most_sweep_members = 10'000;

}  // namespace scree::engine
