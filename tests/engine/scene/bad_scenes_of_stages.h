#pragma once

#include <string>

#include "tests/engine/scene/bad_scenes.h"

/// More scenes with an error, in stages and in the run that is begun from. This header goes
/// with bad_scenes.h into one file of a test program.
namespace scree::engine {

/// small_scene as one stage that says this too.
inline BadScene of_stage(const std::string& lines, const std::string& message) {
    return {"duration = 1.0\n", "[[stage]]\nname = \"fill\"\nduration = 1\n" + lines + "\n",
            message};
}

/// The same with a measure.
inline BadScene of_measured_stage(const std::string& lines, const std::string& message) {
    BadScene bad = of_stage(lines, message);
    bad.instead += "[[measure]]\nname = \"dense\"\nkind = \"packing\"\n";
    return bad;
}

INSTANTIATE_TEST_SUITE_P(
    Start, SceneErrorsOf,
    ::testing::Values(
        BadScene{"[run]", "[start]\ntime = 1\n[run]", "scene.toml:2:1: start.run is missing"},
        BadScene{"[run]", "[start]\nrun = \"\"\n[run]",
                 "scene.toml:3:7: start.run must be the name of a run folder"},
        BadScene{"[run]", "[start]\nrun = 3\n[run]",
                 "scene.toml:3:7: start.run must be a string, not 3"},
        BadScene{"[run]", "[start]\nrun = \"x\"\ntime = -1\n[run]",
                 "scene.toml:4:8: start.time must be at least 0, not -1.0"},
        BadScene{"[run]", "[start]\nrun = \"x\"\ntime = \"end\"\n[run]",
                 "scene.toml:4:8: start.time must be a number, not a string"},
        BadScene{"[run]", "[start]\nrun = \"x\"\nkeep_time = 1\n[run]",
                 "scene.toml:4:13: start.keep_time must be true or false, not 1"},
        BadScene{"[run]", "[start]\nrun = \"x\"\nkeep_tim = true\n[run]",
                 "scene.toml:4:1: unknown key `keep_tim` in start; did you mean `keep_time`?"},
        BadScene{"[run]", "start = \"x\"\n[run]",
                 "scene.toml:2:9: start must be a table, not a string"}));

INSTANTIATE_TEST_SUITE_P(
    Stages, SceneErrorsOf,
    ::testing::Values(
        BadScene{"[run]\nduration = 1.0\n", "[run]\n[[stage]]\nname = \"fill\"\n",
                 "scene.toml:3:1: stage.fill.duration is missing"},
        BadScene{"[run]\nduration = 1.0\n", "[run]\n[[stage]]\nduration = 1\n",
                 "scene.toml:3:1: stage[0].name is missing"},
        BadScene{"[run]\nduration = 1.0\n", "[run]\n[[stage]]\nname = \"fill up\"\nduration = 1\n",
                 "scene.toml:4:8: stage.\"fill up\".name must be a name of up to 64 letters, "
                 "digits, `_` and `-`, not `fill up`"},
        BadScene{"[run]\nduration = 1.0\n", "[run]\n[stage]\nname = \"fill\"\nduration = 1\n",
                 "scene.toml:3:1: stage must be a list, not a table"},
        BadScene{"[run]\nduration = 1.0\n", "[run]\n[[stages]]\nname = \"fill\"\nduration = 1\n",
                 "scene.toml:2:1: run.duration is missing\nscene.toml:3:3: unknown key `stages`; "
                 "did you mean `stage`?"},
        BadScene{"[run]\nduration = 1.0\n",
                 "[run]\nduration = 1\n[[stage]]\nname = \"fill\"\nduration = 1\n",
                 "scene.toml:3:12: run.duration: a scene with stages lasts as long as they do: "
                 "leave it out, or change the duration of a stage"},
        BadScene{"[run]\nduration = 1.0\n",
                 "[run]\nstop = { at_rest = 1e-3 }\n[[stage]]\nname = \"fill\"\nduration = 1\n",
                 "scene.toml:3:8: run.stop: a scene with stages ends with the last of them: give "
                 "that one until = { at_rest = ... }"},
        BadScene{"[run]\nduration = 1.0\n", "[run]\n[[stage]]\nname = \"fill\"\nduration = 0\n",
                 "scene.toml:5:12: stage.fill.duration must be above 0, not 0.0"},
        BadScene{"[run]\nduration = 1.0\n",
                 "[run]\n[[stage]]\nname = \"fill\"\nduration = 1\n[[stage]]\nname = "
                 "\"fill\"\nduration = 1\n",
                 "scene.toml:7:8: the name `fill` is already that of a stage (scene.toml:4)"},
        BadScene{"[run]\nduration = 1.0\n", "stage = []\n[run]\n",
                 "scene.toml:3:1: run.duration is missing"},
        of_stage("length = 3",
                 "scene.toml:6:1: unknown key `length` in stage.fill; known: name, duration, "
                 "until, set, ramp"),
        of_stage("until = 3", "scene.toml:6:9: stage.fill.until must be a table, not 3"),
        of_stage("until = {}",
                 "scene.toml:6:9: stage.fill.until must be one condition: at_rest; or measure with "
                 "above, below or steady; or wall with displacement"),
        of_stage("until = { at_rest = 1e-3, above = 3 }",
                 "scene.toml:6:9: stage.fill.until must be one condition: at_rest; or measure with "
                 "above, below or steady; or wall with displacement"),
        of_stage("until = { at_rest = 0 }",
                 "scene.toml:6:21: stage.fill.until.at_rest must be above 0, not 0.0"),
        of_stage(
            "until = { at_rst = 1e-3 }",
            "scene.toml:6:11: unknown key `at_rst` in stage.fill.until; did you mean `at_rest`?"),
        of_stage("until = { above = 3 }",
                 "scene.toml:6:9: stage.fill.until needs `measure`, the column that is meant"),
        of_stage("until = { measure = \"dense.fraction\", above = 0.8 }",
                 "scene.toml:6:21: stage.fill.until.measure: the scene has no measure `dense`"),
        of_measured_stage("until = { measure = \"dense.fraction\" }",
                          "scene.toml:6:9: stage.fill.until must be one condition: at_rest; or "
                          "measure with above, below or steady; or wall with displacement"),
        of_measured_stage("until = { measure = \"dens.fraction\", above = 0.8 }",
                          "scene.toml:6:21: stage.fill.until.measure: the scene has no measure "
                          "`dens`; did you mean `dense`?"),
        of_measured_stage("until = { measure = \"dense.fracton\", above = 0.8 }",
                          "scene.toml:6:21: stage.fill.until.measure: `dense` has no column "
                          "`fracton`; did you mean `fraction`?"),
        of_measured_stage("until = { measure = \"dense\", above = 0.8 }",
                          "scene.toml:6:21: stage.fill.until.measure: name a column of `dense` "
                          "too, as `dense.COLUMN`; known: fraction, grain_area, available_area"),
        of_measured_stage("until = { measure = \"dense.fraction\", above = 0.8, below = 0.9 }",
                          "scene.toml:6:9: stage.fill.until must be one condition: at_rest; or "
                          "measure with above, below or steady; or wall with displacement"),
        of_measured_stage("until = { measure = \"dense.fraction\", steady = 0.1 }",
                          "scene.toml:6:9: stage.fill.until needs steady and over together"),
        of_measured_stage("until = { measure = \"dense.fraction\", above = 0.1, over = 1 }",
                          "scene.toml:6:9: stage.fill.until needs steady and over together"),
        of_measured_stage("until = { measure = \"dense.fraction\", steady = 0.1, over = 2 }",
                          "scene.toml:6:60: stage.fill.until.over must be at most 1.0, the "
                          "duration of the stage, not 2.0"),
        of_measured_stage("until = { measure = \"dense.fraction\", steady = 0.1, over = 0 }",
                          "scene.toml:6:60: stage.fill.until.over must be above 0, not 0.0"),
        of_measured_stage(
            "until = { measure = \"dense.fraction\", displacement = 0.1 }",
            "scene.toml:6:9: stage.fill.until has a measure, but no above, below or steady"),
        of_stage("until = { displacement = 1 }",
                 "scene.toml:6:9: stage.fill.until needs `wall`, the one that is meant"),
        of_stage("until = { wall = \"floor\" }",
                 "scene.toml:6:9: stage.fill.until must be one condition: at_rest; or measure with "
                 "above, below or steady; or wall with displacement"),
        of_stage("until = { wall = \"flor\", displacement = 1 }",
                 "scene.toml:6:18: stage.fill.until.wall: there is no wall `flor`; did you mean "
                 "`floor`?"),
        of_stage("until = { wall = \"floor\", displacement = 0 }",
                 "scene.toml:6:42: stage.fill.until.displacement must be above 0, not 0.0"),
        of_stage("until = { at_rest = 1e-3, wall = \"floor\" }",
                 "scene.toml:6:9: stage.fill.until has a wall, but no displacement"),
        BadScene{
            "[run]\nduration = 1.0\n",
            "[[measure]]\nname = \"dense\"\nkind = \"packing\"\nstage = "
            "\"fil\"\n[run]\n[[stage]]\nname = \"fill\"\nduration = 1\n\n",
            "scene.toml:5:9: measure.dense.stage: there is no stage `fil`; did you mean `fill`?"},
        BadScene{"[[walls]]",
                 "[[measure]]\nname = \"dense\"\nkind = \"packing\"\nstage = \"fill\"\n[[walls]]",
                 "scene.toml:15:9: measure.dense.stage: there is no stage `fill`"},
        of_measured_stage("until = { measure = \".\", above = 1 }",
                          "scene.toml:6:21: stage.fill.until.measure: the scene has no measure ``; "
                          "known: dense")));

INSTANTIATE_TEST_SUITE_P(
    Changes, SceneErrorsOf,
    ::testing::Values(
        of_stage("set = 3", "scene.toml:6:7: stage.fill.set must be a table, not 3"),
        of_stage("set = { \"run.gravty\" = [0, 0] }",
                 "scene.toml:6:9: stage.fill.set: `run.gravty` is no key of the scene; did you "
                 "mean `gravity`?"),
        of_stage("set = { gravity = [0, 0] }",
                 "scene.toml:6:9: stage.fill.set: `gravity` is no key of the scene; known: scree, "
                 "include, title, seed, run, start, domain, broad_phase, materials, contact, "
                 "contacts, walls, grains, stage, output, measure, sweep"),
        of_stage("set = { \"run.gravity\" = 3 }",
                 "scene.toml:6:25: run.gravity must be a list, not 3"),
        of_stage("set = { \"run..gravity\" = 3 }",
                 "scene.toml:6:9: stage.fill.set: `run..gravity` is no key"),
        of_stage("set = { \"run.gravity\" = [0, 0], run.gravity = [0, 1] }",
                 "scene.toml:6:37: stage.fill.set: `run.gravity` is given twice"),
        of_stage("set = { \"walls.floor.motion.spin\" = 1, \"walls.floor.motion\" = { kind = "
                 "\"constant\", velocity = [1, 0] } }",
                 "scene.toml:6:40: stage.fill.set: `walls.floor.motion` and "
                 "`walls.floor.motion.spin` both say how the wall moves: put one into the "
                 "other"),
        of_stage("set = { \"walls.floor.motion\" = { kind = \"constant\" }, "
                 "\"walls.floor.motion.spin\" = 1 }",
                 "scene.toml:6:55: stage.fill.set: `walls.floor.motion.spin` and "
                 "`walls.floor.motion` both say how the wall moves: put one into the "
                 "other"),
        of_stage("set = { \"materials.stone.damping\" = 1, \"materials.stone.restitution\" = 0.5 }",
                 "scene.toml:6:40: stage.fill.set: `materials.stone.restitution` and "
                 "`materials.stone.damping` exclude each other: keep one"),
        of_stage("set = { \"run.duration\" = 3 }",
                 "scene.toml:6:9: stage.fill.set: `run.duration` cannot change in a run: each "
                 "stage has a duration of its own"),
        of_stage("set = { \"run.dt\" = 1e-5 }",
                 "scene.toml:6:9: stage.fill.set: `run.dt` cannot change in a run: it decides how "
                 "the whole run is computed"),
        of_stage("set = { \"run.threads\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `run.threads` cannot change in a run: it decides "
                 "how the whole run is computed"),
        of_stage("set = { \"run.stop.at_rest\" = 1e-3 }",
                 "scene.toml:6:9: stage.fill.set: `run.stop.at_rest` cannot change in a run: a "
                 "stage has `until` for it"),
        of_stage(
            "set = { \"materials.stone.density\" = 1 }",
            "scene.toml:6:9: stage.fill.set: `materials.stone.density` cannot change in a run: the "
            "masses of the grains or the time step follow from it, or what contacts remember"),
        of_stage(
            "set = { \"materials.stone.stiffness\" = 1 }",
            "scene.toml:6:9: stage.fill.set: `materials.stone.stiffness` cannot change in a run: "
            "the masses of the grains or the time step follow from it, or what contacts remember"),
        of_stage("set = { \"materials.ston.friction\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `materials.ston.friction` is no key of the scene "
                 "as it is then: there is no `ston`; did you mean `stone`?"),
        of_stage("set = { \"materials.stone.friction\" = -1 }",
                 "scene.toml:6:38: materials.stone.friction must be at least 0, not -1.0"),
        of_stage("set = { \"materials.stone.restitution\" = 2 }",
                 "scene.toml:6:41: materials.stone.restitution must be at most 1, not 2.0"),
        of_stage("set = { \"contact.law\" = \"energy\" }",
                 "scene.toml:6:9: stage.fill.set: `contact.law` cannot change in a run: the masses "
                 "of the grains or the time step follow from it, or what contacts remember"),
        of_stage("set = { \"contacts.stone.steel.friction\" = 0 }",
                 "scene.toml:6:9: contacts.stone: there is no material `steel`; known: stone"),
        of_stage("set = { \"contacts.stone.stone.stiffness\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `contacts.stone.stone.stiffness` cannot change "
                 "in a run: the masses of the grains or the time step follow from it, or what "
                 "contacts remember"),
        of_stage("set = { \"contacts.stone.stone.tangential_ratio\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `contacts.stone.stone.tangential_ratio` cannot "
                 "change in a run: the masses of the grains or the time step follow from it, or "
                 "what contacts remember"),
        of_stage("set = { \"walls.floor.shape\" = { kind = \"box\", x = [0, 1], y = [0, 1] } }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.shape` cannot change in a run: a "
                 "wall keeps its shape and its material"),
        of_stage("set = { \"walls.floor.material\" = \"stone\" }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.material` cannot change in a run: a "
                 "wall keeps its shape and its material"),
        of_stage("set = { \"walls.floor.from\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.from` cannot change in a run: walls "
                 "come and go in a stage by `present`"),
        of_stage("set = { \"walls.floor.one_sided\" = true }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.one_sided` cannot change in a run: "
                 "a wall keeps its shape and its material"),
        of_stage("set = { \"walls.flor.present\" = false }",
                 "scene.toml:6:9: stage.fill.set: `walls.flor.present` is no key of the scene as "
                 "it is then: there is no `flor`; did you mean `floor`?"),
        of_stage("set = { \"walls.floor.present\" = 0 }",
                 "scene.toml:6:33: walls.floor.present must be true or false, not 0"),
        of_stage("set = { \"walls.floor.motion.velocty\" = [1, 0] }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.motion.velocty` is no key of the "
                 "scene as it is then: there is no `velocty`; did you mean `velocity`?"),
        of_stage("set = { \"walls.floor.motion.pressure\" = 3 }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.motion.pressure` is no key of the "
                 "scene as it is then: there is no `pressure`; known: velocity, spin, about"),
        of_stage("set = { \"walls.floor.motion\" = { kind = \"load\", along = [0, 1] } }",
                 "scene.toml:6:32: walls.floor.motion needs pressure or force"),
        of_stage(
            "set = { \"walls.floor.motion\" = { kind = \"load\", along = [0, 1], pressure = 1 } }",
            "scene.toml:6:32: walls.floor.motion.length is missing: the domain is not periodic "
            "across the load; give the length that the pressure acts on in m, or the two walls "
            "that it acts between"),
        of_stage("set = { \"grains.pebbles.count\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `grains.pebbles.count` cannot change in a run: "
                 "grains are made before the run begins; let them come as rain, or begin a new run "
                 "with [start]"),
        of_stage("set = { \"domain.x\" = [0, 1] }",
                 "scene.toml:6:9: stage.fill.set: `domain.x` cannot change in a run: grains and "
                 "walls were placed in it"),
        of_stage("set = { \"domain.periodic\" = [\"x\"] }",
                 "scene.toml:6:9: stage.fill.set: `domain.periodic` cannot change in a run: grains "
                 "and walls were placed in it"),
        of_stage("set = { \"broad_phase\" = { kind = \"sweep\" } }",
                 "scene.toml:6:9: stage.fill.set: `broad_phase` cannot change in a run: it holds "
                 "for the whole run"),
        of_stage("set = { \"output.trace\" = [\"floor\"] }",
                 "scene.toml:6:9: stage.fill.set: `output.trace` cannot change in a run: it holds "
                 "for the whole run"),
        of_stage("set = { \"output.every.frames\" = 0 }",
                 "scene.toml:6:33: output.every.frames must be above 0, not 0.0"),
        of_stage("set = { \"output.every.frames\" = 1e-12 }",
                 "scene.toml:6:33: output.every.frames is too short: that would be more than 10 "
                 "million in 1.0 s"),
        of_stage("set = { \"output.every.frmes\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `output.every.frmes` is no key of the scene as "
                 "it is then: there is no `frmes`; did you mean `frames`?"),
        of_stage("set = { \"seed\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `seed` cannot change in a run: it holds for the "
                 "whole run"),
        of_stage("set = { \"title\" = \"x\" }",
                 "scene.toml:6:9: stage.fill.set: `title` cannot change in a run: it holds for the "
                 "whole run"),
        of_stage("set = { \"scree\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `scree` cannot change in a run: it holds for the "
                 "whole run"),
        of_stage("set = { \"stage.fill.duration\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `stage.fill.duration` cannot change in a run: "
                 "each stage says itself what it is like"),
        of_stage("set = { \"start.run\" = \"x\" }",
                 "scene.toml:6:9: stage.fill.set: `start.run` cannot change in a run: it holds for "
                 "the whole run"),
        of_stage("set = { \"measure.dense.x\" = [0, 1] }",
                 "scene.toml:6:9: stage.fill.set: `measure.dense.x` is no key of the scene"),
        of_stage("set = { \"sweep\" = {} }",
                 "scene.toml:6:9: stage.fill.set: `sweep` cannot change in a run: it holds for the "
                 "whole run"),
        of_stage("set = { \"include\" = \"x\" }",
                 "scene.toml:6:9: stage.fill.set: `include` cannot change in a run: it holds for "
                 "the whole run"),
        of_stage("set = { \"walls\" = [] }",
                 "scene.toml:6:9: stage.fill.set: `walls` cannot change in a run: a wall keeps its "
                 "shape and its material"),
        of_stage("ramp = 1", "scene.toml:6:8: stage.fill.ramp must be a table, not 1"),
        of_stage("ramp = { \"walls.floor.present\" = false }",
                 "scene.toml:6:10: stage.fill.ramp: `walls.floor.present` cannot change steadily: "
                 "what can is gravity, friction, restitution, damping and cohesion, of a motion "
                 "that is constant or a load velocity, spin, pressure and force, and of a cell the "
                 "rates and stresses that it has"),
        of_stage("ramp = { \"walls.floor.motion\" = { kind = \"constant\", velocity = [1, 0] } }",
                 "scene.toml:6:10: stage.fill.ramp: `walls.floor.motion` cannot change steadily: "
                 "what can is gravity, friction, restitution, damping and cohesion, of a motion "
                 "that is constant or a load velocity, spin, pressure and force, and of a cell the "
                 "rates and stresses that it has"),
        of_stage("ramp = { \"walls.floor.motion.velocity\" = { x = 1 } }",
                 "scene.toml:6:44: stage.fill.ramp: `walls.floor.motion.velocity.x` is no key of "
                 "the scene"),
        of_stage("ramp = { \"walls.floor.motion.about\" = [1, 0] }",
                 "scene.toml:6:10: stage.fill.ramp: `walls.floor.motion.about` cannot change "
                 "steadily: what can is gravity, friction, restitution, damping and cohesion, of a "
                 "motion that is constant or a load velocity, spin, pressure and force, and of a "
                 "cell the rates and stresses that it has"),
        of_stage("ramp = { \"walls.floor.motion.pressure\" = 3 }",
                 "scene.toml:6:10: stage.fill.ramp: `walls.floor.motion.pressure` is no key of the "
                 "scene as it is then: there is no `pressure`; known: velocity, spin, about"),
        of_stage("ramp = { \"output.every.frames\" = 1 }",
                 "scene.toml:6:10: stage.fill.ramp: `output.every.frames` cannot change steadily: "
                 "what can is gravity, friction, restitution, damping and cohesion, of a motion "
                 "that is constant or a load velocity, spin, pressure and force, and of a cell the "
                 "rates and stresses that it has"),
        of_stage("ramp = { \"run.gravity\" = \"up\" }",
                 "scene.toml:6:26: run.gravity must be a list, not a string"),
        of_stage("ramp = { \"run.dt\" = 1 }",
                 "scene.toml:6:10: stage.fill.ramp: `run.dt` cannot change in a run: it decides "
                 "how the whole run is computed"),
        of_stage("ramp = { \"materials.stone.frction\" = 1 }",
                 "scene.toml:6:10: stage.fill.ramp: `materials.stone.frction` is no key of the "
                 "scene; did you mean `friction`?"),
        of_stage("set = { \"walls.floor.motion\" = { kind = \"oscillate\", amplitude = [1, 0], "
                 "frequency = 1 } }\nramp = { \"walls.floor.motion.velocity\" = [1, 0] }",
                 "scene.toml:7:10: stage.fill.ramp: `walls.floor.motion.velocity` is no key of the "
                 "scene as it is then: there is no `velocity`; known: amplitude, "
                 "angular_amplitude, frequency, phase, about"),
        of_stage("set = { \"walls.floor.motion\" = { kind = \"oscillate\", amplitude = [1, 0], "
                 "frequency = 1 } }\nramp = { \"walls.floor.motion.frequency\" = 2 }",
                 "scene.toml:7:10: stage.fill.ramp: `walls.floor.motion.frequency` cannot change "
                 "steadily: what can is gravity, friction, restitution, damping and cohesion, of a "
                 "motion that is constant or a load velocity, spin, pressure and force, and of a "
                 "cell the rates and stresses that it has"),
        of_stage("set = { \"contacts.stone.stone.frction\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `contacts.stone.stone.frction` is no key of the "
                 "scene; did you mean `friction`?"),
        of_stage("set = { \"walls.floor.until\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `walls.floor.until` cannot change in a run: "
                 "walls come and go in a stage by `present`"),
        of_stage("set = { \"walls\" = 1 }",
                 "scene.toml:6:9: stage.fill.set: `walls` cannot change in a run: a wall keeps its "
                 "shape and its material"),
        of_stage("ramp = { \"contacts.stone.stone.stiffness\" = 1 }",
                 "scene.toml:6:10: stage.fill.ramp: `contacts.stone.stone.stiffness` cannot change "
                 "in a run: the masses of the grains or the time step follow from it, or what "
                 "contacts remember"),
        of_stage("ramp = { \"materials.stone.friction\" = true }",
                 "scene.toml:6:39: materials.stone.friction must be a number, not true"),
        of_stage("set = { \"walls.floor.motion\" = { kind = \"load\", along = [0, 1], force = 1 } "
                 "}\nramp = { \"walls.floor.motion.velocity\" = [0, 1] }",
                 "scene.toml:7:42: walls.floor.motion.velocity must be across `along`: along it "
                 "the load moves the wall")));

}  // namespace scree::engine
