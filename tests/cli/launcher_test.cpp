// The launcher where packages are missing: a folder of stand-ins is all that it finds on its PATH.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/cli/process.h"

namespace scree::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace fs = std::filesystem;

class Launcher : public ::testing::Test {
public:
    Launcher() {
        std::string name = fs::temp_directory_path() / "scree-launcher-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp: " + name);
        bin_ = name;
        for (const char* tool : {"dirname", "env", "flock", "readlink", "sh"}) {
            fs::create_symlink(fs::path("/usr/bin") / tool, bin_ / tool);
        }
        stand_in("dpkg-query", "printf 'installed=cmake config-files=g++ '; exit 1");
    }
    ~Launcher() override { fs::remove_all(bin_); }

    void stand_in(const char* name, const char* script) const {
        std::ofstream(bin_ / name) << "#!/bin/sh\n" << script << '\n';
        fs::permissions(bin_ / name, fs::perms::owner_all);
    }

    [[nodiscard]] Outcome scree(const char* argument) const {
        return run({SCREE_LAUNCHER, argument}, {"PATH=" + bin_.string()});
    }

private:
    fs::path bin_;
};

constexpr const char* kByHand =
    "  apt-get update && apt-get install --no-install-recommends --no-remove g++ ninja-build ";

TEST_F(Launcher, NamesTheCommandWhereOnlyRootMayInstall) {
    stand_in("id", "echo 1000");
    const Outcome outcome = scree("--version");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr(kByHand));
    EXPECT_THAT(outcome.err, Not(HasSubstr("gtest")));
}

TEST_F(Launcher, NamesTheCommandWhereSudoRefuses) {
    stand_in("id", "echo 1000");
    stand_in("sudo", "echo no >&2; exit 1");
    const Outcome outcome = scree("test");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("no\n"));
    EXPECT_THAT(outcome.err, HasSubstr(kByHand));
    EXPECT_THAT(outcome.err, HasSubstr("libgtest-dev"));
}

TEST_F(Launcher, InstallsOnlyWhatIsMissingAndRemovesNothing) {
    stand_in("id", "echo 0");
    stand_in("dpkg", "echo \"dpkg $*\"");
    stand_in("apt-get", "echo \"apt-get $*\"; case $* in *install*) exit 1 ;; esac");
    const Outcome outcome = scree("--version");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("apt-get -q update\n"));
    EXPECT_THAT(outcome.err,
                HasSubstr("--no-install-recommends --no-remove install g++ ninja-build"));
    EXPECT_THAT(outcome.err, Not(HasSubstr(" cmake")));
}

}  // namespace
}  // namespace scree::cli
