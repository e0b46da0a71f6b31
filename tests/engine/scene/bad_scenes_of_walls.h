#pragma once

#include <string>

#include "tests/engine/scene/bad_scenes.h"

/// More scenes with an error, in loads on walls and other motions. This header goes
/// with bad_scenes.h into one file of a test program.
namespace scree::engine {

/// small_scene with a second wall that says this too.
inline BadScene of_roof(const std::string& lines, const std::string& message) {
    return {
        "[[grains]]",
        "[[walls]]\nname = \"roof\"\nmaterial = \"stone\"\nshape = { kind = \"box\", x = [-1, 1], "
        "y = [1.5, 1.8] }\n" +
            lines + "\n[[grains]]",
        message};
}

inline BadScene of_motion(const std::string& motion, const std::string& message) {
    return of_roof("motion = " + motion, message);
}

INSTANTIATE_TEST_SUITE_P(
    Loads, SceneErrorsOf,
    ::testing::Values(
        of_roof("present = 1", "scene.toml:20:11: walls.roof.present must be true or false, not 1"),
        of_roof("presnt = true",
                "scene.toml:20:1: unknown key `presnt` in walls.roof; did you mean `present`?"),
        of_motion("{ kind = \"push\" }",
                  "scene.toml:20:19: walls.roof.motion.kind cannot be `push`; known: constant, "
                  "oscillate, ramp, table, load"),
        of_motion("{ kind = \"load\", along = [0, -1] }",
                  "scene.toml:20:10: walls.roof.motion needs pressure or force"),
        of_motion("{ kind = \"load\", pressure = 100, length = 2 }",
                  "scene.toml:20:10: walls.roof.motion.along is missing"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, force = 100, length = 2 }",
                  "scene.toml:20:68: walls.roof.motion.force and pressure exclude each other: keep "
                  "one\nscene.toml:20:82: walls.roof.motion.length is for a pressure: a force acts "
                  "on the whole wall"),
        of_motion("{ kind = \"load\", along = [0, 0], pressure = 100, length = 2 }",
                  "scene.toml:20:35: walls.roof.motion.along must have a direction"),
        of_motion("{ kind = \"load\", along = [0, -1, 0], pressure = 100, length = 2 }",
                  "scene.toml:20:35: walls.roof.motion.along must have 2 entries, not 3"),
        of_motion("{ kind = \"load\", along = \"down\", pressure = 100, length = 2 }",
                  "scene.toml:20:35: walls.roof.motion.along must be a list, not a string"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = \"high\", length = 2 }",
                  "scene.toml:20:55: walls.roof.motion.pressure must be a number, not a string"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100 }",
                  "scene.toml:20:10: walls.roof.motion.length is missing: the domain is not "
                  "periodic across the load; give the length that the pressure acts on in m, or "
                  "the two walls that it acts between"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, length = \"period\" }",
                  "scene.toml:20:69: walls.roof.motion.length cannot be `period`: the domain is "
                  "not periodic across the load; give the length that the pressure acts on in m, "
                  "or the two walls that it acts between"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, length = \"perod\" }",
                  "scene.toml:20:69: walls.roof.motion.length must be \"period\" or a number, not "
                  "a string"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, length = 0 }",
                  "scene.toml:20:69: walls.roof.motion.length must be above 0, not 0.0"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, length = -1 }",
                  "scene.toml:20:69: walls.roof.motion.length must be above 0, not -1.0"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], pressure = 100, length = 2, between = [\"floor\", "
            "\"roof\"] }",
            "scene.toml:20:82: walls.roof.motion.between and length exclude each other: keep one"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], pressure = 100, between = [\"floor\", \"flor\"] }",
            "scene.toml:20:80: walls.roof.motion.between[1]: there is no wall `flor`; did you mean "
            "`floor`?"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, between = [\"floor\", "
                  "\"floor\"] }",
                  "scene.toml:20:70: walls.roof.motion.between must name two different walls"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], pressure = 100, between = [\"floor\", \"roof\"] }",
            "scene.toml:20:80: walls.roof.motion.between names the wall itself: give two others, "
            "which the pressure acts between"),
        of_motion("{ kind = \"load\", along = [0, -1], pressure = 100, between = [\"floor\"] }",
                  "scene.toml:20:70: walls.roof.motion.between must have 2 entries, not 1"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, length = 2 }",
                  "scene.toml:20:66: walls.roof.motion.length is for a pressure: a force acts on "
                  "the whole wall"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], force = 100, between = [\"floor\", \"roof\"] }",
            "scene.toml:20:67: walls.roof.motion.between is for a pressure: a force acts on the "
            "whole wall"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, velocity = [0, 1] }",
                  "scene.toml:20:68: walls.roof.motion.velocity must be across `along`: along it "
                  "the load moves the wall"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, velocity = 1 }",
                  "scene.toml:20:68: walls.roof.motion.velocity must be a list, not 1"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, torque = 1, spin = 2 }",
                  "scene.toml:20:76: walls.roof.motion.spin must be 0 where a torque lets the wall "
                  "turn freely"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, torque = \"free\" }",
                  "scene.toml:20:66: walls.roof.motion.torque must be a number, not a string"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, mass = 0 }",
                  "scene.toml:20:64: walls.roof.motion.mass must be above 0, not 0.0"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], force = 100, mass = \"light\" }",
            "scene.toml:20:64: walls.roof.motion.mass must be \"auto\" or a number, not a string"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, damping = -1 }",
                  "scene.toml:20:67: walls.roof.motion.damping must be at least 0, not -1.0"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, damping = \"mached\" }",
                  "scene.toml:20:67: walls.roof.motion.damping cannot be `mached`; did you mean "
                  "`matched`?"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], force = 100, travel = [1, 0] }",
            "scene.toml:20:66: walls.roof.motion.travel must go from low to high, not [1.0, 0.0]"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], force = 100, travel = [1, 1] }",
            "scene.toml:20:66: walls.roof.motion.travel must go from low to high, not [1.0, 1.0]"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, travel = 1 }",
                  "scene.toml:20:66: walls.roof.motion.travel must be a list, not 1"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, travel = [1, 2] }",
                  "scene.toml:20:66: walls.roof.motion.travel must have 0 in it, which is where "
                  "the motion begins: it goes from 1.0 to 2.0"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, max_speed = 0 }",
                  "scene.toml:20:69: walls.roof.motion.max_speed must be above 0, not 0.0"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, weight = 1 }",
                  "scene.toml:20:66: walls.roof.motion.weight must be true or false, not 1"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, ramp = -1 }",
                  "scene.toml:20:64: walls.roof.motion.ramp must be at least 0, not -1.0"),
        of_motion(
            "{ kind = \"load\", along = [0, -1], force = 100, ramp = \"fast\" }",
            "scene.toml:20:64: walls.roof.motion.ramp must be \"auto\" or a number, not a string"),
        of_motion("{ kind = \"load\", along = [0, -1], force = 100, presure = 3 }",
                  "scene.toml:20:57: unknown key `presure` in walls.roof.motion; did you mean "
                  "`pressure`?"),
        of_motion("{ kind = \"load\", along = [0, -1], force = nan }",
                  "scene.toml:20:52: walls.roof.motion.force must be finite, not nan")));

INSTANTIATE_TEST_SUITE_P(
    Motions, SceneErrorsOf,
    ::testing::Values(
        of_motion("{ kind = \"table\" }", "scene.toml:20:10: walls.roof.motion.times is missing"),
        of_motion(
            "{ kind = \"table\", times = [0, 1] }",
            "scene.toml:20:10: walls.roof.motion needs positions, angles, velocities or spins"),
        of_motion(
            "{ kind = \"table\", times = [0], positions = [[0, 0]] }",
            "scene.toml:20:36: walls.roof.motion.times must have at least 2 entries, not "
            "1\nscene.toml:20:53: walls.roof.motion.positions must have at least 2 entries, not 1"),
        of_motion("{ kind = \"table\", times = [0, 1, 1], positions = [[0, 0], [0, 1], [0, 2]] }",
                  "scene.toml:20:10: walls.roof.motion: the times of a table of motion must rise"),
        of_motion("{ kind = \"table\", times = [0, 2, 1], positions = [[0, 0], [0, 1], [0, 2]] }",
                  "scene.toml:20:10: walls.roof.motion: the times of a table of motion must rise"),
        of_motion(
            "{ kind = \"table\", times = [1, 2], positions = [[0, 0], [0, 1]] }",
            "scene.toml:20:10: walls.roof.motion: the times of a table of motion must begin at 0"),
        of_motion("{ kind = \"table\", times = [-1, 2], positions = [[0, 0], [0, 1]] }",
                  "scene.toml:20:37: walls.roof.motion.times[0] must be at least 0, not -1.0"),
        of_motion("{ kind = \"table\", times = [0, 1], positions = [[0, 0], [0, 1]], velocities = "
                  "[[0, 0], [0, 1]] }",
                  "scene.toml:20:10: walls.roof.motion needs either positions and angles, or "
                  "velocities and spins"),
        of_motion(
            "{ kind = \"table\", times = [0, 1], positions = [[0, 0], [0, 1]], spins = [0, 1] }",
            "scene.toml:20:10: walls.roof.motion needs either positions and angles, or velocities "
            "and spins"),
        of_motion(
            "{ kind = \"table\", times = [0, 1], positions = [[0, 0]] }",
            "scene.toml:20:56: walls.roof.motion.positions must have at least 2 entries, not 1"),
        of_motion("{ kind = \"table\", times = [0, 1, 2], positions = [[0, 0], [0, 1]] }",
                  "scene.toml:20:59: walls.roof.motion.positions must have as many entries as "
                  "times, which are 3, not 2"),
        of_motion("{ kind = \"table\", times = [0, 1], angles = [0, 1, 2] }",
                  "scene.toml:20:53: walls.roof.motion.angles must have as many entries as times, "
                  "which are 2, not 3"),
        of_motion(
            "{ kind = \"table\", times = [0, 1], positions = [[0, 1], [0, 2]] }",
            "scene.toml:20:10: walls.roof.motion: the positions of a table of motion must begin at "
            "zero, because they are counted from where the wall is when the motion begins"),
        of_motion(
            "{ kind = \"table\", times = [0, 1], angles = [1, 2] }",
            "scene.toml:20:10: walls.roof.motion: the positions of a table of motion must begin at "
            "zero, because they are counted from where the wall is when the motion begins"),
        of_motion("{ kind = \"table\", times = [0, 1], positions = [0, 1] }",
                  "scene.toml:20:57: walls.roof.motion.positions[0] must be a list, not "
                  "0\nscene.toml:20:60: walls.roof.motion.positions[1] must be a list, not 1"),
        of_motion(
            "{ kind = \"table\", times = [0, 1], angles = [0, 1], interpolation = \"cubic\" }",
            "scene.toml:20:77: walls.roof.motion.interpolation cannot be `cubic`; known: linear, "
            "smooth"),
        of_motion("{ kind = \"ramp\" }", "scene.toml:20:10: walls.roof.motion.rise is missing"),
        of_motion("{ kind = \"ramp\", velocity = [1, 0] }",
                  "scene.toml:20:10: walls.roof.motion.rise is missing"),
        of_motion("{ kind = \"ramp\", velocity = [1, 0], rise = 0 }",
                  "scene.toml:20:53: walls.roof.motion.rise must be above 0, not 0.0"),
        of_motion("{ kind = \"ramp\", velocity = [1, 0], rise = \"slow\" }",
                  "scene.toml:20:53: walls.roof.motion.rise must be a number, not a string"),
        of_motion("{ kind = \"ramp\", velocty = [1, 0], rise = 1 }",
                  "scene.toml:20:27: unknown key `velocty` in walls.roof.motion; did you mean "
                  "`velocity`?")));

}  // namespace scree::engine
