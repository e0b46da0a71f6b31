#include "tests/layers/links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/engine/temporary_folder.h"

namespace scree::layers {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const fs::path project = SCREE_SOURCES;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

/// A project of two documents.
class SmallShelf : public ::testing::Test {
public:
    SmallShelf() {
        write(root_ / "README.md", "# Read me\n");
        write(root_ / "docs/laws.md", "# Laws\n\n## The `area` law, at C\n");
        write(root_ / "engine/a.h", "");
    }
    std::vector<std::string> broken(const std::string& text) const {
        write(root_ / "docs/page.md", text);
        return find_broken_links(root_, "docs/page.md");
    }

    engine::TemporaryFolder folder_;
    fs::path root_ = folder_ / "shelf";
};

TEST_F(SmallShelf, LinksThatHoldAreFine) {
    EXPECT_THAT(broken("# Page\n\n[a](../README.md) [b](laws.md#the-area-law-at-c) [c](#page)\n"
                       "[d](https://example.org/none.md) ![e](../engine/a.h) `engine/a.h`\n"
                       "`engine/NAME.cpp`\n\n```\n[f](none.md)\n```\n"),
                IsEmpty());
}

TEST_F(SmallShelf, ABrokenLinkIsFoundWithItsLine) {
    EXPECT_THAT(broken("text\n\n[a](laws.md) and [b](none.md)\n"),
                ElementsAre("docs/page.md:3: there is no file none.md"));
    EXPECT_THAT(broken("![a](pictures/none.svg)\n"),
                ElementsAre("docs/page.md:1: there is no file pictures/none.svg"));
}

TEST_F(SmallShelf, AHeadingThatIsNotThereIsFound) {
    EXPECT_THAT(broken("[a](laws.md#the-energy-law) [b](#none)\n"),
                ElementsAre("docs/page.md:1: there is no heading laws.md#the-energy-law",
                            "docs/page.md:1: there is no heading #none"));
}

TEST_F(SmallShelf, ASourceThatHasMovedIsFound) {
    EXPECT_THAT(broken("as in `engine/b.h`\n"),
                ElementsAre("docs/page.md:1: there is no file engine/b.h"));
}

TEST_F(SmallShelf, BuildsAndHiddenFoldersAreLeftOut) {
    write(root_ / "build/x.md", "");
    write(root_ / ".hidden/x.md", "");
    write(root_ / "runs/heap/x.md", "");
    EXPECT_THAT(documents_in(root_), ElementsAre("README.md", "docs/laws.md"));
}

TEST(Links, AllDocumentsPointAtWhatIsThere) {
    const std::vector<std::string> documents = documents_in(project);
    EXPECT_GT(documents.size(), 10u);
    for (const std::string& document : documents)
        for (const std::string& broken : find_broken_links(project, document))
            ADD_FAILURE() << broken;
}

}  // namespace
}  // namespace scree::layers
