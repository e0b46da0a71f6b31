// Folders and scenes from strangers, damage that must be noticed, and odd surroundings.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

class Strangers : public SmallRun {
public:
    // A short run in the folder `run`, and a file of the user, which nothing may touch.
    Strangers() {
        std::ofstream(path("precious.txt")) << precious;
        EXPECT_EQ(scree({"run", scene(), "-o", path("run"), "--quiet", "--set", "run.duration=0.3"})
                      .exit_code,
                  0);
    }
    ~Strangers() override { EXPECT_EQ(text_of(path("precious.txt")), precious); }

    Outcome shell(const std::string& command) const {
        return run({"/bin/sh", "-c", command}, {}, folder_.path());
    }
    Outcome resume() const { return scree({"resume", path("run"), "--duration", "0.4"}); }
    Outcome verify() const { return scree({"verify", path("run")}); }
    std::string file(const std::string& name) const { return path("run") + "/" + name; }
    void replace_by_link(const std::string& name, const std::string& target) const {
        fs::remove_all(file(name));
        fs::create_symlink(path(target), file(name));
    }

    const std::string precious = "do not touch this\n";
};

TEST_F(Strangers, ClosedDescriptorsGetNoFile) {
    const Outcome outcome = shell(std::string(SCREE_PROGRAM) + " resume " + path("run") +
                                  " --duration 0.4 <&- 2>&- >/dev/null");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(verify().exit_code, 0);
    EXPECT_THAT(text_of(file("series.csv")), Not(HasSubstr("writes to")));
    EXPECT_THAT(text_of(file("series.csv")), Not(HasSubstr("goes on")));
}

TEST_F(Strangers, ResumeFollowsNoLinks) {
    for (const char* name : {"series.csv", "log.txt", "scene.toml", "checkpoint.h5"}) {
        SCOPED_TRACE(name);
        fs::remove_all(path("copy"));
        fs::copy(path("run"), path("copy"), fs::copy_options::recursive);
        fs::remove(path("copy") + "/sums.txt");
        fs::remove(path("copy") + "/checkpoint.previous.h5");
        fs::remove(path("copy") + "/" + name);
        fs::create_symlink(path("precious.txt"), path("copy") + "/" + name);
        const Outcome outcome = scree({"resume", path("copy"), "--duration", "0.4"});
        EXPECT_EQ(outcome.exit_code, 5);
        EXPECT_THAT(outcome.err, AllOf(HasSubstr(name), HasSubstr("is a link")));
    }
    // A folder of segments that lies elsewhere.
    fs::rename(file("trajectory"), path("elsewhere"));
    replace_by_link("trajectory", "elsewhere");
    const std::string before = text_of(path("elsewhere") + "/000000.h5");
    for (const Outcome& outcome : {resume(), scree({"measure", path("run")})}) {
        EXPECT_EQ(outcome.exit_code, 5);
        EXPECT_THAT(outcome.err, HasSubstr("trajectory: is a link"));
    }
    EXPECT_EQ(text_of(path("elsewhere") + "/000000.h5"), before);
}

TEST_F(Strangers, ForceRemovesLinksAndNotWhatTheyNameThere) {
    fs::create_directory(path("elsewhere"));
    std::ofstream(path("elsewhere") + "/000000.h5") << precious;
    replace_by_link("trajectory", "elsewhere");
    replace_by_link("series.csv", "precious.txt");
    const Outcome outcome = scree(
        {"run", scene(), "-o", path("run"), "--force", "--quiet", "--set", "run.duration=0.1"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(text_of(path("elsewhere") + "/000000.h5"), precious);
    EXPECT_FALSE(fs::is_symlink(file("trajectory")));
}

TEST_F(Strangers, ExportsAndPlotsFollowNoLinks) {
    fs::create_directory(path("elsewhere"));
    replace_by_link("export", "elsewhere");
    replace_by_link("plots", "elsewhere");
    for (const Outcome& outcome :
         {scree({"export", path("run"), "--to", "csv"}), scree({"plot", path("run")})}) {
        EXPECT_EQ(outcome.exit_code, 5);
        EXPECT_THAT(outcome.err, HasSubstr("is a link"));
    }
    EXPECT_TRUE(fs::is_empty(path("elsewhere")));
    // A link that the user names is another matter.
    EXPECT_EQ(scree({"export", path("run"), "--to", "csv", "-o", file("export")}).exit_code, 0);
    EXPECT_FALSE(fs::is_empty(path("elsewhere")));
}

TEST_F(Strangers, PipesAndDevicesDoNotMakeItWait) {
    ASSERT_EQ(::mkfifo(path("pipe.toml").c_str(), 0600), 0);
    EXPECT_EQ(scree({"check", path("pipe.toml")}).exit_code, 5);
    EXPECT_EQ(scree({"run", "/dev/zero", "-o", path("none")}).exit_code, 5);
    std::ofstream(path("includes.toml")) << "include = \"pipe.toml\"\n" << small_scene;
    EXPECT_NE(scree({"check", path("includes.toml")}).exit_code, 0);
    for (const char* name : {"scene.toml", "series.csv", "log.txt", "summary.json", "sums.txt",
                             "checkpoint.h5", "trajectory/000000.h5", "trajectory.h5"}) {
        SCOPED_TRACE(name);
        fs::remove_all(path("copy"));
        fs::copy(path("run"), path("copy"), fs::copy_options::recursive);
        fs::remove(path("copy") + "/checkpoint.previous.h5");
        fs::remove(path("copy") + "/" + name);
        ASSERT_EQ(::mkfifo((path("copy") + "/" + name).c_str(), 0600), 0);
        for (const std::string command : {"resume", "measure", "plot", "verify"}) {
            const Outcome outcome = scree({command, path("copy")});
            // Each may do without a file that it does not need.
            EXPECT_THAT(outcome.exit_code, testing::AnyOf(0, 5)) << command << ": " << outcome.err;
        }
        EXPECT_EQ(scree({"verify", path("copy")}).exit_code, 5);
    }
}

TEST_F(Strangers, DamageIsNoticedByEveryCommandThatReadsTheFile) {
    struct Damage {
        std::string name;
        std::vector<std::vector<std::string>> readers;
    };
    const std::vector<Damage> damages = {
        {"scene.toml", {{"resume"}, {"measure"}, {"plot"}, {"export", "--to", "csv"}}},
        {"series.csv", {{"resume"}, {"plot"}}},
        {"log.txt", {{"resume"}}},
        {"summary.json", {{"resume"}}},
        {"trajectory/000000.h5", {{"resume"}, {"export", "--to", "csv"}}},
    };
    for (const Damage& damage : damages) {
        SCOPED_TRACE(damage.name);
        const std::string whole = text_of(file(damage.name));
        std::string changed = whole;
        // Another digit, as an editor or a disk would leave it.
        const std::size_t at = changed.find_last_of("123456789");
        changed[at] = changed[at] == '1' ? '2' : '1';
        std::ofstream(file(damage.name), std::ios::binary) << changed;
        std::vector<std::vector<std::string>> calls = damage.readers;
        calls.push_back({"verify"});
        for (std::vector<std::string>& call : calls) {
            call.insert(call.begin() + 1, path("run"));
            const Outcome outcome = scree(call);
            EXPECT_EQ(outcome.exit_code, 5) << call[0] << ": " << outcome.err;
            EXPECT_THAT(outcome.err + outcome.out, HasSubstr(damage.name)) << call[0];
        }
        std::ofstream(file(damage.name), std::ios::binary) << whole;
        EXPECT_EQ(verify().exit_code, 0);
    }
}

TEST_F(Strangers, AnEmptySegmentIsNoticedByResume) {
    fs::resize_file(file("trajectory/000000.h5"), 0);
    const Outcome outcome = scree({"resume", path("run")});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("000000.h5"));
}

// A whole segment of another run has a seal that fits.
TEST_F(Strangers, ASegmentOfAnotherRunIsNoticed) {
    EXPECT_EQ(scree({"run", scene(), "-o", path("other"), "--quiet", "--set", "run.duration=0.3",
                     "--set", "seed=7"})
                  .exit_code,
              0);
    fs::copy(path("other") + "/trajectory/000000.h5", file("trajectory/000000.h5"),
             fs::copy_options::overwrite_existing);
    EXPECT_EQ(scree({"resume", path("run")}).exit_code, 5);
    const Outcome outcome = scree({"measure", path("run")});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr("not the file that scree wrote here"));
}

TEST_F(Strangers, AnEditThatWasMeantCanBeAccepted) {
    std::string scene = text_of(file("scene.toml"));
    scene.replace(scene.find("density = 1000"), 14, "density = 2000");
    std::ofstream(file("scene.toml")) << scene;
    EXPECT_EQ(scree({"measure", path("run")}).exit_code, 5);
    const Outcome accepted = scree({"verify", "--accept", path("run")});
    EXPECT_EQ(accepted.exit_code, 0) << accepted.err;
    EXPECT_EQ(verify().exit_code, 0);
    EXPECT_EQ(scree({"measure", path("run")}).exit_code, 0);
}

TEST_F(Strangers, AFolderOfAnOlderVersionIsReadWithANote) {
    fs::remove(file("sums.txt"));
    const Outcome outcome = scree({"measure", path("run")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("has no checksums"));
    EXPECT_THAT(verify().out, HasSubstr("have no checksum"));
    EXPECT_EQ(resume().exit_code, 0);
    EXPECT_EQ(verify().exit_code, 0);
    EXPECT_THAT(verify().out, Not(HasSubstr("have no checksum")));
}

TEST_F(Strangers, VerifyLooksIntoSweeps) {
    ASSERT_EQ(scree({"run", scene(), "-o", path("sweep"), "--quiet", "--set", "run.duration=0.05",
                     "--sweep", "seed=1,2"})
                  .exit_code,
              0);
    EXPECT_EQ(scree({"verify", path("sweep")}).exit_code, 0);
    const std::string table = path("sweep") + "/sweep.csv";
    std::string text = text_of(table);
    text[text.find_last_of("0123456789")] = '_';
    std::ofstream(table) << text;
    const Outcome outcome = scree({"verify", path("sweep")});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.out, HasSubstr("sweep.csv: damaged"));
    EXPECT_EQ(scree({"plot", path("sweep")}).exit_code, 5);
    EXPECT_EQ(scree({"verify", path("precious.txt")}).exit_code, 5);
    fs::create_directory(path("empty"));
    EXPECT_THAT(scree({"verify", path("empty")}).err, HasSubstr("holds no run and no sweep"));
}

std::string crowd(std::size_t grains) {
    std::string scene = small_scene.substr(0, small_scene.find("[[grains]]"));
    scene +=
        "[[grains]]\nname = \"crowd\"\nmaterial = \"rubber\"\nshape = { kind = \"disc\" }\n"
        "size = { kind = \"mono\", value = 0.01 }\nplace = { kind = \"list\", at = [";
    for (std::size_t k = 0; k < grains; ++k) scene += "[0, 1],";
    return scene + "] }\n";
}

TEST_F(Strangers, GrainsInOnePlaceAreRefusedAtOnce) {
    std::ofstream(path("crowd.toml")) << crowd(20'000);
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = scree({"run", path("crowd.toml"), "-o", path("crowd"), "--quiet"});
    EXPECT_EQ(outcome.exit_code, 4);
    EXPECT_THAT(outcome.err, HasSubstr("many grains in the same place"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(Strangers, BodiesThatCouldPassThroughOthersUnnoticedAreABreakdown) {
    const Outcome grain =
        scree({"run", scene(), "-o", path("a"), "--quiet", "--set",
               "grains.block.place.velocity=[[1e5, 0.0]]", "--set", "domain.outflow=\"error\""});
    EXPECT_EQ(grain.exit_code, 4);
    EXPECT_THAT(grain.err, HasSubstr("could pass through others unnoticed"));
    const Outcome wall =
        scree({"run", scene(), "-o", path("b"), "--quiet", "--set",
               "walls.paddle.motion={ kind = \"constant\", velocity = [1e6, 0.0] }"});
    EXPECT_EQ(wall.exit_code, 4);
    EXPECT_THAT(wall.err, AllOf(HasSubstr("wall `paddle`"), HasSubstr("smaller time step")));
}

TEST_F(Strangers, AGrainOutsideAtTheEndIsNoticed) {
    // It leaves after the last of the steps at which the domain is looked at.
    const Outcome outcome =
        scree({"run", scene(), "-o", path("a"), "--quiet", "--set", "domain.outflow=\"error\"",
               "--set", "grains.block.place.at=[[0.45, 1.0]]", "--set",
               "grains.block.place.velocity=[[20.0, 0.0]]", "--set", "run.duration=0.005", "--set",
               "run.dt=9e-5"});
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("left the domain"));
}

TEST_F(Strangers, AStepThatTakesLongIsInterruptedToo) {
    // Placing nine million grains at random takes far longer than the test, and looks for no
    // signal.
    std::string text = small_scene;
    text.replace(text.find("count = 40"), 10, "count = 9000000");
    text.replace(text.find("kind = \"rain\", x = [-0.2, 0.2], y = 0.1, rate = 60"), 51,
                 "kind = \"random\", x = [-400, 400], y = [0.5, 400]");
    text.replace(text.find("x = [-0.5, 0.5]\ny = [-0.5, 2.0]"), 31,
                 "x = [-500, 500]\ny = [-0.5, 500.0]");
    std::ofstream(path("large.toml")) << text;
    Child child({SCREE_PROGRAM, "run", path("large.toml"), "-o", path("large"), "--quiet"});
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const auto start = std::chrono::steady_clock::now();
    child.send(SIGTERM);
    EXPECT_EQ(child.wait().exit_code, 130);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
}

TEST_F(Strangers, ASceneWithOnlyDotsInItsNameStaysInItsFolder) {
    std::ofstream(path("...toml")) << small_scene;
    EXPECT_EQ(scree({"run", "...toml", "--quiet", "--set", "run.duration=0.01"}).exit_code, 0);
    EXPECT_TRUE(fs::exists(path("runs/scene/summary.json")));
    EXPECT_FALSE(fs::exists(path("summary.json")));
}

TEST_F(Strangers, TitlesDoNotReachTheTerminalAsCodes) {
    std::string text = small_scene;
    text.replace(text.find("\"small\""), 7, "\"red \\u001b[31m text\"");
    std::ofstream(path("red.toml")) << text;
    const Outcome outcome = scree({"check", path("red.toml")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("\x1b")));
}

TEST_F(Strangers, PlotsDoNotDependOnTheTerminalOfGnuplot) {
    const Outcome outcome =
        run({SCREE_PROGRAM, "plot", path("run"), "energy"}, {"GNUTERM=x11"}, folder_.path());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(Strangers, SweepsOverTinyNumbersArePlotted) {
    ASSERT_EQ(scree({"run", scene(), "-o", path("sweep"), "--quiet", "--set", "run.duration=0.05",
                     "--sweep", "materials.rubber.friction=1e-310,0.5"})
                  .exit_code,
              0);
    const Outcome outcome = scree({"plot", path("sweep")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(Strangers, ASmallStackIsGrownOrRefused) {
    const std::string check = std::string(SCREE_PROGRAM) + " check " + scene();
    EXPECT_EQ(shell("ulimit -S -s 64; " + check).exit_code, 0);
    const Outcome refused = shell("ulimit -s 64; " + check);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("ulimit -s 8192"));
}

}  // namespace
}  // namespace scree::cli
