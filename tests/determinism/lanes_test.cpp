#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/trigger.h"
#include "engine/dynamics/contact_forces.h"
#include "engine/run/setup.h"
#include "engine/run/world.h"
#include "engine/scene/scene.h"

/// Every shipped scene has the same state however many contacts are computed at once, and however
/// many steps are made in one call, and the same as one by one.
namespace scree::engine {
namespace {

struct Way {
    int lanes_at_once;
    std::uint32_t threads;
    BroadPhaseKind broad_phase;
    std::uint64_t steps_at_once;
};

std::uint64_t hash_of(const Scene& scene, const Way& way, double duration) {
    RunSetup setup = set_up(scene);
    setup.settings.lanes_at_once = way.lanes_at_once;
    setup.settings.threads = way.threads;
    setup.settings.broad_phase.kind = way.broad_phase;
    World world(scene, std::move(setup));
    const std::uint64_t last = first_step_at(duration, world.step_choice().dt);
    for (std::uint64_t now = 0; !world.over() && now < last; now = world.simulation().steps())
        world.step(std::min(way.steps_at_once, last - now));
    return world.simulation().state_hash();
}

void compare(double duration) {
    std::size_t scenes = 0;
    for (const auto& file : std::filesystem::directory_iterator(SCREE_SCENES)) {
        if (file.path().extension() != ".toml") continue;
        SCOPED_TRACE(file.path().filename().string());
        const Scene scene = load_scene(file.path(), std::array<std::string, 1>{"sweep={}"});
        const std::uint64_t expected = hash_of(scene, {1, 1, scene.broad_phase.kind, 1}, duration);
        for (int lanes = 2; lanes <= most_lanes_at_once(); lanes *= 2)
            for (const std::uint32_t threads : {1u, 3u})
                EXPECT_EQ(hash_of(scene, {lanes, threads, BroadPhaseKind::hgrid, 5}, duration),
                          expected)
                    << lanes << " lanes at once, " << threads << " threads";
        ++scenes;
    }
    EXPECT_GE(scenes, 11u);
}

TEST(LanesOfScenes, GiveTheBitsOfSingleContacts) { compare(0.02); }

TEST(SlowLanesOfScenes, GiveTheBitsOfSingleContacts) { compare(2.0); }

}  // namespace
}  // namespace scree::engine
