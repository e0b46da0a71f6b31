#pragma once

#include "tests/cli/small_run.h"

// A short run with discs and two materials, in the folder `run`, to be exported or plotted.
namespace scree::cli {

inline const std::string scene_with_beads = small_scene + R"(
[materials.glass]
density = 2000
stiffness = 1e5
friction = 0.2
damping = 0.3
[[grains]]
name = "beads"
material = "glass"
count = 12
shape = { kind = "disc" }
size = { kind = "mono", value = 0.04 }
place = { kind = "lattice", x = [-0.25, 0.05], y = [0.01, 0.2] }
)";

class ExportedRun : public SmallRun {
public:
    ExportedRun() {
        std::ofstream(scene()) << scene_with_beads;
        const Outcome outcome =
            scree({"run", scene(), "-o", path("run"), "--quiet", "--set", "run.duration=0.5"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }

    // There are frames at 0, 0.05 ... 0.5 s.
    static constexpr int frames = 11;

    static std::vector<std::string> search_path() { return {"PATH=/usr/local/bin:/usr/bin:/bin"}; }
    Outcome command(std::vector<std::string> arguments,
                    std::vector<std::string> environment = search_path()) const {
        arguments.insert(arguments.begin(), SCREE_PROGRAM);
        return cli::run(std::move(arguments), std::move(environment), folder_.path());
    }
    Outcome export_to(const std::string& form, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"export", path("run"), "--to", form});
        return command(std::move(more));
    }
    std::vector<std::string> names_in(const std::string& folder) const {
        std::vector<std::string> names;
        if (!std::filesystem::exists(path(folder))) return names;
        for (const auto& entry : std::filesystem::directory_iterator(path(folder)))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }
    // Makes a program that only this test finds on its PATH.
    void stand_in(const std::string& name, const std::string& script) const {
        std::filesystem::create_directories(path("bin"));
        std::ofstream(path("bin/" + name)) << "#!/bin/sh\n" << script << '\n';
        std::filesystem::permissions(path("bin/" + name), std::filesystem::perms::owner_all);
    }
};

}  // namespace scree::cli
