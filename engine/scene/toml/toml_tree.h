#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// TOML as a tree of plain values that know where they were written. toml++ does the parsing, and
/// is included by toml_tree.cpp alone.
namespace scree::engine {

/// A place in one of the files of a scene; the files are numbered by whoever reads them. Lines and
/// columns count from 1. Line 0 means the source as a whole.
struct Place {
    std::uint32_t source = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

struct Node;
struct Member;

/// Values in the order of the file.
using TomlList = std::vector<Node>;

/// A table with its members in the order of the file.
class TomlTable {
public:
    const Node* find(std::string_view key) const;
    Node* find(std::string_view key);
    /// Replaces the value of a key, or adds the key at the end.
    Node& set(std::string_view key, const Place& place, Node value);
    void erase(std::string_view key);

    std::vector<Member> members;
};

/// A date or a time; no key takes one.
struct TomlTime {};

struct Node {
    std::variant<bool, std::int64_t, double, std::string, TomlTime, TomlList, TomlTable> value;
    Place place;

    template <class T>
    const T* as() const {
        return std::get_if<T>(&value);
    }
    template <class T>
    T* as() {
        return std::get_if<T>(&value);
    }
};

struct Member {
    std::string key;
    Place place;
    Node value;
};

/// Thrown for text that is not TOML.
class TomlError : public std::runtime_error {
public:
    TomlError(const std::string& message, const Place& place)
        : std::runtime_error(message), place_(place) {}
    const Place& place() const { return place_; }

private:
    Place place_;
};

/// The largest texts that are parsed. With more than a few thousand parts of a key toml++ runs out
/// of stack, and it takes about 25 times the size of a text in memory.
inline constexpr std::size_t largest_toml = std::size_t{16} << 20;  // bytes
inline constexpr std::size_t most_key_parts = 32;
inline constexpr std::size_t deepest_nesting = 32;  // the depth of brackets
inline constexpr std::size_t most_table_keys =
    1000;  // few enough, because tables are searched from end to end

/// Parses a text. Throws TomlError.
TomlTable parse_toml(std::string_view text, std::uint32_t source);
/// Parses a single value, as after `key =`. Throws TomlError.
Node parse_toml_value(std::string_view text, std::uint32_t source);
/// Returns the parts of a key such as a.b."c d", at most `most_key_parts`. Throws TomlError.
std::vector<std::string> parse_toml_key(std::string_view text, std::uint32_t source);

/// Writes a value on one line. Reading a number back gives the same bits.
std::string to_toml(const Node& node);
std::string to_toml(double number);
/// Writes a key, in quotes if it needs them.
std::string to_toml_key(std::string_view key);

/// Sets the place of the value and of everything in it.
void move_to(Node& node, const Place& place);

/// What an error calls a value: "1.5", "a string", "a list".
std::string called(const Node& node);

}  // namespace scree::engine
