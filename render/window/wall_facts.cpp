#include "render/window/wall_facts.h"

#include <algorithm>

namespace scree::window {

using engine::WallMotion;

std::vector<WallFacts> facts_of_walls(const engine::Frame& frame, const engine::Scene& scene) {
    std::vector<std::size_t> wall_of;  // for each piece
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        wall_of.insert(wall_of.end(), scene.walls[w].wall.pieces.size(), w);
    std::vector<WallFacts> facts(scene.walls.size());
    const auto fact_of = [&](engine::BodyNumber body) -> WallFacts* {
        const auto piece = static_cast<std::size_t>(-1 - body);
        return body < 0 && piece < wall_of.size() ? &facts[wall_of[piece]] : nullptr;
    };
    const engine::BodyStates& walls = frame.walls;
    for (std::size_t row = 0; row < walls.body.size(); ++row)
        if (WallFacts* wall = fact_of(walls.body[row]); wall != nullptr && !wall->is_there)
            *wall = {true, {}, walls.velocity[row], walls.spin[row]};
    for (std::size_t k = 0; k < frame.contacts.pair.size(); ++k) {
        const auto [a, b] = frame.contacts.pair[k];
        if (WallFacts* wall = fact_of(b)) wall->force += frame.contacts.force[k];
        if (WallFacts* wall = fact_of(a)) wall->force -= frame.contacts.force[k];
    }
    return facts;
}

bool is_ever_loaded(const engine::Scene& scene, const std::string& name) {
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
        if (scene.walls[w].name == name)
            return std::ranges::any_of(scene.stages, [&](const engine::Stage& stage) {
                return stage.begin.motions[w].is_loaded();
            });
    return false;
}

bool has_loads(const engine::Scene& scene) {
    return std::ranges::any_of(scene.walls, [&](const engine::SceneWall& wall) {
        return is_ever_loaded(scene, wall.name);
    });
}

std::string motion_text(const WallMotion& motion) {
    using Kind = WallMotion::Kind;
    switch (motion.kind) {
        case Kind::fixed:
            return "fixed";
        case Kind::constant:
            return "steady";
        case Kind::oscillate:
            return "swings";
        case Kind::ramp:
            return "starts smoothly";
        case Kind::table:
            return "by a table";
        case Kind::load:
            break;
    }
    return motion.load.is_pressure ? "under a pressure" : "under a force";
}

bool moves_as_prescribed(const WallMotion& motion) {
    if (!motion.is_loaded()) return motion.kind != WallMotion::Kind::fixed;
    return motion.velocity != geometry::Vec2{} || motion.spin != 0.0 || !motion.table.empty();
}

}  // namespace scree::window
