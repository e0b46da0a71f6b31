// scree schema and scree new.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "engine/scene/scene.h"
#include "tests/cli/process.h"

namespace scree::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

namespace fs = std::filesystem;

class NewScene : public ::testing::Test {
public:
    NewScene() {
        std::string name = fs::temp_directory_path() / "scree-new-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp: " + name);
        folder_ = name;
    }
    ~NewScene() override { fs::remove_all(folder_); }

    fs::path folder_;
};

TEST_F(NewScene, LoadsAndIsNotOverwritten) {
    const fs::path path = folder_ / "my.heap.toml";
    const Outcome outcome = run({SCREE_PROGRAM, "new", folder_ / "my.heap"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("wrote " + path.string()));
    const engine::Scene scene = engine::load_scene(path);
    EXPECT_EQ(scene.grains.size(), 1u);
    EXPECT_EQ(scene.walls.size(), 1u);

    std::ofstream(path) << "mine";
    const Outcome again = run({SCREE_PROGRAM, "new", path});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_THAT(again.err, HasSubstr("is there already"));
    std::ifstream stream(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "mine");
}

// What is commented out is a scene too: lines whose # is followed by a key or a table.
TEST_F(NewScene, HasExamplesThatLoad) {
    const fs::path path = folder_ / "heap.toml";
    EXPECT_EQ(run({SCREE_PROGRAM, "new", path}).exit_code, 0);
    std::ifstream stream(path);
    std::string text;
    int examples = 0;
    for (std::string line; std::getline(stream, line);) {
        const bool is_example = line.size() > 1 && line[0] == '#' && line[1] != ' ';
        const bool is_end = line.starts_with("duration = ") || line.starts_with("stop ");
        examples += is_example ? 1 : 0;
        if (!is_end) text += line.substr(is_example ? 1 : 0) + '\n';
    }
    EXPECT_GT(examples, 10);
    std::ofstream(path) << text;
    const engine::Scene scene = engine::load_scene(path);
    ASSERT_EQ(scene.stages.size(), 2u);
    EXPECT_TRUE(scene.stages[1].begin.motions[1].is_loaded());
    EXPECT_EQ(scene.stages[0].begin.present[1], 0);
    EXPECT_EQ(scene.stages[1].begin.present[1], 1);
    EXPECT_TRUE(scene.start);
}

TEST_F(NewScene, SaysWhatIsInItsWay) {
    const Outcome outcome = run({SCREE_PROGRAM, "new", folder_ / "no" / "heap"});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("No such file or directory"));
    EXPECT_EQ(run({SCREE_PROGRAM, "new"}).exit_code, 2);
}

TEST(Schema, IsOnStdout) {
    const Outcome schema = run({SCREE_PROGRAM, "schema"});
    EXPECT_EQ(schema.exit_code, 0);
    EXPECT_THAT(schema.out, StartsWith("{\n  \"$schema\""));
    EXPECT_THAT(schema.err, IsEmpty());
    EXPECT_THAT(run({SCREE_PROGRAM, "schema", "--markdown"}).out, StartsWith("# Scene files"));
    EXPECT_EQ(run({SCREE_PROGRAM, "schema", "scene.toml"}).exit_code, 2);
}

}  // namespace
}  // namespace scree::cli
