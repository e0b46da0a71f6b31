// scree export: tables and ParaView files, what is never overwritten, and how it fails.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "engine/record/run_frames.h"
#include "engine/record/segment_name.h"
#include "tests/cli/export_run.h"

namespace scree::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

using Export = ExportedRun;

Outcome compare(const fs::path& run_folder, const char* form, const fs::path& folder,
                std::vector<std::string> densities) {
    std::vector<std::string> command{"/usr/bin/python3", SCREE_COMPARE_EXPORT, run_folder, form,
                                     folder};
    command.insert(command.end(), densities.begin(), densities.end());
    return cli::run(std::move(command));
}

TEST_F(Export, TablesSayWhatTheTrajectorySays) {
    const Outcome outcome = export_to("csv");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("run/export/csv: 11 frames"));
    EXPECT_THAT(names_in("run/export/csv"),
                ElementsAre("contacts.csv", "frames.csv", "grains.csv", "walls.csv"));
    const Outcome compared = compare(path("run"), "csv", path("run/export/csv"), {"1000", "2000"});
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("numbers agree"));
}

TEST_F(Export, ComparisonFindsWhatIsWrong) {
    ASSERT_EQ(export_to("csv").exit_code, 0);
    EXPECT_EQ(compare(path("run"), "csv", path("run/export/csv"), {"1000", "2001"}).exit_code, 1);
}

TEST_F(Export, VtkReadsWhatTheTrajectorySays) {
    ASSERT_EQ(export_to("vtp").exit_code, 0);
    EXPECT_THAT(names_in("run/export/vtp"),
                AllOf(::testing::SizeIs(4 * (frames + 1)),
                      IsSupersetOf({"grains.pvd", "grains_000000.vtp", "contacts_000010.vtp",
                                    "domain.pvd"})));
    const Outcome compared = compare(path("run"), "vtp", path("run/export/vtp"), {"1000", "2000"});
    if (compared.exit_code == 77) GTEST_SKIP() << compared.out;
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("numbers agree"));
}

TEST_F(Export, VtkReadsFramesWithNothingInThem) {
    std::string bare = small_scene.substr(0, small_scene.find("[[walls]]"));
    bare += R"(
[[grains]]
name = "gone"
material = "rubber"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.04 }
place = { kind = "list", at = [[0, -0.45]], velocity = [[0, -3]] }
[output.every]
frames = 0.05
)";
    std::ofstream(path("bare.toml")) << bare;
    ASSERT_EQ(scree({"run", path("bare.toml"), "-o", path("bare"), "--set", "run.duration=0.1"})
                  .exit_code,
              0);
    ASSERT_EQ(command({"export", path("bare"), "--to", "vtp", "-o", path("vtp")}).exit_code, 0);
    const Outcome compared = compare(path("bare"), "vtp", path("vtp"), {"1000"});
    if (compared.exit_code == 77) GTEST_SKIP() << compared.out;
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    // Pictures can be made too.
    EXPECT_EQ(command({"export", path("bare"), "--to", "png", "--colour", "speed"}).exit_code, 0);
    EXPECT_EQ(command({"export", path("bare"), "--to", "svg", "--frames", "last"}).exit_code, 0);
}

TEST_F(Export, ChoosesFrames) {
    const auto exported = [&](std::vector<std::string> options) {
        options.insert(options.end(), {"-o", path("chosen"), "--force"});
        EXPECT_EQ(export_to("svg", options).exit_code, 0);
        return names_in("chosen");
    };
    EXPECT_THAT(exported({"--frames", "3"}), ElementsAre("000003.svg"));
    EXPECT_THAT(exported({"--frames", "8.."}),
                ElementsAre("000008.svg", "000009.svg", "000010.svg"));
    EXPECT_THAT(exported({"--frames", "..1"}), ElementsAre("000000.svg", "000001.svg"));
    EXPECT_THAT(exported({"--frames", "2..9", "--every", "3"}),
                ElementsAre("000002.svg", "000005.svg", "000008.svg"));
    EXPECT_THAT(exported({"--frames", "last"}), ElementsAre("000010.svg"));
    EXPECT_THAT(exported({"--every", "1000000000000"}), ElementsAre("000000.svg"));
}

TEST_F(Export, OverwritesNothingUnlessForced) {
    ASSERT_EQ(export_to("svg", {"-o", path("out")}).exit_code, 0);
    std::ofstream(path("out/mine.svg")) << "mine";
    std::ofstream(path("out/000003.svg")) << "changed";
    const Outcome refused = export_to("svg", {"-o", path("out")});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err,
                AllOf(HasSubstr("000000.svg: is there already"), HasSubstr("--force")));
    EXPECT_EQ(text_of(path("out/000003.svg")), "changed");
    // Other files are not in the way.
    EXPECT_EQ(export_to("png", {"-o", path("out"), "--frames", "0"}).exit_code, 0);
    // The files of a longer series are removed.
    ASSERT_EQ(export_to("svg", {"-o", path("out"), "--frames", "2..3", "--force"}).exit_code, 0);
    EXPECT_THAT(names_in("out"), ElementsAre("000000.png", "000002.svg", "000003.svg", "mine.svg"));
    EXPECT_NE(text_of(path("out/000003.svg")), "changed");
    EXPECT_EQ(text_of(path("out/mine.svg")), "mine");

    ASSERT_EQ(export_to("pdf", {"-o", path("a1.pdf"), "--frames", "1"}).exit_code, 0);
    EXPECT_EQ(export_to("pdf", {"-o", path("a1.pdf")}).exit_code, 1);
    ASSERT_EQ(export_to("pdf", {"-o", path("a2.pdf"), "--frames", "1"}).exit_code, 0);
    EXPECT_EQ(export_to("pdf", {"-o", path("a2.pdf"), "--force"}).exit_code, 0);
    EXPECT_TRUE(fs::exists(path("a1.pdf")));
}

TEST_F(Export, TellsUsage) {
    const auto refuses = [&](const std::string& form, std::vector<std::string> options,
                             const char* message) {
        const Outcome outcome = export_to(form, options);
        EXPECT_EQ(outcome.exit_code, 2) << message;
        EXPECT_THAT(outcome.err, HasSubstr(message));
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_FALSE(fs::exists(path("run/export")));
    };
    refuses("gif", {}, "--to");
    refuses("png", {"--colour", "mass"}, "--colour");
    refuses("png", {"--frames", "11"}, "there is no frame 11: they are 0 to 10");
    refuses("png", {"--frames", "5..99999999999999999999"}, "`5..99999999999999999999` is not");
    refuses("png", {"--frames", "7..3"}, "ends before it begins");
    refuses("png", {"--frames", ".."}, "is not a number");
    refuses("png", {"--frames", "-1"}, "--frames");
    refuses("png", {"--frames", "first"}, "`first` is not");
    refuses("png", {"--every", "0"}, "--every");
    refuses("png", {"--size", "large"}, "`large` is not a size like 1280x720");
    refuses("png", {"--size", "640x"}, "is not a size like");
    refuses("png", {"--size", "640x480x3"}, "is not a size like");
    refuses("png", {"--size", "10x480"}, "sides must be from 100 to 16000 pixels");
    refuses("png", {"--size", "99999999999x480"}, "is not a size like");
    refuses("mp4", {"--size", "641x480"}, "even");
    refuses("png", {"--fps", "25"}, "--fps is for films");
    refuses("mp4", {"--fps", "0"}, "--fps");
    refuses("csv", {"--colour", "speed"}, "not for csv");
    refuses("vtp", {"--size", "640x480"}, "not for vtp");
    refuses("png", {"--range", "0,1"}, "--range needs a --colour");
    refuses("png", {"--colour", "speed", "--range", "1,0"}, "the smaller");
    refuses("png", {"-o", path("one.png")}, "is one picture, and there are 11 frames");
    refuses("pdf", {"-o", path("folder")}, "does not end in .pdf");
    EXPECT_EQ(command({"export", path("run")}).exit_code, 2);
    EXPECT_EQ(command({"export"}).exit_code, 2);
}

TEST_F(Export, TellsFoldersThatCannotBeRead) {
    const Outcome none = command({"export", path("none"), "--to", "csv"});
    EXPECT_EQ(none.exit_code, 5);
    EXPECT_THAT(none.err, HasSubstr("holds no run"));
    EXPECT_FALSE(fs::exists(path("none")));

    const fs::path segment = path("run/trajectory/000002.h5");
    const std::string whole = text_of(segment);
    fs::resize_file(segment, fs::file_size(segment) - 1);
    for (const char* form : {"csv", "vtp", "png"}) {
        const Outcome damaged = export_to(form);
        EXPECT_EQ(damaged.exit_code, 5) << form;
        EXPECT_THAT(damaged.err, HasSubstr("000002.h5: damaged"));
        EXPECT_THAT(names_in("run/export"), IsEmpty());
    }
    fs::remove(segment);
    const Outcome missing = export_to("csv");
    EXPECT_EQ(missing.exit_code, 5);
    EXPECT_THAT(missing.err, HasSubstr("000002.h5: could not open"));
    // The frames before the missing segment can still be exported.
    EXPECT_EQ(export_to("csv", {"--frames", "0..2"}).exit_code, 0);
    std::ofstream(segment, std::ios::binary) << whole;
    EXPECT_EQ(export_to("csv", {"--force"}).exit_code, 0);
    std::ofstream(path("run/scene.toml")) << "scree = ";
    EXPECT_EQ(export_to("vtp").exit_code, 5);
}

TEST_F(Export, AFullDiskLeavesNothing) {
    for (const std::string form : {"csv", "vtp", "png", "pdf", "svg"}) {
        const Outcome full =
            cli::run({"/usr/bin/prlimit", "--fsize=4000", SCREE_PROGRAM, "export", path("run"),
                      "--to", form, "-o", path(form == "pdf" ? "full/a.pdf" : "full")});
        EXPECT_EQ(full.exit_code, 5) << form << full.err;
        EXPECT_THAT(full.err, AllOf(HasSubstr("full/"), Not(HasSubstr(".scree")),
                                    HasSubstr("File too large"), HasSubstr("nothing was left")));
        EXPECT_FALSE(fs::exists(path("full"))) << form;
    }
}

TEST_F(Export, AFolderThatCannotBeWrittenIsFive) {
    std::ofstream(path("file")) << "";
    EXPECT_EQ(export_to("csv", {"-o", path("file")}).exit_code, 5);
    EXPECT_EQ(export_to("csv", {"-o", path("file/below")}).exit_code, 5);
    EXPECT_EQ(export_to("csv", {"-o", "/proc/here"}).exit_code, 5);
}

TEST_F(Export, ARunThatWasCutShortGivesWhatIsThere) {
    Child running({SCREE_PROGRAM, "run", scene(), "-o", path("cut"), "--quiet", "--set",
                   "run.duration=1000", "--set", "output.every.checkpoint=0.05"});
    while (!fs::exists(path("cut/trajectory/000003.h5")))
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    // While it runs, and after it was killed.
    EXPECT_EQ(command({"export", path("cut"), "--to", "csv"}).exit_code, 0);
    running.send(SIGKILL);
    running.wait();
    const Outcome cut = command({"export", path("cut"), "--to", "csv", "--force"});
    EXPECT_EQ(cut.exit_code, 0) << cut.err;
    // The index that h5py reads may lack the last segments of a run that was killed.
    const engine::RunLabels labels = engine::labels_of(engine::scene_in(path("cut")));
    std::size_t segments = names_in("cut/trajectory").size();
    while (!fs::exists(path("cut/trajectory/" + engine::segment_file(segments - 1)))) --segments;
    { const engine::TrajectoryWriter whole(engine::Folder(path("cut")), labels, segments); }
    EXPECT_EQ(compare(path("cut"), "csv", path("cut/export/csv"), {"1000", "2000"}).exit_code, 0);
}

TEST_F(Export, CtrlCLeavesNothing) {
    for (const std::string form : {"png", "mp4"}) {
        const std::string film = form == "mp4" ? "stopped/film.mp4" : "stopped";
        if (form == "mp4" && !fs::exists("/usr/bin/ffmpeg")) continue;
        Child exporting({SCREE_PROGRAM, "export", path("run"), "--to", form, "--size", "6000x6000",
                         "-o", path(film), "--quiet"},
                        search_path());
        while (names_in("stopped").empty())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        exporting.send(SIGINT);
        const Outcome outcome = exporting.wait();
        EXPECT_EQ(outcome.exit_code, 130) << form << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("interrupted; nothing was left"));
        EXPECT_FALSE(fs::exists(path("stopped"))) << form;
    }
}

std::vector<std::string> column_of(const fs::path& table, const std::string& name) {
    std::ifstream file(table);
    std::vector<std::string> values;
    std::size_t place = 0;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> cells;
        std::istringstream words(line);
        for (std::string word; std::getline(words, word, ',');) cells.push_back(word);
        if (values.empty()) {
            place = static_cast<std::size_t>(std::ranges::find(cells, name) - cells.begin());
        }
        values.push_back(place < cells.size() ? cells[place] : "");
    }
    return values;
}

TEST_F(Export, GroupsWallsPiecesAndStagesHaveTheirNames) {
    std::string staged = scene_with_beads + R"(
[[walls]]
name = "dish"
material = "glass"
shape = { kind = "ring", center = [0, 1.5], radius = 0.2, thickness = 0.1, pieces = 8 }
from = 0.25
[[stage]]
name = "settle"
duration = 0.2
[[stage]]
name = "loosen"
duration = 0.1
set = { "materials.rubber.friction" = 0.05 }
)";
    staged.erase(staged.find("duration = 1.5\n"), std::string("duration = 1.5\n").size());
    std::ofstream(path("staged.toml")) << staged;
    const Outcome outcome = scree({"run", path("staged.toml"), "-o", path("staged"), "--quiet"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    ASSERT_EQ(command({"export", path("staged"), "--to", "csv"}).exit_code, 0);
    EXPECT_EQ(compare(path("staged"), "csv", path("staged/export/csv"), {"1000", "2000"}).exit_code,
              0);
    const fs::path tables = path("staged/export/csv");
    const auto stages = column_of(tables / "frames.csv", "stage");
    const auto times = column_of(tables / "frames.csv", "time [s]");
    ASSERT_EQ(stages.size(), 8u);  // the header, and 0, 0.05 ... 0.3 s
    for (std::size_t k = 1; k < stages.size(); ++k)
        EXPECT_EQ(stages[k], std::stod(times[k]) < 0.201 ? "settle" : "loosen") << times[k];
    const auto groups = column_of(tables / "grains.csv", "group");
    const auto materials = column_of(tables / "grains.csv", "material");
    for (std::size_t k = 1; k < groups.size(); ++k) {
        EXPECT_THAT(groups[k], ::testing::AnyOf("block", "stones", "beads"));
        EXPECT_EQ(materials[k], groups[k] == "beads" ? "glass" : "rubber");
    }
    EXPECT_EQ(std::ranges::count(groups, "beads"), 7 * 12);
    const auto walls = column_of(tables / "walls.csv", "wall");
    const auto pieces = column_of(tables / "walls.csv", "piece");
    ASSERT_EQ(std::ranges::count(walls, "dish"), 2 * 8);  // it is there in two frames
    for (std::size_t k = 1; k < walls.size(); ++k)
        if (walls[k] != "dish") {
            EXPECT_EQ(pieces[k], "0");
        }
    EXPECT_EQ(pieces.back(), "7");
}

// The page on trajectories has an example; it must run as it stands.
TEST_F(Export, TheExampleOfThePageRuns) {
    const std::string page = text_of(std::string(SCREE_SOURCES) + "/docs/trajectory.md");
    const std::string fence = "```python\n";
    fs::create_directory(path("runs"));
    fs::create_directory_symlink(path("run"), path("runs/heap"));
    int examples = 0;
    for (auto at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
        const auto begin = at + fence.size();
        std::ofstream(path("example.py")) << page.substr(begin, page.find("```", begin) - begin);
        const Outcome outcome =
            cli::run({"/usr/bin/python3", path("example.py")}, search_path(), folder_.path());
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, Not(IsEmpty()));
        ++examples;
    }
    EXPECT_EQ(examples, 2);
}

// Ten squares above each other: each bears the weight of what lies above its middle, and nothing
// pushes from the side. Stiff ones: a soft column buckles.
TEST_F(Export, StressInAColumnIsItsWeight) {
    std::ofstream(path("column.toml")) << R"(scree = 1
[run]
duration = 1.5
threads = 1
[domain]
x = [-1, 1]
y = [-1, 2]
[materials.rock]
density = 200
stiffness = 2e7
friction = 0.5
damping = 0.5
[[walls]]
name = "floor"
material = "rock"
shape = { kind = "box", x = [-0.5, 0.5], y = [-0.5, 0] }
[[grains]]
name = "squares"
material = "rock"
count = 10
shape = { kind = "polygon", vertices = [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1]] }
place = { kind = "list", at = [[0, 0.05], [0, 0.15], [0, 0.25], [0, 0.35], [0, 0.45], [0, 0.55],
                               [0, 0.65], [0, 0.75], [0, 0.85], [0, 0.95]] }
[output.every]
frames = 0.5
)";
    const Outcome outcome = scree({"run", path("column.toml"), "-o", path("column"), "--quiet"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    ASSERT_EQ(command({"export", path("column"), "--to", "csv", "--frames", "last"}).exit_code, 0);
    std::ifstream table(path("column/export/csv/grains.csv"));
    std::string header;
    std::getline(table, header);
    EXPECT_THAT(header, HasSubstr(",stress_xx [N/m],stress_xy [N/m],stress_yx [N/m],"
                                  "stress_yy [N/m],pressure [N/m],contacts"));
    const auto split = [](const std::string& line) {
        std::vector<std::string> words;
        std::istringstream text(line);
        for (std::string word; std::getline(text, word, ',');) words.push_back(word);
        return words;
    };
    const std::vector<std::string> names = split(header);
    int rows = 0;
    for (std::string line; std::getline(table, line); ++rows) {
        const std::vector<std::string> words = split(line);
        const auto cell = [&](const char* name) {
            const auto at = std::ranges::find(names, name) - names.begin();
            return std::stod(words.at(static_cast<std::size_t>(at)));
        };
        const double depth = 1.0 - 0.1 * (rows + 0.5);
        const double weight = 200.0 * 9.81 * depth;  // rho g h
        EXPECT_NEAR(cell("stress_yy [N/m]"), weight, 2e-3 * weight) << "square " << rows;
        EXPECT_NEAR(cell("pressure [N/m]"), 0.5 * weight, 2e-3 * weight);
        EXPECT_NEAR(cell("stress_xx [N/m]"), 0.0, 2e-3 * weight);
        EXPECT_EQ(cell("contacts"), rows == 9 ? 1 : 2);
    }
    EXPECT_EQ(rows, 10);
}

}  // namespace
}  // namespace scree::cli
