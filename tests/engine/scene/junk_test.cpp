// What is hardly a scene at all: it must be refused, soon, and without much memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "engine/scene/scene.h"
#include "engine/scene/toml/toml_tree.h"
#include "tests/engine/small_scene.h"

namespace scree::engine {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string repeated(const std::string& text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

TEST(SceneJunk, IsRefusedBeforeItIsParsed) {
    EXPECT_EQ(errors_of(repeated("a.", 100'000) + "a = 1"),
              "scene.toml:1:64: a key may have at most 32 parts");
    EXPECT_EQ(errors_of("x = 1\n[" + repeated("\"a\" . ", 100'000) + "a]"),
              "scene.toml:2:192: a key may have at most 32 parts");
    EXPECT_EQ(errors_of("x = {" + repeated("a.", 100'000) + "a = 1}"),
              "scene.toml:1:69: a key may have at most 32 parts");
    EXPECT_EQ(errors_of("x = " + repeated("[", 100'000)),
              "scene.toml:1:37: brackets may be nested at most 32 deep");
    EXPECT_EQ(errors_of(repeated("x = {", 100'000)),
              "scene.toml:1:165: brackets may be nested at most 32 deep");
    EXPECT_EQ(errors_of(std::string(largest_toml + 1, '\n')),
              "scene.toml: the scene is larger than 16 MiB, with all that it includes");
    EXPECT_THAT(errors_of(small_scene, {repeated("a.", 100'000) + "a=1"}),
                HasSubstr("is not a key"));
    EXPECT_THAT(errors_of(small_scene, {"seed=" + repeated("[", 100'000)}),
                HasSubstr("is no value in TOML"));
}

TEST(SceneJunk, DotsInStringsAndCommentsAreNoKeys) {
    const std::string dots(1000, '.');
    for (const std::string& title :
         {"\"" + dots + "\"", "'" + dots + "'", "\"\\\"" + dots + "\"",
          "\"\"\"\n" + dots + "\"\"\"\"", "'''" + dots + "'\n'''", "\"\" # " + dots})
        EXPECT_EQ(errors_of("title = " + title + "\n" + small_scene), "nothing") << title;
}

TEST(SceneJunk, KeysBehindAnyStringAreCounted) {
    const std::string key = repeated("a.", 100'000) + "a = 1\n";
    for (const std::string title :
         {"\"\"\"x\"\"\"\"", "\"\"\"x\"\"\"\"\"", "\"\"", "''", "''''''", "\"\"\"\"\"\"", "'\\'",
          "\"\\\\\"", "\"\"\"\\\"\"\"\"", "'''\\'''", "1 # \"\"\""})
        EXPECT_THAT(errors_of("title = " + title + "\n" + key), HasSubstr("at most 32 parts"))
            << title;
}

TEST(SceneJunk, BytesOfAnyKindAreErrors) {
    std::string bytes(100'000, '\0');
    std::uint32_t state = 1;
    for (char& c : bytes) c = static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
    EXPECT_THAT(errors_of(bytes), StartsWith("scene.toml:1:"));
    EXPECT_THAT(errors_of("scree = 1\ntitle = \"\xff\xfe\""), StartsWith("scene.toml:2:"));
    EXPECT_THAT(errors_of(std::string("scree = 1\n\0", 11)), StartsWith("scene.toml:2:"));
    EXPECT_THAT(errors_of(""), HasSubstr("scree is missing"));
    EXPECT_THAT(errors_of("\xef\xbb\xbfscree = 1\n"), HasSubstr("run is missing"));
}

TEST(SceneJunk, BareWordsOfASetAreUtf8) {
    EXPECT_THAT(errors_of(small_scene, {"title=a \xff word"}), HasSubstr("is no value in TOML"));
    EXPECT_EQ(load(small_scene, {"title=Geröll\t\"x\""}).title, "Geröll\t\"x\"");
}

TEST(SceneJunk, LargeTablesAndListsAreRefusedQuickly) {
    const auto start = std::chrono::steady_clock::now();
    std::string keys = "scree = 1\n";
    for (int i = 0; i < 200'000; ++i) keys += std::to_string(i) + " = 1\n";
    EXPECT_THAT(errors_of(keys), HasSubstr("a table may have at most 1000 keys"));
    EXPECT_THAT(errors_of("grains = [" + repeated("{},", 1'000'000) + "]\n" +
                          small_scene.substr(0, small_scene.find("[["))),
                HasSubstr("must have at most 100000 entries, not 1000000"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

}  // namespace
}  // namespace scree::engine
