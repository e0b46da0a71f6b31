// Whether the pictures of the pages are those that the program makes. docs/make_pictures makes
// them, and says of each in made.tsv from which run it is.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/base/hash.h"
#include "engine/run/summary.h"
#include "tests/cli/process.h"
#include "tests/cli/short_run.h"
#include "tests/cli/small_run.h"
#include "tests/engine/temporary_folder.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;

const fs::path sources = SCREE_SOURCES;
const fs::path pictures = sources / "docs/pictures";
const std::string advice =
    "; run docs/make_pictures, look at the pictures, and see whether the pages are still true";

struct MadePicture {
    std::string hash;
    std::string scene;
    std::string state;
    std::string probe;
};

// The rows of made.tsv, by the names of the files.
std::map<std::string, MadePicture> made_pictures() {
    std::istringstream table(text_of(pictures / "made.tsv"));
    std::string header;
    std::getline(table, header);
    EXPECT_EQ(header, "picture\tfnv1a\tscene\tstate\tprobe");
    std::map<std::string, MadePicture> rows;
    std::string name;
    for (MadePicture row; table >> name >> row.hash >> row.scene >> row.state >> row.probe;)
        rows[name] = row;
    return rows;
}

// The places of all pictures that a page shows, as it writes them.
std::vector<std::string> pictures_in(const fs::path& page) {
    static const std::regex picture(R"(!\[[^\]]*\]\(([^)]+)\))");
    const std::string text = text_of(page);
    std::vector<std::string> places;
    for (std::sregex_iterator it(text.begin(), text.end(), picture), end; it != end; ++it)
        places.push_back((*it)[1]);
    return places;
}

TEST(Pictures, ThoseOfThePagesAreMadeByTheScriptOrDrawn) {
    const auto made = made_pictures();
    std::size_t found = 0;
    for (const fs::path& folder : {sources, sources / "docs", sources / "scenes"})
        for (const auto& entry : fs::directory_iterator(folder)) {
            if (entry.path().extension() != ".md") continue;
            for (const fs::path place : pictures_in(entry.path())) {
                ++found;
                if (place.extension() == ".svg") continue;
                EXPECT_TRUE(made.contains(place.filename()))
                    << entry.path() << " shows " << place << ", of which made.tsv has no row";
            }
        }
    EXPECT_GE(found, made.size());
}

TEST(Pictures, FilesAreThoseOfTheTable) {
    const auto made = made_pictures();
    std::set<std::string> files;
    for (const auto& entry : fs::directory_iterator(pictures)) {
        const std::string name = entry.path().filename();
        if (entry.path().extension() != ".png") continue;
        files.insert(name);
        ASSERT_TRUE(made.contains(name)) << name << " is not in made.tsv" << advice;
        const auto hash = engine::Fnv1a().bytes(text_of(entry.path())).value();
        EXPECT_EQ(engine::hash_text(hash), made.at(name).hash)
            << name << " is not the file that was made" << advice;
    }
    EXPECT_EQ(files.size(), made.size());
}

// How a run goes on after the probe, and how it is drawn, is compared by docs/make_pictures
// --check.
TEST(Pictures, TheirScenesBeginAsTheyDidThen) {
    const engine::TemporaryFolder folder;
    std::map<std::string, std::string> states;  // of the probes, by scene
    for (const auto& [name, row] : made_pictures()) {
        std::string& state = states[row.scene];
        if (state.empty()) {
            const std::string scene = sources / "scenes" / (row.scene + ".toml");
            std::vector<std::string> command = {SCREE_PROGRAM,      "run",    scene, "-o",
                                                folder / row.scene, "--quiet"};
            for (std::string& option : shortened(scene, "0.1"))
                command.push_back(std::move(option));
            const Outcome outcome = run(command);
            ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
            state = summary_value(text_of(folder / row.scene / "summary.json"), "state_hash");
        }
        EXPECT_EQ(state, '"' + row.probe + '"')
            << name << " shows a run of " << row.scene << " that is no longer so" << advice;
    }
}

}  // namespace
}  // namespace scree::cli
