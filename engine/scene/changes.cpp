#include "engine/scene/changes.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/scene/keys.h"

namespace scree::engine {
namespace {

using KeyPath = std::vector<std::string>;

std::string joined(const KeyPath& path) {
    std::string text;
    for (const std::string& part : path) {
        if (!text.empty()) text += '.';
        text += to_toml_key(part);
    }
    return text;
}

std::optional<KeyPath> parse_key(std::string_view text, std::uint32_t source) {
    try {
        return parse_toml_key(text, source);
    } catch (const TomlError&) {
        return std::nullopt;
    }
}

bool takes_strings(const Type* type) {
    if (type == nullptr) return true;  // whatever it is, the checks will say that it is unknown
    switch (type->form) {
        case Form::text:
        case Form::word:
        case Form::name:
        case Form::reference:
            return true;
        case Form::either:
            return std::any_of(type->options.begin(), type->options.end(),
                               [](const Type& option) { return takes_strings(&option); });
        default:
            return false;
    }
}

bool takes_only_strings(const Type* type) {
    return type != nullptr && type->form != Form::either && takes_strings(type);
}

std::optional<Node> parse_toml_at(std::string_view text, const Place& place) {
    try {
        Node node = parse_toml_value(text, place.source);
        move_to(node, place);  // lines and columns within an option of the command line help nobody
        return node;
    } catch (const TomlError&) {
        return std::nullopt;
    }
}

/// Parses TOML, or a bare word if the key takes strings.
std::optional<Node> parse_value(std::string_view text, const Type* type, const Place& place) {
    const std::optional<Node> node = parse_toml_at(text, place);
    const bool is_string = node && node->as<std::string>() != nullptr;
    if (node ? is_string || !takes_only_strings(type) : !takes_strings(type)) return node;
    // The word is put in quotes, so that text that is not UTF-8 is found here too.
    return parse_toml_at(to_toml({std::string(text), place}), place);
}

/// Applies the changes of the command line to a scene.
class Changer {
public:
    Changer(Node& root, SceneSources& sources, SceneReport& report)
        : root_(root), sources_(sources), report_(report) {}

    void set(std::string_view text, const std::string& source) {
        const std::optional<Assignment> read = begin(text, source, "key=value");
        if (!read) return;
        const auto& [path, value, place] = *read;
        if (path[0] == "include")
            return report_.add(place, "include can be set by scene files only");
        if (std::optional<Node> node = parse_value(value, type_at(root_, path), place)) {
            put(path, std::move(*node), place);
            settled_.emplace(joined(path), source);
        } else {
            report_.add(place, '`' + shown(value) + "` is no value in TOML");
        }
    }

    void sweep(std::string_view text, const std::string& source) {
        const std::optional<Assignment> read = begin(text, source, "key=values");
        if (!read) return;
        const auto& [path, values, place] = *read;
        const std::string key = joined(path);
        if (values.empty())
            return report_.add(place, '`' + shown(key) + "` needs values: a,b,c or 1..4");
        if (const auto earlier = settled_.find(key); earlier != settled_.end())
            return report_.add(place,
                               '`' + shown(key) + "` is in " + earlier->second + " too: keep one");
        settled_.emplace(key, source);
        TomlTable* table = swept();
        if (table == nullptr) return;  // the checks say what is wrong with it
        if (std::optional<Node> list = parse_list(values, type_at(root_, path), place))
            table->set(key, place, std::move(*list));
    }

    /// Makes a.b = [1] and "a.b" = [1] the same, and leaves out keys that --set has set.
    void straighten_sweep() {
        TomlTable* table = swept();
        if (table == nullptr) return;
        TomlTable flat;
        flatten(*table, "", flat);
        for (const auto& [key, source] : settled_) flat.erase(key);
        *table = std::move(flat);
    }

    void clear_sweep() {
        if (TomlTable* table = swept()) table->members.clear();
    }

private:
    struct Assignment {
        KeyPath path;
        std::string_view value;
        Place place;
    };

    std::optional<Assignment> begin(std::string_view text, const std::string& source,
                                    const std::string& form) {
        const Place place{static_cast<std::uint32_t>(sources_.size())};
        sources_.push_back(source);
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) {
            report_.add(place, "needs " + form + ", not `" + shown(text) + '`');
            return std::nullopt;
        }
        const std::optional<KeyPath> path = parse_key(text.substr(0, equals), place.source);
        if (!path) {
            report_.add(place, '`' + shown(text.substr(0, equals)) + "` is not a key");
            return std::nullopt;
        }
        return Assignment{*path, text.substr(equals + 1), place};
    }

    void put(const KeyPath& path, Node value, const Place& place) {
        Node* node = &root_;
        std::string so_far;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const bool last = i + 1 == path.size();
            if (auto* list = node->as<TomlList>()) {
                Node* entry = find_named(*list, path[i]);
                if (entry == nullptr || last) return no_entry(so_far, path[i], *list, last, place);
                node = entry;
            } else if (auto* table = node->as<TomlTable>()) {
                if (i == 3 && path[0] == "stage" && (path[2] == "set" || path[2] == "ramp"))
                    return put_into_stage(*table, path, std::move(value), place);
                if (last) {
                    table->set(path[i], place, std::move(value));
                    return;
                }
                Node* next = table->find(path[i]);
                node = next != nullptr ? next : &table->set(path[i], place, {TomlTable{}, place});
            } else {
                return report_.add(place,
                                   so_far + " has no `" + shown(path[i]) + "`: it is no table");
            }
            if (i > 0) so_far += '.';
            so_far += shown(path[i]);
        }
    }

    /// Puts a value where a stage has one for this key, or for the table that the key is in:
    /// stage.shear.set.walls.top.motion.pressure is in the motion that the stage sets.
    void put_into_stage(TomlTable& changes, const KeyPath& path, Node value, const Place& place) {
        const KeyPath key(path.begin() + 3, path.end());
        for (Member& member : changes.members) {
            const std::optional<KeyPath> there = parse_key(member.key, member.place.source);
            if (!there || there->size() >= key.size() ||
                !std::equal(there->begin(), there->end(), key.begin()))
                continue;
            auto* inner = member.value.as<TomlTable>();
            if (inner == nullptr || there->size() + 1 != key.size()) continue;
            inner->set(key.back(), place, std::move(value));
            return;
        }
        std::erase_if(changes.members, [&](const Member& member) {
            const std::optional<KeyPath> there = parse_key(member.key, member.place.source);
            return there && *there == key;
        });
        changes.set(joined(key), place, std::move(value));
    }

    void no_entry(const std::string& list_name, const std::string& name, const TomlList& list,
                  bool last, const Place& place) {
        if (last && find_named(list, name) != nullptr)
            return report_.add(place,
                               list_name + '.' + shown(name) + " is a table: set one of its keys");
        std::vector<std::string> known;
        for (const Node& entry : list)
            if (const std::string* text = name_of(entry)) known.push_back(*text);
        report_.add(place, list_name + " has no entry `" + shown(name) + '`' + hint(name, known));
    }

    /// The table [sweep], which is made if there is none; a null pointer if it is not a table.
    TomlTable* swept() {
        auto& scene = *root_.as<TomlTable>();
        Node* node = scene.find("sweep");
        if (node == nullptr) node = &scene.set("sweep", root_.place, {TomlTable{}, root_.place});
        return node->as<TomlTable>();
    }

    void flatten(TomlTable& table, const std::string& before, TomlTable& flat) {
        for (Member& member : table.members) {
            std::string key = before + (before.empty() ? "" : ".") + to_toml_key(member.key);
            if (auto* inner = member.value.as<TomlTable>()) {
                flatten(*inner, key, flat);
                continue;
            }
            // This is a whole key in quotes. What is not a key is left to the checks.
            if (before.empty()) {
                const std::optional<KeyPath> path = parse_key(member.key, member.place.source);
                key = path ? joined(*path) : member.key;
            }
            if (flat.find(key) != nullptr)
                report_.add(member.place, "sweep: `" + shown(key) + "` is given twice");
            else
                flat.set(key, member.place, std::move(member.value));
        }
    }

    /// Parses "a,b,c", "1..4" or "[a, b, c]", and "1..3,7".
    std::optional<Node> parse_list(std::string_view text, const Type* type, const Place& place) {
        const std::vector<std::string_view> parts = split(text);
        if (parts.size() == 1 && parts[0].starts_with('[')) {
            std::optional<Node> list = parse_value(parts[0], nullptr, place);
            if (list && list->as<TomlList>() != nullptr) return list;
        }
        Node list{TomlList{}, place};
        for (const std::string_view part : parts)
            if (!add_values(*list.as<TomlList>(), part, type, place)) return std::nullopt;
        return list;
    }

    bool add_values(TomlList& list, std::string_view part, const Type* type, const Place& place) {
        const auto fail = [&](const std::string& message) {
            report_.add(place, '`' + shown(part) + "` " + message);
            return false;
        };
        const auto range = takes_only_strings(type) ? std::nullopt : parse_range(part);
        if (range) {
            const auto [first, last] = *range;
            if (first > last) return fail("has no values: the first number must be the smaller");
            if (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) >=
                most_sweep_members)
                return fail("are too many values: at most " + std::to_string(most_sweep_members) +
                            " runs are possible");
            for (std::int64_t k = first; k <= last; ++k) {
                list.emplace_back().value = k;
                list.back().place = place;
            }
            return true;
        }
        std::optional<Node> node;
        if (!part.empty()) node = parse_value(part, type, place);
        if (!node) return fail("is no value in TOML");
        list.push_back(std::move(*node));
        return true;
    }

    static std::optional<std::pair<std::int64_t, std::int64_t>> parse_range(std::string_view text) {
        const std::size_t dots = text.find("..");
        if (dots == std::string_view::npos) return std::nullopt;
        const auto integer = [](std::string_view digits) {
            // A number that is too large for every key of a scene need not count as part of a
            // range.
            std::int64_t number = 0;
            const char* end = digits.data() + digits.size();
            const auto [rest, error] = std::from_chars(digits.data(), end, number);
            return error == std::errc{} && rest == end && number < std::int64_t{1} << 62
                       ? std::optional(number)
                       : std::nullopt;
        };
        const auto first = integer(text.substr(0, dots));
        const auto last = integer(text.substr(dots + 2));
        if (!first || !last) return std::nullopt;
        return std::pair(*first, *last);
    }

    /// Splits the text at the commas that are outside of quotes and brackets.
    static std::vector<std::string_view> split(std::string_view text) {
        std::vector<std::string_view> parts;
        std::size_t begin = 0;
        int depth = 0;
        char quote = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (quote != 0) {
                if (c == '\\' && quote == '"') ++i;
                if (c == quote) quote = 0;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[' || c == '{') {
                ++depth;
            } else if (c == ']' || c == '}') {
                --depth;
            } else if (c == ',' && depth == 0) {
                parts.push_back(trimmed(text.substr(begin, i - begin)));
                begin = i + 1;
            }
        }
        parts.push_back(trimmed(text.substr(begin)));
        return parts;
    }

    static std::string_view trimmed(std::string_view text) {
        while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
        while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
        return text;
    }

    Node& root_;
    SceneSources& sources_;
    SceneReport& report_;
    std::map<std::string, std::string> settled_;  ///< the keys, and the options that gave them
};

}  // namespace

void apply_changes(Node& scene, const SceneChanges& changes, SceneSources& sources,
                   SceneReport& report) {
    Changer changer(scene, sources, report);
    const auto numbered = [](const char* option, std::size_t i) {
        return option + std::to_string(i + 1);
    };
    for (std::size_t i = 0; i < changes.sets.size(); ++i)
        changer.set(changes.sets[i], numbered("--set ", i));
    changer.straighten_sweep();
    for (std::size_t i = 0; i < changes.sweeps.size(); ++i)
        changer.sweep(changes.sweeps[i], numbered("--sweep ", i));
    for (const std::string& assignment : changes.member) changer.set(assignment, "sweep");
    if (!changes.member.empty()) changer.clear_sweep();
}

}  // namespace scree::engine
