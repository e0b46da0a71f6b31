#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <stdexcept>
#include <string>

#include "tests/engine/small_scene.h"

/// Scenes with an error, each with the exact message about it and its place. This header is for one
/// file of a test program, whose TEST_P(SceneErrorsOf, ...) says which function must find the
/// error.
namespace scree::engine {

/// small_scene with one thing changed.
struct BadScene {
    std::string there;
    std::string instead;
    std::string message;
};

inline void PrintTo(const BadScene& bad, std::ostream* stream) { *stream << bad.instead; }

inline std::string with(const std::string& there, const std::string& instead) {
    std::string text = small_scene;
    const std::size_t at = text.find(there);
    if (at == std::string::npos) throw std::logic_error("not in the scene: " + there);
    return text.replace(at, there.size(), instead);
}

class SceneErrorsOf : public ::testing::TestWithParam<BadScene> {};

INSTANTIATE_TEST_SUITE_P(
    Format, SceneErrorsOf,
    ::testing::Values(
        BadScene{"scree = 1\n", "",
                 "scene.toml:1:1: scree is missing: a scene begins with `scree = 1`, the version "
                 "of its format"},
        BadScene{"scree = 1", "scree = 2",
                 "scene.toml:1:9: scree must be 1, the version of the format that this program "
                 "reads, not 2"},
        BadScene{"scree = 1", "scree = \"1\"",
                 "scene.toml:1:9: scree must be 1, the version of the format that this program "
                 "reads, not \"1\""},
        BadScene{"duration = 1.0", "duration = ",
                 "scene.toml:3:12: Error while parsing key-value pair: expected value, saw '\\n'"},
        BadScene{"duration = 1.0", "duration = 1.0\nduration = 2.0",
                 "scene.toml:4:12: Error while parsing key-value pair: cannot redefine existing "
                 "floating-point 'duration'"},
        BadScene{"[run]", "[run",
                 "scene.toml:2:5: Error while parsing table header: expected ']', saw '\\n'"},
        BadScene{"[run]", "[)",
                 "scene.toml:2:2: Error while parsing key: expected bare key starting character or "
                 "string delimiter, saw ')'"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, SceneErrorsOf,
    ::testing::Values(
        BadScene{
            "friction = 0.5", "friction = 0.5\nfricton = 0.5",
            "scene.toml:11:1: unknown key `fricton` in materials.stone; did you mean `friction`?"},
        BadScene{"friction = 0.5", "frction = 0.5",
                 "scene.toml:7:1: materials.stone.friction is missing\nscene.toml:10:1: unknown "
                 "key `frction` in materials.stone; did you mean `friction`?"},
        BadScene{"[run]", "[rum]",
                 "scene.toml:1:1: run is missing\nscene.toml:2:2: unknown key `rum`; did you mean "
                 "`run`?"},
        BadScene{"[run]", "[run]\nxyzzy = 1",
                 "scene.toml:3:1: unknown key `xyzzy` in run; known: duration, dt, accuracy, "
                 "integrator, "
                 "threads, gravity, stop"},
        BadScene{"duration = 1.0\n", "", "scene.toml:2:1: run.duration is missing"},
        BadScene{"name = \"floor\"\n", "", "scene.toml:12:1: walls[0].name is missing"},
        BadScene{"kind = \"box\"", "kind = \"boks\"",
                 "scene.toml:15:18: walls.floor.shape.kind cannot be `boks`; known: polygon, box, "
                 "segment, disc, ring, grains"},
        BadScene{"kind = \"box\"", "kind = \"sphere\"",
                 "scene.toml:15:18: walls.floor.shape.kind cannot be `sphere`; known: polygon, "
                 "box, segment, disc, ring, grains"},
        BadScene{"kind = \"box\", ", "",
                 "scene.toml:15:9: walls.floor.shape.kind is missing; known: polygon, box, "
                 "segment, disc, ring, grains"},
        BadScene{"kind = \"box\"", "kind = 3",
                 "scene.toml:15:18: walls.floor.shape.kind must be a string, not 3"},
        BadScene{"kind = \"box\"", "kind = \"box\", radius = 3",
                 "scene.toml:15:25: unknown key `radius` in walls.floor.shape; known: kind, x, y, "
                 "rough"},
        BadScene{
            "corners = 6", "corners = 6, aspect = 2",
            "scene.toml:20:42: unknown key `aspect` in grains.pebbles.shape; known: kind, corners, "
            "rounded"},
        BadScene{"[[grains]]", "[[grain]]",
                 "scene.toml:16:3: unknown key `grain`; did you mean `grains`?"},
        BadScene{"shape = { kind = \"regular\", corners = 6 }\n", "",
                 "scene.toml:16:1: grains.pebbles.shape is missing"},
        BadScene{
            "size = { kind = \"mono\", value = 0.01 }\n", "",
            "scene.toml:16:1: grains.pebbles.size is missing: only a polygon has one of its own"},
        BadScene{"count = 10\n", "", "scene.toml:16:1: grains.pebbles.count is missing"}));

INSTANTIATE_TEST_SUITE_P(
    Types, SceneErrorsOf,
    ::testing::Values(
        BadScene{"duration = 1.0", "duration = \"long\"",
                 "scene.toml:3:12: run.duration must be a number, not a string"},
        BadScene{"duration = 1.0", "duration = true",
                 "scene.toml:3:12: run.duration must be a number, not true"},
        BadScene{"duration = 1.0", "duration = 2020-01-01",
                 "scene.toml:3:12: run.duration must be a number, not a date"},
        BadScene{"duration = 1.0", "duration = 1\ndt = \"fast\"",
                 "scene.toml:4:6: run.dt must be \"auto\" or a number, not a string"},
        BadScene{"duration = 1.0", "duration = 1\naccuracy = 0.1",
                 "scene.toml:4:12: run.accuracy must be at most 0.05, not 0.1"},
        BadScene{"duration = 1.0", "duration = 1\naccuracy = 1e-5",
                 "scene.toml:4:12: run.accuracy must be at least 1e-4, not 1e-5"},
        BadScene{"duration = 1.0", "duration = 1\nthreads = 1.5",
                 "scene.toml:4:11: run.threads must be \"auto\" or an integer, not 1.5"},
        BadScene{"duration = 1.0", "duration = 1\ngravity = 9.81",
                 "scene.toml:4:11: run.gravity must be a list, not 9.81"},
        BadScene{"duration = 1.0", "duration = 1\ngravity = [0, -9.81, 0]",
                 "scene.toml:4:11: run.gravity must have 2 entries, not 3"},
        BadScene{"duration = 1.0", "duration = 1\ngravity = [0, \"down\"]",
                 "scene.toml:4:15: run.gravity[1] must be a number, not a string"},
        BadScene{"duration = 1.0", "duration = 1\nintegrator = \"gaer5\"",
                 "scene.toml:4:14: run.integrator cannot be `gaer5`; did you mean `gear5`?"},
        BadScene{"duration = 1.0", "duration = 1\nstop = 1",
                 "scene.toml:4:8: run.stop must be a table, not 1"},
        BadScene{"[run]\nduration = 1.0", "run = 3", "scene.toml:2:7: run must be a table, not 3"},
        BadScene{"[[walls]]", "[walls]", "scene.toml:12:1: walls must be a list, not a table"},
        BadScene{
            "name = \"floor\"\n", "name = \"floor\"\nsince = \"beginning\"\n",
            "scene.toml:14:9: walls.floor.since cannot be `beginning`; known: appearance, start"},
        BadScene{"corners = 6", "corners = [5, 6]",
                 "scene.toml:20:39: grains.pebbles.shape.corners must be an integer, not a list"},
        BadScene{"name = \"floor\"", "name = \"the floor\"",
                 "scene.toml:13:8: walls.\"the floor\".name must be a name of up to 64 letters, "
                 "digits, `_` and `-`, not `the floor`"},
        BadScene{"[materials.stone]",
                 "[materials.\"\"]\ndensity = 1\nstiffness = 1\nfriction = "
                 "0\ndamping = 0\n[materials.stone]",
                 "scene.toml:7:12: materials key must be a name of up to 64 letters, digits, `_` "
                 "and `-`, not ``"}));

INSTANTIATE_TEST_SUITE_P(
    Values, SceneErrorsOf,
    ::testing::Values(
        BadScene{"duration = 1.0", "duration = 0",
                 "scene.toml:3:12: run.duration must be above 0, not 0.0"},
        BadScene{"duration = 1.0", "duration = nan",
                 "scene.toml:3:12: run.duration must be finite, not nan"},
        BadScene{"duration = 1.0", "duration = -inf",
                 "scene.toml:3:12: run.duration must be finite, not -inf"},
        BadScene{"duration = 1.0", "duration = 1e-300",
                 "scene.toml:3:12: run.duration must be at least 1e-15, not 1e-300"},
        BadScene{"duration = 1.0", "duration = 1e300",
                 "scene.toml:3:12: run.duration must be at most 1e15, not 1e300"},
        BadScene{"duration = 1.0", "duration = 1e7",
                 "scene.toml:1:1: output.every.frames is too short: that would be more than 10 "
                 "million in 1e7 s\nscene.toml:1:1: output.every.series is too short: that would "
                 "be more than 10 million in 1e7 s\nscene.toml:1:1: output.every.checkpoint is too "
                 "short: that would be more than 10 million in 1e7 s"},
        BadScene{"duration = 1.0", "duration = 1\nthreads = 0",
                 "scene.toml:4:11: run.threads must be at least 1, not 0"},
        BadScene{
            "count = 10", "count = 1000000000000",
            "scene.toml:19:9: grains.pebbles.count must be at most 10000000, not 1000000000000"},
        BadScene{"count = 10", "count = 0",
                 "scene.toml:19:9: grains.pebbles.count must be at least 1, not 0"},
        BadScene{"x = [-1.0, 1.0]", "x = [1.0, 1.0]",
                 "scene.toml:5:5: domain.x must go from low to high, not [1.0, 1.0]"},
        BadScene{"x = [-1.0, 1.0]", "x = [1, inf]",
                 "scene.toml:5:9: domain.x[1] must be finite, not inf"},
        BadScene{"y = [-1.0, 2.0]", "y = [-1, 2]\nperiodic = [\"x\", \"x\"]",
                 "scene.toml:7:12: domain.periodic names a direction twice"},
        BadScene{"y = [-1.0, 2.0]", "y = [-1, 2]\ncell = { xx = { rate = 1, stress = 2 } }",
                 "scene.toml:7:15: domain.cell.xx has a rate and a stress: keep one"},
        BadScene{"y = [-1.0, 2.0]", "y = [-1, 2]\ncell = { xy = {} }",
                 "scene.toml:7:15: domain.cell.xy needs a rate or a stress"},
        BadScene{"y = [-1.0, 2.0]", "y = [-1, 2]\ncell = { flow = \"afine\" }",
                 "scene.toml:7:17: domain.cell.flow cannot be `afine`; did you mean `affine`?"},
        BadScene{"y = [-1.0, 2.0]", "y = [-1, 2]\ncell = { mass = 0 }",
                 "scene.toml:7:17: domain.cell.mass must be above 0, not 0.0"},
        BadScene{"damping = 0.3", "damping = 0.3\nrestitution = 0.5",
                 "scene.toml:12:15: materials.stone.restitution and damping exclude each other: "
                 "keep one"},
        BadScene{"damping = 0.3\n", "",
                 "scene.toml:7:1: materials.stone needs damping or restitution"},
        BadScene{"damping = 0.3", "restitution = 0",
                 "scene.toml:11:15: materials.stone.restitution must be at least 0.01, not 0.0"},
        BadScene{"density = 2500", "density = -2500",
                 "scene.toml:8:11: materials.stone.density must be above 0, not -2500.0"},
        BadScene{"kind = \"mono\", value = 0.01", "kind = \"uniform\", min = 0.02, max = 0.01",
                 "scene.toml:21:34: grains.pebbles.size.min is 0.02, more than max = 0.01"},
        BadScene{"kind = \"regular\", corners = 6", "kind = \"irregular\", corners = [9, 5]",
                 "scene.toml:20:41: grains.pebbles.shape.corners go from 9 down to 5; the smaller "
                 "number comes first"},
        BadScene{"kind = \"regular\", corners = 6",
                 "kind = \"polygon\", vertices = [[0, 0], [0, 1], [1, 1]]",
                 "scene.toml:20:41: grains.pebbles.shape.vertices: the vertices run clockwise; "
                 "list them counter-clockwise"},
        BadScene{"kind = \"box\", x = [-1, 1], y = [-0.5, 0]",
                 "kind = \"polygon\", vertices = [[0, 0], [1, 0], [0.1, 0.1], [0, 1]]",
                 "scene.toml:15:57: walls.floor.shape.vertices: the outline is not convex: it "
                 "turns right at vertex 2"},
        BadScene{
            "kind = \"box\", x = [-1, 1], y = [-0.5, 0]",
            "kind = \"polygon\", vertices = [[0, 0], [1, 0]]",
            "scene.toml:15:40: walls.floor.shape.vertices must have at least 3 entries, not 2"},
        BadScene{"kind = \"box\", x = [-1, 1], y = [-0.5, 0]",
                 "kind = \"segment\", from = [0, 0], to = [0, 0], thickness = 0.1",
                 "scene.toml:15:9: walls.floor.shape: the segment has no length"},
        BadScene{
            "y = [-0.5, 0] }", "y = [-0.5, 0], rough = 1e-7 }",
            "scene.toml:15:9: walls.floor.shape: too many teeth: about 2e+07, of at most 20000"},
        BadScene{"y = [-0.5, 0]", "y = [-0.005, 0]",
                 "scene.toml:15:9: walls.floor.shape is 0.005 m thick, and the "
                 "largest grain 0.01 m: make it thicker, or say one_sided = true"},
        BadScene{"y = [-0.5, 0] }", "y = [-0.5, 0] }\nfrom = 2\nuntil = 1",
                 "scene.toml:17:9: walls.floor.until must be after from, which is 2.0, not 1.0"},
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"list\", at = [[0, 0]], angle = [1, 2] }",
                 "scene.toml:22:49: grains.pebbles.place.angle has 2 entries for 1 places"},
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"list\", at = [[0, 0]] }",
                 "scene.toml:19:9: grains.pebbles.count is 10, but place.at has 1 places"},
        BadScene{"[[walls]]", "[contact]\nlaw = \"linear\"\n[[walls]]",
                 "scene.toml:13:7: contact.law can be linear for discs only, and the grains "
                 "`pebbles` are not discs"},
        BadScene{"[[walls]]", "[output.every]\nframes = 1e-9\n[[walls]]",
                 "scene.toml:13:10: output.every.frames is too short: that would be more than 10 "
                 "million in 1.0 s"}));

INSTANTIATE_TEST_SUITE_P(
    Names, SceneErrorsOf,
    ::testing::Values(
        BadScene{"material = \"stone\"", "material = \"stoen\"",
                 "scene.toml:14:12: walls.floor.material: there is no material `stoen`; did you "
                 "mean `stone`?"},
        BadScene{"name = \"pebbles\"", "name = \"floor\"",
                 "scene.toml:17:8: the name `floor` is already that of a wall (scene.toml:13)"},
        BadScene{
            "[[walls]]", "[[measure]]\nname = \"pebbles\"\nkind = \"energy\"\n[[walls]]",
            "scene.toml:20:8: the name `pebbles` is already that of a measure (scene.toml:13)"},
        BadScene{"[[walls]]", "[contacts.stone.steel]\nfriction = 1\n[[walls]]",
                 "scene.toml:12:17: contacts.stone: there is no material `steel`; known: stone"},
        BadScene{"[[walls]]",
                 "[materials.ice]\ndensity = 1\nstiffness = 1\nfriction = 0\ndamping = 0\n"
                 "[contacts.ice.stone]\nfriction = 1\n[contacts.stone.ice]\nfriction = "
                 "1\n[[walls]]",
                 "scene.toml:19:17: contacts.stone.ice is the same pair as contacts.ice.stone "
                 "(scene.toml:17): keep one"},
        BadScene{"[[walls]]", "[output]\ntrace = [\"flor\"]\n[[walls]]",
                 "scene.toml:13:10: output.trace[0]: there is no wall, nor group of grains, "
                 "`flor`; did you mean `floor`?"},
        BadScene{"[[walls]]", "[output]\ntrace = [\"pebbles\"]\n[[walls]]",
                 "scene.toml:13:10: output.trace: only single grains can be traced, but `pebbles` "
                 "has 10"},
        BadScene{"[[walls]]", "[sweep]\n\"materials.stone.fricton\" = [1]\n[[walls]]",
                 "scene.toml:13:1: sweep: the scene has no key `materials.stone.fricton`; did you "
                 "mean `friction`?"},
        BadScene{"[[walls]]", "[sweep]\nseed = 3\n[[walls]]",
                 "scene.toml:13:8: sweep.seed must be a list of values"},
        BadScene{"[[walls]]", "[sweep]\nseed = [1, -3, \"x\"]\n[[walls]]",
                 "scene.toml:13:12: sweep.seed[1] must be at least 0, not -3\nscene.toml:13:16: "
                 "sweep.seed[2] must be an integer, not a string"},
        BadScene{"[[walls]]", "[sweep]\n\"seed.\" = [1]\nsweep = [1]\n[[walls]]",
                 "scene.toml:13:1: sweep: `seed.` is not a key\nscene.toml:14:1: sweep: the scene "
                 "has no key `sweep`"}));

/// small_scene with this measure before its walls, in line 12.
inline BadScene bad_measure(const std::string& keys, const std::string& message) {
    return {"[[walls]]", "[[measure]]\nname = \"m\"\n" + keys + "\n[[walls]]", message};
}

INSTANTIATE_TEST_SUITE_P(
    Measures, SceneErrorsOf,
    ::testing::Values(
        bad_measure("kind = \"wall_load\"", "scene.toml:12:1: measure.m.wall is missing"),
        bad_measure("kind = \"wall_load\"\nwall = \"flor\"",
                    "scene.toml:15:8: measure.m.wall: there is no wall `flor`; did you mean "
                    "`floor`?"),
        bad_measure("kind = \"wall_load\"\nwall = \"floor\"\nnormal = [0, 0]",
                    "scene.toml:16:10: measure.m.normal must not be zero"),
        bad_measure("kind = \"wall_load\"\nwall = \"floor\"\nlength = 0",
                    "scene.toml:16:10: measure.m.length must be above 0, not 0.0"),
        bad_measure(
            "kind = \"wall_load\"\nwall = \"floor\"\nx = [0, 1]",
            "scene.toml:16:1: unknown key `x` in measure.m; known: name, from, until, stage, "
            "kind, wall, normal, length"),
        bad_measure("kind = \"stress\"\nfrom = 0.5\nuntil = 0.5",
                    "scene.toml:16:9: measure.m.until must be later than `from`"),
        bad_measure("kind = \"stress\"\nfrom = -1",
                    "scene.toml:15:8: measure.m.from must be at "
                    "least 0, not -1.0"),
        bad_measure("kind = \"shear\"\nbetween = [\"floor\", \"floor\"]",
                    "scene.toml:15:11: measure.m.between must name two walls"),
        bad_measure("kind = \"profile\"\nalong = \"r\"\nr = [0, 1]",
                    "scene.toml:12:1: measure.m.center is needed along `r`"),
        bad_measure("kind = \"profile\"\nr = [0, 1]",
                    "scene.toml:15:5: measure.m.r is for slices along `r` only"),
        bad_measure("kind = \"profile\"\nalong = \"r\"\ncenter = [0, 0]\nr = [-1, 1]",
                    "scene.toml:17:5: measure.m.r must not begin below zero"),
        bad_measure("kind = \"profile\"\nalong = \"r\"\ncenter = [0, 0]\nr = [0, 1]\nx = [0, 1]",
                    "scene.toml:18:5: measure.m.x is not for slices along `r`, which have a center "
                    "and radii"),
        bad_measure("kind = \"flow\"\nline = [[0, 1], [0, 1]]",
                    "scene.toml:15:8: measure.m.line must have two ends that differ"),
        bad_measure("kind = \"force_distribution\"\nbins = 0",
                    "scene.toml:15:8: measure.m.bins must be at least 1, not 0"),
        bad_measure("kind = \"structure\"\nreach = 0",
                    "scene.toml:15:9: measure.m.reach must be above 0, not 0.0"),
        bad_measure("kind = \"field\"\nwidth = 0",
                    "scene.toml:15:9: measure.m.width must be above 0, not 0.0"),
        bad_measure("kind = \"field\"\ncell = 1e-5",
                    "scene.toml:15:8: measure.m.cell is too small: there would be 6e+10 "
                    "cells, and 1000000 are allowed"),
        bad_measure("kind = \"field\"\nsince = -1",
                    "scene.toml:15:9: measure.m.since must be at least 0, not -1.0"),
        bad_measure("kind = \"field\"\nsince = 0.5\nuntil = 0.5",
                    "scene.toml:15:9: measure.m.since must be earlier than `until`"),
        bad_measure("kind = \"field\"\nreach = 0",
                    "scene.toml:15:9: measure.m.reach must be above 0, not 0.0"),
        bad_measure("kind = \"segregation\"\nmaterials = [\"stone\", \"stone\"]",
                    "scene.toml:15:13: measure.m.materials must name two materials"),
        bad_measure("kind = \"segregation\"\nmaterials = [\"stone\", \"ston\"]",
                    "scene.toml:15:23: measure.m.materials[1]: there is no material `ston`; did "
                    "you mean `stone`?"),
        bad_measure("kind = \"segregation\"\nsplit = 0",
                    "scene.toml:15:9: measure.m.split must be above 0, not 0.0"),
        bad_measure("kind = \"segregation\"\ncell = 0",
                    "scene.toml:15:8: measure.m.cell must be above 0, not 0.0"),
        bad_measure(
            "kind = \"deposit\"\ninitial = [1, 0]",
            "scene.toml:15:11: measure.m.initial must go from low to high, not [1.0, 0.0]")));

}  // namespace scree::engine
