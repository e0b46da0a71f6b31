#include "engine/scene/surroundings.h"

namespace scree::engine {

Surroundings surroundings_of(const Scene& scene) {
    Surroundings surroundings{scene.run.gravity, {}, scene.domain.period(), {}, {}};
    for (const Material& material : scene.materials)
        surroundings.densities.push_back(material.density);
    for (std::size_t a = 0; a < scene.materials.size(); ++a)
        for (std::size_t b = 0; b < scene.materials.size(); ++b)
            surroundings.frictions.push_back(scene.contacts.at(a, b).friction);
    for (const SceneWall& wall : scene.walls) {
        const WallPiece& first = wall.wall.pieces.front();
        surroundings.walls.push_back(
            {wall.wall.pieces.size(), wall.wall.motion.about, first.position, first.angle});
    }
    return surroundings;
}

}  // namespace scree::engine
