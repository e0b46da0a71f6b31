#pragma once

#include "tests/engine/scene/bad_scenes.h"

/// Scenes with errors in sizes, shapes and places of grains.
namespace scree::engine {

INSTANTIATE_TEST_SUITE_P(
    Packings, SceneErrorsOf,
    ::testing::Values(
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"pack\", x = [-2, 1], y = [0, 1] }",
                 "scene.toml:22:30: grains.pebbles.place.x must be within the domain"},
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"pack\", growth = 1.0 }",
                 "scene.toml:22:35: grains.pebbles.place.growth must be at most 0.1, not 1.0"},
        BadScene{
            "place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
            "place = { kind = \"pack\", keep = \"count\" }",
            "scene.toml:22:33: grains.pebbles.place.keep cannot be `count`; known: sizes, box"},
        BadScene{
            "place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
            "place = { kind = \"pack\", outline = [[0, 0], [0, 1], [1, 0]] }",
            "scene.toml:22:36: grains.pebbles.place.outline is no convex outline: the vertices "
            "run clockwise; list them counter-clockwise"},
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"pack\", x = [0, 1], outline = [[0, 0], [1, 0], [0, 1]] }",
                 "scene.toml:22:30: grains.pebbles.place.x and an outline exclude each other: keep "
                 "one"},
        BadScene{
            "[[grains]]",
            "[[grains]]\nname = \"others\"\nmaterial = \"stone\"\ncount = 1\nshape = { kind = "
            "\"disc\" }\nsize = { kind = \"mono\", value = 0.01 }\nplace = { kind = \"pack\", "
            "method = \"fire\" }\n[[grains]]\nname = \"more\"\nmaterial = \"stone\"\ncount = "
            "1\nshape = { kind = \"disc\" }\nsize = { kind = \"mono\", value = 0.01 }\nplace = "
            "{ kind = \"pack\" }\n[[grains]]",
            "scene.toml:29:9: grains.more.place.method must be the same as in grains.others, "
            "because all grains of a scene form one packing"},
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"pack\" }\n[start]\nrun = \"there\"",
                 "scene.toml:22:9: grains.pebbles.place cannot be a packing in a scene that begins "
                 "from another run: let the grains fall or lie at random among those that are "
                 "there"}));

INSTANTIATE_TEST_SUITE_P(
    Grains, SceneErrorsOf,
    ::testing::Values(
        BadScene{
            "size = { kind = \"mono\", value = 0.01 }",
            "size = { kind = \"sieve\", openings = [0.01, 0.02], passing = [0, 90] }",
            "scene.toml:21:61: grains.pebbles.size.passing must end with 100: give the opening "
            "through which all pass"},
        BadScene{"size = { kind = \"mono\", value = 0.01 }",
                 "size = { kind = \"lognormal\", median = 0.01, spread = 5 }",
                 "scene.toml:21:54: grains.pebbles.size.spread must be at most 2, not 5.0"},
        BadScene{"size = { kind = \"mono\", value = 0.01 }",
                 "size = { kind = \"fuller\", min = 0.02, max = 0.01 }",
                 "scene.toml:21:33: grains.pebbles.size.min is 0.02, more than max = 0.01"},
        BadScene{
            "size = { kind = \"mono\", value = 0.01 }", "size = { kind = \"list\", values = [] }",
            "scene.toml:21:34: grains.pebbles.size.values must have at least 1 entries, not 0"},
        BadScene{"corners = 6 }", "corners = 6, rounded = 2 }",
                 "scene.toml:20:52: grains.pebbles.shape.rounded must be at most 1, not 2.0"},
        BadScene{"shape = { kind = \"regular\", corners = 6 }",
                 "shapes = [{ weight = -1, kind = \"disc\" }]",
                 "scene.toml:20:22: grains.pebbles.shapes[0].weight must be at least 1e-6, not "
                 "-1.0"},
        BadScene{
            "count = 10", "count = 10\nfraction = 0.5",
            "scene.toml:20:12: grains.pebbles.fraction and count exclude each other: keep one"},
        BadScene{"place = { kind = \"random\", x = [-1, 1], y = [0, 1] }",
                 "place = { kind = \"lattice\", x = [-1, 1], y = [0, 1], jitter = -1 }",
                 "scene.toml:22:63: grains.pebbles.place.jitter must be at least 0, not -1.0"}));

}  // namespace scree::engine
