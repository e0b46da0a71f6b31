#include "engine/scene/toml/toml_tree.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "engine/scene/toml/toml_scan.h"

namespace scree::engine {
namespace {

Place place_of(const toml::source_region& region, std::uint32_t source) {
    return {source, region.begin.line, region.begin.column};
}

Node node_of(const toml::node& node, std::uint32_t source);

TomlTable table_of(const toml::table& table, std::uint32_t source) {
    if (table.size() > most_table_keys)
        throw TomlError("a table may have at most " + std::to_string(most_table_keys) + " keys",
                        place_of(table.source(), source));
    TomlTable result;
    for (const auto& [key, value] : table) {
        result.members.push_back(
            {std::string(key.str()), place_of(key.source(), source), node_of(value, source)});
    }
    // toml++ orders keys alphabetically, so the order of the file is restored.
    std::stable_sort(result.members.begin(), result.members.end(),
                     [](const Member& a, const Member& b) { return a.place < b.place; });
    return result;
}

Node node_of(const toml::node& node, std::uint32_t source) {
    Node result{false, place_of(node.source(), source)};
    if (const auto* flag = node.as_boolean()) {
        result.value = flag->get();
    } else if (const auto* integer = node.as_integer()) {
        result.value = integer->get();
    } else if (const auto* number = node.as_floating_point()) {
        result.value = number->get();
    } else if (const auto* text = node.as_string()) {
        result.value = text->get();
    } else if (const auto* array = node.as_array()) {
        TomlList list;
        list.reserve(array->size());
        for (const toml::node& item : *array) list.push_back(node_of(item, source));
        result.value = std::move(list);
    } else if (const auto* table = node.as_table()) {
        result.value = table_of(*table, source);
    } else {
        result.value = TomlTime{};
    }
    return result;
}

}  // namespace

const Node* TomlTable::find(std::string_view key) const {
    for (const Member& member : members)
        if (member.key == key) return &member.value;
    return nullptr;
}

Node* TomlTable::find(std::string_view key) {
    return const_cast<Node*>(std::as_const(*this).find(key));
}

Node& TomlTable::set(std::string_view key, const Place& place, Node value) {
    for (Member& member : members) {
        if (member.key != key) continue;
        member.place = place;
        member.value = std::move(value);
        return member.value;
    }
    members.push_back({std::string(key), place, std::move(value)});
    return members.back().value;
}

void TomlTable::erase(std::string_view key) {
    std::erase_if(members, [&](const Member& member) { return member.key == key; });
}

TomlTable parse_toml(std::string_view text, std::uint32_t source) {
    scan_toml(text, source);
    try {
        return table_of(toml::parse(text), source);
    } catch (const toml::parse_error& error) {
        throw TomlError(std::string(error.description()), place_of(error.source(), source));
    }
}

Node parse_toml_value(std::string_view text, std::uint32_t source) {
    TomlTable table = parse_toml("value = " + std::string(text) + '\n', source);
    if (table.members.size() != 1) throw TomlError("there is more than one value", {source, 0, 0});
    return std::move(table.members.front().value);
}

std::vector<std::string> parse_toml_key(std::string_view text, std::uint32_t source) {
    TomlTable table = parse_toml(std::string(text) + " = 0\n", source);
    std::vector<std::string> parts;
    for (TomlTable* rest = &table; rest != nullptr;
         rest = rest->members.front().value.as<TomlTable>()) {
        if (rest->members.size() != 1) throw TomlError("this is not a key", {source, 0, 0});
        parts.push_back(rest->members.front().key);
    }
    return parts;
}

std::string to_toml(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0.0 ? "inf" : "-inf";
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    std::string text(digits.data(), end);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    // 1e+09 becomes 1e9, and 1e-09 becomes 1e-9.
    if (const std::size_t exponent = text.find('e'); exponent != std::string::npos) {
        if (text[exponent + 1] == '+') text.erase(exponent + 1, 1);
        const std::size_t first = text.find_first_of("0123456789", exponent);
        if (text[first] == '0' && first + 1 < text.size()) text.erase(first, 1);
    }
    return text;
}

namespace {

std::string basic_string_of(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (c == '\n') {
            result += "\\n";
        } else if (code < 0x20 || code == 0x7f) {
            result += "\\u00";
            result += hex[code / 16];
            result += hex[code % 16];
        } else {
            result += c;
        }
    }
    return result + '"';
}

struct Writer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t integer) const { return std::to_string(integer); }
    std::string operator()(double number) const { return to_toml(number); }
    std::string operator()(const std::string& text) const { return basic_string_of(text); }
    std::string operator()(const TomlTime& /*time*/) const { return "1970-01-01"; }
    std::string operator()(const TomlList& list) const {
        std::string result = "[";
        for (const Node& item : list) {
            if (result.size() > 1) result += ", ";
            result += to_toml(item);
        }
        return result + ']';
    }
    std::string operator()(const TomlTable& table) const {
        if (table.members.empty()) return "{}";
        std::string result = "{ ";
        for (const Member& member : table.members) {
            if (result.size() > 2) result += ", ";
            result += to_toml_key(member.key) + " = " + to_toml(member.value);
        }
        return result + " }";
    }
};

}  // namespace

std::string to_toml(const Node& node) { return std::visit(Writer{}, node.value); }

std::string to_toml_key(std::string_view key) {
    const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
    return bare ? std::string(key) : basic_string_of(key);
}

void move_to(Node& node, const Place& place) {
    node.place = place;
    if (auto* list = node.as<TomlList>())
        for (Node& entry : *list) move_to(entry, place);
    if (auto* table = node.as<TomlTable>()) {
        for (Member& member : table->members) {
            member.place = place;
            move_to(member.value, place);
        }
    }
}

std::string called(const Node& node) {
    if (node.as<std::string>() != nullptr) return "a string";
    if (node.as<TomlTime>() != nullptr) return "a date";
    if (node.as<TomlList>() != nullptr) return "a list";
    if (node.as<TomlTable>() != nullptr) return "a table";
    return to_toml(node);
}

}  // namespace scree::engine
