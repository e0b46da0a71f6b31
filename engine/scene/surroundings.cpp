#include "engine/scene/surroundings.h"

namespace scree::engine {

Surroundings surroundings_of(const Scene& scene) {
    Surroundings surroundings{scene.run.gravity, {}, scene.domain.period()};
    for (const Material& material : scene.materials)
        surroundings.densities.push_back(material.density);
    return surroundings;
}

}  // namespace scree::engine
