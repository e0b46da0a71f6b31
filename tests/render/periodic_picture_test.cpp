#include "render/periodic_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace scree::render {
namespace {

using geometry::Vec2;

PictureScene scene_at(Vec2 place, engine::Period period) {
    PictureScene scene;
    scene.outlines.push_back({0.1, {}});
    scene.grains.push_back({0, place, 0.0, 0.0});
    scene.chains.push_back({place, place + Vec2{0.15, 0.0}, 1.0});
    scene.materials = {"stone"};
    scene.period = period;
    return scene;
}

bool has_grain_at(const PictureScene& scene, Vec2 place) {
    return std::ranges::any_of(scene.grains, [&](const PictureBody& grain) {
        return length(grain.position - place) < 1e-12;
    });
}

TEST(PeriodicPicture, AGrainOnTheSeamIsSeenOnBothSides) {
    const PictureScene over = unfolded(scene_at({0.95, 0.5}, {{0.0, 0.0}, {1.0, 0.0}}));
    EXPECT_EQ(over.grains.size(), 2u);
    EXPECT_TRUE(has_grain_at(over, {-0.05, 0.5}));
    EXPECT_EQ(over.bounds->low.x, 0.0);
    EXPECT_EQ(over.bounds->high.x, 1.0);
    EXPECT_LT(over.bounds->low.y, 0.4) << "with a margin where it is not periodic";
    const bool chain_on_the_left = std::ranges::any_of(over.chains, [](const PictureChain& chain) {
        return std::abs(chain.to.x - 0.1) < 1e-12 && std::abs(chain.from.x + 0.05) < 1e-12;
    });
    EXPECT_TRUE(chain_on_the_left);

    EXPECT_EQ(unfolded(scene_at({0.5, 0.5}, {{0.0, 0.0}, {1.0, 1.0}})).grains.size(), 1u);
    EXPECT_EQ(unfolded(scene_at({0.97, 0.02}, {{0.0, 0.0}, {1.0, 1.0}})).grains.size(), 4u);
}

TEST(PeriodicPicture, IsDrawnSo) {
    const auto discs_in = [](engine::Period period) {
        PictureScene scene = scene_at({0.95, 0.5}, period);
        scene.bounds = geometry::Box{{0.0, 0.0}, {1.0, 1.0}};
        const std::vector<std::byte> file = draw_picture(scene, PictureFormat::svg, 200);
        return std::string(reinterpret_cast<const char*>(file.data()), file.size()).size();
    };
    EXPECT_GT(discs_in({{0.0, 0.0}, {1.0, 0.0}}), discs_in({}) + 200) << "one disc more";
}

}  // namespace
}  // namespace scree::render
