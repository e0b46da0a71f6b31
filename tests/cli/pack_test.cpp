// scree pack: what it prints and leaves, and what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "tests/cli/process.h"
#include "tests/engine/temporary_folder.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string to_pack = R"(scree = 1
[run]
duration = 0.002
gravity = [0.0, 0.0]
[domain]
x = [0.0, 1.0]
y = [0.0, 1.0]
periodic = ["x", "y"]
[materials.stone]
density = 2500
stiffness = 1e6
friction = 0.5
damping = 0.3
[[grains]]
name = "discs"
material = "stone"
count = 150
shape = { kind = "disc" }
size = { kind = "fuller", min = 0.01, max = 0.05 }
place = { kind = "pack" }
)";

class PackCommand : public ::testing::Test {
protected:
    Outcome scree(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), SCREE_PROGRAM);
        return run(arguments);
    }
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return (folder_ / name).string();
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    engine::TemporaryFolder folder_;
};

std::string line_after(const std::string& text, const std::string& key) {
    std::smatch found;
    std::regex_search(text, found, std::regex("(^|\n)" + key + " = ([^\n]*)"));
    return found.size() > 2 ? found[2].str() : "";
}

TEST_F(PackCommand, LeavesAFolderThatOthersBeginFrom) {
    const std::string scene = file("scene.toml", to_pack);
    const Outcome packed = scree({"pack", scene, "-o", path("packed")});
    ASSERT_EQ(packed.exit_code, 0) << packed.err;
    const double fraction = std::stod(line_after(packed.out, "fraction"));
    EXPECT_GT(fraction, 0.80);
    EXPECT_LT(fraction, 0.95);
    EXPECT_EQ(line_after(packed.out, "grains"), "150");
    EXPECT_EQ(scree({"verify", path("packed")}).exit_code, 0);
    // Threads do not change a digit.
    EXPECT_EQ(scree({"pack", scene, "-o", path("again"), "--threads", "1"}).out, packed.out);

    const std::string next =
        to_pack.substr(0, to_pack.find("[[grains]]")) + "[start]\nrun = \"packed\"\n";
    const Outcome other_domain = scree({"run", file("next.toml", next), "-o", path("next")});
    EXPECT_EQ(other_domain.exit_code, 3);
    EXPECT_THAT(other_domain.err, HasSubstr("leave it as it was"));
    const Outcome begun = scree({"run", file("next.toml", next), "-o", path("next"), "--set",
                                 "domain.x=" + line_after(packed.out, "domain.x"), "--set",
                                 "domain.y=" + line_after(packed.out, "domain.y")});
    EXPECT_EQ(begun.exit_code, 0) << begun.err;
    // The scene itself goes on from there too.
    EXPECT_EQ(scree({"resume", path("packed")}).exit_code, 0);
}

TEST_F(PackCommand, RefusesScenesWithoutAPacking) {
    std::string text = to_pack;
    const std::string place = "place = { kind = \"pack\" }";
    text.replace(text.find(place), place.size(),
                 "place = { kind = \"random\", x = [0, 1], y = [0, 1] }");
    const Outcome refused = scree({"pack", file("scene.toml", text), "-o", path("packed")});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_THAT(refused.err, HasSubstr("has no grains to pack"));
    EXPECT_FALSE(std::filesystem::exists(path("packed")));
}

TEST_F(PackCommand, CheckShowsTheSizesThatWereAskedForAndThatCame) {
    const Outcome checked = scree({"check", file("scene.toml", to_pack)});
    ASSERT_EQ(checked.exit_code, 0) << checked.err;
    EXPECT_THAT(checked.out,
                AllOf(HasSubstr("by mass      D10      D30      D50      D60      D90"),
                      HasSubstr("asked"), HasSubstr("the curves are at most")));
}

TEST_F(PackCommand, GrainsAreDrawnAsTheFileIsCalled) {
    const std::string scene = file("scene.toml", to_pack);
    const auto begins_with = [&](const std::string& name, const std::string& text) {
        EXPECT_EQ(scree({"grains", scene, "-o", path(name)}).exit_code, 0) << name;
        std::ifstream stream(path(name));
        std::string begin(text.size(), ' ');
        stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
        EXPECT_EQ(begin, text) << name;
    };
    begins_with("sheet.png", "\x89PNG");
    begins_with("sheet.pdf", "%PDF");
    begins_with("sheet.svg", "<?xml");
    EXPECT_EQ(scree({"grains", scene, "-o", path("sheet.jpg")}).exit_code, 2);
    EXPECT_EQ(scree({"grains", scene, "-o", path("nowhere/sheet.png")}).exit_code, 5);
}

}  // namespace
}  // namespace scree::cli
