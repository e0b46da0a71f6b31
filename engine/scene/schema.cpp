#include "engine/scene/schema.h"

#include <nlohmann/json.hpp>

#include "engine/scene/keys.h"

namespace scree::engine {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Node& node) {
    struct Converter {
        Json operator()(bool flag) const { return flag; }
        Json operator()(std::int64_t integer) const { return integer; }
        Json operator()(double number) const { return number; }
        Json operator()(const std::string& text) const { return text; }
        Json operator()(const TomlTime& /*time*/) const { return nullptr; }
        Json operator()(const TomlList& list) const {
            Json result = Json::array();
            for (const Node& entry : list) result.push_back(json_of(entry));
            return result;
        }
        Json operator()(const TomlTable& table) const {
            Json result = Json::object();
            for (const Member& member : table.members) result[member.key] = json_of(member.value);
            return result;
        }
    };
    return std::visit(Converter{}, node.value);
}

Json schema_of(const Type& type);

Json schema_of(const Key& key) {
    Json schema = schema_of(key.type);
    schema["description"] = key.about + (key.type.unit.empty() ? "" : " (" + key.type.unit + ")");
    if (key.presence.fallback) schema["default"] = json_of(*key.presence.fallback);
    return schema;
}

void add_keys(Json& schema, const std::vector<Key>& keys) {
    for (const Key& key : keys) {
        schema["properties"][key.name] = schema_of(key);
        if (key.presence.required) schema["required"].push_back(key.name);
    }
}

Json object_of(const std::vector<Key>& keys) {
    Json schema = {{"type", "object"}, {"properties", Json::object()}};
    add_keys(schema, keys);
    schema["additionalProperties"] = false;
    return schema;
}

Json schema_by_kind(const Type& type) {
    Json kinds = Json::array();
    for (const Alternative& alternative : type.alternatives) {
        Json schema = object_of(type.keys);
        schema["description"] = alternative.about;
        schema["properties"]["kind"] = {{"const", alternative.kind}};
        schema["required"].push_back("kind");
        add_keys(schema, alternative.keys);
        kinds.push_back(schema);
    }
    return {{"type", "object"}, {"oneOf", kinds}};
}

Json schema_of_number(const Type& type) {
    if (type.form == Form::integer)
        return {{"type", "integer"},
                {"minimum", static_cast<std::int64_t>(type.limits.low)},
                {"maximum", static_cast<std::int64_t>(type.limits.high)}};
    return {{"type", "number"},
            {type.limits.without_low ? "exclusiveMinimum" : "minimum", type.limits.low},
            {"maximum", type.limits.high}};
}

Json schema_of(const Type& type) {
    switch (type.form) {
        case Form::flag:
            return {{"type", "boolean"}};
        case Form::integer:
        case Form::number:
            return schema_of_number(type);
        case Form::text:
        case Form::reference:
            return {{"type", "string"}};
        case Form::word:
            return {{"type", "string"}, {"enum", type.words}};
        case Form::name:
            return {{"type", "string"}, {"pattern", "^[A-Za-z0-9_-]{1,64}$"}};
        case Form::list:
            return {{"type", "array"},
                    {"items", schema_of(type.element[0])},
                    {"minItems", type.fewest},
                    {"maxItems", type.most}};
        case Form::interval:
            return {{"type", "array"},
                    {"items", {{"type", "number"}}},
                    {"minItems", 2},
                    {"maxItems", 2}};
        case Form::table:
            return object_of(type.keys);
        case Form::by_kind:
            return schema_by_kind(type);
        case Form::by_name:
            return {{"type", "object"},
                    {"additionalProperties", schema_of(type.element[0])},
                    {"maxProperties", type.most}};
        case Form::assignments:
        case Form::changes:
            return {{"type", "object"}};
        case Form::either:
            break;
    }
    Json options = Json::array();
    for (const Type& option : type.options) options.push_back(schema_of(option));
    return {{"anyOf", options}};
}

}  // namespace

std::string scene_schema() {
    Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"title", "A scene of scree"}};
    schema.update(schema_of(scene_type()));
    return schema.dump(2) + '\n';
}

}  // namespace scree::engine
