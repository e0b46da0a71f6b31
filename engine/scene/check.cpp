#include "engine/scene/check.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/scene/expected.h"
#include "engine/scene/names.h"
#include "engine/scene/sweep.h"
#include "engine/scene/types.h"

namespace scree::engine {
namespace {

/// A positive number that is smaller than this is a slip, and dividing by it could overflow.
constexpr double smallest_positive = 1e-15;

/// The path from the scene to a value. It lives on the stack; only errors need its text.
struct Path {
    const Path* parent = nullptr;
    std::string_view key;
    std::size_t index = 0;
    bool is_index = false;

    Path operator/(std::string_view next) const { return {this, next}; }
    Path operator[](std::size_t entry) const { return {this, {}, entry, true}; }

    std::string text() const {
        if (parent == nullptr) return "";
        const std::string before = parent->text();
        if (is_index) return before + '[' + std::to_string(index) + ']';
        return before + (before.empty() ? "" : ".") + shown(to_toml_key(key));
    }
};

class Checker {
public:
    Checker(const Node& scene, SceneReport& report)
        : scene_(scene), names_(collect_names(scene)), report_(report) {}

    void check(Node& node, const Type& type, const Path& path) {
        if (report_.full()) return;
        switch (type.form) {
            case Form::flag:
                if (node.as<bool>() == nullptr) wrong_type(node, type, path);
                break;
            case Form::integer:
                check_integer(node, type, path);
                break;
            case Form::number:
                check_number(node, type, path);
                break;
            case Form::text:
            case Form::word:
            case Form::name:
            case Form::reference:
                check_string(node, type, path);
                break;
            case Form::list:
                check_list(node, type, path);
                break;
            case Form::interval:
                check_interval(node, type, path);
                break;
            case Form::table:
                check_table(node, type, path);
                break;
            case Form::by_kind:
                check_by_kind(node, type, path);
                break;
            case Form::by_name:
                check_by_name(node, type, path);
                break;
            case Form::either:
                check_either(node, type, path);
                break;
            case Form::assignments:
                check_assignments(node, type, path);
                break;
            case Form::changes:
                check_changes(node, type, path);
                break;
        }
    }

private:
    void error(const Node& node, const Path& path, const std::string& message) {
        report_.add(node.place, path.text() + ' ' + message);
    }

    void wrong_type(const Node& node, const Type& type, const Path& path) {
        error(node, path, "must be " + expected(type) + ", not " + called(node));
    }

    void check_integer(const Node& node, const Type& type, const Path& path) {
        const auto* integer = node.as<std::int64_t>();
        if (integer == nullptr) return wrong_type(node, type, path);
        const double value = static_cast<double>(*integer);
        const std::string given = ", not " + std::to_string(*integer);
        const auto text = [](double limit) {
            return std::to_string(static_cast<std::int64_t>(limit));
        };
        if (value < type.limits.low)
            error(node, path, "must be at least " + text(type.limits.low) + given);
        if (value > type.limits.high)
            error(node, path, "must be at most " + text(type.limits.high) + given);
    }

    void check_number(Node& node, const Type& type, const Path& path) {
        if (const auto* integer = node.as<std::int64_t>())
            node.value = static_cast<double>(*integer);
        const auto* number = node.as<double>();
        if (number == nullptr) return wrong_type(node, type, path);
        const auto& [low, high, without_low] = type.limits;
        const std::string given = ", not " + to_toml(*number);
        if (!std::isfinite(*number))
            error(node, path, "must be finite" + given);
        else if (without_low && *number <= low)
            error(node, path, "must be above " + short_text(low) + given);
        else if (without_low && *number < low + smallest_positive)
            error(node, path, "must be at least " + short_text(low + smallest_positive) + given);
        else if (*number < low)
            error(node, path, "must be at least " + short_text(low) + given);
        else if (*number > high)
            error(node, path, "must be at most " + short_text(high) + given);
    }

    void check_string(const Node& node, const Type& type, const Path& path) {
        const auto* text = node.as<std::string>();
        if (text == nullptr) return wrong_type(node, type, path);
        if (type.form == Form::word &&
            std::find(type.words.begin(), type.words.end(), *text) == type.words.end())
            error(node, path, "cannot be `" + shown(*text) + '`' + hint(*text, type.words));
        if (type.form == Form::name) check_name(*text, node.place, path.text());
        if (type.form == Form::reference) check_reference(*text, type.named, node.place, path);
    }

    void check_name(std::string_view name, const Place& place, const std::string& what) {
        if (is_name(name)) return;
        report_.add(place, what + " must be a name of up to " + std::to_string(longest_name) +
                               " letters, digits, `_` and `-`, not `" + shown(name) + '`');
    }

    void check_reference(const std::string& name, Named named, const Place& place,
                         const Path& path) {
        if (named == Named::traced && names_.more_grains) return;  // looked at with those grains
        const auto [what, known] = names_.known(named);
        if (std::find(known.begin(), known.end(), name) != known.end()) return;
        report_.add(place, path.text() + ": there is no " + std::string(what) + " `" + shown(name) +
                               '`' + hint(name, known));
    }

    /// Checks the number of entries, and tells whether it is small enough for them to be looked at.
    bool check_size(const Node& node, std::size_t size, const Type& type, const Path& path) {
        const std::string given = ", not " + std::to_string(size);
        if (type.fewest == type.most && size != type.most)
            error(node, path, "must have " + std::to_string(type.most) + " entries" + given);
        else if (size < type.fewest)
            error(node, path,
                  "must have at least " + std::to_string(type.fewest) + " entries" + given);
        else if (size > type.most)
            error(node, path,
                  "must have at most " + std::to_string(type.most) + " entries" + given);
        return size <= type.most;
    }

    void check_list(Node& node, const Type& type, const Path& path) {
        auto* list = node.as<TomlList>();
        if (list == nullptr) return wrong_type(node, type, path);
        if (!check_size(node, list->size(), type, path)) return;
        for (std::size_t i = 0; i < list->size(); ++i) {
            Node& item = (*list)[i];
            const std::string* name = name_of(item);
            // This is a copy, because the table's members may move while it is checked.
            const std::string key = name == nullptr ? "" : *name;
            check(item, type.element[0], key.empty() ? path[i] : path / key);
        }
    }

    void check_interval(Node& node, const Type& type, const Path& path) {
        const std::size_t errors = report_.count();
        check_list(node, scene_types::vector(type.unit), path);
        if (report_.count() > errors) return;
        const TomlList& ends = *node.as<TomlList>();
        if (!(*ends[0].as<double>() < *ends[1].as<double>()))
            error(node, path, "must go from low to high, not " + to_toml(node));
    }

    void check_table(Node& node, const Type& type, const Path& path) {
        if (node.as<TomlTable>() == nullptr) return wrong_type(node, type, path);
        check_members(node, type.keys, {type.rule}, path);
    }

    /// Checks every member by its key and fills in the defaults; then applies the rules, if nothing
    /// was wrong.
    void check_members(Node& node, const std::vector<Key>& keys, const std::vector<Rule>& rules,
                       const Path& path) {
        const std::size_t errors = report_.count();
        auto& table = *node.as<TomlTable>();
        for (const Member& member : table.members)
            if (find_key(keys, member.key) == nullptr) unknown_key(member, keys, path);
        for (const Key& key : keys) {
            const Path inner = path / key.name;
            if (table.find(key.name) == nullptr) {
                if (key.presence.required) report_.add(node.place, inner.text() + " is missing");
                if (!key.presence.fallback) continue;
                Node fallback = *key.presence.fallback;
                move_to(fallback, node.place);
                table.set(key.name, node.place, std::move(fallback));
            }
            check(*table.find(key.name), key.type, inner);
        }
        if (report_.count() > errors) return;
        for (const Rule rule : rules)
            if (rule != nullptr) rule({table, node.place, path.text(), report_});
    }

    void unknown_key(const Member& member, const std::vector<Key>& keys, const Path& path) {
        std::vector<std::string> known;
        for (const Key& key : keys) known.push_back(key.name);
        const std::string where = path.text();
        report_.add(member.place, "unknown key `" + shown(member.key) + '`' +
                                      (where.empty() ? "" : " in " + where) +
                                      hint(member.key, known));
    }

    void check_by_kind(Node& node, const Type& type, const Path& path) {
        auto* table = node.as<TomlTable>();
        if (table == nullptr) return wrong_type(node, type, path);
        std::vector<std::string> kinds;
        for (const Alternative& alternative : type.alternatives) kinds.push_back(alternative.kind);
        const Type kind_type = scene_types::word(kinds);
        const Path kind_path = path / "kind";
        Node* kind = table->find("kind");
        if (kind == nullptr) {
            report_.add(node.place, kind_path.text() + " is missing" + hint("", kinds));
            return;
        }
        const auto* text = kind->as<std::string>();
        const Alternative* alternative = text == nullptr ? nullptr : find_kind(type, *text);
        if (alternative == nullptr) return check(*kind, kind_type, kind_path);
        std::vector<Key> keys = type.keys;
        keys.push_back({"kind", scene_types::required, kind_type, ""});
        keys.insert(keys.end(), alternative->keys.begin(), alternative->keys.end());
        check_members(node, keys, {alternative->rule, type.rule}, path);
    }

    void check_by_name(Node& node, const Type& type, const Path& path) {
        auto* table = node.as<TomlTable>();
        if (table == nullptr) return wrong_type(node, type, path);
        if (!check_size(node, table->members.size(), type, path)) return;
        for (Member& member : table->members) {
            if (type.named == Named::anything)
                check_name(member.key, member.place, path.text() + " key");
            else
                check_reference(member.key, type.named, member.place, path);
            check(member.value, type.element[0], path / member.key);
        }
    }

    void check_either(Node& node, const Type& type, const Path& path) {
        for (const Type& option : type.options)
            if (fits(node, option)) return check(node, option, path);
        const auto is_choice = [](const Type& option) {
            return option.form == Form::word && option.words.size() > 1;
        };
        const auto choice = std::ranges::find_if(type.options, is_choice);
        if (choice != type.options.end() && node.as<std::string>() != nullptr)
            return check(node, *choice, path);
        wrong_type(node, type, path);
    }

    /// Whether the value looks like this option, so that errors should be about it.
    static bool fits(const Node& node, const Type& option) {
        switch (option.form) {
            case Form::integer:
                return node.as<std::int64_t>() != nullptr;
            case Form::number:
                return node.as<double>() != nullptr || node.as<std::int64_t>() != nullptr;
            case Form::list:
                return node.as<TomlList>() != nullptr;
            case Form::word: {
                const auto* text = node.as<std::string>();
                return text != nullptr && std::find(option.words.begin(), option.words.end(),
                                                    *text) != option.words.end();
            }
            default:
                return node.as<std::string>() != nullptr;
        }
    }

    /// Checks that the changes of a stage are few enough; what they change is looked at when the
    /// stages are built (stages.h).
    void check_changes(const Node& node, const Type& type, const Path& path) {
        const auto* table = node.as<TomlTable>();
        if (table == nullptr) return wrong_type(node, type, path);
        if (table->members.size() > most_changes)
            error(node, path, "must have at most " + std::to_string(most_changes) + " entries");
    }

    /// Checks [sweep], which is flat by now: each of the values, and the number of runs that they
    /// make together.
    void check_assignments(Node& node, const Type& type, const Path& path) {
        auto* table = node.as<TomlTable>();
        if (table == nullptr) return wrong_type(node, type, path);
        const std::size_t before = report_.count();
        double members = 1.0;
        for (Member& member : table->members) {
            check_assignment(member, path);
            if (const auto* values = member.value.as<TomlList>())
                members *= static_cast<double>(values->size());
        }
        if (members > static_cast<double>(most_sweep_members))
            error(node, path,
                  "makes " + short_text(members) + " runs; at most " +
                      std::to_string(most_sweep_members) + " are possible");
        else if (report_.count() == before)
            check_sweep(*table, report_);
    }

    void check_assignment(Member& member, const Path& path) {
        const Path inner = path / member.key;
        const std::string name = '`' + shown(member.key) + '`';
        std::vector<std::string> parts;
        try {
            parts = parse_toml_key(member.key, member.place.source);
        } catch (const TomlError&) {
            report_.add(member.place, path.text() + ": " + name + " is not a key");
            return;
        }
        const Type* type = type_at(scene_, parts);
        if (type == nullptr || parts[0] == "sweep" || parts[0] == "include") {
            const auto [part, known] = first_unknown(scene_, parts);
            report_.add(member.place, path.text() + ": the scene has no key " + name +
                                          (part.empty() ? "" : hint(part, known)));
            return;
        }
        auto* values = member.value.as<TomlList>();
        if (values == nullptr || values->empty())
            return error(member.value, inner, "must be a list of values");
        for (std::size_t i = 0; i < values->size(); ++i) check((*values)[i], *type, inner[i]);
    }

    static std::string short_text(double number) {
        std::string text = to_toml(number);
        if (text.ends_with(".0")) text.resize(text.size() - 2);
        return text;
    }

    const Node& scene_;  ///< what is being checked; the check of the sweep looks keys up in it
    SceneNames names_;
    SceneReport& report_;
};

/// Reports a scene that says neither how long the run is, nor has stages that do.
void check_has_end(const Node& scene, SceneReport& report) {
    const auto& table = *scene.as<TomlTable>();
    const Node* run = table.find("run");
    const auto* keys = run == nullptr ? nullptr : run->as<TomlTable>();
    if (keys == nullptr || keys->find("duration") != nullptr) return;
    const Node* stages = table.find("stage");
    const auto* list = stages == nullptr ? nullptr : stages->as<TomlList>();
    if (stages == nullptr || (list != nullptr && list->empty()))
        report.add(run->place, "run.duration is missing");
}

}  // namespace

void check_scene(Node& scene, SceneReport& report) {
    check_has_end(scene, report);
    check_names(scene, report);
    Checker(scene, report).check(scene, scene_type(), {});
}

}  // namespace scree::engine
