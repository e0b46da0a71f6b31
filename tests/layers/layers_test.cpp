#include "tests/layers/layers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/engine/temporary_folder.h"

namespace scree::layers {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const fs::path project = SCREE_SOURCES;
const std::vector<std::string> folders{"geometry", "engine", "render", "cli"};

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

/// A small project of two rooms.
class SmallHouse : public ::testing::Test {
public:
    SmallHouse() {
        write(root_ / "page.md",
              "text\n\n| room | uses | what lives there |\n|---|---|---|\n"
              "| `geometry` | | shapes |\n| `engine/base` | geometry | numbers |\n"
              "| `engine/broad` | geometry, base | pairs |\n\n| other | table |\n");
        write(root_ / "geometry/a.h", "#include <vector>\n");
        write(root_ / "engine/base/b.h", "#include \"geometry/a.h\"\n");
        write(root_ / "engine/base/CMakeLists.txt", "scree_room(base\n  SOURCES\n    b.cpp)\n");
        write(root_ / "engine/broad/c.cpp",
              "#include \"engine/broad/c.h\"\n\n#include \"engine/base/b.h\"\n");
        write(root_ / "engine/broad/CMakeLists.txt",
              "scree_room(broad\n  USES base\n  SOURCES\n    c.cpp)\n");
    }
    Rooms rooms() const { return read_rooms(root_ / "page.md"); }
    std::vector<std::string> violations() const {
        return find_violations(root_, {"geometry", "engine"}, rooms());
    }

    engine::TemporaryFolder folder_;
    fs::path root_ = folder_ / "house";
};

TEST_F(SmallHouse, IsInOrder) {
    EXPECT_EQ(rooms().size(), 3u);
    EXPECT_THAT(violations(), IsEmpty());
    EXPECT_THAT(compare_with_build(root_, rooms()), IsEmpty());
}

TEST_F(SmallHouse, APlantedIncludeIsFoundWithItsLine) {
    write(root_ / "engine/base/b.h", "#include <map>\n\n#  include \"engine/broad/c.h\"\n");
    EXPECT_THAT(violations(),
                ElementsAre("engine/base/b.h:3: engine/base must not include engine/broad/c.h; it "
                            "may use geometry"));
}

TEST_F(SmallHouse, GeometryMustNotSeeTheEngine) {
    write(root_ / "geometry/a.h", "#include \"engine/base/b.h\"\n");
    EXPECT_THAT(violations(), ElementsAre(HasSubstr("geometry/a.h:1: ")));
}

TEST_F(SmallHouse, AnIncludeOfNoRoomIsFound) {
    write(root_ / "geometry/a.h", "#include \"tests/engine/small_world.h\"\n");
    EXPECT_THAT(violations(), ElementsAre(HasSubstr("must not include tests/")));
}

TEST_F(SmallHouse, ASourceOutsideOfAllRoomsIsFound) {
    write(root_ / "engine/stray.h", "");
    EXPECT_THAT(violations(), ElementsAre("engine/stray.h: stands in no room of the table"));
}

TEST_F(SmallHouse, TheBuildMustSayTheSame) {
    write(root_ / "engine/broad/CMakeLists.txt", "scree_room(broad\n  SOURCES\n    c.cpp)\n");
    EXPECT_THAT(compare_with_build(root_, rooms()),
                ElementsAre(HasSubstr("engine/broad/CMakeLists.txt: USES nothing")));
}

TEST_F(SmallHouse, ATableWithACycleIsRefused) {
    write(root_ / "page.md", "| room | uses |\n|---|---|\n| `a` | b |\n| `b` | |\n");
    EXPECT_THROW(rooms(), std::runtime_error);
    write(root_ / "page.md", "no table\n");
    EXPECT_THROW(rooms(), std::runtime_error);
}

TEST(Layers, EveryIncludeIsAllowedByTheTableOfRooms) {
    const Rooms rooms = read_rooms(project / "docs/architecture.md");
    for (const std::string& violation : find_violations(project, folders, rooms))
        ADD_FAILURE() << violation;
}

TEST(Layers, TheBuildLinksWhatTheTableSays) {
    const Rooms rooms = read_rooms(project / "docs/architecture.md");
    for (const std::string& difference : compare_with_build(project, rooms))
        ADD_FAILURE() << difference;
}

}  // namespace
}  // namespace scree::layers
