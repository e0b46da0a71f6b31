// Runs that begin where others ended: [start], --start and new --from.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/cli/sweep_run.h"

namespace scree::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

// Grains are compacted under a plate, and then sheared.
const std::string cell = R"(scree = 1
[run]
gravity = [0.0, 0.0]
threads = 1
[domain]
x = [0.0, 0.2]
y = [-0.1, 0.4]
periodic = ["x"]
[materials.stone]
density = 2500
stiffness = 1e5
friction = 0.5
restitution = 0.2
[[walls]]
name = "bottom"
material = "stone"
shape = { kind = "box", x = [0.0, 0.2], y = [-0.03, 0.0] }
[[walls]]
name = "top"
material = "stone"
shape = { kind = "box", x = [0.0, 0.2], y = [0.1, 0.13] }
motion = { kind = "load", pressure = 200, along = [0, -1], max_speed = 0.5 }
[[grains]]
name = "stones"
material = "stone"
count = 40
shape = { kind = "irregular" }
size = { kind = "mono", value = 0.015 }
place = { kind = "random", x = [0.0, 0.2], y = [0.0, 0.1] }
[output]
trace = ["top"]
[output.every]
frames = 0.02
series = 0.01
checkpoint = 0.1
[[stage]]
name = "compact"
duration = 0.2
[[stage]]
name = "shear"
duration = 0.1
set = { "walls.top.motion.velocity" = [0.1, 0.0] }
[[measure]]
name = "profile"
kind = "velocity_profile"
stage = "shear"
from = 0.25
)";

class Start : public SweepRun {
public:
    Start() {
        std::ofstream(path("cell.toml")) << cell;
        must({"run", path("cell.toml"), "-o", path("old"), "--quiet"});
    }
    Outcome must(const std::vector<std::string>& arguments) const {
        Outcome outcome = scree(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome;
    }
    // A column of the first row of series.csv.
    double first(const std::string& run, const std::string& name) const {
        return std::strtod(read_csv(path(run) + "/series.csv").front().at(name).c_str(), nullptr);
    }
    double last(const std::string& run, const std::string& name) const {
        return std::strtod(read_csv(path(run) + "/series.csv").back().at(name).c_str(), nullptr);
    }
};

TEST_F(Start, ANewSceneGoesOnFromARun) {
    must({"new", path("next"), "--from", path("old")});
    const Outcome checked = must({"check", path("next.toml")});
    EXPECT_THAT(checked.out, HasSubstr("grains          40"));
    const Outcome outcome = must(
        {"run", path("next.toml"), "-o", path("next"), "--quiet", "--set", "run.duration=0.05"});
    EXPECT_THAT(outcome.err, HasSubstr("begins with the 40 grains of"));
    EXPECT_EQ(first("next", "time [s]"), 0.0);
    EXPECT_EQ(first("next", "top.y [m]"), last("old", "top.y [m]"));
    EXPECT_EQ(first("next", "contacts"), last("old", "contacts"));
    EXPECT_EQ(first("next", "top.vx [m/s]"), 0.1) << "the motion that the last stage has set";
    // The new folder has all that it needs.
    fs::rename(path("old"), path("away"));
    must({"resume", path("next"), "--duration", "0.06", "--quiet"});
    EXPECT_EQ(scree({"run", path("next.toml"), "-o", path("again"), "--quiet"}).exit_code, 5);
}

// A new scene leaves open what the machine of the old run has decided.
TEST_F(Start, ANewSceneHasNoThreads) {
    must({"new", path("next"), "--from", path("old")});
    EXPECT_THAT(text_of(path("next.toml")), Not(HasSubstr("threads")));
}

TEST_F(Start, ARunThatIsOverCannotGoOnAsItWas) {
    const auto go_on = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = {"run", path("same.toml"), "-o", path("same"), "--quiet"};
        all.insert(all.end(), more.begin(), more.end());
        return scree(all);
    };
    const std::string start = "[start]\nrun = \"old\"\nkeep_time = true\n";
    std::ofstream(path("same.toml")) << cell << start;
    const Outcome over = go_on({});
    EXPECT_EQ(over.exit_code, 3) << over.err;
    EXPECT_THAT(over.err, HasSubstr("is over at t = 0.3"));
    EXPECT_FALSE(fs::exists(path("same")));
    EXPECT_EQ(scree({"check", path("same.toml")}).exit_code, 3);
    EXPECT_EQ(go_on({"--set", "start.time=0.2"}).exit_code, 0) << "its checkpoint before the last";
    EXPECT_EQ(go_on({"--force", "--set", "stage.shear.duration=0.02"}).exit_code, 0)
        << "stages that differ begin anew";
}

TEST_F(Start, AnyMomentOfARunAndASweepFromIt) {
    std::string plain = cell.substr(0, cell.find("[[grains]]"));
    plain.replace(plain.find("gravity"), 0, "duration = 0.02\n");
    std::ofstream(path("plain.toml")) << plain;
    must({"run", path("plain.toml"), "--start", path("old") + "@0.12", "-o", path("frame"),
          "--quiet"});
    EXPECT_THAT(text_of(path("frame") + "/log.txt"), HasSubstr("springs"));
    const Outcome own = scree({"run", path("plain.toml"), "--start", path("old"), "-o", path("old"),
                               "--force", "--quiet"});
    EXPECT_EQ(own.exit_code, 1) << own.err;
    EXPECT_THAT(own.err, HasSubstr("choose another one with -o"));
    const Outcome late = scree(
        {"run", path("plain.toml"), "--start", path("old") + "@5", "-o", path("late"), "--quiet"});
    EXPECT_EQ(late.exit_code, 3) << late.err;
    EXPECT_THAT(late.err, HasSubstr("ends at t = 0.3"));

    must({"run", path("plain.toml"), "--start", path("old"), "--sweep",
          "materials.stone.friction=0.1,0.9", "-o", path("sweep"), "--quiet"});
    const std::vector<Row> rows = read_csv(path("sweep") + "/sweep.csv");
    EXPECT_EQ(count_of(rows, "done"), 2u);
}

// The time of the checkpoint before the last one, which is complete too.
TEST_F(Start, FromTheCheckpointBeforeTheLastOne) {
    must({"run", path("cell.toml"), "-o", path("two"), "--quiet", "--set",
          "stage.shear.duration=0.15"});
    ASSERT_TRUE(fs::exists(path("two/checkpoint.previous.h5")));
    std::string plain = cell.substr(0, cell.find("[[grains]]"));
    plain.replace(plain.find("gravity"), 0, "duration = 0.02\n");
    std::ofstream(path("plain.toml")) << plain;
    must({"run", path("plain.toml"), "--start", path("two") + "@0.3", "-o", path("a"), "--quiet"});
    EXPECT_THAT(text_of(path("a") + "/log.txt"), HasSubstr("from its checkpoint"));
}

// The text of a long scene shrinks in a checkpoint to less than the file seems able to hold.
TEST_F(Start, ALongSceneCanBeGoneOnWith) {
    std::string times = "0";
    std::string positions = "[0, 0]";
    for (int k = 1; k < 3000; ++k) {
        times += ", " + std::to_string(k);
        positions += ", [0, 0]";
    }
    std::string text = cell;
    const std::string motion = "shape = { kind = \"box\", x = [0.0, 0.2], y = [-0.03, 0.0] }\n";
    text.insert(text.find(motion) + motion.size(), "motion = { kind = \"table\", times = [" +
                                                       times + "], positions = [" + positions +
                                                       "] }\n");
    std::ofstream(path("long.toml")) << text;
    must({"run", path("long.toml"), "-o", path("long"), "--quiet", "--set",
          "stage.compact.duration=0.01", "--set", "stage.shear.duration=0.01"});
    must({"resume", path("long"), "--duration", "0.03", "--quiet"});
}

TEST_F(Start, ValuesThatAStageSetsAreSetFromOutside) {
    must({"run", path("cell.toml"), "-o", path("set"), "--quiet", "--set",
          "stage.compact.duration=0.01", "--set", "stage.shear.duration=0.01", "--set",
          "stage.shear.set.walls.top.motion.velocity=[0.3, 0.0]", "--set",
          "stage.shear.set.materials.stone.friction=0.2"});
    EXPECT_EQ(last("set", "top.vx [m/s]"), 0.3);
    EXPECT_THAT(text_of(path("set") + "/scene.toml"),
                HasSubstr("\"materials.stone.friction\" = 0.2"));
}

TEST_F(Start, ValuesThatAStageSetsAreSwept) {
    const std::vector<std::string> quick{"run",
                                         path("cell.toml"),
                                         "-o",
                                         path("swept"),
                                         "--quiet",
                                         "--set",
                                         "stage.compact.duration=0.01",
                                         "--set",
                                         "stage.shear.duration=0.01",
                                         "--sweep"};
    const auto with = [&](const std::string& sweep) {
        std::vector<std::string> command = quick;
        command.push_back(sweep);
        return command;
    };
    const Outcome outcome =
        scree(with("stage.shear.set.walls.top.motion.velocity=[[0.2, 0.0], [0.3, 0.0]]"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::vector<Row> rows = table("swept");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].at("stage.shear.set.walls.top.motion.velocity"), "[0.2, 0.0]");
    EXPECT_EQ(last("swept/" + rows[0].at("member"), "top.vx [m/s]"), 0.2);
    EXPECT_EQ(last("swept/" + rows[1].at("member"), "top.vx [m/s]"), 0.3);

    const Outcome wrong = scree(with("stage.shear.set.walls.top.motion.speed=1,2"));
    EXPECT_EQ(wrong.exit_code, 3);
    EXPECT_THAT(wrong.err, HasSubstr("the scene has no key"));
    // Of a wrong type.
    EXPECT_EQ(scree(with("stage.shear.set.materials.stone.friction=high,low")).exit_code, 3);
}

TEST_F(Start, AFolderThatHoldsNoRunIsNamed) {
    std::ofstream(path("none.toml")) << cell << "[start]\nrun = \"nowhere\"\n";
    const Outcome outcome = scree({"run", path("none.toml"), "-o", path("a"), "--quiet"});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, HasSubstr(path("nowhere")));
    EXPECT_FALSE(fs::exists(path("a")));
}

}  // namespace
}  // namespace scree::cli
