// Run folders that earlier versions of the program wrote, and one of this version.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/small_run.h"

namespace scree::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

/// The folders of other versions, and that of this format.
const std::vector<std::string> old_versions{"0.1"};
const std::string this_version = "0.2";

/// A copy of a folder that a version wrote.
class OldFolder : public ::testing::TestWithParam<std::string> {
public:
    OldFolder() {
        fs::copy(fs::path(SCREE_SOURCES) / "tests/folders" / GetParam(), folder_ / "run",
                 fs::copy_options::recursive);
    }
    Outcome scree(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), SCREE_PROGRAM);
        return run(std::move(arguments), {}, folder_.path());
    }

    engine::TemporaryFolder folder_;
};

TEST_P(OldFolder, IsReadByAllThatOnlyRead) {
    EXPECT_EQ(scree({"verify", "run"}).exit_code, 0);
    const Outcome measured = scree({"measure", "run"});
    EXPECT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_THAT(measured.out, HasSubstr("contacts"));
    const Outcome exported = scree({"export", "run", "--to", "csv"});
    EXPECT_EQ(exported.exit_code, 0) << exported.err;
    const Outcome picture = scree({"export", "run", "--to", "png", "--frames", "3"});
    EXPECT_EQ(picture.exit_code, 0) << picture.err;
    const Outcome plotted = scree({"plot", "run"});
    EXPECT_EQ(plotted.exit_code, 0) << plotted.err;
    engine::TrajectoryReader reader(folder_ / "run");
    EXPECT_EQ(reader.frames(), 7u);
    EXPECT_EQ(reader.read(6).grains.body.size(), 6u);
}

INSTANTIATE_TEST_SUITE_P(Of, OldFolder, ::testing::ValuesIn([] {
                             std::vector<std::string> all = old_versions;
                             all.push_back(this_version);
                             return all;
                         }()),
                         [](const auto& version) {
                             std::string name = "V" + version.param;
                             name[name.find('.')] = '_';
                             return name;
                         });

class FolderOfAnotherVersion : public OldFolder {};

TEST_P(FolderOfAnotherVersion, IsNotGoneOnWith) {
    const Outcome outcome = scree({"resume", "run", "--duration", "0.2"});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("was written by scree " + GetParam()),
                                   HasSubstr("this is scree " + this_version),
                                   HasSubstr("measure, plot, export and watch read the folder")));
    EXPECT_EQ(scree({"verify", "run"}).exit_code, 0) << "nothing has changed";
}

INSTANTIATE_TEST_SUITE_P(Of, FolderOfAnotherVersion, ::testing::ValuesIn(old_versions),
                         [](const auto&) { return "V0_1"; });

class FolderOfThisVersion : public OldFolder {};

TEST_P(FolderOfThisVersion, IsGoneOnWith) {
    const Outcome outcome = scree({"resume", "run", "--duration", "0.13", "--quiet"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

/// Its trajectory is of version 3, which has no names but those of materials; what is written now
/// has all.
TEST_P(FolderOfThisVersion, FramesOfTwoVersionsAreReadTogether) {
    ASSERT_EQ(scree({"resume", "run", "--duration", "0.2", "--quiet"}).exit_code, 0);
    EXPECT_EQ(scree({"verify", "run"}).exit_code, 0);
    const Outcome exported = scree({"export", "run", "--to", "csv"});
    ASSERT_EQ(exported.exit_code, 0) << exported.err;
    for (const char* form : {"vtp", "svg"})
        EXPECT_EQ(scree({"export", "run", "--to", form}).exit_code, 0) << form;
    EXPECT_EQ(scree({"measure", "run"}).exit_code, 0);
    std::ofstream(folder_ / "look.py") << R"(
import csv, h5py, numpy
run = h5py.File("run/trajectory.h5")
versions, segments = run["versions"][:], run["segments"][:]
assert set(versions) == {3, 4}, versions
old = segments[versions == 3].sum(axis=0)  # frames, grains, walls, contacts, shapes, vertices
stage, group = run["frames/stage"][:], run["grains/group"][:]
assert (stage[:old[0]] == -1).all() and (stage[old[0]:] == 0).all()
assert (group[:old[1]] == -1).all() and (group[old[1]:] >= 0).all()
kind, chord, mobilised = (run["contacts"][name][:] for name in ("kind", "chord", "mobilised"))
assert (kind[:old[3]] == 3).all() and (kind[old[3]:] < 3).all()
assert len(kind) > old[3] > 0
assert numpy.isnan(chord[:old[3]]).all() and (chord[old[3]:] > 0).all()
assert numpy.isnan(mobilised[:old[3]]).all()
assert list(run["names/kinds"].asstr()) == ["with_disc", "side_corner", "side_side", "unknown"]
for row in csv.DictReader(open("run/export/csv/grains.csv")):
    assert (row["group"] == "") == (int(row["frame"]) < old[0]), row
print("whole")
)";
    const Outcome looked = run({"/usr/bin/python3", "look.py"}, {}, folder_.path());
    EXPECT_EQ(looked.out, "whole\n") << looked.err;
}

INSTANTIATE_TEST_SUITE_P(Of, FolderOfThisVersion, ::testing::Values(this_version),
                         [](const auto&) { return "V0_2"; });

}  // namespace
}  // namespace scree::cli
