#include <algorithm>

#include "engine/scene/keys.h"
#include "engine/scene/types.h"

namespace scree::engine {
namespace {

/// The type of a key in a table with a kind. If the table does not say its kind, any kind may have
/// the key.
const Type* type_by_kind(const Type& type, const Node* node, std::string_view name) {
    static const Type kind_type = scene_types::text();
    if (name == "kind") return &kind_type;
    if (const Key* key = find_key(type.keys, name)) return &key->type;
    const auto* table = node == nullptr ? nullptr : node->as<TomlTable>();
    const Node* kind = table == nullptr ? nullptr : table->find("kind");
    const auto* text = kind == nullptr ? nullptr : kind->as<std::string>();
    const Alternative* settled = text == nullptr ? nullptr : find_kind(type, *text);
    for (const Alternative& alternative : type.alternatives) {
        if (settled != nullptr && &alternative != settled) continue;
        if (const Key* key = find_key(alternative.keys, name)) return &key->type;
    }
    return nullptr;
}

const Node* child(const Node* node, std::string_view name) {
    if (node == nullptr) return nullptr;
    if (const auto* table = node->as<TomlTable>()) return table->find(name);
    if (const auto* list = node->as<TomlList>()) return find_named(*list, name);
    return nullptr;
}

/// The type of what a stage changes, from a key in quotes.
const Type* type_of_change(const Node& scene, const std::string& key) {
    try {
        return type_at(scene, parse_toml_key(key, 0));
    } catch (const TomlError&) {
        return nullptr;
    }
}

/// The same from a key without quotes, which may go on into a table that the stage sets:
/// walls.top.motion.velocity.
const Type* type_of_change(const Node& scene, const Node* changes,
                           const std::vector<std::string>& key) {
    const auto* table = changes == nullptr ? nullptr : changes->as<TomlTable>();
    if (table != nullptr && key.size() > 1) {
        const std::vector<std::string> outer(key.begin(), key.end() - 1);
        for (const Member& member : table->members) {
            try {
                if (parse_toml_key(member.key, 0) != outer) continue;
            } catch (const TomlError&) {
                continue;
            }
            const Type* type = type_at(scene, outer);
            if (type != nullptr && type->form == Form::by_kind)
                return type_by_kind(*type, &member.value, key.back());
        }
    }
    return type_at(scene, key);
}

/// The keys and names that can follow in a path at this place.
std::vector<std::string> names_in(const Type& type, const Node* node) {
    std::vector<std::string> names;
    for (const Key& key : type.keys) names.push_back(key.name);
    for (const Alternative& alternative : type.alternatives)
        for (const Key& key : alternative.keys)
            if (type_by_kind(type, node, key.name) == &key.type) names.push_back(key.name);
    const auto* table = node == nullptr ? nullptr : node->as<TomlTable>();
    if (type.form == Form::by_name && table != nullptr)
        for (const Member& member : table->members) names.push_back(member.key);
    const auto* list = node == nullptr ? nullptr : node->as<TomlList>();
    if (list != nullptr)
        for (const Node& entry : *list)
            if (const std::string* name = name_of(entry)) names.push_back(*name);
    return names;
}

}  // namespace

const std::string* name_of(const Node& entry) {
    const auto* table = entry.as<TomlTable>();
    const Node* name = table == nullptr ? nullptr : table->find("name");
    return name == nullptr ? nullptr : name->as<std::string>();
}

const Key* find_key(const std::vector<Key>& keys, std::string_view name) {
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const Key& candidate) { return candidate.name == name; });
    return key == keys.end() ? nullptr : &*key;
}

const Alternative* find_kind(const Type& type, std::string_view kind) {
    for (const Alternative& alternative : type.alternatives)
        if (alternative.kind == kind) return &alternative;
    return nullptr;
}

const Type* type_at(const Node& scene, const std::vector<std::string>& path) {
    const Type* type = &scene_type();
    const Node* node = &scene;
    for (std::size_t k = 0; k < path.size(); ++k) {
        if (type == nullptr) return nullptr;
        const std::string& part = path[k];
        const Node* next = child(node, part);
        switch (type->form) {
            case Form::table: {
                const Key* key = find_key(type->keys, part);
                type = key == nullptr ? nullptr : &key->type;
                break;
            }
            case Form::by_kind:
                type = type_by_kind(*type, node, part);
                break;
            case Form::by_name:
                type = next == nullptr ? nullptr : type->element.data();
                break;
            case Form::list:
                // Entries of a list are found by their names.
                type = next == nullptr ? nullptr : type->element.data();
                break;
            case Form::changes:
                // A key in quotes is a whole path of its own; without, the rest of the path is one.
                if (part.find('.') == std::string::npos)
                    return type_of_change(
                        scene, node, {path.begin() + static_cast<std::ptrdiff_t>(k), path.end()});
                type = type_of_change(scene, part);
                break;
            default:
                return nullptr;
        }
        node = next;
    }
    return type;
}

FirstUnknown first_unknown(const Node& scene, const std::vector<std::string>& path) {
    for (std::size_t length = 1; length <= path.size(); ++length) {
        if (type_at(scene, {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length)}))
            continue;
        const std::vector<std::string> before(
            path.begin(), path.begin() + static_cast<std::ptrdiff_t>(length) - 1);
        const Node* node = &scene;
        for (const std::string& part : before) node = child(node, part);
        return {path[length - 1], names_in(*type_at(scene, before), node)};
    }
    return {};
}

const Node* find_named(const TomlList& list, std::string_view name) {
    for (const Node& entry : list) {
        const std::string* given = name_of(entry);
        if (given != nullptr && *given == name) return &entry;
    }
    return nullptr;
}

Node* find_named(TomlList& list, std::string_view name) {
    return const_cast<Node*>(find_named(std::as_const(list), name));
}

}  // namespace scree::engine
