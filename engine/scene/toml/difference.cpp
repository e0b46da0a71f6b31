#include "engine/scene/toml/difference.h"

#include <algorithm>

#include "engine/scene/error.h"
#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {
namespace {

constexpr std::size_t most_named = 3;

/// The name of a wall, a group of grains or a measurement; empty if it has none.
std::string_view name_in_list(const Node& entry) {
    const auto* table = entry.as<TomlTable>();
    const Node* name = table == nullptr ? nullptr : table->find("name");
    const auto* text = name == nullptr ? nullptr : name->as<std::string>();
    return text == nullptr ? std::string_view() : std::string_view(*text);
}

bool is_named_list(const TomlList& list) {
    return !list.empty() && std::ranges::none_of(list, [](const Node& entry) {
        return name_in_list(entry).empty();
    });
}

class Comparison {
public:
    explicit Comparison(std::span<const std::string_view> but_for) : but_for_(but_for) {}

    /// Compares two values. Either may be missing, but not both.
    void compare(const std::string& key, const Node* before, const Node* now) {
        if (std::ranges::find(but_for_, key) != but_for_.end()) return;
        const auto* table = before == nullptr ? nullptr : before->as<TomlTable>();
        const auto* other_table = now == nullptr ? nullptr : now->as<TomlTable>();
        if (table != nullptr && other_table != nullptr)
            return compare_tables(key, *table, *other_table);
        const auto* list = before == nullptr ? nullptr : before->as<TomlList>();
        const auto* other_list = now == nullptr ? nullptr : now->as<TomlList>();
        if (list != nullptr && other_list != nullptr && is_named_list(*list) &&
            is_named_list(*other_list))
            return compare_named(key, *list, *other_list);
        // A table is on one side only: a list of its keys says more than its text.
        if ((table != nullptr && now == nullptr) || (other_table != nullptr && before == nullptr))
            return compare_tables(key, table == nullptr ? TomlTable{} : *table,
                                  other_table == nullptr ? TomlTable{} : *other_table);
        add(key, before == nullptr ? "" : to_toml(*before), now == nullptr ? "" : to_toml(*now));
    }

    void compare_tables(const std::string& key, const TomlTable& before, const TomlTable& now) {
        for (const Member& member : before.members)
            compare(joined(key, member.key), &member.value, now.find(member.key));
        for (const Member& member : now.members)
            if (before.find(member.key) == nullptr)
                compare(joined(key, member.key), nullptr, &member.value);
    }

    std::vector<KeyDifference> result;

private:
    static std::string joined(const std::string& key, std::string_view part) {
        return (key.empty() ? "" : key + '.') + to_toml_key(part);
    }

    void compare_named(const std::string& key, const TomlList& before, const TomlList& now) {
        const auto find = [](const TomlList& list, std::string_view name) {
            const auto found = std::ranges::find(list, name, name_in_list);
            return found == list.end() ? nullptr : &*found;
        };
        const std::size_t earlier = result.size();
        for (const Node& entry : before)
            compare(joined(key, name_in_list(entry)), &entry, find(now, name_in_list(entry)));
        for (const Node& entry : now)
            if (find(before, name_in_list(entry)) == nullptr)
                compare(joined(key, name_in_list(entry)), nullptr, &entry);
        // The order counts too: grains are numbered by it.
        if (result.size() == earlier) add(key, names_in(before), names_in(now));
    }

    static std::string names_in(const TomlList& list) {
        std::string names;
        for (const Node& entry : list)
            names.append(names.empty() ? "" : ", ").append(name_in_list(entry));
        return names;
    }

    void add(const std::string& key, const std::string& before, const std::string& now) {
        if (before != now) result.push_back({key, before, now});
    }

    std::span<const std::string_view> but_for_;
};

}  // namespace

std::vector<KeyDifference> differences(const std::string& before, const std::string& now,
                                       std::span<const std::string_view> but_for) {
    if (before == now) return {};
    Comparison comparison(but_for);
    comparison.compare_tables("", parse_toml(before, 0), parse_toml(now, 0));
    return std::move(comparison.result);
}

std::string words_of(std::span<const KeyDifference> differences) {
    std::string text;
    for (const KeyDifference& difference :
         differences.first(std::min(differences.size(), most_named))) {
        text.append(text.empty() ? "`" : ", `").append(shown(difference.key)).append("` ");
        if (difference.before.empty())
            text += "was not there and is " + shown(difference.now) + " now";
        else if (difference.now.empty())
            text += "was " + shown(difference.before) + " and is not there now";
        else
            text += "was " + shown(difference.before) + " and is " + shown(difference.now) + " now";
    }
    if (differences.size() > most_named)
        text += ", and " + std::to_string(differences.size() - most_named) + " more";
    return text;
}

}  // namespace scree::engine
