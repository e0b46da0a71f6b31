#include "engine/scene/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/scene/check.h"
#include "engine/scene/keys.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;

TEST(SceneSchema, IsDraft07AndRefusesUnknownKeys) {
    const nlohmann::json schema = nlohmann::json::parse(scene_schema());
    EXPECT_EQ(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    EXPECT_EQ(schema["required"], (nlohmann::json{"scree", "run", "domain"}));
    EXPECT_EQ(schema["additionalProperties"], false);
    const nlohmann::json& run = schema["properties"]["run"];
    EXPECT_EQ(run["additionalProperties"], false);
    EXPECT_EQ(run["properties"]["duration"]["exclusiveMinimum"], 0.0);
    EXPECT_EQ(run["properties"]["threads"]["default"], "auto");
    EXPECT_EQ(run["properties"]["dt"]["anyOf"][0]["enum"][0], "auto");
    const nlohmann::json& wall = schema["properties"]["walls"]["items"];
    const nlohmann::json& shapes = wall["properties"]["shape"]["oneOf"];
    ASSERT_EQ(shapes.size(), 6u);
    EXPECT_EQ(shapes[0]["properties"]["kind"]["const"], "polygon");
    EXPECT_EQ(shapes[0]["additionalProperties"], false);
}

/// Every key with its description, also those of kinds.
void for_each_key(const Type& type, const auto& visit) {
    for (const Key& key : type.keys) {
        visit(key);
        for_each_key(key.type, visit);
    }
    for (const Alternative& alternative : type.alternatives) {
        for (const Key& key : alternative.keys) {
            visit(key);
            for_each_key(key.type, visit);
        }
    }
    for (const Type& element : type.element) for_each_key(element, visit);
}

TEST(SceneKeys, AreDescribedInSentencesAndInTheReference) {
    const std::string page = scene_reference();
    int keys = 0;
    for_each_key(scene_type(), [&](const Key& key) {
        ++keys;
        EXPECT_TRUE(key.about.ends_with('.')) << key.name;
        EXPECT_THAT(page, HasSubstr("| `" + key.name + "` |"));
        EXPECT_THAT(page, HasSubstr(key.about));
    });
    EXPECT_GT(keys, 90);
}

TEST(SceneReference, IsTheCommittedPage) {
    EXPECT_EQ(read_scene(SCREE_REFERENCE_PAGE), scene_reference())
        << "out of date: scree schema --markdown > docs/scene-reference.md";
}

}  // namespace
}  // namespace scree::engine
