#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/failures.h"
#include "engine/record/run_frames.h"
#include "engine/run/beginning.h"
#include "engine/scene/write.h"

namespace scree::cli {
namespace {

constexpr std::string_view heap = R"(scree = 1                          # version of this format
title = "A heap of gravel"
seed  = 1                          # where all random numbers come from

[run]
duration = 3.0                     # s
gravity  = [0.0, -9.81]            # m/s2
stop     = { at_rest = 5e-4 }      # or before, when the grains are at rest

[domain]                           # its edges are not walls
x = [-0.5, 0.5]                    # m
y = [-0.1, 1.0]
outflow = "remove"                 # a grain that leaves is gone

[materials.gravel]
density     = 2500.0               # kg/m2
stiffness   = 8.0e6                # N/m: the stiffer, the smaller the overlaps and the time step
friction    = 0.5
restitution = 0.5

[materials.steel]
density     = 7800.0
stiffness   = 8.0e6
friction    = 0.3
restitution = 0.5

[contacts.gravel.steel]            # where the two touch
friction = 0.4

[[walls]]
name     = "floor"
material = "steel"
shape    = { kind = "box", x = [-0.4, 0.4], y = [-0.05, 0.0], rough = 0.006 }

[[grains]]
name     = "stones"
material = "gravel"
count    = 500
shape    = { kind = "irregular", corners = [5, 9] }
size     = { kind = "uniform", min = 0.006, max = 0.010 }               # equivalent diameter, m
place    = { kind = "rain", x = [-0.03, 0.03], y = 0.01, rate = 400 }   # grains/s, 0.01 m above the heap

[output.every]                     # s of simulated time
frames     = 0.02
series     = 0.002
checkpoint = 0.5

[[measure]]
name = "repose"
kind = "angle_of_repose"           # or stress, wall_load, profile, field, segregation, ...: see docs/scene-reference.md

# What follows counts once the # at the beginnings of its lines is gone: a lid that presses on the
# heap, in a stage of its own. With stages, [run] has neither duration nor stop.

#[[walls]]
#name     = "lid"
#material = "steel"
#shape    = { kind = "box", x = [-0.2, 0.2], y = [0.16, 0.21] }
#motion   = { kind = "load", pressure = 200.0, along = [0.0, -1.0], length = 0.4 }   # N/m on 0.4 m
#present  = false                  # a stage lets it come

#[[stage]]
#name     = "fill"
#duration = 5.0                    # s, at most
#until    = { at_rest = 5e-4 }     # or { wall = "lid", displacement = 0.01 },
#                                  # or { measure = "repose.height", steady = 0.05, over = 0.5 }

#[[stage]]
#name     = "press"
#duration = 3.0
#set      = { "walls.lid.present" = true }
#ramp     = { "materials.gravel.friction" = 0.2 }                     # reached at its end

# Begins with the grains of another run, where that has ended; their [[grains]] are left out here.

#[start]
#run = "runs/deposit"              # a folder, relative to this file
)";

/// Fails where the file exists already, even if another program has made it just now.
std::FILE* create(const std::filesystem::path& path) { return std::fopen(path.c_str(), "wx"); }

/// A scene that begins where the run in a folder has ended.
std::string scene_from(const std::string& folder, const std::filesystem::path& file) {
    const engine::LeftRun left = engine::read_left_run(folder, {});
    const std::filesystem::path run =
        std::filesystem::proximate(folder, std::filesystem::absolute(file).parent_path());
    return "# Begins with the grains of " + folder + ", where that run has ended. Walls with the " +
           "same name and shape\n# stand where they stood. Change materials and motions, add "
           "walls " +
           "or further grains,\n# or let stages follow: docs/experiments.md shows how.\n" +
           engine::scene_to_begin_from(engine::scene_in(folder), run.string(), left.time);
}

int write_new(const std::filesystem::path& path, std::string_view scene) {
    std::FILE* file = create(path);
    if (file == nullptr) {
        const bool there = errno == EEXIST;
        std::cerr << "scree: " << path.string() << ": "
                  << (there ? "is there already, and stays as it is" : std::strerror(errno))
                  << '\n';
        return there ? failed : input_output;
    }
    const bool written = std::fwrite(scene.data(), 1, scene.size(), file) == scene.size();
    if (std::fclose(file) != 0 || !written) {
        std::cerr << "scree: " << path.string() << ": cannot be written\n";
        return input_output;
    }
    std::cerr << "scree: wrote " << path.string() << '\n';
    return done;
}

}  // namespace

int new_scene(const std::string& name, const std::optional<std::string>& from) {
    std::filesystem::path path = name;
    if (path.extension() != ".toml") path += ".toml";
    if (!from) return write_new(path, heap);
    return report_failures(*from, [&] { return write_new(path, scene_from(*from, path)); });
}

}  // namespace scree::cli
